"""Charts that are published."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pandas as pd

from analysis import tallies
from analysis.allfours import books, chart_jack, chart_score, players, rule_sets
from analysis.allfours.chart_beg import BEG
from analysis.allfours.chart_give import GIVE
from analysis.provenance import Inputs, Study
from analysis.run import Run, Settled, Tally
from analysis.tallies import Cell, Counted
from engine.allfours.rules import CLASSIC, Rules

_PLAY = "expert"
_Counting = Callable[[Rules, str, Settled], Tally]
_Reporting = Callable[[Tally, Rules, str, Settled], pd.DataFrame]


def _study(
    question: str,
    deals: int,
    tally: _Counting,
    report: _Reporting,
    needs: Callable[[], dict[str, str]],
) -> Study:
    """A chart under the classic rules as a study of one tally."""

    def cells(inputs: Inputs) -> dict[str, Cell]:
        rules = rule_sets.from_record(inputs["rules"])
        return {"chart": Cell(inputs["deals"], partial(tally, rules, _PLAY))}

    def reported(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
        rules = rule_sets.from_record(inputs["rules"])
        run = Run(deals=inputs["deals"], seed=inputs["seed"]).settled(1)
        return report(counted["chart"].tally, rules, _PLAY, run)

    inputs: Inputs = {"rules": "classic", "deals": deals, "seed": 3}
    return tallies.study(question, inputs, cells, reported, rule_sets.spelled, needs)


def _for_points() -> dict[str, str]:
    return players.needs() | books.point_needs(CLASSIC)


def _for_match() -> dict[str, str]:
    return players.needs() | books.match_needs(CLASSIC)


STUDIES: dict[str, Study] = {
    "charts/beg": _study(BEG.question, 10_000_000, BEG.tally, BEG.report, _for_points),
    "charts/give": _study(GIVE.question, 10_000_000, GIVE.tally, GIVE.report, _for_points),
    "charts/beg-by-score": _study(
        chart_score.QUESTION, 1_000_000, chart_score.tally, chart_score.report, _for_match
    ),
    "charts/jack": _study(
        chart_jack.QUESTION, 10_000_000, chart_jack.tally, chart_jack.report, players.needs
    ),
}
