"""The chart of begging by the score: how often hands beg, once the kick is counted."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.allfours import books, players
from analysis.allfours.equity import BOOK
from analysis.allfours.hand_classes import HOLDINGS, by_holding
from analysis.allfours.scores import SMALL_WIN, Score, kept_kicks
from analysis.allfours.settings import made_by
from analysis.allfours.solution import Game, acts_by, recorded
from analysis.estimate import FEWEST_FOR_VERDICT
from analysis.report import Grid, Row, share_row, table
from analysis.run import Run, Settled, Tally
from engine.allfours.begging import leans_of
from engine.allfours.book import ELDESTS, Book, gift_allowed
from engine.allfours.match import WIN
from engine.allfours.rules import CLASSIC, Rules, check_kicked

DEALS = 200_000
QUESTION: Final = "How often does the eldest beg, by the score?"
_AT_ONCE = 400_000
_HANDS: Final = {
    "all": "all hands",
    "no_trump": "a hand without a trump",
    "lone_J": "a hand with a lone jack",
    "lone_T": "a hand with a lone ten",
}
"""Hands that are counted, by a part of the names of the report's rows."""


def beg_by_score(rules: Rules = CLASSIC, play: str = "expert", run: Run = Run()) -> pd.DataFrame:
    """How often the eldest begs at every score, once the kick is counted, by the solution.

    Returns
    -------
    DataFrame
        Rows ``begs_HANDS_D-E``: the share of these hands that beg at a score, the dealer's
        team's points first.
    """
    settled = run.settled(players.share(DEALS, play, cards=9))
    return report(tally(check_kicked(rules), play, settled), rules, play, settled)


def tally(rules: Rules, play: str, run: Settled) -> Tally:
    """By score and kind of hand, flat: hands that beg, all, and the sum of their leans' sizes.

    Leans are in units of `equity.BOOK`.
    """
    solution = books.for_match(rules)
    counts = np.zeros((rules.target, rules.target, len(_HANDS), 3), np.int64)
    for game in _games(run, rules, play):
        hands = _hands(game)

        def count(score: Score, game: Game = game, hands: Tally = hands) -> Tally:
            return _counted(game, hands, score, solution.books[score])

        scores = list(np.ndindex(rules.target, rules.target))
        with ThreadPoolExecutor(run.threads) as pool:
            for score, found in zip(scores, pool.map(count, scores), strict=True):
                counts[score] += found
    return counts.reshape(-1)


def report(tally: Tally, rules: Rules, play: str, run: Settled) -> pd.DataFrame:
    """The report from its counts."""
    counts = tally.reshape(rules.target, rules.target, len(_HANDS), 3)
    rows = _rows(counts)
    source = books.for_match(rules).source
    grids = [
        _grid(rows[hands], label, counts[:, :, place])
        for place, (hands, label) in enumerate(_HANDS.items())
    ]
    return table(
        [row for part in rows.values() for row in part],
        QUESTION,
        made_by(run, rules, play, **players.learned(play, seated=rules.players), begging=source),
        headline=_headline(rows["all"], grids[0].undecided),
        grids=grids,
        notes=[
            "D-E: the dealer's team's points, then the eldest's, after the kick is counted. Both "
            "sides want to win the match, and act as is best at that score.",
            "Hatched: on the average of these hands the two actions differ by less than "
            f"{SMALL_WIN} of a match, and it is chance which of them the solution takes.",
            players.MODEL_NOTE,
        ],
    )


def _games(run: Settled, rules: Rules, play: str) -> Iterator[Game]:
    """The deals of a run, part by part."""
    for first in range(run.first, run.first + run.deals, _AT_ONCE):
        deals = min(_AT_ONCE, run.first + run.deals - first)
        yield recorded(replace(run, first=first, deals=deals), rules, play)


def _hands(game: Game) -> Tally:
    """Which hands belong to each of _HANDS, as rows of 0 and 1."""
    held = by_holding(game.deals, ELDESTS)
    rows = [np.ones_like(held)]
    rows += [held == HOLDINGS.index(name.replace("_", " ")) for name in list(_HANDS)[1:]]
    return np.array(rows, np.int64)


def _counted(game: Game, hands: Tally, score: Score, book: Book) -> Tally:
    """Of each of _HANDS at a score: how many beg, how many there are, the sum of the leans' sizes.

    A kick that scores more than the dealer's team has can't have come just before.
    """
    possible = np.array(kept_kicks(game.rules))[game.deals.kicks] <= score[0]
    begs = acts_by(game, book, gift_allowed(score[1], game.rules))[:, ELDESTS] == 1
    sizes = np.abs(leans_of(game.deals, book[ELDESTS], ELDESTS))
    columns = [possible & begs, possible, possible * sizes]
    sums: npt.NDArray[np.int64] = hands @ np.stack(columns, 1).astype(np.int64)
    return sums


def _rows(counts: Tally) -> dict[str, list[Row]]:
    return {
        hands: [
            share_row(f"begs_{hands}_{one}-{two}", *counts[one, two, place, :2].tolist())
            for one, two in np.ndindex(counts.shape[:2])
        ]
        for place, hands in enumerate(_HANDS)
    }


def _grid(rows: list[Row], hands: str, counts: Tally) -> Grid:
    target, most = len(counts), SMALL_WIN * WIN / BOOK
    names = [row["name"] if row["n"] >= FEWEST_FOR_VERDICT else "" for row in rows]
    small = (counts[:, :, 2] < most * counts[:, :, 1]).reshape(-1)
    points = tuple(map(str, range(target)))
    return Grid(
        f"How many of {hands} beg" if hands == "all hands" else f"How often {hands} begs",
        "points of the eldest's team",
        "points of the dealer's team, kick counted",
        points,
        points,
        tuple(tuple(names[start : start + target]) for start in range(0, len(names), target)),
        percent=True,
        undecided=tuple(name for name, hatched in zip(names, small, strict=True) if hatched),
    )


def _headline(rows: list[Row], undecided: tuple[str, ...]) -> str:
    """The first score, and where the eldest begs most and least; scores that are hatched apart."""
    shown = [row for row in rows if row["n"] >= FEWEST_FOR_VERDICT and row["name"] not in undecided]
    if not shown:
        return f"To say anything takes {FEWEST_FOR_VERDICT} deals or more."

    def said(row: Row) -> str:
        return f"{100 * row['value']:.0f} % at {row['name'].rpartition('_')[2]}"

    most, least = max(shown, key=_share), min(shown, key=_share)
    return (
        f"The eldest begs with {said(rows[0])} (dealer's team first), from {said(least)} to "
        f"{said(most)}."
    )


def _share(row: Row) -> float:
    return float(row["value"])
