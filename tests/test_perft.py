"""Perft: how many lines of legal play there are, by depth, deal and rule set.

The counts in ``data/perft.txt`` are `lines_by_oracle`'s; the engine must find the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from analysis.allfours import rule_sets
from engine._jit import INTERPRETED
from engine.allfours.legal import legal_plays
from engine.allfours.rules import Rules
from engine.bits import count
from engine.cards import Card, bit, cards_of, format_card, lane, mask_of, parse_cards, suit_of
from engine.trick import beats
from tests import oracle

pytestmark = pytest.mark.engine

RULE_SETS: dict[str, Any] = {
    "classic": "classic",
    "tournament": "tournament",
    "no_choice": {"base": "tournament", "undertrump_escape": "no_choice"},
    "trump_when_void": {"base": "classic", "follow": "trump_when_void"},
    "strict": {"base": "tournament", "follow": "trump_when_void"},
}
MOST_INTERPRETED = 1000


class Row(NamedTuple):
    """The lines of one deal under one rule set."""

    deal: str
    trump: str
    hands: list[str]
    rules: str
    lines: list[int]
    """By depth: one card played, two cards played ..."""


def rows() -> Iterator[Row]:
    text = (Path(__file__).parent / "data" / "perft.txt").read_text()
    for block in text.split("\ndeal ")[1:]:
        (name, trump), *lines = [line.split() for line in block.splitlines() if line.strip()]
        hands = [" ".join(line[2:]) for line in lines[:4]]
        for rules, *counts in lines[4:]:
            yield Row(name, trump, hands, rules, [int(number) for number in counts])


ROWS = list(rows())


class Trick(NamedTuple):
    """The cards on the table: how many, who plays next, the suit led, the best card and whose."""

    size: int
    seat: int
    cards: int
    led: int
    best: Card
    best_seat: int


def after(trick: Trick, card: Card, trump: int) -> Trick:
    """Put a card on the table; after the fourth the winner leads."""
    size, seat, cards, led, best, best_seat = trick
    if size % 4 == 0:
        cards, led = 0, suit_of(card)
    if size % 4 == 0 or beats(card, best, trump):
        best, best_seat = card, seat
    following = best_seat if size % 4 == 3 else (seat + 1) % 4
    return Trick(size + 1, following, cards | bit(card), led, best, best_seat)


def legal(hands: list[int], trick: Trick, trump: int, rules: Rules) -> int:
    hand = hands[trick.seat]
    if trick.size % 4 == 0:
        return hand
    return legal_plays(hand, trick.led, trump, trick.cards & lane(trump), rules)


def lines(hands: list[int], trick: Trick, trump: int, rules: Rules, depth: int) -> int:
    """Lines of `depth` cards from here, by the engine's `legal_plays` and `beats`."""
    cards = legal(hands, trick, trump, rules)
    if depth == 1:
        return count(cards)
    total = 0
    for card in cards_of(cards):
        hands[trick.seat] ^= bit(card)
        total += lines(hands, after(trick, card, trump), trump, rules, depth - 1)
        hands[trick.seat] ^= bit(card)
    return total


def lines_by_oracle(
    hands: list[list[str]], trick: list[str], seat: int, trump: str, rules: Any, depth: int
) -> int:
    """Lines of `depth` cards from here, by the oracle."""
    if depth == 0:
        return 1
    total = 0
    for card in oracle.legal(hands[seat], trick, trump, rules):
        played = [*trick, card]
        held = [[c for c in hand if c != card] for hand in hands]
        following = (seat + 1) % 4
        if len(played) == 4:
            following, played = (following + oracle.winner(played, trump)) % 4, []
        total += lines_by_oracle(held, played, following, trump, rules, depth - 1)
    return total


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.deal}-{row.rules}")
def test_lines(row: Row) -> None:
    rules = rule_sets.from_record(RULE_SETS[row.rules])
    hands = [mask_of(parse_cards(hand)) for hand in row.hands]
    trump = "SHDC".index(row.trump)
    start = Trick(0, 1, 0, 0, 0, 0)
    for depth, expected in enumerate(row.lines, 1):
        if INTERPRETED and expected > MOST_INTERPRETED:
            break
        by_first_card = {}
        for card in cards_of(hands[1]):
            left = [hand & ~bit(card) for hand in hands]
            by_first_card[format_card(card)] = (
                lines(left, after(start, card, trump), trump, rules, depth - 1) if depth > 1 else 1
            )
        found = sum(by_first_card.values())
        assert found == expected, f"depth {depth}: {found}, not {expected}; {by_first_card}"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_origin(rules: str) -> None:
    row = next(row for row in ROWS if (row.deal, row.rules) == ("overtrump", rules))
    hands = [hand.split() for hand in row.hands]
    counted = [
        lines_by_oracle(hands, [], 1, row.trump, oracle.read_rules(RULE_SETS[rules]), depth)
        for depth in range(1, 13)
    ]
    assert counted == row.lines


def test_rule_sets_differ_somewhere() -> None:
    for name in RULE_SETS:
        others = [other for other in RULE_SETS if other != name]
        own = {row.deal: row.lines for row in ROWS if row.rules == name}
        for other in others:
            assert own != {row.deal: row.lines for row in ROWS if row.rules == other}
