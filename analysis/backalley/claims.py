"""``allfours backalley claims``: what a guide says of bidding and play, put to the test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import hypot
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd

from analysis import tallies
from analysis.backalley import books, players, rule_sets
from analysis.backalley.boards import board_rows
from analysis.backalley.records import GAME
from analysis.estimate import FEWEST_FOR_VERDICT
from analysis.provenance import Inputs
from analysis.report import Panel, Row, mean_row, share_row, table
from analysis.run import Run, Settled, Tally
from analysis.settings import made_by
from analysis.tallies import Cell, Counted
from engine.backalley.bidding import SOLVED, TRICK
from engine.backalley.boards import board_tally
from engine.backalley.cards import SORTED_PACK
from engine.backalley.deal import Known
from engine.backalley.matches import MATCHES, match_tally
from engine.backalley.rules import BAB_ONLINE, MOST_CARDS, schedule
from engine.backalley.simulate import TEAM_SUMS, hand_tally
from engine.backalley.strategy import ANY_WINNER, DEAREST, FIGHTS, SAVES, SIMPLE, Strategy
from engine.backalley.worth import TRUMPS, worth_tally

RULES: Final = BAB_ONLINE
"""The guide's rules."""
DEALS = 10_000
_PUBLISHED = 50_000
_SEED = 3
TRUE, PARTLY, FALSE, UNDECIDED, UNTESTED = "true", "partly", "false", "undecided", "not tested"
_ABOUT: Final = 0.05
"""A share is about another if it is no farther from it."""
_GUIDE: Final = "The guide of bab-online"
QUESTION = "Does what a guide says of bidding and play in Back Alley hold?"


class Claim(NamedTuple):
    """A published claim."""

    words: str
    untested: str = ""
    """Why it is not tested; empty if it is."""


CLAIMS: Final = {
    "C1": Claim("One trick more must come in about 85 % of the time; best play makes 90 % of bids"),
    "C2": Claim("Half a trick more aggression triples sets and loses games"),
    "C3": Claim("Stacking safety margins also loses"),
    "C4": Claim(
        "A discount for the first to bid costs about 1.2 % of wins",
        "bidders are told to bid less by teams, not by turns",
    ),
    "C5": Claim("Low trumps are worth 0.05 to 0.1 tricks, middle ones 0.15 to 0.25; zero is wrong"),
    "C6": Claim("Board only on hands of one or two cards; about 90 % of boards are made"),
    "C7": Claim("With one card board BB always, LB or the ace unless an opponent has boarded"),
    "C8": Claim("Last to play take with the cheapest winner"),
    "C9": Claim("With players behind you take with the cheapest sure winner, else fight high"),
    "C10": Claim("Never save cards once both contracts are decided"),
    "C11": Claim("Save cards, and always take with the cheapest winner (an older edition)"),
}
SHIFTS: Final = {"half_each": 500, "half_a_team": 250, "less_a_team": -250, "less_each": -500}
"""Thousandths of a trick that each of a team's bidders bids too high."""
HABITS: Final = {
    "dearest": DEAREST, "any_winner": ANY_WINNER, "fights": FIGHTS, "saves": SAVES,
}  # fmt: skip
_SOLVED = Strategy(SIMPLE, SIMPLE, SOLVED, SOLVED)
_SIZES = tuple(range(1, MOST_CARDS + 1))
_WORTH_SIZES = (2, 4, 6, 8, 10, 12)
_BOARD_SIZES = (1, 3)


def claims(run: Run = Run()) -> pd.DataFrame:
    """Test the claims of `CLAIMS` that can be simulated, under the rules of bab-online.

    Returns
    -------
    DataFrame
        A row or a few by claim, whose names begin with its number. ``attrs["verdicts"]`` has the
        verdicts.
    """
    settled = run.settled(DEALS)
    inputs = {"deals": settled.deals, "seed": settled.seed}
    counted = {
        name: Counted(cell.tally(replace(settled, deals=cell.deals)), cell.deals)
        for name, cell in _cells(inputs).items()
    }
    return _report(inputs, counted)


def work(asked: int | None, usual: int) -> int:
    """How many deals and matches are played in all."""
    return sum(cell.deals for cell in _cells({"deals": asked or usual, "seed": 0}).values())


# What is counted


