"""The table that everybody sees, and what it shows about the hands that nobody sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from analysis.allfours.dealing import record_deal
from analysis.allfours.rule_sets import change, preset
from engine._jit import INTERPRETED
from engine.allfours.rules import Rules
from engine.allfours.strategy import RANDOM, Strategy
from engine.allfours.table import Table, after, lacks, opening, playable
from engine.cards import format_card, mask_of, parse_card, parse_cards, suit_of
from tests import oracle
from tests.interim import INTERIM

pytestmark = pytest.mark.engine

DEALS = 6 if INTERPRETED else 60
SETTINGS = [
    ("classic", ()),
    ("tournament", ()),
    ("classic", ("follow=trump_when_void",)),
    ("tournament", ("undertrump_escape=no_choice",)),
    ("tournament", ("undertrump_escape=no_choice", "follow=trump_when_void")),
    ("two-player", ()),
    ("two-player", ("follow=trump_when_void", "undertrump=0")),
]
rule_sets = pytest.mark.parametrize("settings", SETTINGS, ids=[" ".join(s) for _, s in SETTINGS])


def mask(cards: list[str]) -> int:
    return mask_of(parse_cards(" ".join(cards)))


def played(rules: Rules, deals: int) -> Iterator[dict[str, Any]]:
    players = Strategy(RANDOM, RANDOM)
    for number in range(deals):
        record = record_deal(4, number, rules, players, book=INTERIM)
        if record["plays"]:
            yield record


def follow(record: dict[str, Any], rules: Rules) -> Iterator[tuple[Table, list[str]]]:
    """The table before each play of a record, and the cards played so far."""
    table = opening(suit_of(parse_card(record["kicks"][-1])), mask(record["kicks"]), rules.players)
    for number, card in enumerate(record["plays"]):
        yield table, record["plays"][:number]
        table = after(table, parse_card(card), rules)


@rule_sets
def test_the_table_follows_the_play(settings: tuple[str, tuple[str, ...]]) -> None:
    rules = change(preset(settings[0]), settings[1])
    for record in played(rules, DEALS):
        judge = oracle.Play(oracle.Deal(record | {"plays": []}))
        for table, before in follow(record, rules):
            assert table.seat == judge.seat
            assert table.trick == (mask(judge.trick) if judge.trick else 0)
            assert table.kicks == mask(record["kicks"])
            done = before[: len(before) - len(judge.trick)]
            assert table.gone == mask(record["kicks"] + done)
            ours = [card for winner, trick in judge.tricks if winner % 2 == 0 for card in trick]
            assert table.taken == (mask(ours) if ours else 0)
            if judge.trick:
                best = oracle.winner(judge.trick, judge.trump)
                assert format_card(table.best) == judge.trick[best]
                assert table.best_seat == (judge.seat - len(judge.trick) + best) % rules.players
            held = judge.held[judge.seat]
            assert playable(mask(held), table, rules) == mask(judge.legal())
            judge.play(record["plays"][len(before)])


def history(record: dict[str, Any], plays: list[str], seat: int) -> list[tuple[str, list[str]]]:
    """Each card that a seat has played, and the trick that it was played to."""
    found, trick, turn = [], list[str](), 1
    trump, players = record["kicks"][-1][1], len(record["hands"])
    for card in plays:
        if turn == seat:
            found.append((card, trick))
        trick, turn = [*trick, card], (turn + 1) % players
        if len(trick) == players:
            trick, turn = [], (turn + oracle.winner(trick, trump)) % players
    return found


@rule_sets
def test_a_hand_could_be_held_if_and_only_if_it_has_no_card_that_is_lacked(
    settings: tuple[str, tuple[str, ...]],
) -> None:
    """Any hand of the right size, dealt from the unseen cards: were all the seat's plays legal?"""
    rules = change(preset(settings[0]), settings[1])
    rng, both = random.Random(6), set()
    for record in played(rules, DEALS):
        fields, trump = oracle.read_rules(record["rules"]), record["kicks"][-1][1]
        for table, plays in follow(record, rules):
            seat = rng.randrange(rules.players)
            unseen = [c for c in oracle.PACK if c not in plays and c not in record["kicks"]]
            size = len(record["hands"][seat].split()) - len(history(record, plays, seat))
            if not plays or size == 0:
                continue
            allowed = [c for c in unseen if not mask([c]) & lacks(table, seat)]
            for pool in (unseen, allowed):
                hand = rng.sample(pool, min(size, len(pool)))
                could, held = True, list(hand)
                for card, trick in reversed(history(record, plays, seat)):
                    held = [*held, card]
                    could &= card in oracle.legal(held, trick, trump, fields)
                assert could == (not mask(hand) & lacks(table, seat)), (table, seat, hand)
                both.add(could)
    assert both == {True, False}
