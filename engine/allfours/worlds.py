"""`worlds:W`: a player who deals the cards that it can't see W times, and tries each of its own.

A world is a deal of the unseen cards to the other seats that fits all that they have shown. In
each, the hand is played to the end by `expert` in every seat, once after each legal card. What
`expert` thinks of a card counts as much as PRIOR worlds.
"""

from __future__ import annotations

from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, lean_kernel, small_kernel
from engine.allfours.expert import POINT, Weights, expert
from engine.allfours.pack import MOST_HELD
from engine.allfours.play import pick, play_on
from engine.allfours.rules import Rules
from engine.allfours.score import Seat, outcome, points, team_of
from engine.allfours.strategy import EXPERT, WORLDS, Strategy
from engine.allfours.table import Table, after, lacks, playable
from engine.bits import count, lowest, nth
from engine.cards import PACK, Card, Mask, bit
from engine.deal import Deck, Hands
from engine.random import SAMPLE, Stream, below, new_stream, scramble, start

PRIOR: Final = 100
"""Worlds that the score of `expert` counts as."""


def _ways_table() -> npt.NDArray[np.int64]:
    """Ways to choose up to 12 of up to 46 cards."""
    return np.array([[comb(n, k) for k in range(13)] for n in range(47)], np.int64)


WAYS: Final = _ways_table()


@small_kernel
def _any_of(cards: Mask, number: int, stream: Stream) -> Mask:
    """`number` of `cards`, every choice equally likely."""
    chosen = 0
    for _ in range(number):
        card = bit(nth(cards, below(stream, count(cards))))
        cards &= ~card
        chosen |= card
    return chosen


@small_kernel
def _accepted(cards: int, most: int, number: int, stream: Stream) -> bool:
    """True with chance C(cards, number) / C(most, number)."""
    if cards == most:
        return True
    return below(stream, int(WAYS[most, number])) < int(WAYS[cards, number])


@small_kernel
def _held(table: Table, hand: Mask, seat: Seat) -> int:
    """How many cards another seat holds: one less than the seat to play if it has played."""
    ahead = (table.seat - seat) & (table.players - 1)
    return count(hand) - (ahead <= count(table.trick))


@lean_kernel
def deal_world(hands: Hands, hand: Mask, table: Table, stream: Stream) -> None:
    """Deal the unseen cards to the other seats: every world that fits is equally likely.

    One hand is drawn after the other, each from the cards that its seat may hold, so a world comes
    up with chance 1 / (product of the ways to choose each hand). It is accepted with a chance in
    proportion to that product; if not, dealing begins again.

    Parameters
    ----------
    hands : (4,) int64
        Filled with a mask for each seat, `hand` for the seat to play.
    hand : Mask
        Of the seat to play.
    table : Table
        There is a world that fits it.
    """
    unseen = PACK & ~(table.gone | table.trick | hand)
    if table.players == 2:
        other = 1 - table.seat
        hands[2], hands[3] = 0, 0
        hands[table.seat] = hand
        free = unseen & ~lacks(table, other)
        hands[other] = _any_of(free, _held(table, hand, other), stream)
        return
    a, b, c = (table.seat + 1) & 3, (table.seat + 2) & 3, (table.seat + 3) & 3
    of_a, of_b, of_c = unseen, unseen, unseen
    if table.shown:
        of_a, of_b = unseen & ~lacks(table, a), unseen & ~lacks(table, b)
        of_c = unseen & ~lacks(table, c)
        # Those who have shown most first: the later hands are then seldom refused.
        if count(of_b) < count(of_a):
            a, b, of_a, of_b = b, a, of_b, of_a
        if count(of_c) < count(of_a):
            a, c, of_a, of_c = c, a, of_c, of_a
        if count(of_c) < count(of_b):
            b, c, of_b, of_c = c, b, of_c, of_b
    size_a, size_b, size_c = _held(table, hand, a), _held(table, hand, b), _held(table, hand, c)
    most_b = count(of_b) - max(size_a - count(of_a & ~of_b), 0)
    most_c = count(of_c) - max(size_a + size_b - count((of_a | of_b) & ~of_c), 0)
    hands[table.seat] = hand
    while True:
        hands[a] = _any_of(of_a, size_a, stream)
        left_b = of_b & ~hands[a]
        if count(left_b) < size_b or not _accepted(count(left_b), most_b, size_b, stream):
            continue
        hands[b] = _any_of(left_b, size_b, stream)
        left_c = of_c & ~(hands[a] | hands[b])
        if count(left_c) < size_c or not _accepted(count(left_c), most_c, size_c, stream):
            continue
        hands[c] = _any_of(left_c, size_c, stream)
        return


