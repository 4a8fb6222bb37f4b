"""Deal records of Back Alley: read and answered (RULES.md, section 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analysis.backalley import rule_sets
from analysis.backalley.players import BIDDERS
from analysis.backalley.table import Hand, write_trump
from analysis.records import Answer, card_list, fields_of, hands_of, named, see_each_once, written
from analysis.seats import SEATS
from engine.backalley.cards import (
    BIG,
    LITTLE,
    cards_of,
    format_card,
    is_joker,
    parse_card,
    parse_cards,
)
from engine.backalley.legal import most_tricks
from engine.backalley.rules import ALWAYS_SPADES, LONE_TRUMP, MOST_CARDS, SWAP, Rules
from engine.backalley.score import BOARD, PASS, Bid
from engine.cards import NO_CARD, Card, InputError

GAME = "backalley"
FIELDS = ("game", "rules", "hands", "faced", "next", "bids", "plays", "seed", "deal")
_MOST_FOLLOWING = 2
_PACK = 54
_WORDS = {"pass": PASS, "board": BOARD}
_WRITTEN = {bid: word for word, bid in _WORDS.items()}


@dataclass(frozen=True)
class Deal:
    """A record as it was read: the jokers at home, the plays not judged yet."""

    rules: Rules
    hands: list[list[Card]]
    faced: Card
    """NO_CARD if nothing is faced."""
    following: list[Card]
    """The pack's next cards, as far as the record has them."""
    bids: list[Bid]
    """In order of bidding; fewer than four if bidding is not over."""
    plays: list[Card]

    @property
    def cards(self) -> int:
        """How many cards a hand has."""
        return len(self.hands[0])


def read(record: object) -> Deal:
    """Read a record, and see that its cards could be dealt and its bids made.

    Raises
    ------
    InputError
        Names the field, what was read and what was expected.
    """
    fields = fields_of(record, FIELDS, "game, hands, faced, bids")
    if fields.get("game") != GAME:
        raise InputError(f'game: {written(fields.get("game"))}, expected "{GAME}"')
    rules = rule_sets.from_record(fields.get("rules", "classic"))
    hands = hands_of(fields.get("hands"), parse_cards)
    _see_sizes(hands)
    faced = _faced(fields.get("faced"), rules)
    following = _text("next", fields.get("next"))
    deal = Deal(
        rules=rules,
        hands=hands,
        faced=faced,
        following=following,
        bids=_bids(fields.get("bids", []), len(hands[0]), rules),
        plays=card_list("plays", fields.get("plays", []), parse_card),
    )
    dealt = [(f"hands[{seat}]", hand) for seat, hand in enumerate(hands)]
    turned = [] if faced == NO_CARD else [("faced", [faced])]
    see_each_once([*dealt, *turned, ("next", following)], format_card)
    _see_following(deal)
    return deal


def _text(field: str, value: object, expected: str = "a text of cards") -> list[Card]:
    """The cards of a field that is one text; none where it is left out."""
    if value is None:
        return []
    if not isinstance(value, str):
        raise InputError(f"{field}: {written(value)}, expected {expected}")
    return named(field, parse_cards, value)


def _see_sizes(hands: list[list[Card]]) -> None:
    """See that all hands have as many cards as the first."""
    cards = len(hands[0])
    if not 1 <= cards <= MOST_CARDS:
        raise InputError(f"hands[0]: {cards} cards, expected 1 to {MOST_CARDS}")
    for seat, hand in enumerate(hands):
        if len(hand) != cards:
            raise InputError(f"hands[{seat}]: {len(hand)} cards, expected {cards} as in hands[0]")


def _faced(value: object, rules: Rules) -> Card:
    """The faced card; NO_CARD if spades are always trump (RULES.md 7)."""
    cards = _text("faced", value, "a card")
    if rules.trump == ALWAYS_SPADES:
        if cards:
            raise InputError(f"faced: {written(value)}, expected none as spades are always trump")
        return NO_CARD
    if len(cards) != 1:
        raise InputError(f"faced: {written(value)}, expected the faced card")
    return cards[0]


