"""The solver of two players, against every line of play by the oracle."""

from __future__ import annotations

import random
from typing import Any

import pytest

from analysis.allfours import solving
from analysis.allfours.records import score_record
from analysis.allfours.show import draw
from analysis.allfours.solving import mistakes, solve_record
from engine._jit import INTERPRETED
from engine.allfours.solve_two import new_duel
from engine.cards import InputError
from tests import oracle

pytestmark = pytest.mark.engine

Record = dict[str, Any]
RULES: list[Record] = [
    {"base": "two-player", "target": 99},
    {"base": "tournament", "players": 2, "target": 99},
    {"base": "stag", "players": 2, "target": 99, "game_tie": "dealer"},
    {"base": "two-player", "follow": "trump_when_void", "target": 99},
    {"base": "two-player", "jack_points": 0, "hang_points": 2, "game_points": 5, "target": 99},
]
SIDE = {"dealer": 1, "eldest": -1}


def jack_and_game(record: Record) -> int:
    awards = oracle.score_record(record)["awards"]
    return sum(SIDE[team] * n for name, team, n in awards if name in ("jack", "hang", "game"))


def slowly(record: Record) -> int:
    """The value of a position: every card, to the end."""
    play = oracle.Play(oracle.Deal(record))
    cards = play.legal()
    if not cards:
        return jack_and_game(record)
    values = [slowly(record | {"plays": [*record["plays"], card]}) for card in cards]
    return max(values) if play.seat == 0 else min(values)


def played(rng: random.Random, rules: Record) -> Record:
    while True:
        record = oracle.random_record(rng, rules)
        if record["plays"]:
            return record


def cut(record: Record, left: int) -> Record:
    return record | {"plays": record["plays"][: len(record["plays"]) - left]}


@pytest.mark.parametrize("rules", RULES)
def test_endings_by_every_line(rules: Record) -> None:
    rng = random.Random(7)
    for _ in range(3 if INTERPRETED else 20):
        record = cut(played(rng, rules), rng.randint(1, 6))
        found = solve_record(record)
        seat = oracle.legal_record(record)["seat"]
        after = {
            card: slowly(record | {"plays": [*record["plays"], card]})
            for card in oracle.legal_record(record)["legal"]
        }
        value = max(after.values()) if seat == 0 else min(after.values())
        assert found["value"] == value
        assert set(found["best"]) == {card for card in after if after[card] == value}


@pytest.mark.parametrize("rules", RULES)
def test_best_play_gives_the_value(rules: Record) -> None:
    """The best cards keep the value to the end, when it is the score; all others cost something."""
    rng = random.Random(8)
    for _ in range(1 if INTERPRETED else 6):
        record = cut(played(rng, rules), 0) | {"plays": []}
        if len(record["hands"][0].split()) > 9:
            continue
        value = solve_record(record)["value"]
        while best := solve_record(record)["best"]:
            seat = oracle.legal_record(record)["seat"]
            for card in oracle.legal_record(record)["legal"]:
                after = solve_record(record | {"plays": [*record["plays"], card]})["value"]
                assert (after == value) == (card in best)
                assert after <= value if seat == 0 else after >= value
            record = record | {"plays": [*record["plays"], rng.choice(best)]}
        assert jack_and_game(record) == value


def test_what_was_learned_never_bears_on_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(9)
    records = [cut(played(rng, rules), 6) for rules in RULES for _ in range(4)]
    warm = [solve_record(record) for record in records]
    for record, answer in zip(records, warm, strict=True):
        monkeypatch.setattr(solving, "_duel", lambda: new_duel(4))
        assert solve_record(record) == answer


def test_mistakes_lead_from_the_value_to_the_score() -> None:
    rng = random.Random(10)
    marked = 0
    for _ in range(1 if INTERPRETED else 10):
        record = played(rng, RULES[0])
        if len(record["plays"]) > 18:
            continue
        found = list(mistakes(record))
        lost = {0: 0, 1: 0}
        for mistake in found:
            lost[oracle.legal_record(cut(record, len(record["plays"]) - mistake.play))["seat"]] += (
                mistake.cost
            )
        value = solve_record(record | {"plays": []})["value"]
        assert value - lost[0] + lost[1] == jack_and_game(record)
        picture = draw(record | {"seed": 1, "deal": 1}, mistakes=found)
        assert ("(?) gave" in picture) == bool(found)
        marked += bool(found)
        assert score_record(record) == oracle.score_record(record)
    assert marked or INTERPRETED


def test_a_budget_that_runs_out() -> None:
    rng = random.Random(11)
    record = played(rng, RULES[0]) | {"plays": []}
    with pytest.raises(InputError, match="not solved within 3 nodes"):
        solve_record(record, 3)
    assert solve_record(record)["best"]
