"""The bidders: what is bid on a hand (RULES.md 9-12).

A bidder is a function of its own hand and of what was faced; `random` and `simple` don't listen to
earlier bids, those who bid by a `book` do. Bidders are told apart by small ints, the first of which
are those of players of the cards.
"""

from __future__ import annotations

from typing import Final

from engine._jit import lean_kernel, small_kernel
from engine.backalley.book import Book, Heard, solved_bid
from engine.backalley.deal import Facing
from engine.backalley.legal import most_tricks, suit_led
from engine.backalley.rules import Rules
from engine.backalley.score import BOARD, PASS, Bid, Bids, Contract, settle
from engine.backalley.strategy import RANDOM, SIMPLE, Strategy
from engine.bits import count, lowest
from engine.cards import PACK, Card, Mask, bit
from engine.deal import Hands
from engine.random import Stream, below

SOLVED: Final = 2
BIDDERS: Final[dict[str, int]] = {"random": RANDOM, "simple": SIMPLE, "solved": SOLVED}
TRICK: Final = 1000
"""Chances of a trick are in thousandths."""
BOARD_RISK: Final = 700
"""`simple` boards if the tricks it is short of, times its cards, are at most this."""
_PLAIN_TOP: Final = (0, 190, 310, 410, 500, 590, 650, 710, 770, 800, 830, 850, 870, 890)
"""By cards in a hand: the chance of the highest plain card of a suit."""
_PLAIN_SECOND: Final = (0, 170, 190, 200, 220, 240, 270, 290, 320, 350, 390, 420, 450, 490)
_PLAIN_THIRD: Final = 170
_TRUMP_LEAST: Final = 300


@small_kernel
def chance(card: Card, unseen: Mask, trumps: Mask, cards: int) -> int:
    """How likely a card takes a trick in a hand of `cards`, in thousandths.

    Straight lines near what `simple` players took with such cards in 200,000 hands of 1, 2, 3, 5,
    8, 10 and 13, by the number of higher cards of the suit that the hand doesn't see.
    """
    higher = count(unseen & suit_led(card, trumps) & ~(bit(card) | (bit(card) - 1)))
    if trumps & bit(card):
        return max(TRICK - higher * (42 + 7 * cards), _TRUMP_LEAST)
    if higher == 0:
        return _PLAIN_TOP[cards]
    if higher == 1:
        return _PLAIN_SECOND[cards]
    return max(_PLAIN_THIRD - (higher - 2) * (12 + 4 * cards), 0)


@lean_kernel
def count_tricks(hand: Mask, facing: Facing) -> int:
    """Tricks that a hand is worth by itself, in thousandths: the sum of its cards' chances.

    >>> facing = Facing(trump_lane(SPADES), parse_mask("5S"))
    >>> count_tricks(parse_mask("BB AS KH"), facing)
    2137
    """
    unseen = (PACK | facing.trumps) & ~(facing.gone | hand)
    cards = count(hand)
    total = 0
    rest = hand
    while rest:
        total += chance(lowest(rest), unseen, facing.trumps, cards)
        rest &= rest - 1
    return total


@small_kernel
def simple_bid(hand: Mask, facing: Facing, rules: Rules, shift: int = 0) -> Bid:
    """The whole tricks that a hand is worth; a board if that is nearly all of them.

    Parameters
    ----------
    shift : int
        Thousandths of a trick that numbers are bid too high; boards are left alone.
    """
    cards, worth = count(hand), count_tricks(hand, facing)
    if (cards * TRICK - worth) * cards <= BOARD_RISK:
        return BOARD
    return max(min((worth + shift) // TRICK, most_tricks(cards, rules)), PASS)


@small_kernel
def random_bid(cards: int, rules: Rules, stream: Stream) -> Bid:
    """Any bid that may be made, each equally likely."""
    most = most_tricks(cards, rules)
    bid = below(stream, most + 2)
    return bid if bid <= most else BOARD


@small_kernel
def bid_in_turn(
    hand: Mask,
    facing: Facing,
    heard: Heard,
    turn: int,
    rules: Rules,
    strategy: Strategy,
    book: Book | None,
    stream: Stream,
) -> Bid:
    """What the seat whose turn it is bids, whoever it is.

    Parameters
    ----------
    heard : Heard
        The bids of the turns before.
    turn : int
        0 for the eldest to 3 for the dealer.
    """
    bidder = strategy.dealer_bid if turn & 1 else strategy.eldest_bid
    if bidder == RANDOM:
        return random_bid(count(hand), rules, stream)
    shift = strategy.dealer_shift if turn & 1 else strategy.eldest_shift
    if turn < 2:
        shift += strategy.dealer_first if turn & 1 else strategy.eldest_first
    if book is None:
        return simple_bid(hand, facing, rules, shift)
    if bidder == SOLVED:
        return solved_bid(hand, facing, heard, turn, book, rules, stream, shift)
    return simple_bid(hand, facing, rules, shift)


@small_kernel
def bid_hand(
    hands: Hands,
    facing: Facing,
    rules: Rules,
    strategy: Strategy,
    book: Book | None,
    stream: Stream,
    bids: Bids,
) -> Contract:
    """Have everybody bid, the eldest first.

    Parameters
    ----------
    hands : (4,) int64
        Masks by seat; not empty.
    book : Book or None
        None if nobody bids by one.
    stream : Stream
        For bidders who randomise.
    bids : (4,) int64
        Filled with the bids by seat.
    """
    heard = 0
    for turn in range(4):
        seat = (turn + 1) & 3
        bid = bid_in_turn(hands[seat], facing, heard, turn, rules, strategy, book, stream)
        bids[seat] = bid
        heard |= bid << (4 * turn)
    return settle(bids, rules)
