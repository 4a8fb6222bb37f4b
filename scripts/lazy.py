"""Groups of commands whose modules are loaded when their command runs."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click

Listed = Mapping[str, tuple[str, str]]
"""By the name of a command: its module, and what its line of help says."""


class Lazy(click.Group):
    """A group that imports a command's module when it is asked for."""

    def __init__(self, *args: Any, listed: Listed, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.listed = listed

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, the main question first."""
        return list(self.listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in self.listed:
            names = ", ".join(self.listed)
            raise click.UsageError(f'no command "{cmd_name}" (there are {names})')
        module = importlib.import_module(self.listed[cmd_name][0])
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.listed.items()])
