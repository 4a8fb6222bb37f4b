"""Another family of features for the same decisions: how far can a solution be exploited?

A solution adds up weights of single features. The attack sorts hands into classes instead, in
which features meet, and corrects the solution's leans by what each class gains beside them: first
by number of trumps, then by what high trump comes with which strength and shape of the side suits,
last by the trumps themselves. A mistake that sums can't see may show here.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel, small_kernel
from engine.allfours.begging import Acts, Gaps, Leans, gain_of
from engine.allfours.book import DEALERS, ELDESTS
from engine.allfours.record import Deals
from engine.allfours.simulate import Tally
from engine.bits import count, highest, lowest
from engine.cards import ACE, JACK, TEN

BY_NUMBER, BY_SIDES, BY_TRUMPS = 0, 1, 2
"""The ways to sort hands, the coarsest first."""
CLASSES: Final = 7 * 13 * 13 * 3 * 3


@small_kernel
def _by_trumps(trumps: int, kick: int) -> int:
    """Number, highest and lowest trump; the jack held, kicked or neither; the kick's height."""
    high = highest(trumps) if trumps else 0
    low = lowest(trumps) if trumps else 0
    jack = 2 if kick == JACK else trumps >> JACK & 1
    height = (kick >= TEN) + (kick == ACE)
    return (((count(trumps) * 13 + high) * 13 + low) * 3 + jack) * 3 + height


@small_kernel
def _by_sides(deals: Deals, deal: int, seat: int) -> int:
    """Up to three trumps and the highest; the side suits' honours, tens, voids and longest."""
    trumps = int(deals.suits[deal, seat, 0])
    high = max(highest(trumps) - TEN, -1) + 2 if trumps else 0
    honours, tens, voids, longest = 0, 0, 0, 0
    for place in range(1, 4):
        suit = int(deals.suits[deal, seat, place])
        honours += count(suit >> JACK)
        tens += suit >> TEN & 1
        voids += suit == 0
        longest = max(longest, count(suit))
    place = min(count(trumps), 3) * 7 + high
    place = (place * 5 + min(honours, 4)) * 3 + min(tens, 2)
    return (place * 3 + min(voids, 2)) * 3 + min(max(longest - 2, 0), 2)


@small_kernel
def _class_of(deals: Deals, deal: int, seat: int, family: int) -> int:
    if family == BY_SIDES:
        return _by_sides(deals, deal, seat)
    trumps = int(deals.suits[deal, seat, 0])
    return count(trumps) if family == BY_NUMBER else _by_trumps(trumps, int(deals.kicks[deal]))


@kernel
def rest_by_class(
    deals: Deals, leans: Leans, gaps: Gaps, acts: Acts, seat: int, family: int
) -> Tally:
    """By class how many hands decide, and what acting gains more than their leans say.

    Returns
    -------
    (CLASSES, 2) int64
    """
    sums = np.zeros((CLASSES, 2), np.int64)
    for deal in range(deals.kicks.size):
        if seat == DEALERS and not acts[deal, ELDESTS]:
            continue
        place = _class_of(deals, deal, seat, family)
        sums[place, 0] += 1
        sums[place, 1] += gain_of(gaps, acts, deal, seat) - leans[deal]
    return sums


@kernel
def add_by_class(deals: Deals, seat: int, family: int, rest: Tally, leans: Leans) -> None:
    """Add to each lean what `rest` has for the class of the hand."""
    for deal in range(deals.kicks.size):
        leans[deal] += rest[_class_of(deals, deal, seat, family)]
