"""Deals recorded for the bidding: what each bid of one turn leads to, all others as they bid.

The team is that of the seat whose turn it is; gains are its points minus the other team's.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, lean_kernel
from engine.backalley.book import (
    BIDS,
    UNIT,
    Book,
    Estimates,
    Heard,
    bid_expected,
    bid_heard,
    case_of,
    estimate_hand,
    expect,
    kind_of,
)
from engine.backalley.deal import Facing, Known
from engine.backalley.hand import Desk, deal_number, new_desk
from engine.backalley.legal import most_tricks
from engine.backalley.play import play_out
from engine.backalley.rules import Rules
from engine.backalley.score import (
    BOARD,
    NO_SEAT,
    Bid,
    Bids,
    Contract,
    bid_points,
    settle,
    tricks_of,
)
from engine.backalley.simulate import Tally
from engine.backalley.strategy import Strategy
from engine.deal import Deck, Hands, copy_hands
from engine.random import PLAY, below, start


class Outcome(NamedTuple):
    """What a bid led to."""

    contract: Contract
    """With nobody to lead if all passed."""
    won: int
    """Tricks of the team that bid."""
    gain: int
    """Its points minus the other's."""


Estimated: TypeAlias = npt.NDArray[np.int64]
"""(4, 2) By turn, what the hand is expected to do by itself."""
Chances: TypeAlias = npt.NDArray[np.int64]
"""(4,) By turn, what decides where bids are drawn."""
WINDOW: Final = 2
"""Numbers are played out that lie so near the bid by the book."""
SHAKEN: Final = 8
"""In one of so many deals the bidders heard are not themselves."""
_SHAKE: Final = (1000, 250)
"""They then over- or underestimate by up to three times so much."""


class Records(NamedTuple):
    """Recorded deals of one turn."""

    hands: npt.NDArray[np.int64]
    """(deals,) The hand of the seat whose turn it is."""
    trumps: npt.NDArray[np.int64]
    gone: npt.NDArray[np.int64]
    """(deals,) As in `deal.Facing`."""
    heard: npt.NDArray[np.int32]
    """(deals,) The bids of the turns before."""
    shaken: npt.NDArray[np.int8]
    """(deals,) Whether those bids are not what the book says."""
    bids: npt.NDArray[np.int8]
    """(deals,) What the seat bids."""
    gains: npt.NDArray[np.int16]
    """(deals, BIDS) Points of the team minus the other's, by bid."""
    tricks: npt.NDArray[np.int8]
    """(deals, BIDS) Tricks that the team takes, by bid; 0 where all pass."""


@kernel
def new_records(deals: int) -> Records:
    """Room for so many deals."""
    return Records(
        np.zeros(deals, np.int64),
        np.zeros(deals, np.int64),
        np.zeros(deals, np.int64),
        np.zeros(deals, np.int32),
        np.zeros(deals, np.int8),
        np.zeros(deals, np.int8),
        np.zeros((deals, BIDS), np.int16),
        np.zeros((deals, BIDS), np.int8),
    )


@lean_kernel
def read_hands(
    desk: Desk, facing: Facing, cards: int, book: Book, alone: Estimated, chances: Chances
) -> None:
    """Estimate each hand that was dealt, by the page of its turn, and draw its chance."""
    for turn in range(4):
        page = book.pages[cards - 1, kind_of(facing.trumps), turn]
        alone[turn, 0], alone[turn, 1] = estimate_hand(desk.hands[(turn + 1) & 3], facing, page)
        chances[turn] = below(desk.chance, UNIT)


@lean_kernel
def bid_read(
    alone: Estimated, chances: Chances, shake: int, heard: Heard, turn: int, kind: int,
    cards: int, book: Book, rules: Rules,
) -> Bid:  # fmt: skip
    """The bid by a book of a hand that was read.

    Parameters
    ----------
    shake : int
        By so many steps the hand is overestimated.
    """
    page = book.pages[cards - 1, kind, turn]
    own = Estimates(alone[turn, 0] + shake * _SHAKE[0], alone[turn, 1] + shake * _SHAKE[1])
    expected = expect(own, heard, turn, page)
    case = case_of(heard, turn)
    return bid_expected(expected, case, kind, turn, cards, book, rules, chances[turn])


@lean_kernel
def bid_on(
    alone: Estimated, chances: Chances, heard: Heard, turn: int, kind: int, cards: int,
    book: Book, rules: Rules,
) -> Heard:  # fmt: skip
    """The bids of all turns once those from `turn` on have bid by the book too."""
    for later in range(turn, 4):
        bid = bid_read(alone, chances, 0, heard, later, kind, cards, book, rules)
        heard |= bid << (4 * later)
    return heard


@lean_kernel
def contract_of(heard: Heard, bids: Bids, rules: Rules) -> Contract:
    """The contract of four bids; they are put into `bids` by seat."""
    for turn in range(4):
        bids[(turn + 1) & 3] = bid_heard(heard, turn)
    return settle(bids, rules)


@lean_kernel
def play_contract(
    desk: Desk, dealt: Hands, contract: Contract, facing: Facing, rules: Rules, strategy: Strategy
) -> int:
    """Play dealt hands under a contract; return the tricks of the dealer's team."""
    copy_hands(dealt, desk.hands)
    tricks = play_out(desk.hands, facing, contract, rules, strategy, desk.chance, desk.plays)
    return tricks_of(tricks, 0)


@lean_kernel
def difference(contract: Contract, won: int, cards: int, rules: Rules) -> int:
    """Points of the dealer's team, which won so many tricks, minus the eldest's."""
    number, level = contract.dealer_number, contract.dealer_level
    ours = bid_points(number, level, won, cards, rules)
    number, level = contract.eldest_number, contract.eldest_level
    return ours - bid_points(number, level, cards - won, cards, rules)


