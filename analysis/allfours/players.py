"""Players by name, and hands and kicks as a question gives them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.allfours.score import Seat
from engine.allfours.strategy import PLAYERS, Strategy
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
    if name not in PLAYERS:
        raise InputError(f'no player "{name}" (there are {", ".join(PLAYERS)})')
    return PLAYERS[name]


def worlds(name: str) -> int:
    """How many worlds a player looks at for each card: W for ``worlds:W``, 1 for all others.

    >>> worlds("worlds:32"), worlds("simple")
    (32, 1)
    """
    kind, _, number = name.partition(":")
    return int(number) if kind == "worlds" else 1


def strategy(play: str) -> Strategy:
    """`play` in all four seats, with the interim begging rules."""
    return Strategy(dealer_play=player(play), eldest_play=player(play))


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
