"""`expert`: a learned player, who plays the card with the highest sum of weights times features.

Weights and features are integers, so every processor breaks near ties alike. Few of the features
of a card are not 0, and most of those say which of several cases holds.
"""

from __future__ import annotations

from math import comb
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import lean_kernel, small_kernel
from engine.allfours.score import Seat, pips
from engine.allfours.table import Table, lacks
from engine.bits import count, lowest
from engine.cards import (
    JACK,
    PACK,
    TEN,
    Card,
    Mask,
    bit,
    lane,
    rank_mask,
    rank_of,
    suit_of,
)
from engine.trick import winners

Weights: TypeAlias = npt.NDArray[np.int64]
Trail: TypeAlias = npt.NDArray[np.int64]

ONE: Final = 256
"""A probability of one; a feature that says which case holds is ``ONE_HOT`` there."""
ONE_HOT: Final = 64
_MOST_HELD, _MOST_UNSEEN, _MOST_NAMED = 12, 46, 24


def _none_table() -> npt.NDArray[np.int64]:
    """Chance, in parts of ONE, that `held` of `unseen` cards hold none of `named` cards."""
    table = np.zeros((_MOST_HELD + 1, _MOST_UNSEEN + 1, _MOST_NAMED + 1), np.int64)
    for held in range(_MOST_HELD + 1):
        for unseen in range(held, _MOST_UNSEEN + 1):
            for named in range(min(unseen, _MOST_NAMED) + 1):
                ways, all_ways = comb(unseen - named, held), comb(unseen, held)
                table[held, unseen, named] = (2 * ONE * ways + all_ways) // (2 * all_ways)
    return table


NONE_HELD: Final = _none_table()


def _pip_table() -> npt.NDArray[np.int64]:
    """How likely a pip decides Game, 48 at most, by pips to come and the margin so far.

    The density at `margin` of a normal distribution whose deviation grows with the root of the
    pips to come (a card of pips moves about six at a time).
    """
    table = np.zeros((81, 81), np.int64)
    for left in range(81):
        spread = max(3.0, 3.52 * left**0.5)
        for margin in range(81):
            density = np.exp(-((margin / spread) ** 2) / 2) * (14.0 / spread)
            table[left, margin] = int(min(16.0 * density, 48.0) + 0.5)
    return table


PIP_WORTH: Final = _pip_table()

# Where each group of features begins. A context has its own copy of all of them.
_STAKE, _OWN, _OWN_PIPS, _WINS = 0, 1, 2, 3
_JACK_SWING, _JACK_ON_TABLE, _JACK_ABOVE, _JACK_COMPANY = 4, 6, 8, 12
_TRUMP = 18
_TRUMPS_ABOVE = _TRUMP + 13 * 16
_TRUMPS_OUT = _TRUMPS_ABOVE + 5 * 16
_TRUMP_COMPANY = _TRUMPS_OUT + 16
_TRUMP_STAKE = _TRUMP_COMPANY + 8
_PLAIN = _TRUMP_STAKE + 2
_PLAIN_ABOVE = _PLAIN + 13 * 6
_PLAIN_JACK = _PLAIN_ABOVE + 5 * 6
_SUIT_LEFT = _PLAIN_JACK + 4 * 6
_TEN_LEFT = _SUIT_LEFT + 10
_VOIDS = _TEN_LEFT + 2
_OVERTAKES = _VOIDS + 6
FEATURES: Final = _OVERTAKES + 2
_STAGES = 6
CONTEXTS: Final = 3 * 4 * _STAGES
WEIGHTS: Final = CONTEXTS * FEATURES

SLOTS: Final = 20
"""Features that a card can have at once."""
TRAIL: Final = 12 * 2 * SLOTS


@small_kernel
def context(hand: Mask, table: Table) -> int:
    """Which copy of the weights: by cards dealt, place in the trick, and cards left."""
    left = count(hand)
    dealt = left + ((count(table.gone) - count(table.kicks)) >> 2)
    size = 0 if dealt <= 6 else (1 if dealt <= 9 else 2)
    stage = max(left, 2) - 2
    if left > 5:
        stage = 4 if size == 0 or left <= 8 else 5
    return (size * 4 + count(table.trick)) * _STAGES + stage


