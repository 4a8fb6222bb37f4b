"""``allfours claims``: what has been written about begging and play, put to the test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from analysis import report, tallies
from analysis.allfours import books, players, rule_sets
from analysis.allfours.claims_counted import FAR, PLAY, RULES, cells, needs
from analysis.allfours.claims_listed import CLAIMS
from analysis.allfours.claims_tested import (
    FALSE,
    LITTLE,
    MUCH,
    PARTLY,
    SHARE,
    TRUE,
    UNDECIDED,
    UNTESTED,
    Tested,
    counts_of,
    tested,
)
from analysis.allfours.settings import made_by
from analysis.estimate import FEWEST_FOR_VERDICT
from analysis.provenance import Inputs
from analysis.report import Panel, Row
from analysis.run import Run, Settled
from analysis.tallies import Counted

DEALS_USUAL = 400_000
_PUBLISHED = 1_000_000
_SEED = 3
"""The published solutions have learned from deals of seeds 1 and 2."""
QUESTION = "Does what has been written about begging and play hold?"


def claims(run: Run = Run()) -> pd.DataFrame:
    """Test every claim of `CLAIMS` that can be simulated, under the classic rules.

    Returns
    -------
    DataFrame
        One row or a few per claim, whose names begin with its number; beside the usual columns
        ``unit``, ``claim`` and ``verdict``. ``attrs["verdicts"]`` has the verdicts alone.
    """
    settled = run.settled(DEALS_USUAL)
    inputs = _inputs(settled.deals, settled.seed)
    counted = {
        name: Counted(cell.tally(replace(settled, deals=cell.deals)), cell.deals)
        for name, cell in cells(inputs).items()
    }
    return _report(inputs, counted)


def work(asked: int | None, usual: int) -> int:
    """How many deals are played in all, if so many were asked for, or none and this is usual."""
    inputs = _inputs(usual if asked is None else asked, 0)
    return sum(cell.deals for cell in cells(inputs).values())


def _inputs(deals: int, seed: int) -> Inputs:
    return {"deals": deals, "learned": max(1, deals // 5), "seed": seed}


# The report


def _report(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    counts = counts_of(counted)
    found = {number: tested(number, counts) for number in CLAIMS}
    rows = [row for one in found.values() for row in one.rows]
    losses = ("C1_loss", "C2_loss", "C2_reversed_loss", "C6_loss")
    labels = (
        "C1: stand by the rule",
        "C2: give by the rule",
        "C2 turned round",
        "C6: beg with the worse half",
    )
    panel = Panel("Points a deal that a rule of thumb loses", labels, {"": losses})
    return report.table(
        rows,
        QUESTION,
        made_by(
            _run(inputs), RULES, PLAY, **players.learned(PLAY),
            begging=books.for_points(RULES).source, learned=inputs["learned"],
        ),
        headline=_headline([one.verdict for one in found.values()]),
        verdicts={number: one.verdict for number, one in found.items()},
        summary=[_line(number, one) for number, one in found.items()],
        panels=[panel],
        notes=_NOTES,
    )  # fmt: skip


def _headline(verdicts: Sequence[str]) -> str:
    kinds = [verdict.partition(":")[0] for verdict in verdicts]
    of = {kind: kinds.count(kind) for kind in (TRUE, PARTLY, FALSE, UNDECIDED, UNTESTED)}
    return (
        f"Of {len(kinds)} published claims: true {of[TRUE]}, in part {of[PARTLY]}, false "
        f"{of[FALSE]}, undecided {of[UNDECIDED]}, not tested {of[UNTESTED]}."
    )


def _line(number: str, found: Tested) -> dict[str, str]:
    """A line of the table for people."""
    row, verdict = found.rows[0], found.verdict.partition(":")[0]
    return {
        "name": number, "claim": CLAIMS[number].words, "verdict": verdict, "effect": _effect(row),
    }  # fmt: skip


def _effect(row: Row) -> str:
    """A value with half the width of its interval, and what it is."""
    if row["value"] is None:
        return ""
    scale, digits, unit = (100, 2, "%") if row["unit"] == SHARE else (1, 4, "points")
    value = f"{scale * row['value']:.{digits}f}"
    if row["low"] is None:
        return f"{value} {unit}"
    return f"{value} +/- {scale * (row['high'] - row['low']) / 2:.{digits}f} {unit}"


_NOTES = [
    "Losses and gains are points a deal, paired: the same deals are decided or played both ways. "
    "A rule for begging or giving is tried against the published solution, which has learned from "
    "deals of seeds 1 and 2 (so take others). The rule is true if it loses less than "
    f"{LITTLE} points a deal, false if more than {MUCH}, else partly; the right to beg, "
    "and the right to give, are worth a tenth of a point each. Other claims are true or false as "
    "their interval lies; partly, if one part is true and another false. Fewer than "
    f"{FEWEST_FOR_VERDICT} deals decide nothing. The effect in the table is the first row of the "
    "claim.",
    "C1, C2, C6: what the rule loses, and in how many deals it decides otherwise. C6 begs if the "
    "trumps held are worth less, when stood, than those of half of all hands. C3, C4: what is lost "
    "if it is forbidden. C5: how much more often the eldest begs at 13 than at 12; C17: leader and "
    f"trailer are {FAR} points apart or more, with as many points for the leader either way (but "
    "near the target the dealer's kicks may win, which speaks against begging); both from the "
    "published table of scores, over all scores of the dealer's team, intervals from ten tenths. "
    "C7: points of the dealer's team in begged deals, run less stood, by its dealer's trumps; the "
    "gift costs its point in any case.",
    "C8: points of a deal by the solution, first kick included, and what ties to the eldest's team "
    "make of it with the decisions as they were. C9: points of the eldest's team if it stands, by "
    "the eldest's trumps; middling are four from the five to the ten. High is the team's, the kick "
    "below the lone king or queen. C10: by the jack's holder, and over all, with no trump beside "
    "it (with_0) to three or more (with_3).",
    "C11, C12, C13, C15: the eldest's first lead, in deals that are stood: the card that is asked "
    "for, against expert's choice among the cards that keep it back (for C11 and C12 all of ace, "
    "king and queen of trumps); lead_or_own is against expert's own choice, led_anyway how often "
    "that is the card. C16: the first chance to trump an ace of the other side's that is winning "
    "the trick. C19: two teams of expert, one of which does not see who could not follow; expert "
    "makes little of that, so this is no bound on what a player could.",
    *(f"{number}: {claim.source}." for number, claim in CLAIMS.items()),
    players.MODEL_NOTE,
]


# As a study


def _run(inputs: Inputs) -> Settled:
    return Run(deals=inputs["deals"], seed=inputs["seed"]).settled(1)


def _spelled(inputs: Inputs) -> dict[str, Any]:
    return rule_sets.spelled({**inputs, "rules": rule_sets.describe(RULES)})


STUDY = tallies.study(
    QUESTION, _inputs(_PUBLISHED, _SEED), cells, _report, _spelled, needs
)  # fmt: skip
