"""Deal and face: what a hand begins with (RULES.md 6-8).

A deck is drawn from the front. The faced card is drawn before the hands: with a perfect shuffle
the order of drawing is of no account.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine._jit import small_kernel
from engine.backalley.cards import BIG, JOKERS, LITTLE, is_joker, to_trump, trump_lane
from engine.backalley.rules import ALWAYS_SPADES, LONE_TRUMP, SWAP, Rules
from engine.backalley.score import Seat
from engine.cards import NO_CARD, SPADES, Card, Mask, bit, suit_of
from engine.deal import Deck, Hands
from engine.random import Stream, draw

NOBODY_KNOWN: Final[Seat] = -1
_MOST_DRAWN: Final = 8
"""Cards that come from one random word."""


class Known(NamedTuple):
    """What the deals of a study have in common; jokers are at home."""

    cards: int
    """How many cards a hand has, 1 to 13."""
    seat: Seat = NOBODY_KNOWN
    hand: Mask = 0
    """The cards dealt to `seat`."""
    faced: Card = NO_CARD
    """The faced card, or NO_CARD if it is drawn too, or nothing is faced."""


class Facing(NamedTuple):
    """What the faced card leads to."""

    trumps: Mask
    """What is trump: a suit with both jokers, a joker alone, or nothing."""
    gone: Mask
    """Cards that everybody knows to be in no hand."""


@small_kernel
def deal_hands(
    deck: Deck, size: int, drawn: int, known: Known, hands: Hands, stream: Stream
) -> int:
    """Deal to every seat whose cards are not known, the eldest first; return how many are out.

    Parameters
    ----------
    deck : (54,) int64
        Cards; `drawn` of `size` are out.
    hands : (4,) int64
        Filled with masks by seat, jokers at home.
    """
    first = min(known.cards, _MOST_DRAWN)
    for turn in range(1, 5):
        seat = turn & 3
        if seat == known.seat:
            hands[seat] = known.hand
        else:
            hands[seat] = draw(deck, size, drawn, first, stream)
            if known.cards > first:
                hands[seat] |= draw(deck, size, drawn + first, known.cards - first, stream)
            drawn += known.cards
    return drawn


@small_kernel
def swap(hands: Hands, joker: Card, card: Card) -> None:
    """Give whoever holds `joker` another card for it (RULES.md 8)."""
    for seat in range(4):
        if hands[seat] & bit(joker):
            hands[seat] ^= bit(joker) | bit(card)


@small_kernel
def face(deck: Deck, size: int, drawn: int, faced: Card, hands: Hands, rules: Rules) -> Facing:
    """Settle trump once the hands are dealt, and bring the jokers where they belong.

    Parameters
    ----------
    deck : (54,) int64
        Cards; `drawn` of `size` are out. If a joker is faced the next two are in order.
    faced : Card
        The card faced first; of no meaning if spades are always trump.
    hands : (4,) int64
        Masks by seat; jokers are moved from home to the trump suit, or swapped.
    """
    if rules.trump == ALWAYS_SPADES:
        return Facing(trump_lane(SPADES), 0)
    gone = bit(faced)
    if is_joker(faced):
        other = BIG + LITTLE - faced
        if rules.joker_faced == SWAP:
            swap(hands, other, deck[drawn])
            return Facing(0, JOKERS)
        if rules.joker_faced == LONE_TRUMP:
            return Facing(bit(other), gone)
        while is_joker(faced):
            if drawn == size:
                return Facing(0, JOKERS)
            faced = deck[drawn]
            gone |= bit(faced)
            drawn += 1
    trump = suit_of(faced)
    for seat in range(4):
        hands[seat] = to_trump(hands[seat], trump)
    return Facing(trump_lane(trump), to_trump(gone, trump))


@small_kernel
def deal(deck: Deck, size: int, known: Known, hands: Hands, rules: Rules, stream: Stream) -> Facing:
    """Deal what is not known of a hand, and settle trump.

    Parameters
    ----------
    deck : (54,) int64
        Cards; the first `size` are not in `known`.
    hands : (4,) int64
        Filled with masks by seat.
    """
    faced = known.faced
    drawn = 0
    if faced == NO_CARD and rules.trump != ALWAYS_SPADES:
        draw(deck, size, 0, 1, stream)
        faced = deck[0]
        drawn = 1
    drawn = deal_hands(deck, size, drawn, known, hands, stream)
    if rules.trump != ALWAYS_SPADES and is_joker(faced):
        draw(deck, size, drawn, min(size - drawn, 2), stream)
    return face(deck, size, drawn, faced, hands, rules)
