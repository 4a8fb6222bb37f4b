"""Reports as text, markdown, CSV and JSON, their charts, and files that are written whole."""

from __future__ import annotations

import csv
import hashlib
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analysis import charts, report
from analysis.allfours import rule_sets
from analysis.allfours.begging import beg, give
from analysis.allfours.catalogue import exact
from analysis.allfours.duel import duel
from analysis.allfours.game_point import game
from analysis.allfours.kicks import kick
from analysis.allfours.points import points
from analysis.files import write_whole
from analysis.report import Panel, made, mean_row, share_row, table, to_csv, to_json, to_text
from analysis.run import Run
from engine.allfours.rules import CLASSIC, TOURNAMENT

ROOT = Path(__file__).parent.parent
HAND = "JS 9S AH TH 4D 2C"
NINE = "QH 3H AS KS 9S 6D 4D 4C 2C"

Question = Callable[[Run], pd.DataFrame]

QUESTIONS: dict[str, Question] = {
    "kick": lambda run: kick(run=run),
    "kick_tobago": lambda run: kick(rule_sets.preset("tobago"), run),
    "points": lambda run: points(run=run),
    "points_hand": lambda run: points(HAND, "6S", "dealer-partner", run=run),
    "points_nine": lambda run: points(NINE, "JH", cards=9, play="random", run=run),
    "points_taker": lambda run: points(rules=CLASSIC._replace(low_to=1), run=run),
    "game": lambda run: game(run=run),
    "game_twelve": lambda run: game(12, TOURNAMENT, "random", run),
    "beg": lambda run: beg(HAND, "6S", run=run),
    "beg_kick_kept": lambda run: beg(HAND, "6S", CLASSIC._replace(kick_kept=0), run=run),
    "give": lambda run: give(HAND, "6S", run=run),
    "duel": lambda run: duel("simple", "random", run=run),
}
CHARTED = [name for name in QUESTIONS if name not in ("give", "duel")]
FEW = [1, 2, 50]


def ask(name: str, deals: int = 50, **choices: Any) -> pd.DataFrame:
    return QUESTIONS[name](Run(deals=deals, seed=1, **choices))


def no_nonsense(name: str) -> float:
    raise AssertionError(f"{name} in JSON")


def parsed(frame: pd.DataFrame) -> dict[str, Any]:
    """The report's JSON, read by a parser that refuses NaN and infinities."""
    answer: dict[str, Any] = json.loads(to_json(frame), parse_constant=no_nonsense)
    return answer


every_question = pytest.mark.parametrize("name", QUESTIONS)
few_deals = pytest.mark.parametrize("deals", FEW)

# JSON


@every_question
@few_deals
def test_json_rows(name: str, deals: int) -> None:
    for row in parsed(ask(name, deals))["rows"]:
        assert list(row)[:5] == ["name", "value", "low", "high", "n"]
        assert list(row)[5:] in ([], ["exact", "z"])
        assert isinstance(row["name"], str)
        assert isinstance(row["n"], int)
        assert all(cell is None or math.isfinite(cell) for cell in list(row.values())[1:])


@every_question
@few_deals
def test_intervals_hold_their_values(name: str, deals: int) -> None:
    for row in parsed(ask(name, deals))["rows"]:
        if row["value"] is not None and row["low"] is not None:
            assert row["low"] <= row["value"] <= row["high"]


@every_question
def test_names_are_given_once(name: str) -> None:
    names = ask(name)["name"].tolist()
    assert len(names) == len(set(names))


@every_question
def test_json_says_how_it_was_made(name: str) -> None:
    answer = parsed(ask(name))
    assert next(iter(answer)) == "question"
    assert isinstance(answer["question"], str)
    stamp = answer["made"]
    assert {"rules", "play", "seed", "deals", "level", "version"} <= set(stamp)
    assert (stamp["seed"], stamp["deals"], stamp["level"]) == (1, 50, 0.95)
    assert stamp["version"] == metadata.version("allfours")


@pytest.mark.parametrize("name", ["beg", "give"])
def test_json_has_the_verdict_at_its_top(name: str) -> None:
    answer = parsed(ask(name))
    assert answer["verdict"] in (name, "stand" if name == "beg" else "run", "undecided")
    assert answer["verdict_level"] == 0.99


