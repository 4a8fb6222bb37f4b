"""Play a hand from its first lead to its end, whoever the players are."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from engine._jit import kernel, small_kernel
from engine.allfours.expert import Weights
from engine.allfours.play import play_out
from engine.allfours.rules import Rules
from engine.allfours.solve import play_open
from engine.allfours.solve_tables import Solver
from engine.allfours.strategy import OPEN, Strategy
from engine.allfours.table import Table
from engine.allfours.worlds import Scratch, new_scratch, play_sampling
from engine.bits import count
from engine.cards import Mask
from engine.deal import Deck, Hands
from engine.random import Stream

MOST_SEEN: Final = 9
"""The most cards in a hand that takes the solver a fraction of a second; with twelve it is a minute
or more."""


class Desk(NamedTuple):
    """What hands are played on, made once for many: lean kernels make no arrays."""

    plays: Deck
    """(48,) The cards of the hand in order of play."""
    scratch: Scratch


@kernel
def new_desk() -> Desk:
    """A desk to play on."""
    return Desk(np.zeros(48, np.int64), new_scratch())


@small_kernel
def play_hand(
    hands: Hands,
    table: Table,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
    stream: Stream,
    desk: Desk,
) -> Mask:
    """Play a hand from its first lead to its end.

    Parameters
    ----------
    hands : (4,) int64
        Masks by seat; empty afterwards.
    table : Table
        What everybody sees; no card lies on it.
    strategy : Strategy
        Players of the cards. If there is a solver they play only what is too long for it, hands
        of more than MOST_SEEN cards; nothing at all if they are OPEN.
    weights : (WEIGHTS,) or (1, WEIGHTS) int64, or None
        What `expert` has learned; in a row of a matrix where `worlds:W` plays, None where nobody
        needs it. Numba then compiles no more than is played.
    solver : Solver or None
        Plays all four hands, which it sees; None where nobody is `open`.
    stream : Stream
        For players who randomise.
    desk : Desk
        Its `plays` are filled.

    Returns
    -------
    Mask
        What the dealer's team took.
    """
    plays = desk.plays
    seen = strategy.dealer_play == OPEN or count(hands[table.seat]) <= MOST_SEEN
    if solver is not None and seen:
        return play_open(solver, hands, table, rules, plays)
    if weights is None:
        return play_out(hands, table, rules, strategy, None, stream, plays)
    if weights.ndim == 2:
        row = weights[0]
        return play_sampling(hands, table, rules, strategy, row, stream, desk.scratch, plays)
    return play_out(hands, table, rules, strategy, weights, stream, plays)
