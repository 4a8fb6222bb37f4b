"""The order in which the solver tries cards: it decides how long a search takes, no more.

A score is a sum of weights. The weights were found by coordinate descent on the number of
positions searched in 1,500 deals of six cards, starting from a set tuned likewise before.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import small_kernel
from engine.allfours.score import Seat
from engine.allfours.solve_tables import BEATEN_BY, CASH, INDEX, KNAVE, OWN, PIPS, START, Ints
from engine.bits import count
from engine.cards import LANE, Card, Mask, Suit, bit, lane

WEIGHTS: Final = np.array(
    [
        # a trump led; a plain card led
        *(2, 2, -1, 8, 9, 7, 60, -13),
        *(1, -7, 98, 12, 11, 83, 4, 38, 5, 0, -2, 2, 6, 1, -6, -6, 0, -14, 0, 0),
        # played second
        *(49, 3, 2, -18, -8, 73, -4, 30, 3, 1, -17, -80),
        *(40, 2, 0, -6, 40, 2, 33, 1, -2, -10, -80, -4),
        # played third
        *(91, 5, 1, -7, -2, 21, -1, 64, -3, 6, -6, -8),
        *(165, 5, -5, -6, 70, -1, 18, -10, -2, -13, -81, -5),
        # played fourth
        *(46, 0, 1, -4, -15, 50, 1, 30, -2, 0, 0, -80),
        *(40, 1, -1, -15, 40, 2, 0, -2, -1, -8, -80, -3),
    ],
    np.int64,
)

_TRUMPS: Final = LANE


@small_kernel
def _top_seat(suits: Ints, cards: Ints, held: Mask, suit: Suit) -> Seat:
    """Who holds the top card of a suit; 0 if nobody has a card of it."""
    seat: Seat = (
        suits[(cards[START + suit] & INDEX) + (held >> (16 * suit) & 0xFFFF) * 4 + CASH] & 3
    )
    return seat


@small_kernel
def score_lead(
    card: Card, player: Seat, held: Mask, open_jack: int, suits: Ints, cards: Ints, weights: Ints
) -> int:
    """How promising a lead is."""
    suit = card >> 4 & 3
    rank = card & 15
    pips = cards[PIPS + (card & 63)]
    in_suit = held & lane(suit)
    partner = cards[OWN + (player & 3 ^ 2)] & held
    length = count(in_suit & cards[OWN + (player & 3)])
    above = in_suit & cards[BEATEN_BY + (card & 63)]
    top = _top_seat(suits, cards, held, suit)
    score: int
    if suit == 0:
        score = weights[0] + weights[1] * rank + weights[2] * pips + weights[5] * length
        if not above:
            score += weights[3]
        elif top == player ^ 2:
            score += weights[4]
        if open_jack and bit(card) == cards[KNAVE]:
            score += weights[7] if above else weights[6]
        return score
    score = weights[8] * rank + weights[9] * length
    following = held & cards[OWN + ((player + 1) & 3)]
    fourth = held & cards[OWN + ((player + 3) & 3)]
    danger = (following | fourth) & _TRUMPS
    place = 16 if danger else 10
    if above:
        place += 2 if top == player ^ 2 else 4
    score += weights[place] + weights[place + 1] * pips
    if danger:
        if following & _TRUMPS and not following & in_suit:
            score += weights[22]
        if fourth & _TRUMPS and not fourth & in_suit:
            score += weights[23]
    if not partner & in_suit:
        score += weights[24] if partner & _TRUMPS else weights[25]
    return score


@small_kernel
def score_follow(
    card: Card,
    turn: int,
    player: Seat,
    best: Card,
    winner: Seat,
    led: Suit,
    held: Mask,
    on_table: int,
    enough: int,
    open_jack: int,
    cards: Ints,
    weights: Ints,
) -> int:
    """How promising a card is that is played second, third or fourth (`turn` 1, 2, 3).

    `enough` is how many pips decide the question for the player's side.
    """
    w = 4 + 24 * turn
    rank = card & 15
    pips = cards[PIPS + (card & 63)]
    follower = held & cards[OWN + ((player + 1) & 3)] if turn < 3 else 0
    partners = winner == player ^ 2
    jack = open_jack and bit(card) == cards[KNAVE]
    trump = card < 16
    ruff = trump and led != 0
    score: int = 0
    held_by_us = False
    if cards[BEATEN_BY + (best & 63)] & bit(card):
        if not follower & cards[BEATEN_BY + (card & 63)]:
            held_by_us = True
            score = weights[w] + weights[w + 1] * on_table + weights[w + 2] * pips
            score += weights[w + 6] * rank
            if ruff:
                score += weights[w + 3]
            if partners:
                score += weights[w + 4]
        else:
            score = weights[w + 7] + weights[w + 8] * pips + weights[w + 9] * rank
            if ruff:
                score += weights[w + 10]
            if jack:
                score += weights[w + 11]
    elif partners:
        held_by_us = not follower & cards[BEATEN_BY + (best & 63)]
        place = w + 12 if held_by_us else w + 16
        score = weights[place] + weights[place + 1] * pips + weights[w + 14] * rank
        if ruff:
            score += weights[w + 15]
    else:
        score = weights[w + 18] + weights[w + 19] * pips + weights[w + 20] * rank
        if trump:
            score += weights[w + 21]
        if jack:
            score += weights[w + 22]
    if held_by_us:
        if jack:
            score += weights[w + 5]
        if on_table + pips >= enough:
            score += 500
    if card >> 4 != led:
        in_suit = lane(card >> 4)
        score += weights[w + 23] * count(held & cards[OWN + (player & 3)] & in_suit)
    return score
