"""What the solver knows of a hand before it searches: cards renumbered, and tables by suit.

The cards in play (held, or on the table) are renumbered: trump becomes suit 0, and the i-th lowest
card in play of suit s becomes 16 s + i. A card never changes hands, so the cards still held are
one mask, `held`, and a hand is ``own[seat] & held``. What a suit has to say depends only on which
of its cards are still held: it is looked up, not computed.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import lean_kernel, small_kernel
from engine.allfours.rules import ALL_TRUMPS, TRUMP_WHEN_VOID, Rules
from engine.allfours.score import Seat
from engine.allfours.score import pips as pips_of
from engine.bits import count, lowest
from engine.cards import JACK, NO_CARD, TEN, Card, Mask, Suit, bit, lane, rank_of
from engine.random import scramble

Ints: TypeAlias = npt.NDArray[np.int64]

OWN: Final = 0  # places in `Solver.cards`; four masks by seat
TENS, ACES, KINGS, QUEENS, JACKS = 4, 5, 6, 7, 8
NO_PIPS: Final = 9
KNAVE: Final = 10
"""The trump jack as a mask, 0 if it is not in play."""
OVER: Final = 11
"""Trumps above the jack that its holder's opponents were dealt."""
KNAVE_TEAM: Final = 12
"""0 if the dealer's team holds the jack, 1 if the eldest's."""
LEVELS: Final = 32
"""Seven: the values that a hand may have."""
START: Final = 16  # four: where in `Solver.suits` a suit's table starts
PIPS: Final = 64
BEATEN_BY: Final = 128
"""By card: the higher cards of its suit, and all trumps if it is plain."""
NEW: Final = 192
"""By card as dealt: its new number."""
OLD: Final = 256

CODE, JACK_CODE, CASH, RUFF = 0, 1, 2, 3
"""The four words of an entry of a suit's table: see `_fill_suit`."""

_RAW, _JACK_RAW, _SUMS, _COUNTS, _RUN, _RUN_PIPS = range(6)
_TRUMP_SALT: Final = 1 << 61
_NEVER: Final = -1
INDEX: Final = 0xFFFF_FFFF
"""`x & INDEX` tells the compiler that x is not negative: it then indexes without a test."""


class Solver(NamedTuple):
    """Memory for one solver at a time, made once by `new_solver`; solving allocates nothing."""

    cards: Ints
    """(320,) the hand being solved: see OWN to OLD."""
    suits: Ints
    """(4 * 4 * 8192,) tables by suit, entries of four words."""
    scratch: Ints
    """(8 * 8192,) for filling a table."""
    frames: Ints
    """(3072,) the stack of the search."""
    killers: npt.NDArray[np.int8]
    """(1 << bits,) the card that refuted a like position of this hand."""
    table: Ints
    """(2 << bits,) positions met: key and bounds. Valid for every hand and rule set."""
    weights: Ints
    """(100,) of the order in which cards are tried."""


class Law(NamedTuple):
    """What of a rule set bears on which cards may be played, and a number that names it."""

    plain: int
    """1 if undertrumping is allowed and a trump always is: what most rule sets have."""
    undertrump: int
    all_trumps: int
    """Whether a hand of trumps alone may undertrump."""
    when_void: int
    """Whether a trump needs a void."""


@small_kernel
def law_of(rules: Rules) -> Law:
    """The part of `rules` that says which cards may be played."""
    when_void = rules.follow == TRUMP_WHEN_VOID
    plain = (rules.undertrump != 0) & (not when_void)
    all_trumps = rules.undertrump_escape == ALL_TRUMPS
    return Law(int(plain), int(rules.undertrump != 0), int(all_trumps), int(when_void))


@small_kernel
def law_number(law: Law) -> int:
    """0 to 7, different for laws that allow different cards."""
    under = 2 if law.undertrump else law.all_trumps
    return law.when_void * 3 + under


@small_kernel
def allowed(hand: Mask, led: Suit, best: Card, law: Law) -> Mask:
    """`legal_plays` for renumbered cards; `best` wins the trick so far.

    If `best` is plain there is no trump in the trick, else it is the highest: `best` is all that
    the rule on undertrumping needs to know.
    """
    trumps = hand & lane(0)
    following = hand & lane(led)
    legal = hand
    if following:
        legal = following if law.when_void else following | trumps
    if law.undertrump or led == 0 or best >= 16 or (law.all_trumps and hand == trumps):
        return legal
    higher = legal & ~(bit(best) - 1 & 0xFFFF)
    return higher if higher else legal


@small_kernel
def _kind(rank: int) -> int:
    """0 for a card without pips, 1 to 5 for jack, queen, king, ace, ten."""
    if rank == TEN:
        return 5
    return rank - JACK + 1 if rank >= JACK else 0


