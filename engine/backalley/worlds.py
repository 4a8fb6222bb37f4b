"""`worlds:W`: a player who deals the cards that it can't see W times, and tries each of its own.

A world is a deal of the unseen cards to the other seats, and to the pack, that fits all that they
have shown in play. In each, the hand is played to the end by `simple` in every seat, once after
each legal card. Bids tell this player nothing but the contract.
"""

from __future__ import annotations

from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, lean_kernel, small_kernel
from engine.backalley.deal import Facing
from engine.backalley.play import pick, play_on
from engine.backalley.rules import MOST_CARDS, Rules
from engine.backalley.score import Contract, Seat, Team, Tricks, team_points, tricks_of
from engine.backalley.strategy import SIMPLE, WORLDS, Strategy, cheapest
from engine.backalley.table import Table, after, hidden, opening, playable, shows
from engine.bits import count, lowest, nth
from engine.cards import Card, Mask, bit
from engine.deal import Deck, Hands
from engine.random import SAMPLE, Stream, below, new_stream, scramble, start

Lacks = npt.NDArray[np.int64]
"""(4,) By seat, the cards that it has shown not to hold: what everybody can see."""


def _ways_table() -> npt.NDArray[np.int64]:
    """Ways to choose up to 13 of up to 53 cards."""
    return np.array([[comb(n, k) for k in range(MOST_CARDS + 1)] for n in range(54)], np.int64)


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
    ahead = (table.seat - seat) & 3
    return count(hand) - (ahead <= count(table.trick))


@lean_kernel
def deal_world(hands: Hands, hand: Mask, table: Table, lacks: Lacks, stream: Stream) -> None:
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
        There is a world that fits it, and `lacks`.
    lacks : (4,) int64
        What the seats have shown not to hold.
    """
    unseen = hidden(hand, table)
    a, b, c = (table.seat + 1) & 3, (table.seat + 2) & 3, (table.seat + 3) & 3
    of_a, of_b, of_c = unseen & ~lacks[a], unseen & ~lacks[b], unseen & ~lacks[c]
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
    """(52,) The cards of a world in order of play."""
    scores: Deck
    """(13,) What the cards that may be played came to, from the lowest up."""
    stream: Stream
    """That worlds are drawn from."""
    lacks: Lacks
    """(4,) What the seats have shown not to hold in the hand that is played."""


@kernel
def new_scratch() -> Scratch:
    """Arrays to sample worlds on."""
    hands, work, tried = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(52, np.int64)
    scores, lacks = np.zeros(MOST_CARDS, np.int64), np.zeros(4, np.int64)
    return Scratch(hands, work, tried, scores, new_stream(), lacks)


@small_kernel
def _difference(contract: Contract, team: Team, tricks: Tricks, cards: int, rules: Rules) -> int:
    """Points of a team minus the other's."""
    ours = team_points(contract, team, tricks, cards, rules)
    return ours - team_points(contract, 1 - team, tricks, cards, rules)


@lean_kernel
def sampled(
    hand: Mask,
    table: Table,
    legal: Mask,
    lacks: Lacks,
    rules: Rules,
    worlds: int,
    scratch: Scratch,
) -> Card:
    """The card that does best in `worlds` worlds; of equals the cheapest, as `simple` has it.

    It is always the same card in the same position: the position itself starts the stream that
    the worlds are drawn from.

    Parameters
    ----------
    hand : Mask
        The seat's own cards.
    table : Table
        What everybody sees.
    legal : Mask
        The cards that it may play; not empty.
    lacks : (4,) int64
        What everybody has shown not to hold.
    scratch : Scratch
        Its `scores` are left as what each legal card came to over all worlds, the lowest card
        first: points of the seat's team minus the other's.
    """
    hands, work, scores, stream = scratch.hands, scratch.work, scratch.scores, scratch.stream
    place = scramble(table.gone) + scramble(table.trick) + scramble(table.trumps)
    start(stream, scramble(hand) + scramble(4 * table.tricks + table.seat), place, SAMPLE)
    simples = Strategy(SIMPLE, SIMPLE, SIMPLE, SIMPLE)
    team = table.seat & 1
    cards = count(hand) + tricks_of(table.tricks, 0) + tricks_of(table.tricks, 1)
    for which in range(count(legal)):
        scores[which] = 0
    for _ in range(worlds):
        deal_world(hands, hand, table, lacks, stream)
        rest = legal
        which = 0
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            for seat in range(4):
                work[seat] = hands[seat]
            work[table.seat] &= ~bit(card)
            then = after(table, card, rules)
            tricks = play_on(work, then, rules, simples, stream, scratch.tried)
            scores[which] += _difference(table.contract, team, tricks, cards, rules)
            which += 1
    most = scores[0]
    for which in range(1, count(legal)):
        most = max(most, scores[which])
    best = 0
    for which in range(count(legal)):
        if scores[which] == most:
            best |= bit(nth(legal, which))
    return cheapest(best, table.trumps)


@lean_kernel
def play_sampling(
    hands: Hands,
    facing: Facing,
    contract: Contract,
    rules: Rules,
    strategy: Strategy,
    stream: Stream,
    plays: Deck,
    scratch: Scratch,
) -> Tricks:
    """As `play_out`, where somebody samples worlds."""
    table, lacks = opening(facing.trumps, facing.gone, contract), scratch.lacks
    for seat in range(4):
        lacks[seat] = 0
    for turn in range(4 * count(hands[table.seat])):
        hand = hands[table.seat]
        legal = playable(hand, table, rules)
        player = strategy.eldest_play if table.seat & 1 else strategy.dealer_play
        if player > WORLDS and legal & (legal - 1):
            card = sampled(hand, table, legal, lacks, rules, player - WORLDS, scratch)
        else:
            card = pick(hand, table, legal, strategy, stream)
        lacks[table.seat] |= shows(table, card, rules)
        hands[table.seat] = hand & ~bit(card)
        plays[turn] = card
        table = after(table, card, rules)
    return table.tricks
