"""The best rules of few clauses: act where the first holds, or the second, and so on.

A clause is one condition, or two at once. What is given says of kinds of cases which conditions
hold, and what acting gains in all cases of a kind together. All sums are of whole numbers, which
floats hold exactly below 2**53: the answer is the same however they are added up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Clause: TypeAlias = tuple[int, ...]
"""One condition, or two, by their places in the table."""
Bools: TypeAlias = npt.NDArray[np.bool_]

WIDTH = 10
"""So many rules of each length are kept, to be made longer."""
_TRIED = 4
"""Of one rule so many times as many clauses more are looked at: some come to the same."""


class Table(NamedTuple):
    """Kinds of cases."""

    holds: Bools
    """(conditions, kinds) Which conditions hold."""
    gains: npt.NDArray[np.float64]
    """(kinds,) Whole numbers: what acting gains."""


class Found(NamedTuple):
    """A rule, and what it gains."""

    clauses: tuple[Clause, ...]
    acts: Bools
    """(kinds,) Where it acts."""
    gain: int


class _Search(NamedTuple):
    """What every step of a search makes use of."""

    table: Table
    weights: npt.NDArray[np.float64]
    """The conditions as 0 and 1."""
    clauses: list[Clause]
    """Every clause: those of one condition, then those of two."""
    pairs: npt.NDArray[np.float64]
    """What each pair of conditions gains by itself."""


_More: TypeAlias = tuple[int, Found, Clause]
"""What a rule with one clause more gains in all, the rule, and the clause."""


def best_rules(table: Table, most: int, width: int = WIDTH) -> list[Found]:
    """The best rules found with at most 1, 2, ... `most` clauses.

    Each of the `width` best rules with a clause less is tried with every clause more. Of clauses
    that come to the same, the shortest and then the first is taken.
    """
    weights = table.holds.astype(np.float64)
    search = _Search(table, weights, _clauses(len(weights)), (weights * table.gains) @ weights.T)
    best = Found((), np.zeros(len(table.gains), bool), 0)
    rules, found = [best], []
    for _ in range(most):
        longer = [more for rule in rules for more in _longer(search, rule, width)]
        longer.sort(key=lambda more: -more[0])
        rules = _different(table, longer, width)
        best = max([best, *rules[:1]], key=lambda rule: rule.gain)
        found.append(best)
    return found


def _clauses(conditions: int) -> list[Clause]:
    one, two = np.triu_indices(conditions, 1)
    singles: list[Clause] = [(place,) for place in range(conditions)]
    return [*singles, *zip(one.tolist(), two.tolist(), strict=True)]


def _longer(search: _Search, rule: Found, width: int) -> Iterator[_More]:
    """The best clauses to add to a rule."""
    pairs = _pairs_beside(search, rule.acts)
    gains = np.concatenate([pairs.diagonal(), pairs[np.triu_indices(len(pairs), 1)]])
    for place in np.argsort(-gains, kind="stable")[: _TRIED * width].tolist():
        yield rule.gain + int(gains[place]), rule, search.clauses[place]


def _pairs_beside(search: _Search, acts: Bools) -> npt.NDArray[np.float64]:
    """What each pair of conditions gains where a rule does not act yet.

    Added up over the kinds where it acts, or over the others: whichever are fewer.
    """
    mostly = 2 * int(acts.sum()) > acts.size
    few = ~acts if mostly else acts
    weights = search.weights[:, few]
    pairs: npt.NDArray[np.float64] = (weights * search.table.gains[few]) @ weights.T
    return pairs if mostly else search.pairs - pairs


def _different(table: Table, longer: Iterable[_More], width: int) -> list[Found]:
    """The first `width` rules; of those that act alike, the first."""
    first: dict[bytes, Found] = {}
    for gain, rule, clause in longer:
        if len(first) == width:
            break
        acts = rule.acts | table.holds[list(clause)].all(0)
        first.setdefault(np.packbits(acts).tobytes(), Found((*rule.clauses, clause), acts, gain))
    return list(first.values())
