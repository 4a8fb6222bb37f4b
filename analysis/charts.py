"""A report's panels and grids as a figure: PNG, SVG or PDF, the same bytes each time.

Readable in black and white and at phone width: every bar and cell carries its number, series
differ in shade and edge, what is undecided is hatched, and a short line across a bar marks the
exact value.
"""

from __future__ import annotations

import io
import math
import textwrap
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from analysis.chart_grids import Layout, cells, layout
from analysis.files import write_whole
from analysis.report import Grid, Panel, made_line

_WIDTH = 6.4
_BAR = 0.24  # inches for a bar
_GAP = 0.5  # bars between groups
_SCALE = 0.36  # inches for the scale below a panel
_FEW = 1000  # below this the number of deals is printed beside the bar
_SHADES = ("#2b4a6f", "#e8eef5", "#7f9cbf", "#ffffff")
_EDGE = "#1d2b3a"
_STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "hatch.linewidth": 0.6,
    "savefig.dpi": 160,
    "svg.hashsalt": "allfours",
}

Row = dict[Any, Any]


def draw(frame: pd.DataFrame) -> Figure:
    """The chart of a report that has panels, grids or both."""
    grids: list[Grid] = frame.attrs.get("grids", [])
    panels: list[Panel] = frame.attrs.get("panels", []) if grids else frame.attrs["panels"]
    rows = {row["name"]: row for row in frame.to_dict("records")}
    title = textwrap.fill(frame.attrs["question"], 62)
    headline = textwrap.fill(frame.attrs.get("headline", ""), 84)
    footer = textwrap.fill(made_line(frame) + _key(panels, grids, rows), 118)
    layouts = [layout(frame, grid, _WIDTH) for grid in grids]
    heights = [_height(panel) for panel in panels]
    top = 0.26 * (title.count("\n") + 1) + 0.2 * (len(headline.splitlines())) + 0.2
    bottom = 0.13 * (footer.count("\n") + 1) + 0.15
    total = top + sum(heights) + sum(plan.height for plan in layouts) + bottom
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(_WIDTH, total))
        figure.text(0.02, 1 - 0.1 / total, title, va="top", size=12, weight="bold")
        if headline:
            below = 1 - (0.12 + 0.26 * (title.count("\n") + 1)) / total
            figure.text(0.02, below, headline, va="top", size=9)
        figure.text(0.02, 0.08 / total, footer, va="bottom", size=6.5, color="#444444")
        ceiling = total - top
        for panel, height in zip(panels, heights, strict=True):
            ceiling -= height
            left, width = (0.09, 0.87) if panel.columns else (0.3, 0.66)
            inside = (height - _above(panel) - _SCALE) / total
            axes = figure.add_axes((left, (ceiling + _SCALE) / total, width, inside))
            (_columns if panel.columns else _bars)(axes, panel, rows)
        for grid, plan in zip(grids, layouts, strict=True):
            ceiling -= plan.height
            axes = figure.add_axes((0, ceiling / total, 1, plan.height / total))
            _cells(axes, frame, grid, plan)
    return figure


def _key(panels: list[Panel], grids: list[Grid], rows: dict[str, Row]) -> str:
    """What the marks mean, where the chart has them."""
    names = [name for panel in panels for series in panel.series.values() for name in series]
    marks = ["black: the interval"] if panels else []
    if any(_known(rows.get(name), "exact") is not None for name in names):
        marks.append("red: the exact value")
    if any(panel.undecided for panel in panels) or any(grid.undecided for grid in grids):
        marks.append("hatched: undecided")
    if any(not grid.percent for grid in grids):
        marks.append("bold: surely above 0")
    return f". {'; '.join(marks).capitalize()}." if marks else "."


def _above(panel: Panel) -> float:
    """Inches for a panel's title and legend."""
    return 0.32 + (0.25 if len(panel.series) > 1 else 0.0)


