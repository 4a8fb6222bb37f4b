"""The report of ``allfours compare``: rule sets side by side, and what is different."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analysis.allfours import players
from analysis.allfours.scores import kept_kicks
from analysis.allfours.solution import POINT
from analysis.allfours.variants_tallies import ACTIONS, BATCHES, LEARNERS, Size, Tallies
from analysis.estimate import LEVEL, quantile, standard_error
from analysis.report import Panel, Row, mean_row, share_row, table
from analysis.run import Tally
from engine.allfours.begging import BY_GIFT, BY_STANDING
from engine.allfours.discard import SIX
from engine.allfours.match import WIN
from engine.allfours.record import ENDINGS, EXHAUSTED, outcome_of
from engine.allfours.rules import Rules
from engine.allfours.score import DEALER, ELDEST, NOBODY, Outcome
from engine.linear import Floats

QUESTION = "What do the rules change: begging, the dealer's edge, and the first dealer's chance?"


def report_of(
    sets: dict[str, Rules],
    tallies: dict[str, Tallies],
    size: Size,
    play: str,
    made_by: dict[str, Any],
) -> pd.DataFrame:
    """Rule sets side by side, and what is different from the first, from what was counted."""
    first, *others = sets
    rows = [row for name in sets for row in _rows(name, sets[name], tallies[name], size)]
    for name in others:
        rows += _differences(name, first, sets, tallies, size)
    found = {row["name"]: row for row in rows}
    keys = [
        "begs",
        "gives_if_begged",
        "deal_to_dealer",
        *(["first_dealer_wins"] * (size.match > 0)),
    ]
    return table(
        rows,
        QUESTION,
        made_by,
        headline=_headline(found, first, others, keys),
        summary=[_line(name, found, keys) for name in sets],
        parts=(
            f"Minus {first}, on the same deals, and hands with which the decision is another:",
            [_difference_line(name, first, found, keys) for name in others],
        ),
        notes=_notes(sets, play, size.match),
        panels=[
            _panel("Points a deal to the dealer's team", keys[2], first, others, found),
            *(
                _panel("Chance that the first dealer wins", key, first, others, found, True)
                for key in keys[3:]
            ),
        ],
    )


def _rows(name: str, rules: Rules, tallies: Tallies, size: Size) -> Iterator[Row]:
    """What happens under a rule set."""
    ends = np.array(tallies["ends"])
    stood, given, run = ends.sum(1).tolist()
    n = size.trials
    learned = _learned(tallies)
    yield _widened(share_row(f"{name}_begs", given + run, n), learned[0])
    yield _widened(share_row(f"{name}_gives_if_begged", given, given + run), learned[1])
    yield _row(f"{name}_deal_to_dealer", *_mean(tallies["worths"], kept_kicks(rules)), n)
    if size.match:
        chances = [_chance(opening) for opening in tallies["match"]]
        yield _row(f"{name}_first_dealer_wins", *_of_tenths(chances), size.match)
    yield _row(f"{name}_right_to_beg", *_right(tallies["right"], n), n)
    played = n - int(ends[:, EXHAUSTED].sum())
    yield _row(f"{name}_points_a_hand", *_scored(tallies["scored"], played), played)
    for cards, count in _cards(rules, tallies["runs"]).items():
        yield share_row(f"{name}_cards_{cards}", count, played)
    for key, count in (("stood", stood), ("given", given), ("run", run)):
        yield share_row(f"{name}_{key}", count, n)
    yield share_row(f"{name}_exhausted", int(ends[:, EXHAUSTED].sum()), n)
    for key, count in _awards(ends[:, :ENDINGS].sum(0)).items():
        yield share_row(f"{name}_{key}", count, int(ends[:, :ENDINGS].sum()))


def _awards(ends: Tally) -> dict[str, int]:
    """In how many hands each award came."""
    counts = dict.fromkeys(_named(outcome_of(0)), 0)
    for end, hands in enumerate(ends.tolist()):
        for name, came in _named(outcome_of(end)).items():
            counts[name] += hands * came
    return counts


def _named(won: Outcome) -> dict[str, bool]:
    """The awards that a report counts."""
    saved, hung = won.jack != NOBODY, won.hang != NOBODY
    return {
        "jack_in_play": saved or hung,
        "jack_saved": saved,
        "jack_hung": hung,
        "game_dealer_team": won.game == DEALER,
        "game_eldest_team": won.game == ELDEST,
        "game_tied": won.game == NOBODY,
        "high_dealer_team": won.high == DEALER,
    }


def _mean(sums: list[list[int]], kicks: Sequence[int]) -> tuple[float, float]:
    """Points, and half the width of their interval; each first kick counts a thirteenth."""
    total, variance = 0.0, 0.0
    for (deals, worth, squares), kick in zip(sums, kicks, strict=True):
        total += worth / max(deals, 1) / POINT + kick
        error = standard_error(worth, squares, deals) or 0.0
        variance += (error / POINT) ** 2
    return total / 13, quantile(LEVEL) * math.sqrt(variance) / 13


def _right(sums: list[int], n: int) -> tuple[float, float]:
    """What begging gains the eldest's team, and half the width of its interval."""
    total, squares = sums
    error = standard_error(total, squares, n) or 0.0
    return total / n / POINT, quantile(LEVEL) * error / POINT


