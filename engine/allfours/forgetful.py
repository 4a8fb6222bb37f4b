"""What it is worth to remember who could not follow: a team that forgets meets one that doesn't."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel, small_kernel
from engine.allfours.expert import Weights
from engine.allfours.play import pick
from engine.allfours.rules import Rules
from engine.allfours.score import outcome, points
from engine.allfours.simulate import Known, Tally, deal_known, kicked
from engine.allfours.strategy import Strategy
from engine.allfours.table import Table, after, opening, playable
from engine.cards import SORTED_PACK, Mask, bit, suit_of
from engine.deal import Hands, restart
from engine.random import PLAY, Stream, new_stream, start

MEMORY: Final = ("margin", "squares", "otherwise")
"""Sum and sum of squares of what remembering wins over both plays of a deal, and in how many deals
the cards that the teams took were not the same."""


@small_kernel
def unshown(table: Table) -> Table:
    """The table to a player who has not seen who could not follow."""
    return Table(
        table.seat,
        table.trump,
        table.kicks,
        table.gone,
        table.taken,
        table.trick,
        table.led,
        table.best,
        table.best_seat,
        0,
        table.players,
    )


@kernel
def play_forgetting(
    hands: Hands,
    table: Table,
    team: int,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    chance: Stream,
) -> Mask:
    """Play a hand from its first lead, one team forgetting; return what the dealer's team took.

    Parameters
    ----------
    hands : (4,) int64
        Masks by seat; empty afterwards.
    team : int
        Who forgets: 0 the dealer's team, 1 the eldest's.
    """
    while hands[table.seat]:
        hand = hands[table.seat]
        legal = playable(hand, table, rules)
        seen = unshown(table) if table.seat & 1 == team else table
        card = pick(hand, seen, legal, strategy, weights, chance)
        hands[table.seat] = hand & ~bit(card)
        table = after(table, card, rules)
    return table.taken


@kernel
def forgetful_tally(
    first: int,
    last: int,
    seed: int,
    known: Known,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
) -> Tally:
    """Play each deal twice: the eldest's team forgets, and then the dealer's.

    Returns
    -------
    (3,) int64
        MEMORY
    """
    deck, hands, dealt = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(4, np.int64)
    stream, chance = new_stream(), new_stream()
    worth, took = np.zeros(2, np.int64), np.zeros(2, np.int64)
    tally = np.zeros(len(MEMORY), np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        kick = deal_known(deck, 52, known, rules.players, dealt, stream)
        trump = suit_of(kick)
        table = opening(trump, kicked(deck, known, kick), rules.players)
        for team in range(2):
            start(chance, seed, number, PLAY)
            hands[:] = dealt
            took[team] = play_forgetting(hands, table, team, rules, strategy, weights, chance)
            won = outcome(dealt[0] | dealt[2], dealt[1] | dealt[3], took[team], trump, rules)
            worth[team] = points(won, rules)
        margin = worth[1] - worth[0]
        tally[0] += margin
        tally[1] += margin * margin
        tally[2] += took[0] != took[1]
    return tally
