"""Many deals at once: each kernel plays deals `first` to `last` - 1 and returns a tally.

A tally is a flat int64 array of counts and sums whose order is documented here. The tallies of two
ranges add up to the tally of both, to the digit, so the work may be cut up in any way. Points are
the dealer's team's minus the eldest's throughout. The last arguments say who plays: a `solver`,
or with None the `strategy` (`hand.play_hand`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, small_kernel
from engine.allfours.discard import keep_six
from engine.allfours.expert import Weights
from engine.allfours.hand import Desk, new_desk, play_hand
from engine.allfours.pack import MOST_KICKS, most_runs
from engine.allfours.play import (
    NOBODY_KNOWN,
    deal_round,
    draw_kicks,
    earlier_kicks,
    run_pack,
)
from engine.allfours.rules import MOST_POINTS, Rules
from engine.allfours.score import (
    DEALER,
    ELDEST,
    NOBODY,
    Outcome,
    Seat,
    kick_worth,
    outcome,
    points,
    team_of,
)
from engine.allfours.score import pips as pips_of
from engine.allfours.solve import first_lead, solve
from engine.allfours.solve_tables import Solver
from engine.allfours.strategy import Strategy
from engine.allfours.table import opening
from engine.bits import count
from engine.cards import (
    ACE,
    NO_CARD,
    SORTED_PACK,
    TEN,
    Card,
    Mask,
    bit,
    rank_mask,
    rank_of,
    suit_of,
)
from engine.deal import Deck, Hands, restart
from engine.random import PLAY, Stream, new_stream, start

Tally = npt.NDArray[np.int64]


class Known(NamedTuple):
    """What the deals of a study have in common."""

    seat: Seat = NOBODY_KNOWN
    hand: Mask = 0
    """The cards of `seat`."""
    kick: Card = NO_CARD
    """The last kick, or NO_CARD if it is drawn too."""
    cards: int = 6
    """Cards in a hand when play begins: 6, and three more for each run."""


NOTHING_KNOWN: Final = Known()


@small_kernel
def deal_known(
    deck: Deck, size: int, known: Known, players: int, hands: Hands, stream: Stream
) -> Card:
    """Draw the kicks and the hands that are not known; return the last kick."""
    kick = draw_kicks(deck, size, known.kick, known.cards, stream)
    drawn = earlier_kicks(known.cards) + (known.kick == NO_CARD)
    hands[:] = 0
    if known.seat != NOBODY_KNOWN:
        hands[known.seat] = known.hand
    drawn = deal_round(deck, size, drawn, 6, known.seat, players, hands, stream)
    for _ in range(earlier_kicks(known.cards)):
        drawn = deal_round(deck, size, drawn, 3, known.seat, players, hands, stream)
    return kick


@small_kernel
def kicked(deck: Deck, known: Known, kick: Card) -> Mask:
    """All kicks of a deal made by `deal_known`."""
    gone = bit(kick)
    for place in range(earlier_kicks(known.cards)):
        gone |= bit(deck[place])
    return gone


@kernel
def deal_tally(first: int, last: int, seed: int) -> Tally:
    """Deal 24 cards and the kick, and no more: for the benchmark.

    Returns
    -------
    (1,) int64
        How often a seat's cards and the kick add up to an odd number.
    """
    deck, hands, stream = SORTED_PACK.copy(), np.zeros(4, np.int64), new_stream()
    tally = np.zeros(1, np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        kick = deal_known(deck, 52, NOTHING_KNOWN, 4, hands, stream)
        tally[0] += (hands[0] ^ hands[1] ^ hands[2] ^ hands[3] ^ kick) & 1
    return tally


KICK_RANKS: Final = 0
KICK_ALIKE: Final = 13


class KickPlaces(NamedTuple):
    """Where the counts of `kick_tally` lie, which depends on how often the pack can be run."""

    exhausted: int
    after: int
    total: int
    end: int


@small_kernel
def kick_places(players: int) -> KickPlaces:
    """Where the counts of `kick_tally` lie.

    >>> kick_places(4)
    KickPlaces(exhausted=15, after=16, total=413, end=810)
    """
    runs = most_runs(players)
    exhausted = KICK_ALIKE + runs
    points = (runs + 2) * MOST_POINTS + 1
    after = exhausted + 1
    return KickPlaces(exhausted, after, after + points, after + 2 * points)


@kernel
def kick_tally(first: int, last: int, seed: int, rules: Rules) -> Tally:
    """Beg and run every deal, and look at its kicks alone.

    Returns
    -------
    (kick_places(rules.players).end,) int64
        The first kick's rank, 13 counts; from KICK_ALIKE on the second kick of the same suit, the
        third too, and so on for each run that the pack allows; then, at `kick_places`, packs
        exhausted, deals by points that the kicks after the beg score, and by points that all
        kicks score.
    """
    deck, hands, kicks = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(MOST_KICKS, np.int64)
    stream, runs, at = new_stream(), most_runs(rules.players), kick_places(rules.players)
    tally = np.zeros(at.end, np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        kicks[0] = deal_known(deck, 52, NOTHING_KNOWN, rules.players, hands, stream)
        made = run_pack(deck, 52, 1 + 6 * rules.players, kicks, hands, rules, stream)
        settled = suit_of(kicks[made - 1]) != suit_of(kicks[0])
        tally[KICK_RANKS + rank_of(kicks[0])] += 1
        for run in range(min(runs, made - 1)):
            tally[KICK_ALIKE + run] += suit_of(kicks[1 + run]) == suit_of(kicks[0])
        tally[at.exhausted] += not settled
        tally[at.after + kicks_worth(kicks, 1, made, settled, rules)] += 1
        tally[at.total + kicks_worth(kicks, 0, made, settled, rules)] += 1
    return tally


@small_kernel
def kicks_worth(kicks: Deck, first: int, made: int, settled: bool, rules: Rules) -> int:
    """Points of kicks `first` to `made` - 1 for the dealer's team (``kick_kept``)."""
    if not rules.kick_kept:
        return kick_worth(kicks[made - 1], rules) if settled else 0
    total = 0
    for place in range(first, made):
        total += kick_worth(kicks[place], rules)
    return total


