"""The worlds that `worlds:W` of Back Alley deals, what it plays, and that nothing leaks into it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
import pytest

from analysis.backalley import players
from engine._jit import INTERPRETED
from engine.backalley.cards import (
    SORTED_PACK,
    cards_of,
    format_card,
    parse_card,
    parse_mask,
    trump_lane,
)
from engine.backalley.deal import Facing, Known
from engine.backalley.hand import new_desk
from engine.backalley.matches import POINTS, match_tally
from engine.backalley.play import play_on
from engine.backalley.rules import CLASSIC, PRESETS, SWAP
from engine.backalley.score import Contract, team_points
from engine.backalley.simulate import hand_tally
from engine.backalley.strategy import SIMPLE, WORLDS, Strategy, simple
from engine.backalley.table import Table, after, hidden, playable, shows
from engine.backalley.worlds import deal_world, new_scratch, play_sampling, sampled
from engine.cards import SPADES, bit, mask_of
from engine.random import new_stream, start
from tests import backalley_oracle as oracle
from tests.backalley_judges import Engine, dealt, numbered_hand, trump_suit

pytestmark = pytest.mark.engine
compiled = pytest.mark.skipif(INTERPRETED, reason="takes many hands")

RULE_SETS: list[Any] = [
    "classic",
    "bab-online",
    "hfi",
    {"boarder_exempt": 0, "broken": "by_ruff"},
    {"base": "bab-online", "little_lead": 1, "joker_faced": "swap"},
    {"trump": "always_spades"},
]
each_rule_set = pytest.mark.parametrize("rules", RULE_SETS, ids=str)
RECORDS = 2 if INTERPRETED else 30
ENDINGS = 2 if INTERPRETED else 25
MANY = 3000
EACH = 20
"""How often each world is expected."""


def positions(record: dict[str, Any]) -> Iterator[tuple[Engine, int]]:
    """Each position of a record, as it was before its play of this number."""
    engine = Engine(record | {"plays": []})
    for number, card in enumerate(record["plays"]):
        yield engine, number
        engine.play(card)


def choosing(engine: Engine) -> tuple[int, Table, int, np.ndarray]:
    """What the seat to play knows: nothing of the other hands."""
    hand, table = engine.hands[engine.table.seat], Table(*engine.table)
    return hand, table, int(playable(hand, table, engine.rules)), engine.lacks


def chosen(engine: Engine, worlds: int) -> int:
    hand, table, legal, lacks = choosing(engine)
    return int(sampled(hand, table, legal, lacks, engine.rules, worlds, new_scratch()))


# What is shown


@each_rule_set
def test_a_hand_may_play_a_card_if_it_lacks_what_that_shows(rules: Any) -> None:
    """Whatever the hand: random ones, short and long, at every position of random records."""
    rng, tested = random.Random(str(rules)), Counter[bool]()
    for _ in range(RECORDS):
        record = oracle.random_record(rng, rules, rng.randint(2, 9))
        for engine, number in positions(record):
            table = engine.table
            card = parse_card(record["plays"][number], trump_suit(engine.facing))
            shown = shows(table, card, engine.rules)
            rest = [c for c in cards_of(int(hidden(0, table))) if c != card]
            for _ in range(5):
                hand = mask_of([card, *rng.sample(rest, rng.randint(0, 6))])
                may = bool(playable(hand, table, engine.rules) & bit(card))
                assert may == (not hand & shown), (table, card)
                tested[may] += 1
    assert min(tested[True], tested[False]) > 5 * RECORDS


def world_record(
    record: dict[str, Any], engine: Engine, played: int, hands: list[int]
) -> dict[str, Any]:
    """The record up to a position, as if these were the hands there and no joker was swapped."""
    held: list[list[str]] = [[format_card(card) for card in cards_of(hand)] for hand in hands]
    follow = oracle.Hand(record | {"plays": []})
    for card in record["plays"][:played]:
        held[follow.seat].append(card)
        follow.play(card)
    texts = [" ".join(cards) for cards in held]
    if engine.facing.trumps == 0 and engine.rules.joker_faced == SWAP:
        assert not any(joker in text.split() for joker in oracle.JOKERS for text in texts)
    return record | {"hands": texts, "plays": record["plays"][:played]}


@each_rule_set
@pytest.mark.parametrize("cards", [3, 7, 13])
def test_worlds_respect_all_that_was_shown(rules: Any, cards: int) -> None:
    """The record up to there, with the hands of a world, is legal card by card to the oracle."""
    rng = random.Random(f"{rules} {cards}")
    hands, stream = np.zeros(4, np.int64), new_stream()
    for number in range(RECORDS):
        record = oracle.random_record(rng, rules, cards)
        start(stream, 2, number, 0)
        for engine, played in positions(record):
            hand, table, _, lacks = choosing(engine)
            deal_world(hands, hand, table, lacks, stream)
            dealt = hands.tolist()
            assert dealt[table.seat] == hand
            assert [held.bit_count() for held in dealt] == [h.bit_count() for h in engine.hands]
            assert sum(dealt) & (table.gone | table.trick) == 0
            assert sum(held.bit_count() for held in dealt) == sum(dealt).bit_count()
            follow = oracle.Hand(world_record(record, engine, played, dealt))  # raises otherwise
            assert follow.seat == table.seat


def could_hold(record: dict[str, Any], engine: Engine, played: int, seat: int, held: int) -> bool:
    """Whether the record up to there is legal to the oracle if a seat still holds these cards."""
    hands = list(engine.hands)
    hands[seat] = held
    try:
        oracle.Hand(world_record(record, engine, played, hands))
    except ValueError:
        return False
    return True


def every_world(record: dict[str, Any], engine: Engine, played: int) -> set[tuple[int, ...]]:
    """All ways to deal the unseen cards under which the record up to there is legal."""
    own, unseen = engine.table.seat, int(hidden(engine.hands[engine.table.seat], engine.table))
    found = [{own: engine.hands[own]}]
    for seat in ((own + turn) % 4 for turn in (1, 2, 3)):
        size = engine.hands[seat].bit_count()
        every = [mask_of(held) for held in combinations(cards_of(unseen), size)]
        may = [held for held in every if could_hold(record, engine, played, seat, held)]
        found = [
            world | {seat: held}
            for world in found
            for held in may
            if not held & sum(world.values())
        ]
    return {tuple(world[seat] for seat in range(4)) for world in found}


def test_every_world_is_equally_likely() -> None:
    """In endings of 13 cards: Pearson's statistic is within six deviations of its mean."""
    rng, tested, narrowed = random.Random(11), 0, 0
    hands, stream = np.zeros(4, np.int64), new_stream()
    while tested < ENDINGS:
        record = oracle.random_record(rng, rng.choice(RULE_SETS), 13)
        number = rng.randint(44, 49)
        engine = Engine(record | {"plays": record["plays"][:number]})
        every = every_world(record, engine, number)
        if not 2 <= len(every) <= (30 if INTERPRETED else 400):
            continue
        hand, table, _, lacks = choosing(engine)
        start(stream, 1, tested, 0)
        got: Counter[tuple[int, ...]] = Counter()
        for _ in range(EACH * len(every)):
            deal_world(hands, hand, table, lacks, stream)
            got[tuple(hands.tolist())] += 1
        assert set(got) <= every
        statistic = sum((got[world] - EACH) ** 2 / EACH for world in every)
        freedom = len(every) - 1
        assert abs(statistic - freedom) < 6 * sqrt(2 * freedom), (record, number)
        tested += 1
        narrowed += any(int(hidden(hand, table)) & int(lack) for lack in lacks)
    assert narrowed > ENDINGS / 3


