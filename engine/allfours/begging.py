"""The begging game over recorded deals: who does what by a book, and what would be better.

Payoffs are the dealer's team's, in a unit of the caller's: points, or chances of winning. A pass
over the deals is a kernel here; `analysis.allfours.solution` says in which order they are made.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, small_kernel
from engine.allfours.book import (
    BASES,
    DEALERS,
    ELDESTS,
    GROUPS,
    HOLDINGS,
    SIDE,
    Page,
    Ranks,
    group_of,
    holding,
    shape,
    side_weight,
)
from engine.allfours.record import RUN, STOOD, Deals
from engine.allfours.simulate import Tally
from engine.bits import count, highest, lowest
from engine.cards import JACK

Worths: TypeAlias = npt.NDArray[np.int64]
"""(3, ways) What a deal is worth by its way, if it is stood, given and run."""
Holdings: TypeAlias = npt.NDArray[np.int16]
"""(deals, 2) `book.holding` of the dealer's hand and the eldest's."""
Gaps: TypeAlias = npt.NDArray[np.int32]
"""(deals, 2) What giving, and what standing, is worth more than running."""
Sides: TypeAlias = npt.NDArray[np.int32]
"""(deals, 2) What the side suits of the dealer's and the eldest's hand add to their leans."""
Acts: TypeAlias = npt.NDArray[np.uint8]
"""(deals, 2) Whether the dealer gives, if begged, and whether the eldest begs."""

BY_STANDING, BY_GIFT, BY_RUN = 0, 1, 2
_GIVE, _STAND = 0, 1
FEATURES: Final = 1 + SIDE
"""What a lean is fitted to: 1, and the features of the side suits."""

ALONE, NEVER, ALWAYS = 0, 1, 2
"""What the rules have hands without a trump do: as they lean, never act, or always."""


@kernel
def holdings_of(deals: Deals) -> Holdings:
    """The holding of each hand."""
    found = np.zeros((deals.kicks.size, 2), np.int16)
    for deal in range(deals.kicks.size):
        for seat in range(2):
            found[deal, seat] = holding(int(deals.suits[deal, seat, 0]), int(deals.kicks[deal]))
    return found


@kernel
def gaps_of(deals: Deals, worths: Worths) -> Gaps:
    """What giving, and what standing, is worth more than running, deal by deal."""
    gaps = np.zeros((deals.kicks.size, 2), np.int32)
    for deal in range(deals.kicks.size):
        stood, run = deals.ways[deal, STOOD], deals.ways[deal, RUN]
        gaps[deal, _GIVE] = worths[BY_GIFT, stood] - worths[BY_RUN, run]
        gaps[deal, _STAND] = worths[BY_STANDING, stood] - worths[BY_RUN, run]
    return gaps


@small_kernel
def gain_of(gaps: Gaps, acts: Acts, deal: int, seat: int) -> int:
    """What giving gains the dealer's team; what begging gains the eldest's."""
    if seat == DEALERS:
        return int(gaps[deal, _GIVE])
    given = gaps[deal, _GIVE] if acts[deal, DEALERS] else 0
    return int(gaps[deal, _STAND]) - int(given)


@kernel
def weigh_sides(deals: Deals, page: Page, seat: int, sides: Sides) -> None:
    """Fill in what side suits add to the leans of a seat's hands."""
    table = np.zeros((GROUPS, 1 << 13), np.int32)
    for group in range(GROUPS):
        for suit in range(1 << 13):
            if count(suit) <= 6:
                table[group, suit] = side_weight(suit, page, group)
    for deal in range(deals.kicks.size):
        group = group_of(int(deals.suits[deal, seat, 0]))
        total = 0
        for place in range(1, 4):
            total += table[group, deals.suits[deal, seat, place]]
        sides[deal, seat] = total


@kernel
def decide(
    deals: Deals, holdings: Holdings, sides: Sides, page: Page, seat: int, void: int, acts: Acts
) -> None:
    """Fill in which hands of a seat act, by its page; `void` says what those without trumps do."""
    for deal in range(deals.kicks.size):
        act = page[BASES + holdings[deal, seat]] + sides[deal, seat] > 0
        if void != ALONE and deals.suits[deal, seat, 0] == 0:
            act = void == ALWAYS
        acts[deal, seat] = act


@small_kernel
def lean_of(deals: Deals, holdings: Holdings, page: Page, deal: int, seat: int) -> int:
    """The lean of a recorded hand."""
    group = group_of(int(deals.suits[deal, seat, 0]))
    total: int = page[BASES + holdings[deal, seat]]
    for place in range(1, 4):
        total += side_weight(int(deals.suits[deal, seat, place]), page, group)
    return total


@small_kernel
def _suit_features(suit: Ranks, found: Tally, made: int) -> int:
    """Put the features of a side suit that are not 0 into `found`; return how many are there."""
    rest = suit
    while rest:
        found[made] = 1 + lowest(rest)
        made += 1
        rest &= rest - 1
    if suit:
        found[made] = 1 + 12 + count(suit)
        made += 1
    for which in range(6):
        if shape(suit, which):
            found[made] = 1 + 19 + which
            made += 1
    return made


@small_kernel
def add_products(sums: Tally, group: int, found: Tally, made: int) -> None:
    """Add the products of a hand's features, of which `made` are not 0."""
    for one in range(made):
        for two in range(one + 1):
            sums[group, found[one], found[two]] += 1
            if two < one:
                sums[group, found[two], found[one]] += 1


