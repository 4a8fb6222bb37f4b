"""Many hands at once: each kernel plays hands `first` to `last` - 1 and returns a tally.

A tally is a flat int64 array of counts and sums whose order is documented here. The tallies of two
ranges add up to the tally of both, to the digit, so the work may be cut up in any way.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, small_kernel
from engine.backalley.book import Book
from engine.backalley.deal import Known
from engine.backalley.hand import Hand, deal_number, new_desk, play_hand
from engine.backalley.rules import MOST_CARDS, Rules
from engine.backalley.score import NO_SEAT, Team, goal, tricks_of
from engine.backalley.strategy import Strategy
from engine.deal import Deck

Tally = npt.NDArray[np.int64]

SUMS: Final = ("no_trump_suit", "passed", "difference", "difference_squared")
TEAM_SUMS: Final = (
    "points",
    "points_squared",
    "numbers",
    "numbers_made",
    "tricks_bid",
    "boards",
    "boards_made",
)
HISTOGRAM: Final = MOST_CARDS + 1
_TEAMS_AT: Final = len(SUMS)
SEATS_AT: Final = _TEAMS_AT + 2 * len(TEAM_SUMS)
"""Where the histograms of tricks by seat begin; those by team follow."""
HAND_TALLY: Final = SEATS_AT + 6 * HISTOGRAM


@kernel
def hand_tally(
    first: int,
    last: int,
    seed: int,
    unseen: Deck,
    known: Known,
    rules: Rules,
    strategy: Strategy,
    book: Book | None,
) -> Tally:
    """Bid and play hands of ``known.cards`` cards.

    Parameters
    ----------
    unseen : int64
        The cards that are not in `known`, in order.
    book : Book or None
        By which some bid; None if nobody does.

    Returns
    -------
    (102,) int64
        SUMS: hands without a trump suit; hands in which all four passed, of which nothing more is
        counted; points of the dealer's team minus the eldest's, and their squares. Then TEAM_SUMS
        of the dealer's team and of the eldest's: their points; hands in which they needed a number
        above 0, and made it, and the sum of those numbers; hands in which they boarded, and made
        it. From SEATS_AT on hands by tricks won, 0 to 13, for each seat and for each team.
    """
    desk = new_desk()
    tally = np.zeros(HAND_TALLY, np.int64)
    for number in range(first, last):
        facing = deal_number(desk, unseen, known, seed, number, rules)
        hand = play_hand(desk, known.cards, facing, rules, strategy, book)
        suited = facing.trumps & (facing.trumps - 1) != 0
        tally[0] += not suited
        if hand.contract.leader == NO_SEAT:
            tally[1] += 1
        else:
            difference = hand.dealer_points - hand.eldest_points
            tally[2] += difference
            tally[3] += difference * difference
            for team in range(2):
                _count_team(tally, team, hand, known.cards)
    return tally


@small_kernel
def _count_team(tally: Tally, team: Team, hand: Hand, cards: int) -> None:
    """Add what became of a team to `hand_tally`'s sums and histograms."""
    points = hand.eldest_points if team else hand.dealer_points
    level = hand.contract.eldest_level if team else hand.contract.dealer_level
    number = hand.contract.eldest_number if team else hand.contract.dealer_number
    won = tricks_of(hand.tricks, team)
    made = won >= goal(hand.contract, team, cards)
    numbered = level == 0 and number > 0
    place = _TEAMS_AT + team * len(TEAM_SUMS)
    tally[place] += points
    tally[place + 1] += points * points
    tally[place + 2] += numbered
    tally[place + 3] += numbered and made
    tally[place + 4] += number if numbered else 0
    tally[place + 5] += level > 0
    tally[place + 6] += level > 0 and made
    for seat in range(team, 4, 2):
        tally[SEATS_AT + seat * HISTOGRAM + ((hand.tricks >> (4 * seat)) & 15)] += 1
    tally[SEATS_AT + (4 + team) * HISTOGRAM + won] += 1
