"""What happens under a rule set whose begging is solved anew, beside another on the same deals."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.allfours.equity import solved, valued, ways_down
from analysis.allfours.flips import Solution
from analysis.allfours.scores import kept_kicks
from analysis.allfours.solution import (
    POINT,
    Game,
    acts_by,
    gift_open,
    part,
    recorded,
    solve_points,
    worths_in_points,
)
from analysis.run import Settled, Tally
from engine.allfours.begging import BY_GIFT, BY_RUN, BY_STANDING, DEALS, VALUE
from engine.allfours.book import DEALERS, ELDESTS, Book
from engine.allfours.match import WIN
from engine.allfours.record import ENDINGS, ENDS, EXHAUSTED, STOOD, outcome_of
from engine.allfours.rules import Rules
from engine.allfours.sizes import sizes_tally

BATCHES = 10
"""So many tables of a match, of a part of the deals each, say how far one is from the truth."""
LEARNERS = 5
"""So many solutions, of a part of the deals each, say how much they hang on their deals."""
END = 2_000
"""So many first and last deals are played again by `verify`."""
ACTIONS = (BY_STANDING, BY_GIFT, BY_RUN)

Tallies = dict[str, Any]
"""What is counted of a rule set, as JSON has it: see `_tallied`, `_learned` and `_match`."""


class Size(NamedTuple):
    """How many deals go into what."""

    deals: int
    """Decisions are fitted to the first of them ..."""
    trials: int
    """... and valued in those that follow."""
    match: int
    """So many of the one and of the other go into the match; 0 leaves it out."""


class Played(NamedTuple):
    """Trials as they were decided under a rule set."""

    actions: npt.NDArray[np.uint8]
    """BY_STANDING, BY_GIFT or BY_RUN."""
    worths: npt.NDArray[np.int32]
    """What came of it for the dealer's team in POINT, the first kick left out if it is kept."""


class Made(NamedTuple):
    """A rule set, solved and counted."""

    solution: Solution
    tallies: Tallies
    played: Played
    trial: Game


def make(rules: Rules, play: str, size: Size, run: Settled, first: Played | None) -> Made:
    """Solve a rule set, and count what happens in the trials.

    Parameters
    ----------
    first : Played or None
        The same trials under the rule set that it is compared with; None if that is this one.
    """
    game = recorded(replace(run, deals=size.deals + size.trials), rules, play)
    learn, trial = part(game, 0, size.deals), part(game, size.deals, size.deals + size.trials)
    book, fresh = _solution(learn)
    played, ends = play_by(trial, book, fresh)
    tallies = _tallied(trial, fresh, ends, played, played if first is None else first)
    tallies["learned"] = _learned(learn, trial)
    tallies |= _scored(trial, played, ends, fresh)
    numbers = replace(run, first=run.first + size.deals, deals=size.trials, progress=None)
    tallies["runs"] = numbers.tally(sizes_tally, rules, book).tolist()
    tallies["match"] = _match(learn, trial, size.match, run)
    return Made(Solution(rules, book), tallies, played, trial)


def _solution(learn: Game) -> tuple[Book, int]:
    """The book of a game as it is published, and what a fresh deal is worth by it, in POINT."""
    book, value = solve_points(learn)
    return as_published(book).astype(np.int64), round(POINT * value)


def as_published(book: Book) -> npt.NDArray[np.int16]:
    """A book in half the room; no lean that matters is so large."""
    return np.clip(book, -(2**15) + 1, 2**15 - 1).astype(np.int16)


def play_by(game: Game, book: Book, fresh: int) -> tuple[Played, npt.NDArray[np.uint8]]:
    """Deals as they are decided by a book, and how each ends.

    Parameters
    ----------
    fresh : int
        What a fresh deal is worth, in POINT.
    """
    acts = acts_by(game, book, gift_open(game.rules))
    answers = np.where(acts[:, DEALERS] == 1, BY_GIFT, BY_RUN)
    actions = np.where(acts[:, ELDESTS] == 1, answers, BY_STANDING).astype(np.uint8)
    ways = game.deals.ways[np.arange(actions.size), (actions == BY_RUN).astype(np.intp)]
    worths = worths_in_points(game.rules, fresh / POINT)[actions, ways]
    return Played(actions, worths.astype(np.int32)), (ways % ENDS).astype(np.uint8)


