"""What follows suit and who takes the trick: true of every trick-taking game here."""

from __future__ import annotations

from engine._jit import small_kernel
from engine.bits import highest
from engine.cards import Card, Mask, Suit, bit, lane, suit_of


@small_kernel
def beats(card: Card, best: Card, trump: Suit) -> bool:
    """Whether `card`, played later, takes the trick from `best`.

    >>> beats(parse_card("2S"), parse_card("AH"), SPADES)
    True
    >>> beats(parse_card("AD"), parse_card("2H"), SPADES)
    False
    """
    same = suit_of(card) == suit_of(best)  # combined without branches: which it is, is random
    return (same & (card > best)) | ((not same) & (suit_of(card) == trump))


@small_kernel
def winners(cards: Mask, best: Card, trump: Suit) -> Mask:
    """Those of `cards` that would take the trick from `best`.

    >>> format_cards(winners(mask_of(parse_cards("KH 4H 2S 9D")), parse_card("9H"), SPADES))
    '2S KH'
    """
    suit = suit_of(best)
    higher = cards & lane(suit) & ~(bit(best) | (bit(best) - 1))
    if suit == trump:
        return higher
    return higher | (cards & lane(trump))


@small_kernel
def below_highest(cards: Mask, of: Mask) -> Mask:
    """Those of `cards` that are lower bits than the highest of `of`, which is not empty."""
    return cards & (bit(highest(of)) - 1)
