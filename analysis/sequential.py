"""Confidence sequences: intervals that hold at every look, so a run may stop once it has decided.

An interval of `analysis.estimate` is right 99 times in 100 if one looks once. Who looks at every
thousand deals, and stops at the first interval that leaves zero out, is wrong many times more
often. The intervals here hold at all looks together. They are Robbins' normal mixture (1970) with
the variance taken from the deals, an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha,
Kennedy and Ramdas 2021): asymptotic, hence a first look only after FIRST deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from analysis.estimate import LEVEL, Estimate, standard_error
from analysis.run import Settled, Tally

FIRST = 2_000
"""Deals before the first look, unless there are fewer in all."""

NARROWEST = 50_000
"""The number of deals at which no normal mixture has a narrower interval."""


@cache
def _rho_squared(level: float) -> float:
    """The mixture's variance that makes the interval after NARROWEST deals the narrowest.

    With u = NARROWEST rho^2 its square is proportional to (1 + 1/u) log((u + 1) / alpha^2), which
    is least where u = log((u + 1) / alpha^2).
    """
    alpha, u = 1 - level, 1.0
    for _ in range(100):
        u = math.log((u + 1) / alpha**2)
    return u / NARROWEST


def half_width(total: int, squares: int, n: int, level: float) -> float:
    """Half the width of a mean's interval after `n` deals; infinite below two.

    >>> round(half_width(0, 90_000, 10_000, 0.99), 4), half_width(3, 9, 1, 0.99)
    (0.1156, inf)
    """
    error = standard_error(total, squares, n)
    if error is None:
        return math.inf
    spread = n * _rho_squared(level)
    return error * math.sqrt(2 * (1 + 1 / spread) * math.log(math.sqrt(spread + 1) / (1 - level)))


def mean(total: int, squares: int, n: int, level: float = LEVEL, scale: float = 1.0) -> Estimate:
    """A mean with an interval that holds at every look; arguments as of `estimate.mean`."""
    if n == 0:
        return Estimate(None, None, None, 0)
    value, half = scale * total / n, half_width(total, squares, n, level) * abs(scale)
    if half == math.inf:
        return Estimate(value, None, None, n)
    return Estimate(value, value - half, value + half, n)


def looks(most: int) -> list[int]:
    """The numbers of deals after which one looks: each a quarter more than the one before.

    They depend on nothing but `most`, which is the last.

    >>> looks(5_000), looks(300)
    ([2000, 2500, 3125, 3906, 4882, 5000], [300])
    """
    counts, n = [], FIRST
    while n < most:
        counts.append(n)
        n += n // 4
    return [*counts, most]


def tallied(
    run: Settled, tally: Callable[[Settled], Tally], stop: Callable[[Tally, int], bool]
) -> tuple[Tally, int]:
    """Play a run from look to look until it may stop, at the latest to its end.

    Parameters
    ----------
    tally : callable
        The sums over the deals of a run.
    stop : callable
        Whether the sums so far, over so many deals, decide the question.

    Returns
    -------
    tuple
        The sums and the number of deals played: what a run of just so many deals comes to.
    """
    total: Tally | None = None
    played = 0
    for n in looks(run.deals):
        part = tally(replace(run, first=run.first + played, deals=n - played))
        total, played = part if total is None else total + part, n
        if stop(total, n):
            break
    assert total is not None
    return total, played
