"""An attack on a book: when to leave it, told by other classes of hands than its own estimates.

The attacker sees what the book bids. What each way to leave it gains is added up by class, one
family of classes after the other, each explaining what those before left.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, lean_kernel
from engine.backalley.bidding import count_tricks
from engine.backalley.book import SUITED, bid_heard, kind_of, partner_bid
from engine.backalley.deal import Facing
from engine.backalley.legal import may_bid
from engine.backalley.record import Records
from engine.backalley.rules import Rules
from engine.backalley.score import BOARD, PASS, Bid
from engine.backalley.simulate import Tally
from engine.bits import count, highest

Gains: TypeAlias = npt.NDArray[np.int64]
"""(deals, WAYS) What each way to leave the book is expected to gain, in thousandths."""

WAYS: Final = 6
"""Two or one less or more than the book bids, a pass, and a board."""
FAMILIES: Final = 3
CLASSES: Final = 1 << 12
_STEPS: Final = (-2, -1, 1, 2)
_UNIT: Final = 1000
_PULL: Final = 100
"""The gain of a class counts in full with many more deals than this."""


@lean_kernel
def other_bid(usual: Bid, way: int, cards: int, rules: Rules) -> Bid:
    """The bid of a way to leave the book; the usual one if there is none."""
    if way >= len(_STEPS):
        return PASS if way == len(_STEPS) else BOARD
    bid = usual + _STEPS[way]
    return bid if usual != BOARD and may_bid(bid, cards, rules) and bid != BOARD else usual


@lean_kernel
def attack_class(records: Records, deal: int, turn: int, family: int) -> int:
    """Which of CLASSES of a family a deal is in.

    By what the book bids, and: what the hand is worth to `simple`; the number of trumps and the
    highest; or the bids of the partner and of one opponent.
    """
    hand, heard = records.hands[deal], int(records.heard[deal])
    usual = int(records.bids[deal])
    facing = Facing(records.trumps[deal], records.gone[deal])
    if family == 0:
        return 16 * min(count_tricks(hand, facing) // 250, 255) + usual
    if family == 1:
        held = hand & facing.trumps
        top = (highest(held) & 15) + 1 if held else 0
        return 256 * count(held) + 16 * min(top, 15) + usual
    partner = partner_bid(heard, turn)
    opponent = bid_heard(heard, turn - 1) if turn else 0
    return 256 * partner + 16 * opponent + usual


@kernel
def learn_tally(
    records: Records, gains: Gains, turn: int, family: int, cards: int, rules: Rules
) -> Tally:
    """What the ways gain more than expected, by class.

    Returns
    -------
    (CLASSES, WAYS) int64
        Thousandths of points, drawn towards 0 where there are few deals.
    """
    sums, deals = np.zeros((CLASSES, WAYS), np.int64), np.zeros(CLASSES, np.int64)
    for deal in range(records.hands.size):
        if kind_of(records.trumps[deal]) == SUITED:
            place, usual = attack_class(records, deal, turn, family), int(records.bids[deal])
            deals[place] += 1
            for way in range(WAYS):
                bid = other_bid(usual, way, cards, rules)
                gain = int(records.gains[deal, bid]) - int(records.gains[deal, usual])
                sums[place, way] += _UNIT * gain - gains[deal, way]
    for place in range(CLASSES):
        for way in range(WAYS):
            sums[place, way] //= deals[place] + _PULL
    return sums


@kernel
def add_learned(records: Records, gains: Gains, turn: int, family: int, learned: Tally) -> None:
    """Add what was learned of classes to what the ways are expected to gain."""
    for deal in range(records.hands.size):
        if kind_of(records.trumps[deal]) == SUITED:
            gains[deal] += learned[attack_class(records, deal, turn, family)]


@kernel
def attack_tally(records: Records, gains: Gains, cards: int, rules: Rules) -> Tally:
    """What is gained by taking the way that promises most, if any promises something.

    Returns
    -------
    (4,) int64
        Deals, those in which the book is left, and the sum of gains and of their squares.
    """
    sums = np.zeros(4, np.int64)
    for deal in range(records.hands.size):
        if records.shaken[deal]:
            continue
        sums[0] += 1
        way = int(np.argmax(gains[deal]))
        usual = int(records.bids[deal])
        if kind_of(records.trumps[deal]) == SUITED and gains[deal, way] > 0:
            bid = other_bid(usual, way, cards, rules)
            gain = int(records.gains[deal, bid]) - int(records.gains[deal, usual])
            sums[1] += bid != usual
            sums[2] += gain
            sums[3] += gain * gain
    return sums
