"""A book of Back Alley read in plain Python: cards as words, features by name, no bits."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

RANKS = "23456789TJQKA"
HIGHEST = "LB", "BB"
_FEATURES = [
    *(f"trump {place}" for place in range(15)),
    *(f"trumps {count}" for count in range(14)),
    *("high trumps 1 0", "high trumps 2 0", "high trumps 2 1"),
    *("high trumps 3 0", "high trumps 3 1", "high trumps 3 2"),
    *(f"voids {voids} trumps {trumps}" for voids in range(4) for trumps in range(5)),
    "always",
    *(f"plain {rank}" for rank in RANKS),
    *(f"length {length}" for length in range(8)),
    *(f"{rank} in {length}" for rank in "JQKA" for length in range(1, 5)),
    *("QJ", "KJ", "KQ", "AJ", "AQ", "AK"),
]


def plain_suit(ranks: set[str]) -> list[str]:
    """The names of a plain suit's features."""
    found = [f"plain {rank}" for rank in ranks] + [f"length {min(len(ranks), 7)}"]
    honours = [rank for rank in "AKQJ" if rank in ranks]
    if len(ranks) <= 4:
        found += [f"{rank} in {len(ranks)}" for rank in honours]
    return found + ["".join(pair) for pair in combinations(honours, 2)]


def features(hand: set[str], trump: str, gone: set[str]) -> list[str]:
    """The names of a hand's features; `trump` is a suit, a joker alone, or nothing."""
    if trump in HIGHEST or not trump:
        places = [14] if trump in hand else []
        held = {trump} & hand
    else:
        order = [*(rank + trump for rank in RANKS), *HIGHEST]
        left = [card for card in order if card not in gone]
        held = hand & set(order)
        places = [15 - len(left) + left.index(card) for card in held]
    suits = [suit for suit in "SHDC" if suit != trump]
    plain = {suit: {c[0] for c in hand - held if c[1] == suit} for suit in suits}
    voids = sum(not ranks for ranks in plain.values())
    found = [f"trump {place}" for place in places] + [f"trumps {len(places)}", "always"]
    found.append(f"voids {min(voids, 3)} trumps {min(len(places), 4)}")
    high = sorted(place - 11 for place in places if place >= 11)
    found += [f"high trumps {two} {one}" for one, two in combinations(high, 2)]
    return found + [name for ranks in plain.values() for name in plain_suit(ranks)]


def estimates(names: list[str], heard: list[Any], page: np.ndarray) -> tuple[int, int]:
    """What a page expects: of tricks, and of taking them all."""
    size = len(_FEATURES)
    own, opponents = heard[-2:-1], heard[-1:] if len(heard) < 3 else [heard[0], heard[2]]
    both = []
    for which in (0, 1):
        total = sum(int(page[which * size + _FEATURES.index(name)]) for name in names)
        said = page[2 * size + 45 * which :][:45].reshape(3, 15)
        for row, bid in zip(said, [*(own or [None]), *opponents], strict=False):
            if bid is not None:
                total += int(row[14 if bid == "board" else bid])
        both.append(total)
    return both[0], both[1]


def bid_by_page(names: list[str], heard: list[Any], most: int, page: Any) -> Any:
    """The bid of a page; passes are 0."""
    tricks, sweep = estimates(names, heard, page)
    said = heard[-2] if len(heard) > 1 else 15
    partner = 14 if said == "board" else said
    boards = sum(bid == "board" for bid in heard[::-1][::2])
    least = page[2 * len(_FEATURES) + 90 :].reshape(3, 16, 15)[boards, partner]
    if sweep >= least[14]:
        return "board"
    bid = 0
    while bid < most and tricks >= least[bid + 1]:
        bid += 1
    return bid
