"""The kicks of one deal in closed form: the fixed cards 25, 38, 51 and 52 of a shuffled pack.

A pack that is begged and always run is kicked until the suit changes. Ranks and suits are counted
as ints over ordered kicks, so every chance here is a fraction without rounding.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, factorial, perm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.allfours.rules import Rules


ALIKE = (
    "second_kick_same_suit",
    "third_kick_same_suit_given_two",
    "fourth_kick_same_suit_given_three",
    "fifth_kick_same_suit_given_four",
    "sixth_kick_same_suit_given_five",
)
"""The chance that one more kick is of the suit of those before it."""


def kicks_alike(kicks: int) -> Fraction:
    """Chance that the first ``kicks`` kicks are all of one suit.

    Examples
    --------
    >>> print(kicks_alike(2), kicks_alike(3), kicks_alike(4))
    4/17 22/425 44/4165
    """
    return Fraction(4 * comb(13, kicks), comb(52, kicks))


def rank_sets(points: Sequence[int], size: int) -> Counter[int]:
    """Count the sets of ``size`` ranks of one suit by their total of kick points.

    Parameters
    ----------
    points : sequence of int
        Kick points of each rank, two to ace.
    size : int
        Ranks in a set.

    Returns
    -------
    Counter
        Total of points to number of sets.

    Examples
    --------
    >>> sorted(rank_sets((0,) * 11 + (1, 2), 2).items())
    [(0, 55), (1, 11), (2, 11), (3, 1)]
    """
    ways = [Counter({0: 1}), *(Counter[int]() for _ in range(size))]
    for value in points:
        for n in range(size, 0, -1):
            for total, count in ways[n - 1].items():
                ways[n][total + value] += count
    return ways[size]


def run_points(
    points: Sequence[int], *, most: int = 3, kept: bool = True, first: bool = True
) -> dict[int, Fraction]:
    """Chance of each total of kick points in one deal that is begged and always run.

    Parameters
    ----------
    points : sequence of int
        Kick points of each rank, two to ace.
    most : int
        Kicks that the pack holds: with four players 3, or 4 where its last card is kicked too.
    kept : bool
        Whether a kick that doesn't fix trump keeps its points.
    first : bool
        Whether the first kick counts; without it, the total is what the beg brings.

    Returns
    -------
    dict
        Total, ascending, to its chance. A pack run out counts the points that it kept.

    Examples
    --------
    >>> table = (0,) * 12 + (1,)
    >>> for total, chance in run_points(table).items():
    ...     print(total, chance)
    0 4612/5525
    1 876/5525
    2 37/5525
    """
    ways: Counter[int] = Counter()
    for alike in range(1, most + 1):
        counted = alike - (not first) if kept else 0
        # 4 suits; the counted ranks in any order, then the rest of the kicks alike; then, so that
        # all chains have one denominator, any cards for the kicks that are not reached.
        orders = 4 * factorial(counted) * perm(13 - counted, alike - counted)
        sets = rank_sets(points, counted)
        if alike == most:
            ways.update({total: orders * count for total, count in sets.items()})
            continue
        orders *= 3 * perm(51 - alike, most - alike - 1)
        for total, count in sets.items():
            for fixing in points:
                ways[total + fixing] += orders * count
    return {total: Fraction(ways[total], perm(52, most)) for total in sorted(ways)}


def mean(chances: dict[int, Fraction]) -> Fraction:
    """Mean of a distribution over ints.

    Examples
    --------
    >>> print(mean({0: Fraction(1, 3), 1: Fraction(2, 3)}))
    2/3
    """
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def at_least(chances: dict[int, Fraction], least: int) -> Fraction:
    """Chance of ``least`` or more.

    Examples
    --------
    >>> print(at_least({0: Fraction(1, 3), 2: Fraction(2, 3)}, 1))
    2/3
    """
    return sum((chance for value, chance in chances.items() if value >= least), Fraction(0))


def kick_forms(rules: Rules) -> dict[str, Fraction]:
    """Give the closed forms of the kick report under any rule set.

    Parameters
    ----------
    rules : Rules
        ``kick_points``, ``exhausted`` (1: the pack's last card is kicked too) and ``kick_kept``
        (0: only the kick that fixes trump scores); ``players``: how often the pack can be run.

    Returns
    -------
    dict
        Row name to value: chances, and means in points per kick or per deal. ``always_run`` rows
        are about one deal that is begged and run until trump is fixed or the pack is exhausted;
        ``after_beg`` rows leave its first kick out.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> table = (0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 1)
    >>> forms = kick_forms(SimpleNamespace(kick_points=table, exhausted=0, kick_kept=1, players=4))
    >>> print(forms["kick_points_after_beg_mean"], forms["pack_exhausted"])
    126/221 22/425
    """
    points, players = rules.kick_points, rules.players
    runs = (51 - 6 * players) // (3 * players + 1)  # a kick and three cards each
    most = runs + 1 + bool(rules.exhausted)
    kept = bool(rules.kick_kept)
    after = run_points(points, most=most, kept=kept, first=False)
    always = run_points(points, most=most, kept=kept)
    return {
        "kick_is_J": Fraction(1, 13),
        "kick_is_6": Fraction(1, 13),
        "kick_is_A": Fraction(1, 13),
        "kick_scores_anything": Fraction(sum(value > 0 for value in points), 13),
        "kick_points_mean_per_kick": Fraction(sum(points), 13),
        **{
            name: kicks_alike(kick) / kicks_alike(kick - 1)
            for kick, name in zip(range(2, runs + 2), ALIKE, strict=False)
        },
        "pack_exhausted": kicks_alike(most),
        "kick_points_after_beg_mean": mean(after),
        **{f"kick_points_after_beg_ge_{least}": at_least(after, least) for least in (1, 2, 3)},
        "kick_points_always_run_mean": mean(always),
        **{f"kick_points_always_run_eq_{total}": chance for total, chance in always.items()},
    }
