"""A book says when to beg and when to give: for each seat, weights of side cards and of trumps.

The *lean* of a hand is what begging is worth more than standing, or giving more than running, as
the book has it: a base for the trumps held under this kick, plus the weight of each side suit. A
hand leans to begging, or giving, if the sum is above 0. The unit is the book's own.
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
"""(PAGE,) SIDE weights for each of GROUPS, then a base for each of HOLDINGS."""
Ranks: TypeAlias = int
"""The cards held in one suit: a mask of 13 bits, the two the lowest."""

GROUPS: Final = 4
"""Hands without a trump, with one, with two, and with more have side weights of their own."""
SIDE: Final = 13 + 6 + 6
"""Features of a side suit: its ranks, its length, and SIDE_SHAPES."""
SIDE_SHAPES: Final = (
    "lone ten", "ten and one", "jack under ace, king or queen", "lone ace, king or queen",
    "lone two", "ace and three or more",
)  # fmt: skip
_FEW: Final = 1 + 13 + 78 + 286
"""Holdings of three trumps at most; from four on only the highest and the lowest count."""
HOLDINGS: Final = (_FEW + 13 * 13) * 8
BASES: Final = GROUPS * SIDE
PAGE: Final = BASES + HOLDINGS
DEALERS, ELDESTS = 0, 1

_ALL: Final = 0x1FFF


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
    """Which of GROUPS a hand belongs to."""
    return min(count(trumps), GROUPS - 1)


@small_kernel
def holding(trumps: Ranks, kick: int) -> int:
    """A number below HOLDINGS for trumps held when a card of rank `kick` is kicked.

    Up to three trumps are told apart by their ranks, more by the highest and the lowest; then by
    how many are below the kick (three at most), and whether the jack was kicked.
    """
    held = count(trumps)
    low = lowest(trumps) if trumps else 0
    high = highest(trumps) if trumps else 0
    if held > 3:
        place = _FEW + high * 13 + low
    elif held == 3:
        middle = lowest(trumps & (trumps - 1))
        place = 92 + high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    elif held == 2:
        place = 14 + high * (high - 1) // 2 + low
    else:
        place = held + low
    below = min(count(trumps & ((1 << kick) - 1)), 3)
    return (place * 4 + below) * 2 + (1 if kick == JACK else 0)


@small_kernel
def group_of_holding(place: int) -> int:
    """Which of GROUPS the hands of a holding belong to.

    >>> [group_of_holding(holding(trumps, TEN)) for trumps in (0, 1, 3, 7, 15)]
    [0, 1, 2, 3, 3]
    """
    held = place // 8
    return (held >= 1) + (held >= 14) + (held >= 92)


@small_kernel
def shape(suit: Ranks, which: int) -> bool:
    """Whether a side suit has one of SIDE_SHAPES.

    >>> [which for which in range(6) if shape(0b1001100000000, which)]
    [2]
    """
    length = count(suit)
    if which == 0:
        return suit == 1 << TEN
    if which == 1:
        return length == 2 and suit >> TEN & 1 == 1
    if which == 2:
        return suit >> JACK & 1 == 1 and suit >> (JACK + 1) != 0
    if which == 3:
        return length == 1 and suit >> (JACK + 1) != 0
    if which == 4:
        return suit == 1
    return length > 3 and suit >> 12 == 1


@small_kernel
def side_weight(suit: Ranks, page: Page, group: int) -> int:
    """What a side suit adds to the lean of a hand."""
    first = group * SIDE
    total: int = 0
    rest = suit
    while rest:
        total += page[first + lowest(rest)]
        rest &= rest - 1
    if suit:
        total += page[first + 12 + count(suit)]
    for which in range(6):
        if shape(suit, which):
            total += page[first + 19 + which]
    return total


@small_kernel
def lean(hand: Mask, kick: Card, page: Page) -> int:
    """What begging, or giving, is worth more than the other action, as the page has it."""
    trump = suit_of(kick)
    trumps = ranks_in(hand, trump)
    group = group_of(trumps)
    total: int = page[BASES + holding(trumps, rank_of(kick))]
    for place in range(3):
        total += side_weight(ranks_in(hand, side_suit(trump, place)), page, group)
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
