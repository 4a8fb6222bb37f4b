"""What `beg` and `give` answer by two solutions of disjoint deals, hand by hand."""

from __future__ import annotations

import math
import random
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd

from analysis import tallies
from analysis.allfours import books, players, rule_sets
from analysis.allfours.begging_deals import BEG, GIVE
from analysis.allfours.begging_solved import CLOSE, TRIAL, book_of, far_hands
from analysis.allfours.settings import made_by
from analysis.estimate import VERDICT_LEVEL, mean
from analysis.provenance import Files, Inputs
from analysis.report import Row, mean_row, share_row, table
from analysis.run import Run, Settled, Tally
from analysis.tallies import Cell, Counted
from engine.allfours.compare import BEGGING_ARMS, PARTS, Stakes, begging_tally
from engine.allfours.rules import CLASSIC
from engine.allfours.simulate import Known
from engine.cards import SORTED_PACK, Card, Mask, bit, format_card, format_cards, mask_of
from engine.deal import unseen

QUESTION = "Do beg and give advise the same by a second solution, from other deals?"
_PLAY = "expert"
_SOLVED = "begging/classic"
_BOOKS = ("book.npy", "second.npy")
_SIDES = {"eldest": BEG, "dealer": GIVE}


class Hand(NamedTuple):
    """A hand that decides."""

    seat: str
    cards: Mask
    kick: Card
    listed: bool
    """Whether it is one that the two books themselves decide otherwise, by CLOSE or more."""

    @property
    def name(self) -> str:
        """All of that in letters."""
        kind = "_listed" if self.listed else ""
        words = f"{self.seat}{kind} {format_cards(self.cards)} kick {format_card(self.kick)}"
        return words.replace(" ", "_")


def _hands(inputs: Inputs) -> list[Hand]:
    """Random hands and kicks, then those listed."""
    drawn = random.Random(inputs["seed"])
    found = []
    for seat in _SIDES:
        for _ in range(inputs["hands"]):
            kick, *held = drawn.sample(SORTED_PACK.tolist(), 7)
            found.append(Hand(seat, mask_of(held), kick, False))
    for seat in _SIDES:
        for row in far_hands(_files(), seat):
            cards = sum(ranks << 16 * suit for suit, ranks in enumerate(row[:4]))
            found.append(Hand(seat, cards, row[4], True))
    return found


def _files() -> Files:
    """The raw files of the solution."""
    return {name: books.content(f"{_SOLVED}/{name}") for name in (*_BOOKS, TRIAL)}


def _tally(hand: Hand, run: Settled) -> Tally:
    """Sum and sum of squares of the difference that decides, by each solution."""
    side = _SIDES[hand.seat]
    known, others = Known(side.seat, hand.cards, hand.kick), unseen(hand.cards | bit(hand.kick))
    place = 2 * (len(PARTS) * BEGGING_ARMS.index(list(side.arms)[-1]) + PARTS.index("total"))
    lineup = players.lineup(_PLAY, begging=True)
    found = []
    for name in _BOOKS:
        book = book_of(_files(), name)
        stakes = Stakes(0, 0, np.zeros((0, 0)), book, book)
        tally = players.tally(run, lineup, begging_tally, others, known, stakes, CLASSIC)
        found.append(tally[place : place + 2])
    return np.concatenate(found)


def _cells(inputs: Inputs) -> dict[str, Cell]:
    return {hand.name: Cell(inputs["deals"], partial(_tally, hand)) for hand in _hands(inputs)}


class Answer(NamedTuple):
    """What is advised for a hand by both solutions."""

    hand: Hand
    values: tuple[float, float]
    """Points that beg minus stand, or run minus give, is worth to who decides."""
    verdicts: tuple[str, str]

    @property
    def size(self) -> float:
        """How much hangs on the decision."""
        return abs(math.fsum(self.values)) / 2

    @property
    def moved(self) -> float:
        """How far the second solution moves the difference."""
        return abs(self.values[1] - self.values[0])

    @property
    def same(self) -> bool:
        """Whether the advice is the same."""
        return self.verdicts[0] == self.verdicts[1]


