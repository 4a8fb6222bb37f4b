"""How a report of All Fours was made."""

from __future__ import annotations

from typing import Any

from analysis.allfours import rule_sets
from analysis.estimate import LEVEL
from analysis.report import made
from analysis.run import Settled
from engine.allfours.rules import Rules


def made_by(run: Settled, rules: Rules, play: str, **more: Any) -> dict[str, Any]:
    """All that is needed to make a report again: rules, players, seed, deals and version."""
    if run.first:
        more["first"] = run.first
    described = rule_sets.describe(rules)
    return made(rules=described, play=play, **more, seed=run.seed, deals=run.deals, level=LEVEL)
