"""What an action gains over the other, by classes of hands, averaged over recorded deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pandas as pd

from analysis.allfours import books, players
from analysis.allfours.hand_classes import Classes
from analysis.allfours.settings import made_by
from analysis.allfours.solution import (
    POINT,
    Game,
    acts_by,
    fresh_value,
    gift_open,
    recorded,
    worths_in_points,
)
from analysis.estimate import FEWEST_FOR_VERDICT
from analysis.report import Grid, Row, mean_row, table
from analysis.run import Run, Settled, Tally
from engine.allfours.begging import gaps_of
from engine.allfours.book import DEALERS, ELDESTS, Book
from engine.allfours.record import Deals
from engine.allfours.rules import Rules, check_kicked

DEALS = 3_000_000
_AT_ONCE = 1_000_000
"""Deals in memory at a time."""

Classing = Callable[[Deals, int], Classes]
"""By the deals and the seat that decides, the class of each of its hands."""


class Sheet(NamedTuple):
    """A grid to be filled in: what its rows and columns are, and which hands belong there."""

    title: str
    down: str
    rows: dict[str, str]
    """Labels by their part of the names of the report's rows."""
    row_of: Classing
    across: str
    columns: dict[str, str]
    column_of: Classing


class Decided(NamedTuple):
    """Hands that decide, and what acting gained each, in POINT."""

    deals: Deals
    gains: Tally


def decided(run: Settled, rules: Rules, play: str, seat: int) -> Iterator[Decided]:
    """The deals of a run, part by part, in which a seat decides: the other seat's page is best.

    The eldest always does, the dealer where he is begged. What a fresh deal is worth, which
    follows an exhausted pack, comes from the first part.
    """
    book = books.for_points(rules).book
    fresh = None
    for first in range(run.first, run.first + run.deals, _AT_ONCE):
        deals = min(_AT_ONCE, run.first + run.deals - first)
        game = recorded(replace(run, first=first, deals=deals), rules, play)
        fresh = fresh_value(game, book) if fresh is None else fresh
        yield _decided(game, book, fresh, seat)


def _decided(game: Game, book: Book, fresh: float, seat: int) -> Decided:
    acts = acts_by(game, book, gift_open(game.rules))
    given, stood = gaps_of(game.deals, worths_in_points(game.rules, fresh)).T.astype(np.int64)
    if seat == ELDESTS:
        return Decided(game.deals, stood - np.where(acts[:, DEALERS] == 1, given, 0))
    asked = acts[:, ELDESTS] == 1
    deals = Deals(game.deals.suits[asked], game.deals.kicks[asked], game.deals.ways[asked])
    return Decided(deals, given[asked])


def cell_sums(rows: Classes, columns: Classes, shape: tuple[int, int], gains: Tally) -> Tally:
    """For each cell how many hands there are, the sum of their gains and of the gains' squares.

    Returns
    -------
    (3, rows, columns) int64
    """
    kept = (rows >= 0) & (columns >= 0)
    place = rows[kept] * shape[1] + columns[kept]
    weights = None, gains[kept], gains[kept] ** 2
    size = shape[0] * shape[1]
    sums = [np.bincount(place, weight, size).astype(np.int64) for weight in weights]
    return np.stack(sums).reshape(3, *shape)


