"""The worlds that `worlds:W` deals, and what it plays."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from engine._jit import INTERPRETED
from engine.allfours.table import Table, lacks
from engine.allfours.worlds import deal_world
from engine.cards import NO_CARD, PACK, Mask, cards_of, mask_of
from engine.random import new_stream, start

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
    return hand, Table(seat, trump, 0, gone, 0, trick, 0, NO_CARD, seat, shown)


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
        table = Table(0, 0, kicks, gone, 0, 0, 0, NO_CARD, 0, shown)
        deal_world(hands, hand, table, stream)
        assert hands[0] == hand
        assert [int(held).bit_count() for held in hands] == [11, 11, 11, 11]
        assert int(hands[0] | hands[1] | hands[2] | hands[3] | gone).bit_count() == 51
        assert all(not hands[seat] & lacks(table, seat) for seat in (1, 2, 3))
