"""Match equity: the chance of winning from every score, with both decisions solved at each.

A node is a score after the kick's points, when the eldest chooses; before the deal a score is the
mean of its nodes over the kicks. Scores are solved from the target downwards. Two scores that are
each other turned round lead to one another, where a deal scores nothing, and are settled together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from analysis.allfours.scores import Score, kept_kicks
from analysis.allfours.solution import Game, acts_by, eldest_products, most_kicks, solve
from analysis.run import Tally
from engine.allfours.begging import DEALS, VALUE, VALUES, Acts, value_tally
from engine.allfours.book import PAGE, Book, gift_allowed
from engine.allfours.match import WIN, Equity, worths_in_wins
from engine.allfours.rules import Rules

Books: TypeAlias = npt.NDArray[np.int16]
"""(target, target, 2, PAGE) A book for each node, in units of BOOK."""

BOOK = 100
"""The unit of the books, in millionths of a match."""
_ROUNDS, _PURE = 5, 1
"""As in `solution`, from the book of a score nearby; four times as many from none."""
_CLOSE = 1e-7
_SWEEPS = 20


class Solved(NamedTuple):
    """Every score of a match."""

    books: Books
    values: Tally
    """(target, target, 13, 5) `begging.VALUES` of each node by kick, in WIN."""


def ways_down(target: int, lowest: Score = (0, 0)) -> Iterator[list[Score]]:
    """The scores that can come after `lowest` is dealt, and it, level by level from the end.

    The scores of a level don't lead to one another, but for a score and its reverse, of which the
    one with more points for the dealer's team is left out.

    >>> list(ways_down(3, (1, 1)))
    [[(2, 2)], [(1, 2)], [(1, 1)]]
    """
    few, many = min(lowest), max(lowest)
    for total in range(2 * target - 2, few + many - 1, -1):
        level = [(one, total - one) for one in range(few, total // 2 + 1)]
        level = [(one, two) for one, two in level if many <= two < target]
        if level:
            yield level


def solved(
    game: Game,
    fresh: Game,
    threads: int,
    lowest: Score = (0, 0),
    tell: Callable[[], None] | None = None,
) -> Solved:
    """Solve the scores that can come after `lowest`.

    Parameters
    ----------
    game, fresh : Game
        Deals that decisions are fitted to, and others that say what scores are then worth.
    tell : callable or None
        Called after each score and its reverse.
    """
    rules, target = game.rules, game.rules.target
    books: Books = np.zeros((target, target, 2, PAGE), np.int16)
    products = eldest_products(game)

    def book_at(score: Score, table: _Table) -> Book:
        worths = worths_in_wins(*score, rules, table.equity, most_kicks(rules))
        start = _nearby(books, score, rules)
        more = 4 if start is None else 1
        may_give = gift_allowed(score[1], rules)
        book = solve(game, worths, may_give, start, more * _ROUNDS, more * _PURE, products)
        books[score] = np.clip(np.rint(book / BOOK), -(2**15) + 1, 2**15 - 1)
        return _book(books, score)

    return Solved(books, _filled(fresh, threads, lowest, book_at, tell))


def valued(game: Game, books: Books, threads: int, lowest: Score = (0, 0)) -> Tally:
    """What nodes are worth by these books, in other deals: `Solved.values`."""

    def book_at(score: Score, _: _Table) -> Book:
        return _book(books, score)

    return _filled(game, threads, lowest, book_at, None)


def _nearby(books: Books, score: Score, rules: Rules) -> Book | None:
    """The book of a score nearby at which the same may be done."""
    dealer, eldest = score
    for near in ((dealer + 1, eldest + 1), (dealer, eldest + 1), (dealer + 1, eldest)):
        known = max(near) < rules.target and books[near].any()
        if known and gift_allowed(near[1], rules) == gift_allowed(eldest, rules):
            return _book(books, near) * BOOK
    return None


def _book(books: Books, score: Score) -> Book:
    """The book of a score, in its own unit: a lean's sign is all that counts."""
    book: Book = books[score].astype(np.int64)
    return book


class _Table(NamedTuple):
    """A table that is being filled in."""

    equity: Equity
    values: Tally


def _filled(
    game: Game,
    threads: int,
    lowest: Score,
    book_at: Callable[[Score, _Table], Book],
    tell: Callable[[], None] | None,
) -> Tally:
    """The values of all nodes, each played by the book that `book_at` has for it."""
    target = game.rules.target
    values = np.zeros((target, target, 13, len(VALUES)), np.int64)
    table = _Table(np.full((target, target), 0.5), values)

    def fill(score: Score) -> None:
        both = sorted({score, score[::-1]})
        for one in both:
            table.equity[one] = _guess(table.equity, one)
        acts = {
            one: acts_by(game, book_at(one, table), gift_allowed(one[1], game.rules))
            for one in both
        }
        _settle(game, acts, table)
        if tell:
            tell()

    with ThreadPoolExecutor(threads) as pool:
        for level in ways_down(target, lowest):
            list(pool.map(fill, level))
    return values


def _guess(equity: Equity, score: Score) -> float:
    """A first guess at a score, for deals that lead back to it: that of a later one."""
    last = len(equity) - 1
    later = tuple(min(points + 1, last) for points in score)
    return 0.5 if later == score else float(equity[later])


def _settle(game: Game, acts: dict[Score, Acts], table: _Table) -> None:
    """Value a score and its reverse, again and again until neither moves."""
    rules = game.rules
    for _ in range(_SWEEPS):
        moved = 0.0
        for score, played in acts.items():
            worths = worths_in_wins(*score, rules, table.equity, most_kicks(rules))
            table.values[score] = value_tally(game.deals, worths, played)
            value = _before_deal(table.values, score, rules)
            moved = max(moved, abs(value - table.equity[score]))
            table.equity[score] = value
        if moved < _CLOSE:
            return


def _before_deal(values: Tally, score: Score, rules: Rules) -> float:
    """The dealer's team's chance before the kick at a score."""
    total = 0.0
    for rank, kick in enumerate(kept_kicks(rules)):
        if score[0] + kick >= rules.target:
            total += 1.0
        else:
            node = values[score[0] + kick, score[1], rank]
            total += float(node[VALUE]) / max(1, int(node[DEALS])) / WIN
    return total / 13
