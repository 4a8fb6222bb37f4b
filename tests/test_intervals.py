"""The study of intervals: its rows against the reports of the same runs, one by one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.allfours import duel as duel_of
from analysis.allfours import intervals as question
from analysis.allfours.begging import beg
from analysis.allfours.duel import duel
from analysis.allfours.exact import points_forms
from analysis.allfours.intervals import DECISIONS, HANDS, STUDY, run_of_begging
from analysis.allfours.players import hand_and_kick
from analysis.allfours.points import points
from analysis.estimate import quantile
from analysis.provenance import Inputs, make
from analysis.run import Run, Tally
from analysis.sequential import half_width, looks
from engine.allfours.rules import CLASSIC
from engine.cards import InputError

INPUTS: Inputs = {
    "runs": 60,
    "points_deals": 110,
    "begging_deals": 25,
    "sequential_runs": 10,
    "sequential_deals": 40_000,
    "seed": 4,
}
LEVEL = 0.7
"""A level at which a few runs decide, so that there is something to count."""

Rows = dict[str, dict[Any, Any]]


def rows(frame: pd.DataFrame) -> Rows:
    return {row["name"]: row for row in frame.to_dict("records")}


def made(inputs: Inputs = INPUTS, **choices: int) -> pd.DataFrame:
    return STUDY.report(inputs, make("checks/intervals", STUDY, inputs, Run(**choices), {}))


@pytest.fixture(scope="module")
def found() -> Iterator[Rows]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(question, "VERDICT_LEVEL", LEVEL)
        yield rows(made(threads=1))


def in_turn(deals: int, runs: int) -> Iterator[Run]:
    """Each of the runs, as anybody may ask for it."""
    for number in range(runs):
        yield Run(deals=deals, seed=INPUTS["seed"], first=number * deals)


def covering(name: str, reports: list[Rows], truth: float) -> int:
    return sum(report[name]["low"] <= truth <= report[name]["high"] for report in reports)


def test_rows_of_points_are_those_of_its_reports(found: Rows) -> None:
    deals, runs = INPUTS["points_deals"], INPUTS["runs"]
    reports = [rows(points(play="simple", run=run)) for run in in_turn(deals, runs)]
    exact = points_forms(6, CLASSIC)
    expected, left_out = set(), set()
    for name in reports[0]:
        truth = np.mean([report[name]["value"] for report in reports])
        truth = float(exact.get(name, truth))
        if name == "points_dealer_minus_eldest":
            truth = round(truth * deals) / deals
        elif name != "pips_in_play_mean" and not 20 <= deals * truth <= deals - 20:
            left_out.add(name)
            continue
        expected.add(name)
        assert found[name]["n"] == runs
        assert found[name]["value"] * runs == pytest.approx(covering(name, reports, truth))
    assert set(found) == expected | set(HANDS) | set(DECISIONS)
    assert {"high_dealer_team", "game_dealer_team", "jack_saved_by_dealer_team"} < expected
    assert {"game_tied", "no_trump_dealt", "jack_hung"} < left_out
    assert any(found[name]["value"] < 1 for name in expected)


@pytest.mark.parametrize("name", HANDS)
def test_rows_of_begging_are_those_of_its_reports(name: str, found: Rows) -> None:
    deals, runs = INPUTS["begging_deals"], INPUTS["runs"]
    reports = [rows(beg(*HANDS[name], play="simple", run=run)) for run in in_turn(deals, runs)]
    mean = np.mean([report["beg_minus_stand"]["value"] for report in reports])
    expected = covering("beg_minus_stand", reports, round(mean * deals) / deals)
    assert found[name]["n"] == runs
    assert found[name]["value"] * runs == pytest.approx(expected)
    assert expected < runs


def test_a_run_of_begging_is_what_beg_reports() -> None:
    hand, kick = HANDS["beg_minus_stand_no_trump"]
    total, squares = run_of_begging(70, 170, 9, *hand_and_kick(hand, kick, 6))
    row = rows(beg(hand, kick, play="simple", run=Run(100, 9, first=70)))["beg_minus_stand"]
    assert total == round(row["value"] * 100)
    spread = math.sqrt((squares - total**2 / 100) / 99 / 100)
    assert row["high"] - row["value"] == pytest.approx(quantile(0.95, 99) * spread)


def test_runs_that_decide_are_those_of_duels(found: Rows) -> None:
    most, runs = INPUTS["sequential_deals"], INPUTS["sequential_runs"]
    expected = dict.fromkeys(DECISIONS, 0)
    for number in range(runs):
        sequence, single = [], []
        for n in looks(most):
            row = rows(duel("random", "random", run=Run(n, 4, number * most)))["margin"]
            distance = abs(row["value"])
            error = (row["high"] - row["value"]) / quantile(0.95, n - 1)
            single.append(distance > quantile(LEVEL, n - 1) * error)
            squares = round(error**2 * n * (n - 1) + row["value"] ** 2 * n, 6)
            sequence.append(distance > half_width(round(row["value"] * n, 6), squares, n, LEVEL))
        expected["sequence_decides"] += any(sequence)
        expected["single_decides_at_any_look"] += any(single)
        expected["single_decides_at_the_last"] += single[-1]
    assert {name: round(found[name]["value"] * runs) for name in DECISIONS} == expected
    assert 0 < expected["sequence_decides"] < expected["single_decides_at_any_look"]
    assert found["sequence_decides"]["n"] == runs


def test_runs_that_decide_have_deals_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def tally(*args: Any) -> Tally:
        run = args[-1]
        played.extend(range(run.first, run.first + run.deals))
        return np.zeros(48, np.int64)

    monkeypatch.setattr(duel_of, "tally", tally)
    made(INPUTS | {"runs": 1, "sequential_runs": 3, "sequential_deals": 2_100})
    ends = [*range(2_100), *range(4_200, 6_300)]  # which are played again, to be compared
    assert sorted(played) == sorted([*range(6_300), *ends])


def test_random_wins_nothing_from_itself_whatever_it_holds() -> None:
    """Exactly zero in the mean, and not just zero each time, which would decide nothing."""
    row = rows(duel("random", "random", run=Run(400_000, 5)))["margin"]
    assert 0 < row["high"] - row["value"] < 0.02
    assert abs(row["value"]) < 2 * (row["high"] - row["value"])


def test_threads_make_no_difference() -> None:
    few = INPUTS | {"runs": 9, "sequential_runs": 3, "sequential_deals": 5_000}
    one, two = made(few, threads=1), made(few, threads=2, block=2)
    assert one.to_dict() == two.to_dict()
    assert one.attrs == two.attrs


@pytest.mark.parametrize("name", [name for name in INPUTS if name != "seed"])
def test_runs_of_nothing_are_refused(name: str) -> None:
    for few in (-1, 0, *([1] if name.endswith("deals") else [])):
        with pytest.raises(InputError, match=f'{name}: "{few}", expected'):
            made(INPUTS | {name: few})


def test_a_mean_beyond_all_truths_is_named() -> None:
    counted = {
        name: question.Counted(cell.tally(Run(seed=1).settled(cell.deals)), cell.deals)
        for name, cell in question._cells(INPUTS | {"runs": 1, "sequential_deals": 20}).items()
    }
    name = next(iter(HANDS))
    counted[name].tally[0] = 126
    with pytest.raises(InputError, match=f'{name}: "126" points in 1 runs of 25 deals'):
        question._report(INPUTS, counted)
