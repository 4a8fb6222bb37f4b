"""The chart of the jack: how often it is saved, by its holder and the trumps beside it."""

from __future__ import annotations

from typing import Final

import pandas as pd

from analysis.allfours import players
from analysis.allfours.settings import made_by
from analysis.estimate import FEWEST_FOR_VERDICT
from analysis.report import Grid, Row, share_row, table
from analysis.run import Run, Settled, Tally
from engine.allfours.jack import JACK_RESULTS, MOST_TRUMPS, jack_tally
from engine.allfours.rules import CLASSIC, Rules, check_kicked

DEALS = 2_000_000
QUESTION: Final = "How often does the side that is dealt the trump jack save it?"
_WITH: Final = ("bare", "with one", "with two", "with three\nor more")
_SEATS: Final = {
    "eldest": "the eldest",
    "dealer-partner": "the dealer's partner",
    "eldest-partner": "the eldest's partner",
    "dealer": "the dealer",
}
"""In the order in which they play to the first trick."""


def jack(rules: Rules = CLASSIC, play: str = "expert", run: Run = Run()) -> pd.DataFrame:
    """How often a team that was dealt the trump jack keeps it, if every deal is stood.

    Returns
    -------
    DataFrame
        Rows ``saved_SEAT_T``: SEAT holds the jack among T trumps (4: four or more); and
        ``saved_SEAT`` for all of its hands.
    """
    settled = run.settled(players.share(DEALS, play))
    return report(tally(rules, play, settled), rules, play, settled)


def tally(rules: Rules, play: str, run: Settled) -> Tally:
    """The counts of `jack_tally`."""
    lineup = players.lineup(play, seated=rules.players)
    return players.tally(run, lineup, jack_tally, check_kicked(rules))


def report(tally: Tally, rules: Rules, play: str, run: Settled) -> pd.DataFrame:
    """The report from its counts."""
    counts = tally.reshape(len(players.SEATS), MOST_TRUMPS, len(JACK_RESULTS))
    rows = _rows(counts)
    saved, dealt = counts.sum((0, 1)).tolist()
    share = f"{100 * saved / dealt:.1f} % of the time." if dealt else "in no deal here."
    return table(
        rows,
        QUESTION,
        made_by(run, rules, play, **players.learned(play, seated=rules.players)),
        headline=f"Every deal is stood, six cards each. The jack comes home {share}",
        grids=[_grid(rows)],
        notes=[
            "With one: one more trump in the same hand. The eldest leads to the first trick. All "
            "deals are stood, also those in which begging is better, as with most bare jacks.",
            *players.notes(play, rules),
        ],
    )


def _rows(counts: Tally) -> list[Row]:
    rows = []
    for seat in _SEATS:
        cells = counts[players.SEATS.index(seat)]
        for trumps, (saved, deals) in enumerate(cells.tolist(), 1):
            rows.append(share_row(f"saved_{seat}_{trumps}", saved, deals))
        saved, deals = cells.sum(0).tolist()
        rows.append(share_row(f"saved_{seat}", saved, deals))
    return rows


def _grid(rows: list[Row]) -> Grid:
    names = [row["name"] if row["n"] >= FEWEST_FOR_VERDICT else "" for row in rows]
    width = MOST_TRUMPS + 1
    return Grid(
        "The jack is saved",
        "trumps beside the jack in the same hand",
        "who holds it",
        (*_WITH, "all hands"),
        tuple(_SEATS.values()),
        tuple(tuple(names[start : start + width]) for start in range(0, len(names), width)),
        percent=True,
    )
