"""The engine: cards as bits, numbered deals, and the games, compiled by Numba."""