@lean_kernel
def bid_out(
    desk: Desk, dealt: Hands, facing: Facing, alone: Estimated, chances: Chances, heard: Heard,
    bid: Bid, turn: int, cards: int, rules: Rules, strategy: Strategy, book: Book,
) -> Outcome:  # fmt: skip
    """Make a bid, have the turns after it bid by the book, and play the hand."""
    said = heard | bid << (4 * turn)
    said = bid_on(alone, chances, said, turn + 1, kind_of(facing.trumps), cards, book, rules)
    contract = contract_of(said, desk.bids, rules)
    if contract.leader == NO_SEAT:
        return Outcome(contract, 0, 0)
    won = play_contract(desk, dealt, contract, facing, rules, strategy)
    gain = difference(contract, won, cards, rules)
    return Outcome(contract, won, gain) if turn & 1 else Outcome(contract, cards - won, -gain)


@kernel
def record_tally(
    first: int,
    last: int,
    seed: int,
    records: Records,
    offset: int,
    turn: int,
    unseen: Deck,
    known: Known,
    rules: Rules,
    strategy: Strategy,
    book: Book,
) -> Tally:
    """Try every bid of a turn in each deal, the others bidding by the book.

    Boards and numbers near the one by the book are played out. Another number is taken to leave
    the tricks as they are with the nearest of these.

    Parameters
    ----------
    records : Records
        Deal `number` fills place ``number - offset``.
    strategy : Strategy
        Who plays the cards.

    Returns
    -------
    (1,) int64
        How many hands were played.
    """
    desk, dealt = new_desk(), np.zeros(4, np.int64)
    alone, chances = np.zeros((4, 2), np.int64), np.zeros(4, np.int64)
    cards, most, sign = known.cards, most_tricks(known.cards, rules), 1 if turn & 1 else -1
    tally = np.zeros(1, np.int64)
    for number in range(first, last):
        facing = deal_number(desk, unseen, known, seed, number, rules)
        copy_hands(desk.hands, dealt)
        kind = kind_of(facing.trumps)
        read_hands(desk, facing, cards, book, alone, chances)
        place, heard = number - offset, 0
        shaken = number % SHAKEN == 0 and turn > 0
        for earlier in range(turn):
            shake = below(desk.chance, 7) - 3 if shaken else 0
            bid = bid_read(alone, chances, shake, heard, earlier, kind, cards, book, rules)
            heard |= bid << (4 * earlier)
        usual = bid_read(alone, chances, 0, heard, turn, kind, cards, book, rules)
        records.hands[place] = dealt[(turn + 1) & 3]
        records.trumps[place], records.gone[place] = facing.trumps, facing.gone
        records.heard[place], records.shaken[place] = heard, shaken
        records.bids[place] = usual
        centre = usual if usual != BOARD else most
        low, high = max(centre - WINDOW, 0), min(centre + WINDOW, most)
        for step in range(most + 2):  # those that are played come first, and a board last
            bid = (low + step) % (most + 1) if step <= most else BOARD
            said = heard | bid << (4 * turn)
            said = bid_on(alone, chances, said, turn + 1, kind, cards, book, rules)
            contract = contract_of(said, desk.bids, rules)
            if contract.leader == NO_SEAT:
                records.gains[place, bid], records.tricks[place, bid] = 0, -1
                continue
            if low <= bid <= high or bid == BOARD:
                won = play_contract(desk, dealt, contract, facing, rules, strategy)
                tally[0] += 1
            else:
                near = int(records.tricks[place, low if bid < low else high])
                won = near if turn & 1 else cards - near
            records.gains[place, bid] = sign * difference(contract, won, cards, rules)
            records.tricks[place, bid] = won if turn & 1 else cards - won
    return tally


@kernel
def gain_tally(
    first: int,
    last: int,
    seed: int,
    unseen: Deck,
    known: Known,
    rules: Rules,
    strategy: Strategy,
    book: Book,
    other: Book,
) -> Tally:
    """What the dealer's team gains if all bid by another book, the cards being the same.

    Returns
    -------
    (4,) int64
        Deals, those with other bids, and the sum of gains and of their squares.
    """
    desk, dealt = new_desk(), np.zeros(4, np.int64)
    alone, chances = np.zeros((4, 2), np.int64), np.zeros(4, np.int64)
    sums = np.zeros(4, np.int64)
    worths = np.zeros(2, np.int64)
    for number in range(first, last):
        facing = deal_number(desk, unseen, known, seed, number, rules)
        copy_hands(desk.hands, dealt)
        kind = kind_of(facing.trumps)
        read_hands(desk, facing, known.cards, book, alone, chances)
        usual = bid_on(alone, chances, 0, 0, kind, known.cards, book, rules)
        start(desk.chance, seed, number, PLAY)  # the same chances
        read_hands(desk, facing, known.cards, other, alone, chances)
        instead = bid_on(alone, chances, 0, 0, kind, known.cards, other, rules)
        sums[0] += 1
        if usual == instead:
            continue
        for which in range(2):
            said = instead if which else usual
            contract = contract_of(said, desk.bids, rules)
            worths[which] = 0
            if contract.leader != NO_SEAT:
                won = play_contract(desk, dealt, contract, facing, rules, strategy)
                worths[which] = difference(contract, won, known.cards, rules)
        gain = worths[1] - worths[0]
        sums[1] += 1
        sums[2] += gain
        sums[3] += gain * gain
    return sums
