"""Bidders by a book: read in plain Python, blind to other hands, replayed, and enumerated."""

from __future__ import annotations

import inspect
import random
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
import pytest

from engine._jit import INTERPRETED
from engine.backalley.bidding import SOLVED
from engine.backalley.book import (
    BIDS,
    LEAST_AT,
    MIXED,
    OPTIONS,
    SAID_AT,
    TRUMP_FEATURES,
    UNIT,
    Book,
    case_of,
    estimate_hand,
    expect,
    kind_of,
    mixed_case,
    mixed_class,
    new_book,
    solved_bid,
)
from engine.backalley.cards import (
    SORTED_PACK,
    format_card,
    parse_card,
    parse_mask,
    trump_lane,
    unseen,
)
from engine.backalley.deal import NOBODY_KNOWN, Facing, Known
from engine.backalley.hand import deal_number, new_desk
from engine.backalley.legal import most_tricks
from engine.backalley.listen import PRODUCTS, bids_tally, heard_tally
from engine.backalley.record import gain_tally, new_records, record_tally
from engine.backalley.rules import BAB_ONLINE, CLASSIC
from engine.backalley.score import BOARD
from engine.backalley.simulate import hand_tally
from engine.backalley.strategy import SIMPLE, Strategy
from engine.cards import bit, mask_of
from engine.random import new_stream, start
from tests import backalley_bidder as plain

pytestmark = pytest.mark.engine

ALL_SOLVED = Strategy(SIMPLE, SIMPLE, SOLVED, SOLVED)
HANDS = 40 if INTERPRETED else 2000
DEALS = 12 if INTERPRETED else 400
Z = 4.0


def any_book(seed: int) -> Book:
    """A book of random weights, by which every bid is made now and then."""
    drawn = np.random.default_rng(seed)
    book = new_book()
    book.pages[..., :SAID_AT] = drawn.integers(-50, 220, book.pages[..., :SAID_AT].shape)
    said = book.pages[..., SAID_AT:LEAST_AT]
    said[:] = drawn.integers(-300, 300, said.shape)
    least = book.pages[..., LEAST_AT:].reshape(*book.pages.shape[:3], -1, BIDS)
    for size in range(13):
        steps = np.sort(drawn.integers(0, UNIT * (size + 2), least[size].shape), axis=-1)
        least[size] = steps
        least[size, ..., BOARD] = drawn.integers(500, 4000, least[size, ..., BOARD].shape)
    shares = drawn.integers(0, UNIT, (*book.shares.shape[:-1], OPTIONS - 1))
    book.shares[..., : OPTIONS - 1] = np.sort(shares, axis=-1)
    for size in range(MIXED):  # no number beyond what may be bid
        book.shares[size, ..., size + 1 : OPTIONS - 1] = book.shares[size, ..., size, None]
    return book


def words(cards: Any) -> set[str]:
    return {format_card(int(card)) for card in cards}


def engine_facing(trump: str, gone: set[str]) -> tuple[Facing, int]:
    """What was faced as the engine has it, and the suit that its jokers lie in."""
    if trump in ("BB", "LB"):
        return Facing(bit(parse_card(trump)), parse_mask(" ".join(gone))), 0
    suit = "SHDC".index(trump) if trump else 0
    trumps = trump_lane(suit) if trump else 0
    return Facing(trumps, parse_mask(" ".join(sorted(gone)), suit)), suit


@pytest.mark.parametrize("seed", range(3))
def test_bids_are_those_of_the_book_in_plain_python(seed: int) -> None:
    drawn, book, stream = random.Random(seed), any_book(seed), new_stream()
    made = set()
    for number in range(HANDS):
        cards, turn = drawn.randint(MIXED + 1, 13), drawn.randint(0, 3)
        trump = drawn.choice(["S", "H", "D", "C", "", "LB"])
        faced = {"": "BB", "LB": "BB"}.get(trump) or drawn.choice(plain.RANKS) + trump
        gone = {faced} | ({"LB"} if not trump else set())
        pack = sorted(words(SORTED_PACK) - gone)
        hand = set(drawn.sample(pack, cards))
        rules = drawn.choice([CLASSIC, BAB_ONLINE])
        most = most_tricks(cards, rules)
        heard = [drawn.choice([*range(most + 1), "board"]) for _ in range(turn)]
        facing, suit = engine_facing(trump, gone)
        packed = sum((BOARD if bid == "board" else bid) << 4 * at for at, bid in enumerate(heard))
        start(stream, seed, number, 0)
        own = parse_mask(" ".join(sorted(hand)), suit)
        got = int(solved_bid(own, facing, packed, turn, book, rules, stream))
        page = book.pages[cards - 1, int(trump in ("", "LB")), turn]
        names = plain.features(hand, trump, gone)
        expected = plain.bid_by_page(names, heard, most, page)
        assert got == (BOARD if expected == "board" else expected), (hand, trump, heard)
        made.add(got)
    assert INTERPRETED or BOARD in made
    assert len(made) > 4


