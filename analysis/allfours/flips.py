"""Hands with which one rule set has a player beg or give, and another not, as deal records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from analysis.allfours import players
from analysis.allfours.dealing import Record, record_deal
from analysis.allfours.scores import kept_kicks
from analysis.allfours.solution import Game, acts_by, gift_open
from engine.allfours.begging import Acts, leans_of
from engine.allfours.book import DEALERS, ELDESTS, Book
from engine.allfours.rules import Rules

Places: TypeAlias = npt.NDArray[np.intp]
"""Which of a game's deals."""


class Solution(NamedTuple):
    """When to beg and give under a rule set."""

    rules: Rules
    book: Book


def records(
    game: Game, one: Solution, two: Solution, most: int, seed: int, first: int, play: str
) -> Iterator[Record]:
    """Deals that are decided otherwise, each played under `one` and then under `two`.

    They come in the order of `places`.

    Parameters
    ----------
    game : Game
        Deals `first` on of `seed`; their cards matter alone.
    most : int
        How many deals at most: each makes two records.
    """
    lineup = players.lineup(play, seated=one.rules.players)
    for place in places(game, one, two)[:most].tolist():
        for solution in (one, two):
            yield record_deal(seed, first + place, solution.rules, *lineup, book=solution.book)


def places(game: Game, one: Solution, two: Solution) -> Places:
    """The deals that are decided otherwise, by the eldest and by the dealer in turn.

    Of either they come by how far the lean of the hand has moved, the farthest first.
    The dealer decides otherwise where the eldest begs under both rule sets. Deals whose first kick
    ends a match, so that nobody is asked, are left out.
    """
    acts, others = (_acts(game, solution) for solution in (one, two))
    eldest = acts[:, ELDESTS] != others[:, ELDESTS]
    begged = (acts[:, ELDESTS] & others[:, ELDESTS]) == 1
    dealer = begged & (acts[:, DEALERS] != others[:, DEALERS])
    asked = _asked(game, one.rules) & _asked(game, two.rules)
    ordered = [
        _by_move(game, one, two, seat, np.flatnonzero(flipped & asked))
        for seat, flipped in ((ELDESTS, eldest), (DEALERS, dealer))
    ]
    ranks = np.concatenate([np.arange(found.size) for found in ordered])
    turns = np.argsort(ranks, kind="stable")
    return np.concatenate(ordered)[turns]


def _acts(game: Game, solution: Solution) -> Acts:
    rules, book = solution
    return acts_by(game._replace(rules=rules), book, gift_open(rules))


def _asked(game: Game, rules: Rules) -> npt.NDArray[np.bool_]:
    """Where the first kick leaves a match open at 0-0."""
    kicks = np.array(kept_kicks(rules))[game.deals.kicks]
    asked: npt.NDArray[np.bool_] = kicks < rules.target
    return asked


def _by_move(game: Game, one: Solution, two: Solution, seat: int, found: Places) -> Places:
    """Some deals in the order of how far the lean of a seat's hand moves."""
    leans, others = (leans_of(game.deals, solution.book[seat], seat) for solution in (one, two))
    order = np.argsort(-np.abs(others - leans)[found], kind="stable")
    return found[order]
