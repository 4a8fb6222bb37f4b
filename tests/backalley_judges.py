"""Who judges a hand of Back Alley, the oracle or the engine, and hands built from a few cards.

Unless a test says otherwise trump is spades.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from engine.backalley.book import Book
from engine.backalley.cards import (
    SORTED_PACK,
    cards_of,
    format_card,
    format_cards,
    parse_card,
    parse_cards,
    parse_mask,
)
from engine.backalley.deal import Facing, Known, face
from engine.backalley.hand import Hand, deal_number, new_desk, play_hand, rainbow_points
from engine.backalley.legal import may_bid
from engine.backalley.rules import CHOICES, FACED, LONE_TRUMP, PRESETS, Rules, check
from engine.backalley.score import BOARD, NO_SEAT, PASS, Contract, settle, team_points
from engine.backalley.strategy import Strategy
from engine.backalley.table import Table, after, opening, playable, shows
from engine.cards import NO_CARD, SPADES, SUITS
from tests import backalley_oracle as oracle

Record = dict[str, Any]
Answer = dict[str, Any]

IN_ORDER = ["BB", "LB", *(rank + suit for suit in oracle.SUITS for rank in oracle.RANKS[::-1])]
BIDS = {"pass": PASS, "board": BOARD}


def rules_of(rules: Any) -> Rules:
    """Make the engine's rules from a preset's name, or from changed fields."""
    if isinstance(rules, str):
        return PRESETS[rules]
    changes = dict(rules)
    base = PRESETS[changes.pop("base", "classic")]
    numbers = {
        field: CHOICES[field].index(value) if field in CHOICES else value
        for field, value in changes.items()
    }
    return check(base._replace(**numbers))


def trump_suit(facing: Facing) -> int:
    """Tell in which suit's lane the jokers are."""
    bits = facing.trumps.bit_count()
    return (facing.trumps.bit_length() - 1) >> 4 if bits == 15 else SPADES


def trump_name(facing: Facing) -> str | None:
    """Write what is trump as the oracle does."""
    if facing.trumps.bit_count() == 1:
        return format_card(facing.trumps.bit_length() - 1)
    return SUITS[trump_suit(facing)] if facing.trumps else None


class Engine:
    """A record followed by the engine's rules, a card at a time."""

    def __init__(self, record: Record) -> None:
        self.rules = rules_of(record.get("rules", "classic"))
        self.cards = len(record["hands"][0].split())
        hands = np.array([parse_mask(hand) for hand in record["hands"]], np.int64)
        following = np.array(parse_cards(record.get("next", "")), np.int64)
        faced = parse_card(record["faced"]) if "faced" in record else NO_CARD
        self.facing = Facing(
            *map(int, face(following, following.size, 0, faced, hands, self.rules))
        )
        rainbows = [rainbow_points(hands, self.facing.trumps, team, self.rules) for team in (0, 1)]
        self.rainbows = rainbows if self.cards == 4 else [0, 0]
        self.hands = [int(hand) for hand in hands]
        self.bids = np.zeros(4, np.int64)
        for seat, bid in zip((1, 2, 3, 0), record["bids"], strict=True):
            self.bids[seat] = BIDS.get(bid, bid)
            if not may_bid(int(self.bids[seat]), self.cards, self.rules):
                raise ValueError(f"bids: {bid}")
        self.contract = Contract(*settle(self.bids, self.rules))
        self.winners: list[int] = []
        self.table: Table = opening(self.facing.trumps, self.facing.gone, self.contract)
        self.lacks = np.zeros(4, np.int64)
        for card in record.get("plays", []):
            self.play(card)

    def legal(self) -> list[str]:
        """List what the seat to play may play: nothing once the hand is over."""
        if self.contract.leader == NO_SEAT or not any(self.hands):
            return []
        mask = playable(self.hands[self.table.seat], self.table, self.rules)
        return [format_card(card) for card in cards_of(int(mask))]

    def play(self, text: str) -> None:
        """Play a card of the seat whose turn it is."""
        if text not in self.legal():
            raise ValueError(f"trick {len(self.winners) + 1}: {text} may not be played")
        card = parse_card(text, trump_suit(self.facing))
        self.hands[self.table.seat] &= ~(1 << card)
        self.lacks[self.table.seat] |= shows(self.table, card, self.rules)
        self.table = after(self.table, card, self.rules)
        if not self.table.trick:
            self.winners.append(int(self.table.seat))

    def points(self, team: int) -> int:
        """Count the points of a team, 0 the dealer's."""
        tricks = self.table.tricks
        bid = team_points(self.contract, team, tricks, self.cards, self.rules)
        return int(bid + self.rainbows[team])