@small_kernel
def _none_of(table: Table, seat: Seat, cards: Mask, held: int, unseen: int) -> int:
    """Chance, in parts of ONE, that a seat holds none of these cards."""
    if table.shown:
        cards &= ~lacks(table, seat)
    return NONE_HELD[held, unseen, min(count(cards), _MOST_NAMED)]


@small_kernel
def win_chance(hand: Mask, table: Table, card: Card, takes: bool, unseen: Mask) -> int:
    """Rough chance, in parts of ONE, that the seat's team wins the trick with this card."""
    place = count(table.trick)
    ours = takes or table.best_seat == table.seat ^ 2
    threats = winners(unseen, card if takes else table.best, table.trump)
    if place == 3 or not threats:
        return ONE if ours else 0
    if place == 2 and not ours:
        return 0
    held, hidden = count(hand), count(unseen)
    seat = table.seat
    safe = _none_of(table, (seat + 1) & 3, threats, held, hidden)
    if place == 2:
        return safe
    if place == 1:
        if ours:
            return safe
        rescued = ONE - _none_of(table, seat ^ 2, threats, held, hidden)
        return rescued * (ONE + safe) // (2 * ONE)
    safe = safe * _none_of(table, (seat + 3) & 3, threats, held, hidden) // ONE
    rescued = ONE - _none_of(table, seat ^ 2, threats, held, hidden)
    return safe + (ONE - safe) * rescued // (4 * ONE)


@small_kernel
def _pip_worth(hand: Mask, table: Table, unseen: Mask) -> int:
    """What a pip towards Game is worth now (`PIP_WORTH`)."""
    mine = pips(table.taken)
    theirs = pips(table.gone & ~table.taken & ~table.kicks)
    out = count(hand) * 3 - count(table.trick)
    left = pips(hand | table.trick) + pips(unseen) * out // max(count(unseen), 1)
    return PIP_WORTH[min(left, 80), abs(mine - theirs)]


@small_kernel
def _above(cards: Mask, card: Card) -> Mask:
    """Those of `cards` of the card's suit that rank above it."""
    return cards & lane(suit_of(card)) & ~(bit(card) | (bit(card) - 1))


@small_kernel
def _kind(card: Card, table: Table, takes: bool, partner: bool, above: int) -> int:
    """What a plain card does: leads, takes, follows or is thrown off; 0 to 5."""
    if not table.trick:
        return 0 if above else 1
    if takes:
        return 2 if partner else 3
    off = suit_of(card) != table.led
    return (4 if partner else 0) + off


@small_kernel
def _use(
    weights: Weights, feature: int, amount: int, base: int, trail: Trail | None, at: int, slot: int
) -> int:
    """What a feature adds to the score; a trail, if any, keeps it in the card's slot."""
    if trail is not None:
        trail[at + slot] = feature
        trail[at + SLOTS + slot] = amount
    return weights[base + feature] * amount


