"""``allfours bench``: how fast this machine is."""

from __future__ import annotations

from pathlib import Path

import click

from scripts.messages import announce_compiling
from scripts.options import Strict, Whole, output_options, with_options, write_report


@click.command(cls=Strict)
@with_options(
    click.option("--threads", type=Whole(1, 1024), default=1, metavar="N", help="1 if not given."),
    *output_options,
)
def bench(threads: int, form: str, out: Path | None) -> None:
    """Deals, hands and records per second, and seconds to compile and to start.

    With the package endplay, also how fast DDS, the solver of bridge, is.

    \b
    allfours bench --threads 2
    """
    from analysis.allfours import speed

    announce_compiling()
    write_report(speed.bench(threads), form, out)
