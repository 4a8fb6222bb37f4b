"""``allfours review``."""

from __future__ import annotations

from pathlib import Path

import click

from scripts.messages import announce_compiling, note, progress
from scripts.options import (
    Strict,
    Whole,
    output_options,
    run_options,
    with_options,
    write_report,
)
from scripts.records import lines_of

_PLAY = "Judge each card played too."
_WORLDS = "Worlds for each card; 1000 if not given. Goes with --play."


@click.command(cls=Strict)
@with_options(
    click.argument("file"),
    click.option("--play", is_flag=True, help=_PLAY),
    click.option("--worlds", type=Whole(1, 99_999), metavar="W", help=_WORLDS),
    *run_options,
    *output_options,
)
def review(
    file: str,
    play: bool,
    worlds: int | None,
    deals: int | None,
    seed: int | None,
    threads: int | None,
    form: str,
    out: Path | None,
) -> None:
    """What the begs and gifts of the games in FILE cost, deal records one a line; - reads stdin.

    Each is judged by what its seat could know. DEALS are played for each decision.

    \b
    allfours deals --seed 5 --deals 3 | allfours review - --seed 1
    allfours review records.jsonl --play --worlds 8
    """
    from analysis.allfours import review as question
    from analysis.allfours.card_costs import WORLDS
    from analysis.allfours.games import read_games
    from analysis.records import read_lines
    from analysis.run import Run

    if worlds is not None and not play:
        raise click.UsageError(f'--worlds: "{worlds}", expected together with --play')
    games, wrong = read_games(read_lines(lines_of(file)))
    announce_compiling()
    with progress(question.work(games, deals)) as tell:
        run = Run(deals=deals, seed=seed, threads=threads, progress=tell)
        number = (worlds or WORLDS) if play else None
        frame = question.review(games, run, number, wrong)
    if form == "csv" and seed is None:
        note(f"seed {frame.attrs['made']['seed']}")
    write_report(frame, form, out)
    wrong = frame.attrs["wrong"]
    for line in sorted(wrong):
        note(f"allfours: line {line}: {wrong[line]}")
    if wrong:
        raise click.exceptions.Exit(2)
