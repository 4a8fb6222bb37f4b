"""From recorded deals to a page: sums for least squares, and gains by estimate and bid."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, lean_kernel
from engine.backalley.book import (
    BIDS,
    CASES,
    ESTIMATES,
    FEATURES,
    SAID,
    SUITED,
    SWEEP,
    TRICKS,
    TRUMP_FEATURES,
    UNIT,
    Estimates,
    Features,
    Heard,
    Page,
    bid_by,
    bid_heard,
    case_of,
    class_of,
    estimate_hand,
    expect,
    kind_of,
    partner_bid,
    plain_features,
    plain_ranks,
    trump_features,
)
from engine.backalley.deal import Facing
from engine.backalley.record import Records
from engine.backalley.rules import Rules
from engine.backalley.score import BOARD, Bid
from engine.backalley.simulate import Tally
from engine.bits import lowest
from engine.cards import Mask, suit_of

Found: TypeAlias = npt.NDArray[np.int64]
"""(_MOST,) Places of features; one that two suits have is there twice."""

FITTED: Final = FEATURES + SAID
"""Features of the hand, then of what was heard: that a bid was at least so high, or a board."""
CLASSES: Final = 128
"""Estimates are cut into so many classes of equal width."""
WEIGHT: Final = 16
"""A deal in which the others bid by the book counts so often."""
_MOST: Final = 192


@lean_kernel
def _listed(features: Features, first: int, found: Found, made: int) -> int:
    """Add features, numbered from `first`, to `made` others; return how many they are now."""
    while features:
        found[made] = first + lowest(features)
        made += 1
        features &= features - 1
    return made


@lean_kernel
def _listed_bid(bid: Bid, first: int, found: Found, made: int) -> int:
    """Add the features of a bid that was heard."""
    if bid == BOARD:
        found[made] = first + BOARD
        return made + 1
    for number in range(1, bid + 1):
        found[made] = first + number
        made += 1
    return made


@lean_kernel
def _listed_all(hand: Mask, facing: Facing, heard: Heard, turn: int, found: Found) -> int:
    """List all features of a bidder, and return how many they are."""
    made = _listed(trump_features(hand, facing), 0, found, 0)
    suited = kind_of(facing.trumps) == SUITED
    for suit in range(4):
        if not (suited and suit == suit_of(lowest(facing.trumps))):
            held = plain_ranks(hand, facing.trumps, suit)
            made = _listed(plain_features(held), TRUMP_FEATURES, found, made)
    if turn >= 2:
        made = _listed_bid(partner_bid(heard, turn), FEATURES, found, made)
    if turn >= 1:
        first = bid_heard(heard, turn - 1 if turn < 3 else 0)
        made = _listed_bid(first, FEATURES + BIDS, found, made)
    if turn == 3:
        made = _listed_bid(bid_heard(heard, 2), FEATURES + 2 * BIDS, found, made)
    return made


@kernel
def products_of(records: Records, kind: int, turn: int, cards: int) -> Tally:
    """Products of features with one another, and with what is to be estimated.

    Parameters
    ----------
    kind : int
        Only such deals are counted.

    Returns
    -------
    (FITTED, FITTED + ESTIMATES) int64
        The last columns are in thousandths, and of the deals with somebody to play.
    """
    sums = np.zeros((FITTED, FITTED + ESTIMATES), np.int64)
    found = np.zeros(_MOST, np.int64)
    for deal in range(records.hands.size):
        facing = Facing(records.trumps[deal], records.gone[deal])
        if kind_of(facing.trumps) != kind:
            continue
        usual = records.tricks[deal, records.bids[deal]]
        tricks = UNIT * (usual if usual >= 0 else records.tricks[deal, BOARD])
        sweep = UNIT * (records.tricks[deal, BOARD] == cards)
        weight = 1 if records.shaken[deal] else WEIGHT
        heard = records.heard[deal]
        made = _listed_all(records.hands[deal], facing, heard, turn, found)
        for one in range(made):
            row = found[one]
            sums[row, FITTED + TRICKS] += weight * tricks
            sums[row, FITTED + SWEEP] += weight * sweep
            for two in range(made):
                sums[row, found[two]] += weight
    return sums


@lean_kernel
def _expected(records: Records, deal: int, turn: int, page: Page) -> Estimates:
    facing = Facing(records.trumps[deal], records.gone[deal])
    alone = estimate_hand(records.hands[deal], facing, page)
    return expect(alone, records.heard[deal], turn, page)


@kernel
def numbers_tally(
    records: Records, kind: int, turn: int, cards: int, most: int, page: Page
) -> Tally:
    """What each number gains, by the case and by the tricks that a page expects.

    Parameters
    ----------
    most : int
        The highest number that may be bid.

    Returns
    -------
    (CASES, CLASSES, BIDS) int64
        Sums of gains by number; in the place of a board how much the deals weigh.
    """
    sums = np.zeros((CASES, CLASSES, BIDS), np.int64)
    for deal in range(records.hands.size):
        if kind_of(records.trumps[deal]) == kind:
            place = class_of(_expected(records, deal, turn, page).tricks, UNIT * cards, CLASSES)
            weight = 1 if records.shaken[deal] else WEIGHT
            row = sums[case_of(records.heard[deal], turn), place]
            for bid in range(most + 1):
                row[bid] += weight * int(records.gains[deal, bid])
            row[BOARD] += weight
    return sums


@kernel
def boards_tally(
    records: Records, kind: int, turn: int, cards: int, rules: Rules, page: Page
) -> Tally:
    """What a board gains over the number that a page bids, by case and by its chance of a sweep.

    Returns
    -------
    (CASES, CLASSES, 2) int64
        Sums of gains, and how much the deals weigh.
    """
    sums = np.zeros((CASES, CLASSES, 2), np.int64)
    for deal in range(records.hands.size):
        if kind_of(records.trumps[deal]) == kind:
            expected = _expected(records, deal, turn, page)
            case = case_of(records.heard[deal], turn)
            number = bid_by(Estimates(expected.tricks, -(1 << 40)), case, cards, page, rules)
            weight = 1 if records.shaken[deal] else WEIGHT
            gain = int(records.gains[deal, BOARD]) - int(records.gains[deal, number])
            place = class_of(expected.sweep, UNIT, CLASSES)
            sums[case, place, 0] += weight * gain
            sums[case, place, 1] += weight
    return sums


@kernel
def page_tally(
    records: Records, kind: int, turn: int, cards: int, rules: Rules, page: Page
) -> Tally:
    """What a page gains over the bids of its turn that were recorded, the others bidding alike.

    Returns
    -------
    (4,) int64
        Deals, those in which the bids differ, and the sum of gains and of their squares.
    """
    sums = np.zeros(4, np.int64)
    for deal in range(records.hands.size):
        if kind_of(records.trumps[deal]) == kind and not records.shaken[deal]:
            case = case_of(records.heard[deal], turn)
            bid = bid_by(_expected(records, deal, turn, page), case, cards, page, rules)
            usual = records.bids[deal]
            gain = int(records.gains[deal, bid]) - int(records.gains[deal, usual])
            sums[0] += 1
            sums[1] += bid != usual
            sums[2] += gain
            sums[3] += gain * gain
    return sums
