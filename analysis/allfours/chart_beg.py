"""The chart of begging: which hands beg, by trumps, side cards and kick."""

from __future__ import annotations

from typing import Final

import pandas as pd

from analysis.allfours.gains import Sheet, Sheets
from analysis.allfours.hand_classes import (
    HOLDINGS,
    SIDES,
    SIDES_EXPLAINED,
    by_holding,
    by_kick,
    by_lone,
    by_sides,
)
from analysis.run import Run
from engine.allfours.book import ELDESTS
from engine.allfours.rules import CLASSIC, Rules
from engine.cards import RANKS

_HOLDINGS: Final = {name.replace(" ", "_"): name for name in HOLDINGS}
_LONE: Final = {"no_trump": "none", **{f"lone_{rank}": rank for rank in RANKS}}
_KICKS: Final = {f"kick_{rank}": rank for rank in RANKS}

SHEETS: Final = (
    Sheet(
        "Points a deal that begging gains over standing",
        "trumps held",
        _HOLDINGS,
        by_holding,
        SIDES_EXPLAINED,
        SIDES,
        by_sides,
    ),
    Sheet(
        "The same with a lone trump, by the card kicked",
        "the lone trump",
        _LONE,
        by_lone,
        "the kick",
        _KICKS,
        by_kick,
    ),
)


def _notes(rules: Rules) -> list[str]:
    notes = [
        "A positive number is what begging gains the eldest's team over standing, points a deal; "
        "the dealer gives or runs as is best for him.",
    ]
    if not rules.stand_void:
        notes.append(
            "These rules forbid standing without a trump: that row only says what it costs."
        )
    return notes


BEG: Final = Sheets("Should I beg?", SHEETS, ELDESTS, _notes)
"""Over all deals, the dealer answering as is best for him, without the first kick's points."""


def beg(rules: Rules = CLASSIC, play: str = "expert", run: Run = Run()) -> pd.DataFrame:
    """What begging gains the eldest's team over standing, by trumps, side cards and kick."""
    return BEG.ask(rules, play, run)
