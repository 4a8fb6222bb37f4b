"""Exact chances in Back Alley: known values, one-card hands counted in full, and simulations."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt

import numba
import numpy as np
import pytest

from engine.backalley.cards import (
    LITTLE,
    SORTED_PACK,
    format_card,
    parse_card,
    trump_lane,
    unseen,
)
from engine.backalley.deal import Facing, Known
from engine.backalley.play import play_out
from engine.backalley.rules import BAB_ONLINE, CLASSIC, PRESETS, Rules
from engine.backalley.score import Contract, rainbow
from engine.backalley.simulate import HISTOGRAM, SEATS_AT, hand_tally
from engine.backalley.strategy import RANDOM, Strategy
from engine.cards import SPADES, bit, mask_of
from engine.deal import Deck
from engine.random import new_stream
from tests import backalley_oracle as oracle

RANDOM_PLAYERS = Strategy(RANDOM, RANDOM, RANDOM, RANDOM)
FACED = parse_card("9S")

KNOWN = {
    # 2 of 54; every rule set that faces a card
    "faced_joker": Fraction(1, 27),
    # one card of each plain suit and one of the other 12 trumps or 2 jokers, of C(53, 4) hands;
    # with `rainbow_points`, as bab-online has them
    "rainbow": Fraction(2366, 22525),
    # the same with a joker faced: one card of each of the four suits; the other joker fits none
    "rainbow_after_a_joker": Fraction(2197, 22525),
    # one card each, the own one LB: only BB beats it, and is with an opponent 2 times in 52; this
    # and those below under every rule set, if no joker was faced
    "little_blooper": Fraction(25, 26),
    # the trump ace: the better of BB and LB that are out is with an opponent 2 times in 3
    "trump_ace": Fraction(613, 663),
    # the trump 7, faced a card below it: nine trumps are higher
    "trump_seven_low_faced": Fraction(7797, 11050),
    # the trump 7, any trump faced: 8 to A with 7/12, and then only eight are higher
    "trump_seven": Fraction(95671, 132600),
}


@numba.njit(error_model="numpy")
def one_card_wins(
    card: int, faced: int, trumps: int, rest: Deck, leader: int, rules: Rules, players: Strategy
) -> int:
    """Deals of one card each, of all ordered ones, that seat 0 with `card` and seat 2 win."""
    hands, plays, stream = np.zeros(4, np.int64), np.zeros(52, np.int64), new_stream()
    facing, contract = Facing(trumps, 1 << faced), Contract(leader, 1, 0, 0, 0, 0)
    won = 0
    for first in rest:
        for second in rest:
            for third in rest:
                if first != second and first != third and second != third:
                    hands[0] = 1 << card
                    hands[1] = 1 << first
                    hands[2] = 1 << second
                    hands[3] = 1 << third
                    tricks = play_out(hands, facing, contract, rules, players, stream, plays)
                    won += tricks & 0x0F0F != 0
    return won


def one_card(card: int, leader: int, faced: int = FACED) -> Fraction:
    """How often seat 0's team wins a one-card hand; trump is spades."""
    rest = unseen(bit(card) | bit(faced))
    won = one_card_wins(card, faced, trump_lane(SPADES), rest, leader, CLASSIC, RANDOM_PLAYERS)
    return Fraction(int(won), 52 * 51 * 50)


def unless_beaten(higher: int, unknown: int = 52) -> Fraction:
    """How often no opponent has the best of `higher` cards that are out: one of three holds it."""
    none = Fraction(comb(unknown - higher, 3), comb(unknown, 3))
    return 1 - (1 - none) * Fraction(2, 3)


def test_known_values_by_formula() -> None:
    assert KNOWN["little_blooper"] == unless_beaten(1)
    assert KNOWN["trump_ace"] == unless_beaten(2)
    assert KNOWN["trump_seven_low_faced"] == unless_beaten(9)
    assert KNOWN["trump_seven"] == (7 * unless_beaten(8) + 5 * unless_beaten(9)) / 12
    assert KNOWN["rainbow"] == Fraction(13**3 * 14, comb(53, 4))
    assert KNOWN["rainbow_after_a_joker"] == Fraction(13**4, comb(53, 4))


