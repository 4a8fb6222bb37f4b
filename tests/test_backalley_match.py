"""Whole matches of Back Alley in duplicate: the kernel against the oracle, styles, the report."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.backalley import books, players, rule_sets
from analysis.backalley.match import match
from analysis.backalley.tricks import tricks
from analysis.estimate import mean, proportion
from analysis.run import Run
from engine._jit import INTERPRETED
from engine.backalley.bidding import SOLVED
from engine.backalley.book import Book
from engine.backalley.matches import HANDS_APART, MATCHES, TRIES_APART, match_tally
from engine.backalley.rules import CLASSIC, PRESETS, schedule
from engine.backalley.strategy import RANDOM, SIMPLE, WORLDS, Strategy, swapped
from engine.cards import InputError
from tests import backalley_oracle as oracle
from tests.backalley_judges import numbered_hand
from tests.command import Answer, run, words

SEED = 2026
MIXED = Strategy(SIMPLE, RANDOM, RANDOM, SIMPLE)
ALL_RANDOM = Strategy(RANDOM, RANDOM, RANDOM, RANDOM)
SHIFTED = Strategy(WORLDS + 1, SIMPLE, dealer_shift=400, eldest_shift=-600)


# The kernel


def played(
    number: int, turn: int, rules: str, hands: list[int], styles: Strategy, book: Book | None = None
) -> Counter[str]:
    """A match by the oracle, hand by hand; the first style deals first if `turn` is 0."""
    found = Counter[str]()
    for place, cards in enumerate(hands):
        deal = number * HANDS_APART + place * TRIES_APART
        while True:
            first = turn % 2  # the first style's team, by who deals
            seated = swapped(styles) if first else styles
            record, _ = numbered_hand(SEED, deal, cards, PRESETS[rules], Strategy(*seated), book)
            hand = oracle.Hand(record | {"rules": rules})
            found["deals"] += 1
            if hand.leader is not None:
                break
            found["passed"] += 1
            deal += 1
            turn += oracle.PRESETS[rules]["all_pass"] == "next_dealer"
        margin = hand.points(first) - hand.points(1 - first)
        found["points"] += margin
        found[f"points_{cards}c"] += margin
        for name, team in (("first", first), ("second", 1 - first)):
            bids = [bid for seat, bid in hand.bids.items() if seat % 2 == team and bid != "pass"]
            won = sum(seat % 2 == team for seat in hand.tricks)
            needed = cards if "board" in bids else sum(bids)
            found[f"{name}_contracts"] += bool(bids)
            found[f"{name}_sets"] += won < needed
        turn += 1
    found["won" if found["points"] > 0 else "lost" if found["points"] < 0 else "tied"] += 1
    return found


def tally_of(pairs: list[Counter[str]]) -> list[int]:
    """What `match_tally` must come to for these pairs."""
    return [sum(pair[name] ** power for pair in pairs) for name in MATCHES for power in (1, 2)]


def by_the_oracle(
    matches: int, rules: str, hands: list[int], styles: Strategy, book: Book | None = None
) -> list[Counter[str]]:
    both = [
        [played(n, turn, rules, hands, styles, book) for turn in (0, 1)] for n in range(matches)
    ]
    return [Counter({name: one[name] + two[name] for name in MATCHES}) for one, two in both]


@pytest.mark.engine
@pytest.mark.parametrize("rules", ["classic", "bab-online", "hfi"])
@pytest.mark.parametrize("styles", [MIXED, ALL_RANDOM, SHIFTED], ids=["mixed", "random", "shifted"])
def test_rules_05_13_the_deal_moves(rules: str, styles: Strategy) -> None:
    preset, matches = PRESETS[rules], 1 if INTERPRETED else 6
    hands = [7, 2, 1, 1, 3] if INTERPRETED else list(schedule(preset))
    expected = by_the_oracle(matches, rules, hands, styles)
    found = match_tally(0, matches, SEED, np.array(hands), preset, styles, None)
    assert found.tolist() == tally_of(expected)
    assert sum(pair["passed"] for pair in expected) or styles is ALL_RANDOM or INTERPRETED


@pytest.mark.engine
def test_rule_25_the_higher_total_wins() -> None:
    hands, matches = [1, 1], 10 if INTERPRETED else 60
    expected = by_the_oracle(matches, "classic", hands, ALL_RANDOM)
    found = match_tally(0, matches, SEED, np.array(hands), CLASSIC, ALL_RANDOM, None)
    assert found.tolist() == tally_of(expected)
    ends = [sum(pair[name] for pair in expected) for name in ("won", "lost", "tied")]
    assert sum(ends) == 2 * matches
    assert min(ends) > 0 or INTERPRETED


@pytest.mark.engine
def test_matches_add_up() -> None:
    few = 3 if INTERPRETED else 40
    args = (SEED, np.array([3, 1, 2]), CLASSIC, SHIFTED, None)
    whole = match_tally(5, 5 + few, *args)
    halves = match_tally(5, 7, *args) + match_tally(7, 5 + few, *args)
    assert halves.tolist() == whole.tolist()


def test_places_of_a_match_have_deals_of_their_own() -> None:
    assert all(len(schedule(rules)) * TRIES_APART <= HANDS_APART for rules in PRESETS.values())


@pytest.mark.parametrize("name", ["simple", "random", "simple-0.25", "worlds:2"])
def test_a_style_against_itself_breaks_even(name: str) -> None:
    """Both plays of a match are then the same, from either side."""
    found = rows(match(name, name, run=Run(deals=4, seed=1)))
    for row in found:
        if row.startswith("points"):
            assert found[row]["value"] == found[row]["low"] == found[row]["high"] == 0
    assert found["win_share"]["value"] == found["loss_share"]["value"]
    assert found["first_sets"] | {"name": ""} == found["second_sets"] | {"name": ""}


# Styles


@pytest.mark.parametrize(
    ("text", "style", "name"),
    [
        ("simple", ("simple", 0, "simple"), "simple"),
        ("random", ("random", 0, "random"), "random"),
        ("worlds:8", ("simple", 0, "worlds:8"), "worlds:8"),
        ("simple/worlds:8", ("simple", 0, "worlds:8"), "worlds:8"),
        ("random/worlds:8", ("random", 0, "worlds:8"), "random/worlds:8"),
        ("simple/random", ("simple", 0, "random"), "simple/random"),
        ("random/random", ("random", 0, "random"), "random"),
        ("simple+0.5", ("simple", 500, "simple"), "simple+0.5"),
        ("simple+.5/simple", ("simple", 500, "simple"), "simple+0.5"),
        ("simple-0.250", ("simple", -250, "simple"), "simple-0.25"),
        ("simple+1.0", ("simple", 1000, "simple"), "simple+1"),
        ("simple-0", ("simple", 0, "simple"), "simple"),
        ("solved", ("solved", 0, "simple"), "solved"),
        ("solved+0.250/simple", ("solved", 250, "simple"), "solved+0.25"),
        ("solved/worlds:8", ("solved", 0, "worlds:8"), "solved/worlds:8"),
        ("simple-0.001/worlds:2", ("simple", -1, "worlds:2"), "simple-0.001/worlds:2"),
    ],
)
def test_styles_are_read(text: str, style: tuple[str, int, str], name: str) -> None:
    assert players.style(text) == style
    assert players.style(text).name == name
    assert players.style(name) == style


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'no style "" (there are random, simple, solved, worlds:W, BID/PLAY)'),
        ("expert", 'no style "expert"'),
        ("simple/", 'no player ""'),
        ("/simple", 'no bidder "" (there are random, simple, solved)'),
        ("simple/simple/simple", 'no player "simple/simple"'),
        ("worlds:8/simple", 'no bidder "worlds:8"'),
        ("worlds:0", 'player "worlds:0": expected worlds:W'),
        ("simple/worlds", 'player "worlds": expected worlds:W'),
        ("worlds:8+0.5", 'player "worlds:8+0.5": expected'),
        ("simple+", 'bidder "simple+": a shift of "+", expected a number from -1 to +1'),
        ("simple+1.001", 'a shift of "+1.001"'),
        ("simple+0.0005", 'a shift of "+0.0005"'),
        ("simple+0.5+0.5", 'a shift of "+0.5+0.5"'),
        ("simple+½", 'a shift of "+½"'),
        ("simple0.5", 'no style "simple0.5"'),
        ("simple/solved", 'no player "solved" (there are random, simple, worlds:W)'),
        ("solved+2", 'a shift of "+2"'),
        ("random+0.5", 'bidder "random+0.5": random counts no tricks'),
        ("Simple-0.5", 'no style "Simple-0.5"'),
    ],
)
def test_other_styles_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        match("simple", text)
    assert sentence in str(refusal.value)


def test_a_strategy_is_of_two_styles() -> None:
    assert players.strategy("simple-0.5/random", "worlds:3") == Strategy(
        RANDOM, WORLDS + 3, SIMPLE, SIMPLE, -500, 0
    )
    assert players.strategy("random") == ALL_RANDOM


def test_those_who_look_at_worlds_play_fewer_deals() -> None:
    assert players.share(1000, "simple", "random") == 1000
    assert players.share(1000, "worlds:8", "simple+0.5/worlds:32") == 31
    assert players.share(10, "worlds:32") == 1


def test_exact_values_stand_beside_what_they_are_about() -> None:
    deals = Run(deals=200, seed=1)
    for play, exact in (("worlds:2", True), ("simple/random", True), ("simple+0.5", False)):
        assert ("exact" in tricks(cards=1, play=play, run=deals).columns) == exact


# The report


def rows(frame: pd.DataFrame) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in frame.to_dict("records")}


@pytest.mark.parametrize("rules", ["classic", "hfi"])
def test_rows_are_what_pairs_come_to(rules: str) -> None:
    preset, n = rule_sets.preset(rules), 12
    found = rows(match("simple+0.3", "random/simple", preset, Run(deals=n, seed=SEED)))
    strategy = players.strategy("simple+0.3", "random/simple")
    pairs = by_the_oracle(n, rules, list(schedule(preset)), strategy)
    hands = Counter(schedule(preset))

    def expected(which: str, parts: float) -> tuple[Any, ...]:
        values = [pair[which] for pair in pairs]
        return tuple(mean(sum(values), sum(v * v for v in values), n, scale=0.5 / parts))

    wanted = {"points_a_match": expected("points", 1)}
    wanted["points_a_hand"] = expected("points", hands.total())
    for cards, many in hands.items():
        wanted[f"points_a_hand_{cards}c"] = expected(f"points_{cards}c", many)
    for name in ("first_contracts", "first_sets", "second_contracts", "second_sets"):
        wanted[name] = expected(name, 1)
    for name, which in (("win_share", "won"), ("loss_share", "lost"), ("tie_share", "tied")):
        total = sum(pair[which] for pair in pairs)
        alike = total in (0, 2 * n)
        wanted[name] = tuple(proportion(total // 2, n)) if alike else expected(which, 1)
    assert set(found) == set(wanted)
    for name, row in found.items():
        assert tuple(row[key] for key in ("value", "low", "high", "n")) == wanted[name]


def test_solved_bidders_bid_by_the_book() -> None:
    """In whole matches of rules that nobody has published; the report says where bids are from."""
    rules, n = "hfi", 8
    frame = match("solved+0.25", "solved", PRESETS[rules], Run(deals=n, seed=SEED))
    sizes = schedule(PRESETS[rules])
    bidding = books.bidding(PRESETS[rules], *sorted(set(sizes)))
    strategy = Strategy(SIMPLE, SIMPLE, SOLVED, SOLVED, 250, 0)
    pairs = by_the_oracle(n, rules, list(sizes), strategy, bidding.book)
    points = sum(pair["points"] for pair in pairs)
    assert rows(frame)["points_a_match"]["value"] == points / 2 / n != 0
    assert frame.attrs["made"]["bidding"] == bidding.source
    assert "solved for these rules in this run" in bidding.source
    assert "half a trick a team" in frame.attrs["notes"][-1]
    assert "estimate of the team's tricks" in frame.attrs["notes"][-1]


def test_a_shift_of_solved_does_nothing_in_short_hands() -> None:
    found = rows(match("solved+1", "solved", PRESETS["hfi"], Run(deals=20, seed=1)))
    for cards in (1, 2):
        row = found[f"points_a_hand_{cards}c"]
        assert row["value"] == row["low"] == row["high"] == 0
    assert found["first_sets"]["low"] > found["second_sets"]["high"]


def test_threads_and_blocks_change_nothing() -> None:
    one, *others = [
        match("simple", "simple+0.5/worlds:1", run=Run(deals=60, seed=3, **choices))
        for choices in ({"threads": 1}, {"threads": 2}, {"threads": 7, "block": 1})
    ]
    for other in others:
        pd.testing.assert_frame_equal(one, other)


def test_styles_come_in_the_order_of_their_strength() -> None:
    run = Run(deals=400, seed=1)
    for better, worse in (
        ("simple", "random"),
        ("simple/random", "random"),
        ("simple", "simple+0.5"),
        ("simple", "simple-0.75"),
        ("worlds:4", "simple"),
    ):
        found = rows(match(better, worse, run=run))
        assert found["points_a_match"]["low"] > 0, (better, worse)
        assert found["win_share"]["value"] > found["loss_share"]["value"]


def test_who_bids_more_is_set_more_often() -> None:
    found = rows(match("simple+0.5", "simple", run=Run(deals=200, seed=1)))
    assert found["first_sets"]["low"] > 2 * found["second_sets"]["high"]
    assert found["first_contracts"]["low"] > found["second_contracts"]["high"]


# The command


def asked(line: str, *more: str) -> Answer:
    answer = run("backalley", "match", *words(line), "--seed", "7", *more)
    assert (answer.status, answer.err) == (0, "")
    return answer


LINE = "simple simple+0.50/worlds:1 --deals 30"


def test_forms_have_the_same_numbers() -> None:
    report = json.loads(asked(LINE, "--format", "json").out, parse_constant=pytest.fail)
    assert set(report) == {"question", "rows", "made", "notes"}
    made = report["made"]
    assert (made["game"], made["play"]) == ("backalley", "simple v simple+0.5/worlds:1")
    assert (made["rules"], made["seed"], made["deals"]) == ("classic", 7, 30)
    table = list(csv.DictReader(io.StringIO(asked(LINE, "--format", "csv").out)))
    assert [row["name"] for row in table] == [row["name"] for row in report["rows"]]
    for form in ("table", "markdown"):
        lines = asked(LINE, "--format", form).out.splitlines()
        assert lines[0].strip("*") == report["question"]
        assert lines[-1].startswith("made with: game backalley; rules classic; play simple v ")


def test_the_headline_says_who_wins() -> None:
    text = asked("simple random --deals 50").out
    margin = json.loads(asked("simple random --deals 50", "--format", "json").out)["rows"][3]
    assert margin["name"] == "points_a_match"
    assert re.search(r"^Of 100 matches simple wins 100.0 \(\+/- \d+\.\d\) from random ", text, re.M)
    assert f"its margin is {margin['value']:.1f} (+/- " in text


def test_a_rule_set_has_the_hands_of_its_schedule() -> None:
    report = json.loads(asked("simple random --deals 5 --rules hfi", "--format", "json").out)
    sizes = {row["name"] for row in report["rows"] if row["name"].endswith("c")}
    assert sizes == {f"points_a_hand_{cards}c" for cards in range(1, 8)}


def test_charts_are_the_same_bytes(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.svg", "b.svg")]
    for file in files:
        answer = run("backalley", "match", *words(LINE), "--seed", "1", "--chart", str(file))
        assert answer.err == f"chart written to {file}\n"
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("form", ["table", "csv", "json", "markdown"])
def test_one_match_is_enough_to_answer(form: str) -> None:
    text = asked("simple random --deals 1", "--format", form).out
    assert not re.search(r"\b(nan|inf|none)\b", text, re.IGNORECASE)


def test_other_commands_take_styles_too() -> None:
    for line in ("tricks --cards 3 --deals 20", "deals --cards 3", "show --cards 3"):
        for style in ("worlds:2", "simple+0.5", "random/worlds:2", "solved"):
            args = ("backalley", *words(line), "--seed", "1", "--play", style, "--rules", "hfi")
            answer = run(*args)
            assert (answer.status, answer.err) == (0, "")
            assert answer.out == run(*args).out
    made = run("backalley", "tricks", "--cards", "2", "--play", "worlds:50000", "--seed", "1")
    assert "play worlds:50000; seed 1; deals 8;" in made.out
