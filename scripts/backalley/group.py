"""``allfours backalley``: the group of commands of the second game."""

from __future__ import annotations

import click

from scripts.lazy import Lazy

COMMANDS = {
    "bid": ("scripts.backalley.studies", "What to bid with a hand, after the bids heard."),
    "tricks": ("scripts.backalley.studies", "How many tricks a seat and its team take."),
    "match": ("scripts.backalley.studies", "Two styles against each other, in duplicate."),
    "boards": ("scripts.backalley.studies", "When to board, by the cards in a hand."),
    "claims": ("scripts.backalley.studies", "What a guide says, put to the test."),
    "deals": ("scripts.backalley.records", "Numbered deals, played out, as records."),
    "show": ("scripts.backalley.records", "Draw one deal and its play."),
    "score": ("scripts.backalley.records", "Judge and score deal records."),
    "legal": ("scripts.backalley.records", "What may be bid or played in deal records."),
}


@click.group(cls=Lazy, listed=COMMANDS, no_args_is_help=False, invoke_without_command=True)
@click.pass_context
def backalley(ctx: click.Context) -> None:
    """Back Alley, a game of bids and tricks for four, in numbers.

    \b
    allfours backalley bid AS KS 9S 2S AH 3H KD 7D 2C --faced 5S --heard "2 3"
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
