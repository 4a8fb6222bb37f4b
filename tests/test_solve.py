"""The exact solver against plain search, its own lines of play, and values found before."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from engine._jit import INTERPRETED
from engine.allfours.rules import CHOICES, Rules
from engine.allfours.simulate import Known, solve_tally
from engine.allfours.solve import (
    UNLIMITED,
    OpenTable,
    Solver,
    new_solver,
    solve,
    solve_best,
    solve_cards,
)
from engine.cards import NO_CARD, cards_of, format_card, format_cards, mask_of, parse_cards
from tests import minimax, oracle

RULES: dict[str, oracle.Rules] = {
    "classic": oracle.CLASSIC,
    "tournament": oracle.TOURNAMENT,
    "dear_game": oracle.CLASSIC | {"game_points": 4, "game_tie": "dealer"},
    "when_void": oracle.CLASSIC | {"follow": "trump_when_void", "game_points": 3},
    "no_choice": oracle.CLASSIC
    | {
        "undertrump": 0,
        "undertrump_escape": "no_choice",
        "hang_points": 0,
        "game_points": 2,
        "game_tie": "nondealer",
    },
}
MORE_RULES: dict[str, oracle.Rules] = {
    "void_no_under": oracle.TOURNAMENT | {"follow": "trump_when_void", "hang_points": 6},
    "no_jack": oracle.CLASSIC | {"jack_points": 0, "hang_points": 0},
    "no_game": oracle.CLASSIC | {"game_points": 0},
    "stag": oracle.STAG,
}
ALL_RULES = RULES | MORE_RULES
SCALE = int(os.environ.get("ALLFOURS_SOLVE_SCALE", "1"))
"""How many times the usual number of deals are compared with plain search."""

NEVER_HELD = 63
WIDE = -1000, 1000
SPLIT = (0, 7), (7, 8), (8, 60)
GOLDEN = Path(__file__).parent / "golden"


def engine_rules(rules: oracle.Rules) -> Rules:
    """The same rule set as the engine has it."""
    fields = {
        field: CHOICES[field].index(value) if field in CHOICES else value
        for field, value in rules.items()
        if field != "kick_points"
    }
    return Rules(**fields)


@cache
def solver() -> Solver:
    """One solver for all tests and rule sets: what it has learned of one must not mislead it."""
    return new_solver(14)


class Spot(NamedTuple):
    """A position: cards as numbers, ``16 * suit + rank``."""

    hands: list[list[int]]
    trump: int
    leader: int
    trick: list[int]
    taken: list[int]
    lost: list[int]
    jack: int
    """Who was dealt the jack, if it has been taken: 0 or 1."""

    @property
    def seat(self) -> int:
        """Who is to play."""
        return (self.leader + len(self.trick)) % 4

    def table(self) -> OpenTable:
        """The position as the solver takes it."""
        a, b, c, d = map(mask_of, self.hands)
        one, two, three = [*self.trick, *[NO_CARD] * (3 - len(self.trick))]
        return OpenTable(
            (a, b, c, d),
            self.trump,
            self.leader,
            (one, two, three),
            mask_of(self.taken),
            mask_of(self.lost),
            1 - 2 * self.jack,
        )

    def slow_value(self, rules: oracle.Rules, low: int, high: int, prune: bool) -> int:
        """The value by plain search."""
        knave = 16 * self.trump + 9
        jack = 0
        if knave in self.taken:
            jack = 1 if self.jack == 0 else 2
        elif knave in self.lost:
            jack = -1 if self.jack == 1 else -2
        size = max(map(len, self.hands))
        order = [sorted(hand, key=lambda card: (-(card % 16), card)) for hand in self.hands]
        dealt = [hand + [NEVER_HELD] * (size - len(hand)) for hand in order]
        flat = np.array([card for hand in dealt for card in hand], np.int64)
        held = np.array([mask_of(hand) for hand in self.hands], np.int64)
        trick = np.zeros(4 * size + 8, np.int64)
        trick[: len(self.trick)] = self.trick
        mine = sum(map(minimax.pips_of, self.taken))
        theirs = sum(map(minimax.pips_of, self.lost))
        law = minimax.law(rules)
        value: int = minimax.search(
            flat, held, self.seat, trick, len(self.trick), self.trump, law,
            jack, mine, theirs, low, high, prune,
        )  # fmt: skip
        return value

    def legal(self, rules: oracle.Rules) -> list[int]:
        """What may be played, by the oracle."""
        names = [format_card(card) for card in self.hands[self.seat]]
        trick = [format_card(card) for card in self.trick]
        return parse_cards(" ".join(oracle.legal(names, trick, "SHDC"[self.trump], rules)))

    def after(self, card: int) -> Spot:
        """The position after a card of the seat to play."""
        hands = [[c for c in hand if c != card] for hand in self.hands]
        trick = [*self.trick, card]
        if len(trick) < 4:
            return self._replace(hands=hands, trick=trick)
        names = [format_card(c) for c in trick]
        winner = (self.leader + oracle.winner(names, "SHDC"[self.trump])) % 4
        jack = self.jack
        if 16 * self.trump + 9 in trick:
            jack = (self.leader + trick.index(16 * self.trump + 9)) % 2
        taken = self.taken + (trick if winner % 2 == 0 else [])
        lost = self.lost + (trick if winner % 2 else [])
        return Spot(hands, self.trump, winner, [], taken, lost, jack)


PACK = [16 * suit + rank for suit in range(4) for rank in range(13)]


def random_spot(rng: random.Random, cards: int, short: bool, jack: bool, partial: bool) -> Spot:
    """Deal a position; `short` from a pack of 32 if that will do, `jack` with the jack in play.

    With `partial`, tricks have been taken and cards of a trick have been played at random.
    """
    trump = rng.randrange(4)
    knave = 16 * trump + 9
    before = 4 * rng.randrange(3) if partial else 0
    short = short and 4 * cards + before <= 32
    pack = [card for card in PACK if not short or card % 16 >= 5]
    while True:
        dealt = rng.sample(pack, 4 * cards + before)
        if not jack or knave in dealt[before:]:
            break
    hands = [sorted(dealt[before + i :: 4]) for i in range(4)]
    gone = dealt[:before]
    middle = 4 * rng.randrange(before // 4 + 1)
    spot = Spot(hands, trump, rng.randrange(4), [], gone[:middle], gone[middle:], rng.randrange(2))
    if partial:
        for _ in range(rng.randrange(4)):
            spot = spot.after(rng.choice(spot.legal(oracle.CLASSIC)))
    return spot


def spots(rng: random.Random, number: int, cards: int, partial: bool = True) -> Iterator[Spot]:
    """Positions of the kinds that find mistakes: half short pack, half with the jack in play."""
    for i in range(number):
        yield random_spot(rng, cards, i % 2 == 0, i % 4 < 2, partial and i % 3 == 0)


def value_of(spot: Spot, rules: Rules) -> int:
    found = solve(solver(), spot.table(), rules, UNLIMITED)
    assert found.solved
    return found.value


SMALL = [(1, 20), (2, 60), (3, 200), (4, 12)]


@pytest.mark.engine
@pytest.mark.parametrize("name", ALL_RULES)
@pytest.mark.parametrize(("cards", "number"), [(1, 4), (2, 8)] if INTERPRETED else SMALL)
def test_small_endings_equal_minimax(name: str, cards: int, number: int) -> None:
    rules = ALL_RULES[name]
    ours = engine_rules(rules)
    rng = random.Random(f"{name} {cards} minimax")
    for spot in spots(rng, number * SCALE, cards):
        assert value_of(spot, ours) == spot.slow_value(rules, *WIDE, False), spot


@pytest.mark.parametrize("name", ALL_RULES)
@pytest.mark.parametrize(("cards", "number"), [(4, 100), (5, 40), (6, 12)])
def test_larger_hands_equal_alpha_beta(name: str, cards: int, number: int) -> None:
    """A window of one point on either side of the value proves it."""
    rules = ALL_RULES[name]
    ours = engine_rules(rules)
    rng = random.Random(f"{name} {cards} alpha-beta")
    for spot in spots(rng, number * SCALE, cards):
        value = value_of(spot, ours)
        assert spot.slow_value(rules, value - 1, value + 1, True) == value, spot


@pytest.mark.parametrize(("cards", "number"), [(3, 300), (4, 150), (5, 30)])
def test_any_rule_set_equals_alpha_beta(cards: int, number: int) -> None:
    """Rule sets drawn at random, where the jack may be worth less than Game, or nothing."""
    rng = random.Random(f"{cards} any")
    for spot in spots(rng, number * SCALE, cards):
        rules = oracle.CLASSIC | {
            "undertrump": rng.randrange(2),
            "undertrump_escape": rng.choice(["all_trumps", "no_choice"]),
            "follow": rng.choice(["follow_or_trump", "trump_when_void"]),
            "jack_points": rng.choice([0, 1, 2, 9]),
            "hang_points": rng.choice([0, 1, 3, 99]),
            "game_points": rng.choice([0, 1, 2, 3, 5, 99]),
            "game_tie": rng.choice(["none", "nondealer", "dealer"]),
        }
        value = value_of(spot, engine_rules(rules))
        assert spot.slow_value(rules, value - 1, value + 1, True) == value, (spot, rules)


@pytest.mark.parametrize("cards", [4, 6, 8])
def test_what_was_learned_of_other_hands_and_rules_has_no_bearing(cards: int) -> None:
    """Big and small memories search in other ways, and so do the same hands under other rules."""
    small, fresh = new_solver(4), new_solver(16)
    for spot in spots(random.Random(cards), {4: 60, 6: 40, 8: 12}[cards] * SCALE, cards):
        for rules in map(engine_rules, ALL_RULES.values()):
            fresh.table[:] = -1
            found = [solve(one, spot.table(), rules, UNLIMITED).value for one in (small, fresh)]
            assert found == [value_of(spot, rules)] * 2, spot


@pytest.mark.engine
@pytest.mark.parametrize("name", ALL_RULES)
def test_each_card_has_the_value_of_the_position_after_it(name: str) -> None:
    rules = ALL_RULES[name]
    ours = engine_rules(rules)
    rng = random.Random(name)
    for cards in (1, 3) if INTERPRETED else (1, 3, 5, 6):
        for spot in spots(rng, 4 if INTERPRETED else 30 * SCALE, cards):
            values = np.full(64, 99, np.int64)
            found = solve_cards(solver(), spot.table(), ours, UNLIMITED, values)
            expected = {card: value_of(spot.after(card), ours) for card in spot.legal(rules)}
            assert {card: int(values[card]) for card in expected} == expected, spot
            assert np.count_nonzero(values != 99) == len(expected)
            best = (max if spot.seat % 2 == 0 else min)(expected.values())
            kept = mask_of(card for card, value in expected.items() if value == best)
            assert (found.value, found.best) == (best, kept)
            assert found.value == value_of(spot, ours)
            again = solve_best(solver(), spot.table(), ours, UNLIMITED)
            assert (again.value, again.best) == (best, kept)


@pytest.mark.engine
@pytest.mark.parametrize("name", ALL_RULES)
def test_the_solvers_line_scores_its_value(name: str) -> None:
    """Any of the best cards at every turn, to the end; then the oracle's count of the hand."""
    rules = ALL_RULES[name]
    ours = engine_rules(rules)
    rng = random.Random(f"{name} line")
    for cards in (3, 4) if INTERPRETED else (4, 6, 9):
        for spot in spots(rng, 2 if INTERPRETED else 4 * SCALE, cards, partial=False):
            value = value_of(spot, ours)
            plays = []
            now = spot
            while any(now.hands):
                best = solve_best(solver(), now.table(), ours, UNLIMITED)
                assert best.value == value
                choice = rng.choice(list(cards_of(best.best)))
                assert choice in now.legal(rules)
                plays.append(choice)
                now = now.after(choice)
            assert solve_best(solver(), now.table(), ours, UNLIMITED).best == 0
            assert value_of(now, ours) == value == counted(spot, plays, rules)


