"""The exact solver for two players: what `solve` says of four, by a search of its own.

A hand is worth a few values, and the value rises with two things: whether the trump jack turns out
well for the dealer, and the pips that he takes. "Is it at least v?" so means: at least `goal` pips
if the jack turns out well, at least ``goal + gap`` if it does not; once the jack is settled one
number is left. Positions met are kept with bounds on ``pips - (gap if ill)``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from engine._jit import lean_kernel, small_kernel
from engine.allfours.legal import legal_plays
from engine.allfours.rules import TIE_NONE, Rules
from engine.allfours.score import DEALER, ELDEST, Seat, card_pips, pips
from engine.allfours.solve import OpenTable, Solution, fewest_pips
from engine.allfours.solve_tables import Ints
from engine.bits import highest, lowest
from engine.cards import JACK, NO_CARD, Card, Mask, Suit, bit, lane, rank_mask, suit_of
from engine.random import scramble
from engine.trick import beats

_FAR: Final = 200
"""More than all pips: a bar that is out of reach, or a gap that no pips close."""
_NODES, _STOPPED = 0, 1


class Duel(NamedTuple):
    """Memory for one solver at a time."""

    table: Ints
    """(8 << bits,) positions met: the two hands, what else bears on them, the lower and the upper
    bound, and the lead that decided; two words are free."""
    counts: Ints
    """(2,) nodes so far, and whether the budget ran out."""
    levels: Ints
    """(6,) the values that a hand may have, rising."""


def new_duel(bits: int = 18) -> Duel:
    """Memory whose table of positions has ``2 ** bits`` entries of 64 bytes."""
    return Duel(np.full(8 << bits, -1, np.int64), np.zeros(2, np.int64), np.zeros(6, np.int64))


class Bars(NamedTuple):
    """What is asked: enough pips for the dealer if the jack turns out well, and if not."""

    goal: int
    gap: int
    """How many more if not; 0 once the jack is settled."""


@small_kernel
def _same_as_next(card: Card, hand: Mask, held: Mask, jack: Mask) -> bool:
    """Whether the next higher card in play of the suit is in the same hand and worth the same."""
    above = held & lane(suit_of(card)) & ~(bit(card) | (bit(card) - 1))
    if not above:
        return False
    other = lowest(above)
    mine = bool(hand & bit(other)) and card_pips(card) == card_pips(other)
    return mine and not (bit(card) | bit(other)) & jack


@small_kernel
def _after_trick(bars: Bars, trick: Mask, dealer_wins: bool, jack: Mask) -> Bars:
    """What is left to ask once a trick is taken."""
    goal, gap = bars.goal, bars.gap
    if dealer_wins:
        goal -= pips(trick)
    if trick & jack:
        return Bars(goal if dealer_wins else goal + gap, 0)
    return Bars(goal, gap)


@lean_kernel
def _reaches(
    duel: Duel,
    hands: tuple[int, int],
    leader: Seat,
    bars: Bars,
    trump: Suit,
    rules: Rules,
    budget: int,
) -> bool:
    """Whether the dealer reaches the bars in what is left of a hand, from a lead on."""
    held = hands[0] | hands[1]
    if bars.goal <= -bars.gap:
        return True
    if bars.goal > pips(held):
        return False
    duel.counts[_NODES] += 1
    if duel.counts[_NODES] > budget:
        duel.counts[_STOPPED] = 1
    if duel.counts[_STOPPED]:
        return False
    what = ((4 * rules.follow + trump) * 2 + leader) * 1024 + bars.gap
    hashed = scramble(hands[0] ^ scramble(hands[1] ^ scramble(what)))
    place = (hashed & (duel.table.size // 8 - 1)) * 8
    entry = duel.table[place : place + 8]
    low, high, first = -_FAR, _FAR, NO_CARD
    if entry[0] == hands[0] and entry[1] == hands[1] and entry[2] == what:
        low, high, first = entry[3], entry[4], entry[5]
        if low >= bars.goal:
            return True
        if high < bars.goal:
            return False
    jack = lane(trump) & rank_mask(JACK)
    leads = hands[leader]
    found = leader != 0
    while leads:
        lead = highest(leads)
        if first != NO_CARD and leads & bit(first):
            lead = first
        leads &= ~bit(lead)
        if lead != first and _same_as_next(lead, hands[leader], held, jack):
            continue
        reached = leader == 0
        other = hands[1 - leader]
        replies = legal_plays(other, suit_of(lead), trump, bit(lead) & lane(trump), rules)
        while replies:
            reply = lowest(replies)
            replies &= replies - 1
            if _same_as_next(reply, other, held, jack):
                continue
            winner = 1 - leader if beats(reply, lead, trump) else leader
            then = _after_trick(bars, bit(lead) | bit(reply), winner == 0, jack)
            gone = ~(bit(lead) | bit(reply))
            left = (hands[0] & gone, hands[1] & gone)
            if _reaches(duel, left, winner, then, trump, rules, budget) == (leader != 0):
                reached = leader != 0
                break
        if reached == (leader == 0):
            found, first = leader == 0, lead
            break
    if not duel.counts[_STOPPED]:
        entry[0], entry[1], entry[2] = hands[0], hands[1], what
        entry[3] = max(low, bars.goal) if found else low
        entry[4] = high if found else min(high, bars.goal - 1)
        entry[5] = first
    return found


class _State(NamedTuple):
    """A position being solved, and what it takes to turn pips into points."""

    hands: tuple[int, int]
    leader: Seat
    lead: Card
    """The card on the table, or NO_CARD."""
    trump: Suit
    won: int
    total: int
    well: int
    ill: int
    """Points for the jack, if it turns out well for the dealer and if not; the same if it is
    settled, or not in play."""


@small_kernel
def _begin(table: OpenTable, rules: Rules) -> _State:
    """What the solver needs of a position."""
    lead = table.trick[0]
    held = table.hands[0] | table.hands[1]
    if lead != NO_CARD:
        held |= bit(lead)
    jack = lane(table.trump) & rank_mask(JACK)
    well, ill = 0, 0
    if held & jack:
        owner = 0 if table.hands[0] & jack else 1
        if lead != NO_CARD and bit(lead) & jack:
            owner = table.leader
        well = rules.jack_points if owner == 0 else rules.hang_points
        ill = -rules.hang_points if owner == 0 else -rules.jack_points
    elif (table.taken | table.lost) & jack:
        taker = DEALER if table.taken & jack else ELDEST
        well = taker * (rules.jack_points if table.jack == taker else rules.hang_points)
        ill = well
    won = pips(table.taken)
    total = won + pips(table.lost) + pips(held)
    hands = (table.hands[0], table.hands[1])
    return _State(hands, table.leader, lead, table.trump, won, total, well, ill)


@small_kernel
def _after(state: _State, card: Card) -> _State:
    """The position after a card of the player to play."""
    hands = (state.hands[0] & ~bit(card), state.hands[1] & ~bit(card))
    if state.lead == NO_CARD:
        return _State(
            hands, state.leader, card, state.trump, state.won, state.total, state.well, state.ill
        )
    winner = 1 - state.leader if beats(card, state.lead, state.trump) else state.leader
    trick = bit(card) | bit(state.lead)
    won = state.won if winner else state.won + pips(trick)
    well, ill = state.well, state.ill
    if trick & lane(state.trump) & rank_mask(JACK):
        well = ill if winner else well
        ill = well
    return _State(hands, winner, NO_CARD, state.trump, won, state.total, well, ill)


@small_kernel
def _choices(state: _State, rules: Rules) -> Mask:
    """The cards that the player to play may play."""
    if state.lead == NO_CARD:
        return state.hands[state.leader]
    hand = state.hands[1 - state.leader]
    if not hand:
        return hand
    trumps = bit(state.lead) & lane(state.trump)
    return legal_plays(hand, suit_of(state.lead), state.trump, trumps, rules)


@small_kernel
def _asked(state: _State, value: int, rules: Rules) -> Bars:
    """What "at least `value`" means from a lead on."""
    goal = fewest_pips(value - state.well, state.total, rules) - state.won
    gap = fewest_pips(value - state.ill, state.total, rules) - state.won - goal
    rest = pips(state.hands[0] | state.hands[1])
    if state.well == state.ill:
        return Bars(goal, 0)
    if goal > rest:
        return Bars(_FAR, 0)
    goal = max(goal, 0)
    if goal + gap > rest:
        gap = _FAR
    return Bars(goal, gap)


@lean_kernel
def _at_least(duel: Duel, state: _State, value: int, rules: Rules, budget: int) -> bool:
    """Whether a position is worth at least `value`; of no meaning if the budget ran out."""
    if state.lead == NO_CARD:
        bars = _asked(state, value, rules)
        return _reaches(duel, state.hands, state.leader, bars, state.trump, rules, budget)
    left = _choices(state, rules)
    follower = 1 - state.leader
    while left:
        card = lowest(left)
        left &= left - 1
        then = _after(state, card)
        bars = _asked(then, value, rules)
        reached = _reaches(duel, then.hands, then.leader, bars, then.trump, rules, budget)
        if reached == (follower == 0):
            return reached
    return follower != 0


@small_kernel
def _list_levels(duel: Duel, state: _State, rules: Rules) -> int:
    """Put the values that a hand may have into `Duel.levels`, rising; return how many."""
    levels, size = duel.levels, 0
    for part in range(6):
        game = part % 3 - 1
        if game == 0 and (rules.game_tie != TIE_NONE or state.total & 1) and state.total:
            continue
        if state.total == 0 and game != 0:
            continue
        value = (state.well if part > 2 else state.ill) + game * rules.game_points
        place = size
        while place and levels[place - 1] > value:
            place -= 1
        if place and levels[place - 1] == value:
            continue
        for later in range(size, place, -1):
            levels[later] = levels[later - 1]
        levels[place] = value
        size += 1
    return size


@lean_kernel
def _value(duel: Duel, state: _State, rules: Rules, budget: int) -> int:
    """The value of a position; of no meaning if the budget ran out."""
    low, high = 0, _list_levels(duel, state, rules) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _at_least(duel, state, duel.levels[middle], rules, budget):
            low = middle
        else:
            high = middle - 1
    return int(duel.levels[low])


@lean_kernel
def solve_two(duel: Duel, table: OpenTable, rules: Rules, budget: int) -> Solution:
    """The value of a position of two players, and every card that keeps it.

    Parameters
    ----------
    duel : Duel
        Its memory; what it has learned of other hands never bears on the answer.
    table : OpenTable
        The position; seats 2 and 3 hold nothing.
    rules : Rules
        Any rule set for two players.
    budget : int
        Give up after so many leads.
    """
    duel.counts[:] = 0
    state = _begin(table, rules)
    value, best = _value(duel, state, rules, budget), 0
    side = state.leader if state.lead == NO_CARD else 1 - state.leader
    left = _choices(state, rules)
    # A card of the dealer keeps the value if it is still reached, one of the eldest if nothing
    # above it is.
    while left:
        card = lowest(left)
        left &= left - 1
        if _at_least(duel, _after(state, card), value + side, rules, budget) == (side == 0):
            best |= bit(card)
    nodes = int(duel.counts[_NODES])
    if duel.counts[_STOPPED]:
        return Solution(0, 0, nodes, 0)
    return Solution(value, best, nodes, 1)
