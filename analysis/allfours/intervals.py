"""Do the printed intervals cover the truth as often as they say, and are decisions wrong no more?

Many small runs are played, each of deals that no other has. A tally here adds up over runs, not
over deals: run k has deals k * `deals` to (k + 1) * `deals` - 1, and `Settled.deals` counts runs.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis import estimate, report, sequential, tallies
from analysis.allfours import books, duel, players, points, rule_sets
from analysis.allfours.exact import points_forms
from analysis.estimate import LEVEL, VERDICT_LEVEL, Estimate
from analysis.provenance import Inputs
from analysis.report import Panel, Row, share_row
from analysis.run import Run, Settled, Tally
from analysis.tallies import Cell, Counted
from engine.allfours.compare import BEGGING_ARMS, DUEL_ROWS, PARTS, begging_tally
from engine.allfours.rules import CLASSIC
from engine.allfours.simulate import NOTHING_KNOWN, POINTS_TALLY, Known, points_tally
from engine.cards import Card, InputError, Mask, bit
from engine.deal import unseen

QUESTION = "Do our intervals cover the truth, and do runs decide wrongly, as often as they say?"

PLAYER = "simple"
HANDS = {
    "beg_minus_stand_jack": ("JS 9S AH TH 4D 2C", "6S"),
    "beg_minus_stand_no_trump": ("AH KH QD 9C 8C 2C", "7S"),
}
"""The eldest's hand and the kick, by the name of the row."""
DECISIONS = {
    "sequence_decides": "sequence, every look",
    "single_decides_at_any_look": "single interval, every look",
    "single_decides_at_the_last": "single interval, last look",
}
"""How a run in which there is nothing to find may decide that there is, and in words."""

_FEWEST = 20
"""Hits, and misses, to be expected in a run; of rarer things no interval of a run says much."""
_SPAN = 5
"""The mean of a row without a closed form lies within so many points a deal of zero."""
_MOST = {"runs": 10**6, "points_deals": 10**5, "begging_deals": 10**5,
         "sequential_runs": 10**6, "sequential_deals": 10**6}  # fmt: skip

_SHARES = tuple(points.counts(np.zeros(len(POINTS_TALLY), np.int64), 0))
_NOTES = [
    "value is the share of n runs whose interval covers the truth, or that decide. The truth is "
    "the closed form where there is one, else the mean over the deals of all the runs.",
    f"Shares are those that points reports, if {_FEWEST} hits and {_FEWEST} misses or more are to "
    "be expected in a run.",
    "Where runs decide there is nothing to find: random plays a duel with itself. In both plays "
    "of a deal the same cards are played by the same player in all four seats, with chance drawn "
    "afresh, so the points of the dealer's team are as likely to be a and b as b and a. The margin "
    "is the one less the other, and its mean is exactly 0.",
    f"Intervals are at {LEVEL:.0%}; runs decide at {VERDICT_LEVEL:.0%}, when zero is left out.",
]


# Runs, played


def _points(deals: int, first: int, last: int, seed: int) -> Tally:
    """Runs of `points`.

    Returns
    -------
    int64
        For each of _SHARES how many runs counted 0, 1, ... `deals`; how many cover the mean of
        the pips; then as `_covering` has it for the points.
    """
    lineup = players.lineup(PLAYER)
    pips = np.array([float(points_forms(6, CLASSIC)["pips_in_play_mean"])])
    histograms = np.zeros((len(_SHARES), deals + 1), np.int64)
    covering = np.zeros(1, np.int64)
    worths = np.zeros(1 + _truths(deals).size, np.int64)
    for run in range(first, last):
        numbers = run * deals, (run + 1) * deals, seed
        tally = players.played(points_tally, lineup, *numbers, unseen(0), NOTHING_KNOWN, CLASSIC)
        counts = list(points.counts(tally, deals).values())
        histograms[np.arange(len(_SHARES)), counts] += 1
        got = dict(zip(POINTS_TALLY, tally.tolist(), strict=True))
        covering += _covers(got["pips"], got["pips_squared"], deals, pips)
        worths += _covering(got["points"], got["points_squared"], deals)
    return np.concatenate([histograms.ravel(), covering, worths])


