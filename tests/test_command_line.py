"""Every command: its help, its examples, its four forms, and answers that can be had again."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scripts.cli import COMMANDS, cli
from tests.command import EVERY, HAND, NINE, ROOT, Answer, process, run, words

README = ROOT / "README.md"

REPORTS = {
    "kick": "kick",
    "points": "points",
    "points with a hand": f"points {HAND} --kick 6S --seat dealer-partner",
    "points of nine cards": f"points {NINE} --kick 6S --cards 9",
    "points of twelve cards": "points --cards 12 --play random",
    "game": "game",
    "beg": f"beg {HAND} --kick 6S",
    "give": "give AS 2S KH 9D 5C 3C --kick 7S",
    "duel": "duel simple random",
    "exposed": f"exposed {HAND} --kick 6S --card TH",
}
DECISIONS = {
    "beg": {"beg", "stand", "undecided"},
    "give": {"give", "run", "undecided"},
    "exposed": {"costs", "gains", "undecided"},
}

every_command = pytest.mark.parametrize("command", EVERY)
every_report = pytest.mark.parametrize("name", REPORTS)
every_form = pytest.mark.parametrize("form", ["table", "csv", "json", "markdown"])


def ask(name: str, *more: str, deals: int = 500, seed: int | None = 7) -> str:
    """What a report answers; it succeeds, and stderr says at most how it was made."""
    drawn = [] if seed is None else ["--seed", str(seed)]
    answer = run(*words(REPORTS[name]), "--deals", str(deals), *drawn, *more)
    assert answer.status == 0
    assert re.fullmatch(r"((made with:|seed) .*\n)?", answer.err)
    return answer.out


def report(name: str, *more: str, **settings: Any) -> dict[str, Any]:
    """The same as JSON, in which there is no NaN."""
    text = ask(name, "--format", "json", *more, **settings)
    answer: dict[str, Any] = json.loads(text, parse_constant=pytest.fail)
    return answer


# Help and examples


def options(command: str) -> set[str]:
    found: Any = cli
    for name in command.split():
        found = found.get_command(None, name)
    return {name for parameter in found.params for name in parameter.opts}


def run_example(line: str) -> Answer:
    """Run a line as a shell would: pipes, ``>``, comments; with few deals where that is allowed."""
    line, _, target = line.partition(">")
    piped, answer = b"", Answer(0, "", "")
    for stage in line.split("|"):
        args = words(stage)[1:]
        command = " ".join(args[:2]) if " ".join(args[:2]) in EVERY else args[0]
        many = {"--deals", "--threads"} <= options(command) and "--deals" not in args
        few = ["--deals", "2000"] if many else []
        answer = run(*args, *few, stdin=piped)
        if answer.status:
            break
        piped = answer.out.encode()
    if target:
        Path(target.strip()).write_text(answer.out, encoding="utf-8")
    return answer


def quick_rate(name: str, *_: Any) -> dict[str, Any]:
    return {"name": name, "value": 3.0, "low": 2.0, "high": 4.0, "n": 1}


@pytest.fixture
def workplace(tmp_path: Path, results: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own with a file of records, where benchmarks and studies take no time."""
    assert results.is_dir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("analysis.allfours.speed._rate", quick_rate)
    monkeypatch.setattr("analysis.allfours.speed._seconds", quick_rate)
    monkeypatch.setattr("analysis.allfours.speed._solver_rows", list)
    monkeypatch.setattr("analysis.allfours.speed.PIPELINE_DEALS", 4000)
    records = run("deals", "--deals", "3", "--seed", "1").out
    Path("records.jsonl").write_text(records, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("workplace")
@every_command
def test_help_is_plain_and_its_examples_run(command: str) -> None:
    answer = run(*command.split(), "--help")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.isascii()
    assert run(*command.split(), "-h").out == answer.out
    examples = re.findall(r"^ *(allfours .*)", answer.out, re.MULTILINE)
    assert examples
    for example in examples:
        assert f"allfours {command}" in example
        ran = run_example(example)
        assert ran.status == 0, f"{example}: {ran.err}"
        assert ran.out, example


def test_without_a_command_there_is_help() -> None:
    answer = run()
    assert answer == run("--help") == run("-h")
    assert answer.status == 0
    for name, (_, text) in COMMANDS.items():
        assert re.search(rf"^ +{name} +{re.escape(text)}$", answer.out, re.MULTILINE)


def test_the_version_is_printed() -> None:
    assert re.fullmatch(r"allfours \d+\.\d+\.\d+\n", run("--version").out)


def test_help_loads_nothing_heavy() -> None:
    answer = process("--help", PYTHONVERBOSE="1")
    assert answer.status == 0
    loaded = set(re.findall(r"^import '?([a-z]+)'? #", answer.err, re.MULTILINE))
    assert {"click", "scripts"} <= loaded
    assert not {"numba", "numpy", "pandas", "matplotlib", "engine", "analysis"} & loaded


def readme_lines() -> Iterator[str]:
    """The commands in the code blocks of the README, lines that go on joined."""
    blocks = re.findall(r"^```[a-z]*\n(.*?)^```", README.read_text("utf-8"), re.MULTILINE | re.S)
    for block in blocks:
        for line in block.replace("\\\n", " ").splitlines():
            if re.match(r"(\$ )?(allfours|(sh )?(\./)?scripts/run) ", line):
                yield re.sub(r"^(\$ )?(sh )?\S+", "allfours", line)


@pytest.mark.usefixtures("workplace")
def test_every_example_of_the_readme_runs() -> None:
    lines = list(readme_lines())
    assert len(lines) >= 5
    for line in lines:
        answer = run_example(line)
        assert answer.status == 0, f"{line}: {answer.err}"
        assert answer.out, line


def test_the_readme_shows_what_the_program_answers() -> None:
    shown = " ".join(README.read_text("utf-8").split())
    answer = run(*words("beg JS 9S AH TH 4D 2C --kick 6S --seed 1"))
    assert " ".join(answer.out.split("\n\n")[1].split()) in shown


def test_the_ten_hands_of_the_readme_are_what_the_program_answers() -> None:
    row = r"^\| ((?:\w\w ){6}).*?\| (\w\w) \| (\w+) \| ([\d.]+) \| (.*) \|$"
    table = re.findall(row, README.read_text("utf-8"), re.MULTILINE)
    assert len(table) == 10
    for hand, kick, verdict, worth, changes in table:
        answer = run("beg", *hand.split(), "--kick", kick, "--seed", "1").out
        assert f"{verdict.upper()}: worth {worth} points" in answer, hand
        assert f"Begging changes most: {changes}." in answer, hand


def test_every_record_of_the_readme_is_legal() -> None:
    records = re.findall(r"^\{\"rules.*", README.read_text("utf-8"), re.MULTILINE)
    lines = "\n".join(records).encode()
    assert records
    for command in ("score", "legal"):
        answer = run(command, "-", stdin=lines)
        assert (answer.status, answer.err) == (0, "")
        assert answer.out.count("\n") == len(records)


# Forms


@every_report
def test_json_has_the_shape_that_others_rely_on(name: str) -> None:
    answer = report(name)
    verdict = {"verdict", "verdict_level"} if name in DECISIONS else set()
    assert set(answer) - {"notes"} == {"question", "rows", "made"} | verdict
    made = answer["made"]
    assert {"rules", "play", "seed", "deals", "level", "version"} <= set(made)
    assert (made["rules"], made["seed"], made["deals"]) == ("classic", 7, 500)
    assert made["level"] == 0.95
    if verdict:
        assert answer["verdict"] in DECISIONS[name]
        assert answer["verdict_level"] == 0.99


@every_report
def test_rows_have_values_inside_their_intervals(name: str) -> None:
    rows = report(name)["rows"]
    names = [row["name"] for row in rows]
    assert len(set(names)) == len(names)
    for row in rows:
        extra = {"exact", "z"} if "exact" in row else set()
        assert set(row) == {"name", "value", "low", "high", "n"} | extra
        assert type(row["n"]) is int
        assert 0 <= row["n"] <= 500
        if row["value"] is not None:
            assert row["low"] - 1e-9 <= row["value"] <= row["high"] + 1e-9


@every_report
def test_csv_has_the_numbers_of_json_unrounded(name: str) -> None:
    rows = list(csv.DictReader(io.StringIO(ask(name, "--format", "csv"))))
    expected = report(name)["rows"]
    assert [row["name"] for row in rows] == [row["name"] for row in expected]
    for row, same in zip(rows, expected, strict=True):
        for key, text in row.items():
            value = same.get(key)
            assert (value is None) == (text == "")
            assert key == "name" or value is None or float(text) == value


@every_report
def test_the_table_asks_answers_and_says_how_it_was_made(name: str) -> None:
    lines = ask(name).splitlines()
    answer = report(name)
    assert lines[0] == answer["question"]
    header = next(line for line in lines if line.startswith("name "))
    assert header.split() == ask(name, "--format", "csv").split("\n")[0].split(",")
    made = lines[-1]
    version = answer["made"]["version"]
    assert re.fullmatch(
        f"made with: rules classic; play .*seed 7; deals 500; .*version {version}", made
    )
    if name in DECISIONS:
        assert lines[2].startswith(answer["verdict"].upper())


@every_report
def test_markdown_is_one_table_of_even_rows(name: str) -> None:
    text = ask(name, "--format", "markdown")
    answer = report(name)
    assert text.startswith(f"**{answer['question']}**\n\n")
    assert text.splitlines()[-1] == ask(name).splitlines()[-1]
    rows = [line.split("|") for line in text.splitlines() if line.startswith("|")]
    assert len({len(row) for row in rows}) == 1
    assert [row[1].strip() for row in rows[2:]] == [row["name"] for row in answer["rows"]]


def test_exact_comes_in_every_form() -> None:
    answer = json.loads(run("exact", "jack_in_play", "--format", "json").out)
    names = [row["name"] for row in answer["rows"]]
    assert "jack_in_play_6c" in names
    assert all(name.startswith("jack_in_play") for name in names)
    assert next(row for row in answer["rows"] if row["name"] == names[-1])["fraction"]
    rows = csv.DictReader(io.StringIO(run("exact", "jack_in_play", "--format", "csv").out))
    assert [row["name"] for row in rows] == names
    for form in ("table", "markdown"):
        assert "96/221" in run("exact", "jack_in_play", "--format", form).out


@pytest.mark.usefixtures("workplace")
def test_bench_has_these_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analysis.allfours.speed.SECONDS", 0.05)
    answer = run("bench", "--threads", "2", "--format", "json")
    assert answer.status == 0
    rates = ("deals", "random", "simple", "records", "expert", "expert_records", "worlds32")
    rows = [f"{rate}_per_second" for rate in rates]
    rows += [f"{name}_seconds" for name in ("compile", "start", "answer", "pipeline")]
    names = [row["name"] for row in json.loads(answer.out)["rows"]]
    assert names == rows


# The rows of each question, by name and in order

KICK = (
    *("kick_is_J", "kick_is_6", "kick_is_A", "kick_scores_anything", "kick_points_mean_per_kick"),
    *("second_kick_same_suit", "third_kick_same_suit_given_two", "pack_exhausted"),
    "kick_points_after_beg_mean",
    *(f"kick_points_after_beg_ge_{least}" for least in (1, 2, 3)),
    "kick_points_always_run_mean",
    *(f"kick_points_always_run_eq_{points}" for points in range(9)),
)
POINTS = (
    *("jack_in_play", "jack_saved", "jack_hung"),
    *("jack_saved_by_dealer_team", "jack_hung_by_dealer_team"),
    *("game_dealer_team", "game_eldest_team", "game_tied"),
    *("high_dealer_team", "low_dealer_team", "high_low_same_team", "no_trump_dealt"),
    *("pips_in_play_mean", "points_dealer_minus_eldest"),
)
BEG = ("stand", "beg_if_given", "beg_if_run", "beg", "beg_minus_stand", "dealer_gives")
PARTS = ("kicks", "gift", "high", "low", "jack", "hang", "game")


def row_names(name: str) -> list[str]:
    return [row["name"] for row in report(name)["rows"]]


def test_kick_has_its_rows_each_with_an_exact_value() -> None:
    assert row_names("kick") == list(KICK)
    assert all("exact" in row for row in report("kick")["rows"])


@pytest.mark.parametrize("name", [name for name in REPORTS if name.startswith("points")])
def test_points_has_its_rows_exact_where_cards_decide(name: str) -> None:
    assert row_names(name) == list(POINTS)
    exact = {row["name"] for row in report(name)["rows"] if "exact" in row}
    assert {"jack_in_play", "high_dealer_team", "low_dealer_team", "no_trump_dealt"} <= exact
    assert not {"jack_hung", "game_dealer_team", "points_dealer_minus_eldest"} & exact


def test_beg_has_its_rows_then_what_each_award_adds() -> None:
    names = row_names("beg")
    assert tuple(names[: len(BEG)]) == BEG
    assert {f"{arm}_{part}" for arm in BEG[:5] for part in PARTS} <= set(names)


def test_give_and_duel_have_their_rows() -> None:
    assert row_names("give")[:3] == ["give", "run", "run_minus_give"]
    assert row_names("duel")[0] == "margin"


def test_exposed_has_costs_and_when_the_card_is_called() -> None:
    names = row_names("exposed")
    assert names[0] == "cost"
    assert {"cost_jack", "cost_hang", "cost_game", "called", "called_in_trick_6"} <= set(names)
    asked = f"exposed {HAND} --kick 6S --play simple --score 3-4 --deals 200 --seed 7"
    each = {line.split(",")[0] for line in run(*words(asked), "--format", "csv").out.splitlines()}
    for card in HAND.split():
        assert {f"cost_{card}", f"win_cost_{card}", f"called_{card}"} <= each
    table = run(*words(asked)).out
    assert all(re.search(rf"^{card}  .*%$", table, re.MULTILINE) for card in HAND.split())


def test_game_has_tens_aces_and_pips_of_a_team_and_a_hand() -> None:
    names = row_names("game")
    assert names[:3] == ["game_dealer_team", "game_eldest_team", "game_tied"]
    for feature in ("tens", "aces", "pips"):
        assert any(re.fullmatch(f"game_won_.*_team_{feature}_.*", name) for name in names)
        assert any(re.fullmatch(f"game_won_(?!.*team).*_{feature}_.*", name) for name in names)
    assert all("exact" in row for row in report("game")["rows"] if "pips_in_play" in row["name"])


def test_giving_is_standing_and_the_gift() -> None:
    value = {row["name"]: row["value"] for row in report("beg")["rows"]}
    assert value["beg_if_given"] == pytest.approx(value["stand"] + 1, abs=1e-12)
    assert value["beg_minus_stand"] == pytest.approx(value["beg"] - value["stand"], abs=1e-12)
    for arm in BEG[:5]:
        parts = sum(value[f"{arm}_{part}"] for part in PARTS)
        assert parts == pytest.approx(value[arm], abs=1e-9)


# The same again


@every_report
def test_threads_change_nothing(name: str) -> None:
    one, two, seven = (ask(name, "--threads", n, deals=2001) for n in ("1", "2", "7"))
    assert one == two == seven


@every_report
def test_out_writes_what_would_be_printed(name: str, tmp_path: Path) -> None:
    for form in ("table", "json"):
        file = tmp_path / f"answer.{form}"
        assert ask(name, "--format", form, "--out", str(file)) == ""
        assert file.read_bytes().decode() == ask(name, "--format", form)
    assert len(list(tmp_path.iterdir())) == 2


@every_report
def test_zero_is_a_seed(name: str) -> None:
    zero = report(name, seed=0)
    assert zero["made"]["seed"] == 0
    assert zero == report(name, seed=0)
    assert zero["rows"] != report(name, seed=1)["rows"]


@every_form
def test_a_drawn_seed_is_printed_and_repeats_the_answer(form: str) -> None:
    first = run("kick", "--deals", "50", "--format", form)
    assert first.status == 0
    seed = re.search(r"\bseed\W+(\d+)", first.out + first.err)
    assert seed, "no seed is printed"
    again = run("kick", "--deals", "50", "--format", form, "--seed", seed[1])
    assert again.out == first.out


@pytest.mark.parametrize(
    "hand",
    [
        "JS9SAHTH4D2C",
        "js 9s ah th 4d 2c",
        "2C 4D 10h AH 9S JS",
        "J♠ 9♠ A♥ 10♥ 4♦ 2♣",
        "♠J9 ♥AT ♦4 ♣2",
        "♠9 J ♥10 A ♣2 ♦4",
        "SJ9 HAT D4 C2",
        "J♠️, 9♠️, A♥️, 10♥️, 4♦️, 2♣️",
        " JS,9S,AH,TH,4D,2C ",
    ],
)
def test_a_hand_is_one_hand_however_it_is_typed(hand: str) -> None:
    args = ["--kick", "♠6", "--deals", "100", "--seed", "7", "--format", "json"]
    expected = ask("beg", "--format", "json", deals=100)
    assert run("beg", hand, *args).out == expected
    assert run("beg", *hand.split(), *args).out == expected
    assert HAND in json.loads(expected)["question"]


@pytest.mark.parametrize("number", ["2000", "2e3", "2_000", "2,000", "2E3", "2000.0"])
def test_a_number_is_one_number_however_it_is_typed(number: str) -> None:
    assert run("kick", "--deals", number, "--seed", "7").out == ask("kick", deals=2000)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("--set game_tie=1", "--set game_tie=nondealer"),
        ("--set 'game_tie = nondealer '", "--set game_tie=nondealer"),
        ("--set kick_points=A:1,2:2,J:3", "--rules tobago"),
        ("--set 'kick_points=j:3, a:1, 6:2'", "--rules classic"),
        ("--set game_points=2 --set hang_points=6", "--rules stag"),
        ("--set gift=1 --set gift=1", ""),
    ],
)
def test_a_rule_set_is_one_rule_set_however_it_is_typed(one: str, other: str) -> None:
    assert report("beg", *words(one)) == report("beg", *words(other))


@pytest.mark.parametrize("name", ["kick", "points", "game", "beg"])
def test_charts_are_the_same_bytes_and_say_so_on_stderr(name: str, tmp_path: Path) -> None:
    plain = ask(name)
    for suffix in (".svg", ".PNG"):
        files = [tmp_path / f"{place}{suffix}" for place in "ab"]
        for file in files:
            args = [*words(REPORTS[name]), "--deals", "500", "--seed", "7", "--chart", str(file)]
            answer = run(*args)
            assert (answer.status, answer.out) == (0, plain)
            assert answer.err.count("\n") == 1
            assert str(file) in answer.err
        assert files[0].read_bytes() == files[1].read_bytes()
    assert len(list(tmp_path.iterdir())) == 4


@every_report
@every_form
def test_one_deal_is_enough_to_answer(name: str, form: str) -> None:
    answer = ask(name, "--format", form, deals=1)
    assert not re.search(r"\b(nan|inf|none)\b", answer, re.IGNORECASE)


@pytest.mark.parametrize("name", DECISIONS)
def test_one_deal_decides_nothing(name: str) -> None:
    assert report(name, deals=1)["verdict"] == "undecided"
