"""Perft of Back Alley: how many lines of legal play there are, by depth, deal and rule set.

The counts in ``data/backalley_perft.txt`` are `lines_by_oracle`'s; the engine must find the same.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine._jit import INTERPRETED
from engine.backalley.cards import cards_of, format_card
from engine.backalley.rules import Rules
from engine.backalley.table import Table, after, playable
from engine.bits import count
from tests import backalley_oracle as oracle
from tests.backalley_judges import Engine

pytestmark = pytest.mark.engine

RULE_SETS: dict[str, Any] = {
    "classic": "classic",
    "bab-online": "bab-online",
    "hfi": "hfi",
    "by_ruff": {"broken": "by_ruff"},
    "bound": {"boarder_exempt": 0},
    "opponents": {"big_lead": "opponents"},
    "no_little": {"little_lead": 0},
}
MOST_INTERPRETED = 1000
DATA = Path(__file__).parent / "data" / "backalley_perft.txt"


class Row(NamedTuple):
    """The lines of one deal under one rule set."""

    deal: str
    record: dict[str, Any]
    rules: str
    lines: list[int]
    """By depth: one card played, two cards played ..."""


def rows() -> Iterator[Row]:
    for block in DATA.read_text().split("\ndeal ")[1:]:
        (name,), *lines = [line.split() for line in block.splitlines() if line.strip()]
        fields = {line[0]: " ".join(line[1:]) for line in lines[:7]}
        bids = [int(bid) if bid.isdecimal() else bid for bid in fields.pop("bids").split()]
        record = {key: fields[key] for key in ("faced", "next")}
        record |= {"hands": [fields[f"seat{seat}"] for seat in range(4)], "bids": bids}
        for rules, *counts in lines[7:]:
            yield Row(name, record, rules, [int(number) for number in counts])


ROWS = list(rows())


def lines(hands: list[int], table: Table, rules: Rules, depth: int) -> int:
    """Lines of `depth` cards from here, by the engine's `playable` and `after`."""
    seat = table.seat
    cards = int(playable(hands[seat], table, rules))
    if depth == 1:
        return count(cards)
    total = 0
    for card in cards_of(cards):
        hands[seat] ^= 1 << card
        total += lines(hands, after(table, card, rules), rules, depth - 1)
        hands[seat] ^= 1 << card
    return total


def lines_by_oracle(hand: oracle.Hand, depth: int) -> int:
    """Lines of `depth` cards from here, by the oracle."""
    if depth == 0:
        return 1
    total = 0
    for card in hand.legal():
        further = copy.deepcopy(hand)
        further.play(card)
        total += lines_by_oracle(further, depth - 1)
    return total


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.deal}-{row.rules}")
def test_lines(row: Row) -> None:
    engine = Engine(row.record | {"rules": RULE_SETS[row.rules]})
    for depth, expected in enumerate(row.lines, 1):
        if INTERPRETED and expected > MOST_INTERPRETED:
            break
        by_first_card = {}
        table, seat = engine.table, engine.table.seat
        for card in cards_of(int(playable(engine.hands[seat], table, engine.rules))):
            left = [hand & ~(1 << card) for hand in engine.hands]
            by_first_card[format_card(card)] = (
                lines(left, after(table, card, engine.rules), engine.rules, depth - 1)
                if depth > 1
                else 1
            )
        found = sum(by_first_card.values())
        assert found == expected, f"depth {depth}: {found}, not {expected}; {by_first_card}"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_origin(rules: str) -> None:
    row = next(row for row in ROWS if (row.deal, row.rules) == ("boarded", rules))
    hand = oracle.Hand(row.record | {"rules": RULE_SETS[rules]})
    assert [lines_by_oracle(hand, depth) for depth in range(1, 13)] == row.lines


def test_rule_sets_differ_somewhere() -> None:
    for name in RULE_SETS:
        for other in RULE_SETS:
            own = {row.deal: row.lines for row in ROWS if row.rules == name}
            if other != name:
                assert own != {row.deal: row.lines for row in ROWS if row.rules == other}
