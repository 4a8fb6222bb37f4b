"""Options that the commands of Back Alley share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scripts.options import rules_of

if TYPE_CHECKING:
    from engine.backalley.rules import Rules

rules_options = rules_of(
    "classic, bab-online, hfi, emwgames or nbird11", "trick_points=10 or joker_faced=lone_trump"
)

_STYLES = (
    "random, simple, solved (plays as simple), worlds:W (bids as simple, looks at W worlds for "
    "each card), or BID/PLAY; simple+0.5 bids half a trick more"
)

play_option = click.option(
    "--play", default="simple", metavar="STYLE", show_default=True,
    help=f"Who bids and plays: {_STYLES}.",
)  # fmt: skip


def rule_set(rules_name: str, settings: tuple[str, ...]) -> Rules:
    """The rule set that ``--rules`` and ``--set`` describe."""
    from analysis.backalley.rule_sets import change, preset

    return change(preset(rules_name), settings)
