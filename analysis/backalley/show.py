"""One numbered deal of Back Alley and its play, drawn for a human."""

from __future__ import annotations

from typing import Any

from analysis.backalley.players import BIDDERS
from analysis.backalley.records import read, replay
from analysis.backalley.table import Hand, write_trump
from analysis.drawing import in_a_line, seated
from analysis.seats import NAMES
from engine.backalley.cards import NAMES as JOKERS
from engine.backalley.cards import format_card, format_cards, parse_card, parse_cards, parse_mask
from engine.cards import SUITS, SYMBOLS


def draw(record: dict[str, Any], symbols: bool = False) -> str:
    """A record as text: the table as players sit, trump and bids, each trick, and the points.

    Parameters
    ----------
    record : dict
        A legal deal record that was played out.
    symbols : bool
        Suits as symbols in place of letters.
    """
    hand = replay(read(record))
    blocks = [
        f"Back Alley, seed {record['seed']}, deal {record['deal']}, "
        f"rules {in_a_line(record['rules'])}",
        seated([format_cards(parse_mask(cards), symbols) for cards in record["hands"]], left=1),
        _trump(record, hand, symbols),
        _bids(record["bids"]),
    ]
    if hand.leader is None:
        return "\n\n".join([*blocks, "All four passed: the hand is dealt again."]) + "\n"
    dealer, eldest = hand.points(0), hand.points(1)
    points = f"points: dealer's team {dealer}, eldest's team {eldest}"
    return "\n\n".join([*blocks, _tricks(hand, hand.leader, symbols), points]) + "\n"


def _trump(record: dict[str, Any], hand: Hand, symbols: bool) -> str:
    """What was faced, and what came of it."""
    trump = write_trump(hand.trumps)
    if trump is None:
        said = "There is no trump."
    else:
        name = SYMBOLS[SUITS.index(trump)] if symbols and trump in SUITS else trump
        said = f"Trump: {name}."
    if "faced" in record:
        said = f"Faced: {format_card(parse_card(record['faced']), symbols)}. {said}"
    if "next" in record:
        said += f" Next in the pack: {format_cards(parse_cards(record['next']), symbols)}."
    return said + _swapped(record, hand)


def _swapped(record: dict[str, Any], hand: Hand) -> str:
    """Who laid the other joker aside, if anybody did (RULES.md 8)."""
    if hand.trumps or "next" not in record:
        return ""
    other = next(joker for joker in JOKERS.values() if joker != record["faced"])
    holders = [seat for seat, cards in enumerate(record["hands"]) if other in cards.split()]
    return f" It goes to the {NAMES[holders[0]]} in place of {other}." if holders else ""


def _bids(bids: list[str | int]) -> str:
    said = [f"{NAMES[seat]} {bid}" for seat, bid in zip(BIDDERS, bids, strict=True)]
    return f"Bids: {', '.join(said)}."


def _tricks(hand: Hand, leader: int, symbols: bool) -> str:
    """A line for each trick, in order of play: the winning card is marked."""
    lines = []
    for number, (winner, cards) in enumerate(hand.tricks, 1):
        shown = [
            (format_card(card, symbols) + ("*" if (leader + turn) % 4 == winner else "")).ljust(3)
            for turn, card in enumerate(cards)
        ]
        lines.append(f"{number:2}  {NAMES[leader]:16}  {' '.join(shown)}  {NAMES[winner]}")
        leader = winner
    return "\n".join([" #  leads             cards (* wins)   won by", *lines])