@small_kernel
def renumber(
    solver: Solver,
    hands: tuple[int, int, int, int],
    table: tuple[int, int, int],
    leader: Seat,
    trump: Suit,
) -> int:
    """Renumber the cards in play and fill `Solver.cards`; return the mask of those held."""
    cards = solver.cards
    cards[:] = 0
    held = 0
    in_play = hands[0] | hands[1] | hands[2] | hands[3]
    for turn in range(3):
        if table[turn] != NO_CARD:
            in_play |= bit(table[turn])
    for suit in range(4):
        old_suit = trump if suit == 0 else suit - (suit <= trump)
        new = 16 * suit
        left = in_play & lane(old_suit)
        while left:
            old = lowest(left)
            left &= left - 1
            seat = 0
            for other in range(4):
                if hands[other] & bit(old):
                    seat = other
                    held |= bit(new)
            for turn in range(3):
                if table[turn] == old:
                    seat = (leader + turn) & 3
            cards[OWN + seat] |= bit(new)
            cards[PIPS + new] = pips_of(bit(old))
            cards[NEW + old] = new
            cards[OLD + new] = old
            kind = _kind(rank_of(old))
            cards[TENS + 5 - kind if kind else NO_PIPS] |= bit(new)
            if kind == 1 and suit == 0:
                cards[KNAVE] = bit(new)
                cards[KNAVE_TEAM] = seat & 1
            new += 1
        for card in range(16 * suit, new):
            above = (bit(new) - 1) & ~(bit(card + 1) - 1)
            cards[BEATEN_BY + card] = above
    everything = cards[OWN] | cards[OWN + 1] | cards[OWN + 2] | cards[OWN + 3]
    for card in range(16, 64):
        cards[BEATEN_BY + card] |= everything & 0xFFFF
    if cards[KNAVE]:
        rivals = 1 - cards[KNAVE_TEAM]
        above = cards[BEATEN_BY + lowest(cards[KNAVE])]
        cards[OVER] = above & (cards[OWN + rivals] | cards[OWN + rivals + 2])
    return held


@small_kernel
def _largest_other(counts: int, seat: Seat) -> int:
    """The longest holding of the three other seats; `counts` has a byte a seat."""
    a = counts >> (8 * (seat ^ 1)) & 255
    b = counts >> (8 * (seat ^ 2)) & 255
    c = counts >> (8 * (seat ^ 3)) & 255
    return max(a, b, c)


@small_kernel
def best_pips(mask: Mask, cards: Ints) -> int:
    """Pips of the dearest card of a mask, 0 if it has none."""
    pips = 1 if mask & cards[JACKS] else 0  # without branches: which it is, is random
    pips = 2 if mask & cards[QUEENS] else pips
    pips = 3 if mask & cards[KINGS] else pips
    pips = 4 if mask & cards[ACES] else pips
    return 10 if mask & cards[TENS] else pips


@small_kernel
def dearest(mask: Mask, number: int, cards: Ints) -> int:
    """Pips of the `number` dearest cards of a mask."""
    if not mask & ~cards[NO_PIPS]:
        return 0
    total = 0
    for kind in range(TENS, NO_PIPS):
        some = min(count(mask & cards[kind]), number)
        total += some * (10 if kind == TENS else ACES + 4 - kind)
        number -= some
    return total


@small_kernel
def _cheapest(mask: Mask, number: int, cards: Ints) -> int:
    """Pips of the `number` cheapest cards of a mask that has as many."""
    if number <= count(mask & cards[NO_PIPS]):
        return 0
    return dearest(mask, 16, cards) - dearest(mask, count(mask) - number, cards)


@small_kernel
def _cash(seat: Seat, tricks: int, pips: int, free: int, clear: int) -> int:
    """An entry of tricks that are certain, in one int; `unpack` is spelt out where it is read."""
    return seat | tricks << 2 | pips << 8 | free << 16 | clear << 20


@small_kernel
def _trump_cash(
    mask: Mask,
    seat: Seat,
    tricks: int,
    pips: int,
    rounds: int,
    sums: int,
    counts: int,
    cards: Ints,
) -> int:
    """What `seat` wins for certain with `tricks` top trumps of `pips`, `rounds` of them led.

    ``tricks == rounds`` if the seat, or its partner with a trump, is on lead; else the first top
    trump is played to a trick that another leads. Either way each other seat with k trumps loses
    at least ``min(k, rounds)`` of them to this side: whatever it plays to that first trick goes
    the same way. Opponents part with their cheapest. The partner may choose: his dearest trumps,
    and when they are gone, free discards.
    """
    clear = 1
    free = 0
    for turn in range(1, 4):
        other = seat ^ turn
        length = counts >> (8 * other) & 255
        if length <= rounds:
            pips += sums >> (8 * other) & 255
            if turn == 2:
                free = rounds - length
        elif turn == 2:
            pips += dearest(mask & cards[OWN + other], rounds, cards)
        else:
            clear = 0
            pips += _cheapest(mask & cards[OWN + other], rounds, cards)
    return _cash(seat, tricks, pips, free, clear)


