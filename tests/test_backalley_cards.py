"""Jokers among the cards, and rule sets of Back Alley as data."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.backalley
from engine import cards as plain_cards
from engine.backalley.cards import (
    BIG,
    FULL_PACK,
    JOKERS,
    LITTLE,
    SORTED_PACK,
    cards_of,
    format_card,
    format_cards,
    is_joker,
    parse_card,
    parse_cards,
    parse_mask,
    to_trump,
    trump_lane,
    unseen,
)
from engine.backalley.rules import (
    CHOICES,
    CLASSIC,
    FLAGS,
    PRESETS,
    Rules,
    check,
    limits,
    schedule,
)
from engine.bits import highest
from engine.cards import InputError, mask_of, suit_of
from tests import backalley_oracle as oracle
from tests.backalley_judges import rules_of

pytestmark = pytest.mark.engine

RULE_BOOK = Path(engine.backalley.__file__).parent / "RULES.md"
plainly = settings(derandomize=True, deadline=None)
hands = st.lists(st.sampled_from(SORTED_PACK.tolist()), unique=True, max_size=13)


def test_rule_02_the_pack() -> None:
    assert len(SORTED_PACK) == len(set(SORTED_PACK.tolist())) == 54
    assert mask_of(SORTED_PACK.tolist()) == FULL_PACK
    assert [format_card(card) for card in SORTED_PACK] == oracle.PACK


@pytest.mark.parametrize("suit", range(4))
def test_rule_04_trump_order_is_bit_order(suit: int) -> None:
    cards = [format_card(card) for card in cards_of(trump_lane(suit))]
    assert cards == ["BB", "LB", *(rank + "SHDC"[suit] for rank in "AKQJT98765432")]
    assert 0 < trump_lane(suit) < 2**63
    moved = to_trump(JOKERS, suit)
    assert moved & ~trump_lane(suit) == 0
    assert highest(moved) == 16 * suit + 14
    assert all(is_joker(card) and suit_of(card) == suit for card in cards_of(moved))


@plainly
@given(hands, st.integers(0, 3))
def test_only_jokers_move(cards: list[int], suit: int) -> None:
    moved = to_trump(mask_of(cards), suit)
    assert moved.bit_count() == len(cards)
    assert [format_card(card) for card in cards_of(moved) if not is_joker(card)] == [
        format_card(card) for card in cards_of(mask_of(cards)) if not is_joker(card)
    ]


@plainly
@given(hands, st.integers(0, 3), st.sampled_from([" ", ", ", "  "]), st.booleans())
def test_read_back(cards: list[int], suit: int, between: str, lower: bool) -> None:
    text = format_cards(cards).replace(" ", between)
    read = parse_cards(text.lower() if lower else text, suit)
    assert read == [16 * suit + card if is_joker(card) else card for card in cards]
    assert parse_mask(format_cards(mask_of(cards))) == mask_of(cards)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("BB", "BB"),
        ("bb,lb", "BB LB"),
        ("10♥ Lb ♠J9", "TH LB JS 9S"),
        ("SJ9 HAT BB", "JS 9S AH TH BB"),
        ("JS9SAHTH lb", "JS 9S AH TH LB"),
        ("", ""),
    ],
)
def test_notations(text: str, cards: str) -> None:
    assert format_cards(parse_cards(text)) == cards


def test_symbols() -> None:
    assert format_cards(parse_cards("BB TH"), symbols=True) == "BB T♥"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("BB LB BB", 'card 3, "BB": occurs twice'),
        ("2S BB 2S", 'card 3, "2S": occurs twice'),
        ("2S BB 3S 1H", 'card 4, "1H": no rank "1" (ranks are 2-9, T or 10, J, Q, K, A)'),
        ("2S 3S BB LB XX", 'card 5, "XX": no rank "X"'),
        ("BB 4S 4S", 'card 3, "4S": occurs twice'),
        ("AS BBB", 'card 2, "BBB": no rank "B"'),
        ("♠ BB", '"♠": a suit without a rank'),
        ("BB 9", 'card 2, "9": no suit (suits are S, H, D, C or a symbol)'),
    ],
)
def test_what_can_not_be_read(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        parse_cards(text)


@pytest.mark.parametrize(("text", "number"), [("BB LB", 2), ("", 0), ("2S 3S", 2)])
def test_one_card(text: str, number: int) -> None:
    with pytest.raises(InputError, match=f'"{text}": {number} cards, expected one'):
        parse_card(text)
    assert parse_card("bb") == BIG
    assert parse_card("LB", 3) == 48 + 13


def test_all_fours_knows_no_jokers() -> None:
    for text in ("BB", "LB"):
        with pytest.raises(InputError, match="no rank"):
            plain_cards.parse_cards(text)


@plainly
@given(hands)
def test_unseen(cards: list[int]) -> None:
    rest = unseen(mask_of(cards)).tolist()
    assert rest == [card for card in SORTED_PACK.tolist() if card not in cards]
    assert (LITTLE in rest) == (LITTLE not in cards)


# Rule sets


def setting(rules: Rules, field: str) -> Any:
    value = getattr(rules, field)
    return CHOICES[field][value] if field in CHOICES else value


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_presets_by_the_oracle(preset: str) -> None:
    rules = PRESETS[preset]
    assert {field: setting(rules, field) for field in Rules._fields} == oracle.PRESETS[preset]
    assert check(rules) is rules


def test_presets_are_those_of_the_oracle() -> None:
    assert list(PRESETS) == list(oracle.PRESETS)
    assert Rules() == CLASSIC == PRESETS["classic"]


def test_the_book_has_every_field_and_value() -> None:
    lines = RULE_BOOK.read_text().splitlines()
    book = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines if line[:1] == "|"]
    table = {row[0].strip("`"): row for row in book if len(row) == 8}
    assert [field for field in table if field in Rules._fields] == list(Rules._fields)
    for column, preset in enumerate(PRESETS, 3):
        for field in Rules._fields:
            text = table[field][column]
            rules = CLASSIC if text == "-" else PRESETS[preset]
            assert text in ("-", str(setting(rules, field))), (preset, field)
            assert setting(rules, field) == setting(PRESETS[preset], field)
    for field, names in CHOICES.items():
        assert field == "schedule" or table[field][2] == ", ".join(names)
    assert [row[0] for row in book if len(row) == 4][2:] == list(CHOICES["schedule"])


@pytest.mark.parametrize("field", Rules._fields)
def test_limits(field: str) -> None:
    low, high = limits(field)
    assert check(CLASSIC._replace(**{field: low}))
    assert check(CLASSIC._replace(**{field: high}))
    wrong: list[Any] = [low - 1, high + 1, True, 1.0, "1", None]
    for value in wrong:
        message = f'{field}: "{value}", expected a whole number from {low} to {high}'
        with pytest.raises(InputError, match=re.escape(message)):
            check(CLASSIC._replace(**{field: value}))


def test_flags_and_choices_are_fields() -> None:
    assert {*FLAGS, *CHOICES, "trick_points", "rainbow_points"} == {*Rules._fields}


@pytest.mark.parametrize("name", CHOICES["schedule"])
def test_schedules_have_hands_of_1_to_13(name: str) -> None:
    sizes = schedule(rules_of({"schedule": name}))
    assert {*sizes} <= {*range(1, 14)}
    assert 1 in sizes
