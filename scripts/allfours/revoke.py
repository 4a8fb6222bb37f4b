"""``allfours revoke``."""

from __future__ import annotations

import click

from scripts.options import Strict, Study, study

_SCORE = "Points before the deal, those of the team that revokes first, as in 12-11; 0-0 if none."
_RULE = "What one rule costs at every score: pagat, school, trump-14, bare-jack, one-point, foster."


@click.command(cls=Strict)
@study(
    click.option("--score", metavar="US-THEM", help=_SCORE),
    click.option("--by-score", metavar="RULE", help=_RULE),
    chart=False,
)
def revoke(study: Study, score: str | None, by_score: str | None) -> None:
    """What a revoke costs the team that made it, under each rule for it.

    \b
    allfours revoke --score 7-9
    allfours revoke --by-score pagat
    """
    from analysis.allfours import revoke as question

    if score is not None and by_score is not None:
        raise click.UsageError(f'--by-score: "{by_score}", expected either it or --score')
    study.answer(
        lambda run: question.revoke(score, by_score, study.rules, study.play, run),
        question.DEALS,
        cards=9,
    )
