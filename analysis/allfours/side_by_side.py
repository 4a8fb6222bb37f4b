"""One question asked of several players: how far the answer depends on who plays the cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pandas as pd

from analysis.allfours import players
from analysis.estimate import FEWEST_FOR_VERDICT
from analysis.report import Panel, Row, made, table
from analysis.run import Run

ALL = "all"
EVERYONE = ("random", "simple", "expert", "worlds:32", players.OPEN_NAME)
"""Who plays with ``--play all``: players from the weakest up, and all cards seen."""

_NOTE = (
    "The same deals for every player, who plays all hands; the slow play only the first of "
    "them (with --play and --deals as in a line here the answer is the same). The intervals cover "
    "chance; the players' difference is the model's error, as far as these players show it."
)
_OPEN_NOTE = "open has no say in the verdict."
_FEW = f"no verdict (under {FEWEST_FOR_VERDICT} deals)"


def side_by_side(
    ask: Callable[[str, Run], pd.DataFrame],
    key: str,
    columns: tuple[str, ...],
    deals: int,
    run: Run,
    cards: int,
    seated: int = 4,
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
    cards : int
        Cards in the hands that are played; the largest ones where there are several.
    seated : int
        How many play.

    Returns
    -------
    DataFrame
        Every row of every player, as ``expert_beg_minus_stand``. ``attrs`` holds each player's
        verdict, if the question has one, and theirs together: undecided if they contradict one
        another.
    """
    settled = run.settled(deals)
    who = everyone(cards, seated)
    frames = {
        play: ask(play, replace(run, seed=settled.seed, deals=deals))
        for play, deals in zip(who, shares(settled.deals, cards, seated), strict=True)
    }
    found = {play: _by_name(frame) for play, frame in frames.items()}
    one = frames[who[0]].attrs
    verdicts = {p: f.attrs["verdict"] for p, f in frames.items() if "verdict" in f.attrs}
    return table(
        [
            row | {"name": f"{play}_{name}"}
            for play, rows in found.items()
            for name, row in rows.items()
        ],
        one["question"],
        _made(one["made"], who, settled.deals, seated),
        **_together(verdicts, one),
        headline=_headline(found, key, verdicts),
        summary=[_line(play, rows, columns, verdicts) for play, rows in found.items()],
        panels=[_panel(key, who, verdicts)],
        notes=_notes(frames),
    )


def _made(own: dict[str, Any], who: tuple[str, ...], deals: int, seated: int) -> dict[str, Any]:
    """How the whole was made, from how one player's answer was."""
    play = {"play": f"{ALL} ({', '.join(who)})", **players.learned(*who, seated=seated)}
    others = {key: value for key, value in own.items() if key not in ("rules", "play", "deals")}
    return made(**{"rules": own["rules"], **play, **others, "deals": deals})


def everyone(cards: int, seated: int = 4) -> tuple[str, ...]:
    """Those of EVERYONE who can play many deals with so many cards."""
    return tuple(play for play in EVERYONE if players.can_play(play, cards, seated))


def shares(deals: int, cards: int, seated: int = 4) -> list[int]:
    """How many of so many deals each of them plays."""
    return [players.share(deals, play, cards=cards) for play in everyone(cards, seated)]


def work(play: str, cards: int, asked: int | None, usual: int) -> int:
    """How many deals are played in all, if so many were asked for, or none and this is usual."""
    if play == ALL:
        return sum(shares(usual if asked is None else asked, cards))
    return players.share(usual, play, cards=cards) if asked is None else asked


def _notes(frames: dict[str, pd.DataFrame]) -> list[str]:
    """A note of its own, and those of each player's report, once."""
    every = [note for frame in frames.values() for note in frame.attrs["notes"]]
    own = [_NOTE, *([_OPEN_NOTE] if players.OPEN_NAME in frames else [])]
    return [*own, *(note for note in dict.fromkeys(every) if note != players.MODEL_NOTE)]


def _by_name(frame: pd.DataFrame) -> dict[str, Row]:
    rows = [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]
    return {row["name"]: row for row in rows}


def _together(verdicts: dict[str, str], one: Mapping[Any, Any]) -> dict[str, Any]:
    if not verdicts:
        return {}
    decided = set(_of_players(verdicts).values()) - {"undecided"}
    return {
        "verdict": decided.pop() if len(decided) == 1 else "undecided",
        "verdicts": verdicts,
        **{key: one[key] for key in ("verdict_level",) if key in one},
    }


def _of_players(found: dict[str, Any]) -> dict[str, Any]:
    """What belongs to players who see their own cards alone."""
    return {play: own for play, own in found.items() if play != players.OPEN_NAME}


def _headline(found: dict[str, dict[str, Row]], key: str, verdicts: dict[str, str]) -> str:
    """Whether the verdict survives, and how far apart the players are."""
    name = _words(key)
    values = {play: rows[key]["value"] for play, rows in _of_players(found).items()}
    low, high = min(values, key=values.__getitem__), max(values, key=values.__getitem__)
    spread = f"{name} runs from {values[low]:+.3f} ({low}) to {values[high]:+.3f} ({high})"
    if players.OPEN_NAME in found:
        spread += f"; with all cards seen it is {found[players.OPEN_NAME][key]['value']:+.3f}"
    spread += "."
    verdicts = {
        play: own if own != "undecided" or found[play][key]["n"] >= FEWEST_FOR_VERDICT else _FEW
        for play, own in _of_players(verdicts).items()
    }
    if not verdicts:
        return spread[0].upper() + spread[1:]
    said = {
        verdict: [play for play, own in verdicts.items() if own == verdict]
        for verdict in dict.fromkeys(verdicts.values())
    }
    if len(said) == 1:
        answer = f"{next(iter(verdicts.values())).upper()} with every player"
        survives = "" if {"undecided", _FEW} & set(said) else "The verdict survives: "
        return f"{survives}{answer}. {spread[0].upper()}{spread[1:]}"
    parts = "; ".join(f"{verdict.upper()} with {_listed(who)}" for verdict, who in said.items())
    contradicted = len(set(said) - {"undecided", _FEW}) > 1
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


def _panel(key: str, who: tuple[str, ...], verdicts: dict[str, str]) -> Panel:
    undecided = tuple(f"{play}_{key}" for play, own in verdicts.items() if own == "undecided")
    rows = tuple(f"{play}_{key}" for play in who)
    return Panel(f"Points per deal: {_words(key)}", who, {"": rows}, undecided=undecided)
