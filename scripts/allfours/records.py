"""``allfours deals``, ``show``, ``score`` and ``legal``: deal records in and out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from scripts.messages import announce_compiling, note, one_line
from scripts.options import (
    Strict,
    Whole,
    play_option,
    rule_set,
    rules_options,
    seed_option,
    with_options,
)

MOST_RECORDS = 10**9
_NUMBER = Whole(0, 10**12)
_HOW_MANY = "How many deals; 1 if not given."
_FIRST = "The number of the first deal; 0 if not given."
_WHICH = "The number of the deal; 0 if not given."
_SOLVE = "Mark each card that gave points away with all cards seen."
_NODES = "Positions looked at before a record is given up."
_SYMBOLS = "Suits as symbols, if the terminal can show them."


@click.command(cls=Strict)
@with_options(
    click.option("--deals", type=Whole(1, MOST_RECORDS), default=1, metavar="N", help=_HOW_MANY),
    click.option("--from", "first", type=_NUMBER, default=0, metavar="K", help=_FIRST),
    seed_option,
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
    lineup = players.lineup(play)
    announce_compiling()
    for record in dealing.record_deals(_seed(seed), first, deals, rules, *lineup):
        click.echo(json.dumps(record))


def _seed(seed: int | None) -> int:
    """The seed, drawn and told if it was not given."""
    if seed is not None:
        return seed
    from analysis.run import Run

    drawn = Run().settled(1).seed
    note(f"seed {drawn}")
    return drawn


@click.command(cls=Strict)
@with_options(
    seed_option,
    click.option("--deal", "number", type=_NUMBER, default=0, metavar="N", help=_WHICH),
    click.option("--symbols", is_flag=True, help=_SYMBOLS),
    click.option("--solve", is_flag=True, help=_SOLVE),
    *rules_options,
    play_option,
)
def show(
    seed: int | None,
    number: int,
    symbols: bool,
    solve: bool,
    rules_name: str,
    settings: tuple[str, ...],
    play: str,
) -> None:
    """Draw one deal and its play for a human.

    \b
    allfours show --seed 5 --deal 4
    allfours show --seed 5 --deal 4 --solve
    """
    from analysis.allfours import dealing, players
    from analysis.allfours import show as drawing

    rules = rule_set(rules_name, settings)
    lineup = players.lineup(play)
    announce_compiling()
    record = dealing.record_deal(_seed(seed), number, rules, *lineup)
    given_away = None
    if solve:
        from analysis.allfours.solving import mistakes

        given_away = list(mistakes(record))
    click.echo(drawing.draw(record, symbols and _shows_symbols(), given_away), nl=False)


def _shows_symbols() -> bool:
    """Whether stdout can encode the suits."""
    try:
        "♠♥♦♣".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _answer_file(name: str, judge: Callable[[object], dict[str, Any]]) -> None:
    """Answer every record of a file, one JSON line each; exit 2 at the end if one was bad."""
    from analysis.allfours.records import read_lines
    from engine.cards import InputError

    announce_compiling()
    bad = False
    for number, record in read_lines(lines_of(name)):
        try:
            if isinstance(record, InputError):
                raise record
            click.echo(json.dumps(judge(record)))
        except InputError as error:
            bad = True
            sentence = one_line(f"line {number}: {error}")
            click.echo(json.dumps({"error": sentence}))
            note(f"allfours: {sentence}")
    if bad:
        raise click.exceptions.Exit(2)


def lines_of(name: str) -> Iterable[bytes]:
    """The lines of a file, or of stdin."""
    try:
        if name != "-":
            with Path(name).open("rb") as file:
                yield from file
        elif sys.stdin is None:
            raise click.UsageError('"-": expected records on stdin, which is closed')
        else:
            yield from sys.stdin.buffer
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise click.UsageError(f'"{name}": expected a file of records ({reason})') from None


@click.command(cls=Strict)
@with_options(click.argument("file"))
def score(file: str) -> None:
    """Judge and score the deal records of FILE, one JSON line each; - reads stdin.

    \b
    allfours deals --seed 5 --deals 3 | allfours score -
    """
    from analysis.allfours.records import score_record

    _answer_file(file, score_record)


@click.command(cls=Strict)
@with_options(click.argument("file"))
def legal(file: str) -> None:
    """Say which cards may be played where the deal records of FILE stop; - reads stdin.

    \b
    allfours legal records.jsonl
    """
    from analysis.allfours.records import legal_record

    _answer_file(file, legal_record)


@click.command(cls=Strict)
@with_options(
    click.argument("file"),
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

    _answer_file(file, lambda record: solve_record(record, nodes or NODES))
