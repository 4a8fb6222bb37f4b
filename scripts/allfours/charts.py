"""``allfours chart``."""

from __future__ import annotations

import click

from scripts.options import Strict, Study, study


@click.command(cls=Strict)
@study(click.argument("name", metavar="NAME"))
def chart(study: Study, name: str) -> None:
    """The numbers of the chart NAME, and the chart itself with ``--chart FILE``.

    beg, give: the two decisions, by trumps held, side cards and kick. equity: the chance to win
    the match, by the score. beg-by-score: how often hands beg, by the score. kick: the kicks, and
    those of a run; who plays is of no account. game: who wins Game. jack: how often the jack is
    saved.

    \b
    allfours chart beg --chart beg.png
    allfours chart jack --play simple
    """
    from analysis.allfours.charted import chart as named

    question = named(name)
    study.answer(
        lambda run: question.ask(study.rules, study.play, run),
        question.deals,
        lambda asked, _: question.work(study.play, asked),
    )
