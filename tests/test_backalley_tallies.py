"""Tallies of Back Alley: what they count, that work may be cut up, and a signature."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.run import Run
from engine._jit import INTERPRETED
from engine.backalley.cards import SORTED_PACK, parse_card, parse_mask, unseen
from engine.backalley.deal import Known
from engine.backalley.matches import match_tally
from engine.backalley.rules import CLASSIC, MOST_CARDS, PRESETS, Rules, schedule
from engine.backalley.simulate import (
    HAND_TALLY,
    HISTOGRAM,
    SEATS_AT,
    SUMS,
    TEAM_SUMS,
    hand_tally,
)
from engine.backalley.strategy import RANDOM, SIMPLE, WORLDS, Strategy
from engine.cards import bit
from tests import backalley_oracle as oracle
from tests.backalley_judges import engine_answer, numbered_hand

pytestmark = pytest.mark.engine

SEED, FIRST = 2026, 10**9
HANDS = 15 if INTERPRETED else 501
FEW = 3 if INTERPRETED else 40
SIGNATURE = Path(__file__).parent / "data" / "backalley_signature.txt"
MIXED = Strategy(SIMPLE, RANDOM, RANDOM, SIMPLE)
ALL_RANDOM = Strategy(RANDOM, RANDOM, RANDOM, RANDOM)
SAMPLING = Strategy(WORLDS + 2, SIMPLE, dealer_shift=300)
HAND, FACED = parse_mask("BB AS 4H 2C"), parse_card("9H")


def sizes(rules: Rules) -> np.ndarray:
    return np.array(schedule(rules), np.int64)


QUESTIONS: dict[str, tuple[Any, ...]] = {
    "one": (hand_tally, SORTED_PACK, Known(1), CLASSIC, MIXED, None),
    "thirteen": (hand_tally, SORTED_PACK, Known(13), PRESETS["hfi"], MIXED, None),
    "worlds": (hand_tally, SORTED_PACK, Known(4), CLASSIC, SAMPLING, None),
    "known": (
        hand_tally,
        unseen(HAND | bit(FACED)),
        Known(4, 2, HAND, FACED),
        PRESETS["bab-online"],
        MIXED,
        None,
    ),
}


# Invariance


@pytest.mark.parametrize("name", QUESTIONS)
def test_threads_blocks_and_halves(name: str) -> None:
    kernel, *args = QUESTIONS[name]
    whole = kernel(FIRST, FIRST + HANDS, SEED, *args)
    assert whole.dtype == np.int64
    assert whole.shape == (HAND_TALLY,)
    for threads in (1, 2, 7):
        for block in (None, 1, 1000):
            run = Run(seed=SEED, first=FIRST, threads=threads, block=block).settled(HANDS)
            assert run.tally(kernel, *args).tolist() == whole.tolist()
    middle = FIRST + HANDS // 3
    halves = kernel(FIRST, middle, SEED, *args) + kernel(middle, FIRST + HANDS, SEED, *args)
    assert halves.tolist() == whole.tolist()
    assert kernel(FIRST, FIRST + HANDS, SEED + 1, *args).tolist() != whole.tolist()


@pytest.mark.parametrize("rules", ["classic", "bab-online"])
@pytest.mark.parametrize("shift", [1, 2, 3])
def test_rotated_seats(rules: str, shift: int) -> None:
    """Who is dealer decides who bids first and nothing else: a rotated hand has rotated results."""
    rng = random.Random(shift)
    for _ in range(FEW):
        record = oracle.random_record(rng, rules, rng.randint(1, 13))
        found = engine_answer(record)
        bids = record["bids"]
        if sum(bid == "board" for bid in bids) > 1 or "redeal" in found:
            continue  # of several boards the order counts
        numbers = [bid for bid in bids if bid != "pass"]
        if "board" not in bids and numbers.count(max(numbers)) > 1:
            continue  # and of equal numbers
        turned = record | {
            "hands": rotated(record["hands"], shift),
            "bids": rotated(bids, shift),
        }
        again = engine_answer(turned)
        assert again["tricks"] == [(seat + shift) % 4 for seat in found["tricks"]]
        assert again["leader"] == (found["leader"] + shift) % 4
        assert again["points"] == (found["points"][::-1] if shift % 2 else found["points"])


def rotated(values: list[Any], shift: int) -> list[Any]:
    return values[-shift:] + values[:-shift]


@pytest.mark.parametrize("rules", ["classic", "bab-online", "hfi"])
def test_renamed_suits(rules: str) -> None:
    rng = random.Random(rules)
    for _ in range(FEW):
        record = oracle.random_record(rng, rules, rng.randint(1, 13))
        names = dict(zip("SHDC", rng.sample("SHDC", 4), strict=True))
        swap = str.maketrans(names)

        def renamed(value: Any, swap: Any = swap) -> Any:
            if isinstance(value, list):
                return [renamed(each, swap) for each in value]
            words = value.split() if isinstance(value, str) else []
            return " ".join(w if w in oracle.JOKERS else w[0] + w[1].translate(swap) for w in words)

        fields = ("hands", "faced", "next", "plays")
        other = record | {field: renamed(record[field]) for field in fields}
        found, again = engine_answer(record), engine_answer(other)
        if found.get("trump") in names:
            found["trump"] = names[found["trump"]]
        assert again == found


# What is counted


@pytest.mark.parametrize("rules", ["classic", "bab-online"])
@pytest.mark.parametrize("cards", [1, 4, 13])
def test_hand_tally_counts_what_hands_come_to(cards: int, rules: str) -> None:
    preset = PRESETS[rules]
    expected, histogram = Counter[str](), Counter[tuple[str, int, int]]()
    for number in range(FEW):
        record, _ = numbered_hand(SEED, number, cards, preset, MIXED)
        hand = oracle.Hand(record | {"rules": rules})
        expected["no_trump_suit"] += hand.trump not in tuple("SHDC")
        if hand.leader is None:
            expected["passed"] += 1
            continue
        both = [hand.points(team) for team in (0, 1)]
        expected["difference"] += both[0] - both[1]
        expected["difference_squared"] += (both[0] - both[1]) ** 2
        for team, points in enumerate(both):
            won = sum(seat % 2 == team for seat in hand.tricks)
            bids = [bid for seat, bid in hand.bids.items() if seat % 2 == team]
            numbers = [bid for bid in bids if isinstance(bid, int)]
            counts = {"points": points, "points_squared": points**2}
            if "board" in bids:
                counts |= {"boards": 1, "boards_made": won == cards}
            elif numbers:
                counts |= {"numbers": 1, "numbers_made": won >= sum(numbers)}
                counts["tricks_bid"] = sum(numbers)
            for name, count in counts.items():
                expected[f"{name} {team}"] += count
            histogram["team", team, won] += 1
        for seat in range(4):
            histogram["seat", seat, hand.tricks.count(seat)] += 1
    tally = hand_tally(0, FEW, SEED, SORTED_PACK, Known(cards), preset, MIXED, None)
    names = [*SUMS, *(f"{name} {team}" for team in (0, 1) for name in TEAM_SUMS)]
    assert len(names) == SEATS_AT
    assert dict(zip(names, tally.tolist(), strict=False)) == {n: expected[n] for n in names}
    kinds = [*(("seat", seat) for seat in range(4)), ("team", 0), ("team", 1)]
    wanted = [histogram[(*kind, won)] for kind in kinds for won in range(HISTOGRAM)]
    assert tally[SEATS_AT:].tolist() == wanted


@pytest.mark.parametrize("cards", range(1, MOST_CARDS + 1))
def test_tricks_add_up(cards: int) -> None:
    tally = hand_tally(0, HANDS, 4, SORTED_PACK, Known(cards), CLASSIC, Strategy(), None)
    rows = tally[SEATS_AT:].reshape(6, HISTOGRAM)
    won = rows @ np.arange(HISTOGRAM)
    played = HANDS - tally[1]
    assert rows.sum(1).tolist() == [played] * 6
    assert won[:4].sum() == won[4:].sum() == cards * played
    assert rows[4].tolist()[: cards + 1] == rows[5].tolist()[: cards + 1][::-1]
    assert not rows[:, cards + 1 :].any()


# The signature


def golden(name: str) -> str:
    lines = SIGNATURE.read_text().splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))[name]


def digest(values: list[Any]) -> str:
    """SHA-256 of the values as JSON, one a line."""
    lines = "".join(json.dumps(value) + "\n" for value in values)
    return hashlib.sha256(lines.encode()).hexdigest()


def records(hands: int) -> str:
    """Hands 0 to `hands` - 1 and what they come to: presets, sizes and players in turn."""
    found = []
    for number in range(hands):
        rules = list(PRESETS.values())[number % len(PRESETS)]
        players = (Strategy(), ALL_RANDOM, MIXED)[number // 7 % 3]
        found.append(numbered_hand(SEED, number, number % MOST_CARDS + 1, rules, players))
    return digest(found)


def tallies(hands: int) -> str:
    found = [kernel(0, hands, SEED, *args).tolist() for kernel, *args in QUESTIONS.values()]
    found.append(match_tally(0, 2, SEED, sizes(CLASSIC), CLASSIC, MIXED, None).tolist())
    return digest(found)


@pytest.mark.skipif(INTERPRETED, reason="too long")
def test_a_thousand_hands() -> None:
    found = records(1000)
    assert found == golden("hands-1000"), f"{SIGNATURE.name}: hands-1000 is now {found}"


def test_forty_hands() -> None:
    found = records(40)
    assert found == golden("hands-40"), f"{SIGNATURE.name}: hands-40 is now {found}"


def test_tallies() -> None:
    found = tallies(40)
    assert found == golden("tallies-40"), f"{SIGNATURE.name}: tallies-40 is now {found}"