@pytest.mark.parametrize("name", ["kick", "points", "game", "duel"])
def test_no_verdict_where_there_is_nothing_to_decide(name: str) -> None:
    assert "verdict" not in parsed(ask(name))


def test_json_names_the_rules_so_that_they_can_be_read_again() -> None:
    rules = TOURNAMENT._replace(gift=2, kick_points=(1,) * 13)
    stamp = parsed(beg(HAND, "6S", rules, run=Run(deals=5, seed=0)))["made"]
    assert rule_sets.from_record(stamp["rules"]) == rules
    assert stamp["seed"] == 0


@every_question
def test_a_drawn_seed_repeats_the_report(name: str) -> None:
    drawn = QUESTIONS[name](Run(deals=50))
    again = QUESTIONS[name](Run(deals=50, seed=drawn.attrs["made"]["seed"]))
    assert to_json(drawn) == to_json(again)


@every_question
def test_numbers_are_not_rounded(name: str) -> None:
    frame = ask(name, 7)
    for row, cells in zip(parsed(frame)["rows"], frame.to_dict("records"), strict=True):
        if row["value"] is not None:
            assert row["value"] == cells["value"]


# Nothing depends on threads, on the cutting into blocks, or on typing


@every_question
@pytest.mark.parametrize("threads", [2, 7])
def test_threads_make_no_difference(name: str, threads: int) -> None:
    usual = ask(name, 999, threads=1)
    for form in report.FORMATS.values():
        assert form(usual) == form(ask(name, 999, threads=threads, block=10))


TYPED = [
    "JS 9S AH TH 4D 2C",
    "2c4d10hAh9sjS",
    "♠J9 ♥AT ♦4 ♣2",
    "C2 D4 HTA S9J",
    "js,9s,ah,10♥,4d,2c",
]


@pytest.mark.parametrize("hand", TYPED)
def test_typing_makes_no_difference(hand: str) -> None:
    run = Run(deals=200, seed=1)
    assert to_json(beg(hand, "6♠", run=run)) == to_json(beg(HAND, "6S", run=run))
    assert to_json(give(hand, "s6", run=run)) == to_json(give(HAND, "6S", run=run))
    assert to_json(points(hand, "6s", run=run)) == to_json(points(HAND, "6S", "eldest", run=run))


# Table, markdown and CSV


@every_question
def test_table_and_csv_have_the_same_columns(name: str) -> None:
    frame = ask(name)
    header = next(line for line in to_text(frame).splitlines() if line.startswith("name "))
    assert header.split() == to_csv(frame).splitlines()[0].split(",") == list(frame.columns)


@every_question
def test_csv_reads_back(name: str, tmp_path: Path) -> None:
    frame = ask(name)
    (tmp_path / "rows.csv").write_text(to_csv(frame))
    with (tmp_path / "rows.csv").open(newline="") as file:
        back = list(csv.DictReader(file))
    assert [row["name"] for row in back] == frame["name"].tolist()
    for column in ("value", "low", "high", "n"):
        read = [float(row[column] or "nan") for row in back]
        cells = zip(read, frame[column].astype(float), strict=True)
        assert all(one == other or (math.isnan(one) and math.isnan(other)) for one, other in cells)


@every_question
@few_deals
def test_markdown_is_a_table(name: str, deals: int) -> None:
    frame = ask(name, deals)
    lines = report.to_markdown(frame).splitlines()
    shown = [line for line in lines if line.startswith("|")]
    assert len(shown) == len(frame) + 2
    assert {line.count("|") for line in shown} == {len(frame.columns) + 1}
    assert set(shown[1]) == set("|-: ")
    assert lines.index(shown[-1]) - lines.index(shown[0]) == len(shown) - 1


@every_question
@few_deals
@pytest.mark.parametrize("form", ["table", "markdown", "csv", "json"])
def test_nothing_prints_as_nan(name: str, deals: int, form: str) -> None:
    text = report.FORMATS[form](ask(name, deals)).lower()
    assert "nan" not in text
    assert "none" not in text
    assert "inf" not in text