@lean_kernel
def expert(
    hand: Mask,
    table: Table,
    legal: Mask,
    weights: Weights,
    scores: Weights | None,
    trail: Trail | None,
) -> Card:
    """The card with the highest score, the lowest of equals.

    Parameters
    ----------
    hand : Mask
        The seat's own cards.
    table : Table
        What everybody sees.
    legal : Mask
        The cards that it may play; not empty.
    weights : (WEIGHTS,) int64
    scores : (12,) int64, or None
        Filled with each legal card's score, from the lowest card up.
    trail : (TRAIL,) int64, or None
        Filled with each legal card's features, from the lowest: SLOTS numbers, SLOTS amounts.
    """
    trump = table.trump
    trumps = lane(trump)
    unseen = PACK & ~(table.gone | table.trick | hand)
    worth = _pip_worth(hand, table, unseen)
    base = context(hand, table) * FEATURES
    leading = table.trick == 0
    partner = (not leading) and table.best_seat == table.seat ^ 2
    jack = trumps & rank_mask(JACK)
    state = (hand & jack != 0) + 2 * (unseen & jack != 0) + 3 * (table.trick & jack != 0)
    stake = pips(table.trick)
    ruffs = (not leading) and table.led != trump
    taking = legal if leading else winners(legal, table.best, trump)
    ducked = 0
    if legal & ~taking:
        ducked = 2 * win_chance(hand, table, lowest(legal), False, unseen) - ONE
    best = lowest(legal)
    most = np.int64(-(1 << 62))
    at = 0
    if trail is not None:
        trail[:] = 0
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        takes = taking & bit(card) != 0
        swing = 2 * win_chance(hand, table, card, True, unseen) - ONE if takes else ducked
        own = pips(bit(card))
        rest = hand & ~bit(card)
        higher = count(_above(unseen, card))
        score = _use(weights, _STAKE, swing * stake * worth >> 7, base, trail, at, 0)
        score += _use(weights, _OWN, swing * own * worth >> 7, base, trail, at, 1)
        score += _use(weights, _OWN_PIPS, own * worth, base, trail, at, 2)
        score += _use(weights, _WINS, swing, base, trail, at, 3)
        if state == 3:
            score += _use(weights, _JACK_ON_TABLE, swing, base, trail, at, 4)
        if suit_of(card) == trump:
            friends = count(rest & trumps)
            case = (state * 2 + takes) * 2 + ruffs
            which = _TRUMP + rank_of(card) * 16 + case
            score += _use(weights, which, ONE_HOT, base, trail, at, 5)
            which = _TRUMPS_ABOVE + min(higher, 4) * 16 + case
            score += _use(weights, which, ONE_HOT, base, trail, at, 6)
            which = _TRUMPS_OUT + 8 * takes + min(count(unseen & trumps), 7)
            score += _use(weights, which, ONE_HOT, base, trail, at, 7)
            which = _TRUMP_COMPANY + min(friends, 3) + (4 if rank_of(card) > JACK else 0)
            score += _use(weights, which, ONE_HOT, base, trail, at, 8)
            if not leading:
                which = _TRUMP_STAKE + takes
                score += _use(weights, which, stake * worth, base, trail, at, 9)
            if bit(card) == jack:
                score += _use(weights, _JACK_SWING, swing, base, trail, at, 10)
                which = _JACK_ABOVE + min(higher, 3)
                score += _use(weights, which, ONE_HOT, base, trail, at, 11)
                which = _JACK_COMPANY + min(friends, 5)
                score += _use(weights, which, ONE_HOT, base, trail, at, 12)
        else:
            suit = lane(suit_of(card))
            mine = rest & suit
            kind = _kind(card, table, takes, partner, higher)
            which = _PLAIN + rank_of(card) * 6 + kind
            score += _use(weights, which, ONE_HOT, base, trail, at, 5)
            which = _PLAIN_ABOVE + min(higher, 4) * 6 + kind
            score += _use(weights, which, ONE_HOT, base, trail, at, 6)
            score += _use(weights, _PLAIN_JACK + state * 6 + kind, ONE_HOT, base, trail, at, 7)
            which = _SUIT_LEFT + (5 if rest & trumps else 0) + min(count(mine), 4)
            score += _use(weights, which, ONE_HOT, base, trail, at, 8)
            ten = rank_mask(TEN) & suit
            if mine & ten:
                score += _use(weights, _TEN_LEFT + (mine == ten), ONE_HOT, base, trail, at, 9)
            if leading and table.shown:
                for turn in range(1, 4):
                    lacking = lacks(table, (table.seat + turn) & 3)
                    if suit & ~lacking & PACK == 0:
                        no_trump = trumps & ~lacking & PACK == 0
                        which = _VOIDS + 2 * (turn - 1) + no_trump
                        score += _use(weights, which, ONE_HOT, base, trail, at, 10 + turn)
        if partner and takes:
            which = _OVERTAKES + (suit_of(card) == trump)
            score += _use(weights, which, ONE_HOT, base, trail, at, 14)
        if scores is not None:
            scores[at // (2 * SLOTS)] = score
        at += 2 * SLOTS
        if score > most:
            best, most = card, score
    return best
