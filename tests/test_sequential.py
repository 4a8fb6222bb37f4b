"""Confidence sequences: their width, when a run stops, and how often they are wrong."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial
from itertools import pairwise
from statistics import stdev

import numpy as np
import pytest

from analysis import estimate, sequential
from analysis.allfours import points
from analysis.estimate import z_of_proportion
from analysis.run import Run, Settled, Tally
from analysis.sequential import FIRST, NARROWEST, half_width, looks, tallied
from engine.allfours.rules import CLASSIC
from engine.allfours.simulate import NOTHING_KNOWN, POINTS_TALLY

MOST = 9_000
WORTHS = np.array([-6, -3, -1, 0, 1, 2, 4])
CHANCES = np.array([2, 12, 22, 26, 18, 14, 6]) / 100  # skew, and their mean is exactly 0

points_of = partial(points.tally, NOTHING_KNOWN, CLASSIC, "simple")


def settled(deals: int = MOST, **choices: int) -> Settled:
    return Run(deals=deals, seed=3, **choices).settled(deals)


def after(deals: int, tally: Tally, n: int) -> bool:
    """Stop after so many deals, which `tally` must be the sums of."""
    assert sum(tally[5:7]) <= n
    return n >= deals


# Width


def as_printed(sigma: float, t: int, rho: float, alpha: float) -> float:
    """The half-width as the paper has it."""
    spread = t * rho**2 + 1
    return sigma * math.sqrt(2 * spread / (t * rho) ** 2 * math.log(math.sqrt(spread) / alpha))


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("n", [2, 50, 2_000, 77_777])
def test_half_width_is_that_of_the_paper(n: int, level: float) -> None:
    rng = np.random.default_rng(n)
    sample = [int(value) for value in rng.integers(-9, 14, n)]
    rhos = [0.01 * 1.0005**step for step in range(3000)]
    rho = min(rhos, key=lambda rho: as_printed(1, NARROWEST, rho, 1 - level))
    assert rhos[0] < rho < rhos[-1]
    got = half_width(sum(sample), sum(value**2 for value in sample), n, level)
    assert got == pytest.approx(as_printed(stdev(sample), n, rho, 1 - level), rel=1e-3)


@pytest.mark.parametrize("n", [FIRST, NARROWEST, 10**7])
def test_it_is_wider_than_an_interval_for_one_look_but_not_by_much(n: int) -> None:
    one = estimate.mean(0, 9 * n, n, 0.99).high
    assert one is not None
    assert 1.3 < half_width(0, 9 * n, n, 0.99) / one < 2.2


def test_a_mean_lies_in_the_middle_of_its_interval() -> None:
    total, squares, n = -700, 41_000, 4_000
    half = half_width(total, squares, n, 0.95)
    assert sequential.mean(total, squares, n) == (-0.175, -0.175 - half, -0.175 + half, n)
    turned = sequential.mean(total, squares, n, 0.99, -0.5)
    half = half_width(total, squares, n, 0.99) / 2
    assert turned == (0.0875, 0.0875 - half, 0.0875 + half, n)


def test_no_deals_and_one_leave_a_mean_open() -> None:
    assert sequential.mean(0, 0, 0) == (None, None, None, 0)
    assert sequential.mean(7, 49, 1) == (7.0, None, None, 1)


# When one looks


@pytest.mark.parametrize("most", [1, FIRST - 1, FIRST, FIRST + 1, 2_500, 350_000, 10**9])
def test_looks_begin_at_the_first_and_end_at_the_last_deal(most: int) -> None:
    counts = looks(most)
    assert counts[0] == min(FIRST, most)
    assert counts[-1] == most
    assert all(1 < after / before <= 1.25 for before, after in pairwise(counts))
    assert all(after / before > 1.2497 for before, after in pairwise(counts[:-1]))


@pytest.mark.parametrize("deals", [1, FIRST, FIRST + 1, 5_000, MOST, 2 * MOST])
def test_a_run_stops_at_the_first_look_that_decides(deals: int) -> None:
    tally, n = tallied(settled(), points_of, partial(after, deals))
    assert n == min(look for look in looks(MOST) if look >= min(deals, MOST))
    assert tally.tolist() == points_of(settled(n)).tolist()


def test_what_it_stops_on_is_the_sums_so_far() -> None:
    seen: dict[int, list[int]] = {}

    def stop(tally: Tally, n: int) -> bool:
        seen[n] = tally.tolist()
        return False

    tallied(settled(first=11), points_of, stop)
    assert seen == {n: points_of(settled(n, first=11)).tolist() for n in looks(MOST)}


def test_threads_and_blocks_make_no_difference() -> None:
    place = POINTS_TALLY.index("game_dealer_team")

    def stop(tally: Tally, n: int) -> bool:
        return bool(tally[place] > 1_700) and n > 0

    expected, deals = tallied(settled(threads=1), points_of, stop)
    assert FIRST < deals < MOST
    for choices in ({"threads": 2}, {"threads": 3, "block": 77}):
        tally, n = tallied(settled(**choices), points_of, stop)
        assert (tally.tolist(), n) == (expected.tolist(), deals)


def test_progress_is_told_of_every_deal_played_and_no_other() -> None:
    told: list[int] = []
    run = Run(deals=MOST, seed=3, progress=told.append).settled(MOST)
    _, n = tallied(run, points_of, partial(after, 4_000))
    assert n == 4_882
    assert sum(told) == n


# How often it is wrong


def wrong(runs: int, most: int) -> tuple[int, int]:
    """How many runs decide at 99 % that a mean of 0 isn't: by the sequence, by single intervals."""
    assert (WORTHS * CHANCES).sum() == pytest.approx(0, abs=1e-12)
    rng = np.random.default_rng(1)
    sums, squares = np.zeros(runs, np.int64), np.zeros(runs, np.int64)
    by_sequence, by_single = np.zeros(runs, bool), np.zeros(runs, bool)
    for before, n in pairwise([0, *looks(most)]):
        counts = rng.multinomial(n - before, CHANCES, runs)
        sums += counts @ WORTHS
        squares += counts @ WORTHS**2
        for run in range(runs):
            here = int(sums[run]), int(squares[run]), n
            by_sequence[run] |= decides(sequential.mean(*here, 0.99))
            by_single[run] |= decides(estimate.mean(*here, 0.99))
    return int(by_sequence.sum()), int(by_single.sum())


def decides(got: estimate.Estimate) -> bool:
    """Whether an interval leaves zero out."""
    assert got.low is not None
    assert got.high is not None
    return not got.low <= 0 <= got.high


def test_with_no_difference_it_decides_no_more_often_than_its_level_says() -> None:
    """Single intervals do, when looked at again and again: the reason to have sequences."""
    runs, level = 2_000, Fraction(1, 100)
    by_sequence, by_single = wrong(runs, 350_000)
    z = z_of_proportion(by_sequence, runs, level)
    assert z is not None
    assert z < 3
    assert by_sequence > 0
    assert by_single > 4 * level * runs
