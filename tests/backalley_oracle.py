"""Back Alley in plain Python: lists and texts, no bits, nothing of the engine.

A card is ``AS``, ``TH`` or ``BB``, ``LB``. Trump is a suit's letter, a joker that is the only
trump, or None. Numbers in comments are the clauses of engine/backalley/RULES.md.
"""

from __future__ import annotations

import random
from typing import Any

Record = dict[str, Any]
Rules = dict[str, Any]

RANKS = "23456789TJQKA"
SUITS = "SHDC"
JOKERS = ["LB", "BB"]
PACK = [rank + suit for suit in SUITS for rank in RANKS] + JOKERS

CLASSIC: Rules = {
    "schedule": "down_up",
    "trump": "faced",
    "joker_faced": "swap",
    "trick_points": 5,
    "board": "by_cards",
    "boards_raised": 0,
    "all_pass": "next_dealer",
    "bid_all": 0,
    "broken": "by_trump",
    "boarder_exempt": 1,
    "big_lead": "everyone",
    "little_lead": 1,
    "rainbow_points": 0,
}
PRESETS: dict[str, Rules] = {
    "classic": CLASSIC,
    "bab-online": {
        "schedule": "even_odd",
        "trump": "faced",
        "joker_faced": "lone_trump",
        "trick_points": 10,
        "board": "doubling",
        "boards_raised": 0,
        "all_pass": "same_dealer",
        "bid_all": 1,
        "broken": "by_ruff",
        "boarder_exempt": 0,
        "big_lead": "opponents",
        "little_lead": 0,
        "rainbow_points": 10,
    },
    "hfi": {**CLASSIC, "schedule": "sevens", "joker_faced": "turn_again"},
    "emwgames": {**CLASSIC, "schedule": "up_down", "joker_faced": "turn_again"},
    "nbird11": {**CLASSIC, "trick_points": 3, "board": "flat"},
}


def read_rules(rules: Any) -> Rules:
    """Read the rules of a record: a preset's name, or changes to one."""
    if isinstance(rules, str):
        return PRESETS[rules]
    changes = dict(rules)
    return {**PRESETS[changes.pop("base", "classic")], **changes}


def suit_of(card: str, trump: str | None) -> str:
    """Tell the suit that a card belongs to; a joker's is trump (4)."""
    return "trump" if card in JOKERS or card[1] == trump else card[1]


def strength(card: str, trump: str | None, led: str) -> int:
    """Rank a card within a trick: trumps before the suit led before all others (21)."""
    rank = 13 + JOKERS.index(card) if card in JOKERS else RANKS.index(card[0])
    suit = suit_of(card, trump)
    if suit == "trump":
        return 200 + rank
    return 100 + rank if suit == suit_of(led, trump) else 0


def winner(trick: list[str], trump: str | None) -> int:
    """Find the place of the winning card (21)."""
    strengths = [strength(card, trump, trick[0]) for card in trick]
    return strengths.index(max(strengths))


def legal(
    hand: list[str], trick: list[str], trump: str | None, free: bool, rules: Rules
) -> list[str]:
    """List what may be played; `free` tells whether a trump may be led anyway."""
    if not trick:
        plain = [card for card in hand if suit_of(card, trump) != "trump"]
        return hand if free or not plain else plain  # 15-17
    led = trick[0]
    following = [card for card in hand if suit_of(card, trump) == suit_of(led, trump)]
    if not following:
        return hand  # 18
    in_order = sorted(following, key=lambda card: strength(card, trump, led))
    partner = len(trick) == 2
    if led == "BB" and not (partner and rules["big_lead"] == "opponents"):
        return [in_order[-1]]  # 19
    if led == "LB" and rules["little_lead"]:
        return [in_order[0]]  # 20
    return following


def may_bid(bid: Any, cards: int, rules: Rules) -> bool:
    """Tell whether a bid may be made (10)."""
    if bid in ("pass", "board"):
        return True
    return 1 <= bid <= (cards if rules["bid_all"] else cards - 1)