@every_question
@pytest.mark.parametrize("form", ["table", "markdown"])
def test_last_line_lets_anyone_repeat_it(name: str, form: str) -> None:
    last = report.FORMATS[form](ask(name)).rstrip("\n").splitlines()[-1]
    assert last.startswith("made with: rules ")
    for part in ("play ", "seed 1;", "deals 50;", "intervals 95%;", "version "):
        assert part in last


def test_the_answer_comes_before_the_table() -> None:
    text = to_text(beg("AH KH QD 9C 8C 2C", "9S", run=Run(deals=5000, seed=1)))
    assert text.index("BEG") < text.index("name ")


def test_beg_says_where_its_begging_comes_from() -> None:
    for form in ("table", "markdown", "json"):
        assert "solved in results/begging/classic" in report.FORMATS[form](ask("beg"))


def test_exact_values_in_every_form() -> None:
    frame = exact("jack_in_play", "kick_is_J")
    assert "96/221" in to_text(frame)
    assert "96/221" in report.to_markdown(frame)
    assert "96/221" in to_csv(frame)
    rows = {row["name"]: row for row in parsed(frame)["rows"]}
    assert rows["kick_is_J"]["fraction"] == "1/13"
    assert rows["jack_in_play_6c"]["value"] == 96 / 221


# Charts


