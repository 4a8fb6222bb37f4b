"""The begging game solved: which hands beg, and which give, when both sides know the other's way.

Both seats start from a book and take turns at the best answer to the other's: what an action gains
is fitted to the features of the hands by least squares. Answers are mixed with those of the rounds
before, which is fictitious play: a lean against each of the other's earlier ways, averaged, is a
lean against their mixture.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.allfours import players
from analysis.run import Settled, Tally
from engine.allfours.attack import BY_NUMBER, BY_SIDES, BY_TRUMPS, add_by_class, rest_by_class
from engine.allfours.begging import (
    ALONE,
    ALWAYS,
    DEALS,
    NEVER,
    VALUE,
    Acts,
    Gaps,
    Leans,
    Worths,
    decide,
    gain_tally,
    gaps_of,
    leans_of,
    products_of,
    rests_of,
    value_tally,
)
from engine.allfours.book import (
    DEALERS,
    ELDESTS,
    FEATURES,
    GROUPS,
    KICKS,
    SIDES,
    SUIT,
    Book,
    Page,
    gift_allowed,
    new_book,
)
from engine.allfours.pack import most_runs
from engine.allfours.record import (
    CLEAR,
    ENDINGS,
    STOOD,
    Deals,
    new_deals,
    outcome_of,
    record_tally,
)
from engine.allfours.rules import Rules
from engine.allfours.score import points
from engine.linear import Floats, rest_of, solve_linear

POINT = 1000
"""A point, in the unit of the worths of a deal and of a book."""
ROUNDS, PURE = 20, 3
"""Rounds of answers, and how many of the first are not mixed with those before."""
_RIDGE = 200.0
"""A weight is drawn towards 0 as if so many hands more had its feature and gained nothing."""
_ALIKE = np.full(FEATURES, 3000.0)
_ALIKE[SIDES : SIDES + SUIT] = _ALIKE[KICKS : KICKS + 13] = 50_000.0
"""A weight of a group is drawn towards that of all hands in the same way: side suits and kicks
count much alike with any trumps."""
_MARGIN = 250
"""A hand that leans to standing by so much stands by any book of better weights."""
_AT_ONCE = 8_000_000
_PULL = 300.0
"""The rest of a class counts in full with many more hands than this."""


class Game(NamedTuple):
    """Recorded deals as a begging game."""

    deals: Deals
    rules: Rules


def recorded(run: Settled, rules: Rules, play: str = "expert") -> Game:
    """Deals played both ways by `play`."""
    return _recorded(run, rules, play, new_book()[ELDESTS], -1)


def recorded_close(run: Settled, rules: Rules, book: Book, play: str = "expert") -> Game:
    """Those of a run's deals in which the eldest begs by a book, or is close to it."""
    last = run.first + run.deals
    games = []
    for first in range(run.first, last, _AT_ONCE):
        some = replace(run, first=first, deals=min(_AT_ONCE, last - first))
        game = _recorded(some, rules, play, book[ELDESTS], -_MARGIN)
        games.append(_chosen(game, game.deals.ways[:, STOOD] != CLEAR))
    return joined(*games)


def _recorded(run: Settled, rules: Rules, play: str, page: Page, least: int) -> Game:
    deals = new_deals(run.deals)
    lineup = players.lineup(play, begging=True, seated=rules.players)
    players.tally(run, lineup, record_tally, deals, run.first, page, least, rules)
    return Game(deals, rules)


def joined(*games: Game) -> Game:
    """The deals of games under the same rules."""
    suits, kicks, ways = map(np.concatenate, zip(*(game.deals for game in games), strict=True))
    return Game(Deals(suits, kicks, ways), games[0].rules)


def part(game: Game, first: int, last: int) -> Game:
    """Some of the deals of a game."""
    return _chosen(game, slice(first, last))


def _chosen(game: Game, places: slice | npt.NDArray[np.bool_]) -> Game:
    suits, kicks, ways = game.deals
    return Game(Deals(suits[places], kicks[places], ways[places]), game.rules)


def eldest_products(game: Game) -> Tally:
    """`products_of` of the eldest, who decides with every hand: the same for every worth."""
    products: Tally = products_of(game.deals, np.zeros((0, 2), np.uint8), ELDESTS)
    return products


def gift_open(rules: Rules) -> bool:
    """Whether the dealer may ever give; for points the score is not looked at."""
    return gift_allowed(0, rules)


def most_kicks(rules: Rules) -> int:
    """The most points of kicks that can count after the decision."""
    return (int(most_runs(rules.players)) + 1) * max(rules.kick_points)


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
    acts = np.zeros((game.deals.kicks.size, 2), np.uint8)
    for seat in (DEALERS, ELDESTS):
        _decide(game, leans_of(game.deals, book[seat], seat), may_give, seat, acts)
    return acts


