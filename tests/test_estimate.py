"""Intervals and z against independent formulas, published tables, and exact binomial tails."""

from __future__ import annotations

import math
from fractions import Fraction
from math import comb
from statistics import NormalDist, fmean, stdev
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.estimate import (
    mean,
    proportion,
    quantile,
    standard_error,
    z_of_mean,
    z_of_proportion,
)
from analysis.report import mean_row, share_row

# Proportions

NEWCOMBE = [  # Newcombe 1998, table I, method 3, and smaller ones often printed
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
    (0, 10, 0.0000, 0.2775),
    (1, 10, 0.0179, 0.4042),
    (5, 10, 0.2366, 0.7634),
    (8, 10, 0.4902, 0.9433),
    (10, 10, 0.7225, 1.0000),
]


@pytest.mark.parametrize(("count", "n", "low", "high"), NEWCOMBE)
def test_wilson_by_the_table(count: int, n: int, low: float, high: float) -> None:
    got = proportion(count, n)
    assert (got.value, got.n) == (count / n, n)
    assert got.low == pytest.approx(low, abs=6e-5)
    assert got.high == pytest.approx(high, abs=6e-5)


shares = st.integers(1, 10**12).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@settings(derandomize=True, deadline=None, max_examples=300)
@given(shares, st.sampled_from([0.9, 0.95, 0.99]))
def test_wilson_solves_the_score_equation(share: tuple[int, int], level: float) -> None:
    """Each end p of the interval has (value - p)^2 = z^2 p (1 - p) / n."""
    count, n = share
    got = proportion(count, n, level)
    assert got.value is not None
    for end in (got.low, got.high):
        assert end is not None
        z = NormalDist().inv_cdf((1 + level) / 2)
        allowed = z * math.sqrt(max(end * (1 - end), 0) / n)
        assert abs(got.value - end) == pytest.approx(allowed, rel=1e-5, abs=1e-12)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(shares)
def test_wilson_holds_its_value(share: tuple[int, int]) -> None:
    got = proportion(*share)
    assert got.value is not None
    assert got.low is not None
    assert got.high is not None
    assert 0 <= got.low <= got.value <= got.high <= 1


@settings(derandomize=True, deadline=None, max_examples=100)
@given(shares)
def test_wilson_is_symmetric(share: tuple[int, int]) -> None:
    count, n = share
    one, other = proportion(count, n), proportion(n - count, n)
    assert one.low is not None
    assert other.high is not None
    assert one.low == pytest.approx(1 - other.high, abs=1e-9)


def test_wilson_is_wider_at_a_higher_level() -> None:
    one, other = proportion(30, 100, 0.95), proportion(30, 100, 0.99)
    assert one.low is not None
    assert other.low is not None
    assert other.low < one.low


def test_no_deals_say_nothing_of_a_share() -> None:
    assert proportion(0, 0) == (None, 0.0, 1.0, 0)


STUDENT = [  # degrees of freedom, and the half-widths at 95 % and 99 % of the usual tables
    (1, 12.706, 63.657),
    (2, 4.303, 9.925),
    (3, 3.182, 5.841),
    (4, 2.776, 4.604),
    (5, 2.571, 4.032),
    (10, 2.228, 3.169),
    (30, 2.042, 2.750),
    (120, 1.980, 2.617),
    (math.inf, 1.960, 2.576),
]


@pytest.mark.parametrize(("freedom", "at_95", "at_99"), STUDENT)
def test_quantile_by_the_table(freedom: float, at_95: float, at_99: float) -> None:
    rough = 2 < freedom < 10
    assert quantile(0.95, freedom) == pytest.approx(at_95, rel=0.01 if rough else 0.001)
    assert quantile(0.99, freedom) == pytest.approx(at_99, rel=0.04 if rough else 0.001)


# Means

samples = st.lists(st.integers(-400, 400), min_size=2, max_size=60)


def sums(sample: list[int]) -> tuple[int, int, int]:
    return sum(sample), sum(value * value for value in sample), len(sample)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(samples)
def test_standard_error(sample: list[int]) -> None:
    expected = stdev(sample) / math.sqrt(len(sample))
    assert standard_error(*sums(sample)) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(samples, st.sampled_from([1.0, -1.0, 0.5]))
def test_mean(sample: list[int], scale: float) -> None:
    got = mean(*sums(sample), scale=scale)
    half = quantile(0.95, len(sample) - 1) * stdev(sample) / math.sqrt(len(sample)) * abs(scale)
    assert got.value == pytest.approx(scale * fmean(sample), abs=1e-9)
    assert got.low == pytest.approx(scale * fmean(sample) - half, rel=1e-9, abs=1e-9)
    assert got.high == pytest.approx(scale * fmean(sample) + half, rel=1e-9, abs=1e-9)


