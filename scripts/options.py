"""Options that commands share, and the printing of a report."""

from __future__ import annotations

import functools
import math
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scripts.messages import announce_compiling, note, progress

if TYPE_CHECKING:
    import pandas as pd

    from analysis.run import Run
    from engine.allfours.rules import Rules

Command = Callable[..., Any]

FORMATS = ("table", "csv", "json", "markdown")
CHART_SUFFIXES = (".png", ".svg", ".pdf")


_NUMBER = re.compile(r"[0-9]{1,3}([_,][0-9]{3})+|[0-9]{1,400}(\.[0-9]{1,40})?([eE]\+?[0-9]{1,3})?")


class Whole(click.ParamType[int]):
    """A whole number between two limits: ``1000000``, ``1_000_000``, ``1,000,000`` or ``1e6``."""

    name = "whole number"

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number."""
        if isinstance(value, int):
            return value
        from decimal import Decimal

        text = str(value).strip()
        if _NUMBER.fullmatch(text):
            number = Decimal(text.replace("_", "").replace(",", ""))
            if self.low <= number <= self.high and number == int(number):
                return int(number)
        what = param.opts[-1] if param else "value"
        limits = f"from {self.low} to {self.high:,}".replace(",", "_")
        raise click.UsageError(f'{what}: "{text}", expected a whole number {limits}')


class Positive(click.ParamType[float]):
    """A number above 0."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number."""
        try:
            number = float(str(value))
        except ValueError:
            number = math.nan
        if not 0 < number < math.inf:
            what = param.opts[-1] if param else "value"
            raise click.UsageError(f'{what}: "{value}", expected a number above 0')
        return number


class Name(click.ParamType[str]):
    """One of a few names."""

    name = "name"

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read the name."""
        if value not in self.names:
            what = param.opts[-1] if param else "value"
            raise click.UsageError(f'{what}: "{value}", expected one of {", ".join(self.names)}')
        return str(value)


class NewFile(click.ParamType[Path]):
    """A file to be written, in a folder that exists."""

    name = "file"

    def __init__(self, suffixes: tuple[str, ...] = ()) -> None:
        self.suffixes = suffixes

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Check now what would fail after the work is done."""
        path = Path(value)
        expected = ""
        try:
            if self.suffixes and path.suffix.lower() not in self.suffixes:
                expected = "a name that ends in " + ", ".join(self.suffixes)
            elif path.is_dir() or not path.parent.is_dir() or not path.name:
                expected = "a file in a folder that exists"
            elif path.exists() and not os.access(path, os.W_OK):
                expected = "a file that can be written to"
            elif not os.access(path.parent, os.W_OK):
                expected = "a file in a folder that can be written to"
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            expected = f"a file name that the system takes ({reason})"
        if expected:
            what = param.opts[-1] if param else "file"
            raise click.UsageError(f'{what}: "{value}", expected {expected}')
        return path


def _print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib import metadata

        click.echo(f"allfours {metadata.version('allfours')}")
        ctx.exit()


version_option = click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version,
    help="Print the version.",
)  # fmt: skip


def rules_of(names: str, example: str) -> tuple[Any, ...]:
    """The options for the rule set of a game."""
    return (
        click.option(
            "--rules", "rules_name", default="classic", metavar="NAME", show_default=True,
            help=f"The rule set: {names}.",
        ),
        click.option(
            "--set", "settings", multiple=True, metavar="KEY=VALUE",
            help=f"Change one rule, as in {example}; repeatable.",
        ),
    )  # fmt: skip


rules_options = rules_of(
    "classic, tournament, tobago, stag or two-player", "game_points=2 or kick_points=A:1,6:2,J:3"
)

seed_option = click.option(
    "--seed", type=Whole(0, 2**63 - 1), metavar="N",
    help="The seed of the deals; drawn, and printed, if not given.",
)  # fmt: skip

threads_option = click.option(
    "--threads", type=Whole(1, 1024), metavar="N",
    help="Threads; the answer does not depend on it.",
)  # fmt: skip

deals_option = click.option(
    "--deals", type=Whole(1, 10**12), metavar="N",
    help="How many deals, as in 1e6 or 1_000_000.",
)  # fmt: skip

run_options = (deals_option, seed_option, threads_option)

_PLAYERS = (
    "Who plays the cards: random, simple, expert, worlds:W (W worlds for each card), or open (all "
    "cards seen, best play by both sides)"
)

play_option = click.option(
    "--play", default="expert", metavar="NAME", show_default=True, help=f"{_PLAYERS}.",
)  # fmt: skip

all_option = click.option(
    "--play", default="expert", metavar="NAME", show_default=True,
    help=f"{_PLAYERS}; or all of them side by side: all.",
)  # fmt: skip

cards_option = click.option(
    "--cards", type=Name(("6", "9", "12", "15", "18", "21")), default="6", show_default=True,
    metavar="6|9|12",
    help="Cards in a hand: 9 and 12 after one and two runs of the pack; up to 21 if two play.",
)  # fmt: skip

