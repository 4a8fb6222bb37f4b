"""Simulation against closed forms and published figures: within 4 standard errors, fixed seeds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from analysis.allfours import players, rule_sets
from analysis.allfours.dealing import record_deals
from analysis.allfours.game_point import game
from analysis.allfours.kicks import kick
from analysis.allfours.points import points
from analysis.run import Run
from engine.allfours.rules import CLASSIC, TOURNAMENT
from tests import oracle
from tests.interim import INTERIM

LIMIT = 4.0


def rows(frame: pd.DataFrame) -> dict[str, dict[Any, Any]]:
    return {row["name"]: row for row in frame.to_dict("records")}


def value(frame: pd.DataFrame, name: str) -> float:
    return float(rows(frame)[name]["value"])


def check_exact_rows(frame: pd.DataFrame, at_least: int) -> None:
    """Every row that has an exact value lies within 4 standard errors of it."""
    known = [row for row in frame.to_dict("records") if not math.isnan(row.get("exact", math.nan))]
    assert len(known) >= at_least
    assert {row["name"]: row["z"] for row in known if not abs(row["z"]) < LIMIT} == {}


# Kicks

ODD_TABLE = "kick_points=2:1,4:7,7:2,10:11,J:5,K:3"
KICK_RULES = [
    "classic",
    "tobago",
    "tournament",
    "classic exhausted=kick_last",
    "classic kick_kept=0",
    "classic kick_kept=0 exhausted=kick_last",
    f"classic {ODD_TABLE}",
    f"tournament kick_kept=0 {ODD_TABLE}",
    "classic kick_points=A:99,K:99",
]
KICK_ROWS = [
    "kick_is_J",
    "kick_is_6",
    "kick_is_A",
    "kick_scores_anything",
    "kick_points_mean_per_kick",
    "second_kick_same_suit",
    "third_kick_same_suit_given_two",
    "pack_exhausted",
    "kick_points_after_beg_mean",
    "kick_points_after_beg_ge_1",
    "kick_points_after_beg_ge_2",
    "kick_points_after_beg_ge_3",
    "kick_points_always_run_mean",
]


def rule_set(text: str) -> Any:
    name, *changes = text.split()
    return rule_sets.change(rule_sets.preset(name), changes)


@pytest.mark.parametrize("text", KICK_RULES)
def test_kicks(text: str) -> None:
    check_exact_rows(kick(rule_set(text), Run(deals=1_000_000, seed=3)), 12)


def test_kick_rows_are_those_of_the_issue() -> None:
    frame = kick(run=Run(deals=10, seed=1))
    totals = [f"kick_points_always_run_eq_{points}" for points in range(9)]
    assert frame["name"].tolist() == KICK_ROWS + totals
    assert not frame["exact"].isna().any()


@pytest.mark.parametrize("text", KICK_RULES)
def test_kick_totals_leave_nothing_out(text: str) -> None:
    frame = kick(rule_set(text), Run(deals=20_000, seed=4))
    totals = frame[frame["name"].str.startswith("kick_points_always_run_eq_")]
    assert totals["exact"].sum() == pytest.approx(1)
    assert totals["value"].sum() == pytest.approx(1)


# Points

HANDS = [
    (6, "JS 9S AH TH 4D 2C", "6S", "eldest"),
    (6, "AH KH QD 9C 8C 2C", "9S", "dealer"),
    (6, "KD 2D TS TH TC AC", "AD", "dealer-partner"),
    (6, "AC KC QC JC TC 2C", "3C", "eldest-partner"),
    (6, "7H AS KS QS TS 9S", "JH", "eldest"),
    (9, "QH 3H AS KS 9S 6D 4D 4C 2C", "JH", "eldest"),
    (9, "AS KS QS TS AD KD QD TD AC", "TH", "dealer"),
    (12, "JD 9D 5D AS TS 6S AH TH 6H 3C 4C 5C", "2D", "dealer-partner"),
    (12, "2S 3S 4S 5S 6S 7S 2H 3H 4H 5H 6H 7H", "AC", "eldest-partner"),
]
POINTS_ROWS = [
    "jack_in_play",
    "jack_saved",
    "jack_hung",
    "jack_saved_by_dealer_team",
    "jack_hung_by_dealer_team",
    "game_dealer_team",
    "game_eldest_team",
    "game_tied",
    "high_dealer_team",
    "low_dealer_team",
    "high_low_same_team",
    "no_trump_dealt",
    "pips_in_play_mean",
    "points_dealer_minus_eldest",
]


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
@pytest.mark.parametrize("cards", [6, 9, 12])
def test_points(cards: int, play: str) -> None:
    check_exact_rows(points(cards=cards, play=play, run=Run(deals=400_000, seed=5)), 6)


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
@pytest.mark.parametrize(("cards", "hand", "kick", "seat"), HANDS)
def test_points_of_a_hand(cards: int, hand: str, kick: str, seat: str, play: str) -> None:
    run = Run(deals=200_000, seed=6)
    check_exact_rows(points(hand, kick, seat, cards, play=play, run=run), 6)


def test_points_where_the_taker_scores_low() -> None:
    frame = points(rules=CLASSIC._replace(low_to=1), run=Run(deals=100_000, seed=7))
    check_exact_rows(frame, 4)
    assert math.isnan(rows(frame)["low_dealer_team"]["exact"])
    assert math.isnan(rows(frame)["high_low_same_team"]["exact"])


def test_points_rows_are_those_of_the_issue() -> None:
    assert points(run=Run(deals=10, seed=1))["name"].tolist() == POINTS_ROWS


@pytest.mark.parametrize("cards", [6, 9, 12])
def test_points_rows_fit_together(cards: int) -> None:
    got = {name: row["value"] for name, row in rows(points(cards=cards, run=Run(10**5, 8))).items()}
    assert got["jack_saved"] + got["jack_hung"] == pytest.approx(got["jack_in_play"])
    shares = got["game_dealer_team"] + got["game_eldest_team"] + got["game_tied"]
    assert shares == pytest.approx(1)
    out = 1 - got["no_trump_dealt"]
    jack = 2 * got["jack_saved_by_dealer_team"] - got["jack_saved"]
    hang = 2 * got["jack_hung_by_dealer_team"] - got["jack_hung"]
    ends = 2 * (got["high_dealer_team"] + got["low_dealer_team"] - out)
    game_point = got["game_dealer_team"] - got["game_eldest_team"]
    assert ends + jack + 3 * hang + game_point == pytest.approx(got["points_dealer_minus_eldest"])


def test_tied_game_counts_by_its_rule() -> None:
    """The rows count pips; the points follow `game_tie` and `game_points`."""
    run = Run(deals=50_000, seed=9)
    none, nondealer, dealer = (
        points(rules=TOURNAMENT._replace(game_tie=tie), run=run) for tie in (0, 1, 2)
    )
    tied = value(none, "game_tied")
    assert tied == value(nondealer, "game_tied") == value(dealer, "game_tied")
    worth = [value(frame, "points_dealer_minus_eldest") for frame in (nondealer, none, dealer)]
    assert worth[1] - worth[0] == pytest.approx(2 * tied, abs=1e-3)  # but for ties at 0-0
    assert worth[2] - worth[1] == pytest.approx(2 * tied, abs=1e-3)


PUBLISHED: list[tuple[str, float, float, Callable[[], float]]] = [
    ("no trump", 0.0001095, 5e-8, lambda: exact_points("no_trump_dealt")),
    ("High and Low to one team", 0.479, 5e-4, lambda: exact_points("high_low_same_team")),
    ("jack live", 0.434, 5e-4, lambda: exact_points("jack_in_play")),
    ("points of one kick", 0.4615, 5e-5, lambda: exact_kick("kick_points_mean_per_kick")),
    ("points of a run", 0.570, 5e-4, lambda: exact_kick("kick_points_after_beg_mean")),
    ("pack exhausted", 0.052, 5e-4, lambda: exact_kick("pack_exhausted")),
]


def exact_points(name: str) -> float:
    return float(rows(points(run=Run(deals=10, seed=1)))[name]["exact"])


def exact_kick(name: str) -> float:
    return float(rows(kick(run=Run(deals=10, seed=1)))[name]["exact"])


@pytest.mark.parametrize(("published", "off", "exact"), [row[1:] for row in PUBLISHED])
def test_published_figure(published: float, off: float, exact: Callable[[], float]) -> None:
    assert exact() == pytest.approx(published, abs=off)


def test_eldest_without_a_trump() -> None:
    """18.1 % of deals, in the records as they are written."""
    deals = 4000
    none = sum(
        record["kicks"][0][1] not in record["hands"][1][:17]
        for record in record_deals(
            10, 0, deals, CLASSIC, players.lineup("random").strategy, book=INTERIM
        )
    )
    assert abs(none / deals - 0.18116) < LIMIT * math.sqrt(0.181 * 0.819 / deals)


# Game


@pytest.mark.parametrize("play", ["random", "simple", "expert"])
@pytest.mark.parametrize("cards", [6, 9, 12])
def test_game(cards: int, play: str) -> None:
    check_exact_rows(game(cards, play=play, run=Run(deals=300_000, seed=11)), 34)


@pytest.mark.parametrize("cards", [6, 9, 12])
def test_game_and_points_count_the_same_deals(cards: int) -> None:
    run = Run(deals=20_000, seed=12)
    one, two = game(cards, run=run), points(cards=cards, run=run)
    for name in ("game_dealer_team", "game_eldest_team", "game_tied"):
        assert rows(one)[name]["value"] == rows(two)[name]["value"]


@pytest.mark.parametrize("feature", ["tens", "aces", "pips"])
@pytest.mark.parametrize("holder", ["dealer_team", "eldest_team", "dealer", "eldest"])
def test_game_levels_hold_every_deal(holder: str, feature: str) -> None:
    frame = game(run=Run(deals=20_000, seed=13))
    levels = frame[frame["name"].str.startswith(f"game_won_{holder}_{feature}_")]
    assert levels["n"].sum() == 20_000
    won = (levels["value"] * levels["n"]).sum() / 20_000
    team = "game_dealer_team" if holder.startswith("dealer") else "game_eldest_team"
    assert won == pytest.approx(value(frame, team))


@pytest.mark.parametrize("holder", ["dealer_team", "eldest_team"])
def test_tens_win_game(holder: str) -> None:
    """Each ten more that a team holds makes it likelier to win Game."""
    frame = game(run=Run(deals=100_000, seed=14))
    wins = [value(frame, f"game_won_{holder}_tens_{tens}") for tens in range(4)]
    assert wins == sorted(wins)


@pytest.mark.parametrize("holder", ["dealer_team", "eldest"])
def test_tens_dealt_are_hypergeometric(holder: str) -> None:
    """Of 52 places a team has 12 and a hand 6: the kick is one of the others."""
    n = 100_000
    got = rows(game(run=Run(deals=n, seed=15)))
    held = 12 if holder.endswith("team") else 6
    for tens in range(5):
        ways = math.comb(held, tens) * math.comb(52 - held, 4 - tens)
        chance = ways / math.comb(52, 4)
        counted = got.get(f"game_won_{holder}_tens_{tens}", {"n": 0})["n"]
        assert abs(counted - n * chance) < LIMIT * math.sqrt(n * chance) + 1


# Players


def test_random_player_plays_every_legal_card_equally_often() -> None:
    """By the place of the card played among the legal ones, over every choice of so many."""
    counts: Counter[tuple[int, int]] = Counter()
    for record in record_deals(
        16, 0, 600, CLASSIC, players.lineup("random").strategy, book=INTERIM
    ):
        play = oracle.Play(oracle.Deal(record | {"plays": []}))
        for card in record["plays"]:
            may = play.legal()
            counts[len(may), may.index(card)] += 1
            play.play(card)
    for choices in range(2, 7):
        total = sum(counts[choices, place] for place in range(choices))
        assert total > 1000
        share = 1 / choices
        spread = math.sqrt(total * share * (1 - share))
        for place in range(choices):
            assert abs(counts[choices, place] - total * share) < LIMIT * spread
