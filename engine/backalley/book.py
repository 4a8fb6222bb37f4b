"""A book says what to bid, from the hand and from the bids that were heard (RULES.md 9-12).

It estimates twice, each time by adding up weights: what the features of the hand and the bids heard
say of the tricks that the team takes, and of the chance that it takes them all. The higher the
first estimate, the higher the number that is bid; from some value of the second on, a board. In
hands of one or two cards, in which most of the points are in boards, bids are drawn: the book has
how often each is made, by both estimates.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, lean_kernel, small_kernel
from engine.backalley.deal import Facing
from engine.backalley.legal import most_tricks
from engine.backalley.rules import MOST_CARDS, Rules
from engine.backalley.score import BOARD, PASS, Bid
from engine.bits import count, lowest
from engine.cards import Mask, suit_of
from engine.random import Stream, below

Pages: TypeAlias = npt.NDArray[np.int64]
"""(13, KINDS, 4, PAGE): by cards in a hand, less one; by kind of hand; by turn, the eldest's 0."""
Shares: TypeAlias = npt.NDArray[np.int64]
"""(MIXED, KINDS, 4, MIXED_CASES, MIXED_CLASSES, OPTIONS): how often in a thousand each option, or
one before it, is bid."""
Page: TypeAlias = npt.NDArray[np.int64]
"""(PAGE,) Weights of the features of a hand for each of ESTIMATES; of what was heard, likewise; and
for each CASE the least estimate at which each bid is made."""
Features: TypeAlias = int
"""Features that the trumps of a hand, or a plain suit of it, have: a mask."""
Heard: TypeAlias = int
"""Bids in order of bidding, four bits for each."""

UNIT: Final = 1000
"""Estimates are in thousandths: of a trick, and of certainty."""
KINDS: Final = 2
SUITED, NO_SUIT = 0, 1
"""Whether a suit is trump."""
ESTIMATES: Final = 2
TRICKS, SWEEP = 0, 1
"""The team's tricks, and the chance that it takes all of them if this seat boards."""

_TRUMP_COUNT: Final = 15
_TRUMP_PAIRS: Final = _TRUMP_COUNT + 14
_VOIDS: Final = _TRUMP_PAIRS + 6
_ALWAYS: Final = _VOIDS + 4 * 5
TRUMP_FEATURES: Final = _ALWAYS + 1
"""Of the trumps: which of those left they are, from the lowest up; their number; each two of the
four highest; plain suits that the hand lacks, by trumps up to four; and one that all hands have."""
_LENGTH: Final = 13
_GUARDED: Final = _LENGTH + 8
_PAIRS: Final = _GUARDED + 4 * 4
PLAIN_FEATURES: Final = _PAIRS + 6
"""Of a plain suit: its ranks; its length, up to seven; jack, queen, king and ace in one to four
cards; each two of these."""
FEATURES: Final = TRUMP_FEATURES + PLAIN_FEATURES
BIDS: Final = BOARD + 1
"""Places for a pass, numbers, and a board."""
SAID: Final = 3 * BIDS
"""What was heard: the partner's bid, the first opponent's and the second's."""
CASES: Final = 3 * 16
"""Bids are chosen apart by how many opponents boarded, and by the partner's bid."""
_NOT_HEARD: Final = 15
"""In place of the partner's bid, if the partner bids later."""
SAID_AT: Final = ESTIMATES * FEATURES
LEAST_AT: Final = SAID_AT + ESTIMATES * SAID
PAGE: Final = LEAST_AT + CASES * BIDS
NEVER: Final = 32_000
"""No estimate is so high."""

MIXED: Final = 2
"""Bids are drawn in hands of up to so many cards."""
OPTIONS: Final = 4
"""What is drawn from: a pass, the numbers 1 and 2, and a board."""
MIXED_CASES: Final = 3 * OPTIONS
"""By how many opponents boarded, and by the partner's bid: a pass also if he bids later."""
_SWEEPS: Final = 32
MIXED_CLASSES: Final = 16 * _SWEEPS
"""By the chance of a sweep in a hand of one card; in one of two by fewer such classes, and by
sixteen of the tricks."""


class Book(NamedTuple):
    """What to bid, for every size of hand."""

    pages: Pages
    shares: Shares


class Estimates(NamedTuple):
    """What is expected of a hand, in thousandths."""

    tricks: int
    sweep: int


@small_kernel
def kind_of(trumps: Mask) -> int:
    """Whether a suit is trump: SUITED or NO_SUIT."""
    return NO_SUIT if trumps & (trumps - 1) == 0 else SUITED