def _decide(game: Game, leans: Leans, may_give: bool, seat: int, acts: Acts) -> None:
    """Fill in who acts in a seat; hands without a trump as the rules have it."""
    if seat == DEALERS and not may_give:
        acts[:, DEALERS] = 0
        return
    free = game.rules.give_void if seat == DEALERS else game.rules.stand_void
    void = ALONE if free else (NEVER if seat == DEALERS else ALWAYS)
    decide(game.deals, leans, seat, void, acts)


def solve(
    game: Game,
    worths: Worths,
    may_give: bool,
    start: Book | None = None,
    rounds: int = ROUNDS,
    pure: int = PURE,
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
    mixed = book.astype(np.float64)
    acts = acts_by(game, book, may_give)
    known = {ELDESTS: eldest_products(game) if products is None else products}
    for done in range(rounds):
        for seat in (ELDESTS, DEALERS) if may_give else (ELDESTS,):
            if seat == DEALERS and done < pure:
                known[seat] = products_of(game.deals, acts, seat)
            step = 2 / (max(done - pure, -1) + 3)
            best = _answer(game, gaps, acts, book, seat, known[seat])
            mixed[seat] += step * (best - mixed[seat])
            book[seat] = np.rint(mixed[seat])
            _decide(game, leans_of(game.deals, book[seat], seat), may_give, seat, acts)
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
    for rounds, pure in ((ROUNDS // 2, PURE), (ROUNDS // 4, 1), (ROUNDS, 1)):
        worths = worths_in_points(game.rules, value)
        book = solve(game, worths, may_give, book, rounds, pure, products)
        value = deal_value(game, worths, acts_by(game, book, may_give))
    assert book is not None
    return book, value


def refine(game: Game, close: Game, book: Book, value: float) -> Book:
    """A book for points with better weights: fitted to more deals, in which the choice is close.

    Parameters
    ----------
    close : Game
        Deals `recorded_close` by the book, others than those of `game`.
    book, value : Book, float
        `solve_points` of the game.
    """
    worths = worths_in_points(game.rules, value)
    return solve(joined(game, close), worths, gift_open(game.rules), book, ROUNDS // 2, 1)


def answer(game: Game, worths: Worths, may_give: bool, book: Book, seat: int) -> Book:
    """A book with the best answer of one seat, by the features of books, to the other's page."""
    gaps, acts = gaps_of(game.deals, worths), acts_by(game, book, may_give)
    best = book.copy()
    products = products_of(game.deals, acts, seat)
    best[seat] = np.rint(_answer(game, gaps, acts, book, seat, products))
    return best


def _answer(game: Game, gaps: Gaps, acts: Acts, book: Book, seat: int, products: Tally) -> Floats:
    """The weights of a seat, fitted to what acting gains: those of all hands, then of each group.

    Parameters
    ----------
    products : (GROUPS, FEATURES, FEATURES) int64
        `products_of` these acts, or of acts much like them: what the book's page leaves
        unexplained is fitted, so that rounds with the same products end at the same weights.
    """
    page = book[seat].reshape(GROUPS, 1, FEATURES)
    rests = rests_of(game.deals, leans_of(game.deals, book[seat], seat), gaps, acts, seat)
    gains = (rests + (products * page).sum(-1)).astype(np.float64)
    of_group, ridge = products.astype(np.float64), np.eye(FEATURES)
    weights = solve_linear(of_group.sum(0) + _RIDGE * ridge, gains.sum(0))
    own = [
        solve_linear(matrix + np.diag(_ALIKE), rest_of(gained, matrix, weights))
        for matrix, gained in zip(of_group, gains, strict=True)
    ]
    return (weights + np.array(own)).reshape(-1)


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
    learned, tried = (leans_of(game.deals, book[seat], seat) for game in (learn, trial))
    for family in (BY_NUMBER, BY_SIDES, BY_TRUMPS):
        sums = rest_by_class(learn.deals, learned, gaps, acts, seat, family)
        hands, gains = sums.T.astype(float)
        rest = np.rint(gains / (hands + _PULL)).astype(np.int64)
        add_by_class(learn.deals, seat, family, rest, learned)
        add_by_class(trial.deals, seat, family, rest, tried)
    acts = acts_by(trial, book, may_give)
    instead = acts.copy()
    _decide(trial, tried, may_give, seat, instead)
    tally: Tally = gain_tally(gaps_of(trial.deals, worths), acts, instead, seat)
    return tally
