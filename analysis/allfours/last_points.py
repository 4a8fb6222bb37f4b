"""Where one point wins, who plays the cards is of no account: three scores as a check.

Under the classic rules High and Low count first, and at 13-13, 12-13 and 13-12 they end the match
(at 12 both are needed). They are dealt, not played, so tables of equity from the same deals must
agree whoever plays, but for the deals without a trump, which are decided by Game.
"""

from __future__ import annotations

from functools import partial

import pandas as pd

from analysis import tallies
from analysis.allfours import players, rule_sets
from analysis.allfours.equity import solved
from analysis.allfours.scores import Score, equity_of
from analysis.allfours.settings import made_by
from analysis.allfours.solution import part, recorded
from analysis.provenance import Inputs
from analysis.report import Row, table
from analysis.run import Run, Settled, Tally
from analysis.tallies import Cell, Counted
from engine.allfours.begging import VALUES
from engine.allfours.rules import CLASSIC

QUESTION = "Does it matter at the last points who plays the cards?"
_PLAYERS = ("random", "simple", "expert")
_LOWEST: Score = (12, 13)
SCORES: tuple[Score, ...] = ((13, 13), (12, 13), (13, 12))


def _tally(play: str, run: Settled) -> Tally:
    """The values of the nodes from 12-13 up, half of the deals for the decisions; flat."""
    game, half = recorded(run, CLASSIC, play), (run.deals + 1) // 2
    fresh = part(game, half, run.deals) if run.deals > 1 else game
    return solved(part(game, 0, half), fresh, run.threads, _LOWEST).values.reshape(-1)


def _cells(inputs: Inputs) -> dict[str, Cell]:
    return {play: Cell(inputs["deals"], partial(_tally, play)) for play in _PLAYERS}


def _report(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    target, run = CLASSIC.target, Run(deals=inputs["deals"], seed=inputs["seed"]).settled(1)
    shape = (target, target, 13, len(VALUES))
    found = {play: equity_of(got.tally.reshape(shape), CLASSIC) for play, got in counted.items()}
    n = inputs["deals"] // 2

    def row(name: str, value: float) -> Row:
        return {"name": name, "value": value, "low": None, "high": None, "n": n}

    rows, widest = [], 0.0
    for score in SCORES:
        chances = {play: float(equity[score]) for play, equity in found.items()}
        spread = max(chances.values()) - min(chances.values())
        widest = max(widest, spread)
        name = f"{score[0]}-{score[1]}"
        rows += [row(f"{name}_{play}", chance) for play, chance in chances.items()]
        rows.append(row(f"{name}_spread", spread))
    return table(
        rows,
        QUESTION,
        made_by(run, CLASSIC, ", ".join(_PLAYERS), **players.learned("expert")),
        headline=f"The chances of winning differ by {widest:.1e} at most.",
        notes=[
            "The dealer's team's points come first. The same deals for every player, half of them "
            "for the decisions and half for their value. At these scores High and Low decide, "
            "which are dealt; only deals without a trump are decided by play."
        ],
    )


STUDY = tallies.study(
    QUESTION,
    {"rules": "classic", "deals": 400_000, "seed": 1},
    _cells,
    _report,
    rule_sets.spelled,
    players.needs,
)
