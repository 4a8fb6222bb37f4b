"""`expert`: a learned player, who plays the card with the highest sum of weights times features.

Weights and features are integers, so every processor breaks near ties alike. Few of the features
of a card are not 0, and most of those say which of several cases holds.
"""

from __future__ import annotations

from math import comb
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import lean_kernel, small_kernel
from engine.allfours.pack import MOST_HELD
from engine.allfours.score import Seat, card_pips, pips
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

LEAST: Final = -(1 << 62)

POINT: Final = 1 << 20
"""A point in the score of a card."""
ONE: Final = 256
"""A probability of one; a feature that says which case holds is ``ONE_HOT`` there."""
ONE_HOT: Final = 64
_MOST_UNSEEN, _MOST_NAMED = 46, 24


def _none_table() -> npt.NDArray[np.int64]:
    """Chance, in parts of ONE, that `held` of `unseen` cards hold none of `named` cards."""
    table = np.zeros((MOST_HELD + 1, _MOST_UNSEEN + 1, _MOST_NAMED + 1), np.int64)
    for held in range(MOST_HELD + 1):
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

# What a card does: a plain card leads low, leads and can't be beaten in its suit, takes from the
# other side, takes from the partner, or is played or thrown off on a trick that it doesn't take,
# the other side's or (from _PARTNERS on) the partner's; a trump leads or follows.
_LEADS, _LEADS_TOP, _TAKES, _OVERTAKES, _PARTNERS, _LEADS_TRUMP = 0, 1, 3, 2, 4, 6
_WAYS, _PLAIN_WAYS = 8, 6

# Where each group of features begins: one for each way, then one for each case. A context has its
# own copy of all of them. What a win of the trick is worth comes twice: as its chance really is,
# and as it would be if nobody trumped.
_STAKE, _OWN, _WINS = 0, _WAYS, 2 * _WAYS
_STAKE_PLAINLY, _OWN_PLAINLY, _WINS_PLAINLY = 3 * _WAYS, 4 * _WAYS, 5 * _WAYS
_OWN_PIPS = 6 * _WAYS
_JACK_ON_TABLE = _OWN_PIPS + _WAYS
_JACK_WINS = _JACK_ON_TABLE + 1
_JACK_ABOVE = _JACK_WINS + 1
_JACK_COMPANY = _JACK_ABOVE + 4
_TRUMP = _JACK_COMPANY + 6
_TRUMPS_ABOVE = _TRUMP + 13 * 16
_TRUMPS_OUT = _TRUMPS_ABOVE + 5 * 16
_TRUMP_COMPANY = _TRUMPS_OUT + 4 * 8
_TRUMP_STAKE = _TRUMP_COMPANY + 4 * 8
_TRUMP_OVERTAKES = _TRUMP_STAKE + 2
_PLAIN = _TRUMP_OVERTAKES + 1
_PLAIN_ABOVE = _PLAIN + 13 * _PLAIN_WAYS
_PLAIN_JACK = _PLAIN_ABOVE + 5 * _PLAIN_WAYS
_PLAIN_TEN = _PLAIN_JACK + 4 * _PLAIN_WAYS
_SUIT_LEFT = _PLAIN_TEN + 4 * _PLAIN_WAYS
_TEN_LEFT = _SUIT_LEFT + 10 * _PLAIN_WAYS
_VOIDS = _TEN_LEFT + 2
FEATURES: Final = _VOIDS + 6
_STAGES = 6
CONTEXTS: Final = 3 * 4 * _STAGES
WEIGHTS: Final = CONTEXTS * FEATURES

SLOTS: Final = 20
"""Features that a card can have at once."""
TRAIL: Final = MOST_HELD * 2 * SLOTS


class Sight(NamedTuple):
    """What the features of all cards of a position have in common."""

    base: int
    """Where the weights of the context begin."""
    unseen: Mask
    worth: int
    """Of a pip (`PIP_WORTH`)."""
    stake: int
    """Pips on the table."""
    leading: bool
    ruffs: bool
    """Whether a trump would ruff: the trick was led plain."""
    partner: bool
    """Whether the partner's card is winning the trick."""
    jack: int
    """0: the trump jack is settled, or dead; 1: in the hand; 2: not seen yet; 3: on the table."""
    taking: Mask
    """The cards that would take the trick."""
    ducked: int
    ducked_plainly: int
    """For the cards that don't: chance to win it less chance to lose it, in parts of ONE."""


@small_kernel
def context(hand: Mask, table: Table) -> int:
    """Which copy of the weights: by cards dealt, place in the trick, and cards left.

    A hand of twelve cards and one of more, which two players may have, are one size.
    """
    left = count(hand)
    dealt = left + ((count(table.gone) - count(table.kicks)) >> (table.players >> 1))
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
    return int(NONE_HELD[held, unseen, min(count(cards), _MOST_NAMED)])


