"""``allfours rules``."""

from __future__ import annotations

from pathlib import Path

import click

from scripts.options import Strict, output_options, with_options, write_report


@click.command(cls=Strict)
@with_options(click.argument("name", required=False, metavar="[NAME]"), *output_options)
def rules(name: str | None, form: str, out: Path | None) -> None:
    """The rule sets and the fields that they are made of; or the rule set NAME beside classic.

    \b
    allfours rules
    allfours rules seven-up
    """
    from analysis.allfours import rules_told

    write_report(rules_told.rules(name), form, out)