def test_standard_error_of_a_huge_sample_keeps_its_digits() -> None:
    """A spread of 1 about a mean of a million: floats would cancel."""
    n, centre = 10**12, 10**6
    total, squares = n * centre, n * (centre**2 + 1)
    assert standard_error(total, squares, n) == pytest.approx(1e-6, rel=1e-9)


def test_no_deals_and_one_leave_a_mean_open() -> None:
    assert mean(0, 0, 0) == (None, None, None, 0)
    assert mean(7, 49, 1) == (7.0, None, None, 1)
    assert standard_error(0, 0, 0) is None
    assert standard_error(7, 49, 1) is None


@settings(derandomize=True, deadline=None, max_examples=200)
@given(samples, st.fractions(-50, 50, max_denominator=1000))
def test_z_of_mean(sample: list[int], exact: Fraction) -> None:
    got = z_of_mean(*sums(sample), exact)
    error = stdev(sample) / math.sqrt(len(sample))
    if error == 0:
        assert got == (0.0 if sample[0] == exact else None)
    else:
        assert got == pytest.approx((fmean(sample) - float(exact)) / error, rel=1e-6, abs=1e-9)


# How far a count lies from its exact chance


def quantile_of_mid_p(count: int, n: int, chance: Fraction) -> float:
    """Normal quantile of the chance of fewer, and half of the chance of just so many."""
    terms = [comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)]
    fewer, more = sum(terms[:count]), sum(terms[count + 1 :])
    if fewer < more:  # from the smaller tail, for its digits
        return NormalDist().inv_cdf(float(fewer + terms[count] / 2))
    return -NormalDist().inv_cdf(float(more + terms[count] / 2))


@settings(derandomize=True, deadline=None, max_examples=300)
@given(st.integers(1, 60), st.integers(1, 499), st.data())
def test_z_of_few_is_exact(n: int, numerator: int, data: st.DataObject) -> None:
    """A count of 60 deals never has variance enough for the normal z."""
    chance = Fraction(numerator, 500)
    count = data.draw(st.integers(0, n))
    expected = quantile_of_mid_p(count, n, chance)
    assert z_of_proportion(count, n, chance) == pytest.approx(expected, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("count", [0, 1, 3, 9])
def test_z_of_a_rare_event(count: int) -> None:
    """Two expected in 20,000, so a Poisson count for all that matters."""
    got = z_of_proportion(count, 20_000, Fraction(1, 10_000))
    chances = [math.exp(-2) * 2**k / math.factorial(k) for k in range(10)]
    mid_p = sum(chances[:count]) + chances[count] / 2
    assert got == pytest.approx(NormalDist().inv_cdf(mid_p), abs=2e-3)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.integers(1000, 10**12), st.fractions(Fraction(1, 20), Fraction(19, 20)), st.data())
def test_z_of_many(n: int, chance: Fraction, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, n))
    expected = float(count - n * chance) / math.sqrt(float(n * chance * (1 - chance)))
    assert z_of_proportion(count, n, chance) == pytest.approx(expected)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.integers(1, 10**6), st.integers(0, 60), st.integers(2, 10**7))
def test_z_turned_round(n: int, count: int, denominator: int) -> None:
    """A count of what happened, and of what didn't, lie equally far off."""
    count, chance = min(count, n), Fraction(1, denominator)
    one, other = z_of_proportion(count, n, chance), z_of_proportion(n - count, n, 1 - chance)
    assert one is not None
    assert other is not None
    assert one == pytest.approx(-other, abs=1e-9)


@pytest.mark.parametrize("certain", [0, 1])
def test_what_is_certain_has_no_spread(certain: int) -> None:
    assert z_of_proportion(certain * 50, 50, Fraction(certain)) == 0
    assert z_of_proportion(49, 50, Fraction(certain)) is None


# Few deals


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.integers(0, 1), st.integers(-400, 400), st.fractions(0, 1, max_denominator=60), st.data())
def test_no_deals_and_one_are_never_nan(n: int, total: int, exact: Fraction, data: Any) -> None:
    total *= n
    count = data.draw(st.integers(0, n))
    rows = share_row("share", count, n, exact), mean_row("mean", total, total**2, n, exact)
    cells = [cell for row in rows for cell in row.values() if isinstance(cell, float)]
    assert all(math.isfinite(cell) for cell in cells)
