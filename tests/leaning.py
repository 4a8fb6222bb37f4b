"""The lean of a hand by a page of a book, and the decisions that follow, in plain Python.

Cards are two-letter strings, as in the oracle. A page has 25 side weights for each of four groups
of hands, then the bases.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tests.oracle import RANKS, SUITS, Rules, rank_of, suit_of

SIDE, GROUPS = 25, 4
COURT = "QKA"
PAIRS, TRIPLES = (
    sorted(combinations(range(13), size), key=lambda held: held[::-1]) for size in (2, 3)
)


def base_of(trumps: Sequence[int], kick: int) -> int:
    """The place of a base: of trumps as ranks, 0 for the two, under a kick of a rank."""
    held = tuple(sorted(trumps))
    if not held:
        cards = 0
    elif len(held) == 1:
        cards = 1 + held[0]
    elif len(held) == 2:
        cards = 1 + 13 + PAIRS.index(held)
    elif len(held) == 3:
        cards = 1 + 13 + 78 + TRIPLES.index(held)
    else:
        cards = 1 + 13 + 78 + 286 + 13 * held[-1] + held[0]
    below = min(3, sum(rank < kick for rank in held))
    return GROUPS * SIDE + 8 * cards + 2 * below + (RANKS[kick] == "J")


def side_features(suit: str) -> list[int]:
    """The places of a side suit's features among SIDE, from its ranks, such as ``"AT4"``."""
    if not suit:
        return []
    court = any(rank in COURT for rank in suit)
    shapes = [
        suit == "T",
        len(suit) == 2 and "T" in suit,
        "J" in suit and court,
        len(suit) == 1 and court,
        suit == "2",
        len(suit) >= 4 and "A" in suit,
    ]
    places = [RANKS.index(rank) for rank in suit] + [12 + len(suit)]
    return places + [19 + which for which, has in enumerate(shapes) if has]


def lean(hand: Sequence[str], kick: str, page: Sequence[int]) -> int:
    """Base and side weights, added up."""
    trump = suit_of(kick)
    trumps = [rank_of(card) for card in hand if suit_of(card) == trump]
    group = min(len(trumps), 3)
    places = [base_of(trumps, rank_of(kick))]
    for suit in SUITS.replace(trump, ""):
        held = "".join(card[0] for card in hand if suit_of(card) == suit)
        places += [SIDE * group + place for place in side_features(held)]
    return sum(int(page[place]) for place in places)


def begs(hand: Sequence[str], kick: str, page: Sequence[int], rules: Rules) -> bool:
    """Whether the eldest begs (10)."""
    void = all(suit_of(card) != suit_of(kick) for card in hand)
    return (void and not rules["stand_void"]) or lean(hand, kick, page) > 0


def gives(hand: Sequence[str], kick: str, page: Sequence[int], eldest: int, rules: Rules) -> bool:
    """Whether the dealer gives when the eldest's team has so many points (11)."""
    void = all(suit_of(card) != suit_of(kick) for card in hand)
    if void and not rules["give_void"]:
        return False
    if eldest + rules["gift"] >= rules["target"] and not rules["gift_can_win"]:
        return False
    return lean(hand, kick, page) > 0
