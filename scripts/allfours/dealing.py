"""``allfours cut`` and ``allfours shuffle``."""

from __future__ import annotations

import click

from scripts.options import Strict, Study, study

_SHUFFLE = (
    "perfect, or riffle:K: gathered trick by trick, K riffles and a cut; repeatable. "
    "All from riffle:1 to riffle:7, and perfect, if not given."
)


@click.command(cls=Strict)
@study(rules=False, play=False)
def cut(study: Study) -> None:
    """Who deals first: by the high cut, and by the first jack dealt.

    \b
    allfours cut --deals 1e6
    """
    from analysis.allfours import first_dealer

    study.answer(first_dealer.first_dealer, first_dealer.DEALS)


@click.command(cls=Strict)
@study(
    click.option("--shuffle", "names", multiple=True, metavar="NAME", help=_SHUFFLE),
    click.option(
        "--cut", default="anywhere", show_default=True, metavar="anywhere|middle",
        help="Where the pack is cut after the riffles.",
    ),
)  # fmt: skip
def shuffle(study: Study, names: tuple[str, ...], cut: str) -> None:
    """How many riffles until a deal is as good as from a perfect shuffle.

    DEALS are dealt of each shuffle, singly and by threes.

    \b
    allfours shuffle --chart shuffle.png
    allfours shuffle --shuffle riffle:2 --shuffle riffle:3 --cut middle --play simple
    """
    from analysis.allfours import shuffles

    asked = names or shuffles.SHUFFLES
    study.answer(
        lambda run: shuffles.shuffles(asked, cut, study.rules, study.play, run),
        shuffles.DEALS,
        lambda deals, _: shuffles.work(asked, deals),
    )
