"""When to board: what a board comes to in dealt hands, and what the numbers in its place do."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel, small_kernel
from engine.backalley.book import (
    MIXED,
    SUITED,
    UNIT,
    Book,
    Estimates,
    Heard,
    bid_heard,
    case_of,
    class_of,
    expect,
    kind_of,
    number_by,
    partner_bid,
)
from engine.backalley.cards import BIG_BLOOPER, LITTLE_BLOOPER
from engine.backalley.deal import Known
from engine.backalley.hand import deal_number, new_desk
from engine.backalley.legal import most_tricks
from engine.backalley.record import bid_out, bid_read, read_hands
from engine.backalley.rules import Rules
from engine.backalley.score import BOARD
from engine.backalley.simulate import Tally
from engine.backalley.strategy import Strategy
from engine.bits import count, highest
from engine.cards import ACE, JACK, Mask
from engine.deal import Deck, copy_hands

WHEN: Final = ("first", "later", "opponent", "partner")
"""First to bid; later, if nobody has boarded; after an opponent's board; after the partner's."""
HELD_ONE: Final = ("BB", "LB", "ace", "king", "queen", "jack", "low_trump", "plain_ace", "plain")
"""The card of a hand of one card."""
HELD_TWO: Final = (
    "BB_LB", "BB_trump", "LB_trump", "ace_trump", "two_trumps", "BB_plain", "LB_plain",
    "trump_plain", "two_plain",
)  # fmt: skip
"""The cards of a hand of two: trumps that are not named are any other."""
HELD: Final = len(HELD_ONE)
SWEEPS: Final = 10
"""Equal classes of the chance, by the book, that the team takes all tricks."""
BY_BOOK: Final = HELD + SWEEPS
"""After what is held, and the chances: the hands that the book boards."""
CLASSES: Final = BY_BOOK + 1
SUMS: Final = ("seats", "booked", "made", "points", "points_squared")
"""Hands of seats; those that the book boards; and, all of them boarding, boards that are made and
points of the team minus the other's. GAINS follow."""
NUMBERS: Final = MIXED + 1
"""Bids in place of a board: in hands in which bids are drawn 0, 1 and 2, else the book's number."""
GAINS: Final = len(SUMS)
"""From here on what the board gains on each of NUMBERS, and the squares of that."""
CELL: Final = GAINS + 2 * NUMBERS


@small_kernel
def held_one(hand: Mask, trumps: Mask) -> int:
    """Which of HELD_ONE a hand is.

    >>> HELD_ONE[held_one(parse_mask("LB"), trump_lane(SPADES))]
    'LB'
    >>> HELD_ONE[held_one(parse_mask("AH"), trump_lane(SPADES))]
    'plain_ace'
    """
    rank = highest(hand) & 15
    if hand & trumps:
        return BIG_BLOOPER - max(rank, JACK - 1)
    return HELD - 2 if rank == ACE else HELD - 1


@small_kernel
def held_two(hand: Mask, trumps: Mask) -> int:
    """Which of HELD_TWO a hand is.

    >>> HELD_TWO[held_two(parse_mask("AS KS"), trump_lane(SPADES))]
    'ace_trump'
    """
    held = hand & trumps
    if not held:
        return HELD - 1
    rank = highest(held) & 15
    if count(held) == 1:
        return 5 + min(BIG_BLOOPER - rank, 2)
    if rank == BIG_BLOOPER:
        return 0 if (highest(held & (held - (1 << highest(held)))) & 15) == LITTLE_BLOOPER else 1
    return 2 if rank == LITTLE_BLOOPER else (3 if rank == ACE else 4)


@small_kernel
def when(heard: Heard, turn: int) -> int:
    """Which of WHEN a seat is in.

    >>> WHEN[when(0, 0)], WHEN[when(0x0E, 1)], WHEN[when(0x0E, 2)], WHEN[when(0x0E, 3)]
    ('first', 'opponent', 'partner', 'opponent')
    """
    if turn == 0:
        return 0
    if partner_bid(heard, turn) == BOARD:
        return 3
    for earlier in range(turn):
        if bid_heard(heard, earlier) == BOARD:
            return 2
    return 1


@kernel
def board_tally(
    first: int,
    last: int,
    seed: int,
    unseen: Deck,
    known: Known,
    rules: Rules,
    strategy: Strategy,
    book: Book,
) -> Tally:
    """Have every seat board in turn, and bid numbers instead, all others bidding by the book.

    Returns
    -------
    (1 + len(WHEN) * CLASSES * CELL,) int64
        Deals in which the four bids by the book have a board. Then, by when and class, SUMS and
        GAINS; every hand counts by its chance, and if the book boards it once more.
    """
    desk, dealt = new_desk(), np.zeros(4, np.int64)
    alone, chances = np.zeros((4, 2), np.int64), np.zeros(4, np.int64)
    places, found = np.zeros(3, np.int64), np.zeros(CELL, np.int64)
    cells = np.zeros((len(WHEN), CLASSES, CELL), np.int64)
    cards, most, with_board = known.cards, most_tricks(known.cards, rules), 0
    for number in range(first, last):
        facing = deal_number(desk, unseen, known, seed, number, rules)
        kind = kind_of(facing.trumps)
        copy_hands(desk.hands, dealt)
        read_hands(desk, facing, cards, book, alone, chances)
        heard, boarded = 0, False
        for turn in range(4):
            page = book.pages[cards - 1, kind, turn]
            own = expect(Estimates(alone[turn, 0], alone[turn, 1]), heard, turn, page)
            usual = bid_read(alone, chances, 0, heard, turn, kind, cards, book, rules)
            hand = dealt[(turn + 1) & 3]
            places[:] = -1
            places[0] = HELD + class_of(own.sweep, UNIT, SWEEPS)
            places[1] = BY_BOOK if usual == BOARD else -1
            if cards <= MIXED and kind == SUITED:
                one = cards == 1
                places[2] = held_one(hand, facing.trumps) if one else held_two(hand, facing.trumps)
            _, won, gain = bid_out(desk, dealt, facing, alone, chances, heard, BOARD, turn, cards,
                                   rules, strategy, book)  # fmt: skip
            found[:] = 0
            found[0], found[1], found[2] = 1, usual == BOARD, won == cards
            found[3], found[4] = gain, gain * gain
            for which in range(NUMBERS if cards <= MIXED else 1):
                bid = which
                if cards > MIXED:
                    bid = number_by(own, case_of(heard, turn), cards, page, rules)
                if bid > most:
                    continue
                instead = bid_out(desk, dealt, facing, alone, chances, heard, bid, turn, cards,
                                  rules, strategy, book)  # fmt: skip
                found[GAINS + 2 * which] = gain - instead.gain
                found[GAINS + 2 * which + 1] = (gain - instead.gain) ** 2
            context = when(heard, turn)
            for place in places:
                if place >= 0:
                    for column in range(CELL):
                        cells[context, place, column] += found[column]
            heard |= usual << (4 * turn)
            boarded = boarded or usual == BOARD
        with_board += boarded
    tally = np.zeros(1 + cells.size, np.int64)
    tally[0] = with_board
    tally[1:] = cells.reshape(cells.size)
    return tally
