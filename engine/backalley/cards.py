"""The pack of 54: the two jokers, their place among the trumps, and how they are read and written.

The Little Blooper has rank 13 and the Big Blooper rank 14, so in the lane of the trump suit they
are its highest bits and trump order is bit order (RULES.md 4). Until trump is known they lie at
home, in the lane of spades; `to_trump` moves them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np

from engine import cards as plain_cards
from engine._jit import small_kernel
from engine.cards import ACE, PACK, SPADES, TWO, Card, InputError, Mask, Rank, Suit
from engine.deal import Deck

LITTLE_BLOOPER: Final[Rank] = 13
BIG_BLOOPER: Final[Rank] = 14
LITTLE: Final[Card] = LITTLE_BLOOPER
BIG: Final[Card] = BIG_BLOOPER
"""The two jokers at home."""
JOKERS: Final[Mask] = 1 << LITTLE | 1 << BIG
FULL_PACK: Final[Mask] = PACK | JOKERS
TRUMP_LANE: Final[Mask] = 0x7FFF
"""Spades with both jokers; shifted by 16 * suit, those of another trump suit."""

SORTED_PACK: Final[Deck] = np.array(
    [16 * suit + rank for suit in range(4) for rank in range(13)] + [LITTLE, BIG], np.int64
)
"""The 54 cards, jokers last and at home: where every deal starts."""

NAMES: Final[dict[Rank, str]] = {LITTLE_BLOOPER: "LB", BIG_BLOOPER: "BB"}
_JOKERS_BY_NAME = {name: rank for rank, name in NAMES.items()}
_JOKER_WORDS = re.compile(r"(?i)(?<![^\s,])(BB|LB)(?![^\s,])")


@small_kernel
def trump_lane(suit: Suit) -> Mask:
    """The thirteen cards of the trump suit and both jokers.

    >>> format_cards(trump_lane(HEARTS))
    'BB LB AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H'
    """
    return TRUMP_LANE << (16 * suit)


@small_kernel
def to_trump(cards: Mask, trump: Suit) -> Mask:
    """Cards of the pack, their jokers moved from home to the trump suit.

    >>> to_trump(mask_of([BIG, 16 + 12]), HEARTS) == mask_of([16 + 14, 16 + 12])
    True
    """
    return (cards & ~JOKERS) | ((cards & JOKERS) << (16 * trump))


@small_kernel
def is_joker(card: Card) -> bool:
    """Whether a card is one of the two jokers, at home or among the trumps."""
    return (card & 15) >= LITTLE_BLOOPER


def unseen(known: Mask) -> Deck:
    """The pack in order, without the cards of `known`, whose jokers are at home."""
    return np.array([card for card in SORTED_PACK if not known >> int(card) & 1], np.int64)


def cards_of(mask: Mask) -> Iterator[Card]:
    """The cards of a mask: by suit, the highest of each suit first."""
    for suit in range(4):
        for rank in range(BIG_BLOOPER, TWO - 1, -1):
            if mask >> (16 * suit + rank) & 1:
                yield 16 * suit + rank


def format_card(card: Card, symbols: bool = False) -> str:
    """A card as text: ``BB``, ``LB``, or rank and suit.

    >>> format_card(16 + BIG_BLOOPER), format_card(8)
    ('BB', 'TS')
    """
    rank = card & 15
    return NAMES[rank] if rank > ACE else plain_cards.format_card(card, symbols)


def format_cards(cards: Mask | Iterable[Card], symbols: bool = False) -> str:
    """Cards as text: those of a mask by suit and rank, others in the order given."""
    listed = cards_of(cards) if isinstance(cards, int | np.integer) else cards
    return " ".join(format_card(card, symbols) for card in listed)


def parse_cards(text: str, trump: Suit = SPADES) -> list[Card]:
    """Read cards: ``BB`` and ``LB`` are words of their own, all others as `engine.cards` has them.

    Parameters
    ----------
    text : str
        Cards; commas separate like spaces.
    trump : Suit
        Where the jokers go: among these trumps. Spades are also their home, so without it they
        are cards of the pack.

    Raises
    ------
    InputError
        Names the card that can't be read, or that occurs twice.

    Examples
    --------
    >>> format_cards(parse_cards("10h bb, S94 LB"))
    'TH BB 9S 4S LB'
    """
    cards: list[Card] = []
    for piece in _JOKER_WORDS.split(text):
        rank = _JOKERS_BY_NAME.get(piece.upper())
        found = [16 * trump + rank] if rank else plain_cards.parse_cards(piece, len(cards))
        for place, card in enumerate(found, len(cards) + 1):
            if card in cards:
                raise InputError(f'card {place}, "{format_card(card)}": occurs twice')
        cards += found
    return cards


def parse_mask(text: str, trump: Suit = SPADES) -> Mask:
    """Read a set of cards, as `parse_cards` does."""
    return plain_cards.mask_of(parse_cards(text, trump))


def parse_card(text: str, trump: Suit = SPADES) -> Card:
    """Read exactly one card.

    Raises
    ------
    InputError
        If it can't be read, or is not one card.
    """
    cards = parse_cards(text, trump)
    if len(cards) != 1:
        raise InputError(f'"{text}": {len(cards)} cards, expected one')
    return cards[0]
