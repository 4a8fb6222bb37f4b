"""Claims of a guide tested, one by one: rows and a verdict, from what was counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import Final, NamedTuple

import numpy as np

from analysis.backalley.boards import board_rows
from analysis.estimate import FEWEST_FOR_VERDICT
from analysis.report import Row, mean_row, share_row
from analysis.run import Tally
from analysis.tallies import Counted
from engine.backalley.matches import MATCHES
from engine.backalley.rules import MOST_CARDS, Rules
from engine.backalley.simulate import TEAM_SUMS
from engine.backalley.strategy import ANY_WINNER, DEAREST, FIGHTS, SAVES
from engine.backalley.worth import TRUMPS

TRUE, PARTLY, FALSE, UNDECIDED = "true", "partly", "false", "undecided"
ABOUT: Final = 0.05
"""A share is about another if it is no farther from it."""
LITTLE: Final = 1.0
"""Points a match: a habit that gains or loses less makes no difference."""
SHIFTS: Final = {"half_each": 500, "half_a_team": 250, "less_a_team": -250, "less_each": -500}
"""Thousandths of a trick that each of a team's bidders bids too high."""
DISCOUNTS: Final = {"quarter_less": -250, "half_less": -500}
"""Thousandths of a trick that the first of a team to bid bids too low."""
HABITS: Final = {
    "dearest": DEAREST, "any_winner": ANY_WINNER, "fights": FIGHTS, "saves": SAVES,
}  # fmt: skip
SIZES = tuple(range(1, MOST_CARDS + 1))
WORTH_SIZES = (2, 4, 6, 8, 10, 12)
BOARD_SIZES = (1, 3)
_C1_SIZES = (4, 8, 13)

Found = tuple[list[Row], str]


class Counts(NamedTuple):
    """What was counted, by cell, and under which rules."""

    rules: Rules
    cells: dict[str, Counted]


def by_sign(row: Row, zero: float = 0.0) -> str:
    """Whether a value is above zero, or another number.

    >>> [by_sign({"low": low, "high": low + 2, "n": 100}) for low in (1, -1, -3)]
    ['true', 'undecided', 'false']
    """
    if row["low"] is None or row["n"] < FEWEST_FOR_VERDICT or row["low"] <= zero <= row["high"]:
        return UNDECIDED
    return TRUE if row["low"] > zero else FALSE


def within(row: Row, low: float, high: float) -> str:
    """Whether a value lies between two others.

    >>> [within({"low": low, "high": low + 2, "n": 100}, 0, 4) for low in (1, -1, -3)]
    ['true', 'undecided', 'false']
    """
    if row["low"] is None or row["n"] < FEWEST_FOR_VERDICT:
        return UNDECIDED
    if low <= row["low"] and row["high"] <= high:
        return TRUE
    return FALSE if row["high"] < low or row["low"] > high else UNDECIDED


def opposite(verdict: str) -> str:
    """The verdict on the opposite of a claim."""
    return {TRUE: FALSE, FALSE: TRUE}.get(verdict, verdict)


def of_parts(*verdicts: str) -> str:
    """The verdict on a claim of several parts.

    >>> of_parts(TRUE, TRUE), of_parts(TRUE, UNDECIDED), of_parts(TRUE, UNDECIDED, FALSE)
    ('true', 'undecided', 'partly')
    """
    if {TRUE, FALSE} <= set(verdicts):
        return PARTLY
    return UNDECIDED if UNDECIDED in verdicts else verdicts[0]


def _team_sums(counts: Counts) -> Tally:
    """(13, TEAM_SUMS) By the size of the hand, of both teams together."""
    places = len(TEAM_SUMS)
    found = [counts.cells[f"hands_{cards}"].tally[4 : 4 + 2 * places] for cards in SIZES]
    sums: Tally = np.array(found).reshape(MOST_CARDS, 2, places).sum(1)
    return sums


def break_even(number: float, trick_points: int) -> float:
    """How often a trick must come in for a team to bid it, if it is the last of `number`.

    It adds `trick_points` and takes an overtrick away; where it is the one that is missing, all
    that was bid is lost instead of won.

    >>> round(break_even(3, 10), 3), round(break_even(3, 5), 3)
    (0.847, 0.862)
    """
    lost = trick_points * (2 * number - 1)
    return lost / (lost + trick_points - 1)


def _c1(counts: Counts) -> Found:
    numbers, made, bid = _team_sums(counts)[:, 2:5].T
    asked = numbers > 0
    means = bid[asked] / numbers[asked]
    needed = [break_even(float(mean), counts.rules.trick_points) for mean in means]
    n = int(numbers.sum())
    even = float(np.average(needed, weights=numbers[asked])) if n else None
    by_size = dict(zip(np.array(SIZES)[asked].tolist(), needed, strict=True))
    sizes = {f"C1_break_even_{cards}c": by_size.get(cards) for cards in _C1_SIZES}
    rows: list[Row] = [
        {"name": name, "value": value, "low": None, "high": None, "n": n}
        for name, value in {"C1_break_even": even, **sizes}.items()
    ]
    made_row = share_row("C1_made", int(made.sum()), n)
    near = TRUE if even is not None and abs(even - 0.85) <= ABOUT else FALSE
    return [*rows, made_row], of_parts(near, within(made_row, 0.9 - ABOUT, 0.9 + ABOUT))


