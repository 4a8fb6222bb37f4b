"""Grids: what stands in their cells, as text and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from analysis import charts
from analysis.chart_grids import cells, layout
from analysis.report import Grid, Panel, made, table, to_csv, to_markdown, to_text

VALUES = {"a": 0.702, "b": -0.25, "c": 0.004, "d": -2.5}
SHARES = {"a": 0.0, "b": 0.513, "c": 0.999, "d": 1.0}
GRID = Grid(
    "Points",
    "what is across",
    "what is down",
    ("one\nline", "two", "three"),
    ("first", "second"),
    (("a", "b", ""), ("c", "d", "")),
    undecided=("b",),
)


def report(values: dict[str, float], grid: Grid = GRID, **attrs: Any) -> pd.DataFrame:
    rows = [{"name": name, "value": value, "n": 5} for name, value in values.items()]
    stamp = made(rules="classic", play="expert", seed=1, deals=5)
    return table(rows, "Is it so?", stamp, grids=[grid], **attrs)


def axes_of(frame: pd.DataFrame, place: int = 0) -> Axes:
    return charts.draw(frame).axes[place]


def words(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


def test_every_cell_has_its_number() -> None:
    assert {"+0.70", "-0.25", "0.00", "-2.50"} <= set(words(axes_of(report(VALUES))))
    percent = GRID._replace(percent=True)
    assert {"0.0", "51.3", "99.9", "100"} <= set(words(axes_of(report(SHARES, percent))))


def test_labels_say_what_they_are() -> None:
    said = words(axes_of(report(VALUES)))
    expected = {"Points", "what is across", "what is down", "one\nline", "two", "first", "second"}
    assert expected <= set(said)
    percent = GRID._replace(percent=True)
    assert "Points (%)" in words(axes_of(report(SHARES, percent)))


def test_undecided_cells_alone_are_hatched() -> None:
    boxes = [patch for patch in axes_of(report(VALUES)).patches if isinstance(patch, Rectangle)]
    hatched = [box for box in boxes if box.get_hatch()]  # type: ignore[no-untyped-call]
    assert len(hatched) == 1
    plan = layout(report(VALUES), GRID, 6.4)
    assert hatched[0].get_xy() == pytest.approx((plan.left + plan.column, plan.labels))


def test_blank_cells_are_not_drawn() -> None:
    boxes = [patch for patch in axes_of(report(VALUES)).patches if isinstance(patch, Rectangle)]
    assert len(boxes) == 2 * len(VALUES)  # the shade and the edge


def test_signs_can_be_told_without_colours() -> None:
    found = {cell.text: cell for row in cells(report(VALUES), GRID, None) for cell in row if cell}
    assert found["+0.70"].bold
    assert not found["-2.50"].bold
    assert found["+0.70"].shade != found["-2.50"].shade


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("percent", [False, True])
def test_numbers_stand_out_from_their_shade(sign: int, percent: bool) -> None:
    """As WCAG measures it, which asks for 4.5."""
    names = tuple(map(str, range(101)))
    grid = Grid("T", "", "", names, ("row",), (names,), percent)
    values = {name: sign * int(name) / 100 for name in names}
    for cell in filter(None, cells(report(values, grid), grid, None)[0]):
        light, ink = (_luminance(colour) for colour in (cell.shade, cell.ink))
        assert (max(light, ink) + 0.05) / (min(light, ink) + 0.05) > 4.5


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(w * part for w, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("columns", [1, 2, 6, 13, 14, 21])
@pytest.mark.parametrize("percent", [False, True])
def test_everything_fits(columns: int, percent: bool) -> None:
    """No number is wider than its cell, no label reaches into the cells or out of the figure."""
    names = [f"{row}_{column}" for row in range(2) for column in range(columns)]
    grid = Grid(
        "Title",
        "what the columns are, in more words than there is room for in a line of a figure " * 2,
        "what the rows are",
        tuple(map(str, range(columns))),
        ("9", "10"),
        (tuple(names[:columns]), tuple(names[columns:])),
        percent,
    )  # fmt: skip
    values = dict.fromkeys(names, 0.123 if percent else -0.123)
    figure = charts.draw(report(values, grid))
    figure.draw_without_rendering()
    axes = figure.axes[0]
    plan = layout(report(values, grid), grid, 6.4)
    edges = axes.get_window_extent()
    for text in axes.texts:
        box = text.get_window_extent()
        assert edges.x0 <= box.x0 < box.x1 <= edges.x1, text.get_text()
        if text.get_text() in ("12.3", "12", "-0.12"):
            assert box.width < plan.column * figure.dpi
        if text.get_text() in grid.rows and text.get_ha() == "right":
            assert box.x1 < edges.x0 + plan.left * figure.dpi


def test_the_equity_table_is_legible_on_a_phone() -> None:
    """Fourteen columns with a decimal, in type that a figure of 6.4 inches can be read with."""
    points = tuple(map(str, range(14)))
    names = tuple(tuple(f"{one}-{two}" for two in points) for one in points)
    grid = Grid("T", "eldest", "dealer", points, points, names, percent=True)
    frame = report({name: 0.513 for row in names for name in row}, grid)
    plan = layout(frame, grid, 6.4)
    assert plan.places == 1
    assert plan.size >= 8.5


def test_panels_and_grids_share_a_figure() -> None:
    panel = Panel("Bars", ("a",), {"": ("a",)})
    rows = [{"name": name, "value": value, "low": None, "high": None, "n": 5}
            for name, value in VALUES.items()]  # fmt: skip
    frame = table(rows, "Why?", made(rules="classic"), panels=[panel], grids=[GRID])
    bars, grid = charts.draw(frame).axes
    assert bars.get_title(loc="left") == "Bars"
    assert "Points" in words(grid)


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_grids_are_the_same_bytes_again(suffix: str, tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}{suffix}" for name in ("one", "two")]
    for path in paths:
        charts.save(report(VALUES), path)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_the_footer_repeats_how_it_was_made() -> None:
    said = " ".join(text.get_text() for text in charts.draw(report(VALUES)).texts)
    for part in ("rules classic", "play expert", "seed 1", "deals 5", "Hatched: undecided"):
        assert part in said
    decided = GRID._replace(percent=True, undecided=())
    said = " ".join(text.get_text() for text in charts.draw(report(SHARES, decided)).texts)
    assert "undecided" not in said


def test_the_text_has_the_grid_for_people() -> None:
    lines = to_text(report(VALUES)).splitlines()
    assert "Points; across: what is across" in lines
    assert [line.split() for line in lines if line.strip().startswith(("first", "second"))] == [
        ["first", "+0.70", "-0.25?"],
        ["second", "0.00", "-2.50"],
    ]
    assert "| first | +0.70 | -0.25? |  |" in to_markdown(report(VALUES)).splitlines()


def test_csv_has_every_row_unrounded() -> None:
    assert "a,0.702,5" in to_csv(report(VALUES)).splitlines()
