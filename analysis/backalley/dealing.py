"""Numbered deals of Back Alley as records, bid and played by a strategy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analysis.backalley import books, rule_sets
from analysis.backalley.players import BIDDERS
from analysis.backalley.records import GAME, write_bid
from engine.backalley.book import Book
from engine.backalley.cards import SORTED_PACK, format_card, format_cards, is_joker
from engine.backalley.deal import NOBODY_KNOWN, Known
from engine.backalley.hand import Desk, deal_number, new_desk, play_hand
from engine.backalley.rules import ALWAYS_SPADES, LONE_TRUMP, MOST_CARDS, SWAP, Rules, check
from engine.backalley.score import NO_SEAT
from engine.backalley.strategy import Strategy
from engine.cards import NO_CARD, Card, InputError

Record = dict[str, Any]


def hand_size(cards: int) -> int:
    """`cards`, if a hand can have that many."""
    if not 1 <= cards <= MOST_CARDS:
        raise InputError(f'cards: "{cards}", expected a whole number from 1 to {MOST_CARDS}')
    return cards


def record_deals(
    seed: int, first: int, deals: int, cards: int, rules: Rules, strategy: Strategy
) -> Iterator[Record]:
    """Records of deals `first` to `first` + `deals` - 1, hands of `cards` cards, played out.

    The cards are those that every study meets under these numbers. Where all pass a deal ends.
    """
    hand_size(cards)
    check(rules)
    bidding = books.heeded(strategy, rules, [cards])
    book = bidding.book if bidding else None
    desk = new_desk()
    for number in range(first, first + deals):
        yield _record(desk, seed, number, cards, rules, strategy, book)


def _record(
    desk: Desk,
    seed: int,
    number: int,
    cards: int,
    rules: Rules,
    strategy: Strategy,
    book: Book | None,
) -> Record:
    known = Known(cards, NOBODY_KNOWN, 0, NO_CARD)
    facing = deal_number(desk, SORTED_PACK, known, seed, number, rules)
    drawn = desk.deck.tolist()
    record: Record = {
        "game": GAME,
        "seed": seed,
        "deal": number,
        "rules": rule_sets.describe(rules),
    }
    turned = rules.trump != ALWAYS_SPADES
    place = 1 if turned else 0
    hands: list[list[Card]] = [[], [], [], []]
    for seat in BIDDERS:
        hands[seat] = drawn[place : place + cards]
        place += cards
    record["hands"] = [format_cards(hand) for hand in hands]
    if turned:
        record["faced"] = format_card(drawn[0])
        if is_joker(drawn[0]) and rules.joker_faced != LONE_TRUMP:
            record["next"] = format_cards(_following(drawn[place : place + 2], rules))
    hand = play_hand(desk, cards, facing, rules, strategy, book)
    played = 0 if hand.contract.leader == NO_SEAT else 4 * cards
    record["bids"] = [write_bid(desk.bids.tolist()[seat]) for seat in BIDDERS]
    record["plays"] = [format_card(card) for card in desk.plays[:played].tolist()]
    return record


def _following(cards: list[Card], rules: Rules) -> list[Card]:
    """Those of the pack's next two cards that decide something once a joker was faced."""
    return cards if rules.joker_faced != SWAP and is_joker(cards[0]) else cards[:1]
