"""``allfours pitch``."""

from __future__ import annotations

import click

from scripts.options import Strict, Study, rules_of, study

_RULES = rules_of("pitch", "target=11 or low_to=taker", default="pitch")


@click.command(cls=Strict)
@study(
    click.argument("hand", nargs=-1, metavar="[HAND]"),
    *_RULES,
    rules=False,
)
def pitch(study: Study, hand: tuple[str, ...]) -> None:
    """Pitch: which of the six cards of HAND should I lead first, its suit being trump?

    Without a hand: what the pitcher's team makes of any deal, with a simple pitcher.

    \b
    allfours pitch KS 4S QH 7H AD 3C
    allfours pitch
    """
    from analysis.allfours import pitch as question

    held = " ".join(hand) if hand else None
    study.answer(lambda run: question.pitch(held, study.rules, study.play, run), question.DEALS)