@lean_kernel
def _places(trumps: Mask, facing: Facing) -> Mask:
    """Trumps by their place among those left: bit 14 is the highest of the hand's 15 or fewer.

    >>> hand, facing = parse_mask("BB KS 2S"), Facing(trump_lane(SPADES), parse_mask("AS"))
    >>> [place for place in range(15) if _places(hand, facing) >> place & 1]
    [1, 12, 14]
    """
    if not trumps:
        return 0
    if facing.trumps & (facing.trumps - 1) == 0:
        return 1 << 14
    shift = 16 * suit_of(lowest(facing.trumps))
    held = trumps >> shift
    gone = (facing.gone & facing.trumps) >> shift
    while gone:
        card = gone & -gone
        gone ^= card
        held = (held & ~(2 * card - 1)) | ((held & (card - 1)) << 1)
    return held


@lean_kernel
def trump_features(hand: Mask, facing: Facing) -> Features:
    """Which TRUMP_FEATURES a hand has.

    >>> hand, facing = parse_mask("BB KS 2H"), Facing(trump_lane(SPADES), parse_mask("AS"))
    >>> [which for which in range(TRUMP_FEATURES) if trump_features(hand, facing) >> which & 1]
    [12, 14, 17, 33, 47, 55]
    """
    held = _places(hand & facing.trumps, facing)
    many = count(held)
    found: int = held | 1 << (_TRUMP_COUNT + min(many, 13)) | 1 << _ALWAYS
    high = held >> 11
    place = 0
    for one in range(1, 4):
        for other in range(one):
            found |= (high >> one & high >> other & 1) << (_TRUMP_PAIRS + place)
            place += 1
    voids = 0
    for suit in range(4):
        voids += plain_ranks(hand, facing.trumps, suit) == 0
    voids = max(voids - (kind_of(facing.trumps) == SUITED), 0)
    return found | 1 << (_VOIDS + 5 * min(voids, 3) + min(many, 4))


@small_kernel
def plain_ranks(hand: Mask, trumps: Mask, suit: int) -> Mask:
    """The plain cards of a suit, the two as bit 0."""
    return ((hand & ~trumps) >> (16 * suit)) & 0x1FFF


@lean_kernel
def plain_features(held: Mask) -> Features:
    """Which PLAIN_FEATURES a suit has.

    >>> [which for which in range(PLAIN_FEATURES) if plain_features(0b1010000000001) >> which & 1]
    [0, 10, 12, 16, 27, 35, 41]
    """
    length = count(held)
    found: int = held | 1 << (_LENGTH + min(length, 7))
    high = held >> 9
    if high:
        place = 0
        for one in range(4):
            if high >> one & 1 and length <= 4:
                found |= 1 << (_GUARDED + 4 * one + length - 1)
            for other in range(one):
                found |= (high >> one & high >> other & 1) << (_PAIRS + place)
                place += 1
    return found


@lean_kernel
def estimate_hand(hand: Mask, facing: Facing, page: Page) -> Estimates:
    """What a page expects of a hand by itself, before any bid is heard."""
    tricks, sweep = 0, 0
    rest = trump_features(hand, facing)
    while rest:
        which = lowest(rest)
        rest &= rest - 1
        tricks += page[which]
        sweep += page[FEATURES + which]
    for suit in range(4):
        if facing.trumps & (facing.trumps - 1) and suit == suit_of(lowest(facing.trumps)):
            continue
        rest = plain_features(plain_ranks(hand, facing.trumps, suit))
        while rest:
            which = TRUMP_FEATURES + lowest(rest)
            rest &= rest - 1
            tricks += page[which]
            sweep += page[FEATURES + which]
    return Estimates(tricks, sweep)


@small_kernel
def bid_heard(heard: Heard, turn: int) -> Bid:
    """The bid made at a turn, the eldest's being 0.

    >>> bid_heard(0x530, 1), bid_heard(0x530, 2)
    (3, 5)
    """
    return heard >> (4 * turn) & 15


@small_kernel
def partner_bid(heard: Heard, turn: int) -> Bid:
    """What the partner bid before this turn, if he did."""
    return bid_heard(heard, turn - 2) if turn >= 2 else _NOT_HEARD


@small_kernel
def case_of(heard: Heard, turn: int) -> int:
    """Which of CASES a bidder is in: what the partner bid, and how many opponents boarded."""
    boards = 0
    if turn >= 1:
        boards += bid_heard(heard, turn - 1) == BOARD
    if turn == 3:
        boards += bid_heard(heard, 0) == BOARD
    return 16 * boards + partner_bid(heard, turn)


