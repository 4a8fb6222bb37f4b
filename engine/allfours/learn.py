"""What `expert` learns from: every card of many positions, played out in the true deal.

At some positions of each deal every legal card is played and the hand finished by the players of
the day. How much better a card did than the others of its position is regressed on its features:
the kernel adds up the normal equations, in integers, so that they add up alike on any number of
threads.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel, lean_kernel, small_kernel
from engine.allfours.expert import (
    CONTEXTS,
    FEATURES,
    SLOTS,
    TRAIL,
    Trail,
    Weights,
    context,
    expert,
)
from engine.allfours.pack import MOST_HELD
from engine.allfours.play import pick, play_on
from engine.allfours.rules import Rules
from engine.allfours.score import outcome, points, team_of
from engine.allfours.simulate import Known, Tally, deal_known, kicked
from engine.allfours.strategy import RANDOM, SIMPLE, Strategy
from engine.allfours.table import after, opening, playable
from engine.bits import lowest
from engine.cards import SORTED_PACK, Mask, bit, suit_of
from engine.deal import restart
from engine.random import PLAY, below, new_stream, start

SIZES: Final = 3
SIZE_CONTEXTS: Final = CONTEXTS // SIZES
"""Contexts of one size of hand: a tally holds the equations of these."""
SIDE: Final = FEATURES + 1
SCALE: Final = 27720
"""Sums of squares count this much, so that a mean over up to 12 cards stays whole. Hands of more
cards, which two players may have, are not learned from."""


@lean_kernel
def _add_position(
    tally: Tally, where: int, trail: Trail, results: Tally, cards: int, total: Tally, used: Tally
) -> None:
    """Add a position to the equations of its context: what its cards differ in from their mean.

    Parameters
    ----------
    tally : int64
        The equations begin at `where`: a row of SIDE numbers for each feature, the last of them
        for the results.
    trail : (TRAIL,) int64
        The features of the `cards` cards.
    results : (MOST_HELD,) int64
        The points that each card led to.
    total : (FEATURES,) int64
        Zeros, and again so afterwards.
    used : (FEATURES,) int64
        Scratch.
    """
    features = 0
    everything = 0
    for card in range(cards):
        everything += results[card]
        at = card * 2 * SLOTS
        for one in range(at, at + SLOTS):
            amount = trail[one + SLOTS]
            if amount == 0:
                continue
            if total[trail[one]] == 0:
                used[features] = trail[one]
                features += 1
                total[trail[one]] = 1 << 50  # seen, even if amounts cancel
            total[trail[one]] += amount
            row = where + trail[one] * SIDE
            for two in range(at, at + SLOTS):
                tally[row + trail[two]] += SCALE * amount * trail[two + SLOTS]
            tally[row + FEATURES] += SCALE * amount * results[card]
    for one in range(features):
        total[used[one]] -= 1 << 50
    for one in range(features):
        row = where + used[one] * SIDE
        amount = total[used[one]] * (SCALE // cards)
        for two in range(features):
            tally[row + used[two]] -= amount * total[used[two]]
        tally[row + FEATURES] -= amount * everything
    for one in range(features):
        total[used[one]] = 0


@small_kernel
def _sparring(number: int, strategy: Strategy) -> Strategy:
    """Who plays this deal: in four of ten `random` or `simple` plays one team.

    Players who meet only their like learn what pays against their like.
    """
    dealer, eldest = strategy.dealer_play, strategy.eldest_play
    turn = number % 10
    if turn < 4:
        other = RANDOM if turn < 2 else SIMPLE
        dealer, eldest = (other, eldest) if turn & 1 else (dealer, other)
    return Strategy(dealer, eldest)


@kernel
def learn_tally(
    first: int,
    last: int,
    seed: int,
    known: Known,
    rules: Rules,
    strategy: Strategy,
    weights: Weights,
    picks: int,
) -> Tally:
    """Play deals, and at up to `picks` positions of each play every legal card to the end.

    Parameters
    ----------
    strategy : Strategy
        The players of the day, the same in both teams. They have sparring partners in some deals,
        and only their own positions are learned from.
    weights : (WEIGHTS,) int64
        Theirs, if they are `expert`.

    Returns
    -------
    (SIZE_CONTEXTS * FEATURES * SIDE,) int64
        For each context of this size of hand, times SCALE: the sums of products of features, and
        of features and points for the seat's team, all less their mean at the position.
    """
    deck, hands, work = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(4, np.int64)
    stream, chance, plays = new_stream(), new_stream(), np.zeros(48, np.int64)
    trail, results = np.zeros(TRAIL, np.int64), np.zeros(MOST_HELD, np.int64)
    total, used = np.zeros(FEATURES, np.int64), np.zeros(FEATURES, np.int64)
    own = strategy.dealer_play
    tally = np.zeros(SIZE_CONTEXTS * FEATURES * SIDE, np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        start(chance, seed, number, PLAY)
        kick = deal_known(deck, 52, known, rules.players, hands, stream)
        trump = suit_of(kick)
        dealt, others = hands[0] | hands[2], hands[1] | hands[3]
        table = opening(trump, kicked(deck, known, kick), rules.players)
        turns = rules.players * (known.cards - 1)
        playing = _sparring(number, strategy)
        stops = 0
        for _ in range(picks):
            stops |= 1 << below(chance, turns)
        for turn in range(turns):
            hand = hands[table.seat]
            legal = playable(hand, table, rules)
            ours = (playing.eldest_play if table.seat & 1 else playing.dealer_play) == own
            if ours and (stops >> turn) & 1 and legal & (legal - 1):
                expert(hand, table, legal, weights, None, trail)
                cards = 0
                rest: Mask = legal
                while rest:
                    card = lowest(rest)
                    rest &= rest - 1
                    work[:] = hands
                    work[table.seat] = hand & ~bit(card)
                    then = after(table, card, rules)
                    taken = play_on(work, then, rules, playing, weights, chance, plays)
                    won = outcome(dealt, others, taken, trump, rules)
                    results[cards] = team_of(table.seat) * points(won, rules)
                    cards += 1
                where = (context(hand, table) % SIZE_CONTEXTS) * FEATURES * SIDE
                _add_position(tally, where, trail, results, cards, total, used)
            card = pick(hand, table, legal, playing, weights, chance)
            hands[table.seat] = hand & ~bit(card)
            table = after(table, card, rules)
    return tally
