"""Recorded games reviewed: the mistakes that are there, at the price that `beg` and `give` say."""

from __future__ import annotations

import csv
import inspect
import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.allfours import begging, books, players
from analysis.allfours.card_costs import card_costs, plays
from analysis.allfours.games import Game, read_games, views
from analysis.allfours.records import read, replay
from analysis.allfours.review import decisions, judge, review
from analysis.allfours.rule_sets import from_record
from analysis.run import Run
from engine.allfours.play import play_on
from engine.allfours.rules import Rules
from engine.allfours.score import outcome, points, team_of
from engine.allfours.strategy import EXPERT, Strategy
from engine.allfours.table import Table, after, playable
from engine.allfours.worlds import deal_world, new_scratch, sampled
from engine.cards import (
    PACK,
    InputError,
    bit,
    cards_of,
    format_card,
    format_cards,
    mask_of,
    parse_cards,
)
from engine.random import new_stream, start
from tests.command import ROOT, run
from tests.test_record_files import RECORD, text

FILE = ROOT / "tests/data/review.jsonl"
TEN = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
DEALS, SEED, WORLDS = 20_000, 1, 4
MISTAKES = {
    "deal_1_eldest": ("beg", "stand"),
    "deal_2_eldest": ("stand", "beg"),
    "deal_3_dealer": ("run", "give"),
    "deal_4_dealer": ("give", "run"),
    "deal_5_eldest": ("beg", "stand"),
    "deal_6_eldest": ("stand", "beg"),
    "deal_7_dealer": ("run", "give"),
    "deal_8_dealer": ("give", "run"),
}
"""What was done in the ten games, and what would have been better."""
COLUMNS = ["name", "value", "low", "high", "n", "win_lost", "win_low", "win_high"]
COLUMNS += ["action", "better", "verdict"]

Row = dict[str, Any]


@pytest.fixture(autouse=True, scope="module")
def _solved_from_enough() -> Iterator[None]:
    """The rules of some games are solved when they are reviewed: not from too few deals here."""
    caches = books.for_points, books.for_match, books._game
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(books, "DEALS", 200_000)
        for cache in caches:
            cache.cache_clear()
        yield
    for cache in caches:
        cache.cache_clear()


def asked(*args: str, stdin: bytes = b"", status: int = 0) -> dict[str, Any]:
    """The review as JSON, in which there is no NaN."""
    answer = run("review", *args, "--seed", str(SEED), "--format", "json", stdin=stdin)
    assert answer.status == status
    assert status or answer.err == ""
    report: dict[str, Any] = json.loads(answer.out, parse_constant=pytest.fail)
    return report


def by_name(report: dict[str, Any]) -> dict[str, Row]:
    rows = {row["name"]: row for row in report["rows"]}
    assert len(rows) == len(report["rows"])
    return rows


def games_of(*records: Row) -> list[Game]:
    games, wrong = read_games(enumerate(records, 1))
    assert not wrong
    return games


@pytest.fixture(scope="module")
def reviewed() -> dict[str, Row]:
    """The rows of the review of the ten games."""
    args = ("--deals", str(DEALS), "--play", "--worlds", str(WORLDS))
    return by_name(asked(str(FILE), *args))


# The decisions


def test_the_ten_games_can_have_happened() -> None:
    answer = run("score", str(FILE))
    assert (answer.status, answer.err, len(TEN)) == (0, "", 10)
    for record in TEN[:9]:
        assert len(record["plays"]) == 4 * len(record["hands"][0].split())


def test_it_finds_the_mistakes_and_calls_nothing_else_one(reviewed: dict[str, Row]) -> None:
    found = {
        name: (row["action"], row["better"])
        for name, row in reviewed.items()
        if row["verdict"] == "mistake"
    }
    assert found == MISTAKES
    kinds = list(found.values())
    assert all(kinds.count(kind) == 2 for kind in kinds)
    others = [row for name, row in reviewed.items() if row["action"] and name not in found]
    assert {row["verdict"] for row in others} <= {"right", "close", "forced", None}