def _match_row(counts: Counts, cell: str, name: str, which: str) -> Row:
    """What a match of a cell comes to, for the style that differs."""
    found = counts.cells[cell]
    total, squares = found.tally.reshape(-1, 2)[MATCHES.index(which)].tolist()
    return mean_row(name, total, squares, found.deals, scale=0.5)


def _sets_ratio(counts: Counts, cell: str, name: str) -> Row:
    """How many times as often as the other style one is set; errors as if independent."""
    one, two = (_match_row(counts, cell, "", which) for which in ("first_sets", "second_sets"))
    if not two["value"] or one["low"] is None:
        return {"name": name, "value": None, "low": None, "high": None, "n": one["n"]}
    ratio = one["value"] / two["value"]
    parts = [(row["high"] - row["low"]) / 2 / max(row["value"], 1e-9) for row in (one, two)]
    half = ratio * hypot(*parts)
    return {"name": name, "value": ratio, "low": ratio - half, "high": ratio + half, "n": one["n"]}


def _c2(counts: Counts) -> Found:
    rows = []
    for cell in ("half_each", "half_a_team"):
        rows.append(_sets_ratio(counts, cell, f"C2_sets_ratio_{cell}"))
        rows.append(_match_row(counts, cell, f"C2_wins_{cell}", "won"))
    return rows, of_parts(within(rows[0], 2, 4), opposite(by_sign(rows[1], 0.5)))


def _c3(counts: Counts) -> Found:
    rows = [_match_row(counts, cell, f"C3_wins_{cell}", "won")
            for cell in ("less_a_team", "less_each")]  # fmt: skip
    return rows, of_parts(*(opposite(by_sign(row, 0.5)) for row in rows))


def _c4(counts: Counts) -> Found:
    rows = [_match_row(counts, cell, f"C4_wins_{cell}", "won") for cell in DISCOUNTS]
    return rows, of_parts(*(opposite(by_sign(row, 0.5)) for row in rows))


def _c5(counts: Counts) -> Found:
    sums = sum(counts.cells[f"worth_{cards}"].tally for cards in WORTH_SIZES)
    rows = []
    for (n, less, squares), kind in zip(np.reshape(sums, (-1, 3)).tolist(), TRUMPS, strict=True):
        rows.append(mean_row(f"C5_{kind}", less, squares, n))
    low, middle, _ = rows
    return rows, of_parts(within(low, 0.05, 0.1), within(middle, 0.15, 0.25), by_sign(low))


def _c6(counts: Counts) -> Found:
    boards, made = _team_sums(counts)[:, 5:7].T
    three = board_rows(3, counts.cells["boards_3"], counts.rules)
    name, n = "C6_gain_3c", counts.cells["boards_3"].deals
    nothing: Row = {"name": name, "value": None, "low": None, "high": None, "n": n}
    gain = three["gain_3c"] | {"name": name} if "gain_3c" in three else nothing
    rows = [
        gain,
        three["boards_3c"] | {"name": "C6_boards_3c"},
        share_row("C6_made", int(made.sum()), int(boards.sum())),
        share_row("C6_made_1c", int(made[0]), int(boards[0])),
        share_row("C6_made_2c", int(made[1]), int(boards[1])),
    ]
    verdicts = opposite(by_sign(gain)), within(rows[2], 0.9 - ABOUT, 0.9 + ABOUT)
    return rows, of_parts(*verdicts)


def _c7(counts: Counts) -> Found:
    found = board_rows(1, counts.cells["boards_1"], counts.rules)
    rows, verdicts = [], []
    for held in ("BB", "LB", "ace"):
        for when in ("first", "opponent"):
            row = found.get(f"gain_{held}_{when}_1c")
            if row is None:
                verdicts.append(UNDECIDED)
                continue
            rows.append(row | {"name": f"C7_{held}_{when}"})
            sign = by_sign(row)
            verdicts.append(opposite(sign) if when == "opponent" and held != "BB" else sign)
    return rows, of_parts(*verdicts)


def _habit(number: str, *loses: str, gains: Sequence[str] = ()) -> Callable[[Counts], Found]:
    """A claim by which some habits lose against `simple`, and others gain."""

    def test(counts: Counts) -> Found:
        rows = [_match_row(counts, name, f"{number}_{name}", "points") for name in (*loses, *gains)]
        bad = [opposite(by_sign(row, -LITTLE)) for row in rows[: len(loses)]]
        return rows, of_parts(*bad, *(by_sign(row, LITTLE) for row in rows[len(loses) :]))

    return test


TESTS: Final[dict[str, Callable[[Counts], Found]]] = {
    "C1": _c1,
    "C2": _c2,
    "C3": _c3,
    "C4": _c4,
    "C5": _c5,
    "C6": _c6,
    "C7": _c7,
    "C8": _habit("C8", "dearest"),
    "C9": _habit("C9", "any_winner", gains=("fights",)),
    "C10": _habit("C10", "saves"),
    "C11": _habit("C11", gains=("saves", "any_winner")),
}
