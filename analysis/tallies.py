"""Studies that consist of tallies: integers that add up over numbered deals."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analysis.provenance import Files, Inputs, Part, Study
from analysis.run import Run, Settled, Tally
from engine.cards import InputError

TALLIES = "tallies.json"
_REPLAYED = 50_000  # of so many deals one at either end is played again, so slow players play few


class Cell(NamedTuple):
    """A tally that is to be made."""

    deals: int
    tally: Callable[[Settled], Tally]


class Counted(NamedTuple):
    """A tally that was made."""

    tally: Tally
    deals: int


def study(
    question: str,
    inputs: Inputs,
    cells: Callable[[Inputs], dict[str, Cell]],
    report: Callable[[Inputs, dict[str, Counted]], pd.DataFrame],
    spelled: Callable[[Inputs], Inputs],
    needs: Callable[[], dict[str, str]] = dict,
) -> Study:
    """A study of the tallies of some cells, with those of their first and last deals.

    Parameters
    ----------
    inputs : dict
        ``seed`` is one of them.
    cells : callable
        The cells by name. Their deals are numbered from 0.
    """

    def parts(given: Inputs) -> dict[str, Part]:
        return {
            name: Part(cell.deals, partial(_part, cell, given["seed"]))
            for name, cell in cells(given).items()
        }

    def reported(given: Inputs, files: Files) -> pd.DataFrame:
        return report(given, _counted(files, cells(given)))

    def replay(given: Inputs, files: Files, run: Run) -> Iterator[str]:
        expected = cells(given)
        raw = _read(files, expected)
        for name, cell in expected.items():
            for end, tally in _ends(cell, given["seed"], run).items():
                if raw[name][end] != tally:
                    yield f"{TALLIES}: {name}: its {end} deals are played differently now"

    return Study(question, inputs, parts, reported, replay, _joined, spelled, needs)


def _part(cell: Cell, seed: int, _: Files, run: Run) -> bytes:
    """A cell's tally and those of its ends, as a line of JSON."""
    tally = cell.tally(replace(run, seed=seed, deals=cell.deals).settled(cell.deals)).tolist()
    return json.dumps({"deals": cell.deals, "tally": tally, **_ends(cell, seed, run)}).encode()


def _ends(cell: Cell, seed: int, run: Run) -> dict[str, list[int]]:
    """The tallies of a cell's first and last few deals."""
    few = max(1, cell.deals // _REPLAYED)
    played = replace(run, seed=seed, deals=few, progress=None)
    ends = {"first": 0, "last": cell.deals - few}
    return {
        end: cell.tally(replace(played, first=first).settled(few)).tolist()
        for end, first in ends.items()
    }


def _joined(parts: Files) -> Files:
    """All cells in one file, a line each."""
    lines = (f"{json.dumps(name)}: {part.decode()}" for name, part in parts.items())
    return {TALLIES: ("{\n" + ",\n".join(lines) + "\n}\n").encode()}


def _read(files: Files, cells: dict[str, Cell]) -> dict[str, Any]:
    """The raw file, which has these cells and no others.

    Raises
    ------
    InputError
        Names what it has instead.
    """
    try:
        raw = dict(json.loads(files[TALLIES]))
    except (KeyError, ValueError, TypeError):
        raise InputError(f"{TALLIES}: expected tallies as publishing writes them") from None
    if list(raw) != list(cells):
        raise InputError(f"{TALLIES}: has {', '.join(raw)}, expected {', '.join(cells)}")
    for name, cell in cells.items():
        if not _sound(raw[name], cell.deals):
            raise InputError(f"{TALLIES}: {name}: expected three tallies of {cell.deals} deals")
    return raw


def _sound(got: Any, deals: int) -> bool:
    """Whether a cell was read that has so many deals, and three lists of integers alike in size."""
    if not isinstance(got, dict) or list(got) != ["deals", "tally", "first", "last"]:
        return False
    lists = [got[key] for key in ("tally", "first", "last")]
    return (
        got["deals"] == deals
        and all(isinstance(numbers, list) for numbers in lists)
        and len({len(numbers) for numbers in lists}) == 1
        and all(type(number) is int and abs(number) < 2**63 for number in chain(*lists))
    )


def _counted(files: Files, cells: dict[str, Cell]) -> dict[str, Counted]:
    """The tallies of the raw file."""
    return {
        name: Counted(np.array(cell["tally"], np.int64), cell["deals"])
        for name, cell in _read(files, cells).items()
    }