def _scored(sums: list[int], played: int) -> tuple[float, float]:
    """Points of both teams until a hand is played out, and half the width of their interval.

    Points over hands: what an exhausted pack has scored counts for the hand that follows.
    """
    total, squares, of_played = sums
    mean = total / played
    spread = squares - 2 * mean * of_played + mean * mean * played
    return mean, quantile(LEVEL) * math.sqrt(spread) / played


def _cards(rules: Rules, runs: list[int]) -> dict[int, int]:
    """How many hands were played with so many cards."""
    *settled, _ = runs
    dealt = {6 + 3 * number: hands for number, hands in enumerate(settled) if hands}
    return {SIX: sum(dealt.values())} if rules.discard_to_six else dealt


def _chance(opening: list[list[int]]) -> float:
    """The chance at 0-0 from the nodes after each kick."""
    return math.fsum(value / max(deals, 1) for deals, value in opening) / WIN / 13


def _of_tenths(values: list[float]) -> tuple[float, float]:
    """A value from all deals, and half the width of its interval from those of the tenths."""
    whole, *tenths = values
    spread = float(np.std(tenths, ddof=1))
    return whole, quantile(LEVEL, BATCHES - 1) * spread / math.sqrt(BATCHES)


def _row(name: str, value: float, half: float, n: int) -> Row:
    return {"name": name, "value": value, "low": value - half, "high": value + half, "n": n}


def _learned(tallies: Tallies) -> Floats:
    """The share of begs, and that of gifts, by the solution of each part.

    Returns
    -------
    (2, LEARNERS) float64
    """
    stood, given, run = np.array(tallies["learned"]).T
    begs = given + run
    learned: Floats = np.stack([begs / (stood + begs), given / np.maximum(begs, 1)])
    return learned


def _widened(row: Row, learned: Floats) -> Row:
    """A row whose interval has in it how far solutions of a part of the deals are apart.

    It is not taken to be less for a solution of all deals: what a deal is worth is one number, but
    solutions that are about as good beg, and give, more or less often.
    """
    if row["value"] is None:
        return row
    half = quantile(LEVEL, LEARNERS - 1) * float(np.std(learned, ddof=1))
    value = row["value"]
    low, high = (math.hypot(value - row[end], half) for end in ("low", "high"))
    return row | {"low": value - low, "high": value + high}


