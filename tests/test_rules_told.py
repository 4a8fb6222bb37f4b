"""``allfours rules``: every rule set and field is told, as RULES.md has it."""

from __future__ import annotations

import json
import re

import pytest

from analysis.allfours import rule_sets
from analysis.allfours.rules_told import FIELDS, SETS, rules
from engine.allfours.rules import CLASSIC, PRESETS, Rules
from engine.cards import InputError
from tests.command import ROOT, run

BOOK = (ROOT / "engine" / "allfours" / "RULES.md").read_text("utf-8")


def tables() -> list[tuple[list[str], list[list[str]]]]:
    """The tables of RULES.md that have a row for each of some fields: heads and rows."""
    found = []
    for block in re.findall(r"(?:^\|.*\|\n)+", BOOK, re.MULTILINE):
        head, _, *rows = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()
        ]
        if head[:2] == ["field", "clause"]:
            found.append((head, rows))
    return found


def test_nothing_is_left_out() -> None:
    assert tuple(FIELDS) == Rules._fields
    assert tuple(SETS) == tuple(PRESETS)


def test_every_field_and_rule_set_is_in_the_rule_book() -> None:
    """Section 7 has all fields; between them the tables have all rule sets."""
    (_, fields), *_ = tables()
    assert [row[0].strip("`") for row in fields] == list(Rules._fields)
    heads = [name for head, _ in tables() for name in head if name in PRESETS]
    assert sorted(heads) == sorted(PRESETS)


def test_clauses_are_those_of_the_rule_book() -> None:
    for _, rows in tables():
        for field, clause, *_ in rows:
            assert FIELDS[field.strip("`")].clause == clause


def test_rule_sets_are_those_of_the_rule_book() -> None:
    """A dash is as in classic; a field that a table does not have is too."""
    for head, rows in tables():
        for name in (name for name in head if name in PRESETS):
            cells = {row[0].strip("`"): row[head.index(name)] for row in rows}
            told = {
                field: re.sub(r" (?=\w+:)", ",", cell)
                for field, cell in cells.items()
                if cell != "-"
            }
            changed = rule_sets.change(CLASSIC, [f"{key}={cell}" for key, cell in told.items()])
            assert changed == PRESETS[name]


def test_the_list_can_be_typed_again() -> None:
    frame = rules()
    sets = frame[frame["kind"] == "rule set"].set_index("name")["value"]
    fields = frame[frame["kind"] == "field"].set_index("name")["value"]
    assert rule_sets.change(CLASSIC, [f"{key}={value}" for key, value in fields.items()]) == CLASSIC
    for name, changes in sets.items():
        settings = [] if changes == "-" else changes.split()
        assert rule_sets.change(CLASSIC, settings) == PRESETS[str(name)]


@pytest.mark.parametrize("name", PRESETS)
def test_one_beside_classic(name: str) -> None:
    frame = rules(name)
    pairs = zip(frame["name"], frame["value"], strict=True)
    settings = [f"{field}={value}" for field, value in pairs]
    assert rule_sets.change(CLASSIC, settings) == PRESETS[name]
    mine, classic = PRESETS[name]._asdict(), CLASSIC._asdict()
    differs = [field for field in Rules._fields if mine[field] != classic[field]]
    assert frame[frame["differs"] == 1]["name"].tolist() == differs
    shown = [row["name"] for row in frame.attrs["summary"]]
    assert shown == (differs or list(Rules._fields))


def test_forms() -> None:
    assert len(json.loads(run("rules", "--format", "json").out)["rows"]) == len(FIELDS) + len(SETS)
    rows = json.loads(run("rules", "seven-up", "--format", "json").out)["rows"]
    assert rows[list(FIELDS).index("target")]["value"] == "7"
    assert run("rules", "stag", "--format", "csv").out.count("\n") == len(FIELDS) + 1
    assert "| seven-up | " in run("rules", "--format", "markdown").out
    assert "clause" in run("rules", "stag").out


def test_no_such_rule_set() -> None:
    with pytest.raises(InputError, match='no rule set "seven"'):
        rules("seven")
