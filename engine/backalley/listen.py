"""A hand after bids were heard: deals that agree with them, and what each bid comes to."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from engine._jit import kernel
from engine.backalley.book import BIDS, Book, Heard, bid_heard, kind_of
from engine.backalley.deal import Known
from engine.backalley.hand import deal_number, new_desk
from engine.backalley.legal import may_bid
from engine.backalley.record import bid_out, bid_read, read_hands
from engine.backalley.rules import Rules
from engine.backalley.score import NO_SEAT, goal
from engine.backalley.simulate import Tally
from engine.backalley.strategy import Strategy
from engine.deal import Deck, copy_hands

SUMS: Final = ("played", "made", "tricks", "tricks_squared", "needed", "level", "points")
"""Of each bid: hands that were played; those in which the team made what it needed; its tricks,
their squares, and what it needed, over all of these; the level of its board; points."""
PRODUCTS: Final = len(SUMS)
"""From here on a bid has its points times those of each bid."""


@kernel
def heard_tally(
    first: int,
    last: int,
    seed: int,
    agrees: npt.NDArray[np.uint8],
    heard: Heard,
    turn: int,
    unseen: Deck,
    known: Known,
    rules: Rules,
    book: Book,
) -> Tally:
    """Mark the deals in which the turns before `turn` bid by the book what was heard.

    Parameters
    ----------
    agrees : uint8
        Its place `number` is 1 if that deal agrees.

    Returns
    -------
    (4,) int64
        All deals, and those that agree with the first bid, the first two, and all three.
    """
    desk = new_desk()
    alone, chances = np.zeros((4, 2), np.int64), np.zeros(4, np.int64)
    tally = np.zeros(4, np.int64)
    for number in range(first, last):
        facing = deal_number(desk, unseen, known, seed, number, rules)
        kind = kind_of(facing.trumps)
        read_hands(desk, facing, known.cards, book, alone, chances)
        tally[0] += 1
        agree = 1
        for earlier in range(turn):
            bid = bid_read(alone, chances, 0, heard, earlier, kind, known.cards, book, rules)
            if bid != bid_heard(heard, earlier):
                agree = 0
                break
            tally[1 + earlier] += 1
        agrees[number] = agree
    return tally


@kernel
def bids_tally(
    first: int,
    last: int,
    seed: int,
    numbers: Deck,
    heard: Heard,
    turn: int,
    unseen: Deck,
    known: Known,
    rules: Rules,
    strategy: Strategy,
    book: Book,
) -> Tally:
    """Make every bid of a turn in each of some deals, the turns after it bidding by the book.

    Parameters
    ----------
    numbers : int64
        The numbers of deals; those at places `first` to `last` - 1 are played.

    Returns
    -------
    (BIDS, PRODUCTS + BIDS) int64
        By bid SUMS and PRODUCTS; points are the team's minus the other's.
    """
    desk, dealt = new_desk(), np.zeros(4, np.int64)
    alone, chances = np.zeros((4, 2), np.int64), np.zeros(4, np.int64)
    gains = np.zeros(BIDS, np.int64)
    tally = np.zeros((BIDS, PRODUCTS + BIDS), np.int64)
    cards, team = known.cards, (turn + 1) & 1
    for place in range(first, last):
        facing = deal_number(desk, unseen, known, seed, numbers[place], rules)
        copy_hands(desk.hands, dealt)
        read_hands(desk, facing, cards, book, alone, chances)
        for bid in range(BIDS):
            if not may_bid(bid, cards, rules):
                continue
            contract, won, gain = bid_out(desk, dealt, facing, alone, chances, heard, bid, turn,
                                          cards, rules, strategy, book)  # fmt: skip
            gains[bid] = gain
            if contract.leader == NO_SEAT:
                continue
            needed = goal(contract, team, cards)
            level = contract.eldest_level if team else contract.dealer_level
            row = tally[bid]
            row[0] += 1
            row[1] += won >= needed
            row[2] += won
            row[3] += won * won
            row[4] += needed
            row[5] += level
            row[6] += gain
        for one in range(BIDS):
            for two in range(BIDS):
                tally[one, PRODUCTS + two] += gains[one] * gains[two]
    return tally