def _differences(
    name: str, first: str, sets: dict[str, Rules], tallies: dict[str, Tallies], size: Size
) -> Iterator[Row]:
    """What is different under a rule set from the first."""
    mine, n, minus = tallies[name], size.trials, f"{name}_minus_{first}"
    both = np.array(mine["actions"])
    more = int(both[BY_STANDING, 1:].sum())
    less = int(both[1:, BY_STANDING].sum())
    learned = _learned(mine) - _learned(tallies[first])
    yield _widened(mean_row(f"{minus}_begs", more - less, more + less, n), learned[0])
    yield _widened(_gives(f"{minus}_gives_if_begged", both, n), learned[1])
    kicks = [kept_kicks(sets[one]) for one in (name, first)]
    moved = [one - two for one, two in zip(*kicks, strict=True)]
    yield _row(f"{minus}_deal_to_dealer", *_mean(mine["gains"], moved), n)
    if size.match:
        pairs = zip(mine["match"], tallies[first]["match"], strict=True)
        chances = [_chance(one) - _chance(two) for one, two in pairs]
        yield _row(f"{minus}_first_dealer_wins", *_of_tenths(chances), size.match)
    yield share_row(f"{name}_eldest_differs", more + less, n)
    alike = sets[name].players == sets[first].players  # else no dealer holds the same hand
    begged = both[1:, 1:] * int(alike)
    yield share_row(f"{name}_dealer_differs", int(begged.sum() - begged.trace()), int(begged.sum()))


def _gives(name: str, both: Tally, n: int) -> Row:
    """The difference of two shares of begs that are given, by the deals that both are counted in.

    Its interval is that of a mean, over deals, of what each deal adds to either share.
    """
    begs = [int(both[1:].sum()), int(both[:, 1:].sum())]
    if not all(begs):
        return {"name": name, "value": None, "low": None, "high": None, "n": n}
    shares = [int(both[BY_GIFT].sum()) / begs[0], int(both[:, BY_GIFT].sum()) / begs[1]]
    adds = [
        [((action == BY_GIFT) - share) * n / begged if action else 0.0 for action in ACTIONS]
        for share, begged in zip(shares, begs, strict=True)
    ]
    squares = math.fsum(
        int(both[one, two]) * (adds[1][two] - adds[0][one]) ** 2
        for one in ACTIONS
        for two in ACTIONS
    )
    return _row(name, shares[1] - shares[0], quantile(LEVEL) * math.sqrt(squares) / n, n)


def _headline(found: dict[str, Row], first: str, others: list[str], keys: list[str]) -> str:
    """Which rule set moves the dealer's edge most, and the first dealer's chance."""

    def most(key: str) -> tuple[str, Row]:
        name = max(others, key=lambda name: abs(found[f"{name}_minus_{first}_{key}"]["value"]))
        return name, found[f"{name}_minus_{first}_{key}"]

    name, row = most(keys[2])
    said = f"Against {first}, {name} moves the dealer's edge most: {_signed(row)} points a deal"
    if len(keys) == 3:
        return said + "."
    name, row = most(keys[3])
    return f"{said}; {name} the first dealer's chance: {_signed(row, 100, 2)} percentage points."


def _signed(row: Row, scale: float = 1, places: int = 3) -> str:
    """A difference, and half the width of its interval."""
    if row["value"] is None:
        return ""
    half = (row["high"] - row["low"]) / 2
    return f"{scale * row['value']:+.{places}f} +/- {scale * half:.{places}f}"


_TITLES = {
    "begs": "begs %",
    "gives_if_begged": "gives %",
    "deal_to_dealer": "deal to dealer",
    "first_dealer_wins": "first dealer wins %",
}
_ODDS = {"jack_hung": "hung %", "game_tied": "Game tied %", "high_dealer_team": "High to dealer %"}