def test_a_mistake_costs_what_beg_and_give_say(reviewed: dict[str, Row]) -> None:
    asks = {"eldest": (1, begging.beg), "dealer": (0, begging.give)}
    for name in MISTAKES:
        _, line, side = name.split("_")
        record, (seat, ask) = TEN[int(line) - 1], asks[side]
        ours, theirs = record["score"][seat], record["score"][1 - seat]
        cards = " ".join(record["hands"][seat].split()[:6])
        rules, few = from_record(record["rules"]), Run(deals=DEALS, seed=SEED)
        frame = ask(cards, record["kicks"][0], rules=rules, run=few, score=f"{ours}-{theirs}")
        said, row = frame.set_index("name"), reviewed[name]
        margin = said.loc["beg_minus_stand" if seat else "run_minus_give"]
        wins = said.loc["win_difference"]
        assert row["value"] == abs(margin["value"])
        assert {row["low"], row["high"]} == {abs(margin["low"]), abs(margin["high"])}
        assert row["win_lost"] == abs(wins["value"])
        assert {row["win_low"], row["win_high"]} == {abs(wins["low"]), abs(wins["high"])}
        assert frame.attrs["verdict"] == row["better"]


def test_what_is_right_or_forced_or_not_decided_costs_nothing(reviewed: dict[str, Row]) -> None:
    assert reviewed["deal_9_dealer"]["verdict"] == "forced"
    assert reviewed["deal_9_eldest"]["verdict"] == "right"
    for row in reviewed.values():
        if row["verdict"] in ("right", "forced", "nothing decided"):
            costs = [row[key] for key in COLUMNS[1:4] + COLUMNS[5:8]]
            assert costs == [0] * 6
            assert row["better"] == row["action"]


def test_where_the_first_kick_ends_the_match_nothing_is_decided(reviewed: dict[str, Row]) -> None:
    assert reviewed["deal_10"]["verdict"] == "nothing decided"
    assert (reviewed["deal_10"]["action"], reviewed["deal_10"]["n"]) == (None, 0)
    assert not {"deal_10_eldest", "deal_10_dealer"} & set(reviewed)
    assert decisions(games_of(TEN[9])[0]) == []


def test_totals_add_up(reviewed: dict[str, Row]) -> None:
    for side in ("eldest", "dealer"):
        mine = [row for name, row in reviewed.items() if name.endswith(f"_{side}") and row["n"]]
        mine = [row for row in mine if "trick" not in row["name"]]
        for key in ("value", "low", "high", "win_lost", "win_low", "win_high"):
            total = reviewed[f"{side}_total"][key]
            assert total == pytest.approx(sum(row[key] for row in mine), abs=1e-12)


FORCED = (
    ({"base": "classic", "stand_void": 0}, [0, 0], "beg", "give", "eldest"),
    ({"base": "classic", "give_void": 0}, [0, 0], "beg", "run", "dealer"),
    ("classic", [0, 13], "beg", "run", "dealer"),
    ({"base": "classic", "gift_can_win": 1}, [0, 13], "beg", "run", None),
)