@pytest.mark.parametrize("cards", range(1, MIXED + 1))
def test_short_hands_draw_their_bids_as_often_as_the_book_says(cards: int) -> None:
    book, stream = any_book(5), new_stream()
    hand, facing = mask_of([12, 28, 44][:cards]), Facing(trump_lane(0), bit(3))
    heard, turn, draws = 0x0E if cards > 1 else 0, 2, 300 if INTERPRETED else 20_000
    page = book.pages[cards - 1, kind_of(facing.trumps), turn]
    expected = expect(estimate_hand(hand, facing, page), heard, turn, page)
    place, case = mixed_class(expected, cards), mixed_case(case_of(heard, turn))
    shares = book.shares[cards - 1, 0, turn, case, place]
    counts = dict.fromkeys([*range(OPTIONS - 1), BOARD], 0)
    for number in range(draws):
        start(stream, 1, number, 0)
        counts[int(solved_bid(hand, facing, heard, turn, book, CLASSIC, stream))] += 1
    before = 0
    for count, share in zip(counts.values(), [*shares[:-1].tolist(), UNIT], strict=True):
        chance = (share - before) / UNIT
        spread = (draws * chance * (1 - chance)) ** 0.5
        assert abs(count - draws * chance) <= Z * spread + 1e-9
        before = share


def test_a_bidder_is_given_its_own_hand_and_what_was_heard() -> None:
    parameters = list(inspect.signature(getattr(solved_bid, "py_func", solved_bid)).parameters)
    assert parameters == ["hand", "facing", "heard", "turn", "book", "rules", "stream", "shift"]


@pytest.mark.parametrize("shift", [250, -700])
def test_a_shift_is_as_if_the_team_took_so_much_more(shift: int) -> None:
    """So does a page on which every hand is worth that; short hands and boards are left alone."""
    book, stream, changed = any_book(5), new_stream(), set[int]()
    more = Book(book.pages.copy(), book.shares)
    more.pages[MIXED:, :, :, TRUMP_FEATURES - 1] += shift
    desk = new_desk()
    for number in range(few := 10 if INTERPRETED else 60):
        for cards in (1, 2, 3, 8, 13):
            facing = deal_number(desk, SORTED_PACK, Known(cards), 5, number, CLASSIC)
            hand, turn, heard = int(desk.hands[1]), number % 4, 0
            found = []
            for one, by in ((book, shift), (more, 0), (book, 0)):
                start(stream, 1, number, 0)
                found.append(int(solved_bid(hand, facing, heard, turn, one, CLASSIC, stream, by)))
            assert found[0] == found[1]
            assert found[0] == found[2] or (BOARD not in found and cards > MIXED)
            if found[0] != found[2]:
                assert (found[0] > found[2]) == (shift > 0)
                changed.add(cards)
    assert changed == {3, 8, 13} or few == 10


# Recorded deals


@pytest.mark.parametrize("cards", [1, 2, 5, 13])
def test_what_is_recorded_is_what_hands_come_to(cards: int) -> None:
    book, known = any_book(2), Known(cards, NOBODY_KNOWN)
    for turn in range(4):
        records = new_records(DEALS)
        record_tally(0, DEALS, 3, records, 0, turn, SORTED_PACK, known, CLASSIC, Strategy(), book)
        for deal in range(DEALS):
            if records.shaken[deal]:
                continue
            tally = hand_tally(deal, deal + 1, 3, SORTED_PACK, known, CLASSIC, ALL_SOLVED, book)
            gain = records.gains[deal, records.bids[deal]]
            assert tally[2] == (gain if turn % 2 else -gain)


def test_books_are_compared_on_the_same_deals() -> None:
    one, two, known = any_book(1), any_book(2), Known(7, NOBODY_KNOWN)
    args = (SORTED_PACK, known, CLASSIC)
    deals, differing, gain, squares = gain_tally(0, DEALS, 4, *args, Strategy(), one, two).tolist()
    values = [int(hand_tally(0, DEALS, 4, *args, ALL_SOLVED, book)[2]) for book in (one, two)]
    assert deals == DEALS
    assert 0 < differing <= DEALS
    assert gain == values[1] - values[0]
    assert squares >= abs(gain)
    same = gain_tally(0, DEALS, 4, *args, Strategy(), one, Book(*(part.copy() for part in one)))
    assert same.tolist() == [DEALS, 0, 0, 0]


