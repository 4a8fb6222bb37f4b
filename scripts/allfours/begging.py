"""``allfours beg`` and ``allfours give``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from scripts.options import Strict, Study, score_option, stop_options, study

if TYPE_CHECKING:
    import pandas as pd

hand_argument = click.argument("hand", nargs=-1, required=True, metavar="HAND")
kick_option = click.option("--kick", required=True, metavar="CARD", help="The card kicked.")
_OPTIONS = (hand_argument, kick_option, score_option, *stop_options)


@click.command(cls=Strict)
@study(*_OPTIONS, everyone=True)
def beg(study: Study, hand: tuple[str, ...], **asked: Any) -> None:
    """Should I, the eldest, beg with the six cards of HAND?

    \b
    allfours beg JS 9S AH TH 4D 2C --kick 6S
    allfours beg JS9SAHTH4D2C --kick 6S --score 12-11
    """
    from analysis.allfours import begging

    _answer(study, begging.beg, hand, **asked)


@click.command(cls=Strict)
@study(*_OPTIONS, everyone=True, chart=False)
def give(study: Study, hand: tuple[str, ...], **asked: Any) -> None:
    """Should I, the dealer, when begged, give with the six cards of HAND, or run the pack?

    \b
    allfours give AS 2S KH 9D 5C 3C --kick 7S
    """
    from analysis.allfours import begging

    _answer(study, begging.give, hand, **asked)


def _answer(
    study: Study,
    question: Callable[..., pd.DataFrame],
    hand: tuple[str, ...],
    kick: str,
    score: str | None,
    until_decided: bool,
    target_se: float | None,
) -> None:
    """Ask one of the two questions."""
    from analysis.allfours.begging_deals import DEALS, HAND_SIZE, MOST_DEALS, NEVER, Stop

    if until_decided and target_se is not None:
        raise click.UsageError("--target-se: expected either it or --until-decided")
    stop = Stop(until_decided, target_se)
    study.answer(
        lambda run: question(" ".join(hand), kick, study.rules, study.play, run, score, stop),
        DEALS if stop == NEVER else MOST_DEALS,
        cards=HAND_SIZE,
    )
