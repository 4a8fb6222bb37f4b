"""What it costs to expose a card: deals played twice, the card hidden and open."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from engine._jit import kernel, small_kernel
from engine.allfours.expert import Weights
from engine.allfours.exposed import NEVER, NOBODY_CALLS, Call, Exposed, play_exposed
from engine.allfours.exposed_worlds import new_bench, play_sampled_calls
from engine.allfours.match import WIN, Equity, hand_worth
from engine.allfours.play import NOBODY_KNOWN
from engine.allfours.rules import Rules
from engine.allfours.score import Outcome, Seat, outcome, points, team_of
from engine.allfours.simulate import NOTHING_KNOWN, Known, Tally, deal_known, kicked
from engine.allfours.strategy import Strategy
from engine.allfours.table import opening
from engine.bits import count, lowest, nth
from engine.cards import SORTED_PACK, Mask, bit, rank_of, suit_of
from engine.deal import Deck, copy_hands, restart
from engine.random import PLAY, new_stream, start

MEANS: Final = (
    "hidden",
    "exposed",
    "cost",
    "low",
    "jack",
    "hang",
    "game",
    "win_hidden",
    "win_exposed",
    "win_cost",
)
"""Points of the owner's team, minus the other's: with the card hidden, with it exposed, and the
difference; that by award; and the owner's team's chances of winning, in WIN."""
MOST_TRICKS: Final = 12
CALLED: Final = 2 * len(MEANS)
LED: Final = CALLED + MOST_TRICKS
DEALS: Final = LED + 1
COLUMNS: Final = DEALS + 1
"""Columns of a tally: of each of MEANS the sum and the sum of squares; from CALLED on the calls in
each trick; the calls that made the owner lead the card; deals."""
CARDS: Final = 26
"""Kinds of cards: 13 ranks of a plain suit, then those of trump."""


class Match(NamedTuple):
    """What a deal is played for."""

    dealer: int
    """The dealer's team's points, those of the kick included."""
    eldest: int
    equity: Equity
    """The chance of winning from each score; of size 0 where only points count."""


@small_kernel
def _add(row: Tally, place: int, value: int) -> None:
    """Add a value and its square."""
    row[2 * place] += value
    row[2 * place + 1] += value * value


@small_kernel
def _add_deal(
    row: Tally, seat: Seat, hidden: Outcome, shown: Outcome, call: Call, match: Match, rules: Rules
) -> None:
    """Add a deal that was played both ways to its row."""
    team = team_of(seat)
    before, after = team * points(hidden, rules), team * points(shown, rules)
    _add(row, 0, before)
    _add(row, 1, after)
    _add(row, 2, before - after)
    _add(row, 3, team * (hidden.low - shown.low))
    _add(row, 4, team * (hidden.jack - shown.jack) * rules.jack_points)
    _add(row, 5, team * (hidden.hang - shown.hang) * rules.hang_points)
    _add(row, 6, team * (hidden.game - shown.game) * rules.game_points)
    if match.equity.size:
        won, then = _wins(team, hidden, match, rules), _wins(team, shown, match, rules)
        _add(row, 7, won)
        _add(row, 8, then)
        _add(row, 9, won - then)
    if call[0] != NOBODY_CALLS:
        row[CALLED + call[1] - 1] += 1
        row[LED] += call[2] == 0
    row[DEALS] += 1


@kernel
def _wins(team: int, won: Outcome, match: Match, rules: Rules) -> int:
    """A team's chance of winning once a hand was played, in WIN."""
    chance = hand_worth(match.dealer, match.eldest, won, rules, match.equity)
    wins = int(np.rint(WIN * chance))
    return wins if team > 0 else WIN - wins


