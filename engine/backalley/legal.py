"""Which bids may be made and which cards may be played (RULES.md 10 and 15-20)."""

from __future__ import annotations

from engine._jit import small_kernel
from engine.backalley.cards import BIG_BLOOPER, LITTLE_BLOOPER
from engine.backalley.rules import EVERYONE, Rules
from engine.backalley.score import BOARD, Bid
from engine.bits import highest, lowest
from engine.cards import Card, Mask, bit, lane, rank_of, suit_of


@small_kernel
def most_tricks(cards: int, rules: Rules) -> int:
    """The highest number that may be bid on a hand of `cards`: 0 if none may.

    >>> most_tricks(13, CLASSIC), most_tricks(1, CLASSIC), most_tricks(1, BAB_ONLINE)
    (12, 0, 1)
    """
    return cards - 1 + rules.bid_all


@small_kernel
def may_bid(bid: Bid, cards: int, rules: Rules) -> bool:
    """Whether a bid may be made, whatever the others have bid."""
    return bid == BOARD or 0 <= bid <= most_tricks(cards, rules)


@small_kernel
def suit_led(led: Card, trumps: Mask) -> Mask:
    """All cards that follow suit to the card led.

    >>> format_cards(suit_led(parse_card("LB"), trump_lane(SPADES)) & parse_mask("BB 9S AH"))
    'BB 9S'
    """
    return trumps if trumps & bit(led) else lane(suit_of(led))


@small_kernel
def may_lead(hand: Mask, trumps: Mask, free: bool) -> Mask:
    """The cards that may be led (RULES.md 15-17).

    Parameters
    ----------
    hand, trumps : Mask
        The cards still held, not empty; what is trump in this hand.
    free : bool
        Whether trumps are broken, or the seat is exempt.

    Returns
    -------
    Mask
        A non-empty subset of `hand`.
    """
    plain = hand & ~trumps
    return hand if free or not plain else plain


@small_kernel
def may_follow(hand: Mask, led: Card, trumps: Mask, partner: bool, rules: Rules) -> Mask:
    """The cards that may be played to a trick that has been led (RULES.md 18-20).

    Parameters
    ----------
    hand, trumps : Mask
        The cards still held, not empty; what is trump in this hand.
    led : Card
        The card led.
    partner : bool
        Whether the partner led it.
    rules : Rules
        ``big_lead`` and ``little_lead`` say whom the lead of a joker binds.

    Returns
    -------
    Mask
        A non-empty subset of `hand`.

    Examples
    --------
    >>> hand, spades = parse_mask("AS 3S KD"), trump_lane(SPADES)
    >>> for led in ("9S", "BB", "LB", "9H"):
    ...     format_cards(may_follow(hand, parse_card(led), spades, False, CLASSIC))
    'AS 3S'
    'AS'
    '3S'
    'AS 3S KD'
    """
    following = hand & suit_led(led, trumps)
    if not following:
        return hand
    if rank_of(led) == BIG_BLOOPER and (rules.big_lead == EVERYONE or not partner):
        return bit(highest(following))
    if rank_of(led) == LITTLE_BLOOPER and rules.little_lead:
        return bit(lowest(following))
    return following
