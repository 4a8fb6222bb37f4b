"""The ladder: its rows are those of `duel` and `points`, at the same seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analysis.allfours import ladder as question
from analysis.allfours import players
from analysis.allfours.duel import duel
from analysis.allfours.points import HAND_SIZES, points
from analysis.report import to_json
from analysis.run import Run
from engine.allfours.rules import CLASSIC, TOURNAMENT
from tests.command import run

DEALS = 256  # worlds:128 plays two of them
LADDER = ("ladder", "--deals", str(DEALS), "--seed", "7")
PLAYERS, OPPONENTS = question.PLAYERS_ON_LADDER, question.OPPONENTS
FACTS = ("jack_hung", "game_dealer_team", "game_eldest_team", "game_tied")


def rows(frame: pd.DataFrame) -> dict[str, dict[Any, Any]]:
    return {row["name"]: row for row in frame.to_dict("records")}


@pytest.fixture(scope="module")
def found() -> dict[str, dict[Any, Any]]:
    return rows(question.ladder(TOURNAMENT, Run(deals=DEALS, seed=7)))


def test_its_rows_have_these_names(found: dict[str, Any]) -> None:
    duels = {f"{a}_v_{b}_{n}" for a in PLAYERS for b in OPPONENTS if a != b for n in HAND_SIZES}
    facts = {f"{a}_{fact}_{n}" for a in PLAYERS for fact in FACTS for n in HAND_SIZES}
    assert set(found) == duels | facts
    assert {"simple_v_random_6", "simple_jack_hung_12", "random_game_tied_9"} <= set(found)


@pytest.mark.parametrize("cards", HAND_SIZES)
def test_a_margin_is_that_of_the_duel(cards: int, found: dict[str, Any]) -> None:
    for one in PLAYERS:
        for two in OPPONENTS:
            if one != two:
                row = found[f"{one}_v_{two}_{cards}"]
                run = Run(deals=row["n"], seed=7)
                expected = rows(duel(one, two, cards, TOURNAMENT, run))["margin"]
                assert row | {"name": "margin"} == expected


@pytest.mark.parametrize("cards", HAND_SIZES)
@pytest.mark.parametrize("player", PLAYERS)
def test_self_play_is_that_of_points(player: str, cards: int, found: dict[str, Any]) -> None:
    deals = found[f"{player}_game_tied_{cards}"]["n"]
    run = Run(deals=deals, seed=7)
    expected = rows(points(cards=cards, rules=TOURNAMENT, play=player, run=run))
    for fact in FACTS[1:]:
        row = found[f"{player}_{fact}_{cards}"]
        assert row == {key: expected[fact][key] for key in row} | {"name": row["name"]}
    hung = found[f"{player}_jack_hung_{cards}"]
    assert hung["n"] == round(expected["jack_in_play"]["value"] * deals)
    assert round(hung["value"] * hung["n"]) == round(expected["jack_hung"]["value"] * deals)


def test_a_player_of_many_worlds_plays_fewer_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "player", lambda _: 0)
    names = ("simple", "worlds:32", "worlds:128")
    deals = {
        name: cell.deals for name, cell in question.cells(names, names[:2], 1000, CLASSIC).items()
    }
    assert deals["simple_6"] == 1000
    assert deals["simple_v_worlds:32_6"] == deals["worlds:32_v_simple_9"] == 31
    assert deals["worlds:128_v_worlds:32_12"] == deals["worlds:128_6"] == 7
    assert question.cells(names, names, 5, CLASSIC)["worlds:128_6"].deals == 1


def test_threads_make_no_difference() -> None:
    one, two = (
        to_json(question.ladder(run=Run(deals=999, seed=1, threads=threads, block=block)))
        for threads, block in ((1, None), (2, 100))
    )
    assert one == two


def test_the_table_has_a_line_for_each_player_and_size() -> None:
    text = run(*LADDER).out
    lines = [line.split() for line in text.splitlines()]
    for player in PLAYERS:
        assert [line[1] for line in lines if line[:1] == [player]] == ["6", "9", "12"]
    assert text.isascii()
    assert "_v_" not in text
    value = json.loads(run(*LADDER, "--format", "json").out)["rows"][0]["value"]
    assert f"{value:+.3f} +/- " in text


@pytest.mark.parametrize("form", ["table", "csv", "json", "markdown"])
def test_it_comes_in_every_form_of_one_deal_too(form: str) -> None:
    answer = run("ladder", "--deals", "1", "--seed", "1", "--format", form)
    assert (answer.status, answer.err) == (0, "")
    assert not any(word in answer.out.lower() for word in ("nan", "none", "inf"))


def test_its_chart_is_the_same_bytes_each_time(tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg"):
        assert run(*LADDER, "--chart", str(tmp_path / name)).status == 0
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_a_rule_set_is_made_with() -> None:
    answer = json.loads(run(*LADDER, "--set", "hang_points=1", "--format", "json").out)
    assert answer["made"]["rules"] == {"base": "classic", "hang_points": 1}
    assert answer["made"]["play"] == ", ".join(PLAYERS)