output_options = (
    click.option(
        "--format", "form", type=Name(FORMATS), default="table", show_default=True,
        metavar="|".join(FORMATS), help="The form of the answer.",
    ),
    click.option(
        "--out", type=NewFile(), metavar="FILE", help="Write the answer here, not to stdout."
    ),
)  # fmt: skip

score_option = click.option(
    "--score", metavar="US-THEM",
    help="Points before the deal, your team's first, as in 12-11: the verdict is about the match.",
)  # fmt: skip

stop_options = (
    click.option(
        "--until-decided", is_flag=True,
        help="Play until the verdict is decided, or --deals are played.",
    ),
    click.option(
        "--target-se", type=Positive(), metavar="X",
        help="Play until the standard error of the difference is X, or --deals are played.",
    ),
)  # fmt: skip

chart_option = click.option(
    "--chart", type=NewFile(CHART_SUFFIXES), metavar="FILE",
    help="Draw a chart too: .png, .svg or .pdf.",
)  # fmt: skip


def with_options(*options: Any) -> Callable[[Command], Command]:
    """Add options and arguments, in this order; bad input becomes a one-line message."""

    def decorate(command: Command) -> Command:
        decorated = _refusing(command)
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def study(
    *options: Any,
    rules: bool = True,
    play: bool = True,
    everyone: bool = False,
    chart: bool = True,
) -> Callable[[Command], Command]:
    """Add the options of a study after its own; the command is handed them as a `Study`.

    With `everyone` it can be asked of all players at once.
    """
    player = [all_option if everyone else play_option] if play else []
    ruled = rules_options if rules else ()
    shared = [*ruled, *player, *run_options, *output_options]

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def gathered(**values: Any) -> Any:
            taken = {field.name: values.pop(field.name, None) for field in fields(Study)}
            return command(Study(**taken), **values)

        return with_options(*options, *shared, *([chart_option] if chart else []))(gathered)

    return decorate


@dataclass(frozen=True)
class Study:
    """What the shared options of a study were given as."""

    rules_name: str
    settings: tuple[str, ...]
    play: str
    deals: int | None
    seed: int | None
    threads: int | None
    form: str
    out: Path | None
    chart: Path | None

    @property
    def rules(self) -> Rules:
        """The rule set that ``--rules`` and ``--set`` describe."""
        return rule_set(self.rules_name, self.settings)

    def answer(
        self,
        question: Callable[[Run], pd.DataFrame],
        usual: int,
        work: Callable[[int | None, int], int] | None = None,
        cards: int = 6,
    ) -> None:
        """Ask, and print the report.

        Parameters
        ----------
        usual : int
            The question's own number of deals.
        work : callable or None
            How many deals are played in all, by how many were asked for, if any, and `usual`;
            None where only the players matter to that, and
        cards : int
            Cards in the hands that they play.
        """
        from analysis.run import Run

        if self.out is not None and self.out == self.chart:
            raise click.UsageError(f'--chart: "{self.chart}", expected another file than --out')
        announce_compiling()
        with progress((work or partial(self._work, cards))(self.deals, usual)) as tell:
            run = Run(deals=self.deals, seed=self.seed, threads=self.threads, progress=tell)
            frame = question(run)
        if self.form == "csv" and self.seed is None:
            note(f"seed {frame.attrs['made']['seed']}")
        write_report(frame, self.form, self.out, self.chart)

    def _work(self, cards: int, asked: int | None, usual: int) -> int:
        from analysis.allfours.side_by_side import work

        return work("random" if self.play is None else self.play, cards, asked, usual)


class Strict(click.Command):
    """A command that refuses an option given twice, where click would take the last."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        for place, param in enumerate(order):
            twice = isinstance(param, click.Option) and param in order[:place]
            if twice and not param.multiple and not ctx.resilient_parsing:
                raise click.UsageError(f"{param.opts[-1]}: given twice, expected once")
        return super().parse_args(ctx, args)


def _refusing(command: Command) -> Command:
    """Turn input that the game refuses into a message for the command line."""

    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        from engine.cards import InputError

        try:
            return command(*args, **kwargs)
        except InputError as error:
            raise click.UsageError(str(error)) from None

    return wrapped


def rule_set(rules_name: str, settings: tuple[str, ...]) -> Rules:
    """The rule set that ``--rules`` and ``--set`` describe."""
    from analysis.allfours.rule_sets import change, preset

    return change(preset(rules_name), settings)


def write_report(
    frame: pd.DataFrame, form: str, out: Path | None, chart: Path | None = None
) -> None:
    """Print a report, or write it to a file; draw its chart if wanted."""
    from analysis import report

    text = report.FORMATS[form](frame)
    if chart is not None:
        from analysis import charts

        _writing(chart, lambda: charts.save(frame, chart))
        note(f"chart written to {chart}")
    if out is None:
        click.echo(text, nl=False)
    else:
        write_file(out, text.encode())


def write_file(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all."""
    from analysis.files import write_whole

    _writing(path, lambda: write_whole(path, content))


def _writing(path: Path, write: Callable[[], None]) -> None:
    try:
        write()
    except OSError as error:
        raise click.UsageError(f'"{path}": can\'t be written ({error.strerror})') from None
