"""What the commands for deal records of any game share."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from scripts.messages import announce_compiling, note, one_line
from scripts.options import Whole, seed_option

MOST_RECORDS = 10**9
_NUMBER = Whole(0, 10**12)
_HOW_MANY = "How many deals; 1 if not given."
_FIRST = "The number of the first deal; 0 if not given."
_WHICH = "The number of the deal; 0 if not given."
_SYMBOLS = "Suits as symbols, if the terminal can show them."

file_argument = click.argument("file")
numbers_options = (
    click.option("--deals", type=Whole(1, MOST_RECORDS), default=1, metavar="N", help=_HOW_MANY),
    click.option("--from", "first", type=_NUMBER, default=0, metavar="K", help=_FIRST),
    seed_option,
)
number_options = (
    seed_option,
    click.option("--deal", "number", type=_NUMBER, default=0, metavar="N", help=_WHICH),
    click.option("--symbols", is_flag=True, help=_SYMBOLS),
)


def settled_seed(seed: int | None) -> int:
    """The seed, drawn and told if it was not given."""
    if seed is not None:
        return seed
    from analysis.run import Run

    drawn = Run().settled(1).seed
    note(f"seed {drawn}")
    return drawn


def shows_symbols() -> bool:
    """Whether stdout can encode the suits."""
    try:
        "♠♥♦♣".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def answer_file(name: str, judge: Callable[[object], dict[str, Any]]) -> None:
    """Answer every record of a file, one JSON line each; exit 2 at the end if one was bad."""
    from analysis.records import read_lines
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
