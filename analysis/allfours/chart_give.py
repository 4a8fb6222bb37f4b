"""The chart of giving: with which hands the dealer who is begged gives."""

from __future__ import annotations

from typing import Final

import pandas as pd

from analysis.allfours.chart_beg import SHEETS
from analysis.allfours.gains import Sheet, Sheets
from analysis.allfours.hand_classes import by_higher, by_lower
from analysis.run import Run
from engine.allfours.book import DEALERS
from engine.allfours.rules import CLASSIC, Rules
from engine.cards import RANKS

_SHEETS: Final = (
    SHEETS[0]._replace(title="Points a deal that giving gains over running"),
    Sheet(
        "The same with two trumps",
        "the higher trump",
        {f"two_{rank}": rank for rank in RANKS[1:]},
        by_higher,
        "the lower trump",
        {rank: rank for rank in RANKS[:-1]},
        by_lower,
    ),
    SHEETS[1],
)


def _notes(rules: Rules) -> list[str]:
    notes = [
        "A positive number is what giving gains the dealer's team over running, points a deal; "
        "only deals in which the eldest begs as is best for him count.",
    ]
    if not rules.give_void:
        notes.append("These rules forbid giving without a trump: that row only says what it costs.")
    return notes


GIVE: Final = Sheets("I am begged: give one, or run?", _SHEETS, DEALERS, _notes)
"""Over the deals in which the eldest begs as is best for him."""


def give(rules: Rules = CLASSIC, play: str = "expert", run: Run = Run()) -> pd.DataFrame:
    """What giving gains the dealer's team over running, by trumps, side cards and kick."""
    return GIVE.ask(rules, play, run)