def _line(name: str, found: dict[str, Row], keys: list[str]) -> dict[str, str]:
    """A rule set in a line."""
    edge = found[f"{name}_deal_to_dealer"]
    cells = {
        _TITLES[key]: _signed(edge) if key == "deal_to_dealer" else _percent(found[f"{name}_{key}"])
        for key in keys
    }
    right, points = found[f"{name}_right_to_beg"], found[f"{name}_points_a_hand"]
    worth = {"right to beg": _signed(right), "points a hand": f"{points['value']:.3f}"}
    odds = {title: _percent(found[f"{name}_{key}"]) for key, title in _ODDS.items()}
    six = {"6 cards %": _percent(found[f"{name}_cards_6"])} if f"{name}_cards_6" in found else {}
    return {"rules": name, **cells, **worth, **six, **odds}


def _percent(row: Row) -> str:
    return "" if row["value"] is None else f"{100 * row['value']:.2f}"


def _difference_line(
    name: str, first: str, found: dict[str, Row], keys: list[str]
) -> dict[str, str]:
    """What a rule set changes, in a line."""
    rows = {key: found[f"{name}_minus_{first}_{key}"] for key in keys}
    cells = {
        _TITLES[key]: _signed(row) if key == "deal_to_dealer" else _signed(row, 100, 2)
        for key, row in rows.items()
    }
    differs = {
        f"{seat} %": _percent(found[f"{name}_{seat}_differs"]) or "-"
        for seat in ("eldest", "dealer")
    }
    return {"rules": name, **cells, **differs}


def _panel(
    title: str,
    key: str,
    first: str,
    others: list[str],
    found: dict[str, Row],
    percent: bool = False,
) -> Panel:
    """The differences in one number, hatched where the interval has zero in it."""
    rows = tuple(f"{name}_minus_{first}_{key}" for name in others)
    undecided = tuple(name for name in rows if found[name]["low"] <= 0 <= found[name]["high"])
    labels = tuple(map(_label, others))
    return Panel(f"{title}, minus {first}", labels, {"": rows}, percent, undecided=undecided)


def _label(name: str) -> str:
    """The name of a rule set in two short lines at most.

    >>> _label("undertrump=0,game_points=2,gift=2,target=7")
    'undertrump=0,\\ngame_points=2, gift=2, ...'
    """
    lines = textwrap.wrap(name.replace(",", ", "), 23)
    return "\n".join(lines[:2]) + (" ..." if len(lines) > 2 else "")


_NOTES = [
    "All rule sets meet the same numbered deals. Begging is solved for each, for points, and "
    "valued on deals that the solution has not seen; a deal is the dealer's team's points minus "
    "the eldest's, first kick included. Jack, Game and High are shares of the hands played out, "
    "after standing, gift or run, exhausted packs left out.",
    "right_to_beg: what the eldest's team has more than if he always stood, in points a deal. "
    "points_a_hand: the points of both teams, kicks and gift included, until a hand is played out; "
    "other numbers of points are to be seen beside it, since games are won with 7 to 31. cards_6 "
    "and the like: with how many cards hands are played.",
    "Differences are taken deal by deal. Many hands are close calls, which other deals to learn "
    "from decide the other way, and that moves a deal's worth little but the shares of begs and "
    f"gifts; their intervals have in them how far solutions of {LEARNERS} parts of the deals are "
    "apart. eldest_differs: hands with which the eldest decides otherwise than under the first "
    "rule set; dealer_differs: the same of the dealer, where the eldest begs under both; close "
    "calls are among them.",
]


_MATCH_NOTE = (
    "first_dealer_wins: the match from 0-0, with begging solved at every score; its intervals come "
    f"from {BATCHES} tables of a part of the deals each, and so do those of differences."
)


def _notes(sets: dict[str, Rules], play: str, match: int) -> list[str]:
    """What the numbers are, and what is to be said of the players, with the rule sets it is of."""
    said: dict[str, list[str]] = {}
    for name, rules in sets.items():
        for note in players.notes(play, rules):
            said.setdefault(note, []).append(name)
    return [
        *_NOTES,
        *([_MATCH_NOTE] if match else []),
        *(
            note if len(names) == len(sets) else f"{'; '.join(names)}: {note}"
            for note, names in said.items()
        ),
    ]
