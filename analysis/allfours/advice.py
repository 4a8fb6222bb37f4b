"""The advice of the solution against direct simulation, hand by hand."""

from __future__ import annotations

import math
import random
from functools import partial

import pandas as pd

from analysis import tallies
from analysis.allfours import books, players, rule_sets
from analysis.allfours.settings import made_by
from analysis.allfours.solution import POINT
from analysis.estimate import FEWEST_FOR_VERDICT, VERDICT_LEVEL, mean
from analysis.provenance import Inputs
from analysis.report import Row, mean_row, share_row, table
from analysis.run import Run, Settled, Tally
from analysis.tallies import Cell, Counted
from engine.allfours.book import ELDESTS, lean
from engine.allfours.compare import BEGGING_ARMS, PARTS, begging_tally
from engine.allfours.rules import CLASSIC
from engine.allfours.simulate import Known
from engine.cards import SORTED_PACK, Card, Mask, bit, format_card, format_cards, mask_of
from engine.deal import unseen

QUESTION = "Is the solution's advice to the eldest what simulating the very hand says?"
_PLAY = "expert"
MARGIN = 0.05
"""Points under which the features of a book don't tell what to do: twice their error there."""
NEAR = 0.2
"""Hands are near the choice under so many points."""


def _hands(inputs: Inputs) -> dict[str, tuple[Mask, Card]]:
    """Random hands and kicks, by a name in letters."""
    drawn = random.Random(inputs["seed"])
    found = {}
    for _ in range(inputs["hands"]):
        kick, *cards = drawn.sample(SORTED_PACK.tolist(), 7)
        hand = mask_of(cards)
        found[f"{format_cards(hand)} kick {format_card(kick)}".replace(" ", "_")] = hand, kick
    return found


def _tally(hand: Mask, kick: Card, run: Settled) -> Tally:
    """Sum and sum of squares of what begging gains the dealer's team over standing."""
    known, others = Known(1, hand, kick), unseen(hand | bit(kick))
    stakes = books.for_points(CLASSIC).stakes
    lineup = players.lineup(_PLAY, begging=True)
    tally = players.tally(run, lineup, begging_tally, others, known, stakes, CLASSIC)
    place = 2 * (len(PARTS) * BEGGING_ARMS.index("beg_minus_stand") + PARTS.index("total"))
    return tally[place : place + 2]


def _cells(inputs: Inputs) -> dict[str, Cell]:
    return {
        name: Cell(inputs["deals"], partial(_tally, hand, kick))
        for name, (hand, kick) in _hands(inputs).items()
    }


def _report(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    page = books.for_points(CLASSIC).book[ELDESTS]
    rows: list[Row] = []
    decided, far, same, others = 0, 0, 0, []
    errors: dict[str, list[float]] = {"error": [], "error_near": []}
    for name, (hand, kick) in _hands(inputs).items():
        total, squares = counted[name].tally.tolist()
        n = counted[name].deals
        advised = lean(hand, kick, page) / POINT
        got = mean(total, squares, n, VERDICT_LEVEL, -1)
        rows.append(mean_row(name, total, squares, n, scale=-1) | {"advice": advised})
        if got.value is None or got.low is None or got.high is None or n < FEWEST_FOR_VERDICT:
            continue
        errors["error"].append(advised - got.value)
        if abs(got.value) < NEAR:
            errors["error_near"].append(advised - got.value)
        if got.low <= 0 <= got.high:
            continue
        decided += 1
        far += abs(advised) >= MARGIN
        if (got.low > 0) == (advised > 0):
            same += abs(advised) >= MARGIN
        else:
            others.append(f"{name.replace('_', ' ')} ({got.value:+.3f}; {advised:+.3f})")
    run = Run(deals=inputs["deals"], seed=inputs["seed"]).settled(1)
    source = books.for_points(CLASSIC).source
    return table(
        [
            share_row("same", same, far),
            share_row("decided", decided, len(rows)),
            share_row("decided_not_close", far, decided),
            *(_root_mean_square(name, found) for name, found in errors.items()),
            *rows,
        ],
        QUESTION,
        made_by(run, CLASSIC, _PLAY, **players.learned(_PLAY), begging=source),
        headline=(
            f"Simulation decides {decided} of {len(rows)} hands. In {far} of them the solution's "
            f"advice is worth {MARGIN} points or more, and it is the same in {same}."
        ),
        notes=[
            "Begging minus standing, points a deal; advice: the same by the solution's features, "
            f"which is close under {MARGIN} points and no advice then. decided: at the 99 % level; "
            "error: of the advice in points, the root of the mean square; near: of hands under "
            f"{NEAR}.",
            "Decided otherwise (simulated; advice), close ones too: "
            f"{'; '.join(others) or 'none'}.",
            players.MODEL_NOTE,
        ],
    )


def _root_mean_square(name: str, errors: list[float]) -> Row:
    mean_square = math.fsum(error * error for error in errors) / max(1, len(errors))
    return {"name": name, "value": mean_square**0.5, "n": len(errors)}


def _needs() -> dict[str, str]:
    return players.needs() | books.point_needs(CLASSIC)


STUDY = tallies.study(
    QUESTION,
    {"rules": "classic", "hands": 200, "deals": 1_000_000, "seed": 4},
    _cells,
    _report,
    rule_sets.spelled,
    _needs,
)
