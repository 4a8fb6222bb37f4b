"""The players of the cards against one another, and how each of them plays with its like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pandas as pd

from analysis import tallies
from analysis.allfours import duel, players, points, rule_sets
from analysis.allfours.settings import made_by
from analysis.provenance import Inputs
from analysis.report import Panel, Row, share_row, table
from analysis.run import Run, Settled
from analysis.tallies import Cell, Counted
from engine.allfours.rules import CLASSIC, Rules
from engine.allfours.simulate import NOTHING_KNOWN

DEALS = 40_000
_PUBLISHED = 200_000
PLAYERS_ON_LADDER = ("random", "simple", "expert", "worlds:32", "worlds:128")
"""From the weakest up; each meets every one of OPPONENTS but itself."""
OPPONENTS = ("random", "simple", "expert")

QUESTION = "Who plays the cards best, and by how many points per deal?"
_NOTES = [
    "Margins are points per deal, each deal played twice with the teams swapped, as in duel; the "
    "other figures are of each player in all four seats, as in points. A player that looks at W "
    "worlds for each card plays a W-th of the deals. n counts deals, or those with the jack out.",
    points.GAME_NOTE,
]
_GAME = ("game_dealer_team", "game_eldest_team", "game_tied")


def ladder(rules: Rules = CLASSIC, run: Run = Run()) -> pd.DataFrame:
    """Every player against every opponent with 6, 9 and 12 cards, and among its like.

    Returns
    -------
    DataFrame
        ``A_v_B_6``: points per deal that A wins from B with six cards. ``A_jack_hung_6``: how
        often a trump jack that is out is hung, when A plays all four hands;
        ``A_game_dealer_team_6``, ``A_game_eldest_team_6``, ``A_game_tied_6``: who wins Game.
    """
    settled = run.settled(DEALS)
    counted = {
        name: Counted(cell.tally(replace(settled, deals=cell.deals)), cell.deals)
        for name, cell in cells(PLAYERS_ON_LADDER, OPPONENTS, settled.deals, rules).items()
    }
    return _report(counted, PLAYERS_ON_LADDER, OPPONENTS, rules, settled)


def work(asked: int | None, usual: int) -> int:
    """How many deals are played in all, if so many were asked for, or none and this is usual."""
    deals = usual if asked is None else asked
    return sum(cell.deals for cell in cells(PLAYERS_ON_LADDER, OPPONENTS, deals, CLASSIC).values())


def cells(
    names: Sequence[str], opponents: Sequence[str], deals: int, rules: Rules
) -> dict[str, Cell]:
    """The tallies of a ladder: ``A_v_B_6`` of duels, ``A_6`` of a player with its like."""
    for name in (*names, *opponents):
        players.lineup(name, name, seated=rules.players)  # refuses who can't be on a ladder

    found: dict[str, Cell] = {}
    for cards in points.HAND_SIZES:
        known = NOTHING_KNOWN._replace(cards=cards)
        for one in names:
            played = partial(points.tally, known, rules, one)
            found[f"{one}_{cards}"] = Cell(players.share(deals, one), played)
        for one, two in _pairs(names, opponents):
            played = partial(duel.tally, one, two, cards, rules)
            found[f"{one}_v_{two}_{cards}"] = Cell(players.share(deals, one, two), played)
    return found


def _pairs(names: Sequence[str], opponents: Sequence[str]) -> list[tuple[str, str]]:
    return [(one, two) for two in opponents for one in names if one != two]


def _report(
    counted: dict[str, Counted],
    names: Sequence[str],
    opponents: Sequence[str],
    rules: Rules,
    run: Settled,
) -> pd.DataFrame:
    rows = [
        duel.rows(*counted[name])[0] | {"name": name}
        for one, two in _pairs(names, opponents)
        for cards in points.HAND_SIZES
        for name in [f"{one}_v_{two}_{cards}"]
    ]
    for one in names:
        for cards in points.HAND_SIZES:
            rows += _self_play(one, cards, counted[f"{one}_{cards}"])
    return table(
        rows,
        QUESTION,
        made_by(
            run,
            rules,
            ", ".join(names),
            **players.learned(*names, *opponents, seated=rules.players),
        ),
        notes=_NOTES,
        summary=_summary({row["name"]: row for row in rows}, names, opponents),
        panels=[_panel(two, [one for one in names if one != two]) for two in opponents],
    )


def _self_play(player: str, cards: int, got: Counted) -> list[Row]:
    """Rows of a player in all four seats."""
    counts = points.counts(*got)
    hung, in_play = counts["jack_hung"], counts["jack_in_play"]
    return [
        share_row(f"{player}_jack_hung_{cards}", hung, in_play),
        *(share_row(f"{player}_{name}_{cards}", counts[name], got.deals) for name in _GAME),
    ]


def _summary(
    rows: dict[str, Row], names: Sequence[str], opponents: Sequence[str]
) -> list[dict[str, str]]:
    """A line for each player and size of hand."""

    def line(one: str, cards: int) -> dict[str, str]:
        margins = {
            f"v {two}": _plus_or_minus(rows.get(f"{one}_v_{two}_{cards}")) for two in opponents
        }
        hung, dealer, eldest, tied = (
            _percent(rows[f"{one}_{name}_{cards}"]) for name in ("jack_hung", *_GAME)
        )
        games = {"Game: dealer's team": dealer, "eldest's": eldest, "tied": tied}
        return {"player": one, "cards": str(cards), **margins, "jack hung": hung, **games}

    return [line(one, cards) for cards in points.HAND_SIZES for one in names]


def _plus_or_minus(row: Row | None) -> str:
    """A margin and half the width of its interval; nothing where a player would meet itself."""
    if row is None:
        return ""
    if row["low"] is None:
        return f"{row['value']:+.3f}"
    return f"{row['value']:+.3f} +/- {(row['high'] - row['low']) / 2:.3f}"


def _percent(row: Row) -> str:
    return "" if row["value"] is None else f"{100 * row['value']:.1f} %"


def _panel(opponent: str, names: list[str]) -> Panel:
    series = {
        f"{cards} cards": tuple(f"{one}_v_{opponent}_{cards}" for one in names)
        for cards in points.HAND_SIZES
    }
    return Panel(f"Points per deal won from {opponent}", tuple(names), series)


# As a study


def _cells(inputs: Inputs) -> dict[str, Cell]:
    rules = rule_sets.from_record(inputs["rules"])
    return cells(inputs["players"], inputs["opponents"], _run(inputs).deals, rules)


def _run(inputs: Inputs) -> Settled:
    return Run(deals=inputs["deals"], seed=inputs["seed"]).settled(DEALS)


def _published(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    rules = rule_sets.from_record(inputs["rules"])
    return _report(counted, inputs["players"], inputs["opponents"], rules, _run(inputs))


STUDY = tallies.study(
    QUESTION,
    {
        "players": list(PLAYERS_ON_LADDER),
        "opponents": list(OPPONENTS),
        "rules": "classic",
        "deals": _PUBLISHED,
        "seed": 1,
    },
    _cells,
    _published,
    rule_sets.spelled,
    players.needs,
)
