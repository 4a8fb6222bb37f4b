"""Players choose by what their seat can know: nothing that is hidden from it changes a choice."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator
from typing import Any, NamedTuple, get_type_hints

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.allfours import players
from analysis.allfours.dealing import Record, record_deal
from engine._jit import INTERPRETED
from engine.allfours.book import DEALERS, ELDESTS, begs, gives
from engine.allfours.expert import expert
from engine.allfours.play import play_out
from engine.allfours.rules import CLASSIC, TOURNAMENT, Rules
from engine.allfours.strategy import PLAYERS, Strategy, at_random, simple
from engine.allfours.table import Table, opening
from engine.allfours.worlds import new_scratch, sampled
from engine.cards import (
    NO_CARD,
    PACK,
    bit,
    cards_of,
    format_card,
    mask_of,
    parse_card,
    parse_cards,
    suit_of,
)
from engine.random import new_stream
from tests import oracle
from tests.interim import INTERIM

pytestmark = pytest.mark.engine

SIMPLE = Strategy()
DEALS = 30 if INTERPRETED else 300
RULES = {"classic": CLASSIC, "tournament": TOURNAMENT}
BOTH = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
plainly = settings(derandomize=True, deadline=None, max_examples=50 if INTERPRETED else 300)


def mask(cards: list[str]) -> int:
    return mask_of(parse_cards(" ".join(cards)))


class Choice(NamedTuple):
    """A card of a record, with what its player could see: the record's other hands aren't here."""

    hand: int
    table: Table
    legal: int
    card: str


def choices(record: Record) -> Iterator[Choice]:
    """Follow the play from the table: each hand is looked at by its own seat alone."""
    rules = oracle.read_rules(record["rules"])
    trump = record["kicks"][-1][1]
    gone, trick, seat = list(record["kicks"]), list[str](), 1
    taken, voids = list[str](), set[tuple[int, str]]()
    for card in record["plays"]:
        seen = {*gone, *trick}
        own = [held for held in record["hands"][seat].split() if held not in seen]
        best = oracle.winner(trick, trump) if trick else 0
        table = Table(
            seat=seat,
            trump="SHDC".index(trump),
            kicks=mask(record["kicks"]),
            gone=mask(gone),
            taken=mask(taken),
            trick=mask(trick),
            led="SHDC".index(trick[0][1]) if trick else 0,
            best=parse_card(trick[best]) if trick else NO_CARD,
            best_seat=(seat - len(trick) + best) % 4,
            shown=sum(1 << (4 * who + "SHDC".index(suit)) for who, suit in voids),
            players=4,
        )
        yield Choice(mask(own), table, mask(oracle.legal(own, trick, trump, rules)), card)
        voids |= shown_by(card, seat, trick, trump, rules)
        trick, seat = [*trick, card], (seat + 1) % 4
        if len(trick) == 4:
            seat = (seat + oracle.winner(trick, trump)) % 4
            taken += trick if seat % 2 == 0 else []
            gone, trick = gone + trick, []


def shown_by(
    card: str, seat: int, trick: list[str], trump: str, rules: oracle.Rules
) -> set[tuple[int, str]]:
    """The suits that a seat shows to be void in, under classic or tournament rules."""
    if not trick or card[1] == trick[0][1]:
        return set()
    if card[1] != trump:
        return {(seat, trick[0][1])}
    if rules["undertrump"]:
        return set()
    higher = [c for c in trick if c[1] == trump and oracle.rank_of(c) > oracle.rank_of(card)]
    return {(seat, suit) for suit in "SHDC" if suit != trump} if higher else set()


@BOTH
def test_cards_follow_from_the_view(rules: Rules) -> None:
    played = 0
    for number in range(DEALS):
        for hand, table, legal, card in choices(
            record_deal(7, number, rules, SIMPLE, book=INTERIM)
        ):
            assert format_card(simple(hand, table, legal)) == card, (number, table)
            played += 1
    assert played >= 24 * DEALS * 0.9


@pytest.mark.parametrize("play", ["expert", "worlds:3"])
@BOTH
def test_learned_players_follow_from_the_table(rules: Rules, play: str) -> None:
    """Every card of a record is what its player chooses when told its own hand and the table."""
    lineup, played = players.lineup(play), 0
    weights = players.weights()
    number = players.worlds(play)
    deals = (1 if INTERPRETED else 15) if number else DEALS
    scratch = new_scratch()
    for deal in range(deals):
        for hand, table, legal, card in choices(record_deal(7, deal, rules, *lineup, book=INTERIM)):
            if legal.bit_count() == 1:
                continue
            if number:
                chosen = sampled(hand, table, legal, rules, weights, number, scratch)
            else:
                chosen = expert(hand, table, legal, weights, None, None)
            assert format_card(chosen) == card, (deal, table)
            played += 1
    assert played >= 12 * deals


def test_a_leader_has_no_trick_to_look_at() -> None:
    for number in range(DEALS):
        for hand, table, legal, card in choices(
            record_deal(8, number, CLASSIC, SIMPLE, book=INTERIM)
        ):
            if not table.trick:
                elsewhere = table._replace(led=3 - table.led, best_seat=3 - table.best_seat)
                assert format_card(simple(hand, elsewhere, legal)) == card


@BOTH
def test_decisions_follow_from_six_cards_and_the_kick(rules: Rules) -> None:
    said = set()
    for number in range(10 * DEALS):
        record = record_deal(9, number, rules, SIMPLE, book=INTERIM)
        first = [mask(hand.split()[:6]) for hand in record["hands"]]
        kick = parse_card(record["kicks"][0])
        begged = begs(first[1], kick, INTERIM[ELDESTS], rules)
        assert record["eldest"] == ("beg" if begged else "stand")
        if record["eldest"] == "beg":
            given = gives(first[0], kick, INTERIM[DEALERS], True, rules)
            answer = "give" if given else "run"
            assert record["dealer"] == answer
        said.add((record["eldest"], record["dealer"]))
    assert said == {("stand", None), ("beg", "give"), ("beg", "run")}


def first_lead(own: int, kick: int, hidden: list[int], rules: Rules) -> int:
    """The card that seat 1 leads when the others hold some of `hidden`, and the stock the rest."""
    hands = np.array([mask_of(hidden[6 * i : 6 * i + 6]) for i in range(4)], np.int64)
    hands[1] = own
    plays = np.zeros(48, np.int64)
    play_out(hands, opening(suit_of(kick), bit(kick), 4), rules, SIMPLE, None, new_stream(), plays)
    return int(plays[0])


@plainly
@given(st.integers(0, 2**32), st.sampled_from(list(RULES.values())))
def test_hidden_cards_dealt_again(seed: int, rules: Rules) -> None:
    rng = random.Random(seed)
    kick, *cards = rng.sample(list(cards_of(PACK)), 7)
    own = mask_of(cards)
    hidden = list(cards_of(PACK & ~own & ~bit(kick)))
    leads = {first_lead(own, kick, rng.sample(hidden, len(hidden)), rules) for _ in range(5)}
    assert len(leads) == 1
    assert leads <= set(cards)


def parameters(function: Any) -> list[str]:
    return list(inspect.signature(getattr(function, "py_func", function)).parameters)


def test_argument_lists_are_information_sets() -> None:
    assert parameters(simple) == ["hand", "table", "legal"]
    assert parameters(at_random) == ["legal", "stream"]
    assert parameters(begs) == ["hand", "kick", "page", "rules"]
    assert parameters(gives) == ["hand", "kick", "page", "may", "rules"]
    assert parameters(expert) == ["hand", "table", "legal", "weights", "scores", "trail"]
    known = ["hand", "table", "legal", "rules", "weights", "worlds", "scratch"]
    assert parameters(sampled) == known
    assert list(PLAYERS) == ["random", "simple", "expert"]  # another is to be tested here too


def test_a_table_holds_no_hand() -> None:
    assert "hand" not in " ".join(Table._fields)
    assert {get_type_hints(Table)[field] for field in Table._fields} == {int}  # no array of hands
