"""The fate of the trump jack, by who holds it and how many trumps are with it."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel
from engine.allfours.expert import Weights
from engine.allfours.hand import new_desk
from engine.allfours.rules import Rules
from engine.allfours.score import team_of
from engine.allfours.simulate import NOTHING_KNOWN, Tally, deal_known, score_hand
from engine.allfours.solve_tables import Solver
from engine.allfours.strategy import Strategy
from engine.bits import count
from engine.cards import JACK, SORTED_PACK, bit, lane, suit_of
from engine.deal import restart
from engine.random import PLAY, new_stream, start

MOST_TRUMPS: Final = 4
"""As many trumps in a hand, the jack among them, or more."""
JACK_RESULTS: Final = ("saved", "deals")


@kernel
def jack_tally(
    first: int,
    last: int,
    seed: int,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
) -> Tally:
    """Play deals that are stood, and count how often the side that was dealt the jack keeps it.

    Returns
    -------
    (32,) int64
        For each seat and each number of trumps in its hand, the jack among them, from 1 to
        MOST_TRUMPS: JACK_RESULTS.
    """
    deck, hands = SORTED_PACK.copy(), np.zeros(4, np.int64)
    stream, chance, desk = new_stream(), new_stream(), new_desk()
    tally = np.zeros(4 * MOST_TRUMPS * 2, np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        start(chance, seed, number, PLAY)
        kick = deal_known(deck, 52, NOTHING_KNOWN, rules.players, hands, stream)
        trump = suit_of(kick)
        holder, place = -1, 0
        for seat in range(4):
            if hands[seat] & bit(16 * trump + JACK):
                trumps = min(count(hands[seat] & lane(trump)), MOST_TRUMPS)
                holder, place = seat, (seat * MOST_TRUMPS + trumps - 1) * 2
        if holder < 0:
            continue
        won = score_hand(hands, kick, bit(kick), rules, strategy, weights, solver, chance, desk)
        tally[place] += won.jack == team_of(holder)
        tally[place + 1] += 1
    return tally
