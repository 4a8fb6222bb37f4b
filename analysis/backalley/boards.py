"""When to board: how often it is done by solved bidders, and what it gains on a number."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd

from analysis import tallies
from analysis.backalley import books, rule_sets
from analysis.backalley.dealing import hand_size
from analysis.backalley.records import GAME
from analysis.provenance import Inputs
from analysis.report import Grid, Row, mean_row, share_row, table, with_error
from analysis.run import Run, Settled, Tally
from analysis.settings import made_by
from analysis.tallies import Cell, Counted
from engine.backalley.bidding import SOLVED
from engine.backalley.boards import (
    BY_BOOK,
    CELL,
    CLASSES,
    GAINS,
    HELD,
    HELD_ONE,
    HELD_TWO,
    NUMBERS,
    SWEEPS,
    WHEN,
    board_tally,
)
from engine.backalley.book import MIXED
from engine.backalley.cards import SORTED_PACK
from engine.backalley.deal import Known
from engine.backalley.legal import most_tricks
from engine.backalley.rules import CLASSIC, MOST_CARDS, Rules, check
from engine.backalley.strategy import SIMPLE, Strategy

DEALS = 50_000
DEALS_EACH = 10_000
"""For each size of hand, when all of them are asked for."""
QUESTION = "When should a hand be boarded, by the cards in a hand?"
FEW = 30
"""Of so few hands a row is left out."""
_RARE = 0.001
_SEED = 2
_PUBLISHED = 100_000
_ALL_SOLVED = Strategy(SIMPLE, SIMPLE, SOLVED, SOLVED)
_SIZES = tuple(range(1, MOST_CARDS + 1))
_HELD = {1: HELD_ONE, 2: HELD_TWO}
_WORDS = {
    "BB": "BB",
    "LB": "LB",
    "ace": "the ace",
    "king": "the king",
    "queen": "the queen",
    "jack": "the jack",
    "low_trump": "lower trumps",
    "plain_ace": "plain aces",
    "plain": "other plain cards",
    "BB_LB": "both jokers",
    "BB_trump": "BB and a trump",
    "LB_trump": "LB and a trump",
    "ace_trump": "ace and another trump",
    "two_trumps": "two lower trumps",
    "BB_plain": "BB and a plain card",
    "LB_plain": "LB and a plain card",
    "trump_plain": "another trump and a plain card",
    "two_plain": "two plain cards",
}
_SEATS, _MADE, _POINTS = 0, 2, 3


class _Counts(NamedTuple):
    """What was counted of hands of a size."""

    cards: int
    deals: int
    with_board: int
    cells: Tally
    """(WHEN, CLASSES, CELL) as in `board_tally`."""


def boards(cards: int | None = None, rules: Rules = CLASSIC, run: Run = Run()) -> pd.DataFrame:
    """When should a hand be boarded?

    Parameters
    ----------
    cards : int or None
        The size of the hand; None for all sizes.

    Returns
    -------
    DataFrame
        The names of rows end in ``6c`` for hands of six cards. ``with_board``: deals with a board
        among the four bids; ``boards``, ``made``, ``points`` and ``gain``: hands that the solved
        bidders board, how often that is made, points of the team minus the other's, and what they
        gain on a number, in points of the same deals. ``gain_sweep_60``: what a board gains with
        hands whose chance of all tricks is from 60 to 70 %; ``gain_LB_first`` and
        ``made_LB_first``, of a short hand with LB that is first to bid.
    """
    check(rules)
    sizes = _SIZES if cards is None else (hand_size(cards),)
    settled = run.settled(DEALS_EACH if cards is None else DEALS)
    counted = {size: Counted(_tally(rules, sizes, size, settled), settled.deals) for size in sizes}
    return _report(settled, rules, sizes, counted)


def _tally(rules: Rules, sizes: tuple[int, ...], cards: int, run: Settled) -> Tally:
    book = books.bidding(rules, *sizes).book
    return run.tally(board_tally, SORTED_PACK, Known(cards), rules, _ALL_SOLVED, book)


def _counts(cards: int, counted: Counted) -> _Counts:
    cells = counted.tally[1:].reshape(len(WHEN), CLASSES, CELL)
    return _Counts(cards, counted.deals, int(counted.tally[0]), cells)


# The report


def _report(
    run: Settled, rules: Rules, sizes: tuple[int, ...], counted: dict[int, Counted]
) -> pd.DataFrame:
    rows: list[Row] = []
    for cards, found in counted.items():
        rows += _rows(_counts(cards, found), rules)
    by_name = {row["name"]: row for row in rows}
    source = books.bidding(rules, *sizes).source
    made = made_by(run, rule_sets.describe(rules), "solved", bidding=source)
    asked = f"hands of {sizes[0]} card{'s' if sizes[0] > 1 else ''}"
    return table(
        rows,
        QUESTION if len(sizes) > 1 else f"When should a hand be boarded ({asked})?",
        {"game": GAME, **made},
        headline=_headline(by_name, sizes),
        grids=_grids(by_name, sizes),
        notes=list(_NOTES),
    )


def _rows(counts: _Counts, rules: Rules) -> list[Row]:
    """All rows about hands of one size."""
    cells, suffix = counts.cells, f"_{counts.cards}c"
    booked = cells[:, BY_BOOK].sum(0)
    n = int(booked[_SEATS])
    rows = [
        share_row(f"with_board{suffix}", counts.with_board, counts.deals),
        share_row(f"boards{suffix}", n, 4 * counts.deals),
    ]
    if n >= FEW:
        rows += [
            share_row(f"made{suffix}", int(booked[_MADE]), n),
            mean_row(f"points{suffix}", int(booked[_POINTS]), int(booked[_POINTS + 1]), n),
            _gain(f"gain{suffix}", booked, counts.cards, rules),
        ]
    for place in range(SWEEPS):
        cell = cells[:, HELD + place].sum(0)
        if cell[_SEATS] >= FEW:
            rows.append(_gain(f"gain_sweep_{10 * place}{suffix}", cell, counts.cards, rules))
    for place, held in enumerate(_HELD.get(counts.cards, ())):
        for cell, when in zip(cells[:, place], WHEN, strict=True):
            if (seats := int(cell[_SEATS])) >= FEW:
                name = f"{held}_{when}{suffix}"
                rows.append(_gain(f"gain_{name}", cell, counts.cards, rules))
                rows.append(share_row(f"made_{name}", int(cell[_MADE]), seats))
    return rows


def board_rows(cards: int, counted: Counted, rules: Rules) -> dict[str, Row]:
    """The rows about hands of a size by name, from `board_tally`."""
    return {row["name"]: row for row in _rows(_counts(cards, counted), rules)}


def _gain(name: str, cell: Tally, cards: int, rules: Rules) -> Row:
    """What boards gain on a number: in the shortest hands on the best of all that may be bid."""
    choices = min(most_tricks(cards, rules) + 1, NUMBERS) if cards <= MIXED else 1
    gains = cell[GAINS:].reshape(NUMBERS, 2)[:choices]
    total, squares = gains[int(np.argmin(gains[:, 0]))].tolist()
    return mean_row(name, total, squares, int(cell[_SEATS]))


def _open(row: Row) -> bool:
    """Whether a row's interval has zero in it."""
    return bool(row["low"] is None or row["low"] <= 0 <= row["high"])


