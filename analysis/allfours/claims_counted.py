"""What is counted to test published claims: integers, for `claims_tested` to judge by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.allfours import books, players
from analysis.allfours.scores import equity_of
from analysis.allfours.solution import Game, acts_by, fresh_value, recorded, worths_in_points
from analysis.provenance import Inputs
from analysis.run import Run, Settled, Tally
from analysis.tallies import Cell
from engine.allfours.begging import (
    BEGS,
    BY_GIFT,
    BY_RUN,
    BY_STANDING,
    DEALS,
    GIVES,
    Acts,
    Worths,
    gain_tally,
    gaps_of,
    value_tally,
)
from engine.allfours.book import DEALERS, ELDESTS, Book
from engine.allfours.forgetful import forgetful_tally
from engine.allfours.holding import HOLDINGS, holdings_of, trumps_in
from engine.allfours.jack import jack_tally
from engine.allfours.leads import lead_tally
from engine.allfours.match import WIN
from engine.allfours.record import ENDINGS, ENDS, RUN, STOOD, outcome_of
from engine.allfours.ruffs import ruff_tally
from engine.allfours.rules import CLASSIC, TIE_NONDEALER
from engine.allfours.score import ELDEST
from engine.allfours.simulate import NOTHING_KNOWN
from engine.cards import JACK, RANKS, TEN

PLAY = "expert"
RULES = CLASSIC

Hands = npt.NDArray[np.int16]
"""(deals,) The trumps of a hand in each deal, as `book.Ranks`."""
Chosen = npt.NDArray[np.bool_]
"""(deals,) Whether a hand acts, or is one of those that are meant."""


def needs() -> dict[str, str]:
    """The SHA-256 of the published files that the tests build on, by name."""
    return players.needs() | books.point_needs(RULES) | books.match_needs(RULES)


# Begging, on recorded deals


HOLDINGS_NAMED: Final = ("A2", "A", "2", "J8", "J92", "A6", "middling", "K", "Q")
"""Trumps of the eldest; middling are four from the five to the ten."""
MOST_TRUMPS: Final = 4
"""Dealers with so many trumps or more are counted together."""

BEGGING: Final = {
    "value": (13, 5),
    "C1": (3,), "C2": (3,), "C2_reversed": (3,), "C3": (3,), "C4": (3,), "C6": (3,),
    "void": (2, 2),
    "spread": (2, 2),
    "dealer": (MOST_TRUMPS + 1, 7),
    "holdings": (len(HOLDINGS_NAMED), 5),
}  # fmt: skip
"""What is counted on recorded deals, and the shape of each: `begging.VALUES` by the kick's rank;
`begging.GAIN` of acting as a claim has it, or (C3 and C4) as it forbids to do otherwise; hands
without a trump of the eldest and of a dealer who is begged, and how many of them don't beg, or
give; sum and sum of squares of deals that are stood, and that are run; by the trumps of a dealer
who is begged the deals, then sum and sum of squares of what they are worth given, run, and run less
stood; by HOLDINGS_NAMED the hands, the sum and the sum of squares of the eldest's team's points if
it stands, the hands whose top is above the kick, and how many of these have High in the team."""


class _Learned(NamedTuple):
    """What is learned from deals of its own."""

    fresh: float
    """What a deal is worth."""
    disliked: Chosen
    """(HOLDINGS,) Holdings that are worth less, if stood, than those of half of all hands."""


_OWN_DEALS: Final = 10**9
"""The number from which deals are learned from."""
_PULL = 100.0
"""The mean of all holdings of as many trumps counts as so many hands of each."""


@cache
def _learned(seed: int, deals: int) -> _Learned:
    game = recorded(Run(deals=deals, seed=seed, first=_OWN_DEALS).settled(deals), RULES, PLAY)
    fresh = fresh_value(game, _book())
    return _Learned(fresh, disliked(game, worths_in_points(RULES, fresh)))


def _book() -> Book:
    return books.for_points(RULES).book


def disliked(game: Game, worths: Worths) -> Chosen:
    """The holdings of the eldest that are worth less, if stood, than those of half of all hands."""
    place = holdings_of(game.deals)[:, ELDESTS]
    points = -worths[BY_STANDING, game.deals.ways[:, STOOD]]
    hands = np.bincount(place, minlength=HOLDINGS)
    sums = np.bincount(place, points, HOLDINGS)
    trumps = np.array([trumps_in(one) for one in range(HOLDINGS)])
    expected = np.zeros(HOLDINGS)
    for held in range(4):
        alike = trumps == held
        expected[alike] = sums[alike].sum() / max(1, hands[alike].sum())
    means = (sums + _PULL * expected) / (hands + _PULL)
    order = np.argsort(means, kind="stable")
    below = np.cumsum(hands[order])
    middle = means[order[np.searchsorted(below, below[-1] / 2)]]
    worse: Chosen = means < middle
    return worse


def begs_by_rule(trumps: Hands) -> Chosen:
    """Who begs by C1."""
    held = np.bitwise_count(trumps)
    begs: Chosen = (held == 0) | ((held == 1) & (trumps < 1 << JACK))
    return begs


def begging(inputs: Inputs, run: Settled) -> Tally:
    """Everything of BEGGING, flat."""
    game = recorded(run, RULES, PLAY)
    counts = begging_counts(game, _learned(run.seed, inputs["learned"]))
    return np.concatenate([counts[name].reshape(-1) for name in BEGGING])


def begging_counts(game: Game, learned: _Learned) -> dict[str, Tally]:
    """Everything of BEGGING by name, in a unit of POINT where it is worths."""
    worths = worths_in_points(RULES, learned.fresh)
    acts, gaps = acts_by(game, _book(), may_give=True), gaps_of(game.deals, worths)
    eldest, dealer = (game.deals.suits[:, seat, 0] for seat in (ELDESTS, DEALERS))
    held = np.bitwise_count(dealer)
    begged = acts[:, ELDESTS] == 1

    def gain(seat: int, instead: Chosen) -> Tally:
        other = acts.copy()
        other[:, seat] = instead
        found: Tally = gain_tally(gaps, acts, other, seat)
        return found

    return {
        "value": value_tally(game.deals, worths, acts),
        "C1": gain(ELDESTS, begs_by_rule(eldest)),
        "C2": gain(DEALERS, held < 2),
        "C2_reversed": gain(DEALERS, held >= 2),
        "C3": gain(ELDESTS, begged | (eldest == 0)),
        "C4": gain(DEALERS, (acts[:, DEALERS] == 1) & (dealer != 0)),
        "C6": gain(ELDESTS, learned.disliked[holdings_of(game.deals)[:, ELDESTS]]),
        "void": np.array(
            [
                [(eldest == 0).sum(), ((eldest == 0) & ~begged).sum()],
                [(begged & (dealer == 0)).sum(), _acting(acts, begged & (dealer == 0))],
            ]
        ),
        "spread": _spread(game, worths),
        "dealer": _by_dealer(game, worths, begged, held),
        "holdings": _by_holding(game, worths, eldest),
    }


def _acting(acts: Acts, where: Chosen) -> int:
    return int(acts[where, DEALERS].sum())


def _sums(values: Tally) -> list[int]:
    """Sum, and sum of squares."""
    return [int(values.sum()), int((values * values).sum())]


def _spread(game: Game, worths: Worths) -> Tally:
    stood = worths[BY_STANDING, game.deals.ways[:, STOOD]]
    return np.array([_sums(stood), _sums(worths[BY_RUN, game.deals.ways[:, RUN]])])


def _by_dealer(game: Game, worths: Worths, begged: Chosen, held: Tally) -> Tally:
    rows = []
    for trumps in range(MOST_TRUMPS + 1):
        ways = game.deals.ways[begged & (np.minimum(held, MOST_TRUMPS) == trumps)]
        given, run = worths[BY_GIFT, ways[:, STOOD]], worths[BY_RUN, ways[:, RUN]]
        stood = worths[BY_STANDING, ways[:, STOOD]]
        rows.append([len(ways), *_sums(given), *_sums(run), *_sums(run - stood)])
    return np.array(rows)


def named_holding(name: str, trumps: Hands) -> Chosen:
    """Which hands have one of HOLDINGS_NAMED."""
    if name == "middling":
        middling = sum(1 << rank for rank in range(RANKS.index("5"), TEN + 1))
        long: Chosen = (np.bitwise_count(trumps) == 4) & (trumps & ~middling == 0)
        return long
    same: Chosen = trumps == sum(1 << RANKS.index(mark) for mark in name)
    return same


def _by_holding(game: Game, worths: Worths, trumps: Hands) -> Tally:
    points = -worths[BY_STANDING, game.deals.ways[:, STOOD]]
    highs = np.array([outcome_of(end).high == ELDEST for end in range(ENDINGS)])
    high = highs[game.deals.ways[:, STOOD] % ENDS]
    rows = []
    for name in HOLDINGS_NAMED:
        meant = named_holding(name, trumps)
        above = meant & (trumps > 1 << game.deals.kicks.astype(np.int64))
        rows.append([meant.sum(), *_sums(points[meant]), above.sum(), high[above].sum()])
    return np.array(rows)


# The rule for ties


def ties(inputs: Inputs, run: Settled) -> Tally:
    """What ties for Game to the eldest's team make of deals for the dealer's, in POINT.

    The decisions are those of the solution without the rule.

    Returns
    -------
    (3,) int64
        Sum and sum of squares, and how many deals it changes.
    """
    fresh = _learned(run.seed, inputs["learned"]).fresh
    silent = replace(run, progress=None)
    before, after = (
        _worth_of_each(recorded(one, RULES._replace(game_tie=tie), PLAY), fresh)
        for one, tie in ((run, RULES.game_tie), (silent, TIE_NONDEALER))
    )
    return np.array([*_sums(after - before), (after != before).sum()])


def _worth_of_each(game: Game, fresh: float) -> Tally:
    """What each deal is worth by the solution."""
    worths, acts = worths_in_points(game.rules, fresh), acts_by(game, _book(), may_give=True)
    stood, run = game.deals.ways.T
    begged = np.where(acts[:, DEALERS] == 1, worths[BY_GIFT, stood], worths[BY_RUN, run])
    worth: Tally = np.where(acts[:, ELDESTS] == 1, begged, worths[BY_STANDING, stood])
    return worth


# Begging and giving by the score


BATCHES: Final = 11
"""All trials of the published table, then tenths of them."""
SCORES: Final = (
    "trials", "start",
    "begs_at_13", "deals_at_13", "begs_at_12", "deals_at_12",
    "begs_behind", "deals_behind", "begs_ahead", "deals_ahead",
    "gives_behind", "begged_behind", "gives_ahead", "begged_ahead",
)  # fmt: skip
"""Of each batch: its deals; the dealer's team's chance at 0-0, in WIN; how often the eldest begs at
13 and 12 points, at all the dealer's; and how often the eldest begs, and the dealer gives, who is
FAR behind or ahead."""
FAR: Final = 8
"""Points between the teams; the leader has less than one to go for, so that gifts may be given."""


def scores(_: Settled) -> Tally:
    """SCORES of each batch, from the published table: (BATCHES * len(SCORES),) int64."""
    values = books.for_match(RULES).values
    rows = []
    for batch in values:
        counts = batch.sum(2)
        start = round(WIN * float(equity_of(batch, RULES)[0, 0]))
        row = [int(counts[0, 0, DEALS]), start]
        for eldest in (RULES.target - 1, RULES.target - 2):
            row += counts[:, eldest, [BEGS, DEALS]].sum(0).tolist()
        behind, ahead = _far_apart(counts), _far_apart(counts.swapaxes(0, 1))
        row += [*behind[[BEGS, DEALS]], *ahead[[BEGS, DEALS]]]
        row += [*ahead[[GIVES, BEGS]], *behind[[GIVES, BEGS]]]
        rows.append(row)
    return np.array(rows, np.int64).reshape(-1)


def _far_apart(counts: Tally) -> Tally:
    """The sum over scores at which the first team leads by FAR or more, and may be given to."""
    total = np.zeros(counts.shape[-1], np.int64)
    for first in range(FAR, RULES.target - 1):
        total += counts[first, : first - FAR + 1].sum(0)
    return total


# All of it


def cells(inputs: Inputs) -> dict[str, Cell]:
    """The tallies that these inputs ask for."""
    lineup = players.lineup(PLAY)

    def played(kernel: Callable[..., Tally], *known: object) -> Cell:
        def tally(run: Settled) -> Tally:
            return run.tally(kernel, *known, RULES, lineup.strategy, lineup.weights)

        return Cell(inputs["deals"], tally)

    return {
        "begging": Cell(inputs["deals"], partial(begging, inputs)),
        "ties": Cell(inputs["deals"], partial(ties, inputs)),
        "leads": played(lead_tally),
        "jacks": Cell(inputs["deals"], lambda run: players.tally(run, lineup, jack_tally, RULES)),
        "ruffs": played(ruff_tally),
        "memory_6": played(forgetful_tally, NOTHING_KNOWN),
        "memory_9": played(forgetful_tally, NOTHING_KNOWN._replace(cards=9)),
        "scores": Cell(1, scores),
    }
