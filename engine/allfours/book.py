"""A book says when to beg and when to give: for each seat, weights of the features of a hand.

The *lean* of a hand is what begging is worth more than standing, or giving more than running, as
the book has it: the weights of all features of the hand under this kick, added up. A hand leans to
begging, or giving, if the sum is above 0. The unit is the book's own.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, small_kernel
from engine.allfours.rules import Rules
from engine.bits import count, highest, lowest
from engine.cards import JACK, TEN, Card, Mask, rank_of, suit_of

Book: TypeAlias = npt.NDArray[np.int64]
"""(2, PAGE): the dealer's page, who may give, then the eldest's, who may beg."""
Page: TypeAlias = npt.NDArray[np.int64]
"""(PAGE,) FEATURES weights for each of GROUPS."""
Ranks: TypeAlias = int
"""The cards held in one suit: a mask of 13 bits, the two the lowest."""
Features: TypeAlias = int
"""Features that a suit has, or that trumps have besides: a mask."""

GROUPS: Final = 12
"""Hands have weights of their own by their trumps: none; one, up to the five, up to the nine, the
ten, the jack, the queen, the king, or the ace; two without and with the jack; more, without and
with."""
_LENGTHS: Final = 13
_GUARDED: Final = _LENGTHS + 6
_TOGETHER: Final = _GUARDED + 5 * 4
_LOW: Final = _TOGETHER + 10
SUIT: Final = _LOW + 4
"""Features of a suit: its ranks; its length; a ten, jack, queen, king or ace in one to four cards;
each two of those together; a lone two; two, three, and four or more from two to six."""
_LOWEST: Final = 12
_KICKS: Final = _LOWEST + 12
_ALWAYS: Final = _KICKS + 13
UNDER: Final = _ALWAYS + 1
"""Features under a kick: the highest trump and, of two or more, the lowest, as a place among the
twelve that were not kicked; the rank of the kick; and one that all hands have."""
FEATURES: Final = SUIT + SUIT + UNDER
"""Those of the side suits, of which one may occur twice or three times, of the trumps, and UNDER
this kick."""
SIDES, TRUMPS, KICKED = 0, SUIT, SUIT + SUIT
KICKS: Final = KICKED + _KICKS
PAGE: Final = GROUPS * FEATURES
DEALERS, ELDESTS = 0, 1

_ALL: Final = 0x1FFF
_LOW_RANKS: Final = 0x1F


@small_kernel
def ranks_in(hand: Mask, suit: int) -> Ranks:
    """The cards of one suit, the two as bit 0."""
    return (hand >> (16 * suit)) & _ALL


@small_kernel
def side_suit(trump: int, place: int) -> int:
    """The side suits 0, 1 and 2 of a trump suit."""
    return (trump + 1 + place) & 3


@small_kernel
def group_of(trumps: Ranks) -> int:
    """Which of GROUPS a hand belongs to.

    >>> [group_of(trumps) for trumps in (0, 1, 1 << 3, 1 << 4, 1 << TEN, 1 << JACK, 1 << 12)]
    [0, 1, 1, 2, 3, 4, 7]
    >>> [group_of(trumps | 3) for trumps in (0, 1 << TEN, 1 << JACK)]
    [8, 10, 11]
    """
    held = count(trumps)
    if held == 0:
        return 0
    if held == 1:
        rank = highest(trumps)
        return max(1 + (rank > 3), rank - TEN + 3)
    return 8 + 2 * (held > 2) + (trumps >> JACK & 1)


@small_kernel
def suit_features(suit: Ranks) -> Features:
    """Which of SUIT features a suit has.

    >>> [which for which in range(SUIT) if suit_features(0b1000000000100) >> which & 1]
    [2, 12, 14, 36]
    """
    if not suit:
        return 0
    length, low = count(suit), count(suit & _LOW_RANKS)
    found: int = suit | 1 << (_LENGTHS + length - 1)
    honours = suit >> TEN
    while honours:
        top = highest(honours)
        honours ^= 1 << top
        found |= honours << (_TOGETHER + top * (top - 1) // 2)
        if length <= 4:
            found |= 1 << (_GUARDED + 4 * top + length - 1)
    return (
        found
        | (suit == 1) << _LOW
        | (low > 1) << (_LOW + 1)
        | (low > 2) << (_LOW + 2)
        | (low > 3) << (_LOW + 3)
    )


@small_kernel
def under_features(trumps: Ranks, kick: int) -> Features:
    """Which features UNDER a kick of a rank trumps have.

    >>> [which for which in range(UNDER) if under_features(0b0011, 12) >> which & 1]
    [1, 12, 36, 37]
    """
    found = 1 << (_KICKS + kick) | 1 << _ALWAYS
    if trumps:
        top = highest(trumps)
        found |= 1 << (top - (top > kick))
    if count(trumps) > 1:
        last = lowest(trumps)
        found |= 1 << (_LOWEST + last - (last > kick))
    return found


@small_kernel
def added(features: Features, page: Page, first: int) -> int:
    """The weights of some features, of which number 0 has its weight at `first`."""
    total = 0
    while features:
        total += page[first + lowest(features)]
        features &= features - 1
    return total


@small_kernel
def trump_weight(trumps: Ranks, kick: int, page: Page) -> int:
    """What trumps and the kick add to the lean of a hand."""
    first = FEATURES * group_of(trumps)
    return added(suit_features(trumps), page, first + TRUMPS) + added(
        under_features(trumps, kick), page, first + KICKED
    )


@small_kernel
def side_weight(suit: Ranks, group: int, page: Page) -> int:
    """What a side suit adds to the lean of a hand of a group."""
    return added(suit_features(suit), page, FEATURES * group + SIDES)


@small_kernel
def lean(hand: Mask, kick: Card, page: Page) -> int:
    """What begging, or giving, is worth more than the other action, as the page has it."""
    trump = suit_of(kick)
    trumps = ranks_in(hand, trump)
    total = trump_weight(trumps, rank_of(kick), page)
    for place in range(3):
        side = ranks_in(hand, side_suit(trump, place))
        total += side_weight(side, group_of(trumps), page)
    return total


@small_kernel
def begs(hand: Mask, kick: Card, page: Page, rules: Rules) -> bool:
    """Whether the eldest begs with these six cards (RULES.md 10)."""
    if not rules.stand_void and not ranks_in(hand, suit_of(kick)):
        return True
    return lean(hand, kick, page) > 0


@small_kernel
def gives(hand: Mask, kick: Card, page: Page, may: bool, rules: Rules) -> bool:
    """Whether the dealer, begged, gives with these six cards (RULES.md 11).

    Parameters
    ----------
    may : bool
        Whether the score allows it: see `gift_allowed`.
    """
    if not may or (not rules.give_void and not ranks_in(hand, suit_of(kick))):
        return False
    return lean(hand, kick, page) > 0


@small_kernel
def gift_allowed(eldest: int, rules: Rules) -> bool:
    """Whether the dealer may give when the eldest's team has so many points (RULES.md 11)."""
    return rules.gift_can_win != 0 or eldest + rules.gift < rules.target


@kernel
def new_book() -> Book:
    """A book in which no hand leans to begging or giving."""
    return np.zeros((2, PAGE), np.int64)
