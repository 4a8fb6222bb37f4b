"""The list of published studies, ``results/README.md``: the question, the answer, the command."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from analysis.files import write_whole
from analysis.provenance import Study, inputs_of, published
from engine.cards import InputError

INDEX = "README.md"
_HEAD = """# Published results

Written by `allfours publish`, never by hand: a folder for each study. `allfours verify` checks that
every number still follows from the integers beside it, and that the first and last deals are played
as they were; `allfours verify --full NAME` makes all of it again. Intervals are 95 %. How far other
players of the cards would move an answer is another matter: see the notes of each report.
"""


def write_index(root: Path, studies: Mapping[str, Study]) -> None:
    """Write the list of what is published under `root`."""
    write_whole(root / INDEX, index(root, studies).encode())


def index(root: Path, studies: Mapping[str, Study]) -> str:
    """The list: studies in the order of the catalogue."""
    there = published(root)
    blocks = [_entry(name, studies[name], root) for name in studies if name in there]
    return "\n".join([_HEAD, *blocks])


def _entry(name: str, study: Study, root: Path) -> str:
    """What a study asks, what it found, and how to make it again."""
    folder = root / name
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    try:
        answer = _answer(study.report(inputs_of(name, study, root), files))
    except (InputError, ArithmeticError, KeyError, TypeError, ValueError):
        answer = "Not to be read: see `allfours verify`."
    lines = [f"## [{name}]({name}/report.md)", "", f"**{study.question}** {answer}", ""]
    return "\n".join([*lines, f"    allfours publish {name}", ""])


def _answer(frame: pd.DataFrame) -> str:
    """The report's own sentence, or else its first row with its interval."""
    if "headline" in frame.attrs:
        return str(frame.attrs["headline"])
    row = frame.iloc[0]
    words = str(row["name"]).replace("_", " ")
    return f"{words}: {row['value']:.4f} ({row['low']:.4f} to {row['high']:.4f}; n = {row['n']:,})."
