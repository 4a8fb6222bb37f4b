"""Back to six cards after a run, where the rules want it (RULES.md 44-46)."""

from __future__ import annotations

from typing import Final

from engine._jit import lean_kernel
from engine.bits import count
from engine.cards import ACE, Mask, Suit, lane, rank_mask
from engine.deal import Hands

SIX: Final = 6
"""Cards that a hand is played with."""


@lean_kernel
def kept(hand: Mask, trump: Suit) -> Mask:
    """The six cards that a player keeps: the trumps, then the highest plain cards.

    Of more than six trumps the five highest and the lowest: whichever of them can be High, Jack
    or Low is among them. Of plain cards of a rank, spades go before hearts, diamonds and clubs.

    >>> hand = mask_of(parse_cards("7S 2S AH TH 9D KC TC 4C 3C"))
    >>> format_cards(kept(hand, SPADES)), format_cards(kept(hand, HEARTS))
    ('7S 2S AH TH KC TC', '7S AH TH 9D KC TC')
    """
    if count(hand) <= SIX:
        return hand
    trumps = hand & lane(trump)
    while count(trumps) > SIX:
        above = trumps & (trumps - 1)
        trumps = (trumps & ~above) | (above & (above - 1))
    plain = hand & ~lane(trump)
    six = trumps
    for lower in range(ACE + 1):
        rest = plain & rank_mask(ACE - lower)
        while rest and count(six) < SIX:
            six |= rest & ~(rest - 1)
            rest &= rest - 1
    return six


@lean_kernel
def keep_six(hands: Hands, trump: Suit) -> None:
    """Have all four seats discard, each by its own cards alone; the discards are dead.

    Parameters
    ----------
    hands : (4,) int64
        Masks by seat; six cards each afterwards.
    """
    for seat in range(4):
        hands[seat] = kept(hands[seat], trump)
