"""How hands of Back Alley are dealt: complete, apart, evenly, and by number."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numba
import numpy as np
import pytest

from engine._jit import INTERPRETED
from engine.backalley.cards import (
    BIG,
    FULL_PACK,
    JOKERS,
    LITTLE,
    SORTED_PACK,
    is_joker,
    parse_card,
    parse_mask,
    to_trump,
    unseen,
)
from engine.backalley.deal import Facing, Known
from engine.backalley.hand import Desk, deal_number, new_desk
from engine.backalley.rules import CLASSIC, LONE_TRUMP, MOST_CARDS, SWAP, TURN_AGAIN, Rules
from engine.cards import NO_CARD, PACK, bit, suit_of

engine = pytest.mark.engine
JOKER_RULES = [CLASSIC._replace(joker_faced=value) for value in (SWAP, LONE_TRUMP, TURN_AGAIN)]
SPADES_ALWAYS = CLASSIC._replace(trump=1)
DEALS = 10 if INTERPRETED else 400


class Dealt(NamedTuple):
    """A hand as it is dealt."""

    hands: list[int]
    facing: Facing
    deck: list[int]


def dealt(number: int, known: Known, rules: Rules, rest: np.ndarray = SORTED_PACK) -> Dealt:
    desk = new_desk()
    facing = Facing(*map(int, deal_number(desk, rest, known, 7, number, rules)))
    return Dealt([int(hand) for hand in desk.hands], facing, desk.deck.tolist())


def at_home(mask: int) -> int:
    """Cards with their jokers back in the lane of spades."""
    home = mask & (PACK | JOKERS)
    for suit in range(1, 4):
        home |= mask >> (16 * suit) & JOKERS
    return home


@engine
@pytest.mark.parametrize("rules", [*JOKER_RULES, SPADES_ALWAYS])
@pytest.mark.parametrize("cards", [1, 2, 8, 9, MOST_CARDS])
def test_rule_06_hands_are_complete_and_apart(cards: int, rules: Rules) -> None:
    for number in range(DEALS):
        hands, facing, _ = dealt(number, Known(cards), rules)
        together = 0
        for hand in hands:
            assert hand.bit_count() == cards
            assert not together & hand
            together |= hand
        assert not together & facing.gone
        assert not together & ~(PACK | facing.trumps)
        assert at_home(together).bit_count() == 4 * cards
        assert not at_home(together) & ~FULL_PACK


@engine
@pytest.mark.parametrize("faced", [BIG, LITTLE])
@pytest.mark.parametrize("cards", [1, 7, MOST_CARDS])
def test_rule_08_joker_faced(cards: int, faced: int) -> None:
    rest = unseen(bit(faced))
    other = BIG + LITTLE - faced
    for number in range(DEALS):
        swap, lone, again = (
            dealt(number, Known(cards, faced=faced), rules, rest) for rules in JOKER_RULES
        )
        assert swap.facing == Facing(0, JOKERS)
        assert lone.facing == Facing(bit(other), bit(faced))
        following = again.deck[4 * cards : 53]
        for before, after in zip(lone.hands, swap.hands, strict=True):
            held = bool(before & bit(other))
            expected = before ^ bit(other) ^ bit(following[0]) if held else before
            assert after == expected
        turned = next((card for card in following if not is_joker(card)), None)
        if turned is None:
            assert again.facing == Facing(0, JOKERS)
        else:
            passed = bit(other) if following[0] == other else 0
            trump = suit_of(turned)
            gone = to_trump(bit(faced) | passed | bit(turned), trump)
            assert again.facing == Facing(0x7FFF << 16 * trump, gone)
            assert again.hands == [to_trump(hand, trump) for hand in lone.hands]


@engine
@pytest.mark.parametrize("seat", range(4))
def test_what_is_known_stays(seat: int) -> None:
    own, faced = parse_mask("BB AS 4H 2C TD"), parse_card("9H")
    known, rest = Known(5, seat, own, faced), unseen(own | bit(faced))
    for number in range(DEALS):
        hands, facing, _ = dealt(number, known, CLASSIC, rest)
        assert hands[seat] == to_trump(own, 1)
        assert facing == Facing(0x7FFF << 16, bit(faced))


@engine
def test_a_hand_is_a_function_of_its_number() -> None:
    desk = new_desk()
    numbers = [5, 6, 5, 10**12, 6]
    found = []
    for number in numbers:
        deal_number(desk, SORTED_PACK, Known(8), 3, number, CLASSIC)
        found.append(desk.hands.tolist())
    assert found[0] == found[2]
    assert found[1] == found[4]
    assert len({tuple(hands) for hands in found}) == 3


@numba.njit(error_model="numpy")
def holders(desk: Desk, known: Known, rules: Rules, deals: int, found: np.ndarray) -> None:
    """Count who holds each card at home; place 4 is for cards that are faced."""
    for number in range(deals):
        deal_number(desk, SORTED_PACK, known, 11, number, rules)
        for place in range(54):
            card = SORTED_PACK[place]
            for seat in range(4):
                found[place, seat] += (desk.hands[seat] >> card) & 1
            found[place, 4] += desk.deck[0] == card


@pytest.mark.parametrize("cards", [1, 5, 13])
def test_every_card_goes_everywhere(cards: int) -> None:
    """With spades always trump jokers stay at home, so that each card can be counted."""
    deals = 40_000
    found = np.zeros((54, 5), np.int64)
    holders(new_desk(), Known(cards), SPADES_ALWAYS, deals, found)
    chance = cards / 54
    error = sqrt(deals * chance * (1 - chance))
    assert np.abs(found[:, :4] - deals * chance).max() < 4.5 * error
    assert found.sum() == (4 * cards + 1) * deals


@numba.njit(error_model="numpy")
def turned_after_both(
    desk: Desk, rest: np.ndarray, known: Known, rules: Rules, deals: int, found: np.ndarray
) -> None:
    """Count what is faced after BB, which is known, and LB; place 0 is for other hands."""
    for number in range(deals):
        facing = deal_number(desk, rest, known, 11, number, rules)
        passed = desk.deck[4 * known.cards] == LITTLE
        found[1 + desk.deck[4 * known.cards + 1] if passed else 0] += 1
        if passed and facing.trumps >> desk.deck[4 * known.cards + 1] & 1 == 0:
            found[0] = -deals


def test_every_card_is_turned_after_both_jokers() -> None:
    deals, rest = 200_000, np.array([2, 18, 34, 50, 3, 19, 35, 51, LITTLE], np.int64)
    found = np.zeros(64, np.int64)
    turned_after_both(new_desk(), rest, Known(1, faced=BIG), JOKER_RULES[2], deals, found)
    chance = 1 / 9 / 8
    error = sqrt(deals * chance * (1 - chance))
    assert found[0] > 0
    assert found.sum() == deals
    assert np.abs(found[1 + rest[:-1]] - deals * chance).max() < 4.5 * error


def test_nothing_known_faces_any_card() -> None:
    assert Known(1).faced == NO_CARD
    found = np.zeros((54, 5), np.int64)
    holders(new_desk(), Known(1), CLASSIC, 40_000, found)
    error = sqrt(40_000 / 54 * 53 / 54)
    assert np.abs(found[:, 4] - 40_000 / 54).max() < 4.5 * error
