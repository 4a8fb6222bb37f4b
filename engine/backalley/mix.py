"""Short hands are solved by regret: a bid is drawn the more often, the more it would have gained.

After each round of deals a bid's regret, by turn and by what the bidder knows, grows by what it
gained more than the bids drawn; bids are then drawn in proportion to their regrets above 0. What
comes out is the average of all rounds (Hart and Mas-Colell 2000; Tammelin 2014).
"""

from __future__ import annotations

import numpy as np

from engine._jit import kernel
from engine.backalley.book import (
    MIXED_CASES,
    MIXED_CLASSES,
    OPTIONS,
    UNIT,
    Book,
    Estimates,
    bid_of,
    case_of,
    expect,
    kind_of,
    mixed_case,
    mixed_class,
)
from engine.backalley.deal import Known
from engine.backalley.hand import deal_number, new_desk
from engine.backalley.legal import may_bid
from engine.backalley.record import bid_out, bid_read, read_hands
from engine.backalley.rules import Rules
from engine.backalley.simulate import Tally
from engine.backalley.strategy import Strategy
from engine.deal import Deck, copy_hands


@kernel
def regret_tally(
    first: int,
    last: int,
    seed: int,
    unseen: Deck,
    known: Known,
    rules: Rules,
    strategy: Strategy,
    book: Book,
) -> Tally:
    """What each bid of each turn would have gained more than the bids that the book draws.

    Returns
    -------
    (4, MIXED_CASES, MIXED_CLASSES, OPTIONS) int64
        Thousandths of points of the bidder's team minus the other's, by turn.
    """
    desk, dealt = new_desk(), np.zeros(4, np.int64)
    alone, chances = np.zeros((4, 2), np.int64), np.zeros(4, np.int64)
    gains = np.zeros(OPTIONS, np.int64)
    cards = known.cards
    sums = np.zeros((4, MIXED_CASES, MIXED_CLASSES, OPTIONS), np.int64)
    for number in range(first, last):
        facing = deal_number(desk, unseen, known, seed, number, rules)
        kind = kind_of(facing.trumps)
        copy_hands(desk.hands, dealt)
        read_hands(desk, facing, cards, book, alone, chances)
        heard = 0
        for turn in range(4):
            page = book.pages[cards - 1, kind, turn]
            own = expect(Estimates(alone[turn, 0], alone[turn, 1]), heard, turn, page)
            place, case = mixed_class(own, cards), mixed_case(case_of(heard, turn))
            shares = book.shares[cards - 1, kind, turn, case, place]
            usual, before = 0, 0
            for option in range(OPTIONS):
                bid = bid_of(option)
                if not may_bid(bid, cards, rules):
                    continue
                outcome = bid_out(desk, dealt, facing, alone, chances, heard, bid, turn, cards,
                                  rules, strategy, book)  # fmt: skip
                gains[option] = outcome.gain
                usual += (shares[option] - before) * gains[option]
                before = shares[option]
            for option in range(OPTIONS):
                if may_bid(bid_of(option), cards, rules):
                    sums[turn, case, place, option] += UNIT * gains[option] - usual
            bid = bid_read(alone, chances, 0, heard, turn, kind, cards, book, rules)
            heard |= bid << (4 * turn)
    return sums
