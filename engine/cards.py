"""Card and mask, and the only text in the engine: cards read and written.

A card is ``16 * suit + rank``, with rank 0 for the two up to 12 for the ace; 13 and 14 are free
for jokers. A set of cards is an int64 mask with bit ``card`` set, so a suit is a lane of 16 bits,
and the highest card of a suit is the highest bit of its lane. The highest bit in use is 62: a
mask is never negative.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import small_kernel

Card: TypeAlias = int
Mask: TypeAlias = int
Suit: TypeAlias = int
Rank: TypeAlias = int

SPADES, HEARTS, DIAMONDS, CLUBS = 0, 1, 2, 3
TWO, TEN, JACK, QUEEN, KING, ACE = 0, 8, 9, 10, 11, 12
RANKS = "23456789TJQKA"
SUITS = "SHDC"
SYMBOLS = "♠♥♦♣"
LANE = 0x1FFF
"""The thirteen cards of spades; shifted by 16 * suit, those of another suit."""
ONE_OF_EACH = 0x0001_0001_0001_0001
"""Shifted by a rank: the four cards of that rank."""
PACK = LANE * ONE_OF_EACH
NO_CARD = -1

SORTED_PACK: npt.NDArray[np.int64] = np.array(
    [16 * suit + rank for suit in range(4) for rank in range(13)], np.int64
)
"""The 52 cards in order: where every deal starts."""


class InputError(ValueError):
    """What was given can't be used; the message is one sentence, meant for people."""


@small_kernel
def lane(suit: Suit) -> Mask:
    """The thirteen cards of a suit.

    >>> format_cards(lane(HEARTS))
    'AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H'
    """
    return LANE << (16 * suit)


@small_kernel
def bit(card: Card) -> Mask:
    """The set of one card."""
    return 1 << card


@small_kernel
def suit_of(card: Card) -> Suit:
    """The suit of a card, 0 to 3."""
    return card >> 4


@small_kernel
def rank_of(card: Card) -> Rank:
    """The rank of a card, 0 (two) to 12 (ace)."""
    return card & 15


@small_kernel
def rank_mask(rank: Rank) -> Mask:
    """The four cards of a rank.

    >>> format_cards(rank_mask(JACK))
    'JS JH JD JC'
    """
    return ONE_OF_EACH << rank


def mask_of(cards: Iterable[Card]) -> Mask:
    """The set of these cards.

    >>> mask_of([0, 12]) == 0b1000000000001
    True
    """
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return mask


def cards_of(mask: Mask) -> Iterator[Card]:
    """The cards of a mask: by suit, the highest of each suit first."""
    for suit in range(4):
        for rank in range(ACE, TWO - 1, -1):
            if mask >> (16 * suit + rank) & 1:
                yield 16 * suit + rank


def format_card(card: Card, symbols: bool = False) -> str:
    """A card as text: rank, then suit.

    >>> format_card(8), format_card(16 + 8, symbols=True)
    ('TS', 'T♥')
    """
    return RANKS[card & 15] + (SYMBOLS if symbols else SUITS)[card >> 4]


def format_cards(cards: Mask | Iterable[Card], symbols: bool = False) -> str:
    """Cards as text: those of a mask by suit and rank, others in the order given."""
    listed = cards_of(cards) if isinstance(cards, int | np.integer) else cards
    return " ".join(format_card(card, symbols) for card in listed)


_SUIT_MARKS = {mark: place % 4 for place, mark in enumerate("SHDCshdc♠♥♦♣♤♡♢♧")}
_RANK_MARKS = {mark: rank for marks in (RANKS, RANKS.lower()) for rank, mark in enumerate(marks)}
_RANK_MARKS["10"] = TEN
_MARK = re.compile("10|.", re.DOTALL)
_RANK_HELP = "ranks are 2-9, T or 10, J, Q, K, A"
_SUIT_HELP = "suits are S, H, D, C or a symbol"


def _rank(mark: str, where: str) -> Rank:
    if mark not in _RANK_MARKS:
        raise InputError(f'{where}: no rank "{mark}" ({_RANK_HELP})')
    return _RANK_MARKS[mark]


def _suit(mark: str, where: str) -> Suit:
    if mark not in _SUIT_MARKS:
        raise InputError(f'{where}: no suit "{mark}" ({_SUIT_HELP})')
    return _SUIT_MARKS[mark]


def _rank_first(word: str, place: int) -> list[Card]:
    """The cards of a word such as ``JS9S``; the first is card `place` of the text."""
    marks = _MARK.findall(word)
    cards: list[Card] = []
    for rank_mark, suit_mark in zip(marks[::2], [*marks[1::2], ""], strict=False):
        where = f'card {place + len(cards)}, "{word}"'
        rank = _rank(rank_mark, where)
        if not suit_mark:
            raise InputError(f"{where}: no suit ({_SUIT_HELP})")
        cards.append(16 * _suit(suit_mark, where) + rank)
    return cards


def parse_cards(text: str, before: int = 0) -> list[Card]:
    """Read cards: ``TH``, ``10h``, ``10♥``, ``JS9SAHTH``, ``♠J9 ♥AT``, ``SJ9 HAT`` or ``♠ J 9``.

    In each word the rank goes before its suit, or a suit before all its ranks. Commas separate
    like spaces. Messages count the cards from `before` on.

    Raises
    ------
    InputError
        Names the card that can't be read, or that occurs twice.

    Examples
    --------
    >>> format_cards(parse_cards("10h ♠J9, d4"))
    'TH JS 9S 4D'
    """
    cards: list[Card] = []
    suit = bare = ""  # the suit that the ranks to come belong to; it, while it has none yet
    for word in re.sub("[\ufe0e\ufe0f]", "", text).replace(",", " ").split():
        marks = _MARK.findall(word)
        ranks_only = not any(mark in _SUIT_MARKS for mark in marks)
        if marks[0] in _SUIT_MARKS or (suit and ranks_only):
            for mark in marks:
                where = f'card {before + len(cards) + 1}, "{word}"'
                if mark not in _SUIT_MARKS:
                    cards.append(16 * _suit(suit, where) + _rank(mark, where))
                    bare = ""
                elif bare:
                    raise InputError(f'{where}: suit "{bare}" has no rank ({_RANK_HELP})')
                else:
                    suit = bare = mark
        else:
            if bare:
                raise InputError(f'"{bare}": a suit without a rank ({_RANK_HELP})')
            cards += _rank_first(word, before + len(cards) + 1)
            suit = ""
    if bare:
        raise InputError(f'"{bare}": a suit without a rank ({_RANK_HELP})')
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise InputError(f'card {before + place + 1}, "{format_card(card)}": occurs twice')
    return cards


def parse_card(text: str) -> Card:
    """Read exactly one card.

    Raises
    ------
    InputError
        If it can't be read, or is not one card.
    """
    cards = parse_cards(text)
    if len(cards) != 1:
        raise InputError(f'"{text}": {len(cards)} cards, expected one')
    return cards[0]
