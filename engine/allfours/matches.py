"""Whole matches, played deal by deal to the target: what a table of equity must come to.

Nothing here knows such a table. Awards are counted one by one as they come (RULES.md 34), apart
from `match`, which this is there to check.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, small_kernel
from engine.allfours.book import DEALERS, ELDESTS, begs, gift_allowed, gives
from engine.allfours.expert import Weights
from engine.allfours.hand import Desk, new_desk
from engine.allfours.pack import MOST_KICKS
from engine.allfours.play import NOBODY_KNOWN, deal_round, run_pack
from engine.allfours.rules import Rules
from engine.allfours.score import DEALER, ELDEST, Team, kick_worth
from engine.allfours.simulate import Tally, score_hand
from engine.allfours.solve_tables import Solver
from engine.allfours.strategy import Strategy
from engine.cards import SORTED_PACK, Card, bit, suit_of
from engine.deal import Deck, Hands, restart
from engine.random import PLAY, Stream, draw, new_stream, start

NodeBooks: TypeAlias = npt.NDArray[np.int64]
"""(target, target, 2, PAGE) A book for each score at which the eldest chooses, the first kick
counted: the dealer's team's points, then the eldest's team's."""
Score: TypeAlias = npt.NDArray[np.int64]
"""(2,) Points of the dealer's team, and of the eldest's."""

MATCHES: Final = ("won", "deals", "begs", "gifts", "exhausted")
WON, DEALT, BEGS, GIFTS, EXHAUSTED_PACKS = range(5)
DEALS_APART: Final = 4096
"""Match n has the deals from n * DEALS_APART on: far more numbers than a match needs."""


class Room(NamedTuple):
    """What deals are dealt and played with, made once for many."""

    deck: Deck
    hands: Hands
    kicks: Deck
    stream: Stream
    chance: Stream
    desk: Desk


@kernel
def new_room() -> Room:
    """A room to play in."""
    hands, kicks = np.zeros(4, np.int64), np.zeros(MOST_KICKS, np.int64)
    return Room(SORTED_PACK.copy(), hands, kicks, new_stream(), new_stream(), new_desk())


@small_kernel
def _over(score: Score, rules: Rules) -> bool:
    """Whether a team is at the target."""
    return bool(max(score[DEALERS], score[ELDESTS]) >= rules.target)


@small_kernel
def _award(score: Score, team: Team, worth: int, rules: Rules) -> None:
    """Count an award, unless nobody won it or the match is over."""
    if not _over(score, rules):
        if team == DEALER:
            score[DEALERS] += worth
        elif team == ELDEST:
            score[ELDESTS] += worth


@small_kernel
def _award_kick(score: Score, kick: Card, rules: Rules) -> None:
    """Count a kick for the dealer's team."""
    _award(score, DEALER, kick_worth(kick, rules), rules)


@kernel
def play_deal(
    seed: int,
    number: int,
    score: Score,
    tally: Tally,
    rules: Rules,
    books: NodeBooks,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
    room: Room,
) -> bool:
    """Play a deal of a match that is not over, and count it.

    Parameters
    ----------
    score : (2,) int64
        Raised by the awards, up to the one that ends the match.
    tally : (5,) int64
        The deal is added to all of MATCHES but the first.

    Returns
    -------
    bool
        Whether the pack was exhausted, so that the same dealer deals again.
    """
    deck, hands, kicks, stream, chance, desk = room
    restart(deck, SORTED_PACK, stream, seed, number)
    start(chance, seed, number, PLAY)
    draw(deck, 52, 0, 1, stream)
    kick, made = int(deck[0]), 1
    kicks[0] = kick
    hands[:] = 0
    deal_round(deck, 52, 1, 6, NOBODY_KNOWN, rules.players, hands, stream)
    tally[DEALT] += 1
    if rules.kick_kept:
        _award_kick(score, kick, rules)
        if _over(score, rules):
            return False
    book = books[score[DEALERS], score[ELDESTS]]
    begged = begs(hands[1], kick, book[ELDESTS], rules)
    may = gift_allowed(score[ELDESTS], rules)
    given = begged and gives(hands[0], kick, book[DEALERS], may, rules)
    tally[BEGS] += begged
    tally[GIFTS] += given
    if begged and not given:
        made = run_pack(deck, 52, 1 + 6 * rules.players, kicks, hands, rules, stream)
        for place in range(1, made):
            if rules.kick_kept or suit_of(kicks[place]) != suit_of(kick):
                _award_kick(score, kicks[place], rules)
                if _over(score, rules):
                    return False
        if suit_of(kicks[made - 1]) == suit_of(kick):
            tally[EXHAUSTED_PACKS] += 1
            return True
    else:
        if not rules.kick_kept:
            _award_kick(score, kick, rules)
        if given:
            _award(score, ELDEST, rules.gift, rules)
        if _over(score, rules):
            return False
    gone = 0
    for place in range(made):
        gone |= bit(kicks[place])
    won = score_hand(hands, kicks[made - 1], gone, rules, strategy, weights, solver, chance, desk)
    _award(score, won.high, 1, rules)
    _award(score, won.low, 1, rules)
    _award(score, won.jack, rules.jack_points, rules)
    _award(score, won.hang, rules.hang_points, rules)
    _award(score, won.game, rules.game_points, rules)
    return False


@kernel
def match_tally(
    first: int,
    last: int,
    seed: int,
    dealer: int,
    eldest: int,
    rules: Rules,
    books: NodeBooks,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
) -> Tally:
    """Play matches `first` to `last` - 1 to their end.

    Parameters
    ----------
    dealer, eldest : int
        The score at which a match starts: points of the first dealer's team, and of the other's.

    Returns
    -------
    (5,) int64
        MATCHES: matches won by the first dealer's team; then deals, begs, gifts and exhausted
        packs of all matches.
    """
    room, score = new_room(), np.zeros(2, np.int64)
    tally = np.zeros(len(MATCHES), np.int64)
    for number in range(first, last):
        score[DEALERS], score[ELDESTS] = dealer, eldest
        deal, turned = number * DEALS_APART, False
        while True:
            again = play_deal(
                seed, deal, score, tally, rules, books, strategy, weights, solver, room
            )
            if _over(score, rules):
                break
            deal += 1
            if not again:
                points = score[DEALERS]
                score[DEALERS] = score[ELDESTS]
                score[ELDESTS] = points
                turned = not turned
        tally[WON] += (score[DEALERS] >= rules.target) != turned
    return tally
