"""Players by name, and hands and kicks as a question gives them."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np

from analysis.provenance import results
from engine.allfours.expert import WEIGHTS, Weights
from engine.allfours.score import Seat
from engine.allfours.strategy import EXPERT, PLAYERS, WORLDS, Strategy
from engine.cards import (
    RANKS,
    Card,
    InputError,
    Mask,
    format_card,
    mask_of,
    parse_card,
    parse_cards,
)

T = TypeVar("T")

SEATS = ("dealer", "eldest", "dealer-partner", "eldest-partner")

MODEL_NOTE = (
    "The intervals cover chance only, not the model: how far other players of the cards, or other "
    "begging, would move the answer."
)


def player(name: str) -> int:
    """The number of a player of the cards.

    Raises
    ------
    InputError
        If there is none of this name.
    """
    number = worlds(name)
    if number:
        return WORLDS + number
    if name not in PLAYERS:
        raise InputError(f'no player "{name}" (there are {", ".join(PLAYERS)}, worlds:W)')
    return PLAYERS[name]


def worlds(name: str) -> int:
    """How many worlds a player looks at for each card: W for ``worlds:W``, 0 for all others.

    >>> worlds("worlds:32"), worlds("simple")
    (32, 0)
    """
    kind, _, number = name.partition(":")
    if kind != "worlds":
        return 0
    if not re.fullmatch("[1-9][0-9]{0,4}", number):
        raise InputError(f'player "{name}": expected worlds:W, W a whole number from 1 to 99999')
    return int(number)


def share(deals: int, *plays: str) -> int:
    """How many of so many deals these players play: the W-th part with ``worlds:W``.

    >>> share(400_000, "simple", "worlds:32")
    12500
    """
    return max(1, deals // max(1, *map(worlds, plays)))


class Lineup(NamedTuple):
    """Who plays, and what they have learned: the last two arguments of every kernel that plays."""

    strategy: Strategy
    weights: Weights | None
    """None where nobody needs any."""


def lineup(play: str, eldest: str | None = None) -> Lineup:
    """`play` in all four seats, or with `eldest` for the eldest's team; interim begging rules."""
    numbers = player(play), player(play if eldest is None else eldest)
    return Lineup(Strategy(*numbers), weights() if max(numbers) >= EXPERT else None)


@functools.cache
def weights() -> Weights:
    """What `expert` has learned, as it is published.

    Raises
    ------
    InputError
        If nothing is published, or something that the features of today can't read.
    """
    file = results() / "players" / "expert" / "weights.npy"
    try:
        rounds = np.load(file, allow_pickle=False)
    except FileNotFoundError:
        raise InputError('player "expert": not trained yet, expected `allfours train`') from None
    if rounds.shape[1:] != (WEIGHTS,):
        expected = "expected `allfours train` with this version"
        raise InputError(f'player "expert": trained by another version, {expected}')
    learned: Weights = rounds[-1].astype(np.int64)
    return learned


def begging_rules(strategy: Strategy) -> str:
    """The interim begging rules, in words.

    >>> begging_rules(Strategy())
    'interim: eldest begs with no trump or a lone one below the Q, dealer gives with 3 or more'
    """
    rank = RANKS[strategy.lone_from]
    return (
        f"interim: eldest begs with no trump or a lone one below the {rank}, "
        f"dealer gives with {strategy.give_from} or more"
    )


def seat(name: str) -> Seat:
    """The number of a seat."""
    if name not in SEATS:
        raise InputError(f'no seat "{name}" (there are {", ".join(SEATS)})')
    return SEATS.index(name)


def hand_and_kick(hand: str, kick: str, cards: int) -> tuple[Mask, Card]:
    """Read a hand of `cards` cards and the kick.

    Raises
    ------
    InputError
        Names what can't be read, a wrong number of cards, or a kick that is in the hand.
    """
    held = _named("hand", parse_cards, hand)
    if len(held) != cards:
        raise InputError(f'hand "{hand}": {len(held)} cards, expected {cards}')
    kicked = _named("kick", parse_card, kick)
    if kicked in held:
        raise InputError(f'kick "{format_card(kicked)}": it is in the hand, expected another card')
    return mask_of(held), kicked


def _named(what: str, parse: Callable[[str], T], text: str) -> T:
    """Parse `text`; an error says what it was for."""
    try:
        return parse(text)
    except InputError as error:
        raise InputError(f"{what}: {error}") from None
