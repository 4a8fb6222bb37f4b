"""How a grid is drawn: what stands in its cells, in which shade, and where.

Lengths are inches. `analysis.charts` does the drawing.
"""

from __future__ import annotations

import textwrap
from typing import NamedTuple

import pandas as pd

from analysis.report import Grid, grid_number, grid_values

_LETTER, _BOLD = 0.62, 0.7
"""The width of a digit or a letter in sizes of its type, and in bold."""
_POINT = 1 / 72
_LARGEST, _SMALLEST = 10.0, 8.5
_LABEL = 8.5
"""The size of labels."""
_LINE = 0.15
_ROW = 0.27
_MARGIN = 0.12
_NARROW = 1.0
"""Where labels take less, what the rows are stands upright beside them."""

_WHITE = (255, 255, 255)
_MORE, _LESS = (43, 74, 111), (178, 96, 30)
"""The deepest shades: above zero, or many, and below zero."""
_DEPTH = 0.9
"""Below 1 small values show more."""
_EYE = (0.2126, 0.7152, 0.0722)
"""How much of a screen's light is red, green and blue to the eye."""
_DARK = 0.179
"""On a cell of less light than that white numbers stand out more than black ones."""


class Cell(NamedTuple):
    """What is drawn in a cell."""

    text: str
    shade: str
    ink: str
    bold: bool
    hatched: bool


class Layout(NamedTuple):
    """Where a grid's parts are, from its left upper corner."""

    across: tuple[str, ...]
    """What the columns are, in lines."""
    upright: bool
    """Whether what the rows are stands upright at the left."""
    left: float
    """Where the first column begins."""
    column: float
    row: float
    labels: float
    """Where the labels of the columns end and the first row begins."""
    height: float
    size: float
    """Of the numbers in the cells."""
    places: int | None
    """Decimals of per cent."""


def layout(frame: pd.DataFrame, grid: Grid, width: float) -> Layout:
    """Find room for everything in a figure of this width."""
    longest = max(len(label) for label in grid.rows)
    words = _MARGIN + longest * _LETTER * _LABEL * _POINT + 0.08
    upright = words < _NARROW
    left = words + (0.2 if upright else 0.0)
    column = (width - left - _MARGIN) / len(grid.columns)
    size, places = _numbers(frame, grid, column)
    across = tuple(textwrap.wrap(grid.across, int((width - left) / (0.54 * _LABEL * _POINT))))
    lines = max(label.count("\n") + 1 for label in grid.columns)
    labels = 0.36 + _LINE * (len(across) + lines) + 0.08
    height = labels + _ROW * len(grid.rows) + 0.16
    return Layout(across, upright, left, column, _ROW, labels, height, size, places)


def _numbers(frame: pd.DataFrame, grid: Grid, column: float) -> tuple[float, int | None]:
    """The size of the numbers, and the decimals of per cent that there is room for."""
    values = [value for row in grid_values(frame, grid) for value in row if value is not None]
    for places in (1, 0) if grid.percent else (None,):
        texts = [grid_number(value, grid.percent, places) for value in values]
        letters = max((len(text) for text in texts), default=1)
        wide = _LETTER if grid.percent else _BOLD
        size = min(_LARGEST, 0.9 * column / (letters * wide * _POINT))
        if size >= _SMALLEST:
            break
    return size, places


def cells(frame: pd.DataFrame, grid: Grid, places: int | None) -> list[list[Cell | None]]:
    """What is drawn in each cell; None where nothing is."""
    values = grid_values(frame, grid)
    known = [value for row in values for value in row if value is not None]
    shading = _shading(known, grid.percent)
    return [
        [
            None if value is None else _cell(value, name in grid.undecided, grid, shading, places)
            for name, value in zip(names, row, strict=True)
        ]
        for names, row in zip(grid.cells, values, strict=True)
    ]


class _Shading(NamedTuple):
    """How values become shades."""

    low: float
    """What is white: 0 for points, the least for shares."""
    most: float
    """How far from that the deepest shade is."""


def _shading(values: list[float], percent: bool) -> _Shading:
    low = max(min(values, default=0.0), 0.0) if percent else 0.0
    return _Shading(low, max((abs(value - low) for value in values), default=0.0) or 1.0)


def _cell(value: float, undecided: bool, grid: Grid, shading: _Shading, places: int | None) -> Cell:
    depth = 0.0 if undecided else (abs(value - shading.low) / shading.most) ** _DEPTH
    shade = _mixed(depth, _LESS if value < 0 else _MORE)
    return Cell(
        grid_number(value, grid.percent, places),
        "#" + bytes(shade).hex(),
        "#ffffff" if _light(shade) < _DARK else "#000000",
        not grid.percent and value > 0 and not undecided,
        undecided,
    )


def _mixed(depth: float, deepest: tuple[int, int, int]) -> tuple[int, int, int]:
    """A shade between white and the deepest."""
    red, green, blue = (
        round(white + depth * (deep - white)) for white, deep in zip(_WHITE, deepest, strict=True)
    )
    return red, green, blue


def _light(shade: tuple[int, int, int]) -> float:
    """How much light a shade sends out, 1 for white: its relative luminance (WCAG)."""
    parts = [part / 255 for part in shade]
    linear = [part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip(_EYE, linear, strict=True))