@pytest.mark.parametrize(("rules", "score", "eldest", "dealer", "forced"), FORCED)
def test_the_rules_may_leave_no_choice(
    rules: Any,
    score: list[int],
    eldest: str,
    dealer: str,
    forced: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither the eldest nor the dealer has a trump; who had a choice is not judged here."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise InputError("a choice")

    monkeypatch.setattr(begging, "beg", refuse)
    monkeypatch.setattr(begging, "give", refuse)
    changes = {"rules": rules, "score": score, "eldest": eldest, "dealer": dealer, "plays": []}
    record = TEN[7] | changes
    if dealer == "run":
        record = TEN[2] | changes | {"hands": without_trumps(TEN[2])}
    (game,) = games_of(record)
    verdicts = {}
    for decision in decisions(game):
        try:
            verdicts[decision.side.us] = judge(decision, Run()).verdict
        except InputError:
            verdicts[decision.side.us] = "a choice"
    both = {"eldest": "a choice", "dealer": "a choice"}
    assert verdicts == both | ({forced: "forced"} if forced else {})


def without_trumps(record: Row) -> list[str]:
    """The hands of game 3, the dealer's and his partner's exchanged, and a diamond for a club."""
    dealt = [hand.split() for hand in record["hands"]]
    dealt[0], dealt[2] = dealt[2], dealt[0]
    dealt[0][0], dealt[2][5] = dealt[2][5], dealt[0][0]
    return [" ".join(hand) for hand in dealt]


def test_a_decision_is_judged_by_what_its_seat_saw() -> None:
    """The other cards, dealt anew, change nothing."""
    rng, few = random.Random(4), Run(deals=2_000, seed=3)
    seen = [
        review(games_of(record), few)
        for record in [TEN[0], *(again(TEN[0], 1, rng) for _ in range(2))]
    ]
    rows = [frame.set_index("name").loc["deal_1_eldest"] for frame in seen]
    assert rows[0].equals(rows[1])
    assert rows[0].equals(rows[2])


def again(record: Row, seat: int, rng: random.Random) -> Row:
    """A record with the cards that a seat can't see before the first lead dealt anew."""
    hands = [hand.split() for hand in record["hands"]]
    own = mask_of(parse_cards(f"{record['hands'][seat]} {' '.join(record['kicks'])}"))
    rest = [format_card(card) for card in cards_of(PACK & ~own)]
    rng.shuffle(rest)
    dealt = [hands[seat] if who == seat else rest[9 * who : 9 * who + 6] for who in range(4)]
    return record | {"hands": [" ".join(hand) for hand in dealt], "plays": []}


# The cards


def test_a_card_costs_nothing_if_worlds_plays_it_and_never_less() -> None:
    scratch, weights = new_scratch(), players.weights()
    looked = costly = 0
    for game in games_of(TEN[1], TEN[2]):
        rules, judged = game.deal.rules, {play.number: play for play in plays(game, WORLDS)}
        for number, (hand, seen, card) in enumerate(views(game)):
            legal = playable(hand, seen, rules)
            assert (number in judged) == (legal.bit_count() > 1)
            if number in judged:
                play = judged[number]
                best = sampled(hand, seen, legal, rules, weights, WORLDS, scratch)
                costs = card_costs(hand, seen, rules, WORLDS, scratch)
                assert set(costs) == set(cards_of(legal))
                assert min(costs.values()) == costs[int(best)] == 0
                assert (play.best, play.card, play.cost) == (best, card, costs[card])
                looked, costly = looked + 1, costly + (play.cost > 0)
    assert looked > 30
    assert costly > 5


def mean_points(hand: int, seen: Table, rules: Rules, deals: int) -> dict[int, float]:
    """Points of the deal after each card of a hand, for its team: worlds played out by experts."""
    hands, stream, order = np.zeros(4, np.int64), new_stream(), np.zeros(48, np.int64)
    start(stream, 9, 9, 0)
    experts, totals = Strategy(EXPERT, EXPERT), dict.fromkeys(cards_of(hand), 0)
    for _ in range(deals):
        deal_world(hands, hand, seen, stream)
        others = int(hands[1] | hands[3]) | seen.trick | (seen.gone & ~seen.kicks)
        for card in totals:
            work = hands.copy()
            work[seen.seat] = hand & ~bit(card)
            then = after(seen, card, rules)
            taken = play_on(work, then, rules, experts, players.weights(), stream, order)
            won = outcome(int(hands[0] | hands[2]), others, int(taken), seen.trump, rules)
            totals[card] += team_of(seen.seat) * points(won, rules)
    return {card: total / deals for card, total in totals.items()}


def test_costs_are_points_of_the_deal() -> None:
    """With so many worlds that the prior hardly counts, the last choices cost what others find."""
    clear = 0
    for game in games_of(*TEN[:9]):
        for hand, seen, _ in views(game):
            legal = playable(hand, seen, game.deal.rules)
            if hand.bit_count() == legal.bit_count() == 2:
                costs = card_costs(hand, seen, game.deal.rules, 4000, new_scratch())
                means = mean_points(hand, seen, game.deal.rules, 300)
                worse = max(costs, key=costs.__getitem__)
                apart = max(means.values()) - means[worse]
                assert costs[worse] == pytest.approx(apart, abs=0.25)
                clear += costs[worse] > 0.5
    assert clear >= 3


def hidden_dealt_anew(record: Row, number: int, rng: random.Random) -> Row | None:
    """The record up to a card, with what its player did not see dealt anew; None if it can't be."""
    (game,) = games_of(record)
    _, seen, _ = list(views(game))[number]
    past = record["plays"][: number + 1]
    out = {*past, *record["kicks"], *record["hands"][seen.seat].split()}
    hidden = [format_card(card) for card in cards_of(PACK) if format_card(card) not in out]
    rng.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(record["hands"]):
        cards = hand.split()
        if seat != seen.seat:
            cards = [card if card in past else hidden.pop() for card in cards]
        hands.append(" ".join(cards))
    other = record | {"hands": hands, "plays": past}
    try:
        replay(read(other))
    except InputError:  # somebody would have had to follow suit
        return None
    return other


@pytest.mark.parametrize("line", [2, 5])
def test_what_a_card_costs_does_not_depend_on_hidden_cards(line: int) -> None:
    rng, record, compared = random.Random(7), TEN[line - 1], 0
    whole = plays(games_of(record)[0], WORLDS)
    for play in whole:
        for _ in range(20):
            other = hidden_dealt_anew(record, play.number, rng)
            if other is None:
                continue
            last = plays(games_of(other)[0], WORLDS)[-1]
            assert last[1:] == play[1:]
            compared += other["hands"] != record["hands"]
            break
    assert compared > 10


def test_nobody_is_told_another_hand() -> None:
    assert list(inspect.signature(card_costs).parameters) == [
        "hand", "seen", "rules", "worlds", "scratch",
    ]  # fmt: skip
    (game,) = games_of(TEN[0])
    for hand, seen, card in views(game):
        own = mask_of(game.deal.hands[seen.seat])
        assert hand & bit(card)
        assert format_cards(hand) == format_cards(own & ~seen.gone)


def test_the_ten_costliest_cards_come_first_and_seats_add_up(reviewed: dict[str, Row]) -> None:
    cards = [row for name, row in reviewed.items() if "_trick_" in name]
    costs = [row["value"] for row in cards]
    assert len(costs) == 10
    assert costs == sorted(costs, reverse=True)
    assert all(row["n"] == WORLDS and row["low"] is None for row in cards)
    assert all(row["action"] != row["better"] for row in cards)
    every = [play for game in games_of(*TEN) for play in plays(game, WORLDS)]
    assert max(play.cost for play in every) == costs[0]
    for seat, name in enumerate(players.SEATS):
        mine = sum(play.cost for play in every if play.seat == seat)
        total = reviewed[f"{name.replace('-', '_')}_cards_total"]
        assert (total["value"], total["n"]) == (pytest.approx(mine), WORLDS)


# Files and forms


def test_an_empty_file_has_nothing_decided() -> None:
    for lines in (b"", b"\n \r\n"):
        report = asked("-", stdin=lines)
        assert [row["name"] for row in report["rows"]] == ["eldest_total", "dealer_total"]
        assert all((row["value"], row["n"]) == (0, 0) for row in report["rows"])
    assert "Nothing was decided." in run("review", "-", "--seed", "1").out


@pytest.mark.parametrize(
    ("bad", "token"),
    [
        (b"{hands}", "no JSON object"),
        (b"[1, 2]", "expected an object"),
        (text(RECORD | {"eldest": None}).strip(), 'expected "stand" or "beg"'),
        (text(RECORD | {"plays": ["AS", "4H"]}).strip(), 'trick 1, card "4H"'),
        (b"\x00", "no JSON object"),
    ],
)
def test_a_bad_line_does_not_lose_the_others(bad: bytes, token: str) -> None:
    lines = text(RECORD) + b"\n" + bad + b"\n" + text(RECORD)
    few = ("--deals", "200", "--seed", "1")
    answer = run("review", "-", *few, stdin=lines)
    assert answer.status == 2
    assert answer.err.startswith("allfours: line 3: ")
    assert answer.err.count("\n") == 1
    assert token in answer.err
    assert "records of lines 3." in answer.out
    names = list(by_name(asked("-", "--deals", "200", stdin=lines, status=2)))
    assert names == ["deal_1_eldest", "deal_4_eldest", "eldest_total", "dealer_total"]


def test_a_record_of_nothing_but_errors_is_a_report_of_nothing() -> None:
    report = asked("-", stdin=b"x\ny\n", status=2)
    assert len(report["rows"]) == 2
    assert "lines 1, 2" in report["notes"][0]


def test_a_question_that_has_no_answer_is_told_with_its_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise InputError("the eldest would hardly ever beg here")

    monkeypatch.setattr(begging, "give", refuse)
    answer = run("review", "-", "--deals", "200", "--seed", "1", stdin=text(RECORD, TEN[0]))
    assert answer.status == 2
    assert answer.err == "allfours: line 2: the eldest would hardly ever beg here\n"
    assert "deal 1 eldest" in answer.out
    assert "deal 2" not in answer.out


def test_a_good_stand_is_right_and_its_hand_need_not_be_played() -> None:
    without = {key: value for key, value in RECORD.items() if key != "plays"}
    report = asked("-", "--deals", "2000", "--play", stdin=text(without))
    rows = by_name(report)
    assert rows["deal_1_eldest"]["verdict"] == "right"
    assert rows["eldest_cards_total"] == {
        **dict.fromkeys(COLUMNS), "name": "eldest_cards_total", "value": 0, "n": 1000,
    }  # fmt: skip
    made = report["made"]
    assert (made["deals"], made["seed"], made["worlds"], made["play"]) == (2000, 1, 1000, "expert")


def test_few_deals_decide_nothing() -> None:
    for deals in ("1", "50"):
        row = by_name(asked("-", "--deals", deals, stdin=text(TEN[0])))["deal_1_eldest"]
        assert (row["verdict"], row["n"]) == ("close", int(deals))


def test_every_form_has_the_same_rows(tmp_path: Path) -> None:
    args = ("review", "-", "--deals", "300", "--seed", "1", "--play", "--worlds", "2")
    lines = text(TEN[0], TEN[9])
    rows = json.loads(run(*args, "--format", "json", stdin=lines).out)["rows"]
    assert all(list(row) == COLUMNS for row in rows)
    table = list(csv.DictReader(io.StringIO(run(*args, "--format", "csv", stdin=lines).out)))
    assert [row["name"] for row in table] == [row["name"] for row in rows]
    for row, same in zip(table, rows, strict=True):
        for key, cell in row.items():
            value = same[key]
            assert cell == ("" if value is None else str(value)) or float(cell) == value
    markdown = run(*args, "--format", "markdown", stdin=lines).out
    assert all(f"| {row['name']} |" in markdown for row in rows)
    whole = run(*args, stdin=lines).out
    assert "MISTAKE" in whole.splitlines()[2]
    assert "W worlds" not in whole
    assert "worlds:2" in whole
    file = tmp_path / "review.txt"
    assert run(*args, "--out", str(file), stdin=lines) == (0, "", "")
    assert file.read_text("utf-8") == whole
    for threads in ("1", "3"):
        assert run(*args, "--threads", threads, stdin=lines).out == whole


def test_worlds_go_with_play() -> None:
    answer = run("review", str(FILE), "--worlds", "8")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err == 'allfours: --worlds: "8", expected together with --play\n'
    for bad in ("0", "-1", "1e6", "many"):
        assert run("review", str(FILE), "--play", "--worlds", bad).status == 2


def test_a_file_that_is_not_there() -> None:
    answer = run("review", "nowhere.jsonl")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith('allfours: "nowhere.jsonl": expected a file of records')
