"""One question asked of several players: how far the answer depends on who plays the cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pandas as pd

from analysis.allfours import players
from analysis.report import Panel, Row, made, table
from analysis.run import Run

ALL = "all"
EVERYONE = ("random", "simple", "expert", "worlds:32")
"""The players of ``--play all``, from the weakest up."""

_NOTE = (
    "The same deals for every player, who plays all four hands; worlds:W plays only the first of "
    "them, since it is slow. The intervals cover chance; the players' difference is the model's "
    "error, as far as these players show it."
)


def side_by_side(
    ask: Callable[[str, Run], pd.DataFrame],
    key: str,
    columns: tuple[str, ...],
    deals: int,
    run: Run,
) -> pd.DataFrame:
    """The answers of EVERYONE to one question.

    Parameters
    ----------
    ask : callable
        Given a player and the deals, the player's own report.
    key : str
        The row that the verdict, or else the comparison, is about.
    columns : tuple of str
        The rows that people are shown.
    deals : int
        The question's own number of deals.

    Returns
    -------
    DataFrame
        Every row of every player, as ``expert_beg_minus_stand``. ``attrs`` holds each player's
        verdict, if the question has one, and theirs together: undecided if they contradict one
        another.
    """
    settled = run.settled(deals)
    frames = {
        play: ask(play, replace(run, seed=settled.seed, deals=players.share(settled.deals, play)))
        for play in EVERYONE
    }
    found = {play: _by_name(frame) for play, frame in frames.items()}
    one = frames[EVERYONE[0]].attrs
    verdicts = {p: f.attrs["verdict"] for p, f in frames.items() if "verdict" in f.attrs}
    return table(
        [
            row | {"name": f"{play}_{name}"}
            for play, rows in found.items()
            for name, row in rows.items()
        ],
        one["question"],
        made(**{**one["made"], "play": ", ".join(EVERYONE), "deals": settled.deals}),
        **_together(verdicts),
        headline=_headline(found, key, verdicts),
        summary=[_line(play, rows, columns, verdicts) for play, rows in found.items()],
        panels=[_panel(key, verdicts)],
        notes=[_NOTE, *(note for note in one["notes"] if note != players.MODEL_NOTE)],
    )


def work(play: str, asked: int | None, usual: int) -> int:
    """How many deals are played in all, if so many were asked for, or none and this is usual."""
    if play == ALL:
        deals = usual if asked is None else asked
        return sum(players.share(deals, one) for one in EVERYONE)
    return players.share(usual, play) if asked is None else asked


def _by_name(frame: pd.DataFrame) -> dict[str, Row]:
    rows = [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]
    return {row["name"]: row for row in rows}


def _together(verdicts: dict[str, str]) -> dict[str, Any]:
    if not verdicts:
        return {}
    decided = set(verdicts.values()) - {"undecided"}
    return {
        "verdict": decided.pop() if len(decided) == 1 else "undecided",
        "verdicts": verdicts,
    }


def _headline(found: dict[str, dict[str, Row]], key: str, verdicts: dict[str, str]) -> str:
    """Whether the verdict survives, and how far apart the players are."""
    name = _words(key)
    values = {play: rows[key]["value"] for play, rows in found.items()}
    low, high = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
    spread = f"{name} runs from {values[low]:+.3f} ({low}) to {values[high]:+.3f} ({high})."
    if not verdicts:
        return spread[0].upper() + spread[1:]
    said = {
        verdict: [play for play, own in verdicts.items() if own == verdict]
        for verdict in dict.fromkeys(verdicts.values())
    }
    if len(said) == 1:
        answer = f"{verdicts[EVERYONE[0]].upper()} with every player"
        survives = "" if "undecided" in said else "The verdict survives: "
        return f"{survives}{answer}. {spread[0].upper()}{spread[1:]}"
    parts = "; ".join(f"{verdict.upper()} with {_listed(who)}" for verdict, who in said.items())
    contradicted = len(set(said) - {"undecided"}) > 1
    survives = "does not survive" if contradicted else "survives as far as it is decided"
    return f"The verdict {survives}: {parts}. {spread[0].upper()}{spread[1:]}"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def _words(name: str) -> str:
    return name.replace("_", " ")


def _line(
    play: str, rows: dict[str, Row], columns: tuple[str, ...], verdicts: dict[str, str]
) -> dict[str, str]:
    """A player's answer in a line."""
    cells = {_words(name): _cell(rows[name]) for name in columns}
    verdict = {"verdict": verdicts[play]} if verdicts else {}
    return {"player": play, **verdict, **cells, "deals": f"{rows[columns[0]]['n']:,}"}


def _cell(row: Row) -> str:
    """A value and half the width of its interval."""
    if row["low"] is None or row["low"] != row["low"]:
        return f"{row['value']:.3f}"
    return f"{row['value']:.3f} +/- {(row['high'] - row['low']) / 2:.3f}"


def _panel(key: str, verdicts: dict[str, str]) -> Panel:
    undecided = tuple(f"{play}_{key}" for play, own in verdicts.items() if own == "undecided")
    rows = tuple(f"{play}_{key}" for play in EVERYONE)
    return Panel(f"Points per deal: {_words(key)}", EVERYONE, {"": rows}, undecided=undecided)
