"""Questions of many deals of Back Alley: bids, tricks, matches, boards and claims."""

from __future__ import annotations

import click

from scripts.backalley.options import play_option, rule_set, rules_options
from scripts.options import Strict, Study, Whole, study

_SEAT = (
    "Whose tricks, and whose hand: eldest (if not given), dealer, dealer-partner, eldest-partner."
)


@click.command(cls=Strict)
@study(
    click.argument("hand", nargs=-1, required=True, metavar="HAND"),
    click.option("--faced", metavar="CARD", help="The faced card."),
    click.option(
        "--heard",
        default="",
        metavar="BIDS",
        help='The bids before yours, the eldest\'s first, as in "pass 3": they say where you sit.',
    ),
    *rules_options,
    click.option(
        "--play",
        default="simple",
        metavar="NAME",
        show_default=True,
        help="Who plays the cards: random or simple.",
    ),
    rules=False,
    play=False,
)
def bid(study: Study, hand: tuple[str, ...], faced: str | None, heard: str) -> None:
    """What should be bid with HAND, of one to thirteen cards?

    For every bid the points of your team minus the other's, and how often your team makes what it
    needs. All seats bid as solved.

    \b
    allfours backalley bid AS KS 9S 2S AH 3H KD 7D 2C --faced 5S
    allfours backalley bid AS KS 9S 2S AH 3H KD 7D 2C --faced 5S --heard "2 3"
    allfours backalley bid LB --faced 5S --heard "board pass" --chart bid.png
    """
    from analysis.backalley import bid as question

    rules = rule_set(study.rules_name, study.settings)
    study.answer(
        lambda run: question.bid(" ".join(hand), faced, heard, rules, study.play, run),
        question.DEALS,
        lambda asked, usual: asked or usual,
    )


@click.command(cls=Strict)
@study(
    click.argument("hand", nargs=-1, metavar="[HAND]"),
    click.option("--faced", metavar="CARD", help="The faced card; goes with a hand."),
    click.option("--seat", metavar="SEAT", help=_SEAT),
    click.option(
        "--cards",
        type=Whole(1, 13),
        metavar="N",
        help="Cards in a hand, 1 to 13; if not given as many as HAND has, or all sizes.",
    ),
    *rules_options,
    play_option,
    rules=False,
    play=False,
)
def tricks(
    study: Study, hand: tuple[str, ...], faced: str | None, seat: str | None, cards: int | None
) -> None:
    """How many tricks a seat and its team take, by the size of the hand, or with HAND.

    \b
    allfours backalley tricks
    allfours backalley tricks --cards 6 --chart tricks.png
    allfours backalley tricks BB AS 9S KH 4D 2C --faced 6S --seat dealer
    """
    from analysis.backalley import players
    from analysis.backalley import tricks as question
    from engine.backalley.rules import MOST_CARDS

    held = " ".join(hand) if hand else None
    rules = rule_set(study.rules_name, study.settings)
    every = held is None and cards is None

    def work(asked: int | None, usual: int) -> int:
        each = players.share(usual, study.play) if asked is None else asked
        return each * (MOST_CARDS if every else 1)

    study.answer(
        lambda run: question.tricks(held, faced, seat, cards, rules, study.play, run),
        question.DEALS_EACH if every else question.DEALS,
        work,
    )


@click.command(cls=Strict)
@study(
    click.argument("one", metavar="STYLE1"),
    click.argument("two", metavar="STYLE2"),
    *rules_options,
    rules=False,
    play=False,
)
def match(study: Study, one: str, two: str) -> None:
    """How often STYLE1 wins a whole match from STYLE2, and by how many points.

    A style is random, simple, solved (plays as simple), worlds:W (bids as simple, looks at W
    worlds for each card), or BID/PLAY; with simple+0.5 or solved+0.25 each bidder of a team takes
    its hand for so much of a trick better. Each of --deals matches is played twice, with the
    styles in each other's seats.

    \b
    allfours backalley match simple random
    allfours backalley match simple simple+0.5 --chart match.png
    allfours backalley match solved solved+0.25
    allfours backalley match simple-0.25/worlds:8 worlds:8 --deals 20
    """
    from analysis.backalley import match as question
    from analysis.backalley import players

    rules = rule_set(study.rules_name, study.settings)
    study.answer(
        lambda run: question.match(one, two, rules, run),
        question.DEALS,
        lambda asked, usual: players.share(usual, one, two) if asked is None else asked,
    )


@click.command(cls=Strict)
@study(
    click.option(
        "--cards",
        type=Whole(1, 13),
        metavar="N",
        help="Cards in a hand, 1 to 13; if not given all sizes.",
    ),
    *rules_options,
    rules=False,
    play=False,
)
def boards(study: Study, cards: int | None) -> None:
    """When should a hand be boarded?

    By the cards in a hand how often the solved bidders board, how often a board is made, and what
    it gains on the same deals on the best number; in hands of one and two cards by what is held.

    \b
    allfours backalley boards
    allfours backalley boards --cards 1 --chart boards.png
    allfours backalley boards --cards 2 --rules bab-online
    """
    from analysis.backalley import boards as question

    rules = rule_set(study.rules_name, study.settings)
    study.answer(
        lambda run: question.boards(cards, rules, run),
        question.DEALS,
        lambda asked, _: question.work(asked, cards),
    )


@click.command(cls=Strict)
@study(
    click.option(
        "--rules",
        "rules_name",
        default="bab-online",
        metavar="NAME",
        show_default=True,
        help="The rule set; the guide's is bab-online.",
    ),
    *rules_options[1:],
    rules=False,
    play=False,
)
def claims(study: Study) -> None:
    """Does what a guide says of bidding and play hold?

    --deals are hands and matches of each test. Under other rules than classic the bidding is
    solved first, which takes a minute or more.

    \b
    allfours backalley claims
    allfours backalley claims --rules classic --deals 500 --seed 1 --chart claims.png
    """
    from analysis.backalley import claims as question

    rules = rule_set(study.rules_name, study.settings)
    study.answer(lambda run: question.claims(rules, run), question.DEALS, question.work)
