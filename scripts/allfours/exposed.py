"""``allfours exposed``."""

from __future__ import annotations

import click

from scripts.options import Strict, Study, score_option, study

_CARD = "The card that lies open; each of the six in turn if none is given."
_SEAT = "Whose hand it is: eldest (if not given), dealer, dealer-partner, eldest-partner."
_CALLERS = "Who calls: by the rule, or sampling W worlds each time (slow)."


@click.command(cls=Strict)
@study(
    click.argument("hand", nargs=-1, required=True, metavar="HAND"),
    click.option("--kick", required=True, metavar="CARD", help="The card kicked."),
    click.option("--card", metavar="CARD", help=_CARD),
    click.option("--seat", metavar="SEAT", help=_SEAT),
    score_option,
    click.option(
        "--callers", default="rule", show_default=True, metavar="rule|worlds:W", help=_CALLERS
    ),
)
def exposed(
    study: Study,
    hand: tuple[str, ...],
    kick: str,
    card: str | None,
    seat: str | None,
    score: str | None,
    callers: str,
) -> None:
    """What it costs a team that a card of HAND lies open before the first lead, to be called.

    \b
    allfours exposed JS 9S AH TH 4D 2C --kick 6S --card TH
    allfours exposed JS 9S AH TH 4D 2C --kick 6S --score 12-11
    """
    from analysis.allfours import exposed as question
    from analysis.allfours import players

    study.answer(
        lambda run: question.exposed(
            " ".join(hand), kick, card, seat, study.rules, study.play, run, score, callers
        ),
        question.DEALS,
        lambda asked, usual: players.share(usual, callers) if asked is None else asked,
    )
