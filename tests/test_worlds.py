"""The worlds that `worlds:W` deals, and what it plays."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from analysis.allfours.dealing import record_deal
from analysis.allfours.players import weights
from engine._jit import INTERPRETED
from engine.allfours.play import play_on
from engine.allfours.rules import CLASSIC, TOURNAMENT, Rules
from engine.allfours.score import outcome, points, team_of
from engine.allfours.strategy import EXPERT, RANDOM, Strategy
from engine.allfours.table import Table, after, lacks
from engine.allfours.worlds import deal_world, new_scratch, sampled
from engine.cards import NO_CARD, PACK, Mask, bit, cards_of, mask_of
from engine.random import new_stream, start
from tests.interim import INTERIM
from tests.test_blindness import choices

pytestmark = pytest.mark.engine

ENDINGS = 4 if INTERPRETED else 40
EACH = 20
"""How often each world is expected."""


def ending(rng: random.Random) -> tuple[Mask, Table]:
    """A hand and a table with few cards left, where the other seats have shown this and that.

    A fifth of the endings are as `undertrump_escape` no_choice can leave them.
    """
    cards = rng.sample(list(cards_of(PACK)), rng.randint(8, 10))
    held = 2
    hand = mask_of(cards[:held])
    trick = mask_of(cards[held : held + rng.randint(0, 3)])
    seat, trump = rng.randrange(4), rng.randrange(4)
    shown = 0
    for _ in range(rng.randint(0, 5)):
        shown |= 1 << rng.randrange(16)
    if rng.random() < 0.2:
        shown |= rng.randrange(13) << (16 + 4 * rng.randrange(4))
    gone = PACK & ~mask_of(cards)
    return hand, Table(seat, trump, 0, gone, 0, trick, 0, NO_CARD, seat, shown, 4)


def worlds(hand: Mask, table: Table) -> set[tuple[int, ...]]:
    """Every deal of the unseen cards that fits, by enumeration."""
    played = table.trick.bit_count()
    seats = [(table.seat + turn) % 4 for turn in (1, 2, 3)]
    sizes = [hand.bit_count() - (4 - turn <= played) for turn in (1, 2, 3)]
    found = [{table.seat: hand}]
    for seat, size in zip(seats, sizes, strict=True):
        longer = []
        for world in found:
            used = sum(world.values())
            free = PACK & ~(table.gone | table.trick | used | lacks(table, seat))
            longer += [world | {seat: mask_of(c)} for c in combinations(cards_of(free), size)]
        found = longer
    return {tuple(world[seat] for seat in range(4)) for world in found}


def test_every_world_is_equally_likely() -> None:
    """Pearson's statistic over all worlds of an ending is within six deviations of its mean."""
    rng, tested = random.Random(11), 0
    hands, stream = np.zeros(4, np.int64), new_stream()
    while tested < ENDINGS:
        hand, table = ending(rng)
        every = worlds(hand, table)
        if not 2 <= len(every) <= (40 if INTERPRETED else 400):
            continue
        start(stream, 1, tested, 0)
        got: Counter[tuple[int, ...]] = Counter()
        for _ in range(EACH * len(every)):
            deal_world(hands, hand, table, stream)
            got[tuple(hands.tolist())] += 1
        assert set(got) <= every
        statistic = sum((got[world] - EACH) ** 2 / EACH for world in every)
        freedom = len(every) - 1
        assert abs(statistic - freedom) < 6 * sqrt(2 * freedom), (table, len(every))
        tested += 1


def test_long_hands_that_have_shown_much_are_dealt() -> None:
    """Twelve cards each, two seats void in two suits: what is held is what may be held."""
    rng = random.Random(3)
    hands, stream = np.zeros(4, np.int64), new_stream()
    start(stream, 1, 1, 0)
    for _ in range(20):
        cards = rng.sample(list(cards_of(PACK)), 52)
        kicks, hand = mask_of(cards[:3]), mask_of(cards[3:14])
        gone = kicks | mask_of(cards[14:18])
        shown = 0
        for seat in (1, 2):
            shown |= 1 << (4 * seat + rng.randrange(4))
        table = Table(0, 0, kicks, gone, 0, 0, 0, NO_CARD, 0, shown, 4)
        deal_world(hands, hand, table, stream)
        assert hands[0] == hand
        assert [int(held).bit_count() for held in hands] == [11, 11, 11, 11]
        assert int(hands[0] | hands[1] | hands[2] | hands[3] | gone).bit_count() == 51
        assert all(not hands[seat] & lacks(table, seat) for seat in (1, 2, 3))


def play(hand: Mask, table: Table, legal: Mask, rules: Rules, number: int) -> int:
    return sampled(hand, table, legal, rules, weights(), number, new_scratch())


@pytest.mark.skipif(INTERPRETED, reason="a million cards to be chosen")
@pytest.mark.parametrize("rules", [CLASSIC, TOURNAMENT])
def test_with_many_worlds_the_better_card_is_played(rules: Rules) -> None:
    """The last choice of a hand, where other worlds say that one card is clearly better."""
    decided = 0
    for number in range(40):
        for choice in choices(
            record_deal(21, number, rules, Strategy(RANDOM, RANDOM), book=INTERIM)
        ):
            if choice.hand.bit_count() != 2 or choice.legal.bit_count() != 2:
                continue
            means = sampled_means(choice.hand, choice.table, rules)
            worse, better = sorted(means, key=means.__getitem__)
            if means[better] - means[worse] > 0.5:
                assert play(choice.hand, choice.table, choice.legal, rules, 3000) == better
                decided += 1
    assert decided > 5


def sampled_means(hand: Mask, table: Table, rules: Rules) -> dict[int, float]:
    """The mean points after each card over a few hundred worlds, played by experts."""
    hands, stream, plays = np.zeros(4, np.int64), new_stream(), np.zeros(48, np.int64)
    start(stream, 9, 9, 0)
    experts, totals = Strategy(EXPERT, EXPERT), dict.fromkeys(cards_of(hand), 0)
    deals = 300
    for _ in range(deals):
        deal_world(hands, hand, table, stream)
        for card in totals:
            work = hands.copy()
            work[table.seat] = hand & ~bit(card)
            then = after(table, card, rules)
            taken = play_on(work, then, rules, experts, weights(), stream, plays)
            dealt, others = int(hands[0] | hands[2]), int(hands[1] | hands[3])
            others |= table.trick | (table.gone & ~table.kicks)
            won = outcome(dealt, others, int(taken), table.trump, rules)
            totals[card] += team_of(table.seat) * points(won, rules)
    return {card: total / deals for card, total in totals.items()}


def test_it_plays_the_same_card_in_the_same_position() -> None:
    scratch = new_scratch()
    for choice in choices(record_deal(22, 3, CLASSIC, Strategy(RANDOM, RANDOM), book=INTERIM)):
        args = (choice.hand, choice.table, choice.legal, CLASSIC, weights(), 3, scratch)
        assert sampled(*args) == sampled(*args)
