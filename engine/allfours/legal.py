"""Which cards may be played (RULES.md 20-24)."""

from __future__ import annotations

from engine._jit import small_kernel
from engine.allfours.rules import ALL_TRUMPS, TRUMP_WHEN_VOID, Rules
from engine.cards import Mask, Suit, lane
from engine.trick import below_highest


@small_kernel
def legal_plays(hand: Mask, led: Suit, trump: Suit, trick_trumps: Mask, rules: Rules) -> Mask:
    """The cards that may be played to a trick that has been led (RULES.md 20-24).

    Parameters
    ----------
    hand : Mask
        The cards still held; not empty.
    led, trump : Suit
        The suit led, 0 to 3; the trump suit.
    trick_trumps : Mask
        The trumps already played to this trick.
    rules : Rules
        ``undertrump`` decides whether a lower trump than the highest of these may be played.

    Returns
    -------
    Mask
        A non-empty subset of ``hand``.

    Examples
    --------
    >>> hand, nine = mask_of(parse_cards("5H 4S 8D")), mask_of(parse_cards("9S"))
    >>> format_cards(legal_plays(hand, HEARTS, SPADES, nine, CLASSIC))
    '4S 5H'
    >>> format_cards(legal_plays(hand, HEARTS, SPADES, nine, TOURNAMENT))
    '5H'
    """
    trumps = hand & lane(trump)
    following = hand & lane(led)
    allowed = following if rules.follow == TRUMP_WHEN_VOID else following | trumps
    legal = allowed if following else hand
    if rules.undertrump or led == trump or not trick_trumps:
        return legal
    if hand == trumps and rules.undertrump_escape == ALL_TRUMPS:
        return legal
    higher = legal & ~below_highest(trumps, trick_trumps)
    return higher if higher else legal