@small_kernel
def _fill_entry(
    entries: Ints,
    at: int,
    mask: Mask,
    suit: Suit,
    seat: Seat,
    run: int,
    run_pips: int,
    sums: int,
    counts: int,
    cards: Ints,
) -> None:
    """The certain tricks of the owner of a suit's top card (RUFF: trump only)."""
    longest = _largest_other(counts, seat)
    mine = counts >> (8 * seat) & 255
    if suit:
        tricks = mine if run >= longest else run
        pips = sums >> (8 * seat) & 255 if run >= longest else run_pips
        entries[at + CASH] = _cash(seat, tricks, pips, 0, 0)
        return
    whole = sums >> (8 * seat) & 255
    tricks = mine if run >= longest else run
    pips = whole if run >= longest else run_pips
    entries[at + CASH] = _trump_cash(mask, seat, tricks, pips, tricks, sums, counts, cards)
    tricks = mine if run - 1 >= longest else run
    pips = whole if run - 1 >= longest else run_pips
    entries[at + RUFF] = _trump_cash(mask, seat, tricks, pips, tricks - 1, sums, counts, cards)


@small_kernel
def _fill_suit(solver: Solver, suit: Suit, start: int, length: int, knave: int) -> None:
    """Fill the table of a suit, an entry for each set of its cards still held.

    An entry is made from that of the set without its highest card. Its words are

    - CODE: 60 scrambled bits of who holds which card, from the lowest, where a card is one
      without pips, or an honour. Trump and plain suits differ; plain suits share one code.
    - JACK_CODE: the same with the trump jack (`knave`, its place, or -1) as the only honour.
    - CASH: tricks that the owner of the top card wins by leading the suit, see `_cash`. A run of
      top cards as long as every other holding of the suit makes the whole holding good.
    - RUFF (trump): tricks that he wins whoever leads.
    """
    suits, scratch, cards = solver.suits, solver.scratch, solver.cards
    salt = 0 if suit else _TRUMP_SALT
    for word in range(8):
        scratch[word] = 0
    for word in range(4):
        suits[start + word] = 0
    suits[start + CODE] = scramble(salt)
    suits[start + JACK_CODE] = suits[start + CODE]
    for top in range(length):
        card = 16 * suit + top
        seat = 0
        for other in range(1, 4):
            if cards[OWN + other] & bit(card):
                seat = other
        pips = cards[PIPS + card]
        kind = min(pips, 5)
        plain = 1 + seat * 6
        size = 1 << top
        for rest in range(size):
            old = rest * 8
            new = (rest + size) * 8
            at = start + (rest + size) * 4
            raw = scratch[old + _RAW] * 25 + plain + kind
            jack_raw = scratch[old + _JACK_RAW] * 25 + plain + (top == knave)
            same = scratch[old + 6] == seat and rest > 0
            run = scratch[old + _RUN] + 1 if same else 1
            run_pips = scratch[old + _RUN_PIPS] + pips if same else pips
            sums = scratch[old + _SUMS] + (pips << (8 * seat))
            counts = scratch[old + _COUNTS] + (1 << (8 * seat))
            scratch[new + _RAW] = raw
            scratch[new + _JACK_RAW] = jack_raw
            scratch[new + _SUMS] = sums
            scratch[new + _COUNTS] = counts
            scratch[new + _RUN] = run
            scratch[new + _RUN_PIPS] = run_pips
            scratch[new + 6] = seat
            suits[at + CODE] = scramble(raw | salt)
            if cards[KNAVE]:  # else nobody asks
                suits[at + JACK_CODE] = scramble(jack_raw | salt)
            mask = (rest + size) << (16 * suit)
            _fill_entry(suits, at, mask, suit, seat, run, run_pips, sums, counts, cards)


@lean_kernel
def prepare(
    solver: Solver,
    hands: tuple[int, int, int, int],
    table: tuple[int, int, int],
    leader: Seat,
    trump: Suit,
) -> Mask:
    """Make the solver ready for a hand; return the cards held, renumbered.

    Parameters
    ----------
    hands : tuple of four Mask
        The cards still held, by seat.
    table : tuple of three Card
        The trick so far, in order; NO_CARD where nothing has been played.
    leader : Seat
        Who led that trick, or is to lead.
    """
    held = renumber(solver, hands, table, leader, trump)
    cards = solver.cards
    start = 0
    for suit in range(4):
        in_suit = cards[OWN] | cards[OWN + 1] | cards[OWN + 2] | cards[OWN + 3]
        length = count(in_suit >> (16 * suit) & 0xFFFF)
        knave = lowest(cards[KNAVE]) if suit == 0 and cards[KNAVE] else _NEVER
        _fill_suit(solver, suit, start, length, knave)
        cards[START + suit] = start
        start += 4 << length
    solver.killers[:] = NO_CARD
    return held