@pytest.mark.parametrize("name", ["kick", "points", "game", "game_twelve", "beg"])
@pytest.mark.parametrize(
    ("suffix", "start"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")]
)
def test_charts_are_written(name: str, suffix: str, start: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"chart{suffix}"
    charts.save(ask(name), path)
    assert path.read_bytes().startswith(start)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_charts_are_the_same_bytes_again(suffix: str, tmp_path: Path) -> None:
    one, other = tmp_path / f"one{suffix}", tmp_path / f"other{suffix}"
    charts.save(ask("beg"), one)
    charts.save(ask("kick"), tmp_path / "between.svg")
    charts.save(ask("beg"), other)
    assert one.read_bytes() == other.read_bytes()


CHART = """
import sys
from pathlib import Path
from analysis import charts
from analysis.allfours.begging import beg
from analysis.run import Run
charts.save(beg("JS 9S AH TH 4D 2C", "6S", run=Run(deals=50, seed=1)), Path(sys.argv[1]))
"""


def test_charts_are_the_same_bytes_in_other_processes(tmp_path: Path) -> None:
    digests = set()
    for salt in ("1", "2"):
        path = tmp_path / f"{salt}.svg"
        environment = {**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", CHART, str(path)]
        subprocess.run(command, check=True, cwd=tmp_path, env=environment)
        digests.add(hashlib.sha256(path.read_bytes()).hexdigest())
    charts.save(ask("beg"), tmp_path / "here.svg")
    digests.add(hashlib.sha256((tmp_path / "here.svg").read_bytes()).hexdigest())
    assert len(digests) == 1


@pytest.mark.parametrize("name", ["beg", "kick"])
def test_charts_say_what_they_show(name: str, tmp_path: Path) -> None:
    figure = charts.draw(ask(name))
    words = " ".join(" ".join(text.get_text().split()) for text in figure.texts)
    assert " ".join(ask(name).attrs["question"].split()) in words
    for part in ("rules classic", "play ", "seed 1", "deals 50", "version "):
        assert part in words
    charts.save(ask(name), tmp_path / "chart.svg")
    assert "<dc:date>" not in (tmp_path / "chart.svg").read_text()


@pytest.mark.parametrize("deals", [1, 3])
@pytest.mark.parametrize("name", CHARTED)
def test_charts_survive_few_deals(name: str, deals: int, tmp_path: Path) -> None:
    charts.save(ask(name, deals), tmp_path / "chart.png")


def test_undecided_bars_are_hatched() -> None:
    def hatched(deals: int) -> bool:
        frame = beg("AH KH QD 9C 8C 2C", "9S", run=Run(deals=deals, seed=1))
        bars = [bar for axes in charts.draw(frame).axes for bar in axes.patches]
        return any(bar.get_hatch() for bar in bars)  # type: ignore[no-untyped-call]

    assert hatched(1)
    assert not hatched(5000)


def test_legend_names_every_series_though_the_first_bar_is_missing() -> None:
    """No team is dealt fewer than ten pips in so few deals of twelve cards."""
    legends = [axes.get_legend() for axes in charts.draw(ask("game_twelve")).axes[:3]]
    names = [[text.get_text() for text in legend.get_texts()] for legend in legends if legend]
    assert names == 3 * [["to the team", "to the dealer"]]


def drawn(rows: list[dict[str, Any]], percent: bool, columns: bool = False) -> pd.DataFrame:
    """A report of these rows with a panel that shows them all."""
    names = tuple(row["name"] for row in rows)
    labels = tuple(str(place) for place in range(len(rows)))
    panel = Panel("Title", labels, {"": names}, percent, columns, undecided=names[:1])
    return table(rows, "Why?", made(rules="classic", level=0.95, deals=1), panels=[panel])


MEANS: dict[str, list[dict[str, Any]]] = {
    "zero": [mean_row("a", 0, 0, 10)],
    "nothing": [mean_row("a", 0, 0, 0)],
    "one deal": [mean_row("a", 5, 25, 1), mean_row("b", -5, 25, 1)],
    "huge": [mean_row("a", 10**15, 10**30, 10), mean_row("b", -(10**15), 10**30, 10)],
    "tiny": [mean_row("a", 1, 1, 10**12)],
    "all alike": [mean_row("a", -70, 490, 10)],
}
SHARES: dict[str, list[dict[str, Any]]] = {
    "nothing": [share_row("a", 0, 0)],
    "one deal": [share_row("a", 0, 1), share_row("b", 1, 1)],
    "never": [share_row("a", 0, 10**12)],
    "always": [share_row("a", 10**12, 10**12)],
    "once": [share_row("a", 1, 10**12)],
    "many": [share_row(str(place), place, 200) for place in range(200)],
}


@pytest.mark.parametrize("extreme", MEANS)
def test_bars_survive_extreme_means(extreme: str, tmp_path: Path) -> None:
    charts.save(drawn(MEANS[extreme], percent=False), tmp_path / "chart.png")


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("extreme", SHARES)
def test_bars_and_columns_survive_extreme_shares(
    extreme: str, columns: bool, tmp_path: Path
) -> None:
    charts.save(drawn(SHARES[extreme], percent=True, columns=columns), tmp_path / "chart.png")


@pytest.mark.parametrize(
    "rules",
    [
        "kick_points=2:97,3:89,4:83,5:79,6:73,7:71,8:67,9:61,T:59,J:53,Q:47,K:43,A:41",
        "kick_points=A:0",
    ],
)
def test_charts_survive_odd_kick_tables(rules: str, tmp_path: Path) -> None:
    frame = kick(rule_sets.change(CLASSIC, [rules, "exhausted=kick_last"]), Run(deals=50, seed=1))
    charts.save(frame, tmp_path / "chart.svg")


# Files


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "report.csv"
    write_whole(path, b"old")
    write_whole(path, b"new\n")
    assert path.read_bytes() == b"new\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_may_be_read_by_others_as_usual(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_whole(tmp_path / "report", b"")
    modes = {path.stat().st_mode for path in tmp_path.iterdir()}
    assert len(modes) == 1


def test_a_link_is_written_through(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to("target")
    for content in (b"first", b"second"):
        write_whole(link, content)
        assert link.is_symlink()
        assert target.read_bytes() == content


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes by name")
def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_whole(tmp_path / "pipe", b"report")
    assert os.read(reader, 100) == b"report"
    os.close(reader)
    assert (tmp_path / "pipe").is_fifo()


def test_a_write_that_fails_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.csv"
    path.write_bytes(b"old")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    for step in ("replace", "chmod"):
        with monkeypatch.context() as broken:
            broken.setattr(Path, step, full)
            with pytest.raises(OSError, match="No space"):
                write_whole(path, b"new")
    with pytest.raises(TypeError):
        write_whole(path, "text")  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_chart_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "chart.png"
    path.write_bytes(b"old")
    with pytest.raises(KeyError):
        charts.save(ask("duel"), path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        write_whole(tmp_path / "nowhere" / "report", b"")