def _begging(hand: Mask, kick: Card, deals: int, first: int, last: int, seed: int) -> Tally:
    """Runs of `beg`, as `_covering` has it for what begging is worth more than to stand."""
    worths = np.zeros(1 + _truths(deals).size, np.int64)
    for run in range(first, last):
        sums = run_of_begging(run * deals, (run + 1) * deals, seed, hand, kick)
        worths += _covering(*sums, deals)
    return worths


def run_of_begging(first: int, last: int, seed: int, hand: Mask, kick: Card) -> tuple[int, int]:
    """Sum and sum of squares of what begging is worth more than to stand, to the eldest's team."""
    known, others = Known(1, hand, kick), unseen(hand | bit(kick))
    lineup = players.lineup(PLAYER, begging=True)
    stakes = books.for_points(CLASSIC).stakes
    args = seed, others, known, stakes, CLASSIC
    tally = players.played(begging_tally, lineup, first, last, *args)
    place = 2 * (len(PARTS) * BEGGING_ARMS.index("beg_minus_stand") + PARTS.index("total"))
    return -int(tally[place]), int(tally[place + 1])


def _truths(deals: int) -> npt.NDArray[np.float64]:
    """What the mean of a run may truly be: all that makes whole points in a run."""
    return np.arange(-_SPAN * deals, _SPAN * deals + 1) / deals


def _covers(
    total: int, squares: int, deals: int, truths: npt.NDArray[np.float64]
) -> npt.NDArray[np.bool_]:
    """Whether the interval of a run covers each of some truths."""
    low, high = _ends(estimate.mean(total, squares, deals))
    return (low <= truths) & (truths <= high)


def _ends(got: Estimate) -> tuple[float, float]:
    """The ends of an interval, which a run of two deals has."""
    assert got.low is not None
    assert got.high is not None
    return got.low, got.high


def _within(truth: float, got: Estimate) -> bool:
    low, high = _ends(got)
    return low <= truth <= high


def _covering(total: int, squares: int, deals: int) -> Tally:
    """The sum of a run, then for each of `_truths` whether its interval covers that.

    The truth is known only when all runs are played, and tallies must add up: hence all of them.
    """
    return np.concatenate([[total], _covers(total, squares, deals, _truths(deals))])


def _nothing_to_find(deals: int, first: int, last: int, seed: int) -> Tally:
    """How many runs decide, by each of DECISIONS, though `random` meets itself."""
    tally = np.zeros(len(DECISIONS), np.int64)
    for run in range(first, last):
        tally += _decisions(
            Run(deals=deals, seed=seed, first=run * deals, threads=1, block=deals).settled(deals)
        )
    return tally


def _decisions(run: Settled) -> Tally:
    """Whether a run decides, by each of DECISIONS; it is played to its end for the last."""
    decided = np.zeros(len(DECISIONS), np.int64)

    def stop(tally: Tally, n: int) -> bool:
        sums = tally.reshape(len(DUEL_ROWS), len(PARTS), 2)
        total, squares = sums[DUEL_ROWS.index("margin")][PARTS.index("total")].tolist()
        single = not _within(0, estimate.mean(total, squares, n, VERDICT_LEVEL))
        decided[0] |= not _within(0, sequential.mean(total, squares, n, VERDICT_LEVEL))
        decided[1] |= single
        decided[2] = single
        return False

    sequential.tallied(run, partial(duel.tally, "random", "random", 6, CLASSIC), stop)
    return decided


# Runs, counted


def _points_rows(counted: Counted, deals: int) -> list[Row]:
    """The rows of `points`: shares with enough hits and misses, and the two means."""
    runs, exact = counted.deals, points_forms(6, CLASSIC)
    size = len(_SHARES) * (deals + 1)
    histograms, pips, worths = np.split(counted.tally, [size, size + 1])
    intervals = [estimate.proportion(count, deals) for count in range(deals + 1)]
    rows = []
    for name, histogram in zip(_SHARES, histograms.reshape(len(_SHARES), -1).tolist(), strict=True):
        hits = sum(count * times for count, times in enumerate(histogram))
        truth = float(exact.get(name, Fraction(hits, runs * deals)))
        if deals * min(truth, 1 - truth) >= _FEWEST:
            covered = sum(
                times
                for interval, times in zip(intervals, histogram, strict=True)
                if _within(truth, interval)
            )
            rows.append(share_row(name, covered, runs))
    rows.append(share_row("pips_in_play_mean", int(pips[0]), runs))
    rows.append(_mean_row("points_dealer_minus_eldest", Counted(worths, runs), deals))
    return rows


