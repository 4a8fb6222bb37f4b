"""The exact solver: Jack and Game with all cards seen and best play by both sides.

The value of a hand is the Jack and Game points of the dealer's team minus the eldest's, over the
whole hand. It is one of a few numbers, found by asking whether it is at least this or that one
(`solve_search`); each answer is proved, for every rule set.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from engine._jit import lean_kernel, small_kernel
from engine.allfours.rules import TIE_DEALER, TIE_NONE, Rules
from engine.allfours.score import DEALER, ELDEST, NOBODY, Seat, Team
from engine.allfours.score import pips as pips_of
from engine.allfours.solve_order import WEIGHTS
from engine.allfours.solve_search import ANY, BOTH, GAME, INFINITY, JACK, TWO, Position, ask
from engine.allfours.solve_tables import (
    BEATEN_BY,
    KNAVE,
    KNAVE_TEAM,
    LEVELS,
    NEW,
    OLD,
    OWN,
    PIPS,
    TENS,
    Ints,
    Law,
    Solver,
    allowed,
    law_of,
    prepare,
)
from engine.allfours.table import Table
from engine.bits import count, highest, lowest
from engine.cards import JACK as JACK_RANK
from engine.cards import NO_CARD, Card, Mask, Suit, bit, lane, rank_mask
from engine.deal import Deck, Hands

UNLIMITED: Final = 1 << 60
"""A budget that is never used up."""


class OpenTable(NamedTuple):
    """A position in the play of a hand, as it lies on the table."""

    hands: tuple[Mask, Mask, Mask, Mask]
    """The cards still held, by seat."""
    trump: Suit
    leader: Seat
    """Who led the trick on the table, or is to lead the next."""
    trick: tuple[Card, Card, Card]
    """The cards on the table in order; NO_CARD where none is yet."""
    taken: Mask
    """The cards in tricks that the dealer's team has won."""
    lost: Mask
    """The cards in tricks that the eldest's team has won."""
    jack: Team
    """The team that was dealt the trump jack: looked at only if it is in `taken` or `lost`."""


@small_kernel
def first_lead(hands: Hands, leader: Seat, trump: Suit) -> OpenTable:
    """The position before a hand's first lead."""
    held = (hands[0], hands[1], hands[2], hands[3])
    return OpenTable(held, trump, leader, (NO_CARD, NO_CARD, NO_CARD), 0, 0, NOBODY)


class Solution(NamedTuple):
    """The value of a position, if it was found."""

    value: int
    """Points of the dealer's team minus the eldest's; 0 if not `solved`."""
    best: Mask
    """Every card of the seat to play that keeps the value, where that was asked; else 0."""
    nodes: int
    """Positions searched."""
    solved: int
    """0 if the budget of nodes ran out first, else 1."""


class _State(NamedTuple):
    """A position being solved, and what it takes to turn payoffs into points."""

    at: Position
    won: int
    """Pips that the dealer's team has taken."""
    total: int
    """Pips of the whole hand."""
    well: int
    """Points for the jack if it turns out well for the dealer's team."""
    ill: int
    """Points for it if not; the same if it is settled, or not in play."""


def new_solver(bits: int = 14) -> Solver:
    """Memory for one solver, whose table of positions has ``2 ** bits`` entries of 16 bytes.

    14 is best for hands of six cards, 20 for nine; 18 is nearly as good as either for both.
    """
    return Solver(
        cards=np.zeros(320, np.int64),
        suits=np.zeros(4 * 4 * 8192, np.int64),
        scratch=np.zeros(8 * 8192, np.int64),
        frames=np.zeros(3072, np.int64),
        killers=np.zeros(1 << bits, np.int8),
        table=np.full(2 << bits, -1, np.int64),
        weights=WEIGHTS.copy(),
    )


