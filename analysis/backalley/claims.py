"""``allfours backalley claims``: what a guide says of bidding and play, put to the test."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
import pandas as pd

from analysis import tallies
from analysis.backalley import books, players, rule_sets
from analysis.backalley.claims_tested import (
    ABOUT,
    BOARD_SIZES,
    DISCOUNTS,
    FALSE,
    HABITS,
    LITTLE,
    PARTLY,
    SHIFTS,
    SIZES,
    TESTS,
    TRUE,
    UNDECIDED,
    WORTH_SIZES,
    Counts,
    Found,
)
from analysis.backalley.records import GAME
from analysis.estimate import FEWEST_FOR_VERDICT
from analysis.provenance import Inputs
from analysis.report import Panel, table
from analysis.run import Run, Settled, Tally
from analysis.settings import made_by
from analysis.tallies import Cell, Counted
from engine.backalley.bidding import SOLVED, TRICK
from engine.backalley.boards import board_tally
from engine.backalley.cards import SORTED_PACK
from engine.backalley.deal import Known
from engine.backalley.matches import match_tally
from engine.backalley.rules import BAB_ONLINE, Rules, check, schedule
from engine.backalley.simulate import hand_tally
from engine.backalley.strategy import SIMPLE, Strategy
from engine.backalley.worth import worth_tally

DEALS = 10_000
_DEALS_PUBLISHED = 50_000
_SEED = 3
_GUIDE: Final = "The guide of bab-online"
QUESTION = "Does what a guide says of bidding and play in Back Alley hold?"


CLAIMS: Final[dict[str, str]] = {
    "C1": "One trick more must come in about 85 % of the time; best play makes 90 % of bids",
    "C2": "Half a trick more aggression triples sets and loses games",
    "C3": "Stacking safety margins also loses",
    "C4": "A discount for the first to bid costs about 1.2 % of wins",
    "C5": "Low trumps are worth 0.05 to 0.1 tricks, middle ones 0.15 to 0.25; zero is wrong",
    "C6": "Board only on hands of one or two cards; about 90 % of boards are made",
    "C7": "With one card board BB always, LB or the ace unless an opponent has boarded",
    "C8": "Last to play take with the cheapest winner",
    "C9": "With players behind you take with the cheapest sure winner, else fight high",
    "C10": "Never save cards once both contracts are decided",
    "C11": "Save cards, and always take with the cheapest winner (an older edition)",
}
_SOLVED = Strategy(SIMPLE, SIMPLE, SOLVED, SOLVED)


def claims(rules: Rules = BAB_ONLINE, run: Run = Run()) -> pd.DataFrame:
    """Test the claims of `CLAIMS` under the guide's rules or others.

    Returns
    -------
    DataFrame
        A row or a few by claim, whose names begin with its number. ``attrs["verdicts"]`` has the
        verdicts.
    """
    settled = run.settled(DEALS)
    check(rules)
    counted = {
        name: Counted(cell.tally(replace(settled, deals=cell.deals)), cell.deals)
        for name, cell in _cells(rules, settled.deals).items()
    }
    return _report(settled, Counts(rules, counted))


def work(asked: int | None, usual: int) -> int:
    """How many deals and matches are played in all."""
    return sum(cell.deals for cell in _cells(BAB_ONLINE, asked or usual).values())


# What is counted


def _cells(rules: Rules, deals: int) -> dict[str, Cell]:
    cells = {f"hands_{cards}": Cell(deals, partial(_hands, rules, cards)) for cards in SIZES}
    for cards in BOARD_SIZES:
        cells[f"boards_{cards}"] = Cell(deals, partial(_boards, rules, cards))
    for cards in WORTH_SIZES:
        cells[f"worth_{cards}"] = Cell(deals, partial(_worth, rules, cards))
    for name, shift in SHIFTS.items():
        cells[name] = Cell(deals, partial(_match, rules, _SOLVED._replace(dealer_shift=shift)))
    for name, discount in DISCOUNTS.items():
        cells[name] = Cell(deals, partial(_match, rules, _SOLVED._replace(dealer_first=discount)))
    for name, habit in HABITS.items():
        cells[name] = Cell(deals, partial(_match, rules, _SOLVED._replace(dealer_play=habit)))
    return cells


def _bidding(rules: Rules) -> books.Bidding:
    return books.bidding(rules, *SIZES)


def _hands(rules: Rules, cards: int, run: Settled) -> Tally:
    return run.tally(hand_tally, SORTED_PACK, Known(cards), rules, _SOLVED, _bidding(rules).book)


def _boards(rules: Rules, cards: int, run: Settled) -> Tally:
    return run.tally(board_tally, SORTED_PACK, Known(cards), rules, _SOLVED, _bidding(rules).book)


def _worth(rules: Rules, cards: int, run: Settled) -> Tally:
    return run.tally(worth_tally, SORTED_PACK, Known(cards), rules, _SOLVED, _bidding(rules).book)


def _match(rules: Rules, strategy: Strategy, run: Settled) -> Tally:
    sizes = np.array(schedule(rules), np.int64)
    return run.tally(match_tally, sizes, rules, strategy, _bidding(rules).book)


# The report


def _report(run: Settled, counts: Counts) -> pd.DataFrame:
    rules = counts.rules
    found = {number: test(counts) for number, test in TESTS.items()}
    rows = [row for some, _ in found.values() for row in some]
    verdicts = {number: verdict for number, (_, verdict) in found.items()}
    made = made_by(run, rule_sets.describe(rules), "solved", bidding=_bidding(rules).source)
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
                               (UNDECIDED, "undecided"))
        )
        + ".",
        summary=[_line(number, verdicts[number], found[number]) for number in CLAIMS],
        panels=[Panel("Points a match that a habit gains on simple", labels, {"": habits})],
        notes=_NOTES,
    )  # fmt: skip


def _line(number: str, verdict: str, found: Found) -> dict[str, str]:
    """A line of the table for people, with the first of a claim's rows."""
    effect = ""
    if found[0] and (row := found[0][0])["value"] is not None:
        half = "" if row["low"] is None else f" +/- {(row['high'] - row['low']) / 2:.3f}"
        effect = f"{row['value']:.3f}{half}"
    return {"name": number, "claim": CLAIMS[number], "verdict": verdict, "effect": effect}


