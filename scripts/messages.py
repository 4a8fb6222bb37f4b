"""What goes to stderr: remarks, progress, and one line for what went wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

_LONGEST = 1000


def one_line(text: str) -> str:
    """`text` in one line of bearable length, with what would steer a terminal written out.

    >>> one_line("a" + chr(10) + "b" + chr(27) + "[31m")
    'a b\\\\x1b[31m'
    """
    line = "".join(
        mark if mark.isprintable() else mark.encode("unicode_escape").decode()
        for mark in " ".join(text.split())
    )
    if len(line) <= _LONGEST:
        return line
    half = _LONGEST // 2
    return f"{line[:half]} ... {line[-half:]}"


def note(text: str) -> None:
    """A remark on stderr, in one line, whatever it holds and stderr can show."""
    if sys.stderr is None:
        return
    encoding = sys.stderr.encoding or "ascii"
    click.echo(one_line(text).encode(encoding, "backslashreplace").decode(encoding), err=True)


def announce_compiling() -> None:
    """Say so, once, if the engine must be compiled first."""
    from engine._jit import when_compiling

    told: list[bool] = []

    def tell() -> None:
        if not told:
            told.append(True)
            note("compiling what this question needs, once: up to half a minute ...")

    when_compiling(tell)


@contextmanager
def progress(deals: int) -> Iterator[Callable[[int], None] | None]:
    """A function that is told of deals finished, and draws a bar; None if nobody would see it.

    The bar appears with the first deals, so that input which is refused leaves no trace of it.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    bars: list[Any] = []

    def finished(more: int) -> None:
        if not bars:
            bars.append(click.progressbar(length=deals, label="deals", file=sys.stderr))
            bars[0].__enter__()
        bars[0].update(more)

    try:
        yield finished
    finally:
        for bar in bars:
            bar.__exit__(None, None, None)
