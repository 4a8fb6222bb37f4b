"""Whole matches, played hand by hand through the schedule (RULES.md 3, 5, 13 and 25)."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel, small_kernel
from engine.backalley.book import Book
from engine.backalley.cards import SORTED_PACK
from engine.backalley.deal import NOBODY_KNOWN, Known
from engine.backalley.hand import deal_number, new_desk, play_hand
from engine.backalley.rules import NEXT_DEALER, Rules
from engine.backalley.score import NO_SEAT
from engine.backalley.simulate import Tally
from engine.backalley.strategy import Strategy
from engine.cards import NO_CARD
from engine.deal import Deck

MATCHES: Final = ("won", "lost", "tied", "hands", "passed", "difference", "difference_squared")
HANDS_APART: Final = 4096
"""Match n has the hands from n * HANDS_APART on: far more numbers than a match needs."""


@small_kernel
def _swapped(strategy: Strategy) -> Strategy:
    """The same players when the other team deals."""
    return Strategy(
        strategy.eldest_play, strategy.dealer_play, strategy.eldest_bid, strategy.dealer_bid
    )


@kernel
def match_tally(
    first: int,
    last: int,
    seed: int,
    sizes: Deck,
    rules: Rules,
    strategy: Strategy,
    book: Book | None,
) -> Tally:
    """Play matches `first` to `last` - 1.

    Parameters
    ----------
    sizes : int64
        How many cards the hands of a match have, in order: `rules.schedule`.
    strategy : Strategy
        What it says of the dealer's team goes for the first dealer's, whoever deals later.
    book : Book or None
        By which some bid; None if nobody does.

    Returns
    -------
    (7,) int64
        MATCHES: matches won, lost and tied by the first dealer's team; hands dealt, and those
        that all four passed; total points of the first dealer's team minus the other's, and the
        squares of these.
    """
    desk = new_desk()
    tally = np.zeros(len(MATCHES), np.int64)
    for number in range(first, last):
        total, turn, deals = 0, 0, number * HANDS_APART
        for cards in sizes:
            known = Known(cards, NOBODY_KNOWN, 0, NO_CARD)
            while True:
                players = _swapped(strategy) if turn & 1 else strategy
                facing = deal_number(desk, SORTED_PACK, known, seed, deals, rules)
                hand = play_hand(desk, cards, facing, rules, players, book)
                deals += 1
                if hand.contract.leader != NO_SEAT:
                    break
                tally[4] += 1
                turn += rules.all_pass == NEXT_DEALER
            difference = hand.dealer_points - hand.eldest_points
            total += -difference if turn & 1 else difference
            turn += 1
        tally[0] += total > 0
        tally[1] += total < 0
        tally[2] += total == 0
        tally[3] += deals - number * HANDS_APART
        tally[5] += total
        tally[6] += total * total
    return tally
