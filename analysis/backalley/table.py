"""A hand of Back Alley that is followed: faced, then bid on, then played card by card."""

from __future__ import annotations

import numpy as np

from analysis.seats import SEATS
from engine.backalley.cards import (
    BIG_BLOOPER,
    LITTLE_BLOOPER,
    NAMES,
    format_card,
    format_cards,
    is_joker,
)
from engine.backalley.deal import Facing, face
from engine.backalley.hand import rainbow_points
from engine.backalley.rules import Rules
from engine.backalley.score import (
    NO_SEAT,
    RAINBOW_CARDS,
    Bid,
    Contract,
    Seat,
    Team,
    settle,
    team_points,
)
from engine.backalley.table import after, opening, playable
from engine.cards import (
    NO_CARD,
    SPADES,
    SUITS,
    Card,
    InputError,
    Mask,
    Suit,
    bit,
    mask_of,
    rank_of,
)

_PLAYERS = 4


def trump_suit(trumps: Mask) -> Suit | None:
    """The suit that is trump; None if none is."""
    if trumps & (trumps - 1) == 0:
        return None
    return (trumps.bit_length() - 1) >> 4


def write_trump(trumps: Mask) -> str | None:
    """What is trump as an answer has it: a suit, a joker alone, or None.

    >>> write_trump(trump_lane(HEARTS)), write_trump(bit(BIG)), write_trump(0)
    ('H', 'BB', None)
    """
    suit = trump_suit(trumps)
    if suit is not None:
        return SUITS[suit]
    return format_card(trumps.bit_length() - 1) if trumps else None


class Hand:
    """A hand that is followed from the deal on.

    Parameters
    ----------
    dealt : list of list of int
        The cards of each seat, jokers at home.
    faced : int
        The faced card, or NO_CARD.
    following : list of int
        The pack's next cards, as far as `rules` need them.

    Attributes
    ----------
    hands : list of int
        Masks of the cards still held; jokers are where they belong.
    trumps : int
        The mask of what is trump.
    bids : list of int
        In order of bidding, the eldest's first.
    contract : Contract or None
        None until everybody has bid.
    tricks : list of tuple
        Winner and cards of each complete trick.
    """

    def __init__(
        self, dealt: list[list[Card]], faced: Card, following: list[Card], rules: Rules
    ) -> None:
        self.rules = rules
        self.cards = len(dealt[0])
        hands = np.array([mask_of(hand) for hand in dealt], np.int64)
        deck = np.array([*following, NO_CARD], np.int64)
        self._facing = Facing(*map(int, face(deck, len(following), 0, faced, hands, rules)))
        self.trumps = self._facing.trumps
        four = self.cards == RAINBOW_CARDS
        self._rainbows = [
            int(rainbow_points(hands, self.trumps, team, rules)) if four else 0 for team in (0, 1)
        ]
        self.hands: list[Mask] = hands.tolist()
        self.bids: list[Bid] = []
        self.contract: Contract | None = None
        self.tricks: list[tuple[Seat, list[Card]]] = []
        self._trick: list[Card] = []

    def bid(self, bid: Bid) -> None:
        """Have the next seat make a bid that it may make."""
        self.bids.append(bid)
        if len(self.bids) == _PLAYERS:
            by_seat = np.array([self.bids[-1], *self.bids[:-1]], np.int64)
            self.contract = Contract(*map(int, settle(by_seat, self.rules)))
            self._table = opening(*self._facing, self.contract)

    @property
    def seat(self) -> Seat:
        """The seat to play."""
        return int(self._table.seat)

    @property
    def leader(self) -> Seat | None:
        """Who leads first; None if all four passed, or before everybody has bid."""
        leader = NO_SEAT if self.contract is None else self.contract.leader
        return None if leader == NO_SEAT else leader

    @property
    def over(self) -> bool:
        """Whether nothing is left to be played: every card was, or all four passed."""
        return (self.contract is not None and self.leader is None) or not any(self.hands)

    def legal(self) -> Mask:
        """The cards that the seat to play may play."""
        return int(playable(self.hands[self.seat], self._table, self.rules))

    def play(self, card: Card) -> None:
        """Play a card, whose joker is at home.

        Raises
        ------
        InputError
            Names trick, card and reason, if it may not be played.
        """
        where = f'trick {len(self.tricks) + 1}, card "{format_card(card)}"'
        if self.contract is None:
            made = len(self.bids)
            raise InputError(f"{where}: nothing may be played after {made} bids, expected four")
        if self.leader is None:
            raise InputError(f"{where}: nothing may be played as all four passed")
        if self.over:
            raise InputError(f"{where}: every card has been played")
        card = self._placed(card)
        seat, held = self.seat, self.hands[self.seat]
        if not held & bit(card):
            has = format_cards(held)
            raise InputError(f"{where}: {SEATS[seat]} to play does not hold it, but {has}")
        if not self.legal() & bit(card):
            may = format_cards(self.legal())
            raise InputError(f"{where}: {SEATS[seat]} may only play one of {may} {self._reason()}")
        self.hands[seat] = held & ~bit(card)
        self._table = after(self._table, card, self.rules)
        self._trick.append(card)
        if len(self._trick) == _PLAYERS:
            self.tricks.append((self.seat, self._trick))
            self._trick = []

    def _placed(self, card: Card) -> Card:
        """A card of the pack where it lies in this hand: a joker among the trumps."""
        if not is_joker(card):
            return card
        suit = trump_suit(self.trumps)
        return 16 * (SPADES if suit is None else suit) + rank_of(card)

    def _reason(self) -> str:
        """Why the seat to play may not play any card that it holds."""
        if not self._trick:
            return "as trumps are not broken"
        rank = rank_of(self._trick[0])
        if rank in (LITTLE_BLOOPER, BIG_BLOOPER):
            return f"as {NAMES[rank]} was led"
        return "as it can follow suit"

    def points(self, team: Team) -> int:
        """Points of a team, 0 the dealer's, for a hand that was played out."""
        assert self.contract is not None
        won = self._table.tricks
        made = team_points(self.contract, team, won, self.cards, self.rules)
        return int(made) + self._rainbows[team]
