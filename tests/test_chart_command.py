"""The command that draws charts: its forms, its files, and an old terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analysis.allfours.charted import CHARTS
from tests.command import Answer, run


def asked(name: str, *more: str, **choices: Any) -> Answer:
    return run("chart", name, "--deals", "2000", "--seed", "7", *more, **choices)


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_prints_its_numbers_on_an_old_terminal(name: str) -> None:
    answer = asked(name, "--play", "simple", encoding="cp1252")
    assert (answer.status, answer.err) == (0, "")
    assert "deals 2,000" in answer.out or name == "equity"


@pytest.mark.parametrize("name", ["beg", "give", "beg-by-score", "jack"])
def test_csv_and_json_have_the_same_rows(name: str) -> None:
    answer = json.loads(asked(name, "--format", "json").out, parse_constant=pytest.fail)
    lines = asked(name, "--format", "csv").out.splitlines()
    assert lines[0] == "name,value,low,high,n"
    assert [row["name"] for row in answer["rows"]] == [line.split(",")[0] for line in lines[1:]]
    assert len({row["name"] for row in answer["rows"]}) == len(answer["rows"])


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_a_chart_is_drawn_twice_alike(suffix: str, tmp_path: Path) -> None:
    paths = [tmp_path / f"{place}.{suffix}" for place in range(2)]
    for path in paths:
        answer = asked("beg", "--chart", str(path))
        assert answer.err == f"chart written to {path}\n"
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_without_chart_nothing_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert asked("jack").status == 0
    assert not list(tmp_path.iterdir())
