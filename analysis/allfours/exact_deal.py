"""The cut and the deal in closed form: who deals first, and the suits of a hand of six."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

PLAYERS = 4
HAND = 6


def first_jack(player: int) -> Fraction:
    """Chance that the first jack of a pack dealt card by card falls to one of four players.

    Parameters
    ----------
    player : int
        1 for the one who is dealt the first card, up to 4.

    Examples
    --------
    >>> [f"{100 * float(first_jack(player)):.2f}" for player in (1, 2, 3, 4)]
    ['28.03', '25.93', '23.95', '22.09']
    """
    places = range(player, 50, PLAYERS)
    return Fraction(sum(comb(52 - place, 3) for place in places), comb(52, 4))


def cut_again() -> Fraction:
    """Chance that the highest of four cards cut from one pack is not alone, so all is cut again.

    Examples
    --------
    >>> print(cut_again())
    97/833
    """
    alone = sum(4 * comb(4 * rank, PLAYERS - 1) for rank in range(13))
    return 1 - Fraction(alone, comb(52, PLAYERS))


def suit_lengths(hand: int = HAND) -> dict[tuple[int, ...], Fraction]:
    """Chances of the lengths of a hand's four suits, the shortest first.

    Examples
    --------
    >>> print(sum(suit_lengths().values()), suit_lengths()[0, 0, 0, 6])
    1 66/195755
    """
    found: dict[tuple[int, ...], Fraction] = {}
    for lengths in combinations_with_replacement(range(hand + 1), 4):
        if sum(lengths) == hand:
            ways = prod(comb(13, length) for length in lengths)
            found[lengths] = Fraction(ways * _orders(lengths), comb(52, hand))
    return found


def _orders(lengths: tuple[int, ...]) -> int:
    """In how many orders four lengths can belong to the four suits."""
    left, orders = len(lengths), 1
    for length in set(lengths):
        orders *= comb(left, lengths.count(length))
        left -= lengths.count(length)
    return orders


def four_of_a_suit() -> Fraction:
    """Chance that a hand of six has four cards of a suit or more."""
    return sum((p for lengths, p in suit_lengths().items() if lengths[-1] >= 4), Fraction(0))


def lacks_a_suit() -> Fraction:
    """Chance that a hand of six has no card of some suit."""
    return sum((p for lengths, p in suit_lengths().items() if lengths[0] == 0), Fraction(0))
