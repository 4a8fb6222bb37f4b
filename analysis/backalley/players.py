"""Players of Back Alley by name."""

from __future__ import annotations

from engine.backalley.strategy import PLAYERS, Strategy
from engine.cards import InputError

BIDDERS = (1, 2, 3, 0)
"""The seats in order of bidding."""


def strategy(play: str) -> Strategy:
    """`play` in all four seats, bidding and playing.

    >>> strategy("random")
    Strategy(dealer_play=0, eldest_play=0, dealer_bid=0, eldest_bid=0)

    Raises
    ------
    InputError
        If there is no player of this name.
    """
    if play not in PLAYERS:
        raise InputError(f'no player "{play}" (there are {", ".join(PLAYERS)})')
    return Strategy(*4 * [PLAYERS[play]])
