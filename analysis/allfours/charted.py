"""The charts, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pandas as pd

from analysis.allfours import (
    chart_beg,
    chart_give,
    chart_jack,
    chart_score,
    equity_table,
    gains,
    game_point,
    kicks,
    players,
)
from analysis.run import Run
from engine.allfours.rules import Rules
from engine.cards import InputError


class Chart(NamedTuple):
    """A question with a chart."""

    ask: Callable[[Rules, str, Run], pd.DataFrame]
    """By the rules, who plays the cards, and the deals."""
    deals: int
    """As many as it takes if nobody says how many."""
    cards: int = 6
    """Cards in the hands that are played."""

    def work(self, play: str, asked: int | None) -> int:
        """How many deals are played."""
        return players.share(self.deals, play, cards=self.cards) if asked is None else asked


CHARTS: dict[str, Chart] = {
    "beg": Chart(chart_beg.beg, gains.DEALS, 9),
    "give": Chart(chart_give.give, gains.DEALS, 9),
    "equity": Chart(equity_table.equity, equity_table.DEALS_USUAL, 9),
    "beg-by-score": Chart(chart_score.beg_by_score, chart_score.DEALS, 9),
    "kick": Chart(lambda rules, _, run: kicks.kick(rules, run), kicks.DEALS),
    "game": Chart(lambda rules, play, run: game_point.game(6, rules, play, run), game_point.DEALS),
    "jack": Chart(chart_jack.jack, chart_jack.DEALS),
}


def chart(name: str) -> Chart:
    """The chart of this name.

    Raises
    ------
    InputError
        If there is none.
    """
    if name not in CHARTS:
        raise InputError(f'no chart "{name}" (there are {", ".join(CHARTS)})')
    return CHARTS[name]
