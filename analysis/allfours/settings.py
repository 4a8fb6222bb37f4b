"""How a report of All Fours was made."""

from __future__ import annotations

from typing import Any

from analysis import settings
from analysis.allfours import rule_sets
from analysis.run import Settled
from engine.allfours.rules import Rules


def made_by(run: Settled, rules: Rules, play: str, **more: Any) -> dict[str, Any]:
    """All that is needed to make a report again: rules, players, seed, deals and version."""
    return settings.made_by(run, rule_sets.describe(rules), play, **more)