def counted(spot: Spot, plays: list[int], rules: oracle.Rules) -> int:
    """Jack and Game points of a hand that was played out, by the oracle."""
    suit = "SHDC"[spot.trump]
    names = [format_card(card) for card in plays]
    tricks = []
    leader = spot.leader
    for first in range(0, len(names), 4):
        trick = names[first : first + 4]
        leader = (leader + oracle.winner(trick, suit)) % 4
        tricks.append((leader, trick))
    hands = [" ".join(map(format_card, hand)) for hand in spot.hands]
    record = {
        "rules": rules | {"kick_points": "A:0", "target": 999},
        "hands": hands,
        "kicks": [],
        "eldest": "stand",
    }
    deal = oracle.Deal(record)
    oracle.count_hand(deal, tricks, suit)
    return sum(
        points if team == "dealer" else -points
        for what, team, points in deal.awards
        if what in ("jack", "hang", "game")
    )


@pytest.mark.parametrize("name", ["classic", "stag", "when_void", "no_jack"])
def test_swapping_the_teams_flips_the_sign(name: str) -> None:
    """Every seat moves on by one; with no rule for ties nothing tells the teams apart."""
    rules = engine_rules(ALL_RULES[name])
    assert rules.game_tie == 0
    for cards in (3, 6, 8):
        for spot in spots(random.Random(cards), 40 * SCALE, cards):
            moved = spot._replace(
                hands=spot.hands[-1:] + spot.hands[:-1],
                leader=(spot.leader + 1) % 4,
                taken=spot.lost,
                lost=spot.taken,
                jack=1 - spot.jack,
            )
            assert value_of(moved, rules) == -value_of(spot, rules), spot


