"""Books: groups and features told apart, leans added up again in plain Python, and the rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analysis.allfours import rule_sets
from engine.allfours.book import (
    FEATURES,
    GROUPS,
    PAGE,
    SUIT,
    begs,
    gift_allowed,
    gives,
    group_of,
    lean,
    new_book,
    suit_features,
)
from engine.allfours.holding import HOLDINGS, holding, trumps_in
from engine.allfours.rules import CLASSIC, Rules
from engine.cards import mask_of, parse_card, parse_cards
from tests import leaning, oracle

PLACES = [
    (trumps, kick)
    for trumps in range(1 << 13)
    for kick in range(13)
    if trumps.bit_count() <= 6 and not trumps >> kick & 1
]
JACK = oracle.RANKS.index("J")


def ranks(suit: int) -> list[int]:
    return [rank for rank in range(13) if suit >> rank & 1]


def mask(hand: list[str]) -> int:
    return mask_of(parse_cards(" ".join(hand)))


def some_page(seed: int = 1, most: int = 1000) -> np.ndarray:
    return np.random.default_rng(seed).integers(-most, most + 1, PAGE)


def some_hands(seed: int, hands: int = 300) -> list[tuple[list[str], str]]:
    """Six cards and a kick; one in three has many trumps, one a long suit, one is as dealt."""
    rng = random.Random(seed)
    found = []
    for number in range(hands):
        kick, *rest = rng.sample(oracle.PACK, 52)
        if number % 3 < 2:
            first = kick[1] if number % 3 else rest[0][1]
            rest.sort(key=lambda card: (card[1] != first) + 0.9 * rng.random())
        found.append((rest[:6], kick))
    return found


def test_holdings_tell_apart_what_they_should() -> None:
    what: dict[int, object] = {}
    for trumps, kick in PLACES:
        held = ranks(trumps)
        few = tuple(held) if len(held) <= 3 else (held[0], held[-1], "four or more")
        key = few, min(3, sum(rank < kick for rank in held)), kick == JACK
        assert what.setdefault(holding(trumps, kick), key) == key
        assert trumps_in(holding(trumps, kick)) == min(3, len(held))
    assert len(set(what.values())) == len(what)
    assert min(what) == 0
    assert max(what) < HOLDINGS


def test_groups_are_those_of_the_trumps() -> None:
    for trumps in range(1 << 13):
        if trumps.bit_count() <= 6:
            held = "".join(oracle.RANKS[rank] for rank in ranks(trumps))
            assert leaning.GROUP_NAMES[group_of(trumps)] == leaning.group_name(held)
    assert len(leaning.GROUP_NAMES) == GROUPS


def test_a_suit_has_the_features_that_it_should() -> None:
    for suit in range(1 << 13):
        if suit.bit_count() <= 6:
            held = "".join(oracle.RANKS[rank] for rank in ranks(suit))
            found = suit_features(suit)
            names = [name for at, name in enumerate(leaning.SUIT_NAMES) if found >> at & 1]
            assert sorted(names) == sorted(leaning.suit_features(held))
    assert len(leaning.SUIT_NAMES) == SUIT
    assert len(leaning.NAMES) == FEATURES
    assert FEATURES * GROUPS == PAGE


@pytest.mark.engine
def test_a_lean_is_the_sum_of_its_weights() -> None:
    page = some_page()
    leans = set()
    for hand, kick in some_hands(2):
        found = lean(mask(hand), parse_card(kick), page)
        assert found == leaning.lean(hand, kick, page.tolist())
        leans.add(found)
    assert len(leans) > 150


@pytest.mark.engine
def test_every_weight_of_a_page_can_count() -> None:
    """A weight alone moves the leans of just the hands that have its feature."""
    hands = [(mask(hand), parse_card(kick), hand, kick) for hand, kick in some_hands(3, 200)]
    seen = set()
    for place in range(0, PAGE, 7):
        page = np.zeros(PAGE, np.int64)
        page[place] = 1
        group, feature = divmod(place, FEATURES)
        for cards, card, hand, kick in hands:
            found = lean(cards, card, page)
            names = leaning.features(hand, kick) if leaning.group(hand, kick) == group else []
            assert found == names.count(leaning.NAMES[feature])
            if found:
                seen.add(place)
    assert len(seen) > 60


@pytest.mark.engine
def test_suits_other_than_trump_are_alike() -> None:
    page, rng = some_page(4), random.Random(5)
    for hand, kick in some_hands(6):
        others = oracle.SUITS.replace(kick[1], "")
        turned = dict(zip(others, rng.sample(others, 3), strict=True)) | {kick[1]: kick[1]}
        other = [card[0] + turned[card[1]] for card in hand]
        assert lean(mask(hand), parse_card(kick), page) == lean(mask(other), parse_card(kick), page)


@pytest.mark.engine
def test_which_suit_is_trump_does_not_matter() -> None:
    page, rng = some_page(7), random.Random(8)
    for hand, kick in some_hands(9):
        turned = dict(zip(oracle.SUITS, rng.sample(oracle.SUITS, 4), strict=True))
        other = [card[0] + turned[card[1]] for card in hand]
        moved = lean(mask(other), parse_card(kick[0] + turned[kick[1]]), page)
        assert lean(mask(hand), parse_card(kick), page) == moved


SETTINGS = [(), ("stand_void=0",), ("give_void=0",), ("stand_void=0", "give_void=0")]


@pytest.mark.engine
@pytest.mark.parametrize("settings", SETTINGS, ids=[" ".join(s) or "classic" for s in SETTINGS])
def test_hands_act_by_the_page_unless_the_rules_say_otherwise(settings: tuple[str, ...]) -> None:
    rules = rule_sets.change(CLASSIC, settings)
    fields = oracle.read_rules(rule_sets.describe(rules))
    page, counts = some_page(10), {"begs": 0, "gives": 0, "forced": 0}
    for hand, kick in some_hands(11):
        cards, card = mask(hand), parse_card(kick)
        found = begs(cards, card, page, rules)
        assert found == leaning.begs(hand, kick, page.tolist(), fields)
        counts["begs"] += found
        for may in (False, True):
            given = gives(cards, card, page, may, rules)
            assert given == (may and leaning.gives(hand, kick, page.tolist(), 0, fields))
            counts["gives"] += given
        leans = lean(cards, card, page) > 0
        counts["forced"] += found != leans or gives(cards, card, page, True, rules) != leans
    assert 50 < counts["begs"] < 250
    assert 50 < counts["gives"] < 250
    assert (counts["forced"] > 0) == bool(settings)


@pytest.mark.engine
def test_a_lean_of_nothing_stands_and_runs() -> None:
    page = new_book()[0]
    for hand, kick in some_hands(12, 20):
        assert not begs(mask(hand), parse_card(kick), page, CLASSIC)
        assert not gives(mask(hand), parse_card(kick), page, True, CLASSIC)


@pytest.mark.engine
def test_a_gift_may_not_win_unless_the_rules_let_it() -> None:
    for target in (1, 2, 14):
        for gift in (0, 1, 3, 99):
            for eldest in range(target):
                rules = Rules(target=target, gift=gift)
                assert gift_allowed(eldest, rules) == (eldest + gift < target)
                assert gift_allowed(eldest, rules._replace(gift_can_win=1))
