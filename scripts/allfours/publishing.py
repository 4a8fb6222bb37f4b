"""``allfours publish`` and ``verify``: results that can be made again, and checked."""

from __future__ import annotations

import click

from scripts.messages import announce_compiling, progress
from scripts.options import Strict, deals_option, seed_option, threads_option, with_options

_MOST_SAID = 5  # things that are wrong with a study


@click.command(cls=Strict)
@with_options(
    click.argument("name", required=False, metavar="[NAME]"),
    click.option("--all", "everything", is_flag=True, help="Every study."),
    threads_option,
)
def publish(name: str | None, everything: bool, threads: int | None) -> None:
    """Make a study's folder in results/, or make it again from the study.toml in it.

    A run that was stopped goes on where it was.

    \b
    allfours publish players/ladder
    """
    from analysis.index import write_index
    from analysis.provenance import inputs_of, results, work
    from analysis.publishing import checkout
    from analysis.publishing import publish as put
    from analysis.run import Run
    from analysis.studies import STUDIES, study

    if (name is not None) == everything:
        names = ", ".join(STUDIES)
        raise click.UsageError(f"expected either a study or --all (there are {names})")
    root = checkout(results())
    announce_compiling()
    for each in STUDIES if name is None else [name]:
        wanted = study(each)
        with progress(work(wanted, inputs_of(each, wanted, root))) as tell:
            put(each, wanted, root, Run(threads=threads, progress=tell))
        write_index(root, STUDIES)
        click.echo(f"{each}: published")


@click.command(cls=Strict)
@with_options(deals_option, seed_option, threads_option)
def train(deals: int | None, seed: int | None, threads: int | None) -> None:
    """Train expert again, and publish what it has learned in results/players/expert/.

    The same seed and number of deals (each round's, for each size of hand) make the same weights.

    \b
    allfours train --seed 1
    """
    from analysis.allfours.training import INPUTS, NAME, STUDY
    from analysis.index import write_index
    from analysis.provenance import results, work
    from analysis.publishing import checkout
    from analysis.publishing import publish as put
    from analysis.run import Run
    from analysis.studies import STUDIES

    chosen = {"deals": deals, "seed": seed}
    inputs = INPUTS | {key: value for key, value in chosen.items() if value is not None}
    root = checkout(results())
    announce_compiling()
    with progress(work(STUDY, inputs)) as tell:
        put(NAME, STUDY, root, Run(threads=threads, progress=tell), inputs)
    write_index(root, STUDIES)
    click.echo(f"{NAME}: published")


@click.command(cls=Strict)
@with_options(
    click.argument("name", required=False, metavar="[NAME]"),
    click.option("--full", is_flag=True, help="Make everything again, and compare all bytes."),
    threads_option,
)
def verify(name: str | None, full: bool, threads: int | None) -> int:
    """Check published studies: every file, the report, and the first and last deals.

    One study, or all that are published. The exit status is 1 if anything is wrong.

    \b
    allfours verify
    allfours verify players/ladder
    """
    from analysis.provenance import published, results

    root = results()
    found = published(root)
    if name is not None and name not in found:
        raise click.UsageError(_not_published(name, found))
    announce_compiling()
    names = found if name is None else [name]
    sound = [_verified(each, full, threads) for each in names]
    if not sound:
        click.echo("no study is published")
    return 0 if all(sound) else 1


def _not_published(name: str, found: list[str]) -> str:
    names = ", ".join(found) or "none"
    return f'no published study "{name}" (there are {names})'


def _verified(name: str, full: bool, threads: int | None) -> bool:
    """Verify a study, and say in a line what came of it."""
    from analysis import provenance
    from analysis.run import Run
    from analysis.studies import STUDIES
    from engine.cards import InputError

    root = provenance.results()
    if name not in STUDIES:
        click.echo(f"{name}: WRONG: results/{name}: there is no study of this name")
        return False
    study = STUDIES[name]
    try:
        deals = provenance.work(study, provenance.inputs_of(name, study, root)) if full else 0
        with progress(deals) as tell:
            run = Run(threads=threads, progress=tell if full else None)
            wrong, engine_changed = provenance.verify(name, study, root, run, full)
    except InputError as error:
        wrong, engine_changed = [str(error)], False
    line = f"{name}: WRONG: {_said(wrong)}" if wrong else f"{name}: verified"
    if engine_changed:
        line += "; the engine was changed since" + ("" if wrong else ", and plays the same")
    click.echo(line)
    return not wrong


def _said(wrong: list[str]) -> str:
    more = len(wrong) - _MOST_SAID
    return "; ".join(wrong[:_MOST_SAID]) + (f"; and {more} more" if more > 0 else "")