@pytest.mark.parametrize("name", RULES)
def test_suits_are_only_names(name: str) -> None:
    rules = engine_rules(ALL_RULES[name])
    rng = random.Random(name)
    for cards in (3, 6, 8):
        for spot in spots(rng, 20 * SCALE, cards):
            suits = rng.sample(range(4), 4)

            def named(hand: list[int], suits: list[int] = suits) -> list[int]:
                return [16 * suits[card // 16] + card % 16 for card in hand]

            other = Spot(
                [named(hand) for hand in spot.hands],
                suits[spot.trump],
                spot.leader,
                named(spot.trick),
                named(spot.taken),
                named(spot.lost),
                spot.jack,
            )
            assert value_of(other, rules) == value_of(spot, rules), spot


def test_a_spent_budget_is_no_answer() -> None:
    rules = engine_rules(oracle.CLASSIC)
    spot = random_spot(random.Random(1), 9, False, True, False)
    whole = solve(new_solver(12), spot.table(), rules, UNLIMITED)
    assert whole.solved
    for budget in (0, 1, whole.nodes // 2):
        found = solve(new_solver(12), spot.table(), rules, budget)
        assert (found.value, found.best, found.solved) == (0, 0, 0)
        assert found.nodes <= budget + 100
        assert not solve_best(new_solver(12), spot.table(), rules, budget).solved
        values = np.zeros(64, np.int64)
        assert not solve_cards(new_solver(12), spot.table(), rules, budget, values).solved
    assert solve(new_solver(12), spot.table(), rules, whole.nodes).solved


@pytest.mark.engine
@pytest.mark.parametrize("cards", [9, 12])
def test_long_hands_fit_the_solvers_memory(cards: int) -> None:
    """Run with bounds checks too; few such hands are solved within the budget."""
    for spot in spots(random.Random(cards), 4, cards, partial=False):
        for rules in map(engine_rules, RULES.values()):
            solve(solver(), spot.table(), rules, 100 if INTERPRETED else 100_000)


def test_tally_adds_up() -> None:
    rules = engine_rules(oracle.CLASSIC)
    each = np.zeros((60, 2), np.int64)
    whole = solve_tally(0, 60, 3, Known(), rules, UNLIMITED, new_solver(10), each)
    nothing = each[:0]
    one = new_solver(10)
    parts = [solve_tally(a, b, 3, Known(), rules, UNLIMITED, one, nothing) for a, b in SPLIT]
    assert list(whole[:2]) == list(sum(parts)[:2]) == [each[:, 0].sum(), (each[:, 0] ** 2).sum()]
    assert whole[2] == each[:, 1].sum()
    assert whole[3] == 0
    short = solve_tally(0, 60, 3, Known(), rules, 1000, new_solver(10), each)
    assert 0 < short[3] == np.count_nonzero(each[:, 1] < 0) < 60


def golden(name: str) -> list[dict[str, Any]]:
    """The deals of a file: a line each."""
    return [json.loads(line) for line in (GOLDEN / name).read_text().splitlines()]


def golden_spot(line: dict[str, Any]) -> Spot:
    hands = [parse_cards(hand) for hand in line["hands"]]
    return Spot(hands, "SHDC".index(line["trump"]), line["leader"], [], [], [], 0)


@pytest.mark.parametrize("name", ["solve_10.jsonl", "solve_100.jsonl", "solve_worst.jsonl"])
def test_golden_values(name: str) -> None:
    """Deals with their values under each rule set, found by this solver."""
    one = new_solver(18 if "worst" in name else 14)
    for line in golden(name):
        table = golden_spot(line).table()
        for rules, value in line["values"].items():
            found = solve(one, table, engine_rules(ALL_RULES[rules]), UNLIMITED)
            assert (found.value, found.solved) == (value, 1), line


def test_golden_best_cards() -> None:
    """The ten deals carry the best leads too."""
    for line in golden("solve_10.jsonl"):
        spot = golden_spot(line)
        for rules, best in line["best"].items():
            found = solve_best(solver(), spot.table(), engine_rules(ALL_RULES[rules]), UNLIMITED)
            assert format_cards(found.best) == best
