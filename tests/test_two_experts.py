"""`expert` and `worlds:W` at a table of two: what they see, what they learn, what they ask for."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
import pytest

from analysis.allfours import players, training
from analysis.allfours.dealing import record_deals
from analysis.allfours.duel import duel
from analysis.allfours.points import points
from analysis.allfours.solution import recorded
from analysis.allfours.variants import compare
from analysis.run import Run
from engine._jit import INTERPRETED
from engine.allfours.expert import CONTEXTS, FEATURES, WEIGHTS, expert
from engine.allfours.pack import MOST_HELD
from engine.allfours.rules import CLASSIC, TWO_PLAYER
from engine.allfours.strategy import EXPERT, RANDOM, WORLDS, Strategy
from engine.allfours.table import Table, after, lacks, opening, playable
from engine.allfours.worlds import deal_world, new_scratch, sampled
from engine.cards import NO_CARD, PACK, InputError, bit, cards_of, mask_of, parse_card, suit_of
from engine.random import new_stream, start
from tests.interim import INTERIM

SOME = np.random.default_rng(1).integers(-(10**6), 10**6, WEIGHTS)
"""Weights of nobody who has learned anything."""
EACH = 20


@pytest.mark.engine
def test_all_worlds_are_equally_likely() -> None:
    rng = random.Random(4)
    hands, stream = np.ones(4, np.int64), new_stream()
    start(stream, 2, 1, 0)
    for _ in range(2 if INTERPRETED else 20):
        cards = rng.sample(list(cards_of(PACK)), rng.randint(7, 9))
        hand, trick = mask_of(cards[:3]), mask_of(cards[3 : 3 + rng.randint(0, 1)])
        seat, gone = rng.randrange(2), PACK & ~mask_of(cards)
        shown = 1 << (4 * (1 - seat) + rng.randrange(4))
        table = Table(seat, rng.randrange(4), 0, gone, 0, trick, 0, NO_CARD, seat, shown, 2)
        free = cards_of(PACK & ~(gone | hand | trick | int(lacks(table, 1 - seat))))
        every = {mask_of(held) for held in combinations(free, 3 - trick.bit_count())}
        if not every:
            continue
        found: Counter[int] = Counter()
        for _ in range(EACH * len(every)):
            deal_world(hands, hand, table, stream)
            assert hands[seat] == hand
            assert hands[2] == hands[3] == 0
            found[int(hands[1 - seat])] += 1
        assert set(found) <= every
        statistic = sum((found[world] - EACH) ** 2 / EACH for world in every)
        freedom = len(every) - 1
        assert statistic - freedom < 6 * sqrt(2 * freedom) + 1


@pytest.mark.engine
def test_a_choice_follows_from_hand_and_table() -> None:
    """Legal, the same each time, and whatever the other hand is: nobody has asked for it."""
    scratch, sizes = new_scratch(), set()
    scores, rules = np.zeros(MOST_HELD, np.int64), TWO_PLAYER
    deals = 3 if INTERPRETED else 40
    for record in record_deals(5, 0, deals, rules, Strategy(RANDOM, RANDOM), book=INTERIM):
        if not record["plays"]:
            continue
        hands = [mask_of(parse_card(card) for card in hand.split()) for hand in record["hands"]]
        kicks = [parse_card(card) for card in record["kicks"]]
        table = opening(suit_of(kicks[-1]), mask_of(kicks), 2)
        sizes.add(hands[0].bit_count())
        for text in record["plays"]:
            hand = hands[table.seat]
            legal = int(playable(hand, table, rules))
            card = int(expert(hand, table, legal, SOME, scores, None))
            assert bit(card) & legal
            assert scores[: legal.bit_count()].max() == scores[sorted(cards_of(legal)).index(card)]
            first = sampled(hand, table, legal, rules, SOME, 2, scratch)
            assert bit(int(first)) & legal
            assert sampled(hand, table, legal, rules, SOME, 2, scratch) == first
            played = parse_card(text)
            hands[table.seat] &= ~bit(played)
            table = after(table, played, rules)
    assert INTERPRETED or {6, 9} <= sizes


def learned(monkeypatch: pytest.MonkeyPatch, weights: Any) -> None:
    """Let `players` find these weights for two."""
    monkeypatch.setattr(players, "weights", lambda seated=4: {2: weights}[seated])
    monkeypatch.setattr(players, "needs", lambda seated=4: {players._WEIGHTS[seated]: "0" * 64})


def test_few_deals_teach_enough_to_beat_random(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = training.TWO_PLAYER_STUDY.inputs | {"rounds": 1, "deals": 1500, "trials": 200}
    parts = training.parts(inputs)
    weights = training._read(parts["round-1"].make({}, Run(threads=1)))
    places = weights.reshape(3, 4, CONTEXTS // 12, FEATURES)
    assert places[:, :2].any(axis=(1, 2, 3)).all()
    assert not places[:, 2:].any()  # nobody is third or last but two
    learned(monkeypatch, weights.astype(np.int64))
    for cards in (6, 12, 18):
        deals = 8000 if cards < 15 else 1500
        frame = duel("expert", "random", cards, TWO_PLAYER, Run(deals=deals, seed=1, threads=1))
        margin = frame[frame["name"] == "margin"].iloc[0]
        assert margin["low"] > 0
        assert frame.attrs["made"]["weights"] == "0" * 12


def test_worlds_play_for_two(monkeypatch: pytest.MonkeyPatch) -> None:
    learned(monkeypatch, np.zeros(WEIGHTS, np.int64))
    run = Run(deals=400, seed=2, threads=1)
    margin = duel("worlds:16", "random", 6, TWO_PLAYER, run).set_index("name").loc["margin"]
    assert margin["low"] > 0
    lineup = players.lineup("worlds:2", seated=2)
    assert lineup.strategy == Strategy(WORLDS + 2, WORLDS + 2)


def test_every_question_asks_for_the_weights_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """`learned` has no weights for four: a question that asked for these would fail."""
    learned(monkeypatch, SOME)
    run = Run(deals=300, seed=3, threads=1)
    assert points(rules=TWO_PLAYER, run=run).attrs["made"]["weights"] == "0" * 12
    assert recorded(run.settled(300), TWO_PLAYER).deals.kicks.size == 300
    with pytest.raises(KeyError):
        points(rules=CLASSIC, run=run)
    assert players.lineup("expert", seated=2).strategy == Strategy(EXPERT, EXPERT)


def test_two_players_are_compared_with_four() -> None:
    """On the same kicks and eldest's hands; the dealer's are others, and so are deals' records."""
    rules, run = ["classic", "two-player"], Run(deals=3000, seed=4, threads=1)
    frame = compare(rules, play="simple", run=run, match=0)
    found = frame.set_index("name")["value"]
    assert found["two-player_jack_in_play"] < found["classic_jack_in_play"] - 0.1
    assert 0 < found["two-player_eldest_differs"] < 1
    assert np.isnan(found["two-player_dealer_differs"])
    with pytest.raises(InputError, match="flips: two players and four don't hold the same hands"):
        compare(rules, play="simple", run=run, match=0, most_flips=2)


def test_open_plays_four_hands_only() -> None:
    with pytest.raises(InputError, match='player "open": it plays four hands only'):
        points(rules=TWO_PLAYER, play="open", run=Run(deals=10, seed=1))