class Scratch(NamedTuple):
    """Arrays to sample worlds on, made once for many hands: lean kernels make none."""

    hands: Hands
    """(4,) The hands of a world."""
    work: Hands
    """(4,) What is left of them."""
    tried: Deck
    """(48,) The cards of a world in order of play."""
    scores: Weights
    """(MOST_HELD,) What the cards that may be played came to, from the lowest up: see `sampled`."""
    stream: Stream
    """That worlds are drawn from."""


@kernel
def new_scratch() -> Scratch:
    """Arrays to sample worlds on."""
    hands, work, tried = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(48, np.int64)
    return Scratch(hands, work, tried, np.zeros(MOST_HELD, np.int64), new_stream())


@lean_kernel
def sampled(
    hand: Mask,
    table: Table,
    legal: Mask,
    rules: Rules,
    weights: Weights,
    worlds: int,
    scratch: Scratch,
) -> Card:
    """The card that does best in `worlds` worlds, the lowest of equals.

    It is always the same card in the same position: the position itself starts the stream that
    the worlds are drawn from. Who played the cards that are out is of no account, since it
    changes the points of all cards alike.

    Parameters
    ----------
    hand : Mask
        The seat's own cards.
    table : Table
        What everybody sees.
    legal : Mask
        The cards that it may play; not empty.
    weights : (WEIGHTS,) int64
        Of `expert`.
    scratch : Scratch
        Its `scores` are left as what each legal card came to for its team, the lowest card first:
        in parts of POINT, summed over the worlds and over PRIOR more for what `expert` thinks.
    """
    hands, work, scores, stream = scratch.hands, scratch.work, scratch.scores, scratch.stream
    place = scramble(table.gone) + scramble(table.trick) + scramble(table.taken)
    start(stream, scramble(hand) + scramble(4 * table.shown + table.seat), place, SAMPLE)
    experts = Strategy(EXPERT, EXPERT)
    expert(hand, table, legal, weights, scores, None)
    for which in range(count(legal)):
        scores[which] *= PRIOR
    played = table.trick | (table.gone & ~table.kicks)
    for _ in range(worlds):
        deal_world(hands, hand, table, stream)
        dealt, others = hands[0] | hands[2], hands[1] | hands[3] | played
        rest = legal
        which = 0
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            for seat in range(4):
                work[seat] = hands[seat]
            work[table.seat] &= ~bit(card)
            then = after(table, card, rules)
            taken = play_on(work, then, rules, experts, weights, stream, scratch.tried)
            won = outcome(dealt, others, taken, table.trump, rules)
            scores[which] += team_of(table.seat) * points(won, rules) * POINT
            which += 1
    best = 0
    for which in range(1, count(legal)):
        if scores[which] > scores[best]:
            best = which
    return nth(legal, best)


@lean_kernel
def play_sampling(
    hands: Hands,
    table: Table,
    rules: Rules,
    strategy: Strategy,
    weights: Weights,
    stream: Stream,
    scratch: Scratch,
    plays: Deck,
) -> Mask:
    """As `play_out`, where somebody samples worlds."""
    for turn in range(table.players * count(hands[table.seat])):
        hand = hands[table.seat]
        legal = playable(hand, table, rules)
        player = strategy.eldest_play if table.seat & 1 else strategy.dealer_play
        if player > WORLDS and legal & (legal - 1):
            card = sampled(hand, table, legal, rules, weights, player - WORLDS, scratch)
        else:
            card = pick(hand, table, legal, strategy, weights, stream)
        hands[table.seat] = hand & ~bit(card)
        plays[turn] = card
        table = after(table, card, rules)
    return table.taken
