"""A study's table, and its four forms: text, markdown, CSV and JSON.

A report is a DataFrame whose columns are name, value, low, high, n and, where a closed form
exists, exact and z. Its ``attrs`` hold the question, how it was made, and the verdict if any.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from importlib import metadata
from typing import Any, NamedTuple

import pandas as pd

from analysis import estimate
from analysis.estimate import Estimate

Row = dict[str, Any]


class Panel(NamedTuple):
    """One picture of a chart: which rows of a report are drawn, and under which labels."""

    title: str
    labels: tuple[str, ...]
    """A label for each group of bars."""
    series: dict[str, tuple[str, ...]]
    """By the name of a series, the row of each label; "" where there is none."""
    percent: bool = False
    columns: bool = False
    """Many narrow columns without numbers, for a distribution."""
    undecided: tuple[str, ...] = ()
    """Rows to hatch."""


class Grid(NamedTuple):
    """A picture of a chart in rows and columns, a number in each cell."""

    title: str
    across: str
    """What the columns are."""
    down: str
    """What the rows are."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    """The row of the report in each cell; "" where there is none."""
    percent: bool = False
    undecided: tuple[str, ...] = ()
    """Rows of the report whose cells are hatched."""


def share_row(name: str, count: int, n: int, exact: Fraction | None = None) -> Row:
    """A row for a share of `n` deals, beside its exact value if there is one."""
    row = _row(name, estimate.proportion(count, n))
    if exact is not None:
        row |= {"exact": float(exact), "z": estimate.z_of_proportion(count, n, exact)}
    return row


def mean_row(
    name: str,
    total: int,
    squares: int,
    n: int,
    exact: Fraction | None = None,
    scale: float = 1.0,
) -> Row:
    """A row for a mean over `n` deals (`scale` as in `estimate.mean`)."""
    row = _row(name, estimate.mean(total, squares, n, scale=scale))
    if exact is not None:
        row |= {"exact": float(exact), "z": estimate.z_of_mean(total, squares, n, exact)}
    return row


def with_error(row: Row, places: int, scale: float = 1.0) -> str:
    """A row's value and half the width of its interval, for a sentence.

    >>> with_error({"value": 0.4615, "low": 0.4605, "high": 0.4625}, 3)
    '0.462 (+/- 0.001)'
    """
    value, low, high = (row[key] for key in ("value", "low", "high"))
    if value is None or math.isnan(value):
        return "an unknown number of"
    if low is None or math.isnan(low):
        return f"{scale * value:.{places}f}"
    return f"{scale * value:.{places}f} (+/- {scale * (high - low) / 2:.{places}f})"


def _row(name: str, got: Estimate) -> Row:
    return {"name": name, **got._asdict()}


def made(**settings: Any) -> dict[str, Any]:
    """How a report was made: all that is needed to make it again."""
    return {**settings, "version": metadata.version("allfours")}


def table(rows: Iterable[Row], question: str, made: dict[str, Any], **attrs: Any) -> pd.DataFrame:
    """A report as a DataFrame.

    Parameters
    ----------
    rows : iterable of dict
        As `share_row` and `mean_row` make them.
    question : str
        The question in words, with the cards in canonical form.
    made : dict
        As `made` returns it.
    **attrs
        ``verdict`` and its ``verdict_level``, ``headline`` (the answer in a sentence), ``notes``
        (sentences), ``panels`` and ``grids`` (of a chart), ``parts`` (title and rows of a second
        table for people, which stands in for the rows from ``parts_from`` on), ``summary`` (rows
        of a table for people in place of all rows; markdown has both).
    """
    frame = pd.DataFrame(list(rows))
    frame.attrs.update(question=question, made=made, **attrs)
    return frame


def _cell(value: Any) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, float):
        if abs(value) >= 10_000:
            return f"{value:,.0f}"
        if value == 0 or abs(value) >= 0.01:
            return f"{value:.4f}"
        return f"{value:.6f}" if abs(value) >= 1e-5 else f"{value:.1e}"
    if isinstance(value, int):
        return f"{value:,}"
    return str(value)


def _signed(value: Any) -> str:
    return f"{value:+.3f}" if isinstance(value, float) and value else str(value or "0")


def _z_cell(value: float) -> str:
    return "" if value is None or math.isnan(value) else f"{value:+.2f}"


def _cells(frame: pd.DataFrame) -> pd.DataFrame:
    """The table with every value rounded, as text."""
    shown = pd.DataFrame(index=frame.index)
    for column in frame.columns:
        shape: Callable[[Any], str] = _z_cell if column == "z" else _cell
        shown[column] = [shape(value) for value in frame[column].tolist()]
    return shown


def grid_title(grid: Grid) -> str:
    """The title of a grid, with its unit, and what its columns are."""
    unit = " (%)" if grid.percent and "%" not in grid.title else ""
    return f"{grid.title}{unit}; across: {grid.across}"


def grid_number(value: float, percent: bool, places: int | None = None) -> str:
    """The number in a cell: points with their sign, or per cent.

    >>> grid_number(0.7, False), grid_number(-0.001, False)
    ('+0.70', '0.00')
    >>> grid_number(0.255, True), grid_number(0.255, True, 0), grid_number(1, True)
    ('25.5', '26', '100')
    """
    if percent:
        return f"{100 * value:.{1 if places is None else places}f}".replace("100.0", "100")
    return "0.00" if abs(value) < 0.005 else f"{value:+.2f}"


def grid_values(frame: pd.DataFrame, grid: Grid) -> list[list[float | None]]:
    """What stands in the cells of a grid; None where there is nothing."""
    values = dict(zip(frame["name"].tolist(), frame["value"].tolist(), strict=True))
    known = {
        name: None if value is None or math.isnan(value) else float(value)
        for name, value in values.items()
    }
    return [[known[name] if name else None for name in names] for names in grid.cells]


def _grid_table(frame: pd.DataFrame, grid: Grid) -> pd.DataFrame:
    """A grid as a table for people: undecided cells have a question mark."""
    rows = []
    for label, names, values in zip(grid.rows, grid.cells, grid_values(frame, grid), strict=True):
        row = {"name": label}
        for column, name, value in zip(grid.columns, names, values, strict=True):
            number = "" if value is None else grid_number(value, grid.percent)
            mark = "?" if name in grid.undecided and number else ""
            row[" ".join(column.split())] = number + mark
        rows.append(row)
    return pd.DataFrame(rows).rename(columns={"name": _DOWN})


_DOWN = ""
_WORDS = (
    "name", "fraction", "derivation", "player", "rule", "rules", "unit", "claim", "verdict",
    "offence", "penalty",
    "meaning", "values", "clause",
)  # fmt: skip
"""Columns that are set to the left."""


def _aligned(frame: pd.DataFrame) -> str:
    """Columns side by side: the words to the left, the numbers to the right."""
    columns = [[str(name), *cells] for name, cells in frame.items()]
    widths = [max(len(cell) for cell in column) for column in columns]
    words = [name in _WORDS for name in frame.columns]
    lines = []
    for row in zip(*columns, strict=True):
        cells = [
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(row, widths, words, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def made_line(frame: pd.DataFrame) -> str:
    """One line that lets anyone repeat the report."""
    parts = []
    for key, value in frame.attrs["made"].items():
        if isinstance(value, dict):
            value = " ".join(f"{k}={v}" for k, v in value.items())
        elif key == "level":
            key, value = "intervals", f"{value:.0%}"
        elif key == "deals":
            value = f"{value:,}"
        parts.append(f"{key} {value}")
    return "made with: " + "; ".join(parts)


def to_text(frame: pd.DataFrame) -> str:
    """The report for a terminal: the answer first, then the table, then how it was made."""
    attrs = frame.attrs
    blocks = [attrs["question"]]
    if "headline" in attrs:
        blocks.append(attrs["headline"])
    if "summary" in attrs:
        blocks.append(_aligned(pd.DataFrame(attrs["summary"])))
    elif "grids" in attrs:
        for grid in attrs["grids"]:
            blocks.append(grid_title(grid) + "\n" + _aligned(_grid_table(frame, grid)))
    else:
        blocks.append(_aligned(_cells(frame.iloc[: attrs.get("parts_from")])))
    if "parts" in attrs:
        title, rows = attrs["parts"]
        parts = pd.DataFrame([{key: _signed(value) for key, value in row.items()} for row in rows])
        blocks.append(title + "\n" + _aligned(parts))
    blocks += attrs.get("notes", [])
    return "\n\n".join([*blocks, made_line(frame)]) + "\n"


def to_markdown(frame: pd.DataFrame) -> str:
    """The report as markdown."""
    attrs = frame.attrs
    blocks = [f"**{attrs['question']}**"]
    if "headline" in attrs:
        blocks.append(attrs["headline"])
    if "summary" in attrs:
        blocks.append(_piped(pd.DataFrame(attrs["summary"])))
    elif "grids" in attrs:
        for grid in attrs["grids"]:
            blocks += [f"**{grid_title(grid)}**", _piped(_grid_table(frame, grid))]
    blocks += [_piped(_cells(frame)), *attrs.get("notes", []), made_line(frame)]
    return "\n\n".join(blocks) + "\n"


def _piped(frame: pd.DataFrame) -> str:
    """A table of markdown."""
    rule = ["---" if name in _WORDS else "---:" for name in frame]
    rows = [list(frame.columns), rule, *frame.to_numpy().tolist()]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def to_csv(frame: pd.DataFrame) -> str:
    """The rows as CSV, unrounded."""
    return frame.to_csv(index=False, lineterminator="\n")


def to_json(frame: pd.DataFrame) -> str:
    """The report as one JSON object, unrounded; what is not known is null."""
    attrs = frame.attrs
    report: dict[str, Any] = {"question": attrs["question"]}
    for key in ("verdict", "verdict_level", "verdicts"):
        if key in attrs:
            report[key] = attrs[key]
    report["rows"] = [_json_row(row) for row in frame.to_dict("records")]
    report["made"] = attrs["made"]
    if "notes" in attrs:
        report["notes"] = attrs["notes"]
    return json.dumps(report, allow_nan=False, indent=1) + "\n"


def _json_row(row: dict[Any, Any]) -> Row:
    clean = {
        key: None if isinstance(value, float) and math.isnan(value) else value
        for key, value in row.items()
    }
    if clean.get("exact") is None:
        clean.pop("exact", None)
        clean.pop("z", None)
    return clean


FORMATS: dict[str, Callable[[pd.DataFrame], str]] = {
    "table": to_text,
    "csv": to_csv,
    "json": to_json,
    "markdown": to_markdown,
}