def _height(panel: Panel) -> float:
    """Inches that a panel needs, its title and scale included."""
    if panel.columns:
        return 2.4
    bars = len(panel.labels) * len(panel.series)
    gaps = _GAP * _BAR * len(panel.labels) if len(panel.series) > 1 else 0.0
    return _BAR * bars + gaps + _above(panel) + _SCALE


def _number(value: float, percent: bool, signed: bool, small: bool) -> str:
    """The number beside a bar; `small` if all in its panel are."""
    if not percent:
        places = 3 if small else 2
        return f"{value:+.{places}f}" if abs(value) >= 0.5 / 10**places else "0"
    if signed:
        return f"{100 * value:+.2f} %"
    return f"{100 * value:.1f} %" if value >= 0.0095 or value == 0 else f"{100 * value:.2g} %"


def _known(row: Row | None, field: str) -> float | None:
    value = None if row is None else row.get(field)
    return None if value is None or math.isnan(value) else float(value)


def _bars(axes: Axes, panel: Panel, rows: dict[str, Row]) -> None:
    """Bars in groups, each with its interval, its number and its exact value."""
    count = len(panel.series)
    group = count + (_GAP if count > 1 else 0.0)
    drawn = [rows.get(name) for names in panel.series.values() for name in names]
    signed = any((_known(row, "low") or 0.0) < 0 for row in drawn)
    small = all(abs(_known(row, "value") or 0.0) < 0.1 for row in drawn)
    for place, names in enumerate(panel.series.values()):
        for label, name in enumerate(names):
            row, y = rows.get(name), label * group + place
            value, low, high = (_known(row, field) for field in ("value", "low", "high"))
            if value is None:
                continue
            hatch = "////" if name in panel.undecided else None
            shade = "#ffffff" if hatch else _SHADES[place]
            axes.barh(
                y, value, 0.86, color=shade, edgecolor=_EDGE, linewidth=0.7, hatch=hatch,
            )  # fmt: skip
            if low is not None and high is not None:
                for ink, width in (("#ffffff", 2.6), ("#000000", 1.0)):
                    axes.plot([low, high], [y, y], color=ink, lw=width, solid_capstyle="butt")
            exact = _known(row, "exact")
            if exact is not None:
                axes.plot([exact, exact], [y - 0.43, y + 0.43], color="#d02020", linewidth=1.4)
            end = max(value, high if high is not None else value, 0.0)
            start = min(value, low if low is not None else value, 0.0)
            text, at, side = _number(value, panel.percent, signed, small), end, "left"
            if row is not None and row["n"] < _FEW:
                text += f" (n = {row['n']:.0f})"
            if value < 0:
                at, side = start, "right"
            axes.annotate(
                text, (at, y), xytext=(3 if side == "left" else -3, 0),
                textcoords="offset points", va="center", ha=side, size=8,
            )  # fmt: skip
    axes.set_yticks(
        [label * group + (count - 1) / 2 for label in range(len(panel.labels))], panel.labels
    )
    axes.set_ylim(len(panel.labels) * group - (group - count) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    few = any(rows[name]["n"] < _FEW for names in panel.series.values() for name in names)
    axes.margins(x=0.36 if few else 0.16)  # room for the numbers beside the bars
    if panel.percent:
        if not signed:
            axes.set_xlim(left=0)
        if axes.get_xlim()[1] > 1:
            axes.set_xticks([0, 0.2, 0.4, 0.6, 0.8, 1])
        axes.xaxis.set_major_formatter(lambda x, _: f"{100 * x:g}")
    axes.axvline(0, color=_EDGE, linewidth=0.8)
    unit = " (%)" if panel.percent else ""
    pad = 20 if count > 1 else 6
    axes.set_title(panel.title + unit, loc="left", size=10, x=-0.42, pad=pad)
    axes.spines[["top", "right", "left"]].set_visible(False)
    if count > 1:
        handles = [
            Patch(facecolor=shade, edgecolor=_EDGE, label=series)
            for shade, series in zip(_SHADES, panel.series, strict=False)
        ]
        axes.legend(
            handles=handles,
            loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=count, frameon=False, fontsize=8,
            handlelength=1.2, columnspacing=1.0, borderaxespad=0.1,
        )  # fmt: skip


def _columns(axes: Axes, panel: Panel, rows: dict[str, Row]) -> None:
    """A distribution: columns for what was dealt, dots for the exact values."""
    names = next(iter(panel.series.values()))
    places = [int(label) for label in panel.labels]
    values = [100 * (_known(rows[name], "value") or 0.0) for name in names]
    axes.bar(places, values, 0.9, color=_SHADES[2], edgecolor=_EDGE, linewidth=0.4, label="dealt")
    exact = [_known(rows[name], "exact") for name in names]
    if None not in exact:
        dots = [100 * (chance or 0.0) for chance in exact]
        axes.plot(places, dots, ".", color="#d02020", markersize=3, label="exact")
        axes.legend(frameon=False, fontsize=8)
    axes.set_title(panel.title, loc="left", size=10)
    axes.spines[["top", "right"]].set_visible(False)


def _cells(axes: Axes, frame: pd.DataFrame, grid: Grid, plan: Layout) -> None:
    """A grid, drawn in inches from its left upper corner."""
    axes.set_xlim(0, _WIDTH)
    axes.set_ylim(plan.height, 0)
    axes.axis("off")
    unit = " (%)" if grid.percent and "%" not in grid.title else ""
    axes.text(0.13, 0.06, grid.title + unit, va="top", size=10)
    _heads(axes, grid, plan)
    for down, row in enumerate(cells(frame, grid, plan.places)):
        for across, cell in enumerate(row):
            corner = (plan.left + across * plan.column, plan.labels + down * plan.row)
            if cell is None:
                continue
            axes.add_patch(
                Rectangle(
                    corner, plan.column, plan.row, facecolor=cell.shade, linewidth=0,
                    edgecolor="#8a8a8a", hatch="/////" if cell.hatched else None,
                )
            )  # fmt: skip
            axes.add_patch(
                Rectangle(corner, plan.column, plan.row, fill=False, edgecolor=_EDGE, linewidth=0.4)
            )
            behind = {"facecolor": "#ffffff", "linewidth": 0, "pad": 0.6} if cell.hatched else None
            axes.text(
                corner[0] + plan.column / 2, corner[1] + plan.row / 2, cell.text, size=plan.size,
                color=cell.ink, weight="bold" if cell.bold else "normal", ha="center",
                va="center_baseline", bbox=behind,
            )  # fmt: skip


def _heads(axes: Axes, grid: Grid, plan: Layout) -> None:
    """The labels of a grid's columns and rows, and what they are."""
    grey = "#444444"
    axes.text(plan.left, 0.3, "\n".join(plan.across), va="top", size=8.5, color=grey)
    for across, label in enumerate(grid.columns):
        middle = plan.left + (across + 0.5) * plan.column
        axes.text(middle, plan.labels - 0.05, label, va="bottom", ha="center", size=8.5)
    for down, label in enumerate(grid.rows):
        middle = plan.labels + (down + 0.5) * plan.row
        axes.text(plan.left - 0.08, middle, label, va="center_baseline", ha="right", size=8.5)
    if plan.upright:
        middle = (plan.labels + plan.height - 0.16) / 2
        axes.text(
            0.16, middle, grid.down, va="center", ha="center", rotation=90, size=8.5, color=grey
        )
    else:
        axes.text(0.13, plan.labels - 0.05, grid.down, va="bottom", size=8.5, color=grey)


def encoded(frame: pd.DataFrame, suffix: str) -> bytes:
    """A report's chart in the form that a file name's suffix chooses."""
    buffer = io.BytesIO()
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(suffix)
    with mpl.rc_context(_STYLE):
        draw(frame).savefig(buffer, format=suffix[1:], metadata=metadata)
    return buffer.getvalue()


def save(frame: pd.DataFrame, path: Path) -> None:
    """Draw a report's chart into a file, whole or not at all; its suffix chooses the form."""
    write_whole(path, encoded(frame, path.suffix.lower()))
