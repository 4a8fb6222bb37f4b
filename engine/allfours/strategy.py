"""The players: which card is played.

A player of the cards is a function of its own hand, of the `Table` that everybody sees, and of the
cards that it may play: all that the seat can know. Players are told apart by a small int.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine._jit import lean_kernel, small_kernel
from engine.allfours.score import card_pips, pips
from engine.allfours.table import Table
from engine.bits import count, highest, lowest, nth
from engine.cards import (
    JACK,
    NO_CARD,
    PACK,
    Card,
    Mask,
    Suit,
    lane,
    rank_mask,
    rank_of,
    suit_of,
)
from engine.random import Stream, below
from engine.trick import winners

RANDOM, SIMPLE, EXPERT, WORLDS = range(4)
"""`worlds:W` is the player WORLDS + W."""
OPEN: Final = -1
"""Nobody who could sit with others: all four hands are played by the solver, who sees them all."""
RUFF_FROM: Final = 4
"""`simple` trumps a plain trick, or overtrumps, for this many pips."""
PLAYERS: Final[dict[str, int]] = {"random": RANDOM, "simple": SIMPLE, "expert": EXPERT}


class Strategy(NamedTuple):
    """Who plays the cards for each team; when they beg and give is in a `book`."""

    dealer_play: int = SIMPLE
    eldest_play: int = SIMPLE


def _cost_table() -> npt.NDArray[np.int64]:
    """What it costs to part with a plain card of each rank, and (second row) with a trump.

    A pip costs 64, a rank 1; a trump 400 more and 40 for each rank, the trump jack 3,000: a plain
    ace goes before a low trump, that before a plain ten, and the jack last of all.
    """
    plain = np.arange(13) + 64 * np.array([0] * 8 + [10, 1, 2, 3, 4])
    trump = plain + 400 + 40 * np.arange(13)
    trump[JACK] = plain[JACK] + 3400
    return np.stack([plain, trump])


_COST: Final = _cost_table()


@lean_kernel
def _cheapest(cards: Mask, trump: Suit) -> Card:
    """The card that costs least to part with, the lowest of equals."""
    best = NO_CARD
    least = 1 << 20
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        cost = _COST[int(suit_of(card) == trump), rank_of(card)]
        if cost < least:
            best, least = card, cost
    return best


@lean_kernel
def _richest(cards: Mask) -> Card:
    """The card with most pips, the lower of equals."""
    best = NO_CARD
    most = -1
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if card_pips(card) > most:
            best, most = card, card_pips(card)
    return best


@small_kernel
def _unbeaten(card: Card, hand: Mask, table: Table) -> bool:
    """Whether no card that the seat has not seen can take a trick from `card`."""
    unseen = PACK & ~(table.gone | table.trick | hand)
    return winners(unseen, card, table.trump) == 0


@lean_kernel
def _simple_lead(hand: Mask, table: Table, legal: Mask) -> Card:
    """Lead a top trump if it can't be beaten, else the cheapest plain card, else a low trump."""
    trumps = legal & lane(table.trump)
    if trumps and _unbeaten(highest(trumps), hand, table):
        return highest(trumps)
    plain = legal & ~trumps
    return _cheapest(plain if plain else legal, table.trump)


@lean_kernel
def simple(hand: Mask, table: Table, legal: Mask) -> Card:
    """A plain player: win cheaply when it pays, feed the partner's winner, else duck.

    Parameters
    ----------
    hand : Mask
        The seat's own cards.
    table : Table
        What everybody sees.
    legal : Mask
        The cards that it may play; not empty.
    """
    if not table.trick:
        return _simple_lead(hand, table, legal)
    trumps = lane(table.trump)
    jack = trumps & rank_mask(JACK)
    last = count(table.trick) == table.players - 1
    ours = table.best_seat == table.seat ^ 2
    safe = last or _unbeaten(table.best, hand, table)
    if ours and safe:  # the partner has the trick: save the jack, or feed it
        if legal & jack:
            return highest(jack)
        plain = legal & ~trumps
        return _richest(plain if plain else legal)
    taking = winners(legal, table.best, table.trump)
    if taking & jack and (last or _unbeaten(highest(jack), hand, table)):
        return highest(jack)
    if table.trick & jack and taking & ~jack:  # hang it, or save the partner's
        return highest(taking & ~jack)
    if not ours:
        plain = taking & ~trumps
        if plain and (last or _unbeaten(highest(plain), hand, table)):
            return _richest(plain) if last else highest(plain)
        ruff = taking & trumps & ~jack
        if ruff and pips(table.trick) >= RUFF_FROM:
            return _cheapest(ruff, table.trump)
    return _cheapest(legal, table.trump)


@small_kernel
def at_random(legal: Mask, stream: Stream) -> Card:
    """Any legal card, each equally likely."""
    return nth(legal, below(stream, count(legal)))
