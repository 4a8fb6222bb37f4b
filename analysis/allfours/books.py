"""Where the solved begging decisions of a rule set come from: a published study, or this run."""

from __future__ import annotations

import io
from functools import cache
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from analysis.allfours import equity
from analysis.allfours.equity import BOOK, Books, Score
from analysis.allfours.solution import Game, part, recorded, solve_points
from analysis.provenance import results
from analysis.run import Run, Tally, cores
from engine.allfours.book import Book
from engine.allfours.compare import Stakes
from engine.allfours.match import Equity
from engine.allfours.matches import NodeBooks
from engine.allfours.rules import CLASSIC, TOURNAMENT, Rules
from engine.cards import InputError

PUBLISHED = {CLASSIC: "classic", TOURNAMENT: "tournament"}
"""Rule sets whose solutions lie in results/, and the studies' names there."""
DEALS = 400_000
_SEED = 1
"""Other rule sets are solved from so many deals of this seed, when they are asked for."""


class Decisions(NamedTuple):
    """When to beg and give for points, and where that comes from."""

    book: Book
    source: str

    @property
    def stakes(self) -> Stakes:
        """What is played for where only points count."""
        return Stakes(0, 0, np.zeros((0, 0)), self.book, self.book)


class AtScores(NamedTuple):
    """When to beg and give at every score, and where that comes from."""

    books: Books
    source: str


class AtScore(NamedTuple):
    """When to beg and give at a score, what every score is worth, and where that comes from."""

    book: Book
    equity: Equity
    source: str


class Table(NamedTuple):
    """A published table of equity, and the decisions that it was made with."""

    books: NodeBooks
    """In units of `equity.BOOK`."""
    values: Tally
    """(1 + tenths, target, target, 13, 5) `begging.VALUES` of all trials, then of parts of them."""
    source: str


def table_of(rules: Rules) -> Table:
    """The published table of a rule set that is in PUBLISHED."""
    name = f"equity/{PUBLISHED[rules]}"
    books, digest = _read(f"{name}/books.npy")
    values, _ = _read(f"{name}/values.npy")
    return Table(books.astype(np.int64), values, f"solved in results/{name} ({digest})")


def table_needs(name: str) -> dict[str, str]:
    """The SHA-256 of each file that `table_of` reads, by its name among the results."""
    files = [f"equity/{name}/{file}" for file in ("books.npy", "values.npy")]
    return {file: sha256((results() / file).read_bytes()).hexdigest() for file in files}


@cache
def for_points(rules: Rules) -> Decisions:
    """The solution in which a side wants as many points a deal as it can get."""
    if rules in PUBLISHED:
        book, digest = _read(_book_of(rules))
        where = f"results/begging/{PUBLISHED[rules]}"
        return Decisions(book.astype(np.int64), f"solved in {where} ({digest})")
    return Decisions(solve_points(_game(rules))[0], _solved_now())


@cache
def for_match(rules: Rules, node: Score, lowest: Score) -> AtScore:
    """The solution in which a side wants to win the match.

    Parameters
    ----------
    node : tuple of int
        The dealer's team's points and the eldest's when the eldest chooses.
    lowest : tuple of int
        The same before the deal, or any score that it can come from.
    """
    if rules in PUBLISHED:
        table = table_of(rules)
        worth = equity.equity_of(table.values[0], rules)
        return AtScore(table.books[node] * BOOK, worth, table.source)
    game = _game(rules)
    half = DEALS // 2
    solved = equity.solved(part(game, 0, half), part(game, half, DEALS), cores(), lowest)
    worth = equity.equity_of(solved.values, rules)
    return AtScore(solved.books[node].astype(np.int64) * BOOK, worth, _solved_now())


@cache
def for_scores(rules: Rules) -> AtScores:
    """The solution of every score, where `for_match` looks for one."""
    if rules in PUBLISHED:
        name = f"equity/{PUBLISHED[rules]}"
        books, digest = _read(f"{name}/books.npy")
        return AtScores(books, f"solved in results/{name} ({digest})")
    game, half = _game(rules), DEALS // 2
    solved = equity.solved(part(game, 0, half), part(game, half, DEALS), cores())
    return AtScores(solved.books, _solved_now())


@cache
def _game(rules: Rules) -> Game:
    return recorded(Run(deals=DEALS, seed=_SEED).settled(DEALS), rules)


def _solved_now() -> str:
    return f"solved for these rules in this run, from {DEALS:,} deals of seed {_SEED}"


def needs(rules: Rules) -> dict[str, str]:
    """The SHA-256 of the file that `for_points` reads, if it reads one, by its name."""
    if rules not in PUBLISHED:
        return {}
    name = _book_of(rules)
    return {name: sha256(_content(name)).hexdigest()}


def _book_of(rules: Rules) -> str:
    return f"begging/{PUBLISHED[rules]}/book.npy"


def _content(name: str) -> bytes:
    """A published file.

    Raises
    ------
    InputError
        If nothing is published.
    """
    try:
        return (results() / name).read_bytes()
    except FileNotFoundError:
        study = name.rpartition("/")[0]
        raise InputError(
            f"begging: results/{name} is missing, expected `allfours publish {study}`"
        ) from None


@cache
def _read(name: str) -> tuple[np.ndarray, str]:
    """A published array, and twelve digits of the SHA-256 of its file."""
    content = _content(name)
    digest = sha256(content).hexdigest()[:12]
    return np.load(io.BytesIO(content), allow_pickle=False), digest