# What is played


def margin(engine: Engine, hands: list[int], card: int) -> int:
    """Points of the seat to play minus the others' if it plays a card, all hands being seen."""
    seat, work = engine.table.seat, np.array(hands, np.int64)
    work[seat] &= ~bit(card)
    then = after(engine.table, card, engine.rules)
    plays = np.zeros(52, np.int64)
    tricks = play_on(work, then, engine.rules, Strategy(), new_stream(), plays)
    both = [
        team_points(engine.contract, team, tricks, engine.cards, engine.rules) for team in (0, 1)
    ]
    return int(both[seat % 2] - both[1 - seat % 2])


@compiled
def test_with_many_worlds_the_better_card_is_played() -> None:
    """The last choice of a hand: scores come near the means over all worlds, and decide."""
    rng, decided = random.Random(5), 0
    while decided < 8:  # each a comparison at five standard errors
        record = oracle.random_record(rng, rng.choice(RULE_SETS), 13)
        number = rng.randint(44, 47)
        engine = Engine(record | {"plays": record["plays"][:number]})
        _, _, legal, _ = choosing(engine)
        if legal.bit_count() < 2:
            continue
        every = every_world(record, engine, number)
        found = {
            card: np.array([margin(engine, list(world), card) for world in every])
            for card in cards_of(legal)
        }
        scratch = new_scratch()
        hand, table, legal, lacks = choosing(engine)
        card = int(sampled(hand, table, legal, lacks, engine.rules, MANY, scratch))
        for which, values in enumerate(found[own] for own in sorted(found)):
            off = scratch.scores[which] / MANY - values.mean()
            assert abs(off) <= 5 * values.std() / sqrt(MANY)
        worse, better = sorted(found, key=lambda card: float(found[card].mean()))
        gap = found[better] - found[worse]
        if gap.mean() > 5 * gap.std() / sqrt(MANY):
            assert card == better
            decided += 1


def test_of_equal_cards_the_cheapest_is_played() -> None:
    """Where both teams have bid more tricks than there are, no card is better than another."""
    hands = {1: "AH KD 4C", 2: "AC KC QC", 3: "2C AS 3H", 0: "5C 7C TC"}
    record = dealt(hands, bids="2 2 2 2", plays="4C AC 2C 5C KC AS 7C")
    plays = [format_card(chosen(engine, 7)) for engine, _ in positions(record)]
    assert plays == ["4C", "QC", "2C", "5C", "QC", "3H", "7C"]
    after_all = Engine(record | {"plays": record["plays"][:4]})
    hand, table, legal, _ = choosing(after_all)
    assert format_card(int(simple(hand, table, legal))) != "QC"


