"""``allfours beg`` and ``allfours give``."""

from __future__ import annotations

import click

from scripts.options import Strict, Study, study

hand_argument = click.argument("hand", nargs=-1, required=True, metavar="HAND")
kick_option = click.option("--kick", required=True, metavar="CARD", help="The card kicked.")


@click.command(cls=Strict)
@study(hand_argument, kick_option, everyone=True)
def beg(study: Study, hand: tuple[str, ...], kick: str) -> None:
    """Should I, the eldest, beg with the six cards of HAND?

    \b
    allfours beg JS 9S AH TH 4D 2C --kick 6S
    allfours beg JS9SAHTH4D2C --kick 6S --rules tournament
    """
    from analysis.allfours import begging

    study.answer(
        lambda run: begging.beg(" ".join(hand), kick, study.rules, study.play, run),
        begging.DEALS,
        cards=begging.HAND_SIZE,
    )


@click.command(cls=Strict)
@study(hand_argument, kick_option, everyone=True, chart=False)
def give(study: Study, hand: tuple[str, ...], kick: str) -> None:
    """Should I, the dealer, when begged, give with the six cards of HAND, or run the pack?

    \b
    allfours give AS 2S KH 9D 5C 3C --kick 7S
    """
    from analysis.allfours import begging

    study.answer(
        lambda run: begging.give(" ".join(hand), kick, study.rules, study.play, run),
        begging.DEALS,
        cards=begging.HAND_SIZE,
    )