@lean_kernel
def expect(alone: Estimates, heard: Heard, turn: int, page: Page) -> Estimates:
    """What a page expects of a hand once these bids are heard, given what it expects by itself."""
    tricks, sweep = alone
    if turn >= 2:
        place = SAID_AT + partner_bid(heard, turn)
        tricks += page[place]
        sweep += page[place + SAID]
    if turn >= 1:
        place = SAID_AT + BIDS + bid_heard(heard, turn - 1 if turn < 3 else 0)
        tricks += page[place]
        sweep += page[place + SAID]
    if turn == 3:
        place = SAID_AT + 2 * BIDS + bid_heard(heard, 2)
        tricks += page[place]
        sweep += page[place + SAID]
    return Estimates(tricks, sweep)


@lean_kernel
def bid_by(expected: Estimates, case: int, cards: int, page: Page, rules: Rules) -> Bid:
    """The bid that a page makes of estimates."""
    if expected.sweep >= page[LEAST_AT + BIDS * case + BOARD]:
        return BOARD
    return number_by(expected, case, cards, page, rules)


@lean_kernel
def number_by(expected: Estimates, case: int, cards: int, page: Page, rules: Rules) -> Bid:
    """The number that a page bids unless it boards."""
    place, bid = LEAST_AT + BIDS * case, PASS
    for number in range(1, most_tricks(cards, rules) + 1):
        if expected.tricks < page[place + number]:
            break
        bid = number
    return bid


@small_kernel
def class_of(estimate: int, top: int, classes: int) -> int:
    """Which of equal classes from 0 to `top` an estimate is in; beyond them the first or last."""
    return min(max(estimate * classes // top, 0), classes - 1)


@small_kernel
def mixed_class(expected: Estimates, cards: int) -> int:
    """Which of MIXED_CLASSES a hand is in."""
    if cards == 1:
        return class_of(expected.sweep, UNIT, MIXED_CLASSES)
    tricks = class_of(expected.tricks, UNIT * cards, MIXED_CLASSES // _SWEEPS)
    return _SWEEPS * tricks + class_of(expected.sweep, UNIT, _SWEEPS)


@small_kernel
def mixed_case(case: int) -> int:
    """Which of MIXED_CASES goes with one of CASES."""
    said = case & 15
    option = OPTIONS - 1 if said == BOARD else (0 if said == _NOT_HEARD else said)
    return OPTIONS * (case >> 4) + option


@small_kernel
def bid_of(option: int) -> Bid:
    """The bid that an option is."""
    return BOARD if option == OPTIONS - 1 else option


@lean_kernel
def bid_expected(
    expected: Estimates,
    case: int,
    kind: int,
    turn: int,
    cards: int,
    book: Book,
    rules: Rules,
    chance: int,
) -> Bid:
    """The bid by a book of estimates that it made.

    Parameters
    ----------
    chance : int
        0 to 999, drawn by whoever bids; it decides only where bids are drawn.
    """
    if cards > MIXED:
        return bid_by(expected, case, cards, book.pages[cards - 1, kind, turn], rules)
    place, case = mixed_class(expected, cards), mixed_case(case)
    for option in range(OPTIONS - 1):
        if chance < book.shares[cards - 1, kind, turn, case, place, option]:
            return option
    return BOARD


@lean_kernel
def solved_bid(
    hand: Mask,
    facing: Facing,
    heard: Heard,
    turn: int,
    book: Book,
    rules: Rules,
    stream: Stream,
    shift: int = 0,
) -> Bid:
    """The bid by a book.

    Parameters
    ----------
    hand : Mask
        The seat's own cards; not empty.
    heard : Heard
        The bids of the turns before.
    turn : int
        0 for the eldest, who bids first, to 3 for the dealer.
    shift : int
        Thousandths of a trick by which the team's tricks are overestimated. Boards are left alone,
        and so are hands of one and two cards, in which bids are drawn.
    """
    cards, kind = count(hand), kind_of(facing.trumps)
    page = book.pages[cards - 1, kind, turn]
    tricks, sweep = expect(estimate_hand(hand, facing, page), heard, turn, page)
    expected = Estimates(tricks if cards <= MIXED else tricks + shift, sweep)
    chance = below(stream, UNIT) if cards <= MIXED else 0
    return bid_expected(expected, case_of(heard, turn), kind, turn, cards, book, rules, chance)


@kernel
def new_page() -> Page:
    """A page by which everybody passes."""
    page = np.zeros(PAGE, np.int64)
    page[LEAST_AT:] = NEVER
    return page


@kernel
def new_book() -> Book:
    """A book by which everybody passes."""
    pages = np.zeros((MOST_CARDS, KINDS, 4, PAGE), np.int64)
    pages[:, :, :, LEAST_AT:] = NEVER
    shares = np.full((MIXED, KINDS, 4, MIXED_CASES, MIXED_CLASSES, OPTIONS), UNIT, np.int64)
    return Book(pages, shares)
