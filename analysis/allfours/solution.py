"""The begging game solved: which hands beg, and which give, when both sides know the other's way.

Both seats start from a book and take turns at the best answer to the other's. What an action gains
is fitted in two steps: side suits by least squares, holdings of trumps by means, drawn towards
what all hands with as many trumps gain. Leans are mixed with those of the rounds before, which is
fictitious play: a lean against each of the other's earlier ways, averaged, is a lean against their
mixture.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

import numpy as np

from analysis.allfours import players
from analysis.linear import Floats, solve_linear
from analysis.run import Settled, Tally
from engine.allfours.attack import (
    attack_acts,
    attack_equations,
    attack_rest,
)
from engine.allfours.begging import (
    ALONE,
    ALWAYS,
    DEALS,
    NEVER,
    VALUE,
    Acts,
    Gaps,
    Holdings,
    Sides,
    Worths,
    base_sums,
    decide,
    gain_tally,
    gaps_of,
    holdings_of,
    side_gains,
    side_products,
    trump_features,
    value_tally,
    weigh_sides,
)
from engine.allfours.book import (
    BASES,
    DEALERS,
    ELDESTS,
    GROUPS,
    HOLDINGS,
    Book,
    gift_allowed,
    group_of_holding,
    new_book,
)
from engine.allfours.record import ENDINGS, Deals, new_deals, outcome_of, record_tally
from engine.allfours.rules import Rules
from engine.allfours.score import points

POINT = 1000
"""A point, in the unit of the worths of a deal and of a book."""
ROUNDS, FITS = 20, 3
"""Rounds of answers, and in how many of them the side weights are fitted again."""
_RIDGE = 20.0
_PULL = 1000.0
"""A mean over so many hands counts as much as what like holdings lead one to expect."""


@cache
def _trump_features() -> Tally:
    features: Tally = trump_features()
    return features


@cache
def _groups() -> Tally:
    """The group of each holding."""
    return np.array([group_of_holding(place) for place in range(HOLDINGS)])


class Game(NamedTuple):
    """Recorded deals as a begging game."""

    deals: Deals
    holdings: Holdings
    rules: Rules


def recorded(run: Settled, rules: Rules, play: str = "expert") -> Game:
    """Deals played both ways by `play`."""
    deals = new_deals(run.deals)
    players.tally(run, players.lineup(play, begging=True), record_tally, deals, run.first, rules)
    return Game(deals, holdings_of(deals), rules)


def part(game: Game, first: int, last: int) -> Game:
    """Some of the deals of a game."""
    suits, kicks, ways = game.deals
    deals = Deals(suits[first:last], kicks[first:last], ways[first:last])
    return Game(deals, game.holdings[first:last], game.rules)


def eldest_products(game: Game) -> Tally:
    """`side_products` of the eldest, who decides with every hand: the same for every worth."""
    products: Tally = side_products(game.deals, np.zeros((0, 2), np.uint8), ELDESTS)
    return products


def gift_open(rules: Rules) -> bool:
    """Whether the dealer may ever give; for points the score is not looked at."""
    return gift_allowed(0, rules)


def most_kicks(rules: Rules) -> int:
    """The most points of kicks that can count after the decision."""
    return 3 * max(rules.kick_points)


def worths_in_points(rules: Rules, fresh: float) -> Worths:
    """What each way is worth in points, the dealer's team's minus the eldest's.

    Parameters
    ----------
    fresh : float
        Points of a fresh deal, its first kick included: one follows an exhausted pack.
    """
    hands = [POINT * points(outcome_of(end), rules) for end in range(ENDINGS)]
    ends = np.array([*hands, round(POINT * fresh)])
    kicks = POINT * np.arange(most_kicks(rules) + 1)
    run = (kicks[:, None] + ends).reshape(-1)
    return np.stack([run, run - POINT * rules.gift, run])


def acts_by(game: Game, book: Book, may_give: bool) -> Acts:
    """Who gives and who begs by a book."""
    acts, sides = _blank(game)
    for seat in (DEALERS, ELDESTS):
        weigh_sides(game.deals, book[seat], seat, sides)
        _decide(game, book, may_give, seat, sides, acts)
    return acts


def _blank(game: Game) -> tuple[Acts, Sides]:
    size = game.deals.kicks.size
    return np.zeros((size, 2), np.uint8), np.zeros((size, 2), np.int32)


def _decide(game: Game, book: Book, may_give: bool, seat: int, sides: Sides, acts: Acts) -> None:
    """Fill in who acts in a seat; hands without a trump as the rules have it."""
    if seat == DEALERS and not may_give:
        acts[:, DEALERS] = 0
        return
    free = game.rules.give_void if seat == DEALERS else game.rules.stand_void
    void = ALONE if free else (NEVER if seat == DEALERS else ALWAYS)
    decide(game.deals, game.holdings, sides, book[seat], seat, void, acts)


def solve(
    game: Game,
    worths: Worths,
    may_give: bool,
    start: Book | None = None,
    rounds: int = ROUNDS,
    fits: int = FITS,
    products: Tally | None = None,
) -> Book:
    """The book that is the best answer to itself, as far as its features go.

    Parameters
    ----------
    worths : (3, ways) int64
        What each way is worth to the dealer's team; the book's unit is theirs.
    may_give : bool
        Whether the score allows a gift.
    start : Book or None
        A book to begin with, whose dealer is answered first; None begins with no hand giving.
    products : (GROUPS, FEATURES, FEATURES) int64, or None
        `eldest_products`, if they are known.
    """
    gaps = gaps_of(game.deals, worths)
    book = new_book() if start is None else start.copy()
    leans = book.astype(np.float64)
    acts, sides = _blank(game)
    for seat in (DEALERS, ELDESTS):
        weigh_sides(game.deals, book[seat], seat, sides)
        _decide(game, book, may_give, seat, sides, acts)
    for done in range(rounds):
        for seat in (ELDESTS, DEALERS) if may_give else (ELDESTS,):
            if done < fits:
                leans[seat, :BASES] = _side_weights(game, gaps, acts, seat, products)
                book[seat, :BASES] = np.rint(leans[seat, :BASES])
                weigh_sides(game.deals, book[seat], seat, sides)
            step = 2 / (max(done - fits, -1) + 3)
            answer = _bases(game, gaps, acts, sides, seat)
            leans[seat, BASES:] += step * (answer - leans[seat, BASES:])
            book[seat, BASES:] = np.rint(leans[seat, BASES:])
            _decide(game, book, may_give, seat, sides, acts)
    return book


def deal_value(game: Game, worths: Worths, acts: Acts) -> float:
    """Points of a deal for the dealer's team, its first kick included."""
    sums = value_tally(game.deals, worths, acts)
    means = sums[:, VALUE] / np.maximum(sums[:, DEALS], 1) / POINT
    kept = game.rules.kick_points if game.rules.kick_kept else (0,) * 13
    return math.fsum(mean + kick for mean, kick in zip(means.tolist(), kept, strict=True)) / 13


