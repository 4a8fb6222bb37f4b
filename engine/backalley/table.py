"""The table: all that everybody can see while a hand is played (RULES.md 7-21)."""

from __future__ import annotations

from typing import NamedTuple

from engine._jit import small_kernel
from engine.backalley.cards import BIG_BLOOPER, LITTLE_BLOOPER
from engine.backalley.legal import may_follow, may_lead, suit_led
from engine.backalley.rules import BY_RUFF, EVERYONE, Rules
from engine.backalley.score import Contract, Seat, Tricks
from engine.bits import count
from engine.cards import NO_CARD, PACK, Card, Mask, bit, rank_of, suit_of


class Table(NamedTuple):
    """What every seat can see when one of them is to play."""

    seat: Seat
    """The seat to play."""
    trumps: Mask
    """What is trump: a suit with both jokers, a joker alone, or nothing."""
    contract: Contract
    gone: Mask
    """Cards out of play: faced, laid aside after the facing, or of earlier tricks."""
    tricks: Tricks
    """Tricks won so far by each seat."""
    broken: bool
    """Whether trumps may be led."""
    trick: Mask
    """Cards of the trick begun; 0 when the seat leads."""
    led: Card
    """The card led; NO_CARD when the seat leads."""
    best: Card
    """The card that is winning the trick; NO_CARD when the seat leads."""
    best_seat: Seat


@small_kernel
def opening(trumps: Mask, gone: Mask, contract: Contract) -> Table:
    """The table before the first lead of a hand that somebody bid on."""
    leader = contract.leader
    return Table(leader, trumps, contract, gone, 0, False, 0, NO_CARD, NO_CARD, leader)


@small_kernel
def beats(card: Card, best: Card, trumps: Mask) -> bool:
    """Whether `card`, played later, takes the trick from `best` (RULES.md 21).

    >>> beats(parse_card("2S"), parse_card("AH"), trump_lane(SPADES))
    True
    >>> beats(parse_card("2S"), parse_card("AH"), 0)
    False
    """
    same = suit_of(card) == suit_of(best)  # combined without branches: which it is, is random
    return (same & (card > best)) | ((not same) & (trumps & bit(card) != 0))


@small_kernel
def breaks(trick: Mask, led: Card, trumps: Mask, rules: Rules) -> bool:
    """Whether a complete trick breaks trumps (RULES.md 15)."""
    ruffed = rules.broken != BY_RUFF or not trumps & bit(led)
    return ruffed and trick & trumps != 0


@small_kernel
def exempt(seat: Seat, contract: Contract, rules: Rules) -> bool:
    """Whether a seat may lead trumps before they are broken, because it boarded."""
    return bool(rules.boarder_exempt) and (contract.boarders >> seat) & 1 != 0


@small_kernel
def playable(hand: Mask, table: Table, rules: Rules) -> Mask:
    """Those of its cards that the seat to play may play."""
    if table.trick == 0:
        free = table.broken or exempt(table.seat, table.contract, rules)
        return may_lead(hand, table.trumps, free)
    partner = count(table.trick) == 2
    return may_follow(hand, table.led, table.trumps, partner, rules)


@small_kernel
def after(table: Table, card: Card, rules: Rules) -> Table:
    """The table when the seat to play has played `card`."""
    seat, trumps, contract, gone, tricks, broken, trick, led, best, best_seat = table
    if trick == 0:
        led = card
    if trick == 0 or beats(card, best, trumps):
        best, best_seat = card, seat
    trick |= bit(card)
    if count(trick) < 4:
        following = (seat + 1) & 3
        return Table(following, trumps, contract, gone, tricks, broken, trick, led, best, best_seat)
    broken = broken or breaks(trick, led, trumps, rules)
    tricks += 1 << (4 * best_seat)
    gone |= trick
    return Table(best_seat, trumps, contract, gone, tricks, broken, 0, NO_CARD, NO_CARD, best_seat)


@small_kernel
def shows(table: Table, card: Card, rules: Rules) -> Mask:
    """The cards that the seat to play shows not to hold by playing `card` (RULES.md 15-20).

    It might hold any others: whether a hand may play a card depends on these alone.

    >>> table = opening(trump_lane(SPADES), 0, Contract(1, 1, 0, 0, 0, 0))
    >>> for led, card in ("LB", "9S"), ("9H", "4S"):
    ...     shown = shows(after(table, parse_card(led), CLASSIC), parse_card(card), CLASSIC)
    ...     format_cards(shown)
    '8S 7S 6S 5S 4S 3S 2S'
    'AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H'
    """
    trumps = table.trumps
    if table.trick == 0:
        free = table.broken or exempt(table.seat, table.contract, rules)
        return PACK & ~trumps if trumps & bit(card) and not free else 0
    suit = suit_led(table.led, trumps)
    if not suit & bit(card):
        return suit
    partner = count(table.trick) == 2
    if rank_of(table.led) == BIG_BLOOPER and (rules.big_lead == EVERYONE or not partner):
        return suit & ~(bit(card) | (bit(card) - 1))
    if rank_of(table.led) == LITTLE_BLOOPER and rules.little_lead:
        return suit & (bit(card) - 1)
    return 0


@small_kernel
def hidden(hand: Mask, table: Table) -> Mask:
    """The cards that the seat to play has not seen: they are in other hands or undealt."""
    return (PACK | table.trumps) & ~(table.gone | table.trick | hand)
