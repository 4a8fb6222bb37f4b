"""A caller who samples worlds: what the rule of `exposed.calls` is measured against.

In each world the hand is played to its end twice, once with the exposed card called now and once
not, by the players at the table; later calls follow the rule.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine._jit import kernel, lean_kernel, small_kernel
from engine.allfours.expert import Weights
from engine.allfours.exposed import (
    NOBODY_CALLS,
    Call,
    Exposed,
    may_be_called,
    note_call,
    play_exposed,
)
from engine.allfours.play import pick
from engine.allfours.rules import ANYONE, Rules
from engine.allfours.score import Seat, outcome, points, team_of
from engine.allfours.strategy import Strategy
from engine.allfours.table import Table, after, lacks, playable
from engine.bits import count, lowest
from engine.cards import PACK, Card, Mask, bit
from engine.deal import Deck, Hands
from engine.random import SAMPLE, Stream, draw, new_stream, scramble, start

_AT_ONCE = 8
"""Cards that `draw` draws at most."""


class Bench(NamedTuple):
    """Arrays to sample worlds on, made once for many hands: lean kernels make none."""

    hands: Hands
    """(4,) The hands of a world."""
    work: Hands
    """(4,) What is left of them."""
    unseen: Deck
    """(52,)"""
    call: Call
    plays: Deck
    """(48,)"""
    stream: Stream


@kernel
def new_bench() -> Bench:
    """Arrays to sample worlds on."""
    hands, work, unseen = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(52, np.int64)
    return Bench(hands, work, unseen, np.zeros(3, np.int64), np.zeros(48, np.int64), new_stream())


@lean_kernel
def deal_around(
    hand: Mask, seat: Seat, table: Table, card: Card, hands: Hands, deck: Deck, stream: Stream
) -> None:
    """Deal the cards that a seat can't see to the others: every world that fits is equally likely.

    Parameters
    ----------
    hand : Mask
        Of `seat`, which is not to play.
    table : Table
        There is a world that fits it.
    card : Card
        It lies open before the seat to play.
    hands : (4,) int64
        Filled with a mask for each seat.
    deck : (52,) int64
        To draw from.
    """
    size = 0
    rest = PACK & ~(table.gone | table.trick | hand | bit(card))
    while rest:
        deck[size] = lowest(rest)
        rest &= rest - 1
        size += 1
    owner, lying = table.seat, count(table.trick)
    most = count(hand) + (1 if (owner - seat) & 3 <= lying else 0)
    fits = False
    while not fits:
        fits, drawn = True, 0
        hands[seat] = hand
        for step in range(1, 4):
            other = (seat + step) & 3
            played = other != owner and (owner - other) & 3 <= lying
            left = most - (1 if played or other == owner else 0)
            hands[other] = bit(card) if other == owner else 0
            while left:
                some = min(left, _AT_ONCE)
                hands[other] |= draw(deck, size, drawn, some, stream)
                drawn += some
                left -= some
            fits = fits and not hands[other] & lacks(table, other)


@lean_kernel
def gain_of_call(
    hand: Mask,
    seat: Seat,
    table: Table,
    exposed: Exposed,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    worlds: int,
    bench: Bench,
) -> int:
    """What a call now gains a seat's team over none now, in points summed over `worlds` worlds.

    Where the owner would play the card anyway, or may not play it, a call gains nothing. It is
    always the same in the same position, which starts the stream that worlds come from.

    Parameters
    ----------
    hand : Mask
        The cards of `seat`, who calls or not.
    table : Table
        What everybody sees; the owner is to play, and the card may be called.
    """
    hands, work, stream = bench.hands, bench.work, bench.stream
    place = scramble(table.gone) + scramble(table.trick) + scramble(table.taken)
    start(stream, scramble(hand) + scramble(4 * table.shown + seat), place, SAMPLE)
    owner, played = table.seat, table.trick | (table.gone & ~table.kicks)
    gain = 0
    for _ in range(worlds):
        deal_around(hand, seat, table, exposed.card, hands, bench.unseen, stream)
        dealt, others = hands[0] | hands[2], hands[1] | hands[3] | played
        legal = playable(hands[owner], table, rules)
        if not may_be_called(exposed, table, legal):
            continue
        own = pick(hands[owner], table, legal, strategy, weights, stream)
        if own == exposed.card:
            continue
        for sign in (1, -1):
            card = exposed.card if sign > 0 else own
            for other in range(4):
                work[other] = hands[other]
            work[owner] &= ~bit(card)
            then = after(table, card, rules)
            taken = play_exposed(
                work, then, exposed, rules, strategy, weights, stream, bench.call, bench.plays
            )
            won = outcome(dealt, others, taken, table.trump, rules)
            gain += sign * team_of(seat) * points(won, rules)
    return gain


@small_kernel
def sampling_caller(
    exposed: Exposed,
    hands: Hands,
    table: Table,
    legal: Mask,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    worlds: int,
    bench: Bench,
) -> Seat:
    """The seat that calls the card now, since it gains by it; or NOBODY_CALLS."""
    if may_be_called(exposed, table, legal):
        for step in (1, 3, 2):
            seat = (exposed.seat + step) & 3
            if step != 2 or rules.called_by == ANYONE:
                hand = hands[seat]
                gain = gain_of_call(
                    hand, seat, table, exposed, rules, strategy, weights, worlds, bench
                )
                if gain > 0:
                    return seat
    return NOBODY_CALLS


@lean_kernel
def play_sampled_calls(
    hands: Hands,
    table: Table,
    exposed: Exposed,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    stream: Stream,
    call: Call,
    worlds: int,
    bench: Bench,
) -> Mask:
    """As `exposed.play_exposed`, where who may call samples worlds."""
    call[0] = NOBODY_CALLS
    while hands[table.seat]:
        hand = hands[table.seat]
        legal = playable(hand, table, rules)
        caller = sampling_caller(
            exposed, hands, table, legal, rules, strategy, weights, worlds, bench
        )
        if caller == NOBODY_CALLS:
            card = pick(hand, table, legal, strategy, weights, stream)
        else:
            card = exposed.card
            note_call(call, caller, table)
        hands[table.seat] = hand & ~bit(card)
        table = after(table, card, rules)
    return table.taken
