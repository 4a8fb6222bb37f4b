"""The four seats of a table, by number: both games count them from the dealer."""

from __future__ import annotations

from engine.cards import InputError

SEATS = ("dealer", "eldest", "dealer-partner", "eldest-partner")
NAMES = tuple(seat.replace("-", "'s ") for seat in SEATS)
"""The same for sentences."""


def seat(name: str) -> int:
    """The number of a seat.

    >>> seat("dealer-partner")
    2
    """
    if name not in SEATS:
        raise InputError(f'no seat "{name}" (there are {", ".join(SEATS)})')
    return SEATS.index(name)
