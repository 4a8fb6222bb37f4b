"""Closed forms of Pitch, as the pitcher sees it: 18 of the other 46 cards are dealt."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from analysis.allfours.exact_hand import all_missed
from engine.cards import Mask, Suit, lane

UNSEEN, DEALT = 46, 18


class Beyond(NamedTuple):
    """Cards of a suit that the pitcher does not hold, beyond those that it does."""

    above: int
    below: int


def beyond(hand: Mask, suit: Suit) -> Beyond:
    """Count the cards of a suit held that beat the highest, and that the lowest beats.

    >>> beyond(mask_of(parse_cards("KS 4S QH 7H AD 3C")), SPADES)
    Beyond(above=1, below=2)
    """
    held = hand & lane(suit)
    lowest = (held & ~(held - 1)).bit_length() - 1
    full = lane(suit)
    return Beyond((full >> held.bit_length()).bit_count(), (full & ((1 << lowest) - 1)).bit_count())


def high_mine(known: Beyond) -> Fraction:
    """Chance that the pitcher's highest card of the suit is High.

    >>> print(high_mine(Beyond(above=1, below=0)))
    14/23
    """
    return all_missed(known.above, DEALT, UNSEEN)


def _minus(missing: int) -> Fraction:
    """Chance that the pitcher's team has one end of the suit, less that of the other team.

    If none of so many cards beyond is dealt it is the pitcher's; else each of the other three seats
    has the last of them alike, and one is the partner.
    """
    mine = all_missed(missing, DEALT, UNSEEN)
    return mine + (1 - mine) * Fraction(1 - 2, 3)


def high_minus(known: Beyond) -> Fraction:
    """High for the pitcher's team less High for the other, points a deal."""
    return _minus(known.above)


def low_minus(known: Beyond) -> Fraction:
    """Low likewise, where its holder scores it."""
    return _minus(known.below)
