"""How a report was made."""

from __future__ import annotations

from typing import Any

from analysis.estimate import LEVEL
from analysis.report import made
from analysis.run import Settled


def made_by(
    run: Settled, described: str | dict[str, Any], play: str, **more: Any
) -> dict[str, Any]:
    """All that is needed to make a report again: rules, players, seed, deals and version.

    Parameters
    ----------
    described : str or dict
        The rule set as a record has it.
    """
    if run.first:
        more["first"] = run.first
    return made(rules=described, play=play, **more, seed=run.seed, deals=run.deals, level=LEVEL)