def test_deals_that_agree_are_those_in_which_it_was_bid() -> None:
    book, known = any_book(3), Known(6, 2, parse_mask("BB AS 9H 4D 3C 2C"), parse_card("7S"))
    pack = unseen(known.hand | bit(known.faced))
    seen = set()
    for heard in range(8):
        agrees = np.zeros(DEALS, np.uint8)
        counts = heard_tally(0, DEALS, 5, agrees, heard, 1, pack, known, CLASSIC, book)
        assert counts.tolist() == [DEALS, agrees.sum(), 0, 0]
        seen |= {(heard, deal) for deal in np.flatnonzero(agrees).tolist()}
    deals = [deal for _, deal in seen]
    assert len(deals) == len(set(deals))  # a seat bids once


# Every bid against full enumeration


def trick(cards: list[str], trump: str, led: int) -> int:
    """Who takes a trick of one card each, `led` leading."""

    def worth(seat: int) -> tuple[bool, int]:
        card = cards[seat]
        if card in plain.HIGHEST:
            return True, 13 + plain.HIGHEST.index(card)
        suit = cards[led][1] if cards[led] not in plain.HIGHEST else trump
        ranked = plain.RANKS.index(card[0])
        return card[1] == trump, ranked if card[1] in (trump, suit) else -1

    return max(range(4), key=worth)


@pytest.mark.parametrize("own", ["LB", "TS", "AH", "8D"])
@pytest.mark.parametrize("turn", [0, 3])
def test_one_card_comes_to_what_full_enumeration_says(own: str, turn: int) -> None:
    if INTERPRETED:
        pytest.skip("many deals")
    seat, pack = (turn + 1) % 4, sorted(words(SORTED_PACK) - {own, "5S"})
    won = total = 0
    for others in permutations(pack, 3):
        cards = list(others)
        cards.insert(seat, own)
        total += 1
        won += trick(cards, "S", seat) % 2 == seat % 2
    chance = Fraction(won, total)
    known = Known(1, seat, parse_mask(own), parse_card("5S"))
    deals = 20_000
    row = bids_tally(
        0, deals, 6, np.arange(deals), 0, turn, unseen(known.hand | bit(known.faced)), known,
        CLASSIC, Strategy(), new_book(),
    )[BOARD].tolist()  # fmt: skip
    assert row[0] == deals
    assert abs(row[1] - deals * chance) <= Z * float(deals * chance * (1 - chance)) ** 0.5
    # A board won brings 10; lost it costs 10, and the others have a trick.
    assert row[6] == 10 * row[1] - 11 * (deals - row[1])
    assert row[PRODUCTS + BOARD] == 100 * row[1] + 121 * (deals - row[1])


TWO_TRUMPS = [*(rank + "S" for rank in plain.RANKS if rank != "5"), "LB"]


def board_of_two() -> Fraction:
    """The chance of a board on BB and AH, 5S faced and the others passing, over all deals.

    AH is led. An opponent who lacks hearts ruffs with his highest trump, and the partner overruffs
    if he can; undisturbed he ruffs only if he has nothing else. BB takes the second trick.
    """
    others = [*(rank + "H" for rank in plain.RANKS[:-1]), *map(str, range(26))]
    pack = [*range(len(TWO_TRUMPS)), *others]
    hearts = set(others[:12])
    made = 0
    for two in combinations(pack, 2):
        left = [card for card in pack if card not in two]
        ruff = -1 if hearts & set(two) else max((c for c in two if isinstance(c, int)), default=-1)
        for three in combinations(left, 2):
            trumps = [card for card in three if isinstance(card, int)]
            followed = not hearts.isdisjoint(three)
            if ruff >= 0 and (followed or max(trumps, default=-1) < ruff):
                continue
            best = max(trumps) if ruff >= 0 else (min(trumps) if len(trumps) == 2 else -1)
            gone = {*two, *three}
            plain_left = 26 - sum(isinstance(c, str) and c not in hearts for c in gone)
            trumps_left = 13 - sum(isinstance(c, int) for c in gone)
            higher = sum(card not in gone for card in range(best + 1, 13))
            ruffs = comb(plain_left + trumps_left, 2) - comb(plain_left + trumps_left - higher, 2)
            made += comb(47, 2) - ruffs
    return Fraction(made, comb(51, 2) * comb(49, 2) * comb(47, 2))


def test_two_cards_come_to_what_full_enumeration_says() -> None:
    if INTERPRETED:
        pytest.skip("many deals")
    known = Known(2, 1, parse_mask("BB AH"), parse_card("5S"))
    deals, chance = 40_000, board_of_two()
    row = bids_tally(
        0, deals, 6, np.arange(deals), 0, 0, unseen(known.hand | bit(known.faced)), known,
        CLASSIC, Strategy(), new_book(),
    )[BOARD].tolist()  # fmt: skip
    assert row[0] == deals
    assert abs(row[1] - deals * chance) <= Z * float(deals * chance * (1 - chance)) ** 0.5
