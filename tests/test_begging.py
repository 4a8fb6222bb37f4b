"""Begging and giving: the rows hang together, and agree with a simulation in plain Python."""

from __future__ import annotations

import math
from functools import cache
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.allfours import rule_sets
from analysis.allfours.begging import beg, give
from analysis.allfours.books import Decisions
from analysis.allfours.duel import duel
from analysis.allfours.points import points
from analysis.estimate import FEWEST_FOR_VERDICT, quantile
from analysis.run import Run
from engine.allfours.compare import (
    BEGGING_ARMS,
    BEGGING_GIVES,
    BEGGING_WINS,
    PARTS,
    Stakes,
    begging_tally,
)
from engine.allfours.rules import CLASSIC, KICK, PRESETS, TOURNAMENT, Rules
from engine.allfours.simulate import Known
from engine.allfours.strategy import Strategy
from engine.cards import bit, mask_of, parse_card, parse_cards
from engine.deal import unseen
from tests.interim import INTERIM
from tests.simulation import Points, Simulation

AWARDS = PARTS[:-1]
ARMS = ("stand", "beg_if_given", "beg_if_run", "beg", "beg_minus_stand")
JACK, NO_TRUMP, ACES = "JS 9S AH TH 4D 2C", "AH KH QD 9C 8C 2C", "AS AH AD AC KS KH"
LIMIT = 4.5
STAKES = Stakes(0, 0, np.zeros((0, 0)), INTERIM, INTERIM)