POINTS_TALLY: Final = (
    "no_trump_dealt",
    "jack_saved_by_dealer_team",
    "jack_saved_by_eldest_team",
    "jack_hung_by_dealer_team",
    "jack_hung_by_eldest_team",
    "game_dealer_team",
    "game_eldest_team",
    "high_dealer_team",
    "low_dealer_team",
    "high_low_same_team",
    "pips",
    "pips_squared",
    "points",
    "points_squared",
)


@kernel
def points_tally(
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
    """Play deals whose trump is settled, and count who scores what.

    Parameters
    ----------
    unseen : int64
        The cards that are not in `known`, in order.

    Returns
    -------
    (14,) int64
        As POINTS_TALLY names them. Game is counted by pips, before the rule for ties.
    """
    deck, hands = SORTED_PACK.copy(), np.zeros(4, np.int64)
    stream, chance, desk = new_stream(), new_stream(), new_desk()
    tally = np.zeros(14, np.int64)
    for number in range(first, last):
        restart(deck, unseen, stream, seed, number)
        start(chance, seed, number, PLAY)
        kick = deal_known(deck, unseen.size, known, rules.players, hands, stream)
        gone = kicked(deck, known, kick)
        won = score_hand(hands, kick, gone, rules, strategy, weights, solver, chance, desk)
        worth = points(won, rules)
        pips = won.pips_dealer + won.pips_eldest
        tally[0] += won.high == NOBODY
        tally[1] += won.jack == DEALER
        tally[2] += won.jack == ELDEST
        tally[3] += won.hang == DEALER
        tally[4] += won.hang == ELDEST
        tally[5] += won.pips_dealer > won.pips_eldest
        tally[6] += won.pips_dealer < won.pips_eldest
        tally[7] += won.high == DEALER
        tally[8] += won.low == DEALER
        tally[9] += won.high == won.low and won.high != NOBODY
        tally[10] += pips
        tally[11] += pips * pips
        tally[12] += worth
        tally[13] += worth * worth
    return tally


@small_kernel
def score_hand(
    hands: Hands,
    kick: Card,
    gone: Mask,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
    chance: Stream,
    desk: Desk,
) -> Outcome:
    """Discard where the rules want it, play a hand whose trump is settled, and score it.

    `hands` is empty afterwards.
    """
    trump = suit_of(kick)
    if rules.discard_to_six:
        keep_six(hands, trump)
    dealt = hands[0] | hands[2]
    others = hands[1] | hands[3]
    table = opening(trump, gone, rules.players)
    taken = play_hand(hands, table, rules, strategy, weights, solver, chance, desk)
    return outcome(dealt, others, taken, trump, rules)


GAME_HOLDERS: Final = ("dealer_team", "eldest_team", "dealer", "eldest")
GAME_FEATURES: Final = ("tens", "aces", "pips")
GAME_LEVELS: Final = 5
GAME_RESULTS: Final = ("won", "tied", "deals")
GAME_PIPS: Final = len(GAME_HOLDERS) * len(GAME_FEATURES) * GAME_LEVELS * len(GAME_RESULTS)


@kernel
def game_tally(
    first: int,
    last: int,
    seed: int,
    known: Known,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
) -> Tally:
    """Who wins Game by pips, before the rule for ties, by what teams and hands were dealt.

    Returns
    -------
    (261,) int64
        For each of GAME_HOLDERS, each of GAME_FEATURES and each level 0 to 4 (tens, aces, and
        tens of pips: 40 and more are level 4): deals that the holder's team won, that were tied,
        and all. Then, from GAME_PIPS on, deals by pips in play, 0 to 80.
    """
    deck, hands, dealt = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(4, np.int64)
    stream, chance, desk = new_stream(), new_stream(), new_desk()
    tally = np.zeros(GAME_PIPS + 81, np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        start(chance, seed, number, PLAY)
        kick = deal_known(deck, 52, known, rules.players, hands, stream)
        gone = kicked(deck, known, kick)
        dealt[0] = hands[0] | hands[2]
        dealt[1] = hands[1] | hands[3]
        dealt[2] = hands[0]
        dealt[3] = hands[1]
        won = score_hand(hands, kick, gone, rules, strategy, weights, solver, chance, desk)
        tally[GAME_PIPS + won.pips_dealer + won.pips_eldest] += 1
        for holder in range(4):
            margin = (won.pips_dealer - won.pips_eldest) * team_of(holder)
            _count_game(tally, 0, holder, count(dealt[holder] & rank_mask(TEN)), margin)
            _count_game(tally, 1, holder, count(dealt[holder] & rank_mask(ACE)), margin)
            _count_game(tally, 2, holder, min(pips_of(dealt[holder]) // 10, 4), margin)
    return tally


@small_kernel
def _count_game(tally: Tally, feature: int, holder: int, level: int, margin: int) -> None:
    place = ((holder * 3 + feature) * GAME_LEVELS + level) * 3
    tally[place] += margin > 0
    tally[place + 1] += margin == 0
    tally[place + 2] += 1


SOLVED_EACH: Final = ("value", "nodes")
SOLVED: Final = ("sum", "squares", "nodes", "unsolved")


@kernel
def solve_tally(
    first: int,
    last: int,
    seed: int,
    known: Known,
    rules: Rules,
    budget: int,
    solver: Solver,
    each: Tally,
) -> Tally:
    """Solve deals `first` to `last` - 1, the eldest to lead.

    Parameters
    ----------
    known : Known
        ``known.cards`` is 6, 9 or 12.
    budget : int
        For each deal.
    each : (last - first, 2) int64, or empty
        Filled with SOLVED_EACH of each deal; a deal that was not solved has -`nodes`.

    Returns
    -------
    (4,) int64
        SOLVED: the sum of the values, of their squares, of nodes; how many were not solved.
    """
    deck, hands, stream = SORTED_PACK.copy(), np.zeros(4, np.int64), new_stream()
    tally = np.zeros(4, np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        kick = deal_known(deck, 52, known, rules.players, hands, stream)
        if rules.discard_to_six:
            keep_six(hands, suit_of(kick))
        found = solve(solver, first_lead(hands, 1, suit_of(kick)), rules, budget)
        tally[0] += found.value
        tally[1] += found.value * found.value
        tally[2] += found.nodes
        tally[3] += not found.solved
        if each.size:
            each[number - first, 0] = found.value
            each[number - first, 1] = found.nodes if found.solved else -found.nodes
    return tally
