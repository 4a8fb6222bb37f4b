"""Bids and what they are worth (RULES.md 9-14 and 22-24).

A bid is an int: 0 is a pass, 1 to 13 a number of tricks, BOARD all of them. A team is named by the
last bit of its seats: 0 the dealer's, 1 the eldest's.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import small_kernel
from engine.backalley.cards import is_joker
from engine.backalley.rules import BY_CARDS, DOUBLING, Rules
from engine.bits import highest
from engine.cards import Mask, lane

Seat: TypeAlias = int
Team: TypeAlias = int
Bid: TypeAlias = int
Bids: TypeAlias = npt.NDArray[np.int64]
"""(4,) A bid for each seat."""
Tricks: TypeAlias = int
"""Tricks won by the four seats, four bits for each."""

NO_SEAT: Final[Seat] = -1
PASS: Final[Bid] = 0
BOARD: Final[Bid] = 14
BOARD_POINTS: Final = 10
"""For each card and level of a board."""
RAINBOW_CARDS: Final = 4


class Contract(NamedTuple):
    """What was bid, as far as play and score depend on it."""

    leader: Seat
    """Who leads first; NO_SEAT if all four passed."""
    dealer_number: int
    """The sum of both partners' numbers; void if the team boarded."""
    eldest_number: int
    dealer_level: int
    """1 to 4 for a board, doubled, tripled, quadrupled; 0 without."""
    eldest_level: int
    boarders: int
    """Bit `seat` is set if that seat boarded."""


@small_kernel
def settle(bids: Bids, rules: Rules) -> Contract:
    """The contract of both teams, and who leads, once everybody has bid.

    >>> settle(np.array([0, 3, 4, 4]), CLASSIC)
    Contract(leader=2, dealer_number=4, eldest_number=7, dealer_level=0, eldest_level=0, boarders=0)
    """
    leader, best, boards, boarders = NO_SEAT, PASS, 0, 0
    dealer_number, eldest_number, dealer_level, eldest_level = 0, 0, 0, 0
    for turn in range(1, 5):
        seat = turn & 3
        bid = int(bids[seat])
        number = bid
        if bid == BOARD:
            boards += 1
            boarders |= 1 << seat
            number = 0
            if seat & 1:
                eldest_level = boards
            else:
                dealer_level = boards
        if seat & 1:
            eldest_number += number
        else:
            dealer_number += number
        if bid > best or bid == BOARD:
            best, leader = bid, seat
    if rules.boards_raised:
        dealer_level = boards if dealer_level else 0
        eldest_level = boards if eldest_level else 0
    return Contract(leader, dealer_number, eldest_number, dealer_level, eldest_level, boarders)


@small_kernel
def goal(contract: Contract, team: Team, cards: int) -> int:
    """Tricks that a team needs: its number, or all of a hand of `cards`."""
    if team:
        return cards if contract.eldest_level else contract.eldest_number
    return cards if contract.dealer_level else contract.dealer_number


@small_kernel
def tricks_of(tricks: Tricks, team: Team) -> int:
    """Tricks that both seats of a team have won.

    >>> tricks_of(0x4321, 0), tricks_of(0x4321, 1)
    (4, 6)
    """
    return ((tricks >> (4 * team)) & 15) + ((tricks >> (4 * team + 8)) & 15)


@small_kernel
def bid_points(number: int, level: int, won: int, cards: int, rules: Rules) -> int:
    """Points of a team for its contract.

    Parameters
    ----------
    number, level : int
        Its number of tricks, which is void if `level` is not 0.
    won, cards : int
        Tricks that the team has won, of as many as there were cards in a hand.

    Examples
    --------
    >>> [bid_points(4, 0, won, 7, CLASSIC) for won in (3, 4, 6)]
    [-20, 20, 22]
    >>> bid_points(0, 2, 4, 4, CLASSIC), bid_points(0, 1, 3, 4, CLASSIC)
    (80, -40)
    """
    if level == 0:
        worth = rules.trick_points * number
        return worth + won - number if won >= number else -worth
    if rules.board == BY_CARDS:
        worth = BOARD_POINTS * cards * level
    elif rules.board == DOUBLING:
        worth = (rules.trick_points * cards) << level
    else:
        worth = BOARD_POINTS * level
    return worth if won == cards else -worth


@small_kernel
def team_points(contract: Contract, team: Team, tricks: Tricks, cards: int, rules: Rules) -> int:
    """Points of a team for a hand that was played out, without rainbows."""
    won = tricks_of(tricks, team)
    if team:
        return bid_points(contract.eldest_number, contract.eldest_level, won, cards, rules)
    return bid_points(contract.dealer_number, contract.dealer_level, won, cards, rules)


@small_kernel
def rainbow(hand: Mask, trumps: Mask) -> bool:
    """Whether a hand holds all four suits; a joker counts as a trump, without a suit as none.

    >>> rainbow(mask_of([BIG, 16, 32, 48]), trump_lane(SPADES))
    True
    >>> rainbow(mask_of([BIG, 16, 32, 48]), bit(BIG))
    False
    """
    for suit in range(4):
        if not hand & lane(suit):
            joker = hand & trumps
            if not joker or not is_joker(highest(joker)) or not trumps & lane(suit):
                return False
    return True
