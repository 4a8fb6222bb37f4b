"""The engine of Back Alley against the oracle: whole hands, position by position, and slips."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engine._jit import INTERPRETED
from engine.backalley.cards import parse_card, parse_mask, trump_lane
from engine.backalley.legal import may_follow, may_lead
from engine.backalley.rules import CHOICES, FLAGS, MOST_CARDS, PRESETS, Rules, limits
from engine.backalley.score import BOARD, PASS, settle, team_points
from engine.backalley.strategy import RANDOM, SIMPLE, WORLDS, Strategy
from engine.backalley.table import beats
from tests import backalley_oracle as oracle
from tests.backalley_judges import Engine, engine_answer, numbered_hand, rules_of

pytestmark = pytest.mark.engine

SEED = 20
HANDS = 1 if INTERPRETED else 12
RULE_SETS: list[Any] = [
    *PRESETS,
    *({field: name} for field, names in CHOICES.items() for name in names[1:]),
    *({field: 1 - PRESETS["classic"]._asdict()[field]} for field in FLAGS),
    {"rainbow_points": 3, "trick_points": 0},
    {"base": "bab-online", "boards_raised": 1, "boarder_exempt": 1, "joker_faced": "turn_again"},
    {"broken": "by_ruff", "joker_faced": "lone_trump", "board": "flat", "little_lead": 0},
    {"trump": "always_spades", "big_lead": "opponents", "bid_all": 1, "trick_points": 99},
]
each_rule_set = pytest.mark.parametrize("rules", RULE_SETS, ids=str)
PLAYERS = {
    "random": Strategy(RANDOM, RANDOM, RANDOM, RANDOM),
    "simple": Strategy(),
    "mixed": Strategy(SIMPLE, RANDOM, RANDOM, dealer_shift=900, eldest_shift=-400),
}
if not INTERPRETED:
    PLAYERS["worlds"] = Strategy(WORLDS + 1, RANDOM, RANDOM, RANDOM)


def test_every_field_has_a_rule_set() -> None:
    for field in Rules._fields:
        if field != "rainbow_points" and field != "trick_points":
            values = {getattr(rules_of(rules), field) for rules in RULE_SETS}
            assert values == set(range(limits(field)[1] + 1)), field


@each_rule_set
def test_hands_of_the_oracle(rules: Any) -> None:
    rng = random.Random(str(rules))
    for cards in range(1, MOST_CARDS + 1):
        for _ in range(HANDS):
            record = oracle.random_record(rng, rules, cards)
            assert engine_answer(record) == oracle.answer(record), record


@each_rule_set
def test_what_may_be_played(rules: Any) -> None:
    rng = random.Random(str(rules))
    for cards in range(1, MOST_CARDS + 1):
        record = oracle.random_record(rng, rules, cards)
        hand, engine = (follow(record | {"plays": []}) for follow in (oracle.Hand, Engine))
        for card in record["plays"]:
            assert sorted(engine.legal()) == sorted(hand.legal())
            assert engine.table.seat == hand.seat
            hand.play(card)
            engine.play(card)
        assert engine.legal() == hand.legal() == []


@each_rule_set
@pytest.mark.parametrize("strategy", PLAYERS.values(), ids=PLAYERS)
def test_numbered_hands(rules: Any, strategy: Strategy) -> None:
    passed = 0
    for cards in range(1, MOST_CARDS + 1):
        for number in range(HANDS):
            record, found = numbered_hand(SEED, number, cards, rules_of(rules), strategy)
            expected = oracle.answer(record | {"rules": rules})
            if "tricks" in expected:
                expected["tricks"] = [expected["tricks"].count(seat) for seat in range(4)]
            assert found == expected, record
            passed += "redeal" in found
    assert passed < 5 * HANDS + 3


@pytest.mark.parametrize("rules", ["classic", "bab-online"])
def test_slips_are_refused(rules: str) -> None:
    rng = random.Random(rules)
    refused = 0
    for _ in range(5 if INTERPRETED else 100):
        record = oracle.random_record(rng, rules, 5)
        hand = oracle.Hand(record | {"plays": []})
        for place, card in enumerate(record["plays"]):
            legal = hand.legal()
            for slip in {*oracle.PACK} - {*legal}:
                if slip in hand.held[hand.seat] or rng.random() < 0.02:
                    early = record | {"plays": [*record["plays"][:place], slip]}
                    with pytest.raises(ValueError, match=slip):
                        engine_answer(early)
                    refused += 1
            hand.play(card)
    assert refused > 100


def test_any_bids() -> None:
    rng = random.Random(3)
    names = {BOARD: "board", PASS: "pass"}
    for _ in range(30 if INTERPRETED else 3000):
        cards, rules = rng.randint(1, 13), rng.choice(RULE_SETS)
        numbers = list(range(1, cards + oracle.read_rules(rules)["bid_all"]))
        bids = [rng.choice([PASS, BOARD, *numbers]) for _ in range(4)]
        winners = [rng.randrange(4) for _ in range(cards)]
        written = [names.get(bids[seat], bids[seat]) for seat in (1, 2, 3, 0)]
        hands = [" ".join(oracle.PACK[seat::4][:cards]) for seat in range(4)]
        record = {"rules": rules, "hands": hands, "faced": "2S", "bids": written}
        hand = oracle.Hand(record)
        hand.tricks, hand.rainbows = winners, [False] * 4
        contract = settle(np.array(bids), rules_of(rules))
        tricks = sum(1 << 4 * seat for seat in winners)
        found = [team_points(contract, team, tricks, cards, rules_of(rules)) for team in (0, 1)]
        assert found == [hand.points(0), hand.points(1)]
        assert (contract.leader if any(bids) else None) == hand.leader


@pytest.mark.parametrize("trump", ["S", "H", "D", "C", "BB", "LB", None])
def test_tricks_and_hands_at_random(trump: str | None) -> None:
    rng = random.Random(str(trump))
    suit = "SHDC".index(trump) if trump in tuple("SHDC") else 0
    trumps = trump_lane(suit) if trump in tuple("SHDC") else parse_mask(trump or "")
    jokers = oracle.JOKERS if trump in tuple("SHDC") else [trump] if trump else []
    pack = [card for card in oracle.PACK if card not in oracle.JOKERS] + list(jokers)
    for _ in range(20 if INTERPRETED else 2000):
        rules = rng.choice(RULE_SETS)
        cards = rng.sample(pack, rng.randint(5, 17))
        trick, hand = cards[:4], cards[4:]
        best, place = parse_card(trick[0], suit), 0
        for number, text in enumerate(trick[1:], 1):
            if beats(parse_card(text, suit), best, trumps):
                best, place = parse_card(text, suit), number
        assert place == oracle.winner(trick, trump)
        held, fields = parse_mask(" ".join(hand), suit), oracle.read_rules(rules)
        free, played = rng.random() < 0.5, rng.randint(1, 3)
        led = may_lead(held, trumps, free)
        assert led == parse_mask(" ".join(oracle.legal(hand, [], trump, free, fields)), suit)
        follow = may_follow(held, parse_card(trick[0], suit), trumps, played == 2, rules_of(rules))
        wanted = oracle.legal(hand, trick[:played], trump, free, fields)
        assert follow == parse_mask(" ".join(wanted), suit)
