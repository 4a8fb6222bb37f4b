"""Conditions that a player can see at the table, in words, and rules that are made of them.

A rule acts with a hand that meets one of its clauses; a clause is one condition, or two that must
hold together. Side cards are those that are not of the suit kicked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from analysis.rule_search import Bools
from engine.allfours.record import Deals
from engine.cards import ACE, JACK, KING, QUEEN, TEN, TWO, InputError

Ints: TypeAlias = npt.NDArray[np.int64]
Clause: TypeAlias = tuple[str, ...]
"""One condition, or two, in words."""
Rule: TypeAlias = tuple[Clause, ...]

RANK_WORDS = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
)  # fmt: skip
_NONE = 13
"""In place of the rank of a trump: there is none."""


class Hands(NamedTuple):
    """What conditions tell hands apart by, an array each."""

    trumps: Ints
    """How many, at most 4."""
    high: Ints
    """The rank of the highest trump, or 13."""
    low: Ints
    """The rank of the lowest trump, or 13."""
    jack: Ints
    """Whether the trump jack is held."""
    aces: Ints
    """Side aces."""
    honours: Ints
    """Side aces and kings, at most 3."""
    tens: Ints
    """Side tens, at most 2."""
    jacks: Ints
    """Side jacks, at most 2."""
    longest: Ints
    """The length of the longest side suit, from 2 to 5: shorter and longer ones count as these."""
    kick: Ints
    """0, 1 or 2: a kick below the jack, the jack, or above it."""
    above: Ints
    """Whether a lone trump is above the kick."""


_SIZES = (5, 14, 14, 2, 4, 4, 3, 3, 6, 3, 2)
"""One more than the most that each field of `Hands` can be."""


def hands_of(deals: Deals, seat: int) -> Hands:
    """The hands of a seat in recorded deals."""
    trumps, sides = deals.suits[:, seat, 0], deals.suits[:, seat, 1:]
    kick = deals.kicks.astype(np.int64)
    high = np.array([_NONE, *(mask.bit_length() - 1 for mask in range(1, 1 << 13))])[trumps]
    low = np.array([_NONE, *((mask & -mask).bit_length() - 1 for mask in range(1, 1 << 13))])

    def held(rank: int) -> Ints:
        cards: Ints = (sides >> rank & 1).sum(1, dtype=np.int64)
        return cards

    return Hands(
        np.minimum(np.bitwise_count(trumps), 4).astype(np.int64),
        high,
        low[trumps],
        (trumps >> JACK & 1).astype(np.int64),
        held(ACE),
        np.minimum(held(ACE) + held(KING), 3),
        np.minimum(held(TEN), 2),
        np.minimum(held(JACK), 2),
        np.clip(np.bitwise_count(sides).max(1), 2, 5).astype(np.int64),
        (kick >= JACK).astype(np.int64) + (kick > JACK),
        ((np.bitwise_count(trumps) == 1) & (high > kick)).astype(np.int64),
    )


def kinds_of(hands: Hands) -> tuple[Hands, Ints]:
    """The kinds of hands that conditions tell apart, and of which kind each hand is."""
    keys, place = np.unique(np.ravel_multi_index(tuple(hands), _SIZES), return_inverse=True)
    return Hands(*np.unravel_index(keys, _SIZES)), place


# The conditions

Test: TypeAlias = Callable[[Hands], Bools]


def _conditions() -> Iterator[tuple[str, Test]]:
    """Every condition, what says most about a hand first."""
    yield from _numbers()
    yield from _ranks()
    yield from _cards()
    yield from _sides()
    yield "the jack kicked", lambda hand: hand.kick == 1
    yield "a kick above the jack", lambda hand: hand.kick == 2
    yield "a kick below the jack", lambda hand: hand.kick == 0
    yield "a lone trump below the kick", lambda hand: (hand.trumps == 1) & (hand.above == 0)
    yield "a lone trump above the kick", lambda hand: (hand.trumps == 1) & (hand.above == 1)


def _numbers() -> Iterator[tuple[str, Test]]:
    yield "no trump", lambda hand: hand.trumps == 0
    yield "a lone trump", lambda hand: hand.trumps == 1
    yield "just two trumps", lambda hand: hand.trumps == 2
    yield "just three trumps", lambda hand: hand.trumps == 3
    yield "at most one trump", lambda hand: hand.trumps <= 1
    yield "at most two trumps", lambda hand: hand.trumps <= 2
    yield "two or more trumps", lambda hand: hand.trumps >= 2
    yield "three or more trumps", lambda hand: hand.trumps >= 3
    yield "four or more trumps", lambda hand: hand.trumps >= 4


def _ranks() -> Iterator[tuple[str, Test]]:
    """How high a lone trump is, and the highest and the lowest of all."""
    for rank in range(TWO + 2, ACE + 1):
        yield f"a lone trump below the {RANK_WORDS[rank]}", _lone_below(rank)
    for rank in range(TWO + 1, KING):
        yield f"a lone trump above the {RANK_WORDS[rank]}", _lone_above(rank)
    yield "the lone ace of trumps", _lone_between(ACE, ACE)
    yield "the lone jack of trumps", _lone_between(JACK, JACK)
    yield "the lone two of trumps", _lone_between(TWO, TWO)
    for low in range(TWO + 1, JACK):
        for high in range(low + 1, QUEEN + 1):
            words = f"a lone trump from the {RANK_WORDS[low]} to the {RANK_WORDS[high]}"
            yield words, _lone_between(low, high)
    for rank in range(TWO + 2, KING):
        yield f"a trump above the {RANK_WORDS[rank]}", _above(rank)
    for rank in range(TWO + 2, ACE + 1):
        yield f"trumps all below the {RANK_WORDS[rank]}", _all_below(rank)
    for rank in range(TWO + 2, TWO + 6):
        yield f"a trump below the {RANK_WORDS[rank]}", _below(rank)
    for rank in range(TWO, TEN):
        yield f"trumps all above the {RANK_WORDS[rank]}", _all_above(rank)


def _lone_below(rank: int) -> Test:
    return lambda hand: (hand.trumps == 1) & (hand.high < rank)


def _lone_above(rank: int) -> Test:
    return lambda hand: (hand.trumps == 1) & (hand.high > rank)


def _lone_between(low: int, high: int) -> Test:
    return lambda hand: (hand.trumps == 1) & (hand.low >= low) & (hand.high <= high)


def _above(rank: int) -> Test:
    return lambda hand: (hand.high > rank) & (hand.high != _NONE)


def _all_below(rank: int) -> Test:
    return lambda hand: hand.high < rank


def _below(rank: int) -> Test:
    return lambda hand: hand.low < rank


def _all_above(rank: int) -> Test:
    return lambda hand: (hand.low > rank) & (hand.low != _NONE)


def _cards() -> Iterator[tuple[str, Test]]:
    yield "the ace of trumps", lambda hand: hand.high == ACE
    yield "the jack of trumps", lambda hand: hand.jack == 1
    yield "no jack of trumps", lambda hand: hand.jack == 0
    yield "the jack and another trump", lambda hand: (hand.jack == 1) & (hand.trumps >= 2)
    yield "the two of trumps", lambda hand: hand.low == TWO
    yield "the ace and two of trumps", lambda hand: (hand.high == ACE) & (hand.low == TWO)


def _sides() -> Iterator[tuple[str, Test]]:
    yield "no side ace", lambda hand: hand.aces == 0
    yield "at most one side ace", lambda hand: hand.aces <= 1
    yield "a side ace", lambda hand: hand.aces >= 1
    yield "two or more side aces", lambda hand: hand.aces >= 2
    yield "no side ace or king", lambda hand: hand.honours == 0
    yield "at most one side ace or king", lambda hand: hand.honours <= 1
    yield "at most two side aces and kings", lambda hand: hand.honours <= 2
    yield "a side ace or king", lambda hand: hand.honours >= 1
    yield "two or more side aces and kings", lambda hand: hand.honours >= 2
    yield "three or more side aces and kings", lambda hand: hand.honours >= 3
    yield "no side ten", lambda hand: hand.tens == 0
    yield "a side ten", lambda hand: hand.tens >= 1
    yield "two or more side tens", lambda hand: hand.tens >= 2
    yield "no side jack", lambda hand: hand.jacks == 0
    yield "a side jack", lambda hand: hand.jacks >= 1
    yield "two or more side jacks", lambda hand: hand.jacks >= 2
    yield "no side suit of three or more", lambda hand: hand.longest <= 2
    yield "no side suit of four or more", lambda hand: hand.longest <= 3
    yield "a side suit of four or more", lambda hand: hand.longest >= 4
    yield "a side suit of five or more", lambda hand: hand.longest >= 5


CONDITIONS: dict[str, Test] = dict(_conditions())


# Rules


def acts(rule: Rule, hands: Hands) -> Bools:
    """With which hands a rule acts."""
    found = np.zeros(len(hands.trumps), bool)
    for clause in rule:
        found |= np.logical_and.reduce([CONDITIONS[words](hands) for words in clause])
    return found


def clauses_in_words(rule: Rule) -> list[str]:
    """The clauses of a rule, each to be said after what is done.

    >>> clauses_in_words((("no trump",), ("a lone trump", "a side ten")))
    ['with no trump', 'or with a lone trump and a side ten']
    """
    said = ["with " + " and ".join(clause) for clause in rule]
    return [*said[:1], *("or " + words for words in said[1:])]


def in_words(verb: str, rule: Rule) -> str:
    """A rule as a sentence.

    >>> in_words("beg", (("no trump",), ("a lone trump", "a side ten")))
    'Beg with no trump, or with a lone trump and a side ten.'
    >>> in_words("give", ())
    'Never give.'
    """
    if not rule:
        return f"Never {verb}."
    return f"{verb.capitalize()} {', '.join(clauses_in_words(rule))}."


def rule_of(record: Any) -> Rule:
    """A rule as JSON has it: a list of clauses, each a list of one or two conditions in words.

    Raises
    ------
    InputError
        Names what is none.
    """
    if not (isinstance(record, list) and all(isinstance(clause, list) for clause in record)):
        raise InputError(f"rule: {record!r}, expected a list of lists of conditions")
    for words in chain(*record):
        if words not in CONDITIONS:
            raise InputError(f'rule: no condition "{words}", expected one such as "no trump"')
    if not all(1 <= len(clause) <= 2 for clause in record):
        raise InputError(f"rule: {record!r}, expected one or two conditions in each clause")
    return tuple(tuple(clause) for clause in record)
