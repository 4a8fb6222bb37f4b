"""The search of the solver: is one position worth at least so much to the dealer's team?

A position's worth rises with two things alone: whether the trump jack turns out well for the
dealer's team (saved if they hold it, hung if the others do), and the pips that they take. So
"worth at least v" means: pips >= low if the jack turns out well, pips >= high if it does not.
Where the jack is open there are two bars, low <= high; afterwards one. The pair is kept as a mode
and one bar `goal` on a payoff that a minimax can be taken of, G being pips still to be won:

====  ========================  ======================================================
mode  payoff                    when
====  ========================  ======================================================
GAME  G                         the jack is settled, or of no account
BOTH  G if well, -inf if not    high is out of reach: the jack and `goal` pips are needed
ANY   +inf if well, G if not    low is reached already: the jack or `goal` pips will do
JACK  +inf if well, -inf if not both
TWO   G if well, G - gap if not neither; gap = high - low
====  ========================  ======================================================

A payoff does not depend on the rule set's points, so positions met are kept (with bounds on their
payoff) from hand to hand; the key holds who holds which cards, the lead, the mode, the gap, and
the law of what may be played.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine._jit import lean_kernel, small_kernel
from engine.allfours.score import Seat
from engine.allfours.solve_order import score_follow, score_lead
from engine.allfours.solve_tables import (
    BEATEN_BY,
    CASH,
    CODE,
    INDEX,
    JACK_CODE,
    KNAVE,
    KNAVE_TEAM,
    NO_PIPS,
    OVER,
    OWN,
    PIPS,
    RUFF,
    START,
    Ints,
    Law,
    Solver,
    allowed,
    best_pips,
    dearest,
    law_number,
)
from engine.bits import highest, lowest
from engine.cards import LANE, NO_CARD, Card, Mask, Suit, bit, lane

GAME, BOTH, ANY, JACK, TWO = range(5)
INFINITY: Final = 1000
FINITE: Final = 500
"""Bounds nearer to 0 than this are pips."""

_TRUMPS: Final = LANE
_BARRIER: Final = -0x1FFF_1FFF_1FFF_2000  # the top three bits of every lane, where no card is

# Steps of the machine, in an order that lets one fall through to the next.
_TRICK, _TURN, _BACK, _NEXT, _PLAY = range(5)

# Places in a frame: 32 a ply, four plies a trick.
_HELD, _PLAYER, _BEST, _WINNER, _ON_TABLE, _VALUE, _LEFT, _MOVES, _STAGE, _CARD, _PLACE = range(11)
_LIST: Final = 12
_FORCED: Final = -1
_TO_KILLER, _TO_LIST, _IN_LIST = range(3)

# Places in a trick's record, after all frames: 16 a trick.
_TRICKS: Final = 2048
_GOAL, _REST, _TRICKS_LEFT, _MODE, _GAP, _LED, _KEY, _LOW, _HIGH, _SHIFT = range(10)
_TURNED, _TURN_GOAL, _IF_TRUE, _IF_FALSE = range(10, 14)


class Position(NamedTuple):
    """A position in renumbered cards, as the search needs it."""

    held: Mask
    turn: int
    """Cards on the table."""
    player: Seat
    best: Card
    """The card that wins the trick so far, NO_CARD before the lead."""
    winner: Seat
    on_table: int
    """Pips on the table."""
    led: Suit
    tricks: int
    """Tricks to play, that on the table included."""
    rest: int
    """Pips held and on the table."""


class Answer(NamedTuple):
    """What became of a question."""

    bound: int
    """A payoff: at least this if it is not below the goal, else at most this."""
    nodes: int
    """Positions searched."""
    done: int
    """0 if the budget ran out: then `bound` means nothing."""


@small_kernel
def _payoff(mode: int, gap: int, well: int, pips: int) -> int:
    """The payoff of a hand that is over; `well` is 1 if the jack turned out well."""
    if mode == GAME:
        return pips
    if well:
        return pips if mode in (BOTH, TWO) else INFINITY
    if mode == TWO:
        return pips - gap
    return pips if mode == ANY else -INFINITY


@small_kernel
def _fewest(legal: Mask, alike: Mask, others: Mask) -> Mask:
    """`legal` without cards as good as a lower one: only the lowest of each run is kept.

    Parameters
    ----------
    alike : Mask
        Cards of `legal` that count the same if nothing in play separates them.
    others : Mask
        All other cards that can separate them.

    Notes
    -----
    A run is a stretch of a suit without `others`. Adding `alike` to the stretch carries from its
    lowest card to its end, and so leaves a one in the place of every other card of the run.
    """
    stretch = ~(others | _BARRIER)
    return legal & ~(alike & (stretch + alike))


@small_kernel
def _in_class(card: Card, hand: Mask, moves: Mask) -> Card:
    """The card among `moves` that stands for `card`, or NO_CARD."""
    if card == NO_CARD or not hand & bit(card):
        return NO_CARD
    if moves & bit(card):
        return card
    lower = moves & (bit(card) - 1) & lane(card >> 4)
    return highest(lower) if lower else NO_CARD


@small_kernel
def _certain(
    suits: Ints, cards: Ints, held: Mask, leader: Seat, tricks: int, rest: int, law: Law
) -> tuple[int, int, int]:
    """Tricks and pips that one side wins for certain: a seat of that side, tricks, pips.

    The holder of the top trump, C, leads the run of his top trumps if he or his partner (with a
    trump to lead) is to lead. Every law obliges the others to follow trumps, and puts no limit on
    which, so this holds under all of them. If C is not on lead, he can still win the present
    trick with the top trump and lead the rest of the run: a trump may be played to a plain lead
    unless the law wants a void (then nothing is claimed), must be to a trump lead, and the top
    one is never forbidden as an undertrump. Whatever is played to that trick goes to his side,
    so the count of what must fall stays a lower bound.

    With both opponents out of trumps C goes on with the top runs of plain suits. His partner may
    be forced to trump one only if he holds nothing but trumps: then the lead stays on this side
    and the rest is its own anyway.
    """
    trumps = held & _TRUMPS
    if trumps:
        at = (cards[START] & INDEX) + trumps * 4
        found = suits[at + CASH]
        seat = found & 3
        if seat != leader and (seat != leader ^ 2 or not trumps & cards[OWN + (leader & 3)]):
            if law.when_void:
                return seat, 0, 0
            found = suits[at + RUFF]
    else:
        seat = leader
        found = leader | 1 << 20
    won = found >> 2 & 15
    pips = found >> 8 & 255
    if won < tricks:
        free = found >> 16 & 15
        if free:
            pips += dearest(held & cards[OWN + (seat & 3 ^ 2)] & ~_TRUMPS, free, cards)
        if found >> 20 & 1:
            for suit in range(1, 4):
                at = (cards[START + suit] & INDEX) + (held >> (16 * suit) & 0xFFFF) * 4
                found = suits[at + CASH]
                if found & 3 == seat:
                    won += found >> 2 & 15
                    pips += found >> 8 & 255
    return seat, won, rest if won >= tricks else pips


@small_kernel
def _last_trick(held: Mask, leader: Seat, cards: Ints) -> Seat:
    """Who takes the last trick: every seat holds one card."""
    winner = leader
    best = lowest(held & cards[OWN + (leader & 3)])
    for turn in range(1, 4):
        seat = (leader + turn) & 3
        card = held & cards[OWN + (seat & 3)]
        takes = cards[BEATEN_BY + (best & 63)] & card
        best = lowest(card) if takes else best
        winner = seat if takes else winner
    return winner


@lean_kernel
def ask(
    solver: Solver, start: Position, mode: int, goal: int, gap: int, law: Law, budget: int
) -> Answer:
    """Whether the payoff of a position is at least `goal`: the search itself.

    One long function on purpose: a machine of five steps with its own stack, whose present
    position lives in local variables. Split up, it runs at half the speed.

    Parameters
    ----------
    start : Position
        The hand must have been made ready by `prepare`.
    mode, goal, gap : int
        See the table above; both bars are within reach unless `start` begins a trick.
    budget : int
        Give up after so many positions.
    """
    cards, suits, frames = solver.cards, solver.suits, solver.frames
    table, killers, weights = solver.table, solver.killers, solver.weights
    entries = (table.size >> 1) - 1 & 0xFFFF_FFFF
    slots = killers.size - 1 & INDEX
    knave = cards[KNAVE]
    over = cards[OVER]
    knave_team = cards[KNAVE_TEAM]
    no_pips = cards[NO_PIPS]
    start_0, start_1 = cards[START] & INDEX, cards[START + 1] & INDEX
    start_2, start_3 = cards[START + 2] & INDEX, cards[START + 3] & INDEX
    law_salt = law_number(law) << 10

    held, player, best, winner = start.held, start.player, start.best, start.winner
    on_table, led, tricks, rest = start.on_table, start.led, start.tricks, start.rest
    leader, whole = player, held
    root = 4 + start.turn
    ply = root
    nodes = 0
    value = 0
    card = 0
    hint = NO_CARD
    beaters = 0
    trick = _TRICKS + 16
    frames[_TRICKS + _SHIFT] = 0
    frames[_TRICKS + _TURNED] = 0
    step = _TRICK
    if start.turn:
        frames[trick + _GOAL] = goal
        frames[trick + _REST] = rest
        frames[trick + _TRICKS_LEFT] = tricks
        frames[trick + _MODE] = mode
        frames[trick + _GAP] = gap
        frames[trick + _LED] = led
        step = _TURN
    while True:
        if step == _TRICK:  # `leader` is to lead, `goal`, `rest`, `tricks`, `mode`, `gap` hold
            nodes += 1
            if nodes > budget:
                return Answer(0, nodes, 0)
            trick = _TRICKS + (ply >> 2 << 4 & 255)
            up = _TRICKS - 16 + (ply >> 2 << 4 & 255)
            frames[up + _TURNED] = 0
            step = _TURN
            if mode != GAME:
                if not whole & over:  # nobody is left who can hang the jack
                    if knave_team == 0:
                        if mode in (ANY, JACK):
                            value = INFINITY
                            step = _BACK
                    elif mode in (BOTH, JACK):
                        value = -INFINITY
                        step = _BACK
                    elif mode == TWO:
                        goal += gap
                        frames[up + _SHIFT] -= gap
                    mode = GAME
                elif mode != JACK:
                    if mode == TWO and (goal <= 0 or goal + gap > rest):
                        frames[up + _TURNED] = 1
                        frames[up + _IF_TRUE] = goal
                        frames[up + _IF_FALSE] = goal - 1
                        mode = ANY if goal <= 0 else BOTH
                        if mode == ANY:
                            goal += gap
                    if mode == BOTH and goal <= 0:
                        if not frames[up + _TURNED]:
                            frames[up + _TURNED] = 1
                            frames[up + _IF_TRUE] = 0
                            frames[up + _IF_FALSE] = -INFINITY
                        mode = JACK
                    elif mode == ANY and goal > rest:
                        if not frames[up + _TURNED]:
                            frames[up + _TURNED] = 1
                            frames[up + _IF_TRUE] = INFINITY
                            frames[up + _IF_FALSE] = rest
                        mode = JACK
                    frames[up + _TURN_GOAL] = goal
            if step == _TURN and mode != JACK:
                if goal <= 0 and mode in (GAME, ANY):
                    value = 0
                    step = _BACK
                elif goal > rest and mode != ANY:
                    value = rest
                    step = _BACK
            if step == _TURN and tricks == 1:
                winner = _last_trick(whole, leader, cards)
                value = _payoff(mode, gap, winner & 1 == 0, 0 if winner & 1 else rest)
                step = _BACK
            if step == _TURN and mode != JACK:
                seat, sure, pips = _certain(suits, cards, whole, leader, tricks, rest, law)
                if sure >= tricks:
                    value = _payoff(mode, gap, seat & 1 == 0, 0 if seat & 1 else rest)
                    step = _BACK
                elif seat & 1:
                    if rest - pips < goal and mode != ANY:
                        value = rest - pips
                        step = _BACK
                elif mode == TWO:
                    if pips >= goal + gap:
                        value = pips - gap
                        step = _BACK
                elif pips >= goal and mode != BOTH:
                    value = pips
                    step = _BACK
            if step == _TURN:
                word = JACK_CODE if mode == JACK else CODE
                key = suits[start_0 + (whole & 0xFFFF) * 4 + word] * 3
                key += suits[start_1 + (whole >> 16 & 0xFFFF) * 4 + word]
                key += suits[start_2 + (whole >> 32 & 0xFFFF) * 4 + word]
                key += suits[start_3 + (whole >> 48 & 0xFFFF) * 4 + word]
                kind = (gap if mode == TWO else 0) << 14 | law_salt | mode << 2 | leader
                key += (kind + 1) * 0x9E37_79B9_7F
                place = (key >> 9 & entries) * 2
                low = -INFINITY
                high = INFINITY
                hint = NO_CARD
                if table[place] == key:
                    entry = table[place + 1]
                    low = (entry & 2047) - INFINITY
                    high = (entry >> 11 & 2047) - INFINITY
                    hint = (entry >> 22) - 1
                if low >= goal:
                    value = low
                    step = _BACK
                elif high < goal:
                    value = high
                    step = _BACK
                else:
                    frames[trick + _GOAL] = goal
                    frames[trick + _REST] = rest
                    frames[trick + _TRICKS_LEFT] = tricks
                    frames[trick + _MODE] = mode
                    frames[trick + _GAP] = gap
                    frames[trick + _KEY] = key
                    frames[trick + _LOW] = low
                    frames[trick + _HIGH] = high
                    best = NO_CARD
                    winner = leader
                    on_table = 0

        if step == _TURN:  # `player` is to play to the trick
            hand = held & cards[OWN + (player & 3)]
            turn = ply & 3
            others = held
            if turn == 0:
                legal = hand
                step = _PLAY
            else:
                nodes += 1
                others |= bit(best)
                if law.plain:
                    legal = hand & (_TRUMPS | lane(led))
                    legal = legal if hand & lane(led) else hand
                else:
                    legal = allowed(hand, led, best, law)
                # Does the side that wins so far keep the trick, and what is in it then?
                beaters = cards[BEATEN_BY + (best & 63)]
                after = held & cards[OWN + ((player + 1) & 3)] if turn < 3 else 0
                ours = winner == player ^ 2
                if ours:
                    threat = after
                else:
                    threat = hand
                    if turn == 1:
                        threat |= held & cards[OWN + (player ^ 2)]
                step = _PLAY
                jack_down = mode != GAME and not held & knave
                side = 1
                pips = -1
                shown, bar, shift = mode, goal, 0
                if not threat & beaters:
                    side = winner & 1
                    if jack_down:
                        if side == 0:
                            if mode in (ANY, JACK):
                                value = INFINITY
                                step = _BACK
                        elif mode in (BOTH, JACK):
                            value = -INFINITY
                            step = _BACK
                        elif mode == TWO:
                            bar += gap
                            shift = gap
                        shown = GAME
                    if ours:
                        pips = on_table + best_pips(legal, cards)
                    elif turn < 3:  # his partner plays next, and adds what he may
                        if law.plain:
                            more = after & (_TRUMPS | lane(led))
                            more = more if after & lane(led) else after
                        else:
                            more = allowed(after, led, best, law)
                        pips = on_table + best_pips(more, cards)
                    else:
                        pips = on_table
                elif turn == 3 and not jack_down and legal & beaters:
                    side = player & 1
                    pips = on_table + best_pips(legal & beaters, cards)
                if pips >= 0 and step == _PLAY and shown != JACK:
                    if side:
                        if rest - pips < bar and shown != ANY:
                            value = rest - pips - shift
                            step = _BACK
                    elif shown == TWO:
                        if pips >= bar + gap:
                            value = pips - gap
                            step = _BACK
                    elif pips >= bar and shown != BOTH:
                        value = pips - shift
                        step = _BACK
            if step == _PLAY:
                alike = legal & (no_pips if mode != JACK else ~knave)
                moves = _fewest(legal, alike, others & ~alike)
                base = ply << 5 & 2047
                if not moves & (moves - 1):
                    frames[base + _LEFT] = _FORCED
                    card = lowest(moves)
                elif turn == 3 and tricks == 2:  # two tricks are as good as over
                    value = -INFINITY - 1 if player & 1 == 0 else INFINITY + 1
                    while moves:
                        card = lowest(moves)
                        moves &= moves - 1
                        after = held ^ bit(card)
                        pips = on_table + cards[PIPS + (card & 63)]
                        seat = player if beaters & bit(card) else winner
                        last = _last_trick(after, seat, cards)
                        won = 0 if seat & 1 else pips
                        if not last & 1:
                            won += rest - pips
                        settler = last if after & knave else seat
                        worth = _payoff(mode, gap, settler & 1 == 0, won)
                        nodes += 1
                        if player & 1 == 0:
                            value = max(value, worth)
                            if value >= goal:
                                break
                        else:
                            value = min(value, worth)
                            if value < goal:
                                break
                    step = _BACK
                else:
                    known = best if turn else 64 + player
                    place = (hand ^ hand >> 23) & 0x3F_FFFF_FFFF
                    place = (place + (known << 2 | turn)) * 0x9E_3779 >> 17 & slots
                    frames[base + _HELD] = held
                    frames[base + _PLAYER] = player
                    frames[base + _BEST] = best
                    frames[base + _WINNER] = winner
                    frames[base + _ON_TABLE] = on_table
                    frames[base + _VALUE] = INFINITY + 1 if player & 1 else -INFINITY - 1
                    frames[base + _PLACE] = place
                    card = NO_CARD
                    stage = _TO_KILLER
                    if turn == 0 and hint != NO_CARD:
                        card = _in_class(hint, hand, moves)
                    if card == NO_CARD:
                        stage = _TO_LIST
                        card = _in_class(int(killers[place]), hand, moves)
                    if card == NO_CARD:
                        step = _NEXT
                    else:
                        moves ^= bit(card)
                        frames[base + _CARD] = card
                    frames[base + _MOVES] = moves
                    frames[base + _STAGE] = stage
                    frames[base + _LEFT] = 0

        while step == _BACK:  # `value` bounds the payoff of the position after the last card
            if ply & 3 == 0:
                up = _TRICKS - 16 + (ply >> 2 << 4 & 255)
                if frames[up + _TURNED]:
                    reached = value >= frames[up + _TURN_GOAL]
                    value = frames[up + _IF_TRUE] if reached else frames[up + _IF_FALSE]
                if -FINITE < value < FINITE:
                    value += frames[up + _SHIFT]
            ply -= 1
            if ply < root:
                return Answer(value, nodes, 1)
            base = ply << 5 & 2047
            trick = _TRICKS + (ply >> 2 << 4 & 255)
            bar = frames[trick + _GOAL]
            over_now = True
            move = NO_CARD
            if frames[base + _LEFT] != _FORCED:
                player = frames[base + _PLAYER]
                if (value >= bar) == (player & 1 == 0):
                    move = frames[base + _CARD]
                    killers[frames[base + _PLACE] & INDEX] = move
                else:
                    if player & 1:
                        value = min(value, frames[base + _VALUE])
                    else:
                        value = max(value, frames[base + _VALUE])
                    if frames[base + _MOVES] or frames[base + _LEFT]:
                        frames[base + _VALUE] = value
                        over_now = False
                        step = _NEXT
            if over_now and ply & 3 == 0:
                key = frames[trick + _KEY]
                low = frames[trick + _LOW]
                high = frames[trick + _HIGH]
                if value >= bar:
                    low = value
                else:
                    high = value
                place = (key >> 9 & entries) * 2
                table[place] = key
                table[place + 1] = low + INFINITY | (high + INFINITY) << 11 | (move + 1) << 22
            if step == _NEXT:
                held = frames[base + _HELD]
                best = frames[base + _BEST]
                winner = frames[base + _WINNER]
                on_table = frames[base + _ON_TABLE]
                goal = frames[trick + _GOAL]
                rest = frames[trick + _REST]
                tricks = frames[trick + _TRICKS_LEFT]
                mode = frames[trick + _MODE]
                gap = frames[trick + _GAP]
                led = frames[trick + _LED]
                turn = ply & 3

        if step == _NEXT:  # choose the card to try next
            base = ply << 5 & 2047
            stage = frames[base + _STAGE]
            step = _PLAY
            card = NO_CARD
            moves = frames[base + _MOVES]
            if stage == _TO_KILLER:
                frames[base + _STAGE] = _TO_LIST
                stage = _TO_LIST
                hand = held & cards[OWN + (player & 3)]
                card = _in_class(int(killers[frames[base + _PLACE] & INDEX]), hand, moves)
                if card != NO_CARD:
                    frames[base + _MOVES] = moves ^ bit(card)
            if card == NO_CARD:
                listed = base + _LIST
                if stage == _IN_LIST:
                    left = (frames[base + _LEFT] & 15) - 1
                    first = frames[listed + left]
                    for place in range(listed, listed + left):
                        entry = frames[place]
                        if entry > first:
                            frames[place] = first
                            first = entry
                else:
                    frames[base + _STAGE] = _IN_LIST
                    frames[base + _MOVES] = 0
                    left = 0
                    first = lowest(moves)
                    if moves & (moves - 1):
                        first = -INDEX
                        enough = rest - goal + 1 if player & 1 else goal
                        if mode == JACK or mode == (ANY if player & 1 else BOTH):
                            enough = INFINITY
                        open_jack = mode != GAME
                        while moves:
                            card = lowest(moves)
                            moves &= moves - 1
                            if turn:
                                entry = score_follow(
                                    card, turn, player, best, winner, led, held, on_table,
                                    enough, open_jack, cards, weights,
                                )  # fmt: skip
                            else:
                                entry = score_lead(
                                    card, player, held, open_jack, suits, cards, weights
                                )
                            entry = entry << 6 | card
                            frames[listed + left] = min(entry, first)
                            first = max(entry, first)
                            left += 1
                        # The first entry made way for nothing: put the last in its place.
                        left -= 1
                        frames[listed] = frames[listed + left]
                card = first & 63
                frames[base + _LEFT] = left
            frames[base + _CARD] = card

        if step == _PLAY:
            trick = _TRICKS + (ply >> 2 << 4 & 255)
            played = bit(card)
            held ^= played
            on_table += cards[PIPS + (card & 63)]
            if ply & 3 == 0:
                best = card
                led = card >> 4
                frames[trick + _LED] = led
            elif cards[BEATEN_BY + (best & 63)] & played:
                best = card
                winner = player
            ply += 1
            if ply & 3:
                player = (player + 1) & 3
                step = _TURN
            else:
                won = 0 if winner & 1 else on_table
                shift = won
                goal -= won
                rest -= on_table
                tricks -= 1
                player = winner
                leader = winner  # copies, so that no work of a trick's start is done at every card
                whole = held
                step = _TRICK
                if mode != GAME and not held & knave:  # the jack was in this trick
                    if winner & 1 == 0:
                        if mode in (ANY, JACK):
                            value = INFINITY
                            step = _BACK
                    elif mode in (BOTH, JACK):
                        value = -INFINITY
                        step = _BACK
                    elif mode == TWO:
                        goal += gap
                        shift -= gap
                    mode = GAME
                frames[trick + _SHIFT] = shift
                frames[trick + _TURNED] = 0