def answer(hand: Hand, sums: list[int], n: int) -> Answer:
    """The advice from two sums and sums of squares over `n` deals each."""
    side, values, verdicts = _SIDES[hand.seat], [], []
    for total, squares in (sums[:2], sums[2:]):
        value, low, high, _ = mean(total, squares, n, VERDICT_LEVEL, side.sign)
        values.append(0.0 if value is None else value)
        verdict = "undecided"
        if low is not None and high is not None and not low <= 0 <= high:
            verdict = side.actions[low < 0]
        verdicts.append(verdict)
    return Answer(hand, (values[0], values[1]), (verdicts[0], verdicts[1]))


def _report(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    answers, details = [], []
    for hand in _hands(inputs):
        sums, n = counted[hand.name].tally.tolist(), counted[hand.name].deals
        answers.append(answer(hand, sums, n))
        row = mean_row(hand.name, sums[0], sums[1], n, scale=_SIDES[hand.seat].sign)
        details.append(row | {"second": answers[-1].values[1]})
    rows: list[Row] = []
    for kind in (False, True):
        for seat in _SIDES:
            of_kind = [one for one in answers if one.hand.listed == kind and one.hand.seat == seat]
            name = f"same_{seat}{'_listed' if kind else ''}"
            rows.append(share_row(name, sum(one.same for one in of_kind), len(of_kind)))
    far = [one for one in answers if one.size >= CLOSE]
    other = [one for one in answers if not one.same]
    against = sum(one in other for one in far)
    rows.append(share_row(f"otherwise_by_{CLOSE}", against, len(far)))
    little = [one for one in answers if one.hand.listed]
    under = sum(one.size < CLOSE for one in little)
    rows.append(share_row(f"listed_under_{CLOSE}", under, len(little)))
    moved = [one.moved for one in answers]
    rows.append({"name": "moved_most", "value": max(moved), "n": len(moved)})
    run = Run(deals=inputs["deals"], seed=inputs["seed"]).settled(1)
    return table(
        [*rows, *details],
        QUESTION,
        made_by(run, CLASSIC, _PLAY, **players.learned(_PLAY), begging=_SOLVED),
        headline=(
            f"Of {len(far)} hands on which {CLOSE} points or more hang, {len(far) - against} are "
            f"told the same by both solutions; of {len(answers) - len(far)} others "
            f"{len(answers) - len(far) - (len(other) - against)}. What an action is worth more "
            f"moves by {max(moved):.4f} points at most."
        ),
        notes=[
            "Points a deal that begging is worth more to the eldest than standing, or running to "
            "the dealer than giving, simulated with the other side deciding by the published "
            "solution, and by the second one (column second), on the same deals. Told: beg, "
            f"stand, give or run at the {VERDICT_LEVEL:.0%} level, or undecided.",
            f"listed: the hands of results/{_SOLVED} that the books themselves, by their features "
            f"alone, decide otherwise with a mean lean of {CLOSE} or more; the others are random. "
            f"listed_under_{CLOSE}: those whose simulated difference is smaller all the same.",
            f"Told otherwise: {'; '.join(map(_words, other)) or 'none'}.",
            players.MODEL_NOTE,
        ],
    )


def _words(told: Answer) -> str:
    """A hand, and what it is told by either solution."""
    both = (f"{word} {value:+.3f}" for word, value in zip(told.verdicts, told.values, strict=True))
    return f"{told.hand.name.replace('_', ' ')} ({', '.join(both)})"


def _needs() -> dict[str, str]:
    return players.needs() | books.digests(f"{_SOLVED}/{name}" for name in (*_BOOKS, TRIAL))


STUDY = tallies.study(
    QUESTION,
    {"rules": "classic", "hands": 100, "deals": 400_000, "seed": 6},
    _cells,
    _report,
    rule_sets.spelled,
    _needs,
)