@small_kernel
def fewest_pips(need: int, total: int, rules: Rules) -> int:
    """How few of `total` pips must the dealer's team take to be paid `need` for Game."""
    stake = rules.game_points
    if total == 0 or stake == 0:  # nobody is paid, whatever the rule for ties
        return 0 if need <= 0 else INFINITY
    if need <= -stake:
        return 0
    if need > stake:
        return INFINITY
    tie_will_do = rules.game_tie == TIE_DEALER or (rules.game_tie == TIE_NONE and need <= 0)
    return (total + 1) // 2 if tie_will_do else total // 2 + 1


@small_kernel
def _begin(solver: Solver, table: OpenTable, rules: Rules) -> _State:
    """Make the solver ready for a position."""
    held = prepare(solver, table.hands, table.trick, table.leader, table.trump)
    cards = solver.cards
    in_play = table.hands[0] | table.hands[1] | table.hands[2] | table.hands[3]
    for turn in range(3):
        if table.trick[turn] != NO_CARD:
            in_play |= bit(table.trick[turn])
            held |= bit(cards[NEW + table.trick[turn]])
    well = 0
    ill = 0
    gone = (table.taken | table.lost) & rank_mask(JACK_RANK) & lane(table.trump)
    if cards[KNAVE]:
        ours = cards[KNAVE_TEAM] == 0
        well = rules.jack_points if ours else rules.hang_points
        ill = -rules.hang_points if ours else -rules.jack_points
    elif gone:
        taker = DEALER if gone & table.taken else ELDEST
        well = taker * (rules.jack_points if table.jack == taker else rules.hang_points)
        ill = well
    leader = table.leader
    tricks = count(table.hands[leader]) + (table.trick[0] != NO_CARD)
    won = pips_of(table.taken)
    rest = pips_of(in_play)
    total = won + pips_of(table.lost) + rest
    start = Position(held, 0, leader, NO_CARD, leader, 0, 0, tricks, rest)
    state = _State(start, won, total, well, ill)
    for turn in range(3):
        if table.trick[turn] != NO_CARD:
            state = _after(solver, state, cards[NEW + table.trick[turn]])
    return state


@small_kernel
def _after(solver: Solver, state: _State, card: Card) -> _State:
    """The position after a (renumbered) card of the seat to play."""
    cards, at = solver.cards, state.at
    held = at.held & ~bit(card)
    pips = at.on_table + cards[PIPS + card]
    leads = at.turn == 0
    takes = leads or bool(cards[BEATEN_BY + at.best] & bit(card))
    best = card if takes else at.best
    winner = at.player if takes else at.winner
    led = card >> 4 if leads else at.led
    if at.turn < 3:
        player = (at.player + 1) & 3
        then = Position(held, at.turn + 1, player, best, winner, pips, led, at.tricks, at.rest)
        return _State(then, state.won, state.total, state.well, state.ill)
    then = Position(held, 0, winner, NO_CARD, winner, 0, 0, at.tricks - 1, at.rest - pips)
    won = state.won if winner & 1 else state.won + pips
    well = state.well
    ill = state.ill
    if cards[KNAVE] and not held & cards[KNAVE]:  # settled: now, or before and this changes nothing
        well = state.ill if winner & 1 else state.well
        ill = well
    return _State(then, won, state.total, well, ill)


class _Verdict(NamedTuple):
    """Whether something is so, what it took, and whether it is known at all."""

    true: int
    nodes: int
    done: int


@small_kernel
def _at_least(
    solver: Solver, state: _State, value: int, rules: Rules, law: Law, budget: int
) -> _Verdict:
    """Whether a position is worth at least `value`: as bars on pips, see `solve_search`."""
    at = state.at
    low = fewest_pips(value - state.well, state.total, rules) - state.won
    high = fewest_pips(value - state.ill, state.total, rules) - state.won
    if low > at.rest:
        return _Verdict(0, 0, 1)
    if high <= 0:
        return _Verdict(1, 0, 1)
    low = max(low, 0)
    mode = TWO
    goal = low
    if low == high:
        mode = GAME
    elif low == 0:
        mode = JACK if high > at.rest else ANY
        goal = high
        if mode == JACK:
            goal = 0
    elif high > at.rest:
        mode = BOTH
    answer = ask(solver, at, mode, goal, high - low, law, budget)
    return _Verdict(int(answer.bound >= goal), answer.nodes, answer.done)