_NOTES = [
    f"{_GUIDE} has numbers from about 250,000 games simulated by its author; its rules are "
    "bab-online, with 10 points a trick. Bids are by the solution, cards are played by simple. A "
    f"share is about another if its interval lies within {ABOUT}. A claim of several parts is "
    f"true in part if one is true and another false. Fewer than {FEWEST_FOR_VERDICT} deals decide "
    "nothing. The effect in the table is the first row of the claim.",
    "C1: break_even is arithmetic: how often the last trick bid must come in, from the numbers "
    "that teams need on average, by the size of the hand and over all sizes, if the team is one "
    "short where it doesn't; made: numbers that teams make. "
    "C2, C3: whole matches in duplicate against the solution unchanged; each bidder of a team "
    f"bids {SHIFTS['half_each'] / TRICK} tricks more or less (each), or half of that (a_team), in "
    "hands of three cards or more, and boards as before. sets_ratio: sets against those of the "
    "other team; from 2 to 4 it has tripled. wins: share of matches.",
    "C4: the same, the first of a team to bid bidding a quarter or half a trick less; how much the "
    "guide takes off it doesn't say. "
    "C5: tricks that the eldest's team takes less if its lowest trump of a kind (2 to 6, 7 to 10, "
    "jack to ace) is exchanged for the lowest plain card that was not dealt, the bids as they "
    f"were; hands of {', '.join(map(str, WORTH_SIZES))} cards together. C6: points that the "
    "solution's boards gain on its numbers in hands of three; boards made by teams in hands of all "
    "sizes, of one card and of two. C7: points that a board gains on the best of pass and 1, first "
    "to bid and after an opponent's board; the claim is false of LB and the ace if they gain "
    "there too.",
    "C8 to C11: points a match that a team of simple gains by one other habit: it takes, last to "
    "play, with its dearest winner (dearest); it takes from the other team with its cheapest "
    "winner, sure or not, whoever plays after it (any_winner); it always fights with its best if "
    "it has no sure winner (fights); it saves cards though both contracts are decided (saves). "
    f"Less than {LITTLE:.0f} point makes no difference: what should gain then doesn't, and what "
    "should lose neither. The bids stay as they are best for simple.",
    players.MODEL_NOTE,
]  # fmt: skip


# As a study


def _counted(inputs: Inputs) -> dict[str, Cell]:
    return _cells(rule_sets.from_record(inputs["rules"]), inputs["deals"])


def _published(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    run = Run(deals=inputs["deals"], seed=inputs["seed"], threads=1).settled(1)
    return _report(run, Counts(rule_sets.from_record(inputs["rules"]), counted))


STUDY = replace(
    tallies.study(
        QUESTION, {"rules": "bab-online", "seed": _SEED, "deals": _DEALS_PUBLISHED}, _counted,
        _published, rule_sets.RULE_SETS.spelled, partial(books.needs, BAB_ONLINE),
    ),
    game="backalley",
)  # fmt: skip