@small_kernel
def swing(table: Table, held: int, card: Card, takes: bool, unseen: Mask, plainly: bool) -> int:
    """Rough chance to win the trick less chance to lose it, in parts of ONE.

    Parameters
    ----------
    held : int
        Cards in the hand, this one included.
    card : Card
        The one that is played; which one is of no account if it doesn't take the trick.
    plainly : bool
        As if no plain trick could be trumped.
    """
    ours = takes or table.best_seat == table.seat ^ 2
    best = card if takes else table.best
    threats = winners(unseen, best, table.trump)
    if plainly:
        threats &= lane(suit_of(best))
    place = count(table.trick)
    if place == table.players - 1 or not threats:
        return ONE if ours else -ONE
    if place == 2 and not ours:
        return -ONE
    hidden = count(unseen)
    if table.players == 2:
        return 2 * _none_of(table, 1 - table.seat, threats, held, hidden) - ONE
    safe = _none_of(table, (table.seat + 1) & 3, threats, held, hidden)
    if place == 0:
        safe = safe * _none_of(table, (table.seat + 3) & 3, threats, held, hidden) // ONE
    if place == 2 or (place == 1 and ours):
        return 2 * safe - ONE
    rescued = ONE - _none_of(table, table.seat ^ 2, threats, held, hidden)
    if place == 0:
        return 2 * (safe + (ONE - safe) * rescued // (4 * ONE)) - ONE
    return rescued * (ONE + safe) // ONE - ONE


@small_kernel
def _pip_worth(hand: Mask, table: Table, unseen: Mask) -> int:
    """What a pip towards Game is worth now (`PIP_WORTH`)."""
    mine = pips(table.taken)
    theirs = pips(table.gone & ~table.taken & ~table.kicks)
    out = count(hand) * (table.players - 1) - count(table.trick)
    left = pips(hand | table.trick) + pips(unseen) * out // max(count(unseen), 1)
    return int(PIP_WORTH[min(left, 80), abs(mine - theirs)])


@small_kernel
def _look(hand: Mask, table: Table, legal: Mask) -> Sight:
    """What all cards of a position have in common."""
    unseen = PACK & ~(table.gone | table.trick | hand)
    leading = table.trick == 0
    jack = lane(table.trump) & rank_mask(JACK)
    state = (hand & jack != 0) + 2 * (unseen & jack != 0) + 3 * (table.trick & jack != 0)
    taking = legal if leading else winners(legal, table.best, table.trump)
    ducked, ducked_plainly = 0, 0
    if legal & ~taking:
        held, any_card = count(hand), lowest(legal)
        ducked = swing(table, held, any_card, False, unseen, False)
        ducked_plainly = swing(table, held, any_card, False, unseen, True)
    return Sight(
        context(hand, table) * FEATURES,
        unseen,
        _pip_worth(hand, table, unseen),
        pips(table.trick),
        leading,
        (not leading) and table.led != table.trump,
        (not leading) and table.best_seat == table.seat ^ 2,
        state,
        taking,
        ducked,
        ducked_plainly,
    )


@small_kernel
def _above(cards: Mask, card: Card) -> int:
    """How many of `cards` are of the card's suit and rank above it."""
    return count(cards & lane(suit_of(card)) & ~(bit(card) | (bit(card) - 1)))


@small_kernel
def _way(card: Card, table: Table, sight: Sight, takes: bool) -> int:
    """What a card does, 0 to 7."""
    if suit_of(card) == table.trump:
        return _LEADS_TRUMP + (not sight.leading)
    if sight.leading:
        return _LEADS if _above(sight.unseen, card) else _LEADS_TOP
    if takes:
        return _OVERTAKES if sight.partner else _TAKES
    return (_PARTNERS if sight.partner else 0) + (suit_of(card) != table.led)


@small_kernel
def _use(
    weights: Weights, base: int, feature: int, amount: int, trail: Trail | None, slot: int
) -> int:
    """What a feature adds to the score; a trail, if any, keeps it in this slot."""
    if trail is not None:
        trail[slot] = feature
        trail[slot + SLOTS] = amount
    return int(weights[base + feature]) * amount


@small_kernel
def _trick_score(
    card: Card,
    hand: Mask,
    table: Table,
    sight: Sight,
    way: int,
    weights: Weights,
    trail: Trail | None,
    slot: int,
) -> int:
    """What the trick itself makes of a card."""
    base, worth = sight.base, sight.worth
    chance, plainly = sight.ducked, sight.ducked_plainly
    if sight.taking & bit(card):
        chance = swing(table, count(hand), card, True, sight.unseen, False)
        plainly = swing(table, count(hand), card, True, sight.unseen, True)
    stake, own = sight.stake * worth, card_pips(card) * worth
    score = _use(weights, base, _STAKE + way, chance * stake >> 7, trail, slot)
    score += _use(weights, base, _OWN + way, chance * own >> 7, trail, slot + 1)
    score += _use(weights, base, _WINS + way, chance, trail, slot + 2)
    score += _use(weights, base, _STAKE_PLAINLY + way, plainly * stake >> 7, trail, slot + 3)
    score += _use(weights, base, _OWN_PLAINLY + way, plainly * own >> 7, trail, slot + 4)
    score += _use(weights, base, _WINS_PLAINLY + way, plainly, trail, slot + 5)
    score += _use(weights, base, _OWN_PIPS + way, own, trail, slot + 6)
    if sight.jack == 3:
        score += _use(weights, base, _JACK_ON_TABLE, chance, trail, slot + 7)
    if bit(card) == lane(table.trump) & rank_mask(JACK):
        score += _use(weights, base, _JACK_WINS, chance, trail, slot + 8)
    return score


@small_kernel
def _trump_score(
    card: Card,
    hand: Mask,
    table: Table,
    sight: Sight,
    weights: Weights,
    trail: Trail | None,
    slot: int,
) -> int:
    """What it costs or brings to part with a trump."""
    base = sight.base
    takes = sight.taking & bit(card) != 0
    trumps = lane(table.trump)
    friends = count(hand & trumps) - 1
    above = _above(sight.unseen, card)
    rank, way = rank_of(card), 2 * takes + sight.ruffs
    case = 4 * sight.jack + way
    score = _use(weights, base, _TRUMP + 16 * rank + case, ONE_HOT, trail, slot)
    score += _use(
        weights, base, _TRUMPS_ABOVE + 16 * min(above, 4) + case, ONE_HOT, trail, slot + 1
    )
    out = min(count(sight.unseen & trumps), 7)
    score += _use(weights, base, _TRUMPS_OUT + 8 * way + out, ONE_HOT, trail, slot + 2)
    company = min(friends, 3) + (4 if rank > JACK else 0)
    score += _use(weights, base, _TRUMP_COMPANY + 8 * way + company, ONE_HOT, trail, slot + 3)
    if not sight.leading:
        stake = sight.stake * sight.worth
        score += _use(weights, base, _TRUMP_STAKE + takes, stake, trail, slot + 4)
    if sight.partner and takes:
        score += _use(weights, base, _TRUMP_OVERTAKES, ONE_HOT, trail, slot + 5)
    if rank == JACK:
        score += _use(weights, base, _JACK_ABOVE + min(above, 3), ONE_HOT, trail, slot + 6)
        score += _use(weights, base, _JACK_COMPANY + min(friends, 5), ONE_HOT, trail, slot + 7)
    return score


@small_kernel
def _plain_score(
    card: Card,
    hand: Mask,
    table: Table,
    sight: Sight,
    way: int,
    weights: Weights,
    trail: Trail | None,
    slot: int,
) -> int:
    """What it costs or brings to part with a plain card."""
    base = sight.base
    suit, trumps = lane(suit_of(card)), lane(table.trump)
    left = hand & suit & ~bit(card)
    above = min(_above(sight.unseen, card), 4)
    which = _PLAIN + _PLAIN_WAYS * rank_of(card) + way
    score = _use(weights, base, which, ONE_HOT, trail, slot)
    which = _PLAIN_ABOVE + _PLAIN_WAYS * above + way
    score += _use(weights, base, which, ONE_HOT, trail, slot + 1)
    which = _PLAIN_JACK + _PLAIN_WAYS * sight.jack + way
    score += _use(weights, base, which, ONE_HOT, trail, slot + 2)
    which = _SUIT_LEFT + 10 * way + (5 if hand & trumps else 0) + min(count(left), 4)
    score += _use(weights, base, which, ONE_HOT, trail, slot + 3)
    ten = rank_mask(TEN) & suit
    state = (left & ten != 0) + 2 * (sight.unseen & ten != 0) + 3 * (table.trick & ten != 0)
    which = _PLAIN_TEN + _PLAIN_WAYS * state + way
    score += _use(weights, base, which, ONE_HOT, trail, slot + 4)
    if left & ten:
        score += _use(weights, base, _TEN_LEFT + (left == ten), ONE_HOT, trail, slot + 5)
    if sight.leading and table.shown:
        for turn in range(3):  # of two players two seats are empty, and have shown nothing
            lacking = lacks(table, (table.seat + 1 + turn) & 3)
            if not suit & PACK & ~lacking:
                which = _VOIDS + 2 * turn + (not trumps & PACK & ~lacking)
                score += _use(weights, base, which, ONE_HOT, trail, slot + 6 + turn)
    return score


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
    scores : (MOST_HELD,) int64, or None
        Filled with each legal card's score, from the lowest card up.
    trail : (TRAIL,) int64, or None
        Filled with each legal card's features, from the lowest: SLOTS numbers, SLOTS amounts.
    """
    sight = _look(hand, table, legal)
    best = lowest(legal)
    most = LEAST
    which = 0
    if trail is not None:
        trail[:] = 0
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        way = _way(card, table, sight, sight.taking & bit(card) != 0)
        slot = 2 * SLOTS * which
        score = _trick_score(card, hand, table, sight, way, weights, trail, slot)
        slot += 9
        if suit_of(card) == table.trump:
            score += _trump_score(card, hand, table, sight, weights, trail, slot)
        else:
            score += _plain_score(card, hand, table, sight, way, weights, trail, slot)
        if scores is not None:
            scores[which] = score
        which += 1
        if score > most:
            best, most = card, score
    return best
