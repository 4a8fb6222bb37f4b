"""The four seats of a table, by number: both games count them from the dealer."""

from __future__ import annotations

from engine.cards import InputError

SEATS = ("dealer", "eldest", "dealer-partner", "eldest-partner")
NAMES = tuple(seat.replace("-", "'s ") for seat in SEATS)
"""The same for sentences."""


def seat(name: str, players: int = 4) -> int:
    """The number of a seat.

    >>> seat("dealer-partner")
    2
    """
    if name not in SEATS[:players]:
        raise InputError(f'no seat "{name}" (there are {", ".join(SEATS[:players])})')
    return SEATS.index(name)