class Sheets(NamedTuple):
    """A question that is answered by sheets of what an action gains."""

    question: str
    sheets: tuple[Sheet, ...]
    seat: int
    notes: Callable[[Rules], list[str]]

    def ask(self, rules: Rules, play: str, run: Run) -> pd.DataFrame:
        """The answer from deals that are played now."""
        settled = run.settled(players.share(DEALS, play, cards=9))
        return self.report(self.tally(check_kicked(rules), play, settled), rules, play, settled)

    def tally(self, rules: Rules, play: str, run: Settled) -> Tally:
        """The sums of all cells, as `cell_sums` has them, sheet by sheet and flat."""
        sums = [
            np.zeros((3, len(sheet.rows), len(sheet.columns)), np.int64) for sheet in self.sheets
        ]
        for deals, gains in decided(run, rules, play, self.seat):
            for sheet, total in zip(self.sheets, sums, strict=True):
                rows, columns = (of(deals, self.seat) for of in (sheet.row_of, sheet.column_of))
                total += cell_sums(rows, columns, (total.shape[1], total.shape[2]), gains)
        return np.concatenate([total.reshape(-1) for total in sums])

    def report(self, tally: Tally, rules: Rules, play: str, run: Settled) -> pd.DataFrame:
        """The mean gain in each cell of the sheets.

        Returns
        -------
        DataFrame
            A row for each cell, the sheet's row and column in its name; ``attrs`` holds the
            grids. Cells of few hands are left out of them, and hatched where the interval holds 0.
        """
        rows, start = [], 0
        for sheet in self.sheets:
            size = 3 * len(sheet.rows) * len(sheet.columns)
            rows.append(_rows(sheet, tally[start : start + size]))
            start += size
        source = books.for_points(rules).source
        return table(
            [row for part in rows for row in part],
            self.question,
            made_by(
                run, rules, play, **players.learned(play, seated=rules.players), begging=source
            ),
            headline=_headline(self.sheets[0], rows[0], self.seat),
            grids=[_grid(sheet, part) for sheet, part in zip(self.sheets, rows, strict=True)],
            notes=[*self.notes(rules), _FEW, *players.notes(play, rules)],
        )


_FEW = (
    f"Cells of fewer than {FEWEST_FOR_VERDICT} hands are left blank; in a cell with a question "
    "mark the 95 % interval holds 0."
)


def _rows(sheet: Sheet, sums: Tally) -> list[Row]:
    names = [f"{row}_{column}" for row in sheet.rows for column in sheet.columns]
    cells = sums.reshape(3, -1).T.tolist()
    return [
        mean_row(name, total, squares, n, scale=1 / POINT)
        for name, (n, total, squares) in zip(names, cells, strict=True)
    ]


def _shown(row: Row) -> bool:
    return bool(row["n"] >= FEWEST_FOR_VERDICT)


def _undecided(row: Row) -> bool:
    return bool(row["low"] <= 0 <= row["high"])


def _grid(sheet: Sheet, rows: list[Row]) -> Grid:
    names = [row["name"] if _shown(row) else "" for row in rows]
    width = len(sheet.columns)
    return Grid(
        sheet.title,
        sheet.across,
        sheet.down,
        tuple(sheet.columns.values()),
        tuple(sheet.rows.values()),
        tuple(tuple(names[start : start + width]) for start in range(0, len(names), width)),
        undecided=tuple(row["name"] for row in rows if _shown(row) and _undecided(row)),
    )


_WORDS = {ELDESTS: ("Beg", "Stand"), DEALERS: ("Give", "Run")}


def _headline(sheet: Sheet, rows: list[Row], seat: int) -> str:
    """With which holdings one action is the better, and with which the columns decide.

    Undecided cells are left out: there one action is about as good as the other.
    """
    width = len(sheet.columns)
    act, other = _WORDS[seat]
    said: dict[str, list[str]] = {act: [], "By the side cards": [], other: []}
    for place, label in enumerate(sheet.rows.values()):
        cells = rows[place * width : (place + 1) * width]
        signs = {row["value"] > 0 for row in cells if _shown(row) and not _undecided(row)}
        if signs:
            both = "By the side cards" if len(signs) == 2 else ""
            said[both or (act if True in signs else other)].append(label)
    if not any(said.values()):
        return "So few deals decide nothing."
    if sum(map(len, said.values())) == len(sheet.rows) and len(said[other]) > 1:
        said[other] = ["all other hands"]
    return " ".join(f"{word}: {_joined(labels)}." for word, labels in said.items() if labels)


def _joined(labels: list[str]) -> str:
    """Labels in a row; those of lone trumps together.

    >>> _joined(["no trump", "lone 5", "lone 6", "two of 2-4"])
    'no trump; a lone 5, 6; two of 2-4'
    """
    lone = [label.removeprefix("lone ") for label in labels if label.startswith("lone ")]
    parts = [f"a lone {', '.join(lone)}"] if lone else []
    for label in labels:
        if label == "no trump":
            parts.insert(0, label)
        elif not label.startswith("lone "):
            parts.append(label)
    return "; ".join(parts)