def test_it_plays_the_same_card_in_the_same_position() -> None:
    record, _ = numbered_hand(3, 5, 6, CLASSIC, Strategy())
    scratch = new_scratch()
    for engine, _ in positions(record | {"rules": "classic"}):
        hand, table, legal, lacks = choosing(engine)
        cards = {
            int(sampled(hand, table, legal, lacks, CLASSIC, 5, each))
            for each in (scratch, scratch, new_scratch())
        }
        assert len(cards) == 1


@compiled
@pytest.mark.parametrize(("cards", "worlds", "deals"), [(9, 8, 2500), (13, 8, 1000), (13, 32, 200)])
def test_it_is_stronger_than_simple(cards: int, worlds: int, deals: int) -> None:
    """By four standard errors, with the same bidders on the same deals from both sides."""
    strategy = Strategy(WORLDS + worlds, SIMPLE)
    tally = match_tally(0, deals, 1, np.array([cards]), CLASSIC, strategy, None)
    total, squares = tally[2 * POINTS : 2 * POINTS + 2].tolist()
    assert total > 4 * sqrt(squares)


@compiled
def test_the_hand_of_one_card_plays_itself() -> None:
    both = [
        hand_tally(0, 500, 1, SORTED_PACK, Known(1), CLASSIC, strategy, None).tolist()
        for strategy in (Strategy(), players.strategy("worlds:9"))
    ]
    assert both[0] == both[1]


# Blindness


@pytest.mark.parametrize("preset", ["classic", "bab-online", "hfi"])
def test_cards_follow_from_the_table(preset: str) -> None:
    """Every card of a record is what its player chooses when told its own hand and the table."""
    strategy = players.strategy("worlds:3")
    for cards in (2, 4) if INTERPRETED else (1, 2, 4, 7, 13):
        for number in range(1 if INTERPRETED else 8):
            record, _ = numbered_hand(7, number, cards, PRESETS[preset], strategy)
            for engine, played in positions(record | {"rules": preset}):
                hand, table, legal, _ = choosing(engine)
                if legal.bit_count() > 1:
                    assert format_card(chosen(engine, 3)) == record["plays"][played], (hand, table)


def dealt_anew(
    rng: random.Random, record: dict[str, Any], engine: Engine, played: int
) -> dict[str, Any]:
    """A record that looks the same to the seat to play, with other hidden cards."""
    seat = engine.table.seat
    hand = engine.hands[seat]
    rest = [*cards_of(int(hidden(hand, engine.table)))]
    while True:
        rng.shuffle(rest)
        hands, place = list(engine.hands), 0
        for other in range(4):
            size = hands[other].bit_count()
            if other != seat:
                hands[other] = mask_of(rest[place : place + size])
                place += size
        try:
            again = world_record(record, engine, played, hands)
            oracle.Hand(again)
        except ValueError:
            continue
        return again


@pytest.mark.parametrize("preset", ["classic", "bab-online"])
def test_hidden_cards_dealt_again(preset: str) -> None:
    """No choice changes: the same plays, from hands that could have made them."""
    rng, compared = random.Random(1), 0
    strategy = players.strategy("worlds:3")
    for number in range(1 if INTERPRETED else 12):
        made, _ = numbered_hand(8, number, 4, PRESETS[preset], strategy)
        record = made | {"rules": preset}
        for engine, played in positions(record):
            if choosing(engine)[2].bit_count() < 2:
                continue
            for _ in range(2):
                again = dealt_anew(rng, record, engine, played)
                assert again["hands"] != record["hands"]
                assert format_card(chosen(Engine(again), 3)) == record["plays"][played]
                compared += 1
    assert compared > (5 if INTERPRETED else 100)


def test_a_first_lead_does_not_depend_on_who_holds_what() -> None:
    """Played by the kernel that plays hands, where all four hands lie side by side."""
    rng, desk = random.Random(3), new_desk()
    worlds = players.strategy("worlds:4")
    for _ in range(2 if INTERPRETED else 20):
        cards = rng.randint(2, 5 if INTERPRETED else 12)
        pack = [card for card in SORTED_PACK.tolist() if format_card(card) != "5S"]
        own = rng.sample(pack, cards)
        rest = [card for card in pack if card not in own]
        leads = set()
        for _ in range(4):
            rng.shuffle(rest)
            for place, seat in enumerate((0, 2, 3)):
                desk.hands[seat] = mask_of(rest[cards * place :][:cards])
            desk.hands[1] = mask_of(own)
            facing, contract = (
                Facing(trump_lane(SPADES), parse_mask("5S")),
                Contract(1, 1, 2, 0, 0, 0),
            )
            play_sampling(
                desk.hands, facing, contract, CLASSIC, worlds, desk.chance, desk.plays, desk.scratch
            )
            leads.add(int(desk.plays[0]))
        assert len(leads) == 1
        assert leads <= set(own)