def _cells(inputs: Inputs) -> dict[str, Cell]:
    deals = inputs["deals"]
    cells = {f"hands_{cards}": Cell(deals, partial(_hands, cards)) for cards in _SIZES}
    cells |= {f"boards_{cards}": Cell(deals, partial(_boards, cards)) for cards in _BOARD_SIZES}
    cells |= {f"worth_{cards}": Cell(deals, partial(_worth, cards)) for cards in _WORTH_SIZES}
    for name, shift in SHIFTS.items():
        cells[name] = Cell(deals, partial(_match, _SOLVED._replace(dealer_shift=shift)))
    for name, habit in HABITS.items():
        cells[name] = Cell(deals, partial(_match, _SOLVED._replace(dealer_play=habit)))
    return cells


def _bidding() -> books.Bidding:
    return books.bidding(RULES, *_SIZES)


def _hands(cards: int, run: Settled) -> Tally:
    return run.tally(hand_tally, SORTED_PACK, Known(cards), RULES, _SOLVED, _bidding().book)


def _boards(cards: int, run: Settled) -> Tally:
    return run.tally(board_tally, SORTED_PACK, Known(cards), RULES, _SOLVED, _bidding().book)


def _worth(cards: int, run: Settled) -> Tally:
    return run.tally(worth_tally, SORTED_PACK, Known(cards), RULES, _SOLVED, _bidding().book)


def _match(strategy: Strategy, run: Settled) -> Tally:
    sizes = np.array(schedule(RULES), np.int64)
    return run.tally(match_tally, sizes, RULES, strategy, _bidding().book)


# The claims, one by one

Counts = dict[str, Counted]
Found = tuple[list[Row], str]


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
    found = [counts[f"hands_{cards}"].tally[4 : 4 + 2 * places] for cards in _SIZES]
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
    needed = [break_even(float(mean), RULES.trick_points) for mean in means]
    n = int(numbers.sum())
    even = float(np.average(needed, weights=numbers[asked])) if n else None
    rows = [
        {"name": "C1_break_even", "value": even, "low": None, "high": None, "n": n},
        share_row("C1_made", int(made.sum()), n),
    ]
    near = TRUE if even is not None and abs(even - 0.85) <= _ABOUT else FALSE
    return rows, of_parts(near, within(rows[1], 0.9 - _ABOUT, 0.9 + _ABOUT))


def _match_row(counts: Counts, cell: str, name: str, which: str) -> Row:
    """What a match of a cell comes to, for the style that differs."""
    found = counts[cell]
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


def _c5(counts: Counts) -> Found:
    sums = sum(counts[f"worth_{cards}"].tally for cards in _WORTH_SIZES)
    rows = []
    for (n, less, squares), kind in zip(np.reshape(sums, (-1, 3)).tolist(), TRUMPS, strict=True):
        rows.append(mean_row(f"C5_{kind}", less, squares, n, scale=-1))
    low, middle, _ = rows
    return rows, of_parts(within(low, 0.05, 0.1), within(middle, 0.15, 0.25), by_sign(low))


def _c6(counts: Counts) -> Found:
    boards, made = _team_sums(counts)[:, 5:7].T
    three = board_rows(3, counts["boards_3"], RULES)
    name, n = "C6_gain_3c", counts["boards_3"].deals
    nothing: Row = {"name": name, "value": None, "low": None, "high": None, "n": n}
    gain = three["gain_3c"] | {"name": name} if "gain_3c" in three else nothing
    rows = [
        gain,
        three["boards_3c"] | {"name": "C6_boards_3c"},
        share_row("C6_made", int(made.sum()), int(boards.sum())),
        share_row("C6_made_1c", int(made[0]), int(boards[0])),
        share_row("C6_made_2c", int(made[1]), int(boards[1])),
    ]
    verdicts = opposite(by_sign(gain)), within(rows[2], 0.9 - _ABOUT, 0.9 + _ABOUT)
    return rows, of_parts(*verdicts)


def _c7(counts: Counts) -> Found:
    found = board_rows(1, counts["boards_1"], RULES)
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
        signs = [by_sign(row) for row in rows]
        bad = [opposite(sign) for sign in signs[: len(loses)]]
        return rows, of_parts(*bad, *signs[len(loses) :])

    return test


TESTS: Final[dict[str, Callable[[Counts], Found]]] = {
    "C1": _c1,
    "C2": _c2,
    "C3": _c3,
    "C5": _c5,
    "C6": _c6,
    "C7": _c7,
    "C8": _habit("C8", "dearest"),
    "C9": _habit("C9", "any_winner", gains=("fights",)),
    "C10": _habit("C10", "saves"),
    "C11": _habit("C11", gains=("saves", "any_winner")),
}


