"""The questions of All Fours, one a file."""
