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
    DEALERS,
    ELDESTS,
    FEATURES,
    GROUPS,
    KICKED,
    SIDES,
    TRUMPS,
    Features,
    Page,
    group_of,
    side_weight,
    suit_features,
    trump_weight,
    under_features,
)
from engine.allfours.record import RUN, STOOD, Deals
from engine.allfours.simulate import Tally
from engine.bits import count, lowest

Worths: TypeAlias = npt.NDArray[np.int64]
"""(3, ways) What a deal is worth by its way, if it is stood, given and run."""
Gaps: TypeAlias = npt.NDArray[np.int32]
"""(deals, 2) What giving, and what standing, is worth more than running."""
Leans: TypeAlias = npt.NDArray[np.int32]
"""(deals,) The lean of each hand of a seat."""
Acts: TypeAlias = npt.NDArray[np.uint8]
"""(deals, 2) Whether the dealer gives, if begged, and whether the eldest begs."""
Found: TypeAlias = npt.NDArray[np.int64]
"""(_MOST,) Places of features in a page; one that two side suits have is there twice."""

BY_STANDING, BY_GIFT, BY_RUN = 0, 1, 2
_GIVE, _STAND = 0, 1
ALONE, NEVER, ALWAYS = 0, 1, 2
"""What the rules have hands without a trump do: as they lean, never act, or always."""

_SUITS: Final = 1 << 13
"""Ways to hold one suit."""
_HELD: Final = 6
_MOST: Final = 64
"""No hand has so many features."""


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
def leans_of(deals: Deals, page: Page, seat: int) -> Leans:
    """The lean of each hand of a seat: a sum of what its four suits add, looked up."""
    trumps, sides = _trump_table(page), _side_table(page)
    leans = np.zeros(deals.kicks.size, np.int32)
    for deal in range(deals.kicks.size):
        held = deals.suits[deal, seat, 0]
        total = trumps[deals.kicks[deal], held]
        group = group_of(int(held))
        for place in range(1, 4):
            total += sides[group, deals.suits[deal, seat, place]]
        leans[deal] = total
    return leans


@kernel
def _trump_table(page: Page) -> Tally:
    """What trumps and the kick add to a lean, by the rank of the kick and the trumps."""
    table = np.zeros((13, _SUITS), np.int64)
    for kick in range(13):
        for held in range(_SUITS):
            if count(held) <= _HELD:
                table[kick, held] = trump_weight(held, kick, page)
    return table


@kernel
def _side_table(page: Page) -> Tally:
    """What a side suit adds to a lean, by the group of the hand and the suit."""
    table = np.zeros((GROUPS, _SUITS), np.int64)
    for held in range(_SUITS):
        if count(held) <= _HELD:
            for group in range(GROUPS):
                table[group, held] = side_weight(held, group, page)
    return table


@kernel
def decide(deals: Deals, leans: Leans, seat: int, void: int, acts: Acts) -> None:
    """Fill in which hands of a seat act; `void` says what those without trumps do."""
    for deal in range(deals.kicks.size):
        act = leans[deal] > 0
        if void != ALONE and deals.suits[deal, seat, 0] == 0:
            act = void == ALWAYS
        acts[deal, seat] = act


@small_kernel
def _listed(features: Features, first: int, found: Found, made: int) -> int:
    """Add features, numbered from `first`, to `made` others; return how many they are now."""
    while features:
        found[made] = first + lowest(features)
        made += 1
        features &= features - 1
    return made


@kernel
def products_of(deals: Deals, acts: Acts, seat: int) -> Tally:
    """Products of the features of the hands that a seat decides with, for a least squares fit.

    Returns
    -------
    (GROUPS, FEATURES, FEATURES) int64
    """
    sums = np.zeros((GROUPS, FEATURES, FEATURES), np.int64)
    found = np.zeros(_MOST, np.int64)
    for deal in range(deals.kicks.size):
        if seat == DEALERS and not acts[deal, ELDESTS]:
            continue
        trumps = int(deals.suits[deal, seat, 0])
        group = group_of(trumps)
        made = _listed(under_features(trumps, int(deals.kicks[deal])), KICKED, found, 0)
        made = _listed(suit_features(trumps), TRUMPS, found, made)
        for place in range(1, 4):
            side = suit_features(int(deals.suits[deal, seat, place]))
            made = _listed(side, SIDES, found, made)
        for one in range(made):
            for two in range(one + 1):
                row, column = max(found[one], found[two]), min(found[one], found[two])
                sums[group, row, column] += 1 + (row == column and two < one)
    for row in range(FEATURES):
        for column in range(row):
            sums[:, column, row] = sums[:, row, column]
    return sums


@kernel
def rests_of(deals: Deals, leans: Leans, gaps: Gaps, acts: Acts, seat: int) -> Tally:
    """The same features times what acting gains more than the lean.

    It is added up by the trumps and by the side suits first, then once for each of their features.

    Returns
    -------
    (GROUPS, FEATURES) int64
    """
    trumps, sides = np.zeros((13, _SUITS), np.int64), np.zeros((GROUPS, _SUITS), np.int64)
    for deal in range(deals.kicks.size):
        if seat == DEALERS and not acts[deal, ELDESTS]:
            continue
        rest = gain_of(gaps, acts, deal, seat) - leans[deal]
        held = deals.suits[deal, seat, 0]
        trumps[deals.kicks[deal], held] += rest
        group = group_of(int(held))
        for place in range(1, 4):
            sides[group, deals.suits[deal, seat, place]] += rest
    sums = np.zeros((GROUPS, FEATURES), np.int64)
    for held in range(_SUITS):
        if count(held) <= _HELD:
            features = suit_features(held)
            for group in range(GROUPS):
                _add_rest(features, SIDES, sums[group], sides[group, held])
            of_group = sums[group_of(held)]
            for kick in range(13):
                _add_rest(features, TRUMPS, of_group, trumps[kick, held])
                _add_rest(under_features(held, kick), KICKED, of_group, trumps[kick, held])
    return sums


@small_kernel
def _add_rest(features: Features, first: int, sums: Tally, rest: int) -> None:
    """Add a rest to the sums of some features, numbered from `first`."""
    while features:
        sums[first + lowest(features)] += rest
        features &= features - 1


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