@kernel
def side_products(deals: Deals, acts: Acts, seat: int) -> Tally:
    """Products of the features of the hands that a seat decides with, for a least squares fit.

    Returns
    -------
    (GROUPS, FEATURES, FEATURES) int64
    """
    sums = np.zeros((GROUPS, FEATURES, FEATURES), np.int64)
    found = np.zeros(32, np.int64)
    for deal in range(deals.kicks.size):
        if seat == DEALERS and not acts[deal, ELDESTS]:
            continue
        group = group_of(int(deals.suits[deal, seat, 0]))
        made = 1
        for place in range(1, 4):
            made = _suit_features(int(deals.suits[deal, seat, place]), found, made)
        add_products(sums, group, found, made)
    return sums


@kernel
def side_gains(deals: Deals, gaps: Gaps, acts: Acts, seat: int) -> Tally:
    """The same features times what acting gains.

    Returns
    -------
    (GROUPS, FEATURES) int64
    """
    by_suit = np.zeros((GROUPS, 1 << 13), np.int64)
    sums = np.zeros((GROUPS, FEATURES), np.int64)
    for deal in range(deals.kicks.size):
        if seat == DEALERS and not acts[deal, ELDESTS]:
            continue
        group = group_of(int(deals.suits[deal, seat, 0]))
        gain = gain_of(gaps, acts, deal, seat)
        sums[group, 0] += gain
        for place in range(1, 4):
            by_suit[group, deals.suits[deal, seat, place]] += gain
    found = np.zeros(16, np.int64)
    for group in range(GROUPS):
        for suit in range(1 << 13):
            if by_suit[group, suit]:
                for place in range(_suit_features(suit, found, 0)):
                    sums[group, found[place]] += by_suit[group, suit]
    return sums


TRUMP_FEATURES: Final = 1 + 13 + 3 + 1


@kernel
def trump_features() -> Tally:
    """What the bases of like holdings have in common.

    Returns
    -------
    (HOLDINGS, TRUMP_FEATURES) int64
        1; the ranks held, of four or more trumps the highest and the lowest; whether one, two and
        three are below the kick; whether the jack was kicked.
    """
    rows = np.zeros((HOLDINGS, TRUMP_FEATURES), np.int64)
    for trumps in range(1 << 13):
        for kick in range(13):
            if count(trumps) > 6 or trumps >> kick & 1:
                continue
            place = holding(trumps, kick)
            rows[place, 0] = 1
            rest = trumps
            if count(trumps) > 3:
                rest = 1 << highest(trumps) | 1 << lowest(trumps)
            while rest:
                rows[place, 1 + lowest(rest)] = 1
                rest &= rest - 1
            below = min(count(trumps & ((1 << kick) - 1)), 3)
            if below:
                rows[place, 13 + below] = 1
            rows[place, 17] = kick == JACK
    return rows


@kernel
def base_sums(
    deals: Deals, holdings: Holdings, sides: Sides, gaps: Gaps, acts: Acts, seat: int
) -> Tally:
    """Sums from which the bases of a seat follow, over the hands that it decides with.

    Returns
    -------
    (HOLDINGS, 2) int64
        How many hands, and what acting gains less what their side suits add.
    """
    sums = np.zeros((HOLDINGS, 2), np.int64)
    for deal in range(deals.kicks.size):
        if seat == DEALERS and not acts[deal, ELDESTS]:
            continue
        place = holdings[deal, seat]
        sums[place, 0] += 1
        sums[place, 1] += gain_of(gaps, acts, deal, seat) - sides[deal, seat]
    return sums


VALUES: Final = ("deals", "begs", "gives", "value", "squares")
DEALS, BEGS, GIVES, VALUE, SQUARES = range(5)


@kernel
def value_tally(deals: Deals, worths: Worths, acts: Acts) -> Tally:
    """What deals are worth if everybody acts as `acts` says.

    Returns
    -------
    (13, 5) int64
        By the rank of the first kick VALUES: deals, begs, gifts, and the sum and the sum of
        squares of what they are worth.
    """
    sums = np.zeros((13, 5), np.int64)
    for deal in range(deals.kicks.size):
        stood, run = deals.ways[deal, STOOD], deals.ways[deal, RUN]
        kick = deals.kicks[deal]
        begs, gives = acts[deal, ELDESTS], acts[deal, DEALERS]
        worth = worths[BY_STANDING, stood]
        if begs:
            worth = worths[BY_GIFT, stood] if gives else worths[BY_RUN, run]
        sums[kick, 0] += 1
        sums[kick, 1] += begs
        sums[kick, 2] += begs and gives
        sums[kick, 3] += worth
        sums[kick, 4] += worth * worth
    return sums


GAIN: Final = ("gain", "squares", "other")


@kernel
def gain_tally(gaps: Gaps, acts: Acts, instead: Acts, seat: int) -> Tally:
    """What a seat gains if it acts as `instead` says while the other acts as `acts` says.

    Returns
    -------
    (3,) int64
        GAIN: sum and sum of squares over all deals, and in how many it acts otherwise.
    """
    sums = np.zeros(3, np.int64)
    for deal in range(gaps.shape[0]):
        if instead[deal, seat] == acts[deal, seat] or (seat == DEALERS and not acts[deal, ELDESTS]):
            continue
        gain = gain_of(gaps, acts, deal, seat)
        if not instead[deal, seat]:
            gain = -gain
        sums[0] += gain
        sums[1] += gain * gain
        sums[2] += 1
    return sums


@kernel
def leans_of(deals: Deals, holdings: Holdings, page: Page, seat: int) -> Tally:
    """The lean of each hand of a seat: (deals,) int64."""
    leans = np.zeros(deals.kicks.size, np.int64)
    for deal in range(deals.kicks.size):
        leans[deal] = lean_of(deals, holdings, page, deal, seat)
    return leans