def _grids(rows: dict[str, Row], sizes: tuple[int, ...]) -> list[Grid]:
    """Shares, gains by chance, and gains by the cards of short hands."""

    def known(name: str) -> str:
        return name if name in rows else ""

    def grid(title: str, across: str, down: str, columns: dict[str, str], lines: dict[str, str],
             percent: bool = False) -> Grid:  # fmt: skip
        found = {
            label: tuple(known(line.format(column)) for column in columns.values())
            for label, line in lines.items()
        }
        found = {label: line for label, line in found.items() if any(line)}
        cells = tuple(found.values())
        unclear = tuple(name for line in cells for name in line if name and _open(rows[name]))
        return Grid(
            title, across, down, tuple(columns), tuple(found), cells, percent,
            () if percent else unclear,
        )  # fmt: skip

    by_size = {str(cards): f"{{}}_{cards}c" for cards in sizes}
    shares = {"of deals": "with_board", "of hands": "boards", "made": "made"}
    gains = {f"{10 * place}-{10 * place + 10} %": f"gain_sweep_{10 * place}"
             for place in range(SWEEPS)}  # fmt: skip
    grids = [
        grid("Boards: share of deals and of hands, and how often made", "what",
             "cards in a hand", shares, by_size, True),
        grid("Points that the solution's boards come to, and gain on a number", "what",
             "cards in a hand", {"points": "points", "gain": "gain"}, by_size),
        grid("Points that a board gains on a number (?: may be 0)", "chance of all tricks",
             "cards in a hand", gains, by_size),
    ]  # fmt: skip
    for cards, names in _HELD.items():
        if cards in sizes:
            lines = {_WORDS[held]: f"gain_{held}_{{}}_{cards}c" for held in names}
            title = f"Points that a board gains on a number, hands of {cards} (?: may be 0)"
            grids.append(
                grid(
                    title,
                    "when, or whose board was heard",
                    "held",
                    {_WHEN[when]: when for when in WHEN},
                    lines,
                )
            )
    return grids