@small_kernel
def _list_levels(solver: Solver, state: _State, rules: Rules) -> int:
    """Put the values that a hand may have into `Solver.cards`, rising; return how many."""
    cards = solver.cards
    size = 0
    for part in range(6):
        game = part % 3 - 1
        if game == 0 and (rules.game_tie != TIE_NONE or state.total & 1) and state.total:
            continue
        if state.total == 0 and game != 0:
            continue
        value = (state.well if part > 2 else state.ill) + game * rules.game_points
        place = size
        while place and cards[LEVELS + place - 1] > value:
            place -= 1
        if place and cards[LEVELS + place - 1] == value:
            continue
        for later in range(size, place, -1):
            cards[LEVELS + later] = cards[LEVELS + later - 1]
        cards[LEVELS + place] = value
        size += 1
    return size


@small_kernel
def _promising(solver: Solver, state: _State) -> bool:
    """A guess whether the dealer's team gets the better of the pips."""
    cards, held = solver.cards, state.at.held
    score = 0
    for seat in range(4):
        sign = 1 - 2 * (seat & 1)
        mine = held & cards[OWN + seat]
        trumps = mine & lane(0)
        length = count(held & lane(0))
        while trumps:
            score += sign * (12 + 3 * (2 * lowest(trumps) - length + 1) // 2)
            trumps &= trumps - 1
        for suit in range(1, 4):
            in_suit = held & lane(suit)
            if in_suit:
                top = bit(highest(in_suit))
                if top & mine:
                    score += sign * 8
                score += sign * 2 * count(in_suit & mine & cards[TENS] & ~top)
    score += 4 - 8 * (state.at.player & 1)
    return score + 2 * state.won >= 0


@small_kernel
def _value(solver: Solver, state: _State, rules: Rules, law: Law, budget: int) -> Solution:
    """The value of a position of the hand that the solver is ready for."""
    size = _list_levels(solver, state, rules)
    levels = solver.cards
    low = 0
    high = size - 1
    nodes = 0
    while low < high:
        middle = (low + high + 1) // 2
        if high - low == 2:
            middle = high if _promising(solver, state) else high - 1
        verdict = _at_least(solver, state, levels[LEVELS + middle], rules, law, budget - nodes)
        nodes += verdict.nodes
        if not verdict.done:
            return Solution(0, 0, nodes, 0)
        if verdict.true:
            low = middle
        else:
            high = middle - 1
    return Solution(levels[LEVELS + low], 0, nodes, 1)


@lean_kernel
def solve(solver: Solver, table: OpenTable, rules: Rules, budget: int) -> Solution:
    """The value of a position.

    Parameters
    ----------
    solver : Solver
        Its memory; what it has learned of other hands is kept, and never bears on the answer.
    table : OpenTable
        The position. The seats yet to play to the trick hold one card more than the others.
    rules : Rules
        Any rule set.
    budget : int
        Give up after so many positions (a few more may be looked at), say UNLIMITED.

    Returns
    -------
    Solution
        Without `best`.
    """
    return _value(solver, _begin(solver, table, rules), rules, law_of(rules), budget)


@small_kernel
def _choices(solver: Solver, state: _State, law: Law) -> Mask:
    """The renumbered cards that the seat to play may play."""
    hand: Mask = state.at.held & solver.cards[OWN + state.at.player]
    if state.at.turn == 0 or not hand:
        return hand
    return allowed(hand, state.at.led, state.at.best, law)


@lean_kernel
def solve_cards(
    solver: Solver, table: OpenTable, rules: Rules, budget: int, values: Ints
) -> Solution:
    """The value of a position, and of each card that may be played.

    Parameters
    ----------
    solver, table, rules, budget
        As for `solve`; the budget is for all cards together.
    values : (64,) int64
        Filled, at each legal card, with the value of the position after it.

    Returns
    -------
    Solution
        With `best`, 0 if the hand is over.
    """
    law = law_of(rules)
    state = _begin(solver, table, rules)
    whole = _value(solver, state, rules, law, budget)
    best = 0
    nodes = whole.nodes
    left = _choices(solver, state, law)
    while left and whole.solved:
        card = lowest(left)
        left &= left - 1
        then = _value(solver, _after(solver, state, card), rules, law, budget - nodes)
        nodes += then.nodes
        if not then.solved:
            return Solution(0, 0, nodes, 0)
        old = solver.cards[OLD + card]
        values[old] = then.value
        if then.value == whole.value:
            best |= bit(old)
    return Solution(whole.value, best, nodes, whole.solved)


@lean_kernel
def solve_best(solver: Solver, table: OpenTable, rules: Rules, budget: int) -> Solution:
    """The value of a position and every card that keeps it: one question a card."""
    law = law_of(rules)
    state = _begin(solver, table, rules)
    whole = _value(solver, state, rules, law, budget)
    best = 0
    nodes = whole.nodes
    left = _choices(solver, state, law)
    # A card of the dealer's team keeps a value if it is still reached, one of the eldest's if
    # nothing above it is.
    bar = whole.value + (state.at.player & 1)
    while left and whole.solved:
        card = lowest(left)
        left &= left - 1
        then = _after(solver, state, card)
        verdict = _at_least(solver, then, bar, rules, law, budget - nodes)
        nodes += verdict.nodes
        if not verdict.done:
            return Solution(0, 0, nodes, 0)
        if verdict.true != (state.at.player & 1):
            best |= bit(solver.cards[OLD + card])
    return Solution(whole.value, best, nodes, whole.solved)


@small_kernel
def _first(cards: Mask) -> Card:
    """The card that is asked about first: plain before trump, and the lowest of its suit."""
    plain = cards & ~lane(0)
    return lowest(plain if plain else cards)


@small_kernel
def _keeping(solver: Solver, state: _State, value: int, rules: Rules, law: Law) -> Card:
    """The first card in the order of `_first` that keeps the value of a position."""
    side = state.at.player & 1
    bar = value + side  # as in `solve_best`
    left = _choices(solver, state, law)
    card = _first(left)
    left &= ~bit(card)
    # One of the cards keeps the value: the last that is left needs no question.
    while left:
        then = _after(solver, state, card)
        if _at_least(solver, then, bar, rules, law, UNLIMITED).true != side:
            break
        card = _first(left)
        left &= ~bit(card)
    return card


@lean_kernel
def play_open(solver: Solver, hands: Hands, table: Table, rules: Rules, plays: Deck) -> Mask:
    """Play a hand with all cards seen, best play by both sides; return what dealer's team took.

    The hand scores its value in Jack and Game points. Of the cards that keep it the first is
    played, plain before trump and the lowest of its suit, its suits in the order of spades,
    hearts, diamonds, clubs: no heed is paid to pips beyond those that count, nor to Low where
    the taker scores it. Where a rule set makes different awards add up to the same points, which
    of them it is depends on that choice.

    Parameters
    ----------
    solver : Solver
        Its memory; what it has learned of other hands never bears on a card.
    hands : (4,) int64
        Masks by seat; empty afterwards.
    table : Table
        Before the first lead: no card has been played.
    plays : (48,) int64
        Filled with the cards in order of play.
    """
    law = law_of(rules)
    turns = 4 * count(hands[table.seat])
    state = _begin(solver, first_lead(hands, table.seat, table.trump), rules)
    value = _value(solver, state, rules, law, UNLIMITED).value
    taken = 0
    trick = 0
    for turn in range(turns):
        card = _keeping(solver, state, value, rules, law)
        state = _after(solver, state, card)
        plays[turn] = solver.cards[OLD + card]
        trick |= bit(plays[turn])
        if state.at.turn == 0:
            taken |= 0 if state.at.player & 1 else trick
            trick = 0
    hands[:] = 0
    return taken
