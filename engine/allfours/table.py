"""The table: all that everybody can see while a hand is played (RULES.md 18-25)."""

from __future__ import annotations

from typing import NamedTuple

from engine._jit import small_kernel
from engine.allfours.legal import legal_plays
from engine.allfours.rules import NO_CHOICE, TRUMP_WHEN_VOID, Rules
from engine.allfours.score import Seat
from engine.bits import count, highest
from engine.cards import ACE, NO_CARD, PACK, Card, Mask, Suit, bit, lane, rank_of, suit_of
from engine.trick import beats

_ALL_SUITS = 15
_CAPS = 16


class Table(NamedTuple):
    """What every seat can see when one of them is to play."""

    seat: Seat
    """The seat to play."""
    trump: Suit
    kicks: Mask
    gone: Mask
    """Cards out of play: the kicks, and those of earlier tricks."""
    taken: Mask
    """The cards of the tricks that the dealer's team won."""
    trick: Mask
    """Cards of the trick begun; 0 when the seat leads."""
    led: Suit
    """The suit led; of no meaning when the seat leads."""
    best: Card
    """The card that is winning the trick; NO_CARD when the seat leads."""
    best_seat: Seat
    shown: int
    """What the seats have shown not to hold; `lacks` reads it."""
    players: int
    """How many there are."""


@small_kernel
def opening(trump: Suit, kicks: Mask, players: int) -> Table:
    """The table before the eldest's first lead."""
    return Table(1, trump, kicks, kicks, 0, 0, trump, NO_CARD, 1, 0, players)


@small_kernel
def playable(hand: Mask, table: Table, rules: Rules) -> Mask:
    """Those of its cards that the seat to play may play."""
    trumps = table.trick & lane(table.trump)
    legal = legal_plays(hand, table.led, table.trump, trumps, rules)
    return legal if table.trick else hand


@small_kernel
def showing(
    shown: int, seat: Seat, card: Card, led: Suit, trump: Suit, trick_trumps: Mask, rules: Rules
) -> int:
    """`Table.shown` once a seat has followed with this card.

    Bit ``4 * seat + suit`` says that the seat holds none of the suit. Four bits from
    ``16 + 4 * seat`` on are how many ranks from the ace down it lacks in trumps, which only
    ``undertrump_escape`` no_choice can show.
    """
    trumped = suit_of(card) == trump
    void = suit_of(card) != led and (not trumped or rules.follow == TRUMP_WHEN_VOID)
    shown |= (1 if void else 0) << (4 * seat + led)
    if rules.undertrump or led == trump or not trumped or not trick_trumps:
        return shown
    top = highest(trick_trumps)
    if card > top:
        return shown
    shown |= (_ALL_SUITS & ~(1 << trump)) << (4 * seat)
    if rules.undertrump_escape == NO_CHOICE:
        place = _CAPS + 4 * seat
        shown += max(ACE - rank_of(top) - ((shown >> place) & 15), 0) << place
    return shown


@small_kernel
def lacks(table: Table, seat: Seat) -> Mask:
    """The cards that a seat has shown not to hold."""
    missing = 0
    for suit in range(4):
        if (table.shown >> (4 * seat + suit)) & 1:
            missing |= lane(suit)
    ranks = (table.shown >> (_CAPS + 4 * seat)) & 15
    if ranks:
        trumps = lane(table.trump) & PACK
        missing |= trumps & ~(bit(highest(trumps) - ranks) | (bit(highest(trumps) - ranks) - 1))
    return missing


@small_kernel
def after(table: Table, card: Card, rules: Rules) -> Table:
    """The table when the seat to play has played `card`."""
    seat, trump = table.seat, table.trump
    trick = table.trick | bit(card)
    leading = table.trick == 0
    led = suit_of(card) if leading else table.led
    better = leading or beats(card, table.best, trump)
    best = card if better else table.best
    best_seat = seat if better else table.best_seat
    shown = table.shown
    if not leading:
        shown = showing(shown, seat, card, led, trump, table.trick & lane(trump), rules)
    if count(trick) < table.players:
        return Table(
            (seat + 1) & (table.players - 1),
            trump,
            table.kicks,
            table.gone,
            table.taken,
            trick,
            led,
            best,
            best_seat,
            shown,
            table.players,
        )
    taken = table.taken | (trick if not best_seat & 1 else 0)
    gone = table.gone | trick
    kicks, players = table.kicks, table.players
    return Table(best_seat, trump, kicks, gone, taken, 0, led, NO_CARD, best_seat, shown, players)