# The report


def _report(inputs: Inputs, counts: Counts) -> pd.DataFrame:
    found = {number: test(counts) for number, test in TESTS.items()}
    rows = [row for some, _ in found.values() for row in some]
    verdicts = {
        number: UNTESTED if claim.untested else found[number][1] for number, claim in CLAIMS.items()
    }
    run = Run(deals=inputs["deals"], seed=inputs["seed"], threads=1).settled(1)
    made = made_by(run, rule_sets.describe(RULES), "solved", bidding=_bidding().source)
    kinds = list(verdicts.values())
    habits = ("C8_dearest", "C9_any_winner", "C9_fights", "C10_saves")
    labels = ("takes with the dearest", "takes, sure or not", "always fights", "saves cards")
    return table(
        rows,
        QUESTION,
        {"game": GAME, **made},
        verdicts=verdicts,
        headline=f"Of {len(kinds)} claims: "
        + ", ".join(
            f"{said} {kinds.count(kind)}"
            for kind, said in ((TRUE, "true"), (PARTLY, "in part"), (FALSE, "false"),
                               (UNDECIDED, "undecided"), (UNTESTED, "not tested"))
        )
        + ".",
        summary=[_line(number, verdicts[number], found.get(number)) for number in CLAIMS],
        panels=[Panel("Points a match that a habit gains on simple", labels, {"": habits})],
        notes=_NOTES,
    )  # fmt: skip


def _line(number: str, verdict: str, found: Found | None) -> dict[str, str]:
    """A line of the table for people, with the first of a claim's rows."""
    effect = ""
    if found and (row := found[0][0])["value"] is not None:
        half = "" if row["low"] is None else f" +/- {(row['high'] - row['low']) / 2:.3f}"
        effect = f"{row['value']:.3f}{half}"
    return {"name": number, "claim": CLAIMS[number].words, "verdict": verdict, "effect": effect}


_NOTES = [
    f"{_GUIDE} has numbers from about 250,000 games simulated by its author; its rules are those "
    "tested here, with 10 points a trick. Bids are by the solution, cards are played by simple. A "
    f"share is about another if its interval lies within {_ABOUT}. A claim of several parts is "
    f"true in part if one is true and another false. Fewer than {FEWEST_FOR_VERDICT} deals decide "
    "nothing. The effect in the table is the first row of the claim.",
    "C1: break_even is arithmetic: how often the last trick bid must come in, from the numbers "
    "that teams need, if the team is one short where it doesn't; made: numbers that teams make. "
    "C2, C3: whole matches in duplicate against the solution unchanged; each bidder of a team "
    f"bids {SHIFTS['half_each'] / TRICK} tricks more or less (each), or half of that (a_team), in "
    "hands of three cards or more, and boards as before. sets_ratio: sets against those of the "
    "other team; from 2 to 4 it has tripled. wins: share of matches.",
    "C5: tricks that the eldest's team takes less if its lowest trump of a kind (2 to 6, 7 to 10, "
    "jack to ace) is exchanged for the lowest plain card that was not dealt, the bids as they "
    f"were; hands of {', '.join(map(str, _WORTH_SIZES))} cards together. C6: points that the "
    "solution's boards gain on its numbers in hands of three; boards made by teams in hands of all "
    "sizes, of one card and of two. C7: points that a board gains on the best of pass and 1, first "
    "to bid and after an opponent's board; the claim is false of LB and the ace if they gain "
    "there too.",
    "C8 to C11: points a match that a team of simple gains by one other habit: it takes, last to "
    "play, with its dearest winner (dearest); it takes from the other team with its cheapest "
    "winner, sure or not, whoever plays after it (any_winner); it always fights with its best if "
    "it has no sure winner (fights); it saves cards though both contracts are decided (saves).",
    *(f"{number} is not tested: {claim.untested}." for number, claim in CLAIMS.items()
      if claim.untested),
    players.MODEL_NOTE,
]  # fmt: skip


# As a study


def _spelled(inputs: Inputs) -> dict[str, Any]:
    rules = rule_sets.describe(RULES)
    spelled: dict[str, Any] = rule_sets.RULE_SETS.spelled({**inputs, "rules": rules})
    return spelled


STUDY = replace(
    tallies.study(QUESTION, {"deals": _PUBLISHED, "seed": _SEED}, _cells, _report, _spelled),
    game="backalley",
)
