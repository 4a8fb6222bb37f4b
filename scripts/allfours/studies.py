"""Questions of many deals: ``kick``, ``points``, ``game``, ``equity``, ``duel`` and others."""

from __future__ import annotations

from pathlib import Path

import click

from scripts.options import (
    Strict,
    Study,
    cards_option,
    output_options,
    study,
    with_options,
    write_report,
)


@click.command(cls=Strict)
@study(play=False)
def kick(study: Study) -> None:
    """How often each kick comes, and what a run of the pack is worth in kicks.

    \b
    allfours kick --deals 1e6 --chart kick.png
    """
    from analysis.allfours import kicks

    study.answer(lambda run: kicks.kick(study.rules, run), kicks.DEALS)


@click.command(cls=Strict)
@study(
    click.argument("hand", nargs=-1, metavar="[HAND]"),
    click.option("--kick", metavar="CARD", help="The last card kicked; goes with a hand."),
    click.option(
        "--seat",
        metavar="SEAT",
        help="Whose hand it is: eldest (if not given), dealer, dealer-partner, eldest-partner.",
    ),
    cards_option,
    everyone=True,
)
def points(
    study: Study, hand: tuple[str, ...], kick: str | None, seat: str | None, cards: str
) -> None:
    """What each team makes of a deal that is stood, or was run once (9 cards) or twice (12).

    \b
    allfours points
    allfours points JS 9S AH TH 4D 2C --kick 6S --seat dealer-partner
    allfours points --cards 9 --play random
    """
    from analysis.allfours import points as question

    held = " ".join(hand) if hand else None
    study.answer(
        lambda run: question.points(held, kick, seat, int(cards), study.rules, study.play, run),
        question.DEALS,
        cards=int(cards),
    )


@click.command(cls=Strict)
@study(cards_option)
def game(study: Study, cards: str) -> None:
    """Who wins Game, by the tens, aces and pips that a team and a hand were dealt.

    \b
    allfours game --cards 9
    """
    from analysis.allfours import game_point

    study.answer(
        lambda run: game_point.game(int(cards), study.rules, study.play, run),
        game_point.DEALS,
        cards=int(cards),
    )


@click.command(cls=Strict)
@study(click.argument("play1"), click.argument("play2"), cards_option, play=False, chart=False)
def duel(study: Study, play1: str, play2: str, cards: str) -> None:
    """How many points per deal PLAY1 wins from PLAY2, the same deals played from both sides.

    \b
    allfours duel simple random
    """
    from analysis.allfours import duel as question
    from analysis.allfours import players

    study.answer(
        lambda run: question.duel(play1, play2, int(cards), study.rules, run),
        question.DEALS,
        lambda asked, usual: players.share(usual, play1, play2) if asked is None else asked,
    )


@click.command(cls=Strict)
@study()
def equity(study: Study) -> None:
    """The chance that the dealer's team wins the match, by the score.

    \b
    allfours equity
    allfours equity --rules tobago --chart equity.png
    """
    from analysis.allfours import equity_table

    study.answer(
        lambda run: equity_table.equity(study.rules, study.play, run),
        equity_table.DEALS_USUAL,
        equity_table.work,
    )


@click.command(cls=Strict)
@study(play=False)
def ladder(study: Study) -> None:
    """How every player of the cards does against the others, with 6, 9 and 12 cards.

    \b
    allfours ladder --chart ladder.png
    """
    from analysis.allfours import ladder as question

    study.answer(lambda run: question.ladder(study.rules, run), question.DEALS, question.work)


@click.command(cls=Strict)
@study(rules=False, play=False)
def claims(study: Study) -> None:
    """What has been written about when to beg and how to play, put to the test.

    \b
    allfours claims --seed 1
    allfours claims --format json --chart claims.png
    """
    from analysis.allfours import claims as question

    study.answer(question.claims, question.DEALS_USUAL, question.work)


@click.command(cls=Strict)
@with_options(click.argument("names", nargs=-1, metavar="[NAME]..."), *output_options)
def exact(names: tuple[str, ...], form: str, out: Path | None) -> None:
    """The closed forms, as fractions and decimals: all, or those of these names and families.

    \b
    allfours exact jack_in_play
    allfours exact kick_is_J high_is_K_9c
    """
    from analysis.allfours import catalogue

    write_report(catalogue.exact(*names), form, out)


@click.command("rules-of-thumb", cls=Strict)
@study(play=False, chart=False)
def rules_of_thumb(study: Study) -> None:
    """The best short rules for when to beg and to give, and what each loses to the solution.

    So many deals are searched for rules of one clause, two, three and four, and as many others
    say what the rules lose.

    \b
    allfours rules-of-thumb --seed 1
    """
    from analysis.allfours import rules_of_thumb as question

    study.answer(
        lambda run: question.rules_of_thumb(study.rules, run), question.DEALS, question.work
    )
