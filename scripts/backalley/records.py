"""``allfours backalley deals``, ``show``, ``score`` and ``legal``: deal records in and out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from scripts.backalley.options import play_option, rule_set, rules_options
from scripts.messages import announce_compiling
from scripts.options import Strict, Whole, with_options
from scripts.records import (
    answer_file,
    file_argument,
    number_options,
    numbers_options,
    settled_seed,
    shows_symbols,
)

_cards_option = click.option(
    "--cards", type=Whole(1, 13), default=13, show_default=True, metavar="N",
    help="Cards in a hand, 1 to 13.",
)  # fmt: skip
_shared = (_cards_option, *rules_options, play_option)


def _records(
    seed: int | None,
    first: int,
    deals: int,
    cards: int,
    rules_name: str,
    settings: tuple[str, ...],
    play: str,
) -> Iterator[dict[str, Any]]:
    """Numbered deals, once all that was asked for is known to be possible."""
    from analysis.backalley import dealing, players

    rules, strategy = rule_set(rules_name, settings), players.strategy(play)
    announce_compiling()
    return dealing.record_deals(settled_seed(seed), first, deals, cards, rules, strategy)


@click.command(cls=Strict)
@with_options(*numbers_options, *_shared)
def deals(seed: int | None, first: int, deals: int, **asked: Any) -> None:
    """Deals K to K+N-1 of a seed, bid and played out, a record a line.

    \b
    allfours backalley deals --seed 5 --deals 3 --from 3 --cards 6
    """
    for record in _records(seed, first, deals, **asked):
        click.echo(json.dumps(record))


@click.command(cls=Strict)
@with_options(*number_options, *_shared)
def show(seed: int | None, number: int, symbols: bool, **asked: Any) -> None:
    """Draw one deal and its play for a human.

    \b
    allfours backalley show --seed 5 --deal 4 --cards 6
    """
    from analysis.backalley import show as drawing

    for record in _records(seed, number, 1, **asked):
        click.echo(drawing.draw(record, symbols and shows_symbols()), nl=False)


@click.command(cls=Strict)
@with_options(file_argument)
def score(file: str) -> None:
    """Judge and score the deal records of FILE, one JSON line each; - reads stdin.

    \b
    allfours backalley deals --seed 5 --deals 3 | allfours backalley score -
    """
    from analysis.backalley.records import score_record

    answer_file(file, score_record)


@click.command(cls=Strict)
@with_options(file_argument)
def legal(file: str) -> None:
    """Say what may be bid or played where the deal records of FILE stop; - reads stdin.

    \b
    allfours backalley deals --seed 5 --deals 3 | allfours backalley legal -
    """
    from analysis.backalley.records import legal_record

    answer_file(file, legal_record)
