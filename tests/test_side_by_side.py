"""``--play all``: the same question asked of every player."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from analysis.allfours import side_by_side
from analysis.allfours.begging import beg, give
from analysis.allfours.players import share
from analysis.allfours.points import points
from analysis.allfours.side_by_side import EVERYONE
from analysis.report import to_json
from analysis.run import Run
from tests.command import HAND, run, words

JACK, KICK = "JS 9D 8D 7C 4H 3H", "5S"
DEALS = 3200
RUN = Run(deals=DEALS, seed=5)


def rows(frame: pd.DataFrame) -> dict[str, dict[Any, Any]]:
    return {row["name"]: row for row in frame.to_dict("records")}


@pytest.mark.parametrize("ask", [beg, give])
def test_each_players_rows_are_its_own_answer(ask: Callable[..., pd.DataFrame]) -> None:
    together = rows(ask(JACK, KICK, play="all", run=RUN))
    for play in EVERYONE:
        own = Run(deals=share(DEALS, play, cards=9), seed=5)
        for name, row in rows(ask(JACK, KICK, play=play, run=own)).items():
            found = {key: together[f"{play}_{name}"][key] for key in ("value", "n")}
            assert found == {key: row[key] for key in ("value", "n")}


def test_all_players_rows_and_no_others() -> None:
    found = rows(points(play="all", run=RUN))
    alone = rows(points(play="random", run=Run(deals=9, seed=5)))
    assert list(found) == [f"{play}_{name}" for play in EVERYONE for name in alone]


@pytest.mark.parametrize(
    ("own", "together", "said"),
    [
        (("beg", "beg", "beg", "beg"), "beg", "The verdict survives: BEG with every player."),
        (
            ("beg", "stand", "beg", "undecided"),
            "undecided",
            "does not survive: BEG with random and expert; STAND with simple; UNDECIDED with",
        ),
        (
            ("beg", "undecided", "beg", "beg"),
            "beg",
            "survives as far as it is decided: BEG with random, expert and worlds:32; UNDECIDED",
        ),
        (("undecided",) * 4, "undecided", "UNDECIDED with every player."),
    ],
)
def test_whether_the_verdict_survives(own: tuple[str, ...], together: str, said: str) -> None:
    verdicts = dict(zip(EVERYONE, (*own, "stand"), strict=True))  # open has no say

    def ask(play: str, part: Run) -> pd.DataFrame:
        frame = beg(JACK, KICK, play="random", run=Run(deals=part.deals, seed=part.seed))
        frame.attrs["verdict"] = verdicts[play]
        return frame

    got = side_by_side.side_by_side(ask, "beg_minus_stand", ("beg_minus_stand",), 100, RUN, 9)
    answer = json.loads(to_json(got))
    assert answer["verdict"] == together
    assert answer["verdicts"] == verdicts
    assert said in got.attrs["headline"]


def test_the_command_line_prints_a_line_for_each_player() -> None:
    answer = run(*words(f"beg {HAND} --kick 6S --play all --deals 640 --seed 1"))
    assert (answer.status, answer.err) == (0, "")
    lines = answer.out.splitlines()
    columns = tuple(f"{play}  " for play in EVERYONE)
    assert [line.partition(" ")[0] for line in lines if line.startswith(columns)] == [*EVERYONE]
    assert ", ".join(EVERYONE) in lines[-1]


def test_who_cannot_be_asked_all_at_once() -> None:
    answer = run("game", "--play", "all", "--deals", "10")
    assert (answer.status, answer.out) == (2, "")
    assert '"all"' in answer.err
