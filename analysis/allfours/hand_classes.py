"""Hands in classes that a player can tell apart at the table: the trumps held, and the side cards.

Of the side cards the aces say most: they alone explain half of what the solution's side weights
say, and the six classes here, which count kings and jacks against tens too, 55 to 65 %.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.allfours.record import Deals
from engine.cards import ACE, JACK, KING, RANKS, TEN

Classes: TypeAlias = npt.NDArray[np.int64]
"""A number for each hand; -1 where it belongs to no class."""

_MOST = 13
_SMALL, _MIDDLING, _JACK, _HIGH = range(4)
_PAIRS: Final = {
    (_SMALL, _SMALL): "two of 2-4",
    (_SMALL, _MIDDLING): "2-4 and 5-T",
    (_MIDDLING, _MIDDLING): "two of 5-T",
    (_SMALL, _JACK): "J and 2-4",
    (_MIDDLING, _JACK): "J and 5-T",
    (_JACK, _HIGH): "J and Q-A",
    (_SMALL, _HIGH): "Q-A and 2-4",
    (_MIDDLING, _HIGH): "Q-A and 5-T",
    (_HIGH, _HIGH): "two of Q-A",
}
_MORE: Final = ("three of 2-T", "three with J-A", "four or more")
HOLDINGS: Final = (
    "no trump", *(f"lone {rank}" for rank in RANKS), *_PAIRS.values(), *_MORE,
)  # fmt: skip
"""Classes of trumps."""

SIDES: Final = {
    "no_ace_fewer": "no ace\nK+J < T",
    "no_ace_even": "no ace\nK+J = T",
    "no_ace_more": "no ace\nK+J > T",
    "ace_not_more": "one ace\nK+J <= T",
    "ace_more": "one ace\nK+J > T",
    "aces": "two aces\nor more",
}
"""Classes of side cards and their labels."""
SIDES_EXPLAINED: Final = "side cards: aces, and kings and jacks (K+J) against tens (T)"


def _kind(rank: int) -> int:
    if rank == JACK:
        return _JACK
    return _HIGH if rank > JACK else (_SMALL if rank < 3 else _MIDDLING)


def holding_class(ranks: tuple[int, ...]) -> int:
    """Which of HOLDINGS some trumps are, by their ranks from the lowest.

    >>> HOLDINGS[holding_class((0, 9))], HOLDINGS[holding_class((2, 5, 12))]
    ('J and 2-4', 'three with J-A')
    """
    if not ranks:
        return 0
    if len(ranks) == 1:
        return 1 + ranks[0]
    if len(ranks) == 2:
        low, high = sorted(map(_kind, ranks))
        return HOLDINGS.index(_PAIRS[low, high])
    if len(ranks) > 3:
        return HOLDINGS.index(_MORE[2])
    return HOLDINGS.index(_MORE[1 if ranks[-1] > TEN else 0])


@cache
def _holding_table() -> Classes:
    return _table(holding_class)


@cache
def _pair_tables() -> tuple[Classes, Classes]:
    """The higher and the lower card of two, else -1."""

    def of_two(which: int) -> Classes:
        return _table(lambda ranks: ranks[which] if len(ranks) == 2 else -1)

    return of_two(1), of_two(0)


@cache
def _lone_table() -> Classes:
    """0 without trumps, 1 and on with a lone trump by its rank, else -1."""
    return _table(lambda ranks: -1 if len(ranks) > 1 else 1 + ranks[0] if ranks else 0)


@cache
def _ace_table() -> Classes:
    return _table(lambda ranks: int(ACE in ranks))


@cache
def _even_table() -> Classes:
    return _table(lambda ranks: (KING in ranks) + (JACK in ranks) - (TEN in ranks))


def _table(number: Callable[[tuple[int, ...]], int]) -> Classes:
    """A number for every set of cards of a suit."""
    sets = (
        tuple(rank for rank in range(_MOST) if cards >> rank & 1) for cards in range(1 << _MOST)
    )
    return np.array([number(ranks) for ranks in sets], np.int64)


def by_holding(deals: Deals, seat: int) -> Classes:
    """Which of HOLDINGS each hand of a seat has."""
    return _holding_table()[deals.suits[:, seat, 0]]


def by_sides(deals: Deals, seat: int) -> Classes:
    """Which of SIDES the side cards of each hand are."""
    sides = deals.suits[:, seat, 1:]
    aces = _ace_table()[sides].sum(1)
    even = _even_table()[sides].sum(1)
    without = 1 + np.sign(even)
    with_one = np.where(even > 0, 4, 3)
    return np.where(aces == 0, without, np.where(aces == 1, with_one, 5))


def by_lone(deals: Deals, seat: int) -> Classes:
    """0 for hands without a trump, 1 and on for a lone one by its rank, else -1."""
    return _lone_table()[deals.suits[:, seat, 0]]


def by_kick(deals: Deals, _: int) -> Classes:
    """The rank of the kick."""
    return deals.kicks.astype(np.int64)


def by_higher(deals: Deals, seat: int) -> Classes:
    """The higher of two trumps, counted from the three; -1 with other holdings."""
    return np.maximum(_pair_tables()[0][deals.suits[:, seat, 0]] - 1, -1)


def by_lower(deals: Deals, seat: int) -> Classes:
    """The lower of two trumps; -1 with other holdings."""
    return _pair_tables()[1][deals.suits[:, seat, 0]]
