"""The bidding solved: no turn, and no team, gains by leaving it.

What is found depends on where it began: the two turns of a team can settle on one agreement, and
gain by another that neither finds alone. So several solutions are found, and the one is kept that
teams gain least by leaving.
"""

from __future__ import annotations

from dataclasses import replace

from analysis.backalley.leaving import most_gained
from analysis.backalley.pages_solved import TRUST, solve_rounds
from analysis.backalley.shares_solved import other_shares, solve_shares
from analysis.backalley.solved_hands import Game, kinds, parts
from analysis.run import Settled
from engine.backalley.book import MIXED, SUITED, Book

_ENOUGH = 0.07
"""Points a hand: no other solution is tried if no team is found to gain more."""
_TRUSTS = (TRUST, 0.3, 0.35, 0.2)
"""How far opponents are trusted in one solution after the other."""


def solve(run: Settled, game: Game, book: Book) -> None:
    """Fill in what a book says of hands of a size.

    Those without a trump suit, which are rare, are solved from a quarter of the deals, and once.

    Parameters
    ----------
    run : Settled
        The deals of the first solution. Each of the others has as many more, next to them, except
        that bids that are drawn are drawn from these.
    """
    for kind in kinds(game.rules):
        some = run if kind == SUITED else replace(run, deals=max(run.deals // 4, 1))
        _solve_kind(some, game if kind == SUITED else game._replace(starts=1), kind, book)


def _solve_kind(run: Settled, game: Game, kind: int, book: Book) -> None:
    place = game.cards - 1
    least, best = float("inf"), None
    for number in range(game.starts):
        _solve_from(number, run, game, kind, book)
        if game.starts == 1:
            return
        learn, trial = parts(_after(run, number + 1), 2)
        gained = most_gained(learn, trial, game, kind, book)
        if gained < least:
            least, best = gained, Book(book.pages.copy(), book.shares.copy())
        if least < _ENOUGH:
            break
    if best is not None:
        book.pages[place, kind] = best.pages[place, kind]
        if game.cards <= MIXED:
            book.shares[place, kind] = best.shares[place, kind]


def _after(run: Settled, times: int) -> Settled:
    """As many deals as a run has, so many times farther on."""
    return replace(run, first=run.first + times * run.deals)


def _solve_from(number: int, run: Settled, game: Game, kind: int, book: Book) -> None:
    """Fill in a solution, one of several."""
    if game.cards > MIXED:
        trust = _TRUSTS[number % len(_TRUSTS)]
        solve_rounds(_after(run, number), game, kind, book, trust)
    elif number == 0:
        solve_shares(run, game, kind, book)
    else:
        other_shares(run, game, kind, book, number)
