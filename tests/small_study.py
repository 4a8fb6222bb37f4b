"""A study of three small tallies, for the tests of publishing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pandas as pd

from analysis import tallies
from analysis.allfours import points
from analysis.provenance import Inputs, Study
from analysis.report import made, share_row, table
from analysis.run import Settled, Tally
from analysis.tallies import Cell, Counted
from engine.allfours.rules import CLASSIC
from engine.allfours.simulate import NOTHING_KNOWN

INPUTS: Inputs = {"sizes": [6, 9, 12], "rules": "classic", "deals": 30, "seed": 1}
Watch = Callable[[int, Settled], None]


def nobody(cards: int, run: Settled) -> None:
    """Watch nothing."""


def study(watch: Watch = nobody) -> Study:
    """How often the jack is hung; `watch` is told of each tally before it is made."""

    def tally(cards: int, run: Settled) -> Tally:
        watch(cards, run)
        return points.tally(NOTHING_KNOWN._replace(cards=cards), CLASSIC, "simple", run)

    def cells(inputs: Inputs) -> dict[str, Cell]:
        return {
            f"cards:{cards}": Cell(inputs["deals"], partial(tally, cards))
            for cards in inputs["sizes"]
        }

    def report(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
        rows = [
            share_row(name, points.counts(*got)["jack_hung"], got.deals)
            for name, got in counted.items()
        ]
        stamp = made(rules="classic", play="simple", seed=inputs["seed"], deals=inputs["deals"])
        return table(rows, "How often is the jack hung?", stamp)

    return tallies.study("How often is the jack hung?", INPUTS, cells, report, dict)
