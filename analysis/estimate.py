"""Estimates: a value with its interval and n, and how far it lies from an exact value."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95
"""The level of every printed interval."""

VERDICT_LEVEL = 0.99
"""The level at which an interval that excludes zero decides between two actions."""

FEWEST_FOR_VERDICT = 100
"""With fewer deals the interval of a mean of small integers is not to be trusted so far."""

_NORMAL_FROM = 25.0  # with this variance a count is close enough to normal for a z


class Estimate(NamedTuple):
    """A value with its interval; the fields are None where too few deals leave them open."""

    value: float | None
    low: float | None
    high: float | None
    n: int


def quantile(level: float, freedom: float = math.inf) -> float:
    """Half-width in standard errors of a two-sided interval: normal, or Student's t.

    Exact for 1 and 2 degrees of freedom, else the Cornish-Fisher expansion (Abramowitz and
    Stegun 26.7.5): at 95 % good to 1 % from 3 degrees on, at 99 % from 5.

    >>> round(quantile(0.95), 4), round(quantile(0.95, 2), 3), round(quantile(0.95, 10), 3)
    (1.96, 4.303, 2.228)
    """
    if freedom == 1:
        return math.tan(math.pi * level / 2)
    if freedom == 2:
        return level * math.sqrt(2 / (1 - level * level))
    z = NormalDist().inv_cdf(0.5 + level / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, 1))


def proportion(count: int, n: int, level: float = LEVEL) -> Estimate:
    """A share with Wilson's interval (Wilson 1927); from no deals at all, anything from 0 to 1.

    >>> share = proportion(3, 10)
    >>> round(share.low, 3), round(share.high, 3)
    (0.108, 0.603)
    """
    if n == 0:
        return Estimate(None, 0.0, 1.0, 0)
    share, z = count / n, quantile(level)
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = 0.0 if count == 0 else centre - half
    high = 1.0 if count == n else centre + half
    return Estimate(share, low, high, n)


def standard_error(total: int, squares: int, n: int) -> float | None:
    """Standard error of a mean, from the sum and the sum of squares; None below two deals.

    >>> round(standard_error(10, 30, 4), 4)
    0.6455
    """
    if n < 2:
        return None
    return math.sqrt((squares * n - total * total) / (n * n * (n - 1)))


def mean(total: int, squares: int, n: int, level: float = LEVEL, scale: float = 1.0) -> Estimate:
    """A mean with its interval, by Student's t.

    Parameters
    ----------
    total, squares : int
        Sum and sum of squares over the deals.
    scale : float
        What one unit of `total` is worth; its sign turns the mean round.
    """
    if n == 0:
        return Estimate(None, None, None, 0)
    value = scale * total / n
    error = standard_error(total, squares, n)
    if error is None:
        return Estimate(value, None, None, n)
    half = quantile(level, n - 1) * error * abs(scale)
    return Estimate(value, value - half, value + half, n)


def z_of_mean(total: int, squares: int, n: int, exact: Fraction) -> float | None:
    """How many standard errors a mean lies above its exact value."""
    error = standard_error(total, squares, n)
    distance = float(Fraction(total, n) - exact) if n else None
    if distance is None or error is None:
        return None
    if error == 0:
        return 0.0 if distance == 0 else None
    return distance / error


def z_of_proportion(count: int, n: int, exact: Fraction) -> float | None:
    """How many standard errors a count lies above what its exact chance leads one to expect.

    Where the count is too small for that, the normal quantile of its mid-p value: a rare event
    that happened once is then no alarm.

    >>> z_of_proportion(50, 100, Fraction(1, 2))
    0.0
    >>> round(z_of_proportion(1, 1000, Fraction(1, 1000)), 1)
    0.1
    """
    if n == 0:
        return None
    if exact in (0, 1):
        return 0.0 if count == exact * n else None
    spread = float(n * exact * (1 - exact))
    if spread >= _NORMAL_FROM:
        return float(count - n * exact) / math.sqrt(spread)
    if exact > Fraction(1, 2):
        mirrored = _z_of_few(n - count, n, 1 - exact)
        return -mirrored
    return _z_of_few(count, n, exact)


def _z_of_few(count: int, n: int, chance: Fraction) -> float:
    """Normal quantile of the mid-p value of a binomial count whose mean is small."""
    p = float(chance)
    upper = count > n * chance

    def log_chance(k: int) -> float:
        ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
        return ways + k * math.log(p) + (n - k) * math.log1p(-p)

    tail = math.exp(log_chance(count)) / 2
    step = 1 if upper else -1
    k = count + step
    while 0 <= k <= n:
        term = math.exp(log_chance(k))
        tail += term
        if term <= tail * 1e-17:
            break
        k += step
    z = NormalDist().inv_cdf(min(max(tail, 1e-300), 1 - 1e-16))
    return -z if upper else z
