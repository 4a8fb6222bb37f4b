"""Bits against Python's integers; cards read and written in every notation."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bits import count, highest, lowest, nth
from engine.cards import (
    ACE,
    CLUBS,
    PACK,
    RANKS,
    SORTED_PACK,
    SUITS,
    SYMBOLS,
    InputError,
    bit,
    cards_of,
    format_card,
    format_cards,
    lane,
    mask_of,
    parse_card,
    parse_cards,
    rank_mask,
    rank_of,
    suit_of,
)

pytestmark = pytest.mark.engine

plainly = settings(derandomize=True, deadline=None)
masks = st.one_of(st.integers(1, 2**63 - 1), st.sets(st.integers(0, 62), min_size=1).map(mask_of))
hands = st.lists(st.sampled_from(SORTED_PACK.tolist()), unique=True, max_size=12)


@plainly
@given(masks)
def test_count_lowest_highest(mask: int) -> None:
    places = [place for place in range(63) if mask >> place & 1]
    assert (count(mask), lowest(mask), highest(mask)) == (len(places), places[0], places[-1])


@plainly
@given(masks)
def test_nth(mask: int) -> None:
    places = [place for place in range(63) if mask >> place & 1]
    assert [nth(mask, n) for n in range(len(places))] == places


def test_count_of_nothing() -> None:
    assert count(0) == 0


@pytest.mark.parametrize("place", range(63))
def test_single_bit(place: int) -> None:
    mask = bit(place)
    assert mask == 1 << place
    assert (count(mask), lowest(mask), highest(mask), nth(mask, 0)) == (1, place, place, place)


def test_masks_are_never_negative() -> None:
    jokers = [16 * suit + rank for suit in range(4) for rank in (13, 14)]
    assert max(jokers) == 62
    assert all(bit(card) > 0 for card in [*SORTED_PACK.tolist(), *jokers])
    assert all(lane(suit) > 0 for suit in range(4))
    assert all(rank_mask(rank) > 0 for rank in range(15))
    assert 0 < PACK < mask_of([*SORTED_PACK.tolist(), *jokers]) < 2**63
    assert highest(PACK) == 16 * CLUBS + ACE


def test_suits_and_ranks_make_the_pack() -> None:
    crossed = {(suit_of(card), rank_of(card)) for card in SORTED_PACK.tolist()}
    assert crossed == {(suit, rank) for suit in range(4) for rank in range(13)}
    for card in SORTED_PACK.tolist():
        assert lane(suit_of(card)) & rank_mask(rank_of(card)) == bit(card)
    assert sum(lane(suit) for suit in range(4)) == mask_of(SORTED_PACK) == PACK


def test_a_mask_is_listed_by_suit_from_the_top() -> None:
    assert format_cards(PACK) == " ".join(rank + suit for suit in SUITS for rank in RANKS[::-1])
    assert len(list(cards_of(PACK))) == 52


@pytest.mark.parametrize("text", ["TH", "th", "Th", "10h", "10H", "T♥", "10♥", "10♡", "t♥\ufe0f"])
def test_ten_of_hearts(text: str) -> None:
    assert parse_card(text) == 16 + 8
    assert format_card(parse_card(text)) == "TH"


@pytest.mark.parametrize(
    "text",
    [
        "JS 9S AH TH",
        "js,9s,ah,10h",
        "JS, 9S,  AH,TH,",
        "JS9SAH10H",
        "j♠9♠a♥10♥",
        "J♠\ufe0e 9♠\ufe0f A♥\ufe0f 10♥\ufe0e",
        "♠J9 ♥AT",
        "♠ J 9 ♥ A 10",
        "♤J9♡A10",
        "SJ9 HAT",
        "sj9hat",
        "S J9 H AT",
        "JS ♠9 AH 10H",
        "\tJS\n9S  ♥a10 ",
    ],
)
def test_notations(text: str) -> None:
    assert format_cards(parse_cards(text)) == "JS 9S AH TH"


def rank_first(cards: list[int], ranks: list[str], suits: str, between: str) -> str:
    return between.join(ranks[rank_of(card)] + suits[suit_of(card)] for card in cards)


def suit_first(cards: list[int], ranks: list[str], suits: str, between: str) -> str:
    """Name a suit only where it changes."""
    text, named = "", None
    for card in cards:
        if suit_of(card) != named:
            named = suit_of(card)
            text += between + suits[named]
        text += ranks[rank_of(card)]
    return text


@plainly
@given(
    hands,
    st.sampled_from([rank_first, suit_first]),
    st.sampled_from([list(RANKS), list(RANKS.lower()), [*RANKS[:8], "10", *RANKS[9:]]]),
    st.sampled_from([SUITS, SUITS.lower(), SYMBOLS, "♤♡♢♧"]),
    st.sampled_from(["", " ", ",", ", "]),
)
def test_round_trip(
    cards: list[int],
    style: Callable[[list[int], list[str], str, str], str],
    ranks: list[str],
    suits: str,
    between: str,
) -> None:
    assert parse_cards(style(cards, ranks, suits, between)) == cards


@plainly
@given(hands, st.booleans())
def test_what_is_written_can_be_read(cards: list[int], symbols: bool) -> None:
    assert parse_cards(format_cards(cards, symbols)) == cards
    assert mask_of(parse_cards(format_cards(mask_of(cards), symbols))) == mask_of(cards)


@pytest.mark.parametrize("text", ["", " ", " , ,"])
def test_no_cards(text: str) -> None:
    assert parse_cards(text) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nothing 5C", 'card 1, "nothing": no rank "n"'),
        ("♠ nothing", '"♠": a suit without a rank'),
        ("SJ9H", '"H": a suit without a rank'),
        ("S H4", 'card 1, "H4": suit "S" has no rank'),
        ("4S H 5S", '"H": a suit without a rank'),
        ("4S 1H", 'card 2, "1H": no rank "1"'),
        ("11H", 'card 1, "11H": no rank "1"'),
        ("110H", 'card 1, "110H": no rank "1"'),
        ("ſ4", 'card 1, "ſ4": no rank "ſ"'),
        ("4ſ", 'card 1, "4ſ": no suit "ſ"'),
        ("４♠", 'card 1, "４♠": no rank "４"'),  # a fullwidth four
        ("1０♥", 'card 1, "1０♥": no rank "1"'),
        ("４S", 'card 1, "４S": no rank "４"'),
        ("٤♠", 'card 1, "٤♠": no rank "٤"'),  # an Arabic four
        ("♠４", 'card 1, "♠４": no rank "４"'),
        ("4", 'card 1, "4": no suit'),
        ("4S 5", 'card 2, "5": no suit'),
        ("TSD4", 'card 2, "TSD4": no rank "D"'),
        ("4X", 'card 1, "4X": no suit "X"'),
        ("SX", 'card 1, "SX": no rank "X"'),
        ("SH4", 'card 1, "SH4": suit "S" has no rank'),
        ("4S H", '"H": a suit without a rank'),
        ("4S;5S", 'card 2, "4S;5S": no rank ";"'),
        ("TH AS 10♥", 'card 3, "TH": occurs twice'),
        ("AS♠A", 'card 2, "AS♠A": no rank "♠"'),
    ],
)
def test_unreadable(text: str, message: str) -> None:
    with pytest.raises(InputError, match="^" + re.escape(message)):
        parse_cards(text)


@pytest.mark.parametrize(("text", "cards"), [("", 0), ("4S 5S", 2), ("♠45", 2)])
def test_not_one_card(text: str, cards: int) -> None:
    with pytest.raises(InputError, match=f'"{text}": {cards} cards, expected one'):
        parse_card(text)


def test_an_error_is_a_value_error_of_one_line() -> None:
    with pytest.raises(ValueError, match="ranks are 2-9, T or 10, J, Q, K, A") as caught:
        parse_cards("1H")
    assert "\n" not in str(caught.value)