@kernel
def exposed_tally(
    first: int,
    last: int,
    seed: int,
    unseen: Deck,
    known: Known,
    cards: Mask,
    match: Match,
    rules: Rules,
    worlds: int,
    strategy: Strategy,
    weights: Weights | None,
) -> Tally:
    """Play deals with every card hidden, and again with each of some cards exposed at the start.

    Parameters
    ----------
    unseen : int64
        The cards that are not in `known`, in order.
    known : Known
        The owner's hand and the kick; or nothing, then deal `number` is about seat ``number % 4``.
    cards : Mask
        Those of the known hand that are exposed in turn; without one, all are.
    worlds : int
        Who may call samples so many worlds; with 0 opponents call by the rule.

    Returns
    -------
    (rows * COLUMNS,) int64
        For each of `cards`, the lowest first, or if no hand is known for each of CARDS, the sums
        of COLUMNS over the deals.
    """
    deck, hands, work = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(4, np.int64)
    plays, call, nothing = np.zeros(48, np.int64), np.zeros(3, np.int64), np.zeros(3, np.int64)
    stream, chance, bench = new_stream(), new_stream(), new_bench()
    anyone = known.seat == NOBODY_KNOWN
    tally = np.zeros((CARDS if anyone else count(cards), COLUMNS), np.int64)
    for number in range(first, last):
        restart(deck, unseen, stream, seed, number)
        kick = deal_known(deck, unseen.size, known, rules.players, hands, stream)
        trump = suit_of(kick)
        seat = number & 3 if anyone else known.seat
        table = opening(trump, kicked(deck, known, kick), rules.players)
        dealt, others = hands[0] | hands[2], hands[1] | hands[3]
        shown = hands[seat] if anyone else cards
        copy_hands(hands, work)
        start(chance, seed, number, PLAY)
        never = Exposed(lowest(shown), seat, NEVER)
        taken = play_exposed(work, table, never, rules, strategy, weights, chance, nothing, plays)
        hidden = outcome(dealt, others, taken, trump, rules)
        for which in range(count(shown)):
            card = nth(shown, which)
            exposed = Exposed(card, seat, 0)
            copy_hands(hands, work)
            start(chance, seed, number, PLAY)
            if worlds:
                taken = play_sampled_calls(
                    work, table, exposed, rules, strategy, weights, chance, call, worlds, bench
                )
            else:
                taken = play_exposed(
                    work, table, exposed, rules, strategy, weights, chance, call, plays
                )
            won = outcome(dealt, others, taken, trump, rules)
            row = rank_of(card) + (13 if suit_of(card) == trump else 0) if anyone else which
            _add_deal(tally[row], seat, hidden, won, call, match, rules)
    return tally.reshape(-1)


CALLERS: Final = ("rule", "sampled", "lost")
"""Points that an exposed card costs if it is called by the rule, and by who samples worlds; what
the rule loses by that."""
CALLER_COLUMNS: Final = 2 * len(CALLERS) + 1


@kernel
def caller_tally(
    first: int,
    last: int,
    seed: int,
    rules: Rules,
    worlds: int,
    strategy: Strategy,
    weights: Weights | None,
) -> Tally:
    """Expose each card of seat ``number % 4``, called by the rule and by who samples worlds.

    Returns
    -------
    (27 * CALLER_COLUMNS,) int64
        For each of CARDS the sums and sums of squares of CALLERS, and deals; then the same where
        the six cards of a deal are added up before they are squared.
    """
    deck, hands, work = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(4, np.int64)
    plays, call = np.zeros(48, np.int64), np.zeros(3, np.int64)
    stream, chance, bench = new_stream(), new_stream(), new_bench()
    tally = np.zeros((CARDS + 1, CALLER_COLUMNS), np.int64)
    made, whole = np.zeros(3, np.int64), np.zeros(3, np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        kick = deal_known(deck, 52, NOTHING_KNOWN, rules.players, hands, stream)
        trump, seat = suit_of(kick), number & 3
        table = opening(trump, bit(kick), rules.players)
        dealt, others = hands[0] | hands[2], hands[1] | hands[3]
        whole[:] = 0
        for which in range(count(hands[seat])):
            card = nth(hands[seat], which)
            for way in range(3):
                exposed = Exposed(card, seat, NEVER if way == 0 else 0)
                copy_hands(hands, work)
                start(chance, seed, number, PLAY)
                if way == 2:
                    taken = play_sampled_calls(
                        work, table, exposed, rules, strategy, weights, chance, call, worlds, bench
                    )
                else:
                    taken = play_exposed(
                        work, table, exposed, rules, strategy, weights, chance, call, plays
                    )
                won = outcome(dealt, others, taken, trump, rules)
                made[way] = team_of(seat) * points(won, rules)
            row = tally[rank_of(card) + (13 if suit_of(card) == trump else 0)]
            for place in range(3):
                cost = made[0] - made[place + 1] if place < 2 else made[1] - made[2]
                _add(row, place, cost)
                whole[place] += cost
            row[CALLER_COLUMNS - 1] += 1
        for place in range(3):
            _add(tally[CARDS], place, int(whole[place]))
        tally[CARDS, CALLER_COLUMNS - 1] += 1
    return tally.reshape(-1)
