"""Exact values of deal records: ``allfours solve`` and ``show --solve``."""

from __future__ import annotations

import json
from typing import Any

import pytest

from analysis.allfours.dealing import record_deals
from analysis.allfours.records import score_record
from analysis.allfours.solving import mistakes, solve_record
from engine.allfours.rules import CLASSIC, TOURNAMENT, Rules
from engine.allfours.strategy import RANDOM, SIMPLE, Strategy
from engine.cards import InputError
from tests.command import run
from tests.interim import INTERIM

Record = dict[str, Any]
SIDE = {"dealer": 1, "eldest": -1}


def stood(rules: Rules, player: int, deals: int = 12) -> list[Record]:
    """Records of six-card hands that were played out."""
    records = record_deals(3, 0, deals, rules, Strategy(player, player), book=INTERIM)
    return [record for record in records if len(record["plays"]) == 24]


def jack_and_game(record: Record) -> int:
    """Points that the dealer's team made of jack and Game, minus the eldest's."""
    awards = score_record(record)["awards"]
    return sum(SIDE[team] * n for name, team, n in awards if name in ("jack", "hang", "game"))


@pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT])
def test_the_value_of_a_hand_played_out_is_what_it_scored(rules: Rules) -> None:
    for record in stood(rules, RANDOM):
        assert solve_record(record) == {"value": jack_and_game(record), "best": []}


@pytest.mark.parametrize("player", [RANDOM, SIMPLE])
def test_mistakes_lead_from_the_first_value_to_the_score(player: int) -> None:
    for record in stood(CLASSIC, player):
        value = solve_record(record | {"plays": []})["value"]
        lost = {"dealer": 0, "eldest": 0}
        for mistake in mistakes(record):
            before = record | {"plays": record["plays"][: mistake.play]}
            assert record["plays"][mistake.play] not in solve_record(before)["best"]
            assert mistake.cost > 0
            lost[side_to_play(before)] += mistake.cost
        assert value - lost["dealer"] + lost["eldest"] == jack_and_game(record)


def side_to_play(record: Record) -> str:
    answer = run("legal", "-", stdin=json.dumps(record).encode())
    return "eldest" if json.loads(answer.out)["seat"] % 2 else "dealer"


def test_best_cards_keep_the_value() -> None:
    for record in stood(TOURNAMENT, SIMPLE, deals=6):
        start = record | {"plays": record["plays"][:5]}
        found = solve_record(start)
        legal = json.loads(run("legal", "-", stdin=json.dumps(start).encode()).out)["legal"]
        for card in legal:
            then = solve_record(start | {"plays": [*start["plays"], card]})["value"]
            assert (then == found["value"]) == (card in found["best"])


def test_nothing_is_solved_where_nothing_is_played() -> None:
    redeals = [
        r for r in record_deals(5, 0, 60, CLASSIC, Strategy(), book=INTERIM) if not r["plays"]
    ]
    assert redeals
    assert solve_record(redeals[0]) == {"value": None, "best": []}


def test_a_budget_ends_in_a_sentence() -> None:
    record = stood(CLASSIC, SIMPLE)[0] | {"plays": []}
    with pytest.raises(InputError, match="not solved within 10 nodes"):
        solve_record(record, nodes=10)
    answer = run("solve", "-", "--nodes", "10", stdin=json.dumps(record).encode())
    assert (answer.status, json.loads(answer.out)) == (
        2,
        {"error": "line 1: not solved within 10 nodes"},
    )
    assert answer.err == "allfours: line 1: not solved within 10 nodes\n"


def test_show_marks_what_was_given_away() -> None:
    shown = run("show", "--seed", "7", "--deal", "7", "--solve", "--play", "simple").out
    assert shown.count("?") == 5 + 1
    assert "trick 1, 6H: 2; best 8C" in shown