@pytest.fixture(autouse=True)
def _interim(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begging as plain Python can follow it."""
    decisions = Decisions(INTERIM, "by the book of the tests")
    monkeypatch.setattr("analysis.allfours.books.for_points", lambda _: decisions)


def rule_set(text: str) -> Rules:
    name, *changes = text.split()
    return rule_sets.change(rule_sets.preset(name), changes)


def rows(frame: pd.DataFrame) -> dict[str, dict[Any, Any]]:
    return {row["name"]: row for row in frame.to_dict("records")}


def value(frame: pd.DataFrame, name: str) -> float:
    return float(rows(frame)[name]["value"])


def spread(row: dict[Any, Any]) -> float:
    """The standard error of a row, from its interval."""
    return float(row["high"] - row["low"]) / 2 / quantile(0.95, row["n"] - 1)


# How the rows hang together


@cache
def one_beg(text: str) -> pd.DataFrame:
    return beg(JACK, "6S", rule_set(text), run=Run(deals=20_000, seed=1))


RULE_SETS = [
    *(name for name, rules in PRESETS.items() if rules.trump_by == KICK),
    "classic gift=3",
    "classic kick_kept=0",
    "tournament stand_void=0",
]


@pytest.mark.parametrize("text", RULE_SETS)
def test_given_is_stand_and_the_gift(text: str) -> None:
    got = one_beg(text)
    total = (value(got, "beg_if_given") - value(got, "stand")) * 20_000
    assert round(total, 6) == rule_set(text).gift * 20_000


@pytest.mark.parametrize("text", RULE_SETS)
def test_beg_minus_stand(text: str) -> None:
    got = one_beg(text)
    difference = value(got, "beg") - value(got, "stand")
    assert value(got, "beg_minus_stand") == pytest.approx(difference, abs=1e-9)


@pytest.mark.parametrize("arm", ARMS)
@pytest.mark.parametrize("text", RULE_SETS)
def test_parts_add_up(text: str, arm: str) -> None:
    got = one_beg(text)
    parts = sum(value(got, f"{arm}_{award}") for award in AWARDS)
    assert parts == pytest.approx(value(got, arm), abs=1e-9)


def test_rows_in_the_order_of_the_issue() -> None:
    names = one_beg("classic")["name"].tolist()
    assert names[:6] == [*ARMS, "dealer_gives"]


def test_rows_of_give_in_the_order_of_the_issue() -> None:
    names = give(JACK, "6S", run=Run(deals=100, seed=1))["name"].tolist()
    assert names[:3] == ["give", "run", "run_minus_give"]


@pytest.mark.parametrize("text", RULE_SETS)
def test_paired_differences_of_give(text: str) -> None:
    got = give(ACES, "2S", rule_set(text), run=Run(deals=5000, seed=1))
    difference = value(got, "run") - value(got, "give")
    assert value(got, "run_minus_give") == pytest.approx(difference, abs=1e-9)


def test_beg_follows_the_dealer_deal_by_deal() -> None:
    """In each deal the beg is worth what giving or running is worth in that deal."""
    held, kick = mask_of(parse_cards(JACK)), parse_card("6S")
    known, pack = Known(1, held, kick), unseen(held | bit(kick))
    decided = set()
    for number in range(300):
        tally = begging_tally(
            number, number + 1, 1, pack, known, STAKES, CLASSIC, Strategy(), None, None
        )
        cells = tally[:BEGGING_WINS].reshape(len(BEGGING_ARMS), len(PARTS), 2)[:, :, 0].tolist()
        arm = dict(zip(BEGGING_ARMS, cells, strict=True))
        gives = bool(tally[BEGGING_GIVES])
        assert arm["beg"] == arm["given" if gives else "run"]
        decided.add(gives)
    assert decided == {False, True}


def test_six_cards_are_kept_in_a_run() -> None:
    """With ace and two of every suit, High and Low are the eldest's in any trump but the dead.

    An ace or a two goes only by being kicked, or when the pack is exhausted.
    """
    got = beg("AH 2H AD 2D AC 2C", "9S", run=Run(deals=50_000, seed=2))
    assert value(got, "beg_if_run_high") > 0.85
    assert value(got, "beg_if_run_low") > 0.85
    assert value(got, "stand_high") < -0.25


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
@pytest.mark.parametrize(("hand", "kick"), [(JACK, "6S"), (NO_TRUMP, "9S"), (ACES, "2S")])
def test_stand_is_what_points_says(hand: str, kick: str, play: str) -> None:
    stood = rows(beg(hand, kick, play=play, run=Run(deals=100_000, seed=3)))["stand"]
    played = points(hand, kick, "eldest", play=play, run=Run(deals=100_000, seed=4))
    other = rows(played)["points_dealer_minus_eldest"]
    z = (stood["value"] + other["value"]) / math.hypot(spread(stood), spread(other))
    assert abs(z) < 4


@pytest.mark.parametrize("hand", [NO_TRUMP, JACK, "2S 3S 4S 5S 7S 8S"])
def test_pack_exhausted_if_run(hand: str) -> None:
    """Two more kicks of the old suit among the 45 cards that the eldest doesn't see."""
    left = 12 - sum(card[1] == "S" for card in hand.split())
    chance = left * (left - 1) / (45 * 44)
    row = rows(beg(hand, "6S", run=Run(deals=100_000, seed=5)))["pack_exhausted_if_run"]
    assert abs(row["value"] - chance) < 4 * math.sqrt(chance * (1 - chance) / 100_000)


def test_pack_exhausted_if_run_where_the_last_card_is_kicked() -> None:
    chance = 12 * 11 * 10 / (45 * 44 * 43)
    run = Run(deals=100_000, seed=6)
    row = rows(beg(NO_TRUMP, "6S", TOURNAMENT, run=run))["pack_exhausted_if_run"]
    assert abs(row["value"] - chance) < 4 * math.sqrt(chance / 100_000)


@pytest.mark.parametrize("hand", [NO_TRUMP, JACK, ACES])
def test_dealer_gives_by_his_own_trumps(hand: str) -> None:
    left = 12 - sum(card[1] == "S" for card in hand.split())
    ways = sum(math.comb(left, k) * math.comb(45 - left, 6 - k) for k in range(3, 7))
    chance = ways / math.comb(45, 6)
    row = rows(beg(hand, "6S", run=Run(deals=100_000, seed=7)))["dealer_gives"]
    assert abs(row["value"] - chance) < 4 * math.sqrt(chance * (1 - chance) / 100_000)


# The same in plain Python


def agree(seen: list[float], row: dict[Any, Any], side: int = 1) -> bool:
    """Whether a row of a report lies within 4.5 standard errors of values that were simulated."""
    distance = side * row["value"] - fmean(seen)
    error = math.hypot(stdev(seen) / math.sqrt(len(seen)), spread(row))
    return abs(distance) <= LIMIT * error + 1e-12


def disagreements(
    frame: pd.DataFrame, deals: list[dict[str, Points]], arms: dict[str, str], side: int = 1
) -> list[str]:
    """The rows that lie too far from what was simulated."""
    got, far = rows(frame), []
    for name, arm in arms.items():
        parts = {f"{name}_{part}": [deal[arm][part] for deal in deals] for part in AWARDS}
        for row, seen in parts.items():
            if any(seen) and not agree(seen, got[row], side):
                far.append(row)
        if not agree([deal[arm].total() for deal in deals], got[name], side):
            far.append(name)
    return far


BEG = {"stand": "stand", "beg_if_given": "give", "beg_if_run": "run", "beg": "beg"}
PLAYED = [
    ("classic", JACK, "6S"),
    ("classic", NO_TRUMP, "9S"),
    ("tournament", "KS AH TH TD 7C 2C", "6S"),
    ("classic kick_kept=0", "AS 2S KH 9D 5C 3C", "JS"),
    ("two-player", JACK, "6S"),
    ("tournament players=2", NO_TRUMP, "9S"),
    ("seven-up", JACK, "6S"),
]


@pytest.mark.parametrize(("text", "hand", "kick"), PLAYED)
def test_beg_agrees_with_plain_python(text: str, hand: str, kick: str) -> None:
    simulation = Simulation(text, 1, played=True)
    deals = [simulation.arms(1, hand.split(), kick) for _ in range(3000)]
    frame = beg(hand, kick, rule_set(text), "random", Run(deals=300_000, seed=8))
    assert disagreements(frame, deals, BEG) == []
    assert agree([deal["gives"]["yes"] for deal in deals], rows(frame)["dealer_gives"])


GIVEN = [
    ("classic", "AS 2S KH 9D 5C 3C", "7S"),
    ("tournament", "QH JH TD 9D 8C 7C", "7S"),
    ("two-player", "AS 2S KH 9D 5C 3C", "7S"),
]


@pytest.mark.parametrize(("text", "hand", "kick"), GIVEN)
def test_give_agrees_with_plain_python(text: str, hand: str, kick: str) -> None:
    simulation = Simulation(text, 2, played=True)
    deals = [simulation.arms(0, hand.split(), kick) for _ in range(3000)]
    frame = give(hand, kick, rule_set(text), "random", Run(deals=300_000, seed=9))
    assert disagreements(frame, deals, {"give": "give", "run": "run"}, side=-1) == []


EVERY_KICK = "kick_points=" + ",".join(f"{rank}:1" for rank in "23456789TJQKA")
UNPLAYED = [f"classic {EVERY_KICK}", f"tournament {EVERY_KICK}", f"stag kick_kept=0 {EVERY_KICK}"]
UNPLAYED += [f"two-player {EVERY_KICK}", f"two-player exhausted=kick_last {EVERY_KICK}"]


@pytest.mark.parametrize("text", UNPLAYED)
def test_fresh_deals_agree_with_plain_python(text: str) -> None:
    """With a point for every kick, those of the fresh deals after an exhausted pack show."""
    simulation = Simulation(text, 3, played=False)
    deals = [simulation.arms(1, NO_TRUMP.split(), "9S") for _ in range(8_000)]
    got = rows(beg(NO_TRUMP, "9S", rule_set(text), "random", Run(deals=300_000, seed=10)))
    for part in ("kicks", "gift", "high", "low"):
        for name, arm in BEG.items():
            assert agree([deal[arm][part] for deal in deals], got[f"{name}_{part}"])


# Verdicts

COSTLY = CLASSIC._replace(kick_points=(50,) * 13)
"""To beg costs fifty points for every kick."""


def interval(row: dict[Any, Any], level: float) -> tuple[float, float]:
    half = quantile(level, row["n"] - 1) * spread(row)
    return row["value"] - half, row["value"] + half


@pytest.mark.parametrize("hand", [JACK, "QS 5S AH TH 4D 2C", "9S 8S AH 7H 4D 2C"])
def test_verdict_follows_the_99_percent_interval(hand: str) -> None:
    verdicts = set()
    for seed in range(25):
        frame = beg(hand, "6S", run=Run(deals=150, seed=seed))
        low, high = interval(rows(frame)["beg_minus_stand"], 0.99)
        verdict = "beg" if low > 0 else "stand" if high < 0 else "undecided"
        assert (frame.attrs["verdict"], frame.attrs["verdict_level"]) == (verdict, 0.99)
        verdicts.add(verdict)
    assert "undecided" in verdicts


@pytest.mark.parametrize("hand", ["AS 4S 3H TH 4D 2C", "QS JS TH 9H 8D 7C"])
def test_verdict_of_give_follows_the_99_percent_interval(hand: str) -> None:
    verdicts = set()
    for seed in range(25):
        frame = give(hand, "6S", run=Run(deals=150, seed=seed))
        low, high = interval(rows(frame)["run_minus_give"], 0.99)
        verdict = "run" if low > 0 else "give" if high < 0 else "undecided"
        assert frame.attrs["verdict"] == verdict
        verdicts.add(verdict)
    assert "undecided" in verdicts


@pytest.mark.parametrize(("hand", "verdict"), [(NO_TRUMP, "beg"), ("AS KS QS JS 2S AH", "stand")])
def test_plain_cases_of_begging(hand: str, verdict: str) -> None:
    assert beg(hand, "9S", run=Run(deals=5000, seed=11)).attrs["verdict"] == verdict


@pytest.mark.parametrize(("hand", "verdict"), [(NO_TRUMP, "run"), ("AS KS QS JS 2S AH", "give")])
def test_plain_cases_of_giving(hand: str, verdict: str) -> None:
    assert give(hand, "9S", run=Run(deals=5000, seed=12)).attrs["verdict"] == verdict


@pytest.mark.parametrize("deals", [1, 2, FEWEST_FOR_VERDICT - 1])
@pytest.mark.parametrize("ask", [beg, give])
def test_few_deals_decide_nothing(ask: Any, deals: int) -> None:
    """However far apart the two actions are."""
    verdicts = {
        ask(ACES, "6S", COSTLY, run=Run(deals=deals, seed=seed)).attrs["verdict"]
        for seed in range(10)
    }
    assert verdicts == {"undecided"}


def test_enough_deals_decide_what_is_plain() -> None:
    run = Run(deals=FEWEST_FOR_VERDICT, seed=13)
    assert beg(ACES, "6S", COSTLY, run=run).attrs["verdict"] == "stand"
    assert give(ACES, "6S", COSTLY, run=run).attrs["verdict"] == "run"


@pytest.mark.parametrize("deals", [1, 1000])
def test_who_may_not_stand_begs(deals: int) -> None:
    """Even where begging costs points."""
    rules = COSTLY._replace(stand_void=0)
    assert beg(NO_TRUMP, "6S", rules, run=Run(deals, seed=14)).attrs["verdict"] == "beg"


@pytest.mark.parametrize("deals", [1, 1000])
def test_who_may_not_give_runs(deals: int) -> None:
    """Even where running loses points: the gift is worth nothing, and nor is a kick."""
    text = "classic give_void=0 gift=0 kick_points=A:0"
    run = Run(deals=deals, seed=15)
    assert give("9H 8H 7D 4D 3C 2C", "6S", rule_set(text), run=run).attrs["verdict"] == "run"


def test_a_lone_trump_frees_from_both() -> None:
    rules = rule_set("classic stand_void=0 give_void=0 gift=50")
    run = Run(deals=1000, seed=16)
    assert give("9S 8H 7D 4D 3C 2C", "6S", rules, run=run).attrs["verdict"] == "run"
    rules = COSTLY._replace(stand_void=0)
    assert beg("9S 8H 7D 4D 3C 2C", "6S", rules, run=run).attrs["verdict"] == "stand"


# Duels


def test_duel_with_itself_is_drawn() -> None:
    got = rows(duel("simple", "simple", run=Run(deals=20_000, seed=17)))
    margins = [got[name]["value"] for name in got if "_as_" not in name]
    assert margins == [0.0] * 6


def test_random_player_does_not_beat_itself() -> None:
    row = rows(duel("random", "random", run=Run(deals=200_000, seed=18)))["margin"]
    assert abs(row["value"]) < 4 * spread(row)


@pytest.mark.parametrize("cards", [6, 9, 12])
def test_duel_turned_round(cards: int) -> None:
    one = rows(duel("simple", "random", cards, run=Run(deals=50_000, seed=19)))["margin"]
    two = rows(duel("random", "simple", cards, run=Run(deals=50_000, seed=20)))["margin"]
    assert abs(one["value"] + two["value"]) < 4 * math.hypot(spread(one), spread(two))


def test_simple_beats_random() -> None:
    row = rows(duel("simple", "random", run=Run(deals=50_000, seed=21)))["margin"]
    assert row["low"] > 0.5


def test_margin_is_the_mean_of_both_sides() -> None:
    got = duel("simple", "random", run=Run(deals=1000, seed=22))
    assert got["name"][0] == "margin"
    sides = value(got, "margin_as_dealer") + value(got, "margin_as_eldest")
    assert value(got, "margin") == pytest.approx(sides / 2, abs=1e-9)
    awards = ("high", "low", "jack", "hang", "game")
    parts = sum(value(got, f"margin_{award}") for award in awards)
    assert value(got, "margin") == pytest.approx(parts, abs=1e-9)


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
@pytest.mark.parametrize("cards", [6, 9, 12])
def test_duel_and_points_meet_the_same_deals(cards: int, play: str) -> None:
    run = Run(deals=5000, seed=23)
    played = points(cards=cards, rules=TOURNAMENT, play=play, run=run)
    fought = duel(play, play, cards, TOURNAMENT, run)
    assert value(fought, "margin_as_dealer") == value(played, "points_dealer_minus_eldest")
