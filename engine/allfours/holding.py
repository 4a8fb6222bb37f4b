"""Hands told apart by the trumps that they hold, to say in words which hands do what."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, small_kernel
from engine.allfours.book import Ranks
from engine.allfours.record import Deals
from engine.bits import count, highest, lowest
from engine.cards import JACK

Holdings: TypeAlias = npt.NDArray[np.int16]
"""(deals, 2) `holding` of the dealer's hand and the eldest's."""

_FEW: Final = 1 + 13 + 78 + 286
"""Holdings of three trumps at most; from four on only the highest and the lowest count."""
HOLDINGS: Final = (_FEW + 13 * 13) * 8


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
def trumps_in(place: int) -> int:
    """How many trumps a holding has; three stands for more.

    >>> [trumps_in(holding(trumps, TEN)) for trumps in (0, 1, 3, 7, 15)]
    [0, 1, 2, 3, 3]
    """
    held = place // 8
    return (held >= 1) + (held >= 14) + (held >= 92)


@kernel
def holdings_of(deals: Deals) -> Holdings:
    """The holding of each hand."""
    found = np.zeros((deals.kicks.size, 2), np.int16)
    for deal in range(deals.kicks.size):
        for seat in range(2):
            found[deal, seat] = holding(int(deals.suits[deal, seat, 0]), int(deals.kicks[deal]))
    return found
