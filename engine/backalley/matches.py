"""Whole matches in duplicate: each is played twice, hand by hand through the schedule.

The second time the players of the two teams are exchanged, and meet the same deals (RULES.md 3, 5,
13 and 25).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel, lean_kernel, small_kernel
from engine.backalley.book import Book
from engine.backalley.cards import SORTED_PACK
from engine.backalley.deal import NOBODY_KNOWN, Known
from engine.backalley.hand import Desk, Hand, deal_number, new_desk, play_hand
from engine.backalley.rules import MOST_CARDS, NEXT_DEALER, Rules
from engine.backalley.score import NO_SEAT, Team, goal, tricks_of
from engine.backalley.simulate import Tally
from engine.backalley.strategy import Strategy, swapped
from engine.cards import NO_CARD
from engine.deal import Deck

MATCHES: Final = (
    "won",
    "lost",
    "tied",
    "deals",
    "passed",
    "points",
    "first_contracts",
    "first_sets",
    "second_contracts",
    "second_sets",
    *(f"points_{cards}c" for cards in range(1, MOST_CARDS + 1)),
)
"""What is counted of a match and its second play together."""
WON, LOST, TIED, DEALS, PASSED, POINTS, CONTRACTS = range(7)
_SIZES_AT: Final = len(MATCHES) - MOST_CARDS - 1

HANDS_APART: Final = 4096
"""Match n has the deals from n * HANDS_APART on,"""
TRIES_APART: Final = 128
"""and its hand h the TRIES_APART from h times as many on: one each time that all four pass."""


@small_kernel
def _count_contract(pair: Tally, place: int, hand: Hand, team: Team, cards: int) -> None:
    """Add to contracts and sets whether a team needed tricks, and fell short."""
    needed = goal(hand.contract, team, cards)
    pair[place] += needed > 0
    pair[place + 1] += tricks_of(hand.tricks, team) < needed


@lean_kernel
def _play_match(
    desk: Desk,
    seed: int,
    number: int,
    sizes: Deck,
    rules: Rules,
    strategy: Strategy,
    book: Book | None,
    turn: int,
    pair: Tally,
) -> None:
    """Play a match, and add it to `pair`.

    Parameters
    ----------
    strategy : Strategy
        What it says of the dealer's team goes for the first style.
    turn : int
        Even if the first style deals first.
    """
    total = 0
    for place in range(sizes.size):
        cards = sizes[place]
        known = Known(cards, NOBODY_KNOWN, 0, NO_CARD)
        deal = number * HANDS_APART + place * TRIES_APART
        while True:
            players = swapped(strategy) if turn & 1 else strategy
            facing = deal_number(desk, SORTED_PACK, known, seed, deal, rules)
            hand = play_hand(desk, cards, facing, rules, players, book)
            deal += 1
            pair[DEALS] += 1
            if hand.contract.leader != NO_SEAT:
                break
            pair[PASSED] += 1
            turn += rules.all_pass == NEXT_DEALER
        first = turn & 1
        difference = hand.dealer_points - hand.eldest_points
        difference = -difference if first else difference
        total += difference
        pair[_SIZES_AT + cards] += difference
        _count_contract(pair, CONTRACTS, hand, first, cards)
        _count_contract(pair, CONTRACTS + 2, hand, 1 - first, cards)
        turn += 1
    pair[WON] += total > 0
    pair[LOST] += total < 0
    pair[TIED] += total == 0
    pair[POINTS] += total


@kernel
def match_tally(
    first: int,
    last: int,
    seed: int,
    sizes: Deck,
    rules: Rules,
    strategy: Strategy,
    book: Book | None,
) -> Tally:
    """Play matches `first` to `last` - 1, each twice.

    Parameters
    ----------
    sizes : int64
        How many cards the hands of a match have, in order, at most 32: `rules.schedule`.
    strategy : Strategy
        What it says of the dealer's team goes for the first style, of the eldest's for the second.
    book : Book or None
        By which some bid; None if nobody does.

    Returns
    -------
    (46,) int64
        For each of MATCHES its sum over all pairs, then the sum of its squares: matches won, lost
        and tied by the first style; hands dealt, and those that all four passed; points of the
        first style minus the second's; hands in which the first style needed tricks, and those in
        which it fell short, and the same of the second; the points by cards in a hand.
    """
    desk = new_desk()
    tally = np.zeros(2 * len(MATCHES), np.int64)
    pair = np.zeros(len(MATCHES), np.int64)
    for number in range(first, last):
        pair[:] = 0
        for turn in range(2):
            _play_match(desk, seed, number, sizes, rules, strategy, book, turn, pair)
        for which in range(pair.size):
            tally[2 * which] += pair[which]
            tally[2 * which + 1] += pair[which] * pair[which]
    return tally
