"""An exposed card, and who makes its owner play it (RULES.md 40)."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import lean_kernel, small_kernel
from engine.allfours.expert import Weights
from engine.allfours.play import pick
from engine.allfours.rules import ANYONE, Rules
from engine.allfours.score import Seat, pips
from engine.allfours.strategy import Strategy
from engine.allfours.table import Table, after, playable
from engine.bits import count
from engine.cards import JACK, TEN, Card, Mask, bit, lane, rank_of, suit_of
from engine.deal import Deck, Hands
from engine.random import Stream
from engine.trick import winners

NOBODY_CALLS: Final = -1
FEW_PIPS: Final = 2
"""A trump is called out onto a plain trick of no more."""
NEVER: Final = 13
"""In place of the tricks before a card was exposed: it stays hidden."""

Call: TypeAlias = npt.NDArray[np.int64]
"""(3,) Who called the card, or NOBODY_CALLS; in which trick, from 1; and the cards that lay on the
table then, 0 where its owner had to lead it."""


class Exposed(NamedTuple):
    """A card that lies open before its owner."""

    card: Card
    seat: Seat
    """Its owner."""
    tricks: int = 0
    """How many tricks had been played when it was exposed."""


@small_kernel
def may_be_called(exposed: Exposed, table: Table, legal: Mask) -> bool:
    """Whether the seat to play can be made to play the card, and has another that it may play."""
    mine = table.seat == exposed.seat and legal & bit(exposed.card) != 0
    later = count(table.gone & ~table.kicks) >= table.players * exposed.tricks
    return mine and later and legal != bit(exposed.card)


@lean_kernel
def calls(hand: Mask, seat: Seat, table: Table, card: Card, rules: Rules) -> bool:
    """Whether a seat calls the card now: a rule of a few lines, measured in results/exposed.

    The owner's partner, where it may call, has the last line alone: see `_before_a_trump`.

    Parameters
    ----------
    hand : Mask
        The caller's own cards.
    seat : Seat
        The caller's.
    table : Table
        What everybody sees; the owner is to play.
    card : Card
        The exposed card, which the owner may play.
    """
    plain = suit_of(card) != table.trump
    if plain and not table.trick:
        return _before_a_trump(hand, table)
    if (seat ^ table.seat) & 1 == 0:
        return False
    then = after(table, card, rules)
    ours = (then.best_seat ^ seat) & 1 == 0
    ten = rank_of(card) == TEN
    if plain:
        return ours or not ten
    if rank_of(card) == JACK:
        return then.led == table.trump or ours or _takes(hand, seat, table, then, rules)
    if then.led == table.trump:
        return ten and (ours or not table.trick)
    return ours or (not ten and pips(table.trick) <= FEW_PIPS)


@small_kernel
def _before_a_trump(hand: Mask, table: Table) -> bool:
    """A plain card is called for a lead by who holds a single trump, and fears that one is led."""
    return count(hand & lane(table.trump)) == 1


@small_kernel
def _takes(hand: Mask, seat: Seat, table: Table, then: Table, rules: Rules) -> bool:
    """Whether a seat is still to play, and has a card that wins the trick once the jack is in it.

    Into a plain trick that the jack wins it isn't called.
    """
    around = table.players - 1
    to_play = (seat - table.seat) & around <= around - count(table.trick)
    return to_play and winners(playable(hand, then, rules), then.best, table.trump) != 0


@small_kernel
def caller_of(exposed: Exposed, hands: Hands, table: Table, legal: Mask, rules: Rules) -> Seat:
    """The seat that calls the card now, an opponent if one does; or NOBODY_CALLS."""
    if may_be_called(exposed, table, legal):
        for step in (1, 3, 2):
            seat = (exposed.seat + step) & (table.players - 1)
            if step == 2 and (rules.called_by != ANYONE or table.players == 2):
                break
            if calls(hands[seat], seat, table, exposed.card, rules):
                return seat
    return NOBODY_CALLS


@lean_kernel
def play_exposed(
    hands: Hands,
    table: Table,
    exposed: Exposed,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    stream: Stream,
    call: Call,
    plays: Deck,
) -> Mask:
    """Play a hand from any position to its end, the exposed card played when it is called.

    Nobody plays otherwise because the card is seen: only calls make a difference.

    Parameters
    ----------
    hands : (4,) int64
        Masks by seat; empty afterwards.
    call : (3,) int64
        Filled.
    plays : (48,) int64
        Filled with the cards in order of play.

    Returns
    -------
    Mask
        What the dealer's team took.
    """
    call[0] = NOBODY_CALLS
    made = 0
    while hands[table.seat]:
        hand = hands[table.seat]
        legal = playable(hand, table, rules)
        caller = caller_of(exposed, hands, table, legal, rules)
        if caller == NOBODY_CALLS:
            card = pick(hand, table, legal, strategy, weights, stream)
        else:
            card = exposed.card
            note_call(call, caller, table)
        hands[table.seat] = hand & ~bit(card)
        plays[made] = card
        made += 1
        table = after(table, card, rules)
    return table.taken


@small_kernel
def note_call(call: Call, caller: Seat, table: Table) -> None:
    """Write down a call."""
    call[0] = caller
    call[1] = count(table.gone & ~table.kicks) // table.players + 1
    call[2] = count(table.trick)
