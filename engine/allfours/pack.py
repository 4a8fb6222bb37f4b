"""How far the pack goes, by the number of players (RULES.md 15 and 37)."""

from __future__ import annotations

from typing import Final

from engine._jit import small_kernel

MOST_KICKS: Final = 7
"""Of two players' deals: the first, five more with the runs, and one of the last four cards."""
MOST_HELD: Final = 21
"""Cards in a hand of two players after five runs."""


@small_kernel
def most_runs(players: int) -> int:
    """How often the pack can be run: each time three cards for everyone, and a kick.

    >>> most_runs(4), most_runs(2)
    (2, 5)
    """
    return (51 - 6 * players) // (3 * players + 1)
