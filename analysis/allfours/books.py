"""Where the solved begging decisions of a rule set come from: a published study, or this run."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.allfours.scores import Score, equity_of
from analysis.provenance import results
from analysis.run import Run, Tally, cores
from engine.allfours.book import PAGE, Book
from engine.allfours.compare import Stakes
from engine.allfours.match import Equity
from engine.allfours.matches import NodeBooks
from engine.allfours.rules import CLASSIC, SEVEN_UP, TOURNAMENT, TWO_PLAYER, Rules
from engine.cards import InputError

if TYPE_CHECKING:
    from analysis.allfours.solution import Game

PUBLISHED = {
    CLASSIC: "classic",
    TOURNAMENT: "tournament",
    TWO_PLAYER: "two-player",
    SEVEN_UP: "seven-up",
}
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


class Table(NamedTuple):
    """When to beg and give at every score, what scores are worth, and where that comes from."""

    books: NodeBooks
    """In a unit of their own: only the sign of a lean matters."""
    values: Tally
    """(1 or more, target, target, 13, 5) `begging.VALUES` of all trials, then of parts of them."""
    source: str

    def equity(self, rules: Rules) -> Equity:
        """The chance of winning from every score."""
        return equity_of(self.values[0], rules)


@cache
def for_points(rules: Rules) -> Decisions:
    """The solution in which a side wants as many points a deal as it can get."""
    if rules in PUBLISHED:
        (name,) = _point_files(rules)
        book, where = _book(name), name.rpartition("/")[0]
        return Decisions(book, f"solved in results/{where} ({_digest(name)[:12]})")
    from analysis.allfours.solution import solve_points

    return Decisions(solve_points(_game(rules))[0], _solved_now())


@cache
def for_match(rules: Rules, lowest: Score = (0, 0)) -> Table:
    """The solution in which a side wants to win the match.

    Parameters
    ----------
    lowest : tuple of int
        Where nothing is published, scores that can't come after this one (the dealer's team's
        points, and the eldest's, before the deal) are left out.
    """
    if rules in PUBLISHED:
        name, values = _match_files(rules)
        where = f"results/{name.rpartition('/')[0]} ({_digest(name)[:12]})"
        return Table(_book(name), _read(values), f"solved in {where}")
    from analysis.allfours.equity import solved as solved_from
    from analysis.allfours.solution import part

    game, half = _game(rules), DEALS // 2
    solved = solved_from(part(game, 0, half), part(game, half, DEALS), cores(), lowest)
    return Table(solved.books.astype(np.int64), solved.values[None], _solved_now())


def point_needs(rules: Rules) -> dict[str, str]:
    """The SHA-256 of each published file that `for_points` reads, by its name."""
    return digests(_point_files(rules))


def match_needs(rules: Rules) -> dict[str, str]:
    """The SHA-256 of each published file that `for_match` reads, by its name."""
    return digests(_match_files(rules))


def digests(names: Iterable[str]) -> dict[str, str]:
    """The SHA-256 of published files, by their names."""
    return {name: _digest(name) for name in names}


def _point_files(rules: Rules) -> list[str]:
    return [f"begging/{PUBLISHED[rules]}/book.npy"] if rules in PUBLISHED else []


def _match_files(rules: Rules) -> list[str]:
    if rules not in PUBLISHED:
        return []
    return [f"equity/{PUBLISHED[rules]}/{file}.npy" for file in ("books", "values")]


@cache
def _game(rules: Rules) -> Game:
    from analysis.allfours.solution import recorded

    return recorded(Run(deals=DEALS, seed=_SEED).settled(DEALS), rules)


def _solved_now() -> str:
    return f"solved for these rules in this run, from {DEALS:,} deals of seed {_SEED}"


def content(name: str) -> bytes:
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


def _digest(name: str) -> str:
    return sha256(content(name)).hexdigest()


@cache
def _read(name: str) -> npt.NDArray[Any]:
    """A published array."""
    array: npt.NDArray[Any] = np.load(io.BytesIO(content(name)), allow_pickle=False)
    return array


def _book(name: str) -> npt.NDArray[np.int64]:
    """A published book, or many.

    Raises
    ------
    InputError
        If its pages are those of another engine.
    """
    books = _read(name)
    if books.shape[-2:] != (2, PAGE):
        study = name.rpartition("/")[0]
        raise InputError(
            f"begging: results/{name} was published by another engine, expected "
            f"`allfours publish {study}`"
        )
    return books.astype(np.int64)