def _mean_row(name: str, counted: Counted, deals: int) -> Row:
    """How many runs cover the mean over all of them, to the nearest whole point in a run.

    Rounding it hardly counts: what one end of the intervals gains by it, the other loses.
    """
    total, covering = int(counted.tally[0]), counted.tally[1:]
    place = _SPAN * deals + round(Fraction(total, counted.deals))
    if not 0 <= place < covering.size:
        raise InputError(
            f'{name}: "{total}" points in {counted.deals} runs of {deals} deals, '
            f"expected {_SPAN} a deal at most"
        )
    return share_row(name, int(covering[place]), counted.deals)


def _report(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    covered = _points_rows(counted["points"], inputs["points_deals"])
    covered += [_mean_row(name, counted[name], inputs["begging_deals"]) for name in HANDS]
    decisions = counted["nothing_to_find"]
    decided = [
        share_row(name, count, decisions.deals)
        for name, count in zip(DECISIONS, decisions.tally.tolist(), strict=True)
    ]
    names = tuple(row["name"] for row in covered)
    labels = tuple(name.replace("_", " ") for name in names)
    return report.table(
        [*covered, *decided],
        QUESTION,
        report.made(rules=rule_sets.describe(CLASSIC), play=PLAYER, **inputs, level=LEVEL),
        headline=_headline(covered, decided[0]),
        notes=_NOTES,
        panels=[
            Panel("Intervals that cover the truth", labels, {"": names}, percent=True),
            Panel(
                "Runs that decide, with nothing to find",
                tuple(DECISIONS.values()),
                {"": tuple(DECISIONS)},
                percent=True,
            ),
        ],
    )


def _headline(covered: list[Row], sequence: Row) -> str:
    shares = [row["value"] for row in covered]
    return (
        f"Intervals at {LEVEL:.0%} cover the truth in {min(shares):.1%} to {max(shares):.1%} of "
        f"runs, by the row. With nothing to find, {sequence['value']:.1%} of sequential runs "
        f"decide; their level allows {1 - VERDICT_LEVEL:.0%}."
    )


# As a study


def _checked(inputs: Inputs) -> Inputs:
    """Inputs, if there are runs of two deals or more."""
    for name, most in _MOST.items():
        least = 2 if name.endswith("deals") else 1
        if not least <= inputs[name] <= most:
            raise InputError(
                f'{name}: "{inputs[name]}", expected a whole number from {least} to {most}'
            )
    return inputs


def _cells(inputs: Inputs) -> dict[str, Cell]:
    given = _checked(inputs)

    def cell(runs: int, kernel: partial[Tally]) -> Cell:
        return Cell(runs, lambda run: run.tally(kernel))

    return {
        "points": cell(given["runs"], partial(_points, given["points_deals"])),
        **{
            name: cell(
                given["runs"],
                partial(_begging, *players.hand_and_kick(*hand, 6), given["begging_deals"]),
            )
            for name, hand in HANDS.items()
        },
        "nothing_to_find": cell(
            given["sequential_runs"], partial(_nothing_to_find, given["sequential_deals"])
        ),
    }


def _spelled(inputs: Inputs) -> Inputs:
    return rule_sets.spelled({**inputs, "rules": "classic"})


STUDY = tallies.study(
    QUESTION,
    {
        "runs": 20_000,
        "points_deals": 500,
        "begging_deals": 200,
        "sequential_runs": 2_000,
        "sequential_deals": 50_000,
        "seed": 1,
    },
    _cells,
    _report,
    _spelled,
    partial(books.point_needs, CLASSIC),
)
