"""What a trump is worth: the tricks that a team loses if a low plain card stands in its place."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel
from engine.backalley.bidding import bid_hand
from engine.backalley.book import Book
from engine.backalley.deal import Known
from engine.backalley.hand import deal_number, new_desk
from engine.backalley.record import play_contract
from engine.backalley.rules import Rules
from engine.backalley.score import NO_SEAT
from engine.backalley.simulate import Tally
from engine.backalley.strategy import Strategy, cheapest
from engine.bits import lowest
from engine.cards import PACK, bit
from engine.deal import Deck, copy_hands

TRUMPS: Final = ("low", "middle", "high")
"""Two to six, seven to ten, jack to ace."""
_FROM: Final = (0, 5, 9, 13)
"""The lowest rank of each of TRUMPS, and of a joker."""


@kernel
def worth_tally(
    first: int,
    last: int,
    seed: int,
    unseen: Deck,
    known: Known,
    rules: Rules,
    strategy: Strategy,
    book: Book | None,
) -> Tally:
    """Play hands as they are, and again with the eldest's trump exchanged; the bids stay.

    For each kind of trump the eldest's lowest goes, if there is one, and the lowest plain card
    that was not dealt comes.

    Returns
    -------
    (9,) int64
        By TRUMPS hands, the tricks that its team takes less by that, and their squares.
    """
    desk, dealt = new_desk(), np.zeros(4, np.int64)
    tally = np.zeros(3 * len(TRUMPS), np.int64)
    for number in range(first, last):
        facing = deal_number(desk, unseen, known, seed, number, rules)
        trumps = facing.trumps
        copy_hands(desk.hands, dealt)
        contract = bid_hand(dealt, facing, rules, strategy, book, desk.chance, desk.bids)
        left = PACK & ~(trumps | facing.gone | dealt[0] | dealt[1] | dealt[2] | dealt[3])
        if contract.leader == NO_SEAT or not left or trumps & (trumps - 1) == 0:
            continue
        won = play_contract(desk, dealt, contract, facing, rules, strategy)
        shift, hand, card = lowest(trumps), dealt[1], bit(cheapest(left, trumps))
        for kind in range(len(TRUMPS)):
            ranks = ((1 << _FROM[kind + 1]) - (1 << _FROM[kind])) << shift
            if not hand & ranks:
                continue
            dealt[1] = hand & ~bit(lowest(hand & ranks)) | card
            less = play_contract(desk, dealt, contract, facing, rules, strategy) - won
            tally[3 * kind] += 1
            tally[3 * kind + 1] += less
            tally[3 * kind + 2] += less * less
        dealt[1] = hand
    return tally
