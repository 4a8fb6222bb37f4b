"""``allfours``: the group of commands, and how they fail."""

from __future__ import annotations

import os
import sys

import click

from scripts.lazy import Lazy
from scripts.messages import note
from scripts.options import version_option

COMMANDS = {
    "beg": ("scripts.allfours.begging", "Should I beg with these six cards?"),
    "give": ("scripts.allfours.begging", "I am begged: give one, or run the pack?"),
    "points": ("scripts.allfours.studies", "What each team makes of a deal."),
    "game": ("scripts.allfours.studies", "Who wins Game, by tens, aces and pips."),
    "exposed": ("scripts.allfours.exposed", "What it costs to expose a card."),
    "kick": ("scripts.allfours.studies", "How often each kick comes, and what a run yields."),
    "cut": ("scripts.allfours.dealing", "Who deals first: high cut, and first jack."),
    "shuffle": (
        "scripts.allfours.dealing",
        "How many riffles it takes, dealt singly or by threes.",
    ),
    "equity": ("scripts.allfours.studies", "The chance of winning the match, by the score."),
    "duel": ("scripts.allfours.studies", "Two players against each other, in duplicate."),
    "ladder": ("scripts.allfours.studies", "Every player of the cards against the others."),
    "rules-of-thumb": ("scripts.allfours.studies", "Short rules for begging, and what they lose."),
    "compare": ("scripts.allfours.variants", "Rule sets side by side, on the same deals."),
    "pitch": ("scripts.allfours.pitch", "Pitch: which card should I lead, its suit being trump?"),
    "rules": ("scripts.allfours.rules", "The rule sets, and what each field of them means."),
    "chart": ("scripts.allfours.charts", "The charts: the two decisions, the score, the jack."),
    "revoke": ("scripts.allfours.revoke", "What a revoke costs, by the rule and the score."),
    "claims": ("scripts.allfours.studies", "What has been written about it, put to the test."),
    "exact": ("scripts.allfours.studies", "The closed forms, as fractions."),
    "deals": ("scripts.allfours.records", "Numbered deals, played out, as records."),
    "show": ("scripts.allfours.records", "Draw one deal and its play."),
    "score": ("scripts.allfours.records", "Judge and score deal records."),
    "solve": ("scripts.allfours.records", "Exact values of deal records, all cards seen."),
    "review": ("scripts.allfours.review", "What the decisions of recorded games cost."),
    "legal": ("scripts.allfours.records", "Which cards may be played in deal records."),
    "train": ("scripts.allfours.publishing", "Train the player expert again."),
    "publish": ("scripts.allfours.publishing", "Make a study of results/, or make it again."),
    "verify": ("scripts.allfours.publishing", "Check what is published in results/."),
    "backalley": ("scripts.backalley.group", "Back Alley, a second game of tricks, in numbers."),
    "bench": ("scripts.bench", "How fast this machine is."),
}


@click.group(
    cls=Lazy,
    listed=COMMANDS,
    no_args_is_help=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
)
@version_option
@click.pass_context
def cli(ctx: click.Context) -> None:
    """All Fours, Trinidad's card game, in numbers: should I beg?

    \b
    allfours beg JS 9S AH TH 4D 2C --kick 6S
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _fail(message: str, status: int) -> int:
    """Print one line to stderr, whatever the message holds, and return the exit status."""
    note(f"allfours: {message}")
    return status


def _with_help(error: click.UsageError) -> str:
    """The message; click's own, which don't say what is expected, with where that stands."""
    message = error.format_message()
    if type(error) is click.UsageError and "expected" in message:
        return message
    if error.ctx is None or "(there are" in message:
        return message
    return f"{message} (expected: see {error.ctx.command_path} --help)"


def _discard_output() -> None:
    """Let what is still buffered for stdout go nowhere."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(args: list[str] | None = None) -> int:
    """Run the command line; return the exit status.

    Bad input is one line on stderr and 2; an answer that can't be written 1; an interrupt 130.
    """
    if sys.stdout is None:
        return _fail("stdout is closed", 1)
    try:
        status = cli.main(args, prog_name="allfours", standalone_mode=False)
        sys.stdout.flush()
    except click.Abort:
        return _fail("stopped", 130)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.UsageError as error:
        return _fail(_with_help(error), 2)
    except click.ClickException as error:
        return _fail(error.format_message(), 2)
    except BrokenPipeError:  # the reader has gone, as in `allfours deals ... | head`
        _discard_output()
        return 0
    except OSError as error:
        _discard_output()
        return _fail(f"the answer can't be written ({error.strerror})", 1)
    return status if isinstance(status, int) else 0


if __name__ == "__main__":
    sys.exit(main())
