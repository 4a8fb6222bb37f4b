"""``allfours compare``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scripts.messages import note
from scripts.options import NewFile, Strict, Study, Whole, study, write_file

if TYPE_CHECKING:
    import pandas as pd

    from analysis.run import Run

_MATCH = "Deals for the chance to win the match; 0 leaves it out, 40_000 (or --deals) if not given."
_FLIPS = "Write deals that are decided otherwise, as records, under the first rules and the others."


@click.command(cls=Strict)
@study(
    click.argument("rules", nargs=-1, metavar="RULES..."),
    click.option("--match", type=Whole(0, 10**12), metavar="N", help=_MATCH),
    click.option("--flips", type=NewFile(), metavar="FILE", help=_FLIPS),
)
def compare(study: Study, rules: tuple[str, ...], match: int | None, flips: Path | None) -> None:
    """What rules change, on the same deals: begging, the dealer's edge, who wins the match.

    RULES are two rule sets or more, and the others are compared with the first. Each is a name, or
    changes of the rule set of --rules with commas between them; --set changes all of them. Begging
    is solved anew for each.

    \b
    allfours compare classic hang_points=1 undertrump=0,game_points=2 --match 0
    """
    from analysis.allfours import rule_sets, variants

    if flips is not None and flips in (study.out, study.chart):
        raise click.UsageError(f'--flips: "{flips}", expected another file than --out and --chart')
    base = rule_sets.preset(study.rules_name)
    most = 0 if flips is None else variants.FLIPS

    def question(run: Run) -> pd.DataFrame:
        frame = variants.compare(rules, base, study.settings, study.play, run, match, most)
        if flips is not None:
            lines = (json.dumps(record) + "\n" for record in frame.attrs["flips"])
            write_file(flips, "".join(lines).encode())
            note(f"{len(frame.attrs['flips'])} records written to {flips}")
        return frame

    study.answer(
        question,
        variants.DEALS_USUAL,
        lambda asked, _: variants.work(rules, asked or variants.usual_deals(study.play), match),
    )