def engine_answer(record: Record) -> Answer:
    """Tell what a record comes to, as the oracle does."""
    hand = Engine(record)
    if hand.contract.leader == NO_SEAT:
        return {"redeal": True}
    found = {
        "trump": trump_name(hand.facing),
        "leader": hand.contract.leader,
        "tricks": hand.winners,
    }
    return found if any(hand.hands) else found | {"points": [hand.points(0), hand.points(1)]}


def numbered_hand(
    seed: int, number: int, cards: int, rules: Rules, strategy: Strategy, book: Book | None = None
) -> tuple[Record, Answer]:
    """Play a numbered hand by the engine's kernels: the record, and what they make of it."""
    desk, known = new_desk(), Known(cards)
    lone = rules._replace(joker_faced=LONE_TRUMP)  # so that hands are as they were dealt
    deal_number(desk, SORTED_PACK, known, seed, number, lone)
    record: Record = {"hands": [format_cards(int(hand)) for hand in desk.hands]}
    facing = Facing(*map(int, deal_number(desk, SORTED_PACK, known, seed, number, rules)))
    if rules.trump == FACED:
        record["faced"] = format_card(int(desk.deck[0]))
        record["next"] = format_cards(map(int, desk.deck[1 + 4 * cards :][:2]))
    hand = Hand(*play_hand(desk, cards, facing, rules, strategy, book))
    names = {bid: name for name, bid in BIDS.items()}
    record["bids"] = [
        names.get(int(desk.bids[seat]), int(desk.bids[seat])) for seat in (1, 2, 3, 0)
    ]
    if hand.contract.leader == NO_SEAT:
        assert hand[1:] == (0, 0, 0)
        return record | {"plays": []}, {"redeal": True}
    record["plays"] = [format_card(int(card)) for card in desk.plays[: 4 * cards]]
    return record, {
        "trump": trump_name(facing),
        "leader": hand.contract.leader,
        "tricks": [int(hand.tricks >> (4 * seat)) & 15 for seat in range(4)],
        "points": [int(hand.dealer_points), int(hand.eldest_points)],
    }


class Judge(NamedTuple):
    """Whoever follows a record, and tells what it comes to."""

    follow: Callable[[Record], Any]
    answer: Callable[[Record], Answer]

    def legal(self, record: Record) -> str:
        """Write what may be played next: jokers, spades ..., high to low."""
        cards = self.follow(record).legal()
        return " ".join(sorted(cards, key=IN_ORDER.index))

    def seat(self, record: Record) -> int:
        """Tell who plays next."""
        hand = self.follow(record)
        return int(hand.table.seat if isinstance(hand, Engine) else hand.seat)


JUDGES = pytest.mark.parametrize(
    "judge",
    [Judge(oracle.Hand, oracle.answer), Judge(Engine, engine_answer)],
    ids=["oracle", "engine"],
)


def dealt(
    hands: dict[int, str] | str,
    *,
    faced: str = "5S",
    bids: str = "1 pass pass pass",
    plays: str = "",
    rules: Any = "classic",
    finish: bool = False,
    **others: str,
) -> Record:
    """Build a record from the cards that matter.

    Hands are filled up to the longest with low cards, plain ones first. `bids` begin with seat 1.
    A text instead of hands deals so many cards to each. If it is to be finished, each seat plays
    its first legal card from `plays` on.
    """
    if isinstance(hands, str):
        size, hands = int(hands), {}
    else:
        size = max(len(hand.split()) for hand in hands.values())
    held = {seat: hands.get(seat, "").split() for seat in range(4)}
    away = {faced, *others.get("next", "").split(), *(c for hand in held.values() for c in hand)}
    rest = [card for card in oracle.PACK if card not in away]
    rest.sort(key=lambda card: (card in oracle.JOKERS, card[1] == "S", oracle.RANKS.find(card[0])))
    for hand in held.values():
        while len(hand) < size:
            hand.append(rest.pop(0))
    record: Record = {
        "rules": rules,
        "hands": [" ".join(held[seat]) for seat in range(4)],
        "faced": faced,
        "bids": [int(bid) if bid.isdecimal() else bid for bid in bids.split()],
        "plays": plays.split(),
        **others,
    }
    if finish:
        hand = oracle.Hand(record)
        while cards := hand.legal():
            record["plays"].append(cards[0])
            hand.play(cards[0])
    return record