@pytest.mark.parametrize("leader", range(4))
def test_one_trump_each(leader: int) -> None:
    assert one_card(parse_card("LB"), leader) == KNOWN["little_blooper"]
    assert one_card(parse_card("AS"), leader) == KNOWN["trump_ace"]
    seven = parse_card("7S")
    chances = [one_card(seven, leader, rank) for rank in range(13) if rank != seven]
    assert chances[0] == KNOWN["trump_seven_low_faced"]
    assert sum(chances) / 12 == KNOWN["trump_seven"]


def test_one_card_led() -> None:
    """Whatever is led, only trumps and higher cards of its suit beat it."""
    for card in SORTED_PACK.tolist():
        if card != FACED:
            trumps = [other for other in SORTED_PACK.tolist() if other < 16 and other != FACED]
            above = sum(other > card for other in trumps)
            higher = above if card < 16 else len(trumps) + 12 - card % 16
            assert one_card(card, 0) == unless_beaten(higher), format_card(card)


@pytest.mark.parametrize("own", ["AH", "7H", "5S"])
@pytest.mark.parametrize("leader", [1, 2])
def test_one_card_by_the_oracle(own: str, leader: int) -> None:
    rest = [card for card in oracle.PACK if card not in (own, "9S")]
    won = 0
    for others in permutations(rest, 3):
        hands = (own, *others)
        trick = hands[leader:] + hands[:leader]
        won += (leader + oracle.winner(list(trick), "S")) % 2 == 0
    assert one_card(parse_card(own), leader) == Fraction(won, 52 * 51 * 50)


def test_rotated_seats_in_full() -> None:
    """Over all hands of one card, leading is worth to one team what it is to the other."""
    cards = [card for card in SORTED_PACK.tolist() if card != FACED]
    totals = [sum(one_card(card, leader) for card in cards) / 53 for leader in range(4)]
    assert totals[0] == totals[2] == 1 - totals[1] == 1 - totals[3]
    assert totals[0] > Fraction(1, 2)


def test_rainbows() -> None:
    rest = [card for card in SORTED_PACK.tolist() if card != FACED]
    hands = [mask_of(cards) for cards in combinations(rest, 4)]
    held = sum(rainbow(hand, trump_lane(SPADES)) for hand in hands)
    assert Fraction(held, len(hands)) == KNOWN["rainbow"]
    after = [mask_of(cards) for cards in combinations(SORTED_PACK[:-1].tolist(), 4)]  # BB faced
    held = sum(rainbow(hand, bit(LITTLE)) for hand in after)
    assert Fraction(held, len(after)) == KNOWN["rainbow_after_a_joker"]


# Simulations


def within(count: int, deals: int, chance: Fraction) -> bool:
    """Whether a count is within four standard errors of what it should be."""
    error = sqrt(float(deals * chance * (1 - chance)))
    return abs(count - float(deals * chance)) <= 4 * error


@pytest.mark.parametrize("rules", [CLASSIC, BAB_ONLINE])
def test_jokers_faced(rules: Rules) -> None:
    tally = hand_tally(0, 100_000, 1, SORTED_PACK, Known(3), rules, RANDOM_PLAYERS, None)
    assert within(int(tally[0]), 100_000, KNOWN["faced_joker"])


def test_jokers_faced_again() -> None:
    """At 13 cards both jokers are faced, or lie last, in 2 of 54 x 53 packs."""
    rules = PRESETS["hfi"]
    tally = hand_tally(0, 100_000, 1, SORTED_PACK, Known(13), rules, RANDOM_PLAYERS, None)
    assert within(int(tally[0]), 100_000, Fraction(2, 54 * 53))


@pytest.mark.parametrize(
    ("hand", "faced", "name"),
    [
        ("LB", "9H", "little_blooper"),
        ("AH", "9H", "trump_ace"),
        ("7H", "3H", "trump_seven_low_faced"),
    ],
)
@pytest.mark.parametrize("seat", range(4))
def test_one_card_hands_simulated(seat: int, hand: str, faced: str, name: str) -> None:
    own, turned = parse_card(hand), parse_card(faced)
    known = Known(1, seat, bit(own), turned)
    rest = unseen(bit(own) | bit(turned))
    tally = hand_tally(0, 20_000, 5, rest, known, CLASSIC, Strategy(), None)
    assert tally[1] == 0  # a trump boards
    won = int(tally[SEATS_AT + (4 + seat % 2) * HISTOGRAM + 1])
    assert within(won, 20_000, KNOWN[name])
