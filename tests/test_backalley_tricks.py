"""How many tricks are taken: exact where a hand has one card, and the same deals again."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analysis.backalley import dealing, exact, players, rule_sets
from analysis.backalley.tricks import tricks
from analysis.run import Run
from engine.backalley.bidding import simple_bid
from engine.backalley.cards import BIG, LITTLE, SORTED_PACK, parse_card, trump_lane
from engine.backalley.deal import Facing
from engine.backalley.rules import PRESETS, Rules
from engine.backalley.score import BOARD, PASS
from engine.cards import NO_CARD, InputError, bit
from tests import backalley_oracle as oracle
from tests.command import Answer, run, words

HAND = "BB AS 9S KH 4D 2C"
ONE_CARD_RULES: list[Any] = ["classic", "bab-online", "hfi", {"trump": "always_spades"}]
each_rule_set = pytest.mark.parametrize("rules", ONE_CARD_RULES, ids=str)
looking = pytest.mark.parametrize("looking", [True, False], ids=["simple", "random"])


def one(known: exact.Known, rules: Any, looking: bool) -> exact.OneCard:
    return exact.one_card(known, rule_sets.from_record(rules), looking)


def rows(frame: pd.DataFrame) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in frame.to_dict("records")}


def asked(line: str, *more: str, deals: int = 500) -> Answer:
    args = [*words(line), "--deals", str(deals), "--seed", "7", *more]
    answer = run("backalley", "tricks", *args)
    assert (answer.status, answer.err) == (0, "")
    return answer


# Exact values


@cache
def winners(own: str, seat: int, faced: str, trump: str) -> Counter[tuple[frozenset[int], Any]]:
    """All ways to deal the other cards: who holds a trump, and who wins by who leads."""
    rest = [card for card in oracle.PACK if card not in (own, faced)]
    found = Counter[tuple[frozenset[int], Any]]()
    for others in permutations(rest, 3):
        hands = [*others[:seat], own, *others[seat:]]
        suits = [oracle.suit_of(card, trump) for card in hands]
        holders = frozenset(who for who in range(4) if suits[who] == "trump")
        turns = ([*hands[leader:], *hands[:leader]] for leader in range(4))
        wins = [(leader + oracle.winner(turn, trump)) % 4 for leader, turn in enumerate(turns)]
        found[holders, tuple(wins)] += 1
    return found


def leaders(rules: Any, holders: frozenset[int], looking: bool) -> Counter[int | None]:
    """How often each seat leads, of all ways to bid on hands of one card; None: all passed."""
    numbers = [1] if oracle.read_rules(rules)["bid_all"] else []
    ways = [*product(["pass", "board", *numbers], repeat=4)]
    if looking:
        ways = [tuple("board" if seat in holders else "pass" for seat in (1, 2, 3, 0))]
    record = {"rules": rules, "hands": ["2S", "3S", "4S", "5S"], "faced": "6S"}
    return Counter(oracle.Hand(record | {"bids": bids}).leader for bids in ways)


@looking
@pytest.mark.parametrize(
    ("own", "seat", "faced", "rules"),
    [
        ("9S", 1, "4S", "classic"),
        ("KH", 2, "4S", "classic"),
        ("KH", 0, "BB", {"joker_faced": "lone_trump", "bid_all": 1}),
    ],
)
def test_one_card_by_the_oracle(own: str, seat: int, faced: str, rules: Any, looking: bool) -> None:
    """All ways to deal the three other cards, judged card by card."""
    passed, takes = Fraction(0), [Fraction(0)] * 4
    dealt = winners(own, seat, faced, "LB" if faced == "BB" else faced[1])
    assert dealt.total() == 52 * 51 * 50
    lead = {holders: leaders(rules, holders, looking) for holders, _ in dealt}
    for (holders, wins), deals in dealt.items():
        for leader, ways in lead[holders].items():
            chance = Fraction(deals * ways, dealt.total() * lead[holders].total())
            if leader is None:
                passed += chance
            else:
                takes[wins[leader]] += chance
    found = one(exact.Known(seat, parse_card(own), parse_card(faced)), rules, looking)
    assert found.passed == passed == 1 - sum(takes)
    assert found.takes == tuple(chance / (1 - passed) for chance in takes)


@each_rule_set
@looking
def test_somebody_takes_the_trick(rules: Any, looking: bool) -> None:
    for faced in (NO_CARD, parse_card("4H"), BIG):
        if faced != NO_CARD and "always_spades" in str(rules):
            continue
        found = one(exact.Known(faced=faced), rules, looking)
        assert (found.takes is None) == (found.passed == 1)
        assert found.takes is None or sum(found.takes) == 1


@each_rule_set
@looking
@pytest.mark.parametrize("faced", ["4H", "LB"])
def test_own_cards_average_out(rules: Any, faced: str, looking: bool) -> None:
    """Over all cards that a seat may hold, the chances are those of not knowing it."""
    known, turned = exact.Known(faced=parse_card(faced)), parse_card(faced)
    if "always_spades" in str(rules):
        known, turned = exact.Known(), NO_CARD
    whole = one(known, rules, looking)
    own = [card for card in SORTED_PACK.tolist() if card != turned]
    passed, takes = Fraction(0), [Fraction(0)] * 4
    for card in own:
        part = one(exact.Known(3, card, known.faced), rules, looking)
        passed += part.passed / len(own)
        for seat, chance in enumerate(part.takes or [Fraction(0)] * 4):
            takes[seat] += chance * (1 - part.passed) / len(own)
    assert passed == whole.passed
    expected = whole.takes or [Fraction(0)] * 4
    assert takes == [chance * (1 - whole.passed) for chance in expected]


def test_simple_boards_with_a_trump_and_passes_without() -> None:
    """What the exact values take for granted."""
    for trumps in (trump_lane(2), bit(LITTLE), 0):
        for card in [*SORTED_PACK.tolist(), *(32 + 13, 32 + 14)]:
            for rules in PRESETS.values():
                bid = simple_bid(bit(card), Facing(trumps, bit(0)), rules)
                assert bid == (BOARD if trumps >> card & 1 else PASS)


@each_rule_set
@pytest.mark.parametrize("play", ["simple", "random"])
def test_simulated_as_computed(rules: Any, play: str) -> None:
    """Hands of one card, within four standard errors."""
    preset, deals = rule_sets.from_record(rules), Run(deals=40_000, seed=11)
    spades = "always_spades" in str(rules)
    cases: list[dict[str, Any]] = [{"cards": 1}, {"cards": 1, "seat": "dealer-partner"}]
    for hand, faced in (("7H", "3H"), ("KD", "3H"), ("LB", "BB"), ("KD", "LB")):
        cases += [{"hand": hand, "faced": None if spades else faced, "seat": "dealer"}]
    for case in cases:
        for row in tricks(**case, rules=preset, play=play, run=deals).to_dict("records"):
            if row["n"]:
                assert abs(row["z"]) <= 4, (case, row)


# What is counted


@pytest.mark.parametrize("cards", [1, 4, 13])
@pytest.mark.parametrize("rules", ["classic", "bab-online"])
def test_tricks_are_those_of_the_records(cards: int, rules: str) -> None:
    preset, deals = PRESETS[rules], 60
    passed, seats, teams = 0, Counter[int](), Counter[int]()
    for record in dealing.record_deals(5, 10, deals, cards, preset, players.strategy("random")):
        found = oracle.answer(record)
        if "redeal" in found:
            passed += 1
            continue
        seats[found["tricks"].count(3)] += 1
        teams[sum(seat % 2 for seat in found["tricks"])] += 1
    run = Run(deals=deals, seed=5, first=10)
    frame = tricks(cards=cards, seat="eldest-partner", rules=preset, play="random", run=run)
    by_name = rows(frame)
    assert by_name[f"all_passed_{cards}c"]["value"] == passed / deals
    played = deals - passed
    for whose, counts in (("seat", seats), ("team", teams)):
        for number in range(cards + 1):
            row = by_name[f"{whose}_tricks_eq_{number}_{cards}c"]
            assert (row["n"], row["value"]) == (played, pytest.approx(counts[number] / played))
        mean = sum(number * count for number, count in counts.items()) / played
        assert by_name[f"{whose}_tricks_mean_{cards}c"]["value"] == pytest.approx(mean)


def test_all_sizes_have_the_rows_of_each() -> None:
    run = Run(deals=300, seed=2)
    every = rows(tricks(run=run))
    for cards in (1, 6, 13):
        for name, row in rows(tricks(cards=cards, run=run)).items():
            assert {key: value for key, value in every[name].items() if value == value} == row
    assert len(every) == sum(1 + 2 * (cards + 2) for cards in range(1, 14))


def test_shares_by_size_say_how_wide_their_intervals_are() -> None:
    frame = tricks(run=Run(deals=300, seed=2))
    shares = [row for name, row in rows(frame).items() if "_eq_" in name]
    widest = max(row["high"] - row["low"] for row in shares) / 2
    assert f"within +/- {widest:.2%} " in " ".join(frame.attrs["notes"])


def test_threads_and_blocks_change_nothing() -> None:
    for question in ({}, {"cards": 5}, {"hand": HAND, "faced": "6S", "seat": "dealer"}):
        one, *others = [
            tricks(**question, play="random", run=Run(deals=2001, seed=3, **choices))
            for choices in ({"threads": 1}, {"threads": 2}, {"threads": 7, "block": 1})
        ]
        for other in others:
            pd.testing.assert_frame_equal(one, other)


def test_all_pass_where_nothing_is_trump() -> None:
    frame = tricks("LB", "BB", run=Run(deals=50, seed=1))
    assert rows(frame)["all_passed_1c"]["value"] == 1
    assert "unknown number" in frame.attrs["headline"]
    text = asked("LB --faced BB", "--format", "json", deals=50).out
    report = json.loads(text, parse_constant=pytest.fail)
    assert report["rows"][1]["value"] is None


def test_a_better_hand_takes_more() -> None:
    run = Run(deals=5000, seed=1)
    means = [
        rows(tricks(hand, "6S", run=run))["seat_tricks_mean_3c"]["low"]
        for hand in ("2S 3H 4D", "2S AH 4D", "AS AH 4D", "BB AS AH")
    ]
    assert means == sorted(means)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ({"cards": 0}, 'cards: "0", expected a whole number from 1 to 13'),
        ({"cards": 14}, 'cards: "14"'),
        ({"hand": HAND, "faced": "6S", "cards": 5}, "6 cards, expected 5"),
        ({"hand": HAND}, f'hand "{HAND}": expected the faced card with it'),
        ({"faced": "6S"}, 'faced "6S": expected a hand with it'),
        ({"hand": HAND, "faced": "AS"}, 'faced "AS": it is in the hand'),
        ({"hand": HAND, "faced": "6S 7S"}, 'faced: "6S 7S": 2 cards'),
        ({"hand": "BB BB", "faced": "6S"}, 'hand: card 2, "BB": occurs twice'),
        ({"hand": "", "faced": "6S"}, 'hand "": 0 cards, expected 1 to 13'),
        ({"hand": " ".join(oracle.PACK[:14]), "faced": "KC"}, "14 cards, expected 1 to 13"),
        ({"seat": "north"}, 'no seat "north"'),
        (
            {"play": "expert"},
            'no style "expert" (there are random, simple, solved, worlds:W, BID/PLAY)',
        ),
        ({"rules": Rules(bid_all=2)}, 'bid_all: "2"'),
        (
            {"hand": "AS", "faced": "6S", "rules": Rules(trump=1)},
            'faced "6S": expected none as spades are always trump',
        ),
    ],
    ids=str,
)
def test_nonsense_is_refused(question: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        tricks(**question)
    assert sentence in str(refusal.value)


# The command


@pytest.mark.parametrize("line", ["", "--cards 1", "--cards 6", f"{HAND} --faced 6S"])
def test_forms_have_the_same_numbers(line: str) -> None:
    report = json.loads(asked(line, "--format", "json").out, parse_constant=pytest.fail)
    assert set(report) == {"question", "rows", "made", "notes"}
    made = report["made"]
    assert (made["game"], made["rules"], made["play"]) == ("backalley", "classic", "simple")
    assert (made["seed"], made["deals"], made["level"]) == (7, 500, 0.95)
    table = list(csv.DictReader(io.StringIO(asked(line, "--format", "csv").out)))
    assert [row["name"] for row in table] == [row["name"] for row in report["rows"]]
    for row in report["rows"]:
        assert ("exact" in row) == row["name"].endswith("_1c")
        assert row["low"] - 1e-9 <= row["value"] <= row["high"] + 1e-9
    for form in ("table", "markdown"):
        text = asked(line, "--format", form).out
        assert text.splitlines()[0].strip("*") == report["question"]
        assert text.splitlines()[-1].startswith("made with: game backalley; rules classic; ")


@pytest.mark.parametrize("hand", ["bb as 9s kh 4d 2c", "♠A9 ♥K ♦4 ♣2, BB", "2C4DKH9SAS BB"])
def test_a_hand_is_one_hand_however_it_is_typed(hand: str) -> None:
    expected = asked(f"{HAND} --faced 6S").out
    assert f"with {HAND} when 6S is faced" in expected
    assert asked("", *words(hand), "--faced", "♠6", "--cards", "6").out == expected


@pytest.mark.parametrize("line", ["", "--cards 1 --play random", f"{HAND} --faced 6S"])
def test_charts_are_the_same_bytes(line: str, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.svg", "b.svg")]
    for file in files:
        args = ["--deals", "300", "--seed", "1", "--chart", str(file)]
        answer = run("backalley", "tricks", *words(line), *args)
        assert answer.err == f"chart written to {file}\n"
    assert files[0].read_bytes() == files[1].read_bytes()


def test_one_deal_is_enough_to_answer() -> None:
    for form in ("table", "csv", "json", "markdown"):
        text = asked("", "--format", form, deals=1).out
        assert not re.search(r"\b(nan|inf|none)\b", text, re.IGNORECASE)
