"""How many pips are dealt, in closed form: the whole distribution, for hands of 6, 9, 12 ... cards.

The pips of the kicks are averaged over: earlier kicks are of one suit, the last of another.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, factorial

from analysis.allfours.exact_hand import PIPS, earlier_kicks, unkicked


def kicked_pips(cards: int) -> Counter[tuple[int, ...]]:
    """Weigh the pips of the kicks: the earlier ones of one suit, the last of another.

    Parameters
    ----------
    cards : int
        Cards in a hand: 6, 9, 12 ...

    Returns
    -------
    Counter
        Ascending pips of the kicks to the number of equally likely rank sequences.

    Examples
    --------
    >>> sorted(kicked_pips(6).items())
    [((0,), 8), ((1,), 1), ((2,), 1), ((3,), 1), ((4,), 1), ((10,), 1)]
    """
    orders = factorial(earlier_kicks(cards))
    weights: Counter[tuple[int, ...]] = Counter()
    for kicks, last in product(combinations(PIPS, earlier_kicks(cards)), PIPS):
        weights[tuple(sorted((*kicks, last)))] += orders
    return weights


def without(ways: list[list[int]], pips: int) -> list[list[int]]:
    """Take one card out of a table of card sets, as a polynomial is divided by ``1 + y x**pips``.

    Parameters
    ----------
    ways : list of list of int
        ``ways[n][p]``: sets of ``n`` cards with ``p`` pips.
    pips : int
        The pips of the card to take out.

    Returns
    -------
    list of list of int
        The same table for the pack without that card.

    Examples
    --------
    >>> without([[1, 0, 0], [1, 1, 0], [0, 1, 0]], 1)
    [[1, 0, 0], [1, 0, 0], [0, 0, 0]]
    """
    left = [ways[0]]
    for row in ways[1:]:
        used = [0] * pips + left[-1]
        left.append([count - gone for count, gone in zip(row, used, strict=False)])
    return left


def pack_sets(size: int) -> list[list[int]]:
    """Count the sets of up to ``size`` cards of the pack by number and pips.

    Examples
    --------
    >>> table = pack_sets(2)
    >>> table[1][:5], table[2][20], sum(table[2])
    ([32, 4, 4, 4, 4], 6, 1326)
    """
    ways = [[1] + [0] * 80] + [[0] * 81 for _ in range(size)]
    for pips in 4 * PIPS:
        for n in range(size, 0, -1):
            used = [0] * pips + ways[n - 1]
            ways[n] = [count + more for count, more in zip(ways[n], used, strict=False)]
    return ways


@cache
def _pips_chances(cards: int, players: int) -> tuple[Fraction, ...]:
    stock = unkicked(cards) - players * cards
    pack = pack_sets(stock)
    ways = [0] * 81
    weights = kicked_pips(cards)
    for kicks, weight in weights.items():
        left = pack
        for pips in kicks:
            left = without(left, pips)
        for pips, count in enumerate(left[stock][: 81 - sum(kicks)]):
            ways[80 - sum(kicks) - pips] += weight * count
    total = weights.total() * comb(unkicked(cards), stock)
    return tuple(Fraction(count, total) for count in ways)


def pips_distribution(cards: int, players: int = 4) -> list[Fraction]:
    """Chance that exactly so many pips are in the hands, no card being known.

    Parameters
    ----------
    cards : int
        Cards in a hand: 6, 9, 12 ...
    players : int

    Returns
    -------
    list of Fraction
        81 chances, of 0 to 80 pips. Counted from the stock, the smaller set for many
        cards; the pips of the kicks are averaged over.

    Examples
    --------
    >>> chances = pips_distribution(12)
    >>> print(sum(chances), sum(pips * chance for pips, chance in enumerate(chances)))
    1 960/13
    """
    return list(_pips_chances(cards, players))