class Hand:
    """A hand: dealt, faced and bid on; then played card by card."""

    def __init__(self, record: Record) -> None:
        self.rules = read_rules(record.get("rules", "classic"))
        self.held = [hand.split() for hand in record["hands"]]
        self.cards = len(self.held[0])
        self.trump = self.face(record)
        self.rainbows = [self.is_rainbow(hand) for hand in self.held]
        self.bids = dict(zip((1, 2, 3, 0), record["bids"], strict=True))
        if not all(may_bid(bid, self.cards, self.rules) for bid in self.bids.values()):
            raise ValueError(f"bids: {record['bids']}")
        self.leader = self.first_leader()
        self.seat = self.leader
        self.broken = False
        self.trick: list[str] = []
        self.tricks: list[int] = []
        for card in record.get("plays", []):
            self.play(card)

    def face(self, record: Record) -> str | None:
        """Settle trump (7, 8)."""
        if self.rules["trump"] == "always_spades":
            return "S"
        faced, *following = [record["faced"], *record.get("next", "").split()]
        if faced not in JOKERS:
            return str(faced[1])
        other = "LB" if faced == "BB" else "BB"
        if self.rules["joker_faced"] == "lone_trump":
            return other
        if self.rules["joker_faced"] == "turn_again":
            return next((card[1] for card in following if card not in JOKERS), None)
        for hand in self.held:
            if other in hand:
                hand[hand.index(other)] = following[0]
        return None

    def is_rainbow(self, hand: list[str]) -> bool:
        """Tell whether a hand of four has all suits (24)."""
        suits = {card[1] for card in hand if card not in JOKERS}
        if any(card in JOKERS for card in hand) and self.trump in list(SUITS):
            suits.add(self.trump)
        return len(hand) == 4 and len(suits) == 4

    def first_leader(self) -> int | None:
        """Find who leads first (14); None if all passed."""
        boards = [seat for seat, bid in self.bids.items() if bid == "board"]
        if boards:
            return boards[-1]
        numbers = {seat: bid for seat, bid in self.bids.items() if bid != "pass"}
        return max(numbers, key=lambda seat: numbers[seat]) if numbers else None

    def legal(self) -> list[str]:
        """List what the seat to play may play: nothing once the hand is over."""
        if self.seat is None:
            return []
        exempt = self.rules["boarder_exempt"] and self.bids[self.seat] == "board"
        free = self.broken or bool(exempt)
        return legal(self.held[self.seat], self.trick, self.trump, free, self.rules)

    def play(self, card: str) -> None:
        """Play a card of the seat whose turn it is."""
        if self.seat is None or card not in self.legal():
            raise ValueError(f"trick {len(self.tricks) + 1}: {card} may not be played")
        self.held[self.seat].remove(card)
        self.trick.append(card)
        self.seat = (self.seat + 1) % 4
        if len(self.trick) == 4:  # the seat is now the one that led
            self.seat = (self.seat + winner(self.trick, self.trump)) % 4
            self.tricks.append(self.seat)
            trumped = [suit_of(card, self.trump) == "trump" for card in self.trick]
            if any(trumped) and not (self.rules["broken"] == "by_ruff" and trumped[0]):
                self.broken = True  # 15
            self.trick = []

    def levels(self) -> dict[int, int]:
        """Tell the level of each team that boarded (12)."""
        boards = [seat % 2 for seat, bid in self.bids.items() if bid == "board"]
        found = {team: level for level, team in enumerate(boards, 1)}
        return dict.fromkeys(found, len(boards)) if self.rules["boards_raised"] else found

    def points(self, team: int) -> int:
        """Count the points of a team, 0 the dealer's (22-24)."""
        won = sum(seat % 2 == team for seat in self.tricks)
        extra = self.rules["rainbow_points"] * (self.rainbows[team] + self.rainbows[team + 2])
        level = self.levels().get(team)
        if level is None:
            numbers = [bid for seat, bid in self.bids.items() if seat % 2 == team and bid != "pass"]
            worth = self.rules["trick_points"] * sum(numbers)
            return extra + (worth + won - sum(numbers) if won >= sum(numbers) else -worth)
        worth = {
            "by_cards": 10 * self.cards * level,
            "doubling": self.rules["trick_points"] * self.cards * 2**level,
            "flat": 10 * level,
        }[self.rules["board"]]
        return extra + (worth if won == self.cards else -worth)


def answer(record: Record) -> dict[str, Any]:
    """Tell what a record comes to."""
    hand = Hand(record)
    if hand.leader is None:
        return {"redeal": True}
    found = {"trump": hand.trump, "leader": hand.leader, "tricks": hand.tricks}
    if any(hand.held):
        return found
    return found | {"points": [hand.points(0), hand.points(1)]}


def random_record(rng: random.Random, rules: Any, cards: int) -> Record:
    """Deal, bid and play at random into a complete record; a joker is faced often."""
    pack = rng.sample(PACK, 54)
    if rng.random() < 0.25:
        joker = pack.index(rng.choice(JOKERS))
        pack[0], pack[joker] = pack[joker], pack[0]
    fields = read_rules(rules)
    numbers = list(range(1, cards + fields["bid_all"]))
    record: Record = {
        "rules": rules,
        "hands": [" ".join(pack[1 + cards * seat :][:cards]) for seat in range(4)],
        "faced": pack[0],
        "next": " ".join(pack[1 + 4 * cards :][:2]),
        "bids": [rng.choice(["pass", "board", *numbers, *numbers]) for _ in range(4)],
        "plays": [],
    }
    hand = Hand(record)
    while choices := hand.legal():
        card = rng.choice(choices)
        record["plays"].append(card)
        hand.play(card)
    return record