def _see_following(deal: Deal) -> None:
    """See that a record has the pack's next cards as far as they are needed (RULES.md 8)."""
    given = len(deal.following)
    if given > _MOST_FOLLOWING:
        raise InputError(f"next: {given} cards, expected at most {_MOST_FOLLOWING}")
    if deal.faced == NO_CARD or not is_joker(deal.faced) or deal.rules.joker_faced == LONE_TRUMP:
        return
    if deal.rules.joker_faced == SWAP:
        other = BIG + LITTLE - deal.faced
        needed = 1 if any(other in hand for hand in deal.hands) else 0
        why = f'the holder of "{format_card(other)}" takes the next card'
    else:
        again = given > 0 and is_joker(deal.following[0])
        needed = 2 if again and 4 * deal.cards + 2 < _PACK else 1
        why = "the next card is faced in place of a joker"
    if given < needed:
        raise InputError(f"next: {given} cards, expected {needed} ({why})")


def _bids(value: object, cards: int, rules: Rules) -> list[Bid]:
    """The bids that were made."""
    if not isinstance(value, list):
        raise InputError(f"bids: {written(value)}, expected a list of bids")
    if len(value) > len(BIDDERS):
        raise InputError(f"bids: {len(value)} bids, expected four")
    return [_bid(place, bid, cards, rules) for place, bid in enumerate(value)]


def _bid(place: int, value: object, cards: int, rules: Rules) -> Bid:
    most = most_tricks(cards, rules)
    if isinstance(value, str) and value in _WORDS:
        return _WORDS[value]
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
        return value
    number = {0: " or ", 1: ", 1 or "}.get(most, f", a number from 1 to {most} or ")
    seat = SEATS[BIDDERS[place]]
    raise InputError(f'bid {place + 1}, {seat}: {written(value)}, expected "pass"{number}"board"')


def write_bid(bid: Bid) -> str | int:
    """A bid as a record has it.

    >>> [write_bid(bid) for bid in (PASS, 3, BOARD)]
    ['pass', 3, 'board']
    """
    return _WRITTEN.get(bid, bid)


def replay(deal: Deal) -> Hand:
    """Follow a deal to where its plays stop."""
    hand = Hand(deal.hands, deal.faced, deal.following, deal.rules)
    for bid in deal.bids:
        hand.bid(bid)
    for card in deal.plays:
        hand.play(card)
    return hand


def score_record(record: object) -> Answer:
    """What ``allfours backalley score`` answers: trump, first leader, tricks and points.

    Raises
    ------
    InputError
        If the record can't have happened, or bidding is not over; a sentence says why.
    """
    hand = replay(read(record))
    if hand.contract is None:
        raise InputError(f"bids: {len(hand.bids)} bids, expected four")
    if hand.leader is None:
        return {"redeal": True}
    answer: Answer = {
        "trump": write_trump(hand.trumps),
        "leader": hand.leader,
        "tricks": [winner for winner, _ in hand.tricks],
    }
    if hand.over:
        answer["points"] = [hand.points(team) for team in (0, 1)]
    return answer


def legal_record(record: object) -> Answer:
    """What ``allfours backalley legal`` answers: who is to bid or to play, and what may be."""
    deal = read(record)
    hand = replay(deal)
    if hand.contract is None:
        numbers = range(1, most_tricks(deal.cards, deal.rules) + 1)
        bids: list[Any] = [write_bid(bid) for bid in (PASS, *numbers, BOARD)]
        return {"seat": BIDDERS[len(hand.bids)], "bids": bids}
    if hand.over:
        return {"seat": None, "legal": []}
    return {"seat": hand.seat, "legal": [format_card(card) for card in cards_of(hand.legal())]}
