"""A hand from the deal to its points, whoever bids and plays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine._jit import kernel, small_kernel
from engine.backalley.bidding import bid_hand
from engine.backalley.book import Book
from engine.backalley.cards import SORTED_PACK
from engine.backalley.deal import Facing, Known, deal
from engine.backalley.play import play_out
from engine.backalley.rules import Rules
from engine.backalley.score import (
    NO_SEAT,
    RAINBOW_CARDS,
    Bids,
    Contract,
    Team,
    Tricks,
    rainbow,
    team_points,
)
from engine.backalley.strategy import WORLDS, Strategy
from engine.backalley.worlds import Scratch, new_scratch, play_sampling
from engine.deal import Deck, Hands, restart
from engine.random import PLAY, Stream, new_stream, start


class Desk(NamedTuple):
    """What hands are dealt and played on, made once for many: lean kernels make no arrays."""

    deck: Deck
    """(54,)"""
    hands: Hands
    bids: Bids
    plays: Deck
    """(52,) The cards of the hand in order of play."""
    stream: Stream
    """For the cards."""
    chance: Stream
    """For players who randomise."""
    scratch: Scratch
    """For players who sample worlds."""


class Hand(NamedTuple):
    """A hand that has come to its end."""

    contract: Contract
    tricks: Tricks
    """0 if all passed."""
    dealer_points: int
    eldest_points: int


@kernel
def new_desk() -> Desk:
    """A desk to play on."""
    hands, bids, plays = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(52, np.int64)
    streams = new_stream(), new_stream()
    return Desk(SORTED_PACK.copy(), hands, bids, plays, streams[0], streams[1], new_scratch())


@small_kernel
def deal_number(
    desk: Desk, unseen: Deck, known: Known, seed: int, number: int, rules: Rules
) -> Facing:
    """Deal the hand of this seed and number.

    Parameters
    ----------
    unseen : int64
        The cards that are not in `known`, in order.
    """
    restart(desk.deck, unseen, desk.stream, seed, number)
    start(desk.chance, seed, number, PLAY)
    return deal(desk.deck, unseen.size, known, desk.hands, rules, desk.stream)


@small_kernel
def rainbow_points(hands: Hands, trumps: int, team: Team, rules: Rules) -> int:
    """What a team's hands of four cards score for holding all four suits (RULES.md 24)."""
    held = rainbow(hands[team], trumps) + rainbow(hands[team + 2], trumps)
    return rules.rainbow_points * held


@small_kernel
def play_hand(
    desk: Desk, cards: int, facing: Facing, rules: Rules, strategy: Strategy, book: Book | None
) -> Hand:
    """Bid and play the hand that was dealt, and count it.

    Parameters
    ----------
    desk : Desk
        Its `bids` and `plays` are filled; its `hands` are empty afterwards, unless all passed.
    cards : int
        How many cards each hand has.
    book : Book or None
        By which some bid; None if nobody does.
    """
    dealer_points, eldest_points = 0, 0
    if rules.rainbow_points and cards == RAINBOW_CARDS:
        dealer_points = rainbow_points(desk.hands, facing.trumps, 0, rules)
        eldest_points = rainbow_points(desk.hands, facing.trumps, 1, rules)
    contract = bid_hand(desk.hands, facing, rules, strategy, book, desk.chance, desk.bids)
    if contract.leader == NO_SEAT:
        return Hand(contract, 0, 0, 0)
    hands, chance, plays = desk.hands, desk.chance, desk.plays
    if max(strategy.dealer_play, strategy.eldest_play) > WORLDS:
        tricks = play_sampling(
            hands, facing, contract, rules, strategy, chance, plays, desk.scratch
        )
    else:
        tricks = play_out(hands, facing, contract, rules, strategy, chance, plays)
    dealer_points += team_points(contract, 0, tricks, cards, rules)
    eldest_points += team_points(contract, 1, tricks, cards, rules)
    return Hand(contract, tricks, dealer_points, eldest_points)
