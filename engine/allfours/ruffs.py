"""Whether a plain ace is worth a trump: the first chance in a deal, taken and left."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel, small_kernel
from engine.allfours.expert import Weights
from engine.allfours.play import pick, play_on
from engine.allfours.rules import Rules
from engine.allfours.score import Outcome, outcome, points, team_of
from engine.allfours.simulate import NOTHING_KNOWN, Tally, deal_known
from engine.allfours.strategy import Strategy
from engine.allfours.table import Table, after, opening, playable
from engine.bits import count
from engine.cards import ACE, SORTED_PACK, TEN, Mask, bit, lane, rank_mask, rank_of, suit_of
from engine.deal import restart
from engine.random import PLAY, new_stream, start

TRICKS: Final = ("ace", "ace_and_ten")
"""What lies on the table: a plain ace of the other side's that is winning; with a ten, or not."""
RUFFS: Final = ("deals", "own", "gain", "squares", "gain_game_twice", "squares_game_twice")
"""Deals; those in which the player trumps it anyway; what trumping gains, by the rules' points, and
if Game counts once more."""


@small_kernel
def ace_to_ruff(table: Table, legal: Mask) -> bool:
    """Whether the seat to play may trump a winning ace of the other side's, or leave it."""
    if not table.trick or rank_of(table.best) != ACE or suit_of(table.best) == table.trump:
        return False
    trumps = legal & lane(table.trump)
    return (table.best_seat ^ table.seat) & 1 == 1 and trumps != 0 and legal & ~trumps != 0


@kernel
def ruff_tally(
    first: int, last: int, seed: int, rules: Rules, strategy: Strategy, weights: Weights | None
) -> Tally:
    """Play deals that are stood up to the first ace that may be trumped, and on from there twice.

    The trump, and the card that is played in its place, are the player's choice among the trumps
    and among the others. Points are those of the team that chooses, minus the other's.

    Returns
    -------
    (12,) int64
        For each of TRICKS the sums of RUFFS.
    """
    deck, hands, dealt = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(4, np.int64)
    again, plays = np.zeros(4, np.int64), np.zeros(48, np.int64)
    stream, chance = new_stream(), new_stream()
    gains = np.zeros(2, np.int64)
    tally = np.zeros((len(TRICKS), len(RUFFS)), np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        start(chance, seed, number, PLAY)
        kick = deal_known(deck, 52, NOTHING_KNOWN, rules.players, hands, stream)
        trump = suit_of(kick)
        dealt[:] = hands
        table = opening(trump, bit(kick), rules.players)
        legal = hands[1]
        while count(legal) and not ace_to_ruff(table, legal):
            card = pick(hands[table.seat], table, legal, strategy, weights, chance)
            hands[table.seat] &= ~bit(card)
            table = after(table, card, rules)
            legal = playable(hands[table.seat], table, rules)
        if not count(legal):
            continue
        seat, hand = table.seat, hands[table.seat]
        own = pick(hand, table, legal, strategy, weights, chance)
        gains[:] = 0
        for sign in (1, -1):
            cards = legal & lane(trump) if sign > 0 else legal & ~lane(trump)
            card = pick(hand, table, cards, strategy, weights, chance)
            again[:] = hands
            again[seat] &= ~bit(card)
            now = after(table, card, rules)
            taken = play_on(again, now, rules, strategy, weights, chance, plays)
            won = outcome(dealt[0] | dealt[2], dealt[1] | dealt[3], taken, trump, rules)
            gains[0] += sign * team_of(seat) * points(won, rules)
            gains[1] += sign * team_of(seat) * _game_once_more(won, rules)
        sums = tally[1 if table.trick & rank_mask(TEN) else 0]
        sums[0] += 1
        sums[1] += suit_of(own) == trump
        for place in range(2):
            sums[2 + 2 * place] += gains[place]
            sums[3 + 2 * place] += gains[place] ** 2
    return tally.reshape(-1)


@small_kernel
def _game_once_more(won: Outcome, rules: Rules) -> int:
    """Points of a hand if Game counts one more than it does."""
    return points(won, rules) + won.game