def fresh_value(game: Game, book: Book) -> float:
    """Points of a fresh deal for the dealer's team by a book, which follow exhausted packs too."""
    acts, value = acts_by(game, book, gift_open(game.rules)), 0.0
    for _ in range(3):
        value = deal_value(game, worths_in_points(game.rules, value), acts)
    return value


def solve_points(game: Game) -> tuple[Book, float]:
    """The book for points, and what a deal is worth by it to the dealer's team.

    An exhausted pack is followed by a fresh deal, which is worth what a deal is worth.
    """
    may_give = gift_open(game.rules)
    products = eldest_products(game)
    book, value = None, 0.0
    for rounds, fits in ((ROUNDS // 2, FITS), (ROUNDS // 4, 1), (ROUNDS, 1)):
        worths = worths_in_points(game.rules, value)
        book = solve(game, worths, may_give, book, rounds, fits, products)
        value = deal_value(game, worths, acts_by(game, book, may_give))
    assert book is not None
    return book, value


def answer(game: Game, worths: Worths, may_give: bool, book: Book, seat: int) -> Book:
    """A book with the best answer of one seat, by the features of books, to the other's page."""
    gaps, acts = gaps_of(game.deals, worths), acts_by(game, book, may_give)
    best, sides = book.copy(), _blank(game)[1]
    best[seat, :BASES] = np.rint(_side_weights(game, gaps, acts, seat))
    weigh_sides(game.deals, best[seat], seat, sides)
    best[seat, BASES:] = np.rint(_bases(game, gaps, acts, sides, seat))
    return best


def _side_weights(
    game: Game, gaps: Gaps, acts: Acts, seat: int, products: Tally | None = None
) -> Floats:
    """The side weights of a seat, fitted to what acting gains."""
    if products is None or seat == DEALERS:
        products = side_products(game.deals, acts, seat)
    return _fitted(products, side_gains(game.deals, gaps, acts, seat))[:, 1:].reshape(-1)


def _fitted(products: Tally, gains: Tally) -> Floats:
    """The least squares of each group."""
    weights = np.zeros(gains.shape)
    for group, matrix in enumerate(products.astype(np.float64)):
        used = np.flatnonzero(matrix.diagonal() > 0)
        if used.size:
            left = matrix[np.ix_(used, used)] + _RIDGE * np.eye(used.size)
            weights[group, used] = solve_linear(left, gains[group, used].astype(np.float64))
    return weights


def _bases(game: Game, gaps: Gaps, acts: Acts, sides: Sides, seat: int) -> Floats:
    """The bases of a seat: what acting gains by holding, beside what the side suits add."""
    sums = base_sums(game.deals, game.holdings, sides, gaps, acts, seat)
    hands, gains = sums.T
    expected = np.zeros(HOLDINGS)
    for group in range(GROUPS):
        rows = _trump_features()[group == _groups()]
        weighed = rows * hands[group == _groups(), None]
        left = (rows.T @ weighed).astype(np.float64) + _RIDGE * np.eye(rows.shape[1])
        right = (rows.T @ gains[group == _groups()]).astype(np.float64)
        weights = solve_linear(left, right)
        for feature, weight in enumerate(weights):
            expected[group == _groups()] += rows[:, feature] * weight
    bases: Floats = (gains + _PULL * expected) / (hands + _PULL)
    return bases


def attack(
    learn: Game, trial: Game, worths: Worths, may_give: bool, book: Book, seat: int
) -> Tally:
    """What an attacker gains by leaving a seat's page, in deals that it has not learned from.

    It adds to the page's leans what another family of features makes of the deals of `learn`.

    Returns
    -------
    (3,) int64
        `begging.GAIN`
    """
    acts, gaps = acts_by(learn, book, may_give), gaps_of(learn.deals, worths)
    sums = attack_equations(learn.deals, learn.holdings, gaps, acts, seat, book[seat])
    weights = np.rint(_fitted(sums[:, :, :-1], sums[:, :, -1])).astype(np.int64)
    hands, gains = attack_rest(
        learn.deals, learn.holdings, gaps, acts, seat, book[seat], weights
    ).T.astype(float)
    rest = np.rint(gains / (hands + _PULL)).astype(np.int64)
    acts = acts_by(trial, book, may_give)
    instead = acts.copy()
    attack_acts(trial.deals, trial.holdings, seat, book[seat], weights, rest, instead)
    tally: Tally = gain_tally(gaps_of(trial.deals, worths), acts, instead, seat)
    return tally