_WHEN = {
    "first": "first to bid",
    "later": "later",
    "opponent": "an opponent",
    "partner": "the partner",
}


def _gains(rows: dict[str, Row], held: str, when: str, cards: int) -> bool:
    """Whether a hand gains by a board beyond doubt."""
    row = rows.get(f"gain_{held}_{when}_{cards}c")
    return row is not None and row["low"] is not None and row["low"] > 0


def _listed(rows: dict[str, Row], when: str, cards: int) -> str:
    """The hands that gain by a board, in words."""
    words = [_WORDS[held] for held in _HELD[cards] if _gains(rows, held, when, cards)]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words) or "nothing"


def _headline(rows: dict[str, Row], sizes: tuple[int, ...]) -> str:
    """When to board, in words."""
    said = []
    for cards in sizes:
        if cards in _HELD:
            what = "one card" if cards == 1 else "two cards"
            said.append(
                f"With {what}, first to bid, board with {_listed(rows, 'first', cards)}; after an "
                f"opponent's board with {_listed(rows, 'opponent', cards)}."
            )
    if len(sizes) == 1:
        row = rows[f"boards_{sizes[0]}c"]
        made = f"made_{sizes[0]}c"
        said.append(f"The solution boards {with_error(row, 2, 100)} % of hands")
        if made in rows:
            said[-1] += f", makes {with_error(rows[made], 1, 100)} % of boards"
        return " ".join(said) + "."
    some = [cards for cards in sizes if rows[f"boards_{cards}c"]["value"] >= _RARE]
    return (
        f"{' '.join(said)} With more than {max(some, default=0)} cards less than one hand in a "
        "thousand is boarded."
    )


_NOTES = (
    "Gains are paired: each hand is boarded and bid a number on the same deal, all other seats "
    "bidding by the solution; in hands of one and two cards the number is the best of pass, 1 and "
    "2 (those that may be bid) for all hands of a row, in others the solution's own. Points are "
    "the team's minus the other's; where all pass nothing is scored. After an opponent's board a "
    "board is a double.",
    "The chance of all tricks is what the solution expects of the hand and the bids heard. Trumps "
    "that aren't named are any others; hands without a trump suit count by their chance alone. "
    f"Rows of fewer than {FEW} hands are left out. The four hands of a deal count as if they were "
    "of four deals.",
    "The cards are played by simple. The intervals cover chance only, not the model: how far other "
    "bidders and players would move the answer.",
)


def work(asked: int | None, cards: int | None) -> int:
    """How many deals are played in all."""
    each = asked or (DEALS_EACH if cards is None else DEALS)
    return each * (MOST_CARDS if cards is None else 1)


# As a study


def _cells(inputs: Inputs) -> dict[str, Cell]:
    rules = rule_sets.from_record(inputs["rules"])
    return {
        f"size_{cards}": Cell(inputs["deals"], partial(_tally, rules, _SIZES, cards))
        for cards in _SIZES
    }


def _published(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    rules = rule_sets.from_record(inputs["rules"])
    run = Run(deals=inputs["deals"], seed=inputs["seed"], threads=1).settled(1)
    found = {cards: counted[f"size_{cards}"] for cards in _SIZES}
    return _report(run, rules, _SIZES, found)


STUDY = replace(
    tallies.study(
        QUESTION, {"rules": "classic", "seed": _SEED, "deals": _PUBLISHED}, _cells, _published,
        rule_sets.RULE_SETS.spelled, partial(books.needs, CLASSIC),
    ),
    game="backalley",
)  # fmt: skip
