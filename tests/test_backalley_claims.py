"""Claims of a guide: habits of play, the worth of a trump, verdicts, the report, the study."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analysis.backalley import books
from analysis.backalley.claims import CLAIMS, claims
from analysis.backalley.claims_tested import (
    FALSE,
    TESTS,
    TRUE,
    UNDECIDED,
    break_even,
    of_parts,
)
from analysis.backalley.studies import STUDIES
from analysis.provenance import verify
from analysis.publishing import publish
from analysis.run import Run
from engine._jit import INTERPRETED
from engine.backalley.cards import SORTED_PACK, format_card, parse_card, parse_mask, trump_lane
from engine.backalley.deal import Known
from engine.backalley.hand import deal_number, new_desk
from engine.backalley.play import pick
from engine.backalley.rules import BAB_ONLINE, CLASSIC
from engine.backalley.score import Contract, bid_points
from engine.backalley.strategy import (
    ANY_WINNER,
    DEAREST,
    FIGHTS,
    SAVES,
    SIMPLE,
    Strategy,
    simple,
)
from engine.backalley.table import Table, after, opening, playable
from engine.backalley.worth import worth_tally
from engine.random import new_stream
from tests.command import run, words
from tests.conftest import FEW

NAME = "backalley/claims"
OPEN = Contract(1, 2, 2, 0, 0, 0)
"""Both teams need two tricks: with five cards nothing is decided."""
DECIDED = Contract(1, 0, 0, 0, 0, 0)


# The engine


def seen(contract: Contract, *cards: str) -> Table:
    """The table once these cards were played, the eldest leading; spades are trump."""
    table = opening(trump_lane(0), parse_mask("5S"), contract)
    for card in cards:
        table = after(table, parse_card(card), CLASSIC)
    return table


LAST = ("9H", "2H", "TH")


@pytest.mark.engine
@pytest.mark.parametrize(
    ("hand", "contract", "played", "cards"),
    [
        ("JH AH 2S 3D 4D", OPEN, LAST, {0: "JH", DEAREST: "AH", ANY_WINNER: "JH", FIGHTS: "JH"}),
        ("TH QH 2H 3D 4D", OPEN, ("9H",),
         {0: "2H", DEAREST: "2H", ANY_WINNER: "TH", FIGHTS: "QH", SAVES: "2H"}),
        ("AH QH 2H 3D 4D", OPEN, ("9H",), {0: "AH", ANY_WINNER: "QH", FIGHTS: "AH"}),
        ("QH JH 3H 3D 4D", OPEN, ("9H", "TH"), {0: "QH", ANY_WINNER: "JH"}),
        ("TH QH 2H 3D 4D", DECIDED, ("9H",), {0: "QH", SAVES: "2H"}),
        ("AH QH 2H 3D 4D", OPEN, ("9H", "TH", "3H"), {0: "2H", DEAREST: "2H", ANY_WINNER: "2H"}),
    ],
)  # fmt: skip
def test_a_habit_is_one_rule_of_simple_less(
    hand: str, contract: Contract, played: tuple[str, ...], cards: dict[int, str]
) -> None:
    held, table = parse_mask(hand), seen(contract, *played)
    legal = playable(held, table, CLASSIC)
    for habit, card in cards.items():
        assert format_card(int(simple(held, table, legal, habit))) == card, habit
        player = habit or SIMPLE
        strategy = Strategy(player, player)
        assert format_card(int(pick(held, table, legal, strategy, new_stream()))) == card


@pytest.mark.engine
def test_a_trump_is_exchanged_where_there_is_one() -> None:
    deals = 10 if INTERPRETED else 4000
    args = (SORTED_PACK, Known(6), CLASSIC, Strategy(), None)
    tally = worth_tally(0, deals, 5, *args)
    parts = worth_tally(0, 4, 5, *args) + worth_tally(4, deals, 5, *args)
    assert parts.tolist() == tally.tolist()
    desk, low, middle, high = new_desk(), 0, 0, 0
    for number in range(deals):
        facing = deal_number(desk, SORTED_PACK, Known(6), 5, number, CLASSIC)
        trumps = facing.trumps
        ranks = {card % 16 for card in range(64) if desk.hands[1] & trumps & np.int64(1) << card}
        suited = bin(trumps).count("1") > 1
        low += suited and bool(ranks & set(range(5)))
        middle += suited and bool(ranks & set(range(5, 9)))
        high += suited and bool(ranks & set(range(9, 13)))
    found = tally.reshape(3, 3)
    for n, most in zip(found[:, 0].tolist(), (low, middle, high), strict=True):
        assert 0.9 * most <= n <= most  # not where all pass
    if not INTERPRETED:
        means = (found[:, 1] / found[:, 0]).tolist()
        assert 0 < means[0] < means[1] < means[2] < 1


# Verdicts


@pytest.mark.parametrize("points", [5, 10])
@pytest.mark.parametrize("number", [1, 3, 6])
def test_at_break_even_one_trick_more_gains_nothing(points: int, number: int) -> None:
    rules, cards = CLASSIC._replace(trick_points=points), 13
    chance = break_even(number, points)
    gains = [
        int(bid_points(number, 0, won, cards, rules) - bid_points(number - 1, 0, won, cards, rules))
        for won in (number, number - 1)
    ]
    assert chance * gains[0] + (1 - chance) * gains[1] == pytest.approx(0)


def test_parts_make_a_verdict() -> None:
    assert of_parts(TRUE, FALSE, UNDECIDED) == "partly"
    assert of_parts(FALSE, FALSE) == FALSE
    assert of_parts(UNDECIDED, FALSE) == UNDECIDED


# The report


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return claims(run=Run(deals=200, seed=3, threads=2))


def test_every_claim_is_tested(frame: pd.DataFrame) -> None:
    verdicts = frame.attrs["verdicts"]
    assert list(verdicts) == list(CLAIMS)
    assert list(TESTS) == list(CLAIMS)
    shown = {name.split("_")[0] for name in frame["name"]}
    assert shown | {"C7"} == set(TESTS)  # of few hands there are no rows
    assert frame.attrs["verdicts"]["C7"] == UNDECIDED
    for row in frame.to_dict("records"):
        if not np.isnan(row["low"]):
            assert row["low"] <= row["value"] <= row["high"]


def test_what_is_beyond_doubt_is_found(frame: pd.DataFrame) -> None:
    rows = {row["name"]: row for row in frame.to_dict("records")}
    assert rows["C2_sets_ratio_half_each"]["low"] > 1
    assert rows["C5_high"]["low"] > rows["C5_low"]["high"]
    assert rows["C8_dearest"]["high"] < 0
    assert rows["C8_dearest"]["n"] == 200


def test_other_rules_can_be_asked_for() -> None:
    frame = claims(CLASSIC._replace(trick_points=6), Run(deals=20, seed=3))
    assert frame.attrs["made"]["rules"] != "classic"
    assert set(frame.attrs["verdicts"]) == set(CLAIMS)


def test_threads_do_not_matter(frame: pd.DataFrame) -> None:
    again = claims(run=Run(deals=200, seed=3, threads=1, block=37))
    pd.testing.assert_frame_equal(frame, again)


def test_the_command_answers() -> None:
    line = "backalley claims --deals 60 --seed 7"
    answer = run(*words(line), "--format", "json")
    assert answer.status == 0
    report = json.loads(answer.out, parse_constant=pytest.fail)
    assert set(report["verdicts"]) == set(CLAIMS)
    assert "in part" in run(*words(line)).out


def test_the_study_holds(tmp_path: Path) -> None:
    study, root = STUDIES[NAME], tmp_path / "results"
    publish(NAME, study, root, inputs=study.inputs | FEW[NAME])
    assert verify(NAME, study, root).wrong == []
    bidding = books.bidding(BAB_ONLINE, *range(1, 14))
    assert bidding.published
    assert "backalley/bids-bab-online" in bidding.source
