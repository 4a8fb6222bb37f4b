"""Deals played twice and compared: stood and run, or from both sides of the table.

Tallies are as in `simulate`: flat int64 arrays that add up, points counted for the dealer's team.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel, small_kernel
from engine.allfours.expert import Weights
from engine.allfours.hand import Desk, new_desk
from engine.allfours.play import run_pack
from engine.allfours.rules import Rules
from engine.allfours.score import Outcome, kick_worth
from engine.allfours.simulate import (
    NOTHING_KNOWN,
    Known,
    Tally,
    deal_known,
    kicked,
    kicks_worth,
    score_hand,
)
from engine.allfours.solve_tables import Solver
from engine.allfours.strategy import Strategy, begs, gives
from engine.cards import SORTED_PACK, bit, suit_of
from engine.deal import Deck, Hands, refill, restart
from engine.random import AGAIN, PLAY, Stream, new_stream, start

PARTS: Final = ("kicks", "gift", "high", "low", "jack", "hang", "game", "total")
"""What the worth of a deal is made of; a row of worths has these columns."""
_KICKS, _GIFT, _HIGH, _LOW, _JACK, _HANG, _GAME, _TOTAL = range(8)


@small_kernel
def _add(worth: Tally, row: int, won: Outcome, rules: Rules) -> None:
    """Add the awards of a hand to a row of worths, and total it."""
    worth[row, _HIGH] += won.high
    worth[row, _LOW] += won.low
    worth[row, _JACK] += won.jack * rules.jack_points
    worth[row, _HANG] += won.hang * rules.hang_points
    worth[row, _GAME] += won.game * rules.game_points
    worth[row, _TOTAL] = 0
    for part in range(_TOTAL):
        worth[row, _TOTAL] += worth[row, part]


@small_kernel
def _gather(tally: Tally, worth: Tally) -> None:
    """Add each worth and its square to a tally of (rows, parts, 2), flat."""
    place = 0
    for row in range(worth.shape[0]):
        for part in range(worth.shape[1]):
            tally[place] += worth[row, part]
            tally[place + 1] += worth[row, part] * worth[row, part]
            place += 2


BEGGING_ARMS: Final = ("stand", "given", "run", "beg", "beg_minus_stand", "run_minus_given")
_STAND, _GIVEN, _RUN, _BEG, _BEG_MINUS_STAND, _RUN_MINUS_GIVEN = range(6)
BEGGING_GIVES: Final = len(BEGGING_ARMS) * len(PARTS) * 2
BEGGING_EXHAUSTED: Final = BEGGING_GIVES + 1


@kernel
def begging_tally(
    first: int,
    last: int,
    seed: int,
    unseen: Deck,
    known: Known,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
) -> Tally:
    """Play each deal twice on one shuffle, stood and run; eldest's or dealer's hand is known.

    Where it is the dealer's hand that is known, deals are drawn until the eldest begs. The first
    kick is left out: it is the dealer's either way (not so with ``kick_kept`` 0, where it is
    counted in whatever keeps its suit). An exhausted pack is followed by fresh deals, begged and
    given by `strategy`, until one is played.

    Returns
    -------
    (98,) int64
        For each of BEGGING_ARMS and each of PARTS the sum and the sum of squares, in points per
        deal; then deals in which the dealer gives, and deals that exhausted the pack.
    """
    deck, hands, kicks = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(4, np.int64)
    stood = np.zeros(4, np.int64)
    worth = np.zeros((6, 8), np.int64)
    stream, chance, desk = new_stream(), new_stream(), new_desk()
    tally = np.zeros(BEGGING_EXHAUSTED + 1, np.int64)
    for number in range(first, last):
        restart(deck, unseen, stream, seed, number)
        start(chance, seed, number, PLAY)
        kicks[0] = known.kick
        deal_known(deck, unseen.size, known, hands, stream)
        while known.seat == 0 and not begs(hands[1], suit_of(known.kick), strategy):
            deal_known(deck, unseen.size, known, hands, stream)
        given = gives(hands[0], suit_of(known.kick), strategy, rules)

        worth[:] = 0
        stood[:] = hands
        if not rules.kick_kept:
            worth[_STAND, _KICKS] = kick_worth(known.kick, rules)
        won = score_hand(
            stood, known.kick, bit(known.kick), rules, strategy, weights, solver, chance, desk
        )
        _add(worth, _STAND, won, rules)
        made = run_pack(deck, unseen.size, 18, kicks, hands, rules, stream)
        tally[BEGGING_EXHAUSTED] += suit_of(kicks[made - 1]) == suit_of(known.kick)
        _settle(
            deck,
            kicks,
            1,
            made,
            hands,
            rules,
            strategy,
            weights,
            solver,
            worth,
            _RUN,
            stream,
            chance,
            desk,
        )

        worth[_GIVEN] = worth[_STAND]
        worth[_GIVEN, _GIFT] -= rules.gift
        worth[_GIVEN, _TOTAL] -= rules.gift
        worth[_BEG] = worth[_GIVEN] if given else worth[_RUN]
        worth[_BEG_MINUS_STAND] = worth[_BEG] - worth[_STAND]
        worth[_RUN_MINUS_GIVEN] = worth[_RUN] - worth[_GIVEN]
        _gather(tally, worth)
        tally[BEGGING_GIVES] += given
    return tally


@kernel
def _settle(
    deck: Deck,
    kicks: Deck,
    first: int,
    made: int,
    hands: Hands,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
    worth: Tally,
    row: int,
    stream: Stream,
    chance: Stream,
    desk: Desk,
) -> None:
    """Score a pack that has been run: its kicks from `first` on, and the play of the hand.

    If it is exhausted, the same dealer deals afresh until a hand is played (RULES.md 16).
    """
    while True:
        settled = made == 1 or suit_of(kicks[made - 1]) != suit_of(kicks[0])
        worth[row, _KICKS] += kicks_worth(kicks, first, made, settled, rules)
        if settled:
            break
        refill(deck, SORTED_PACK)
        kicks[0] = deal_known(deck, 52, NOTHING_KNOWN, hands, stream)
        first = 0
        made = 1
        if begs(hands[1], suit_of(kicks[0]), strategy):
            if gives(hands[0], suit_of(kicks[0]), strategy, rules):
                worth[row, _GIFT] -= rules.gift
            else:
                made = run_pack(deck, 52, 25, kicks, hands, rules, stream)
    gone = 0
    for place in range(made):
        gone |= bit(kicks[place])
    won = score_hand(hands, kicks[made - 1], gone, rules, strategy, weights, solver, chance, desk)
    _add(worth, row, won, rules)


DUEL_ROWS: Final = ("margin", "as_dealer", "as_eldest")


@kernel
def duel_tally(
    first: int,
    last: int,
    seed: int,
    known: Known,
    rules: Rules,
    one: Strategy,
    two: Strategy,
    weights: Weights | None,
) -> Tally:
    """Play each deal twice: by strategy `one`, and by `two`, where the teams are swapped.

    Returns
    -------
    (48,) int64
        For each of DUEL_ROWS and each of PARTS the sum and the sum of squares: the points, less
        the other side's, of the team that is the dealer's in the first play and the eldest's in
        the second; over both plays of a deal, and in each of them.
    """
    deck, hands, again = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(4, np.int64)
    worth = np.zeros((3, 8), np.int64)
    stream, chance, desk = new_stream(), new_stream(), new_desk()
    tally = np.zeros(worth.size * 2, np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        kick = deal_known(deck, 52, known, hands, stream)
        gone = kicked(deck, known, kick)
        again[:] = hands
        worth[:] = 0
        start(chance, seed, number, PLAY)
        won = score_hand(hands, kick, gone, rules, one, weights, None, chance, desk)
        _add(worth, 1, won, rules)
        start(chance, seed, number, AGAIN)
        won = score_hand(again, kick, gone, rules, two, weights, None, chance, desk)
        _add(worth, 2, won, rules)
        worth[2] = -worth[2]
        worth[0] = worth[1] + worth[2]
        _gather(tally, worth)
    return tally
