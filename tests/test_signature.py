"""One digest over a thousand fixed deals, and one over the tallies of a few.

A commit that changes a digest in ``data/signature.txt`` says so, and why.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.allfours import players
from analysis.allfours.dealing import record_deal
from engine.allfours.compare import Stakes, begging_tally, duel_tally
from engine.allfours.matches import match_tally
from engine.allfours.record import new_deals, record_tally
from engine.allfours.rules import CLASSIC, TOURNAMENT
from engine.allfours.simulate import (
    NOTHING_KNOWN,
    Known,
    deal_tally,
    game_tally,
    kick_tally,
    points_tally,
)
from engine.allfours.strategy import RANDOM, SIMPLE, Strategy
from engine.cards import SORTED_PACK, bit, mask_of, parse_card, parse_cards
from engine.deal import unseen
from tests.interim import INTERIM

SEED = 2026
SIGNATURE = Path(__file__).parent / "data" / "signature.txt"


def golden(name: str) -> str:
    lines = SIGNATURE.read_text().splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))[name]


def digest(values: list[Any]) -> str:
    """SHA-256 of the values as JSON, one a line."""
    lines = "".join(json.dumps(value) + "\n" for value in values)
    return hashlib.sha256(lines.encode()).hexdigest()


def records(deals: int) -> str:
    """The records of deals 0 to `deals` - 1: random and simple in turn, two deals per rule set."""
    found = []
    for number in range(deals):
        player = (RANDOM, SIMPLE)[number % 2]
        rules = (CLASSIC, TOURNAMENT)[number // 2 % 2]
        found.append(record_deal(SEED, number, rules, Strategy(player, player), book=INTERIM))
    return digest(found)


def learned(deals: int) -> str:
    """The records of expert against worlds:2, as `records` has them."""
    lineup = players.lineup("expert", "worlds:2")
    found = [
        record_deal(SEED, number, (CLASSIC, TOURNAMENT)[number % 2], *lineup, book=INTERIM)
        for number in range(deals)
    ]
    return digest(found)


def tallies(deals: int) -> str:
    """Every kernel that plays many deals, over deals 0 to `deals` - 1."""
    hand, kick = mask_of(parse_cards("JS AH KH QD 9C 2C")), parse_card("6S")
    rest, nine = unseen(hand | bit(kick)), Known(kick=kick, cards=9)
    one_kick = unseen(bit(kick))
    mixed, swapped = Strategy(SIMPLE, RANDOM), Strategy(RANDOM, SIMPLE)
    points = Stakes(0, 0, np.zeros((0, 0)), INTERIM, INTERIM)
    match = Stakes(12, 11, np.full((14, 14), 0.5), INTERIM, INTERIM)
    for_all, recorded = (0, deals, SEED), new_deals(deals)
    found = [
        deal_tally(*for_all),
        kick_tally(*for_all, TOURNAMENT),
        points_tally(*for_all, SORTED_PACK, NOTHING_KNOWN, CLASSIC, mixed, None, None),
        points_tally(*for_all, one_kick, nine, CLASSIC, mixed, None, None),
        game_tally(*for_all, NOTHING_KNOWN, TOURNAMENT, mixed, None, None),
        begging_tally(*for_all, rest, Known(1, hand, kick), points, TOURNAMENT, mixed, None, None),
        begging_tally(*for_all, rest, Known(0, hand, kick), match, CLASSIC, mixed, None, None),
        record_tally(*for_all, recorded, 0, INTERIM[0], -1, TOURNAMENT, mixed, None, None),
        *(field.reshape(-1).astype(np.int64) for field in recorded),
        duel_tally(*for_all, NOTHING_KNOWN, CLASSIC, mixed, swapped, None),
    ]
    assert all(tally.dtype == np.int64 for tally in found)
    return digest([tally.tolist() for tally in found])


def matches(number: int) -> str:
    """Tallies of whole matches from 0-0, 12-13 and 13-13, begging as INTERIM has it."""
    books = np.broadcast_to(INTERIM, (14, 14, *INTERIM.shape))
    scores, mixed = ((0, 0), (12, 13), (13, 13)), Strategy(SIMPLE, RANDOM)
    args = CLASSIC, np.ascontiguousarray(books), mixed, None, None
    return digest([match_tally(0, number, SEED, *score, *args).tolist() for score in scores])


def test_a_thousand_deals() -> None:
    found = records(1000)
    assert found == golden("deals-1000"), f"data/signature.txt: deals-1000 is now {found}"


@pytest.mark.engine
def test_forty_deals() -> None:
    found = records(40)
    assert found == golden("deals-40"), f"data/signature.txt: deals-40 is now {found}"


@pytest.mark.engine
def test_tallies() -> None:
    found = tallies(40)
    assert found == golden("tallies-40"), f"data/signature.txt: tallies-40 is now {found}"


@pytest.mark.engine
def test_matches() -> None:
    found = matches(5)
    assert found == golden("matches-5"), f"data/signature.txt: matches-5 is now {found}"


def test_learned_players() -> None:
    found = learned(200)
    assert found == golden("learned-200"), f"data/signature.txt: learned-200 is now {found}"


@pytest.mark.engine
def test_learned_players_in_a_few_deals() -> None:
    found = learned(4)
    assert found == golden("learned-4"), f"data/signature.txt: learned-4 is now {found}"
