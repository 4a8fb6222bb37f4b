"""Players and bidders of Back Alley: what they choose, and that it follows from what they see."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args, get_type_hints

import numpy as np
import pytest

from engine._jit import INTERPRETED
from engine.backalley.bidding import bid_hand, chance, count_tricks, random_bid, simple_bid
from engine.backalley.cards import (
    FULL_PACK,
    SORTED_PACK,
    cards_of,
    format_card,
    parse_mask,
    trump_lane,
)
from engine.backalley.deal import Facing, Known
from engine.backalley.hand import deal_number, new_desk
from engine.backalley.legal import may_bid
from engine.backalley.play import play_out
from engine.backalley.rules import BAB_ONLINE, CLASSIC, PRESETS, Rules
from engine.backalley.score import BOARD, PASS, Contract
from engine.backalley.simulate import hand_tally
from engine.backalley.strategy import (
    PLAYERS,
    RANDOM,
    SIMPLE,
    Strategy,
    at_random,
    bosses,
    simple,
    swapped,
    takers,
)
from engine.backalley.table import Table, hidden, playable, shows
from engine.backalley.worlds import sampled
from engine.cards import SPADES, bit, mask_of
from engine.random import new_stream, start
from tests import backalley_oracle as oracle
from tests.backalley_judges import Engine, dealt, numbered_hand

pytestmark = pytest.mark.engine

HANDS = 3 if INTERPRETED else 40
compiled = pytest.mark.skipif(INTERPRETED, reason="takes many hands")
SPADES_TRUMP = trump_lane(SPADES)


class Choice(NamedTuple):
    """A card of a record, with what its player could see: the record's other hands aren't here."""

    hand: int
    table: Table
    legal: int
    card: str


def choices(record: dict[str, Any]) -> Iterator[Choice]:
    """Follow the play from the table: each hand is looked at by its own seat alone."""
    engine = Engine(record | {"plays": []})
    for card in record["plays"]:
        hand = engine.hands[engine.table.seat]
        table = Table(*engine.table)
        yield Choice(hand, table, int(playable(hand, table, engine.rules)), card)
        engine.play(card)


@pytest.mark.parametrize("preset", ["classic", "bab-online", "hfi"])
def test_cards_follow_from_the_table(preset: str) -> None:
    played = 0
    for cards in (1, 2, 4, 7, 13):
        for number in range(HANDS):
            record, _ = numbered_hand(7, number, cards, PRESETS[preset], Strategy())
            for hand, table, legal, card in choices(record | {"rules": preset}):
                assert format_card(int(simple(hand, table, legal))) == card, (number, table)
                played += 1
    assert played > 80 * HANDS


def first_card(hand: int, rest: list[int]) -> int:
    """The card that seat 1 leads when the others hold the first of `rest`."""
    cards = hand.bit_count()
    hands = np.array([mask_of(rest[cards * seat :][:cards]) for seat in range(4)], np.int64)
    hands[1] = hand
    plays, facing = np.zeros(52, np.int64), Facing(SPADES_TRUMP, parse_mask("5S"))
    contract = Contract(1, 1, 2, 0, 0, 0)
    play_out(hands, facing, contract, CLASSIC, Strategy(), new_stream(), plays)
    return int(plays[0])


def test_hidden_cards_dealt_again() -> None:
    rng = random.Random(1)
    for _ in range(HANDS):
        cards = rng.randint(2, 12)
        pack = [card for card in SORTED_PACK.tolist() if format_card(card) != "5S"]
        own = rng.sample(pack, cards)
        rest = [card for card in pack if card not in own]
        leads = {first_card(mask_of(own), rng.sample(rest, len(rest))) for _ in range(5)}
        assert len(leads) == 1
        assert leads <= set(own)


def parameters(function: Any) -> list[str]:
    return list(inspect.signature(getattr(function, "py_func", function)).parameters)


def test_argument_lists_are_information_sets() -> None:
    assert parameters(simple) == ["hand", "table", "legal", "habit"]
    assert parameters(at_random) == ["legal", "stream"]
    assert parameters(simple_bid) == ["hand", "facing", "rules", "shift"]
    assert parameters(random_bid) == ["cards", "rules", "stream"]
    known = ["hand", "table", "legal", "lacks", "rules", "worlds", "scratch"]
    assert parameters(sampled) == known
    assert parameters(shows) == ["table", "card", "rules"]  # what `lacks` is made of
    assert list(PLAYERS) == ["random", "simple"]  # another is to be tested here too


@pytest.mark.parametrize("seen", [Table, Facing, Contract])
def test_what_is_seen_holds_no_hand(seen: Any) -> None:
    assert "hand" not in " ".join(seen._fields)
    kinds = {kind for field, kind in get_type_hints(seen).items() if field in seen._fields}
    assert kinds <= {int, bool, Contract}  # no array of hands
    assert not any(get_args(kind) for kind in kinds)


# What simple plays

OPEN = "2 1 1 1"
"""Contracts that are open for long with five cards each."""


def chosen(record: dict[str, Any]) -> str:
    """What simple plays next."""
    engine = Engine(record)
    hand = engine.hands[engine.table.seat]
    legal = playable(hand, engine.table, engine.rules)
    return format_card(int(simple(hand, engine.table, int(legal))))


@pytest.mark.parametrize(
    ("hands", "plays", "card"),
    [
        # leads: a plain card that none beats in its suit, else the lowest plain one
        ({1: "AH KD 4S BB 9C"}, "", "AH"),
        ({1: "QH KD 4S BB 9C"}, "", "9C"),
        # last: the cheapest winner, and nothing on the partner's
        ({1: "3H", 2: "5H", 3: "9H", 0: "KH QH TH 2H 2S"}, "3H 5H 9H", "TH"),
        ({1: "3H", 2: "TH", 3: "9H", 0: "KH QH AH 2H 2S"}, "3H TH 9H", "2H"),
        ({1: "3H", 2: "5H", 3: "9H", 0: "2C 3D 8S 2S AC"}, "3H 5H 9H", "2S"),
        ({1: "3H", 2: "5H", 3: "AH", 0: "KH QH 2H 2S 9S"}, "3H 5H AH", "2H"),
        # second: a sure card or the lowest
        ({1: "3H", 2: "AH KH QH 9H 2H"}, "3H", "QH"),
        ({1: "3H", 2: "KH QH 9H 2H 4C"}, "3H", "2H"),
        # third: fights if the partner is beaten, ducks under a partner's sure card
        ({1: "3H", 2: "9H", 3: "QH TH 2H 4C 5C"}, "3H 9H", "QH"),
        ({1: "AH", 2: "9H", 3: "KH TH 2H 4C 5C"}, "AH 9H", "2H"),
        ({1: "QH", 2: "9H", 3: "KH TH 2H 4C 5C"}, "QH 9H", "2H"),
    ],
)
def test_simple_plays(hands: dict[int, str], plays: str, card: str) -> None:
    assert chosen(dealt({3: "2D 3D 4D 5D 6D", **hands}, bids=OPEN, plays=plays)) == card


def test_simple_fights_for_a_board() -> None:
    hands = {1: "3H 8D", 2: "KH 2H", 3: "4H 5D", 0: "6H 7D"}
    assert chosen(dealt(hands, bids="1 pass pass pass", plays="3H")) == "2H"
    assert chosen(dealt(hands, bids="board pass pass pass", plays="3H")) == "KH"
    assert chosen(dealt({1: "QH 4S BB"}, bids="board pass pass pass")) == "BB"
    assert chosen(dealt({1: "QH KD JC"}, bids="board pass pass pass")) == "KD"
    assert chosen(dealt({1: "QH 4S JC"}, bids="board pass pass pass")) == "4S"
    assert chosen(dealt({1: "AH BB 4C"}, faced="5C", bids="board pass pass pass")) == "AH"
    assert chosen(dealt({1: "QH 4S JC"}, bids="1 pass pass pass")) == "JC"


def test_simple_saves_nothing_once_all_is_decided() -> None:
    hands = {1: "3H 8D 9D", 2: "KH 2H 4C", 3: "4H 5D 6D", 0: "6H 7D JD"}
    assert chosen(dealt(hands, bids="1 pass pass pass", plays="3H")) == "2H"
    assert chosen(dealt(hands, bids="2 2 2 2", plays="3H")) == "KH"  # neither can be made


@pytest.mark.parametrize(
    ("cards", "unseen", "found"),
    [
        ("AH QH", "KH 2H", "AH"),
        ("KH QH", "JH", "KH QH"),
        ("KH QH 2C", "AH", "2C"),
        ("LB AS", "BB", ""),
        ("BB AS KS", "LB", "BB"),
        ("BB LB AS QS 3D", "KS 4D", "BB LB AS"),
    ],
)
def test_bosses(cards: str, unseen: str, found: str) -> None:
    assert bosses(parse_mask(cards), parse_mask(unseen), SPADES_TRUMP) == parse_mask(found)


def test_takers_and_hidden_cards() -> None:
    rng = random.Random(4)
    for _ in range(HANDS):
        record = oracle.random_record(rng, "classic", rng.randint(1, 9))
        engine = Engine(record | {"plays": []})
        for card in record["plays"]:
            table, hand = engine.table, engine.hands[engine.table.seat]
            out = hidden(hand, table)
            others = [engine.hands[seat] for seat in range(4) if seat != table.seat]
            assert all(not other & ~out for other in others)
            assert not out & (hand | table.trick | table.gone)
            if table.trick:
                taking = takers(hand, table.best, table.trumps)
                for own in cards_of(hand):
                    trick = [format_card(int(table.best)), format_card(own)]
                    wins = oracle.winner(trick, oracle.Hand(record | {"plays": []}).trump) == 1
                    assert bool(taking & bit(own)) == wins
            engine.play(card)


def test_random_plays_any_legal_card() -> None:
    stream = new_stream()
    start(stream, 1, 2, 3)
    legal = parse_mask("BB 4S 9H 2C")
    found = Counter(int(at_random(legal, stream)) for _ in range(400))
    assert sorted(found) == sorted(cards_of(legal))
    assert min(found.values()) > 60


@compiled
def test_simple_is_stronger_than_random() -> None:
    deals = 4000
    for cards in (3, 6, 13):
        as_dealer = hand_tally(
            0, deals, 1, SORTED_PACK, Known(cards), CLASSIC, Strategy(SIMPLE, RANDOM), None
        )
        as_eldest = hand_tally(
            0, deals, 1, SORTED_PACK, Known(cards), CLASSIC, Strategy(RANDOM, SIMPLE), None
        )
        assert as_dealer[2] > 0 > as_eldest[2]


# Bidders


def test_bids_may_be_made() -> None:
    rng = random.Random(9)
    stream = new_stream()
    start(stream, 3, 1, 4)
    seen = Counter[int]()
    for _ in range(20 * HANDS):
        cards = rng.randint(1, 13)
        rules = rng.choice([CLASSIC, BAB_ONLINE])
        trumps = rng.choice([SPADES_TRUMP, 0, parse_mask("BB")])
        pack = FULL_PACK & ~parse_mask("2S LB") if trumps else FULL_PACK & ~parse_mask("BB LB")
        hand = mask_of(rng.sample(list(cards_of(pack)), cards))
        bid = int(simple_bid(hand, Facing(trumps, FULL_PACK & ~pack), rules))
        assert may_bid(bid, cards, rules)
        anything = int(random_bid(cards, rules, stream))
        assert may_bid(anything, cards, rules)
        seen[bid] += 1
    assert seen[PASS]
    assert seen[1]


@pytest.mark.parametrize(("rules", "cards"), [(CLASSIC, 1), (CLASSIC, 4), (BAB_ONLINE, 4)])
def test_random_bids_are_any_bids(rules: Rules, cards: int) -> None:
    stream = new_stream()
    start(stream, 3, 1, 4)
    found = Counter(int(random_bid(cards, rules, stream)) for _ in range(600))
    assert set(found) == {bid for bid in range(-1, 16) if may_bid(bid, cards, rules)}
    assert min(found.values()) > 400 / len(found)


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("BB", BOARD),
        ("2S", BOARD),
        ("AH", PASS),
        ("BB LB", BOARD),
        ("BB AH", 1),
        ("BB LB AS 2H 3D", 3),
        ("BB AS 4S 2H 3D", 2),
        ("2H 3H 4D 5C", PASS),
        ("BB LB AS KS QS JS TS 9S 8S 7S 6S 4S 3S", BOARD),
    ],
)
def test_simple_bids(hand: str, bid: int) -> None:
    assert simple_bid(parse_mask(hand), Facing(SPADES_TRUMP, parse_mask("5S")), CLASSIC) == bid


@pytest.mark.parametrize(
    ("hand", "shift", "bid"),
    [
        ("BB AS 4S 2H 3D", 800, 3),
        ("BB AS 4S 2H 3D", 500, 2),
        ("BB AS 4S 2H 3D", -200, 2),
        ("BB AS 4S 2H 3D", -500, 1),
        ("BB AS 4S 2H 3D", -1000, 1),
        ("2H 3H 4D 5C", -1000, PASS),
        ("BB LB AS KS 2H", 1000, 4),
        ("2S", -1000, BOARD),
        ("AH", 1000, PASS),
        ("BB AH", -1000, PASS),
    ],
)
def test_a_shift_moves_numbers_and_leaves_boards_alone(hand: str, shift: int, bid: int) -> None:
    facing = Facing(SPADES_TRUMP, parse_mask("5S"))
    assert simple_bid(parse_mask(hand), facing, CLASSIC, shift) == bid


def test_a_shift_is_of_its_own_team() -> None:
    """Each of its bidders bids as if its hand were worth so much more."""
    desk, shifts = new_desk(), (400, -300)
    strategy = Strategy(dealer_shift=shifts[0], eldest_shift=shifts[1])
    changed = set[int]()
    for number in range(HANDS):
        facing = deal_number(desk, SORTED_PACK, Known(13), 5, number, CLASSIC)
        bid_hand(desk.hands, facing, CLASSIC, strategy, None, new_stream(), desk.bids)
        for seat, hand in enumerate(desk.hands.tolist()):
            bid = simple_bid(hand, facing, CLASSIC, shifts[seat % 2])
            assert desk.bids[seat] == bid
            if bid != simple_bid(hand, facing, CLASSIC):
                changed.add(seat)
    assert len(changed) > 2


def test_a_first_bid_alone_can_be_moved() -> None:
    """The second of the team bids as without it."""
    desk, moved = new_desk(), Strategy(dealer_first=-400, eldest_first=300, eldest_shift=100)
    by_seat = (0, 400, -400, 100)
    changed = set[int]()
    for number in range(HANDS):
        facing = deal_number(desk, SORTED_PACK, Known(13), 5, number, CLASSIC)
        bid_hand(desk.hands, facing, CLASSIC, moved, None, new_stream(), desk.bids)
        for seat, hand in enumerate(desk.hands.tolist()):
            assert desk.bids[seat] == simple_bid(hand, facing, CLASSIC, by_seat[seat])
            if desk.bids[seat] != simple_bid(hand, facing, CLASSIC):
                changed.add(seat)
    assert {1, 2} <= changed
    assert 0 not in changed
    assert swapped(moved) == Strategy(dealer_first=300, eldest_first=-400, dealer_shift=100)


def test_a_better_card_is_worth_no_less() -> None:
    for cards in range(1, 14):
        unseen = FULL_PACK & ~parse_mask("5S")
        for suit in range(2):
            lane = [card for card in SORTED_PACK.tolist() if card >> 4 == suit]
            worth = [int(chance(card, unseen, SPADES_TRUMP, cards)) for card in lane]
            assert worth == sorted(worth)
            assert all(0 <= each <= 1000 for each in worth)


@compiled
def test_simple_counts_honestly() -> None:
    """The tricks that the four hands of a deal count add up to nearly all there are."""
    rng = random.Random(2)
    for cards in (1, 4, 8, 13):
        total, deals = 0, 1000
        for _ in range(deals):
            pack = rng.sample([card for card in cards_of(FULL_PACK) if card != 3], 4 * cards)
            facing = Facing(SPADES_TRUMP, bit(3))
            for seat in range(4):
                total += int(count_tricks(mask_of(pack[cards * seat :][:cards]), facing))
        assert 0.95 < total / (1000 * cards * deals) < 1.05
