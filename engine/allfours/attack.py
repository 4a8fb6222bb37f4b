"""Another family of features for the same decisions: how far can a solution be exploited?

The solution tells hands apart by `book.holding` and by shapes of side suits. The attack adds up
single cards instead, trumps, kick and side cards alike, and corrects the sum by the number of
trumps, the highest, the lowest and the jack. A mistake that the solution's features can't see may
show here. It starts from the solution's own leans, so it gains at least what can be learned beside
them.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel, small_kernel
from engine.allfours.begging import Acts, Gaps, Holdings, add_products, gain_of, lean_of
from engine.allfours.book import DEALERS, ELDESTS, Page, group_of
from engine.allfours.record import Deals
from engine.allfours.simulate import Tally
from engine.bits import count, highest, lowest
from engine.cards import JACK

ATTACK_FEATURES: Final = 1 + 3 * 13
"""1, then the ranks of the trumps held, of the kick, and of the side cards."""
CLASSES: Final = 7 * 13 * 13 * 3


@small_kernel
def _class_of(trumps: int, kick: int) -> int:
    """Number, highest and lowest of the trumps; whether the jack is held, kicked, or neither."""
    high = highest(trumps) if trumps else 0
    low = lowest(trumps) if trumps else 0
    jack = 2 if kick == JACK else trumps >> JACK & 1
    return ((count(trumps) * 13 + high) * 13 + low) * 3 + jack


@small_kernel
def _features(deals: Deals, deal: int, seat: int, found: Tally) -> int:
    """Put the features of a hand that are not 0 into `found`; return how many."""
    found[0] = 0
    found[1] = 14 + deals.kicks[deal]
    made = 2
    for place in range(4):
        rest = int(deals.suits[deal, seat, place])
        while rest:
            found[made] = lowest(rest) + (27 if place else 1)
            made += 1
            rest &= rest - 1
    return made


@kernel
def attack_equations(
    deals: Deals, holdings: Holdings, gaps: Gaps, acts: Acts, seat: int, page: Page
) -> Tally:
    """Products of the attack's features, and of each with what acting gains more than the lean.

    Returns
    -------
    (4, ATTACK_FEATURES, ATTACK_FEATURES + 1) int64
    """
    sums = np.zeros((4, ATTACK_FEATURES, ATTACK_FEATURES + 1), np.int64)
    found = np.zeros(8, np.int64)
    for deal in range(deals.kicks.size):
        if seat == DEALERS and not acts[deal, ELDESTS]:
            continue
        group = group_of(int(deals.suits[deal, seat, 0]))
        gain = gain_of(gaps, acts, deal, seat) - lean_of(deals, holdings, page, deal, seat)
        made = _features(deals, deal, seat, found)
        add_products(sums, group, found, made)
        for place in range(made):
            sums[group, found[place], ATTACK_FEATURES] += gain
    return sums


@small_kernel
def _sum(deals: Deals, deal: int, seat: int, weights: Tally, found: Tally) -> int:
    group = group_of(int(deals.suits[deal, seat, 0]))
    total = 0
    for place in range(_features(deals, deal, seat, found)):
        total += weights[group, found[place]]
    return total


@kernel
def attack_rest(
    deals: Deals,
    holdings: Holdings,
    gaps: Gaps,
    acts: Acts,
    seat: int,
    page: Page,
    weights: Tally,
) -> Tally:
    """By class how many hands, and what acting gains more than lean and weights add up to.

    Parameters
    ----------
    weights : (4, ATTACK_FEATURES) int64

    Returns
    -------
    (CLASSES, 2) int64
    """
    sums = np.zeros((CLASSES, 2), np.int64)
    found = np.zeros(8, np.int64)
    for deal in range(deals.kicks.size):
        if seat == DEALERS and not acts[deal, ELDESTS]:
            continue
        place = _class_of(int(deals.suits[deal, seat, 0]), int(deals.kicks[deal]))
        sums[place, 0] += 1
        sums[place, 1] += gain_of(gaps, acts, deal, seat)
        sums[place, 1] -= lean_of(deals, holdings, page, deal, seat)
        sums[place, 1] -= _sum(deals, deal, seat, weights, found)
    return sums


@kernel
def attack_acts(
    deals: Deals,
    holdings: Holdings,
    seat: int,
    page: Page,
    weights: Tally,
    rest: Tally,
    acts: Acts,
) -> None:
    """Fill in how the attacker acts: where lean, weights and the rest of the class are above 0."""
    found = np.zeros(8, np.int64)
    for deal in range(deals.kicks.size):
        place = _class_of(int(deals.suits[deal, seat, 0]), int(deals.kicks[deal]))
        total = lean_of(deals, holdings, page, deal, seat) + rest[place]
        acts[deal, seat] = total + _sum(deals, deal, seat, weights, found) > 0
