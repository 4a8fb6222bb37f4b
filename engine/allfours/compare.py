"""Deals played twice and compared: stood and run, or from both sides of the table.

Tallies are as in `simulate`: flat int64 arrays that add up, points counted for the dealer's team.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from engine._jit import kernel, small_kernel
from engine.allfours.book import Book, begs, gift_allowed, gives
from engine.allfours.expert import Weights
from engine.allfours.hand import new_desk
from engine.allfours.match import WIN, Equity, way_worth
from engine.allfours.pack import MOST_KICKS
from engine.allfours.play import run_pack
from engine.allfours.record import EXHAUSTED, ending
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
from engine.allfours.strategy import Strategy
from engine.cards import SORTED_PACK, bit, suit_of
from engine.deal import Deck, Hands, copy_hands, refill, restart
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
def _gather(tally: Tally, place: int, worth: Tally) -> None:
    """Add each worth and its square to a tally of (rows, parts, 2), flat, from `place` on."""
    for row in range(worth.shape[0]):
        for part in range(worth.shape[1]):
            tally[place] += worth[row, part]
            tally[place + 1] += worth[row, part] * worth[row, part]
            place += 2


BEGGING_ARMS: Final = ("stand", "given", "run", "beg", "beg_minus_stand", "run_minus_given")
_STAND, _GIVEN, _RUN, _BEG, _BEG_MINUS_STAND, _RUN_MINUS_GIVEN = range(6)
BEGGING_WINS: Final = len(BEGGING_ARMS) * len(PARTS) * 2
BEGGING_GIVES: Final = BEGGING_WINS + len(BEGGING_ARMS) * 2
BEGGING_EXHAUSTED: Final = BEGGING_GIVES + 1
BEGGING_STUCK: Final = BEGGING_GIVES + 2
_MOST_TRIES: Final = 100_000


class Stakes(NamedTuple):
    """What a deal is played for, and what both sides do about it."""

    dealer: int
    """The dealer's team's points when the eldest chooses: those of the first kick are counted."""
    eldest: int
    equity: Equity
    """The chance of winning from each score; of size 0 where only points count."""
    book: Book
    """When to beg and give at this score."""
    fresh: Book
    """The same in fresh deals that follow an exhausted pack, where their points are counted."""


@kernel
def begging_tally(
    first: int,
    last: int,
    seed: int,
    unseen: Deck,
    known: Known,
    stakes: Stakes,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
) -> Tally:
    """Play each deal twice on one shuffle, stood and run; eldest's or dealer's hand is known.

    Where it is the dealer's hand that is known, deals are drawn until the eldest begs. The first
    kick is left out: it is the dealer's either way (not so with ``kick_kept`` 0, where it is
    counted in whatever keeps its suit). For points, an exhausted pack is followed by fresh deals
    until one is played; for the match it is worth the equity of the score that it leaves.

    Returns
    -------
    (111,) int64
        For each of BEGGING_ARMS and each of PARTS the sum and the sum of squares, in points per
        deal; from BEGGING_WINS on for each arm the sum and the sum of squares of the dealer's
        team's chance of winning, in WIN; then deals in which the dealer gives, deals that
        exhausted the pack; and 1 if the eldest would not beg whatever he was dealt, so that
        nothing more was played.
    """
    deck, hands, kicks = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(MOST_KICKS, np.int64)
    stood = np.zeros(4, np.int64)
    worth = np.zeros((6, 8), np.int64)
    wins = np.zeros((6, 1), np.int64)
    stream, chance, desk = new_stream(), new_stream(), new_desk()
    tally = np.zeros(BEGGING_STUCK + 1, np.int64)
    may_give = gift_allowed(stakes.eldest, rules)
    for number in range(first, last):
        restart(deck, unseen, stream, seed, number)
        start(chance, seed, number, PLAY)
        kicks[0] = known.kick
        deal_known(deck, unseen.size, known, rules.players, hands, stream)
        if known.seat == 0:
            tries = 1
            while not begs(hands[1], known.kick, stakes.book[1], rules) and tries < _MOST_TRIES:
                deal_known(deck, unseen.size, known, rules.players, hands, stream)
                tries += 1
            if tries == _MOST_TRIES:
                tally[BEGGING_STUCK] = 1
                return tally
        given = gives(hands[0], known.kick, stakes.book[0], may_give, rules)

        worth[:] = 0
        copy_hands(hands, stood)
        first_kick = 0 if rules.kick_kept else kick_worth(known.kick, rules)
        worth[_STAND, _KICKS] = first_kick
        won = score_hand(
            stood, known.kick, bit(known.kick), rules, strategy, weights, solver, chance, desk
        )
        _add(worth, _STAND, won, rules)
        end_stood = ending(won)

        made = run_pack(deck, unseen.size, 6 * (rules.players - 1), kicks, hands, rules, stream)
        settled = suit_of(kicks[made - 1]) != suit_of(known.kick)
        run_kicks = kicks_worth(kicks, 1, made, settled, rules)
        worth[_RUN, _KICKS] = run_kicks
        tally[BEGGING_EXHAUSTED] += not settled
        if not settled:
            made = _deal_afresh(deck, kicks, hands, rules, stakes.fresh, worth, stream)
        gone = 0
        for place in range(made):
            gone |= bit(kicks[place])
        won = score_hand(
            hands, kicks[made - 1], gone, rules, strategy, weights, solver, chance, desk
        )
        _add(worth, _RUN, won, rules)

        for part in range(len(PARTS)):
            worth[_GIVEN, part] = worth[_STAND, part]
        worth[_GIVEN, _GIFT] -= rules.gift
        worth[_GIVEN, _TOTAL] -= rules.gift
        _compare(worth, given)
        _gather(tally, 0, worth)
        if stakes.equity.size:
            end_run = ending(won) if settled else EXHAUSTED
            wins[_STAND, 0] = _win(stakes, first_kick, 0, end_stood, rules)
            wins[_GIVEN, 0] = _win(stakes, first_kick, rules.gift, end_stood, rules)
            wins[_RUN, 0] = _win(stakes, run_kicks, 0, end_run, rules)
            _compare(wins, given)
            _gather(tally, BEGGING_WINS, wins)
        tally[BEGGING_GIVES] += given
    return tally


@small_kernel
def _compare(worth: Tally, given: bool) -> None:
    """Fill in the arms that follow from standing, the gift and running."""
    for part in range(worth.shape[1]):
        beg = worth[_GIVEN, part] if given else worth[_RUN, part]
        worth[_BEG, part] = beg
        worth[_BEG_MINUS_STAND, part] = beg - worth[_STAND, part]
        worth[_RUN_MINUS_GIVEN, part] = worth[_RUN, part] - worth[_GIVEN, part]


@kernel
def _win(stakes: Stakes, kicks: int, gift: int, end: int, rules: Rules) -> int:
    """The dealer's team's chance of winning, in WIN."""
    dealer, eldest = stakes.dealer, stakes.eldest
    return int(WIN * way_worth(dealer, eldest, kicks, gift, end, rules, stakes.equity) + 0.5)


@kernel
def _deal_afresh(
    deck: Deck,
    kicks: Deck,
    hands: Hands,
    rules: Rules,
    book: Book,
    worth: Tally,
    stream: Stream,
) -> int:
    """Deal again, the same dealer, until trump is settled (RULES.md 16); count kicks and gifts.

    Returns
    -------
    int
        How many kicks the last of these deals has.
    """
    may_give = gift_allowed(0, rules)
    while True:
        refill(deck, SORTED_PACK)
        kicks[0] = deal_known(deck, 52, NOTHING_KNOWN, rules.players, hands, stream)
        made = 1
        if begs(hands[1], kicks[0], book[1], rules):
            if gives(hands[0], kicks[0], book[0], may_give, rules):
                worth[_RUN, _GIFT] -= rules.gift
            else:
                made = run_pack(deck, 52, 1 + 6 * rules.players, kicks, hands, rules, stream)
        settled = made == 1 or suit_of(kicks[made - 1]) != suit_of(kicks[0])
        worth[_RUN, _KICKS] += kicks_worth(kicks, 0, made, settled, rules)
        if settled:
            return made


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
        kick = deal_known(deck, 52, known, rules.players, hands, stream)
        gone = kicked(deck, known, kick)
        copy_hands(hands, again)
        worth[:] = 0
        start(chance, seed, number, PLAY)
        won = score_hand(hands, kick, gone, rules, one, weights, None, chance, desk)
        _add(worth, 1, won, rules)
        start(chance, seed, number, AGAIN)
        won = score_hand(again, kick, gone, rules, two, weights, None, chance, desk)
        _add(worth, 2, won, rules)
        worth[2] = -worth[2]
        worth[0] = worth[1] + worth[2]
        _gather(tally, 0, worth)
    return tally
