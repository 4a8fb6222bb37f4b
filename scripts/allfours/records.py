"""``allfours deals``, ``show``, ``score`` and ``legal``: deal records in and out."""

from __future__ import annotations

import json

import click

from scripts.messages import announce_compiling
from scripts.options import Strict, Whole, play_option, rule_set, rules_options, with_options
from scripts.records import (
    answer_file,
    file_argument,
    number_options,
    numbers_options,
    settled_seed,
    shows_symbols,
)

_SOLVE = "Mark each card that gave points away with all cards seen."
_EXPOSE = "Whoever holds this card exposes it before the first lead, and it may be called."
_NODES = "Positions looked at before a record is given up."


@click.command(cls=Strict)
@with_options(
    *numbers_options,
    *rules_options,
    play_option,
)
def deals(
    deals: int,
    first: int,
    seed: int | None,
    rules_name: str,
    settings: tuple[str, ...],
    play: str,
) -> None:
    """Deals K to K+N-1 of a seed, played out, a record a line.

    \b
    allfours deals --seed 5 --deals 3 --from 3
    """
    from analysis.allfours import dealing, players

    rules = rule_set(rules_name, settings)
    lineup = players.lineup(play, seated=rules.players)
    announce_compiling()
    for record in dealing.record_deals(settled_seed(seed), first, deals, rules, *lineup):
        click.echo(json.dumps(record))


@click.command(cls=Strict)
@with_options(
    *number_options,
    click.option("--solve", is_flag=True, help=_SOLVE),
    click.option("--expose", metavar="CARD", help=_EXPOSE),
    *rules_options,
    play_option,
)
def show(
    seed: int | None,
    number: int,
    symbols: bool,
    solve: bool,
    expose: str | None,
    rules_name: str,
    settings: tuple[str, ...],
    play: str,
) -> None:
    """Draw one deal and its play for a human.

    \b
    allfours show --seed 5 --deal 4
    allfours show --seed 5 --deal 4 --solve
    allfours show --seed 5 --deal 4 --expose TD
    """
    from analysis.allfours import dealing, players
    from analysis.allfours import show as drawing

    rules = rule_set(rules_name, settings)
    lineup = players.lineup(play, seated=rules.players)
    card = None
    if expose is not None:
        from analysis.allfours.exposed import check_player
        from analysis.records import named
        from engine.cards import parse_card

        check_player(play)
        card = named("expose", parse_card, expose)
        if solve:
            raise click.UsageError("--solve: expected either it or --expose")
    announce_compiling()
    record = dealing.record_deal(settled_seed(seed), number, rules, *lineup, expose=card)
    given_away = None
    if solve:
        from analysis.allfours.solving import mistakes

        given_away = list(mistakes(record))
    click.echo(drawing.draw(record, symbols and shows_symbols(), given_away), nl=False)


@click.command(cls=Strict)
@with_options(file_argument)
def score(file: str) -> None:
    """Judge and score the deal records of FILE, one JSON line each; - reads stdin.

    \b
    allfours deals --seed 5 --deals 3 | allfours score -
    """
    from analysis.allfours.records import score_record

    answer_file(file, score_record)


@click.command(cls=Strict)
@with_options(file_argument)
def legal(file: str) -> None:
    """Say which cards may be played where the deal records of FILE stop; - reads stdin.

    \b
    allfours legal records.jsonl
    """
    from analysis.allfours.records import legal_record

    answer_file(file, legal_record)


@click.command(cls=Strict)
@with_options(
    file_argument,
    click.option("--nodes", type=Whole(1, 10**15), metavar="N", help=_NODES),
)
def solve(file: str, nodes: int | None) -> None:
    """Exact values of the deal records of FILE: all cards seen, best play by both sides.

    The value is the Jack and Game points of the dealer's team minus the eldest's over the whole
    hand, from where the plays stop; best are the cards that keep it.

    \b
    allfours deals --seed 5 --deals 3 --from 4 | allfours solve -
    """
    from analysis.allfours.solving import NODES, solve_record

    answer_file(file, lambda record: solve_record(record, nodes or NODES))
