"""The lean of a hand by a page of a book, and the decisions that follow, in plain Python.

Cards are two-letter strings, as in the oracle. Features are found by name here, and `PLACES` says
where a page has them: a page has all of them for each of twelve groups of hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tests.oracle import RANKS, SUITS, Rules, suit_of

HONOURS = "TJQKA"
LOW = "23456"
SUIT_NAMES = [
    *RANKS,
    *(f"{length} long" for length in range(1, 7)),
    *(f"{honour} in {length}" for honour in HONOURS for length in range(1, 5)),
    *(
        f"{one} with {two}"
        for one, two in sorted(combinations(HONOURS, 2), key=lambda two: HONOURS.index(two[1]))
    ),
    "lone two", "2 low", "3 low", "4 low",
]  # fmt: skip
NAMES = [
    *(f"side {name}" for name in SUIT_NAMES),
    *(f"trump {name}" for name in SUIT_NAMES),
    *(f"highest at {place}" for place in range(12)),
    *(f"lowest at {place}" for place in range(12)),
    *(f"{rank} kicked" for rank in RANKS),
    "always",
]
PLACES = {name: place for place, name in enumerate(NAMES)}
GROUP_NAMES = [
    "none", "one to 5", "one to 9", "T", "J", "Q", "K", "A",
    "two", "two with J", "more", "more with J",
]  # fmt: skip


def group_name(trumps: str) -> str:
    """Which group a hand is in, by its trumps' ranks, such as ``"A94"``."""
    if not trumps:
        return "none"
    if len(trumps) == 1:
        return "one to 5" if trumps in "2345" else "one to 9" if trumps in "6789" else trumps
    return ("two" if len(trumps) == 2 else "more") + (" with J" if "J" in trumps else "")


def suit_features(suit: str) -> list[str]:
    """What one suit has, by its ranks."""
    if not suit:
        return []
    honours = [rank for rank in HONOURS if rank in suit]
    low = sum(rank in LOW for rank in suit)
    found = [*suit, f"{len(suit)} long"]
    if len(suit) <= 4:
        found += [f"{honour} in {len(suit)}" for honour in honours]
    found += [f"{one} with {two}" for one, two in combinations(honours, 2)]
    found += ["lone two"] * (suit == "2")
    return found + [f"{few} low" for few in (2, 3, 4) if low >= few]


def features(hand: Sequence[str], kick: str) -> list[str]:
    """All features of a hand; what two side suits have is there twice."""
    held = {suit: "".join(card[0] for card in hand if suit_of(card) == suit) for suit in SUITS}
    trumps = held.pop(kick[1])
    found = [f"trump {name}" for name in suit_features(trumps)]
    for suit in held.values():
        found += [f"side {name}" for name in suit_features(suit)]
    others = [rank for rank in RANKS if rank != kick[0]]
    places = sorted(others.index(rank) for rank in trumps)
    if places:
        found.append(f"highest at {places[-1]}")
    if len(places) > 1:
        found.append(f"lowest at {places[0]}")
    return [*found, f"{kick[0]} kicked", "always"]


def group(hand: Sequence[str], kick: str) -> int:
    """Which group a hand is in."""
    return GROUP_NAMES.index(group_name("".join(card[0] for card in hand if card[1] == kick[1])))


def lean(hand: Sequence[str], kick: str, page: Sequence[int]) -> int:
    """The weights of all features, added up."""
    first = len(NAMES) * group(hand, kick)
    return sum(int(page[first + PLACES[name]]) for name in features(hand, kick))


def always(weight: int) -> list[int]:
    """A page by which every hand leans as much."""
    return [weight * (name == "always") for _ in GROUP_NAMES for name in NAMES]


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