def _tallied(
    trial: Game, fresh: int, ends: npt.NDArray[np.uint8], played: Played, first: Played
) -> Tallies:
    """What is counted of a rule set.

    ``fresh``: what a fresh deal is worth, in POINT. ``ends``: how deals end, by what was done.
    ``worths``: by the first kick deals, sum and sum of squares of what they are worth; ``first``
    and ``last`` the same of few deals. ``actions``: what was done under the first rule set and
    under this one. ``gains``: as ``worths``, of what a deal is worth more than under the first.
    """
    kicks, few = trial.deals.kicks, min(END, trial.deals.kicks.size)
    return {
        "fresh": fresh,
        "ends": _pairs(played.actions, ends, ENDS),
        "worths": by_kick(kicks, played.worths),
        "actions": _pairs(first.actions, played.actions, len(ACTIONS)),
        "gains": by_kick(kicks, played.worths.astype(np.int64) - first.worths),
        "first": by_kick(kicks[:few], played.worths[:few]),
        "last": by_kick(kicks[-few:], played.worths[-few:]),
    }


def _scored(
    trial: Game, played: Played, ends: npt.NDArray[np.uint8], fresh: int
) -> dict[str, list[int]]:
    """What begging gains, and how many points are scored.

    ``right``: sum and sum of squares, in POINT, of what the eldest's team has more than if he
    stood in each trial. ``scored``: sum and sum of squares of the points that both teams score in
    a trial, first kick included; then their sum in the trials in which a hand was played.
    """
    rules, ways = trial.rules, trial.deals.ways
    stood = worths_in_points(rules, fresh / POINT)[BY_STANDING, ways[:, STOOD]]
    right = stood.astype(np.int64) - played.worths
    taken = ways[np.arange(ends.size), (played.actions == BY_RUN).astype(np.intp)]
    points = np.array(kept_kicks(rules))[trial.deals.kicks] + taken // ENDS
    points += rules.gift * (played.actions == BY_GIFT)
    points += np.array([_points_of(end, rules) for end in range(ENDINGS)] + [0])[ends]
    return {
        "right": [int(right.sum()), int((right * right).sum())],
        "scored": [
            int(points.sum()),
            int((points * points).sum()),
            int(points[ends != EXHAUSTED].sum()),
        ],
    }


def _points_of(end: int, rules: Rules) -> int:
    """The points that both teams score for High, Low, Jack or hang, and Game."""
    won = outcome_of(end)
    jack, hang = abs(won.jack) * rules.jack_points, abs(won.hang) * rules.hang_points
    return abs(won.high) + abs(won.low) + jack + hang + abs(won.game) * rules.game_points


def _pairs(actions: npt.NDArray[np.uint8], second: np.ndarray, size: int) -> list[list[int]]:
    """How often each of ACTIONS came with each number below `size`."""
    places = actions.astype(np.int64) * size + second
    counts = np.bincount(places, minlength=len(ACTIONS) * size)
    pairs: list[list[int]] = counts.reshape(len(ACTIONS), size).tolist()
    return pairs


def by_kick(kicks: npt.NDArray[np.int8], worths: np.ndarray) -> list[list[int]]:
    """By the rank of the first kick how many deals, their sum and their sum of squares."""
    sums = []
    for rank in range(13):
        found = worths[kicks == rank].astype(np.int64)
        sums.append([found.size, int(found.sum()), int((found * found).sum())])
    return sums


def _learned(learn: Game, trial: Game) -> list[list[int]]:
    """How often each of ACTIONS comes in the trials, by solutions of parts of the deals."""
    found = []
    for low, high in pairwise(_cuts(learn.deals.kicks.size, LEARNERS)):
        played, _ = play_by(trial, *_solution(part(learn, low, high)))
        found.append(np.bincount(played.actions, minlength=len(ACTIONS)).tolist())
    return found


def _cuts(deals: int, parts: int) -> list[int]:
    """Where deals are cut into parts."""
    return [deals * place // parts for place in range(parts + 1)]


def _match(learn: Game, trial: Game, deals: int, run: Settled) -> list[list[list[int]]]:
    """The match at 0-0 after each first kick, from all of its deals and from each tenth.

    Of each the deals that were valued, and their sum in WIN.
    """
    if not deals:
        return []
    rules = trial.rules
    share = 2 * deals // sum(len(level) for level in ways_down(rules.target))

    def tell() -> None:
        if run.progress:
            run.progress(share)

    whole = part(trial, 0, deals)
    found = solved(part(learn, 0, deals), whole, run.threads, tell=tell)
    tenths = [
        valued(part(whole, low, high), found.books, run.threads)
        for low, high in pairwise(_cuts(deals, BATCHES))
    ]
    return [_opening(values, rules) for values in (found.values, *tenths)]


def _opening(values: Tally, rules: Rules) -> list[list[int]]:
    """The nodes that a match begins with; a kick that ends the match has won it."""
    return [
        [1, WIN]
        if kick >= rules.target
        else [int(values[kick, 0, rank, DEALS]), int(values[kick, 0, rank, VALUE])]
        for rank, kick in enumerate(kept_kicks(rules))
    ]
