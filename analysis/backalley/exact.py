"""Hands of one card by counting, in fractions: who takes the trick.

Nothing is bid or played here. With one card each nobody chooses what to play, so the trick follows
from the cards and from who leads: of a trump that wins, whoever leads; of a plain card, that it
was led, or is of the suit led.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm
from operator import mul
from typing import NamedTuple, TypeAlias

from analysis.backalley.players import BIDDERS
from engine.backalley.cards import BIG, LITTLE, SORTED_PACK
from engine.backalley.deal import NOBODY_KNOWN
from engine.backalley.rules import ALWAYS_SPADES, LONE_TRUMP, SWAP, Rules
from engine.backalley.score import Seat
from engine.cards import NO_CARD, SPADES, Card

Cards: TypeAlias = frozenset[Card]

_PACK: Cards = frozenset(SORTED_PACK.tolist())
_JOKERS: Cards = frozenset({LITTLE, BIG})
_SEATS = range(4)


class Known(NamedTuple):
    """What is known of a hand of one card."""

    seat: Seat = NOBODY_KNOWN
    own: Card = NO_CARD
    """The card dealt to `seat`."""
    faced: Card = NO_CARD
    """NO_CARD if it may be any."""


class OneCard(NamedTuple):
    """What becomes of a hand of one card each."""

    passed: Fraction
    """The chance that all four pass."""
    takes: tuple[Fraction, ...] | None
    """By seat, the chance to take the trick, if not all pass; None if they always do."""


class _Deal(NamedTuple):
    """A hand of one card once trump is settled, and what is not known of it."""

    pool: Cards
    """What the cards that are not known come from, each as likely."""
    trumps: Cards
    seat: Seat
    own: Card


@cache
def one_card(known: Known, rules: Rules, looking: bool) -> OneCard:
    """Who takes the trick when everybody has one card.

    Parameters
    ----------
    looking : bool
        Whether bidders look at their card, as ``simple`` does, which boards with a trump and
        passes without one; else all bids are equally likely, as with ``random``.

    Examples
    --------
    >>> one_card(Known(seat=1, own=LITTLE, faced=7), Rules(), True).takes[1]
    Fraction(49, 52)
    """
    leads = [] if looking else _leaders(rules)
    led = Fraction(1) if looking else sum(leads, Fraction(0))
    without_trump, takes = Fraction(0), [Fraction(0)] * 4
    for chance, deal in _deals(known, rules):
        unknown = 4 if deal.seat == NOBODY_KNOWN else 3
        each = chance / perm(len(deal.pool), unknown)
        without_trump += each * _without_trump(deal)
        by_suit = _by_suit(deal) if leads else [[]] * 4
        for seat in _SEATS:
            takes[seat] += each * led * _by_trump(deal, seat)
            takes[seat] += each * sum(map(mul, leads, by_suit[seat]))
    passed = without_trump if looking else 1 - led
    if passed == 1:
        return OneCard(passed, None)
    return OneCard(passed, tuple(chance / (1 - passed) for chance in takes))


def _leaders(rules: Rules) -> list[Fraction]:
    """The chance that each seat leads, if all bids are equally likely (RULES.md 10, 14)."""
    bids = ("pass", "number", "board") if rules.bid_all else ("pass", "board")
    leads = [Fraction(0)] * 4
    for said in product(bids, repeat=4):
        order = dict(zip(BIDDERS, said, strict=True))
        boards = [seat for seat, bid in order.items() if bid == "board"]
        numbers = [seat for seat, bid in order.items() if bid == "number"]
        if boards or numbers:
            leads[boards[-1] if boards else numbers[0]] += Fraction(1, len(bids) ** 4)
    return leads


def _deals(known: Known, rules: Rules) -> Iterator[tuple[Fraction, _Deal]]:
    """Every way to settle trump, with its chance (RULES.md 7-8)."""
    seat, own = known.seat, known.own
    unseen = _PACK - {own}
    if rules.trump == ALWAYS_SPADES:
        yield Fraction(1), _Deal(unseen, _suit(SPADES), seat, own)
        return
    for faced in [known.faced] if known.faced != NO_CARD else sorted(unseen):
        chance = Fraction(1) if known.faced != NO_CARD else Fraction(1, len(unseen))
        rest = unseen - {faced}
        if faced not in _JOKERS:
            yield chance, _Deal(rest, _suit(faced >> 4), seat, own)
        elif rules.joker_faced == LONE_TRUMP:
            yield chance, _Deal(rest, _JOKERS - {faced}, seat, own)
        elif rules.joker_faced == SWAP and own in _JOKERS:  # which may become any plain card
            yield chance, _Deal(rest, frozenset(), NOBODY_KNOWN, NO_CARD)
        elif rules.joker_faced == SWAP:
            yield chance, _Deal(rest - _JOKERS, frozenset(), seat, own)
        else:
            for share, left, trumps in _turned_again(rest):
                yield chance * share, _Deal(left, trumps, seat, own)


def _turned_again(rest: Cards) -> Iterator[tuple[Fraction, Cards, Cards]]:
    """Every card that is faced in place of a joker: its chance, what is left, and the trumps."""
    share = Fraction(1, len(rest))
    for card in sorted(rest):
        left = rest - {card}
        if card not in _JOKERS:
            yield share, left, _suit(card >> 4)
        else:
            for again, last, trumps in _turned_again(left):
                yield share * again, last, trumps


def _suit(suit: int) -> Cards:
    """The trumps, if this suit is trump."""
    return frozenset(range(16 * suit, 16 * suit + 13)) | _JOKERS


def _may_have(deal: _Deal, seat: Seat, card: Card) -> bool:
    """Whether a seat may have been dealt a card."""
    return card == deal.own if seat == deal.seat else card in deal.pool


def _fill(deal: _Deal, fixed: tuple[Seat, ...], losing: int, own_loses: bool) -> int:
    """In how many ways all seats that are not fixed have losing cards.

    Parameters
    ----------
    losing : int
        How many cards of the pool lose, those of the fixed seats left out.
    own_loses : bool
        Whether the card that is known does.
    """
    free = [seat for seat in _SEATS if seat not in fixed]
    if deal.seat in free:
        if not own_loses:
            return 0
        free.remove(deal.seat)
    return perm(losing, len(free))


def _without_trump(deal: _Deal) -> int:
    """In how many deals nobody has a trump."""
    return _fill(deal, (), len(deal.pool - deal.trumps), deal.own not in deal.trumps)


def _by_trump(deal: _Deal, seat: Seat) -> int:
    """In how many deals a seat has the highest trump."""
    ways = 0
    for card in deal.trumps:
        if _may_have(deal, seat, card):
            higher = {other for other in deal.trumps if other & 15 >= card & 15}
            ways += _fill(deal, (seat,), len(deal.pool - higher), deal.own not in higher)
    return ways


def _by_suit(deal: _Deal) -> list[list[int]]:
    """In how many deals a seat's card is the highest of the suit led, and nobody has a trump.

    By seat, and by who leads.
    """
    plain = (deal.pool | {deal.own}) - deal.trumps
    ways = [[0] * 4 for _ in _SEATS]
    for card in plain:
        lower = {other for other in plain if other >> 4 == card >> 4 and other < card}
        losing = {other for other in plain if other >> 4 != card >> 4} | lower
        known = deal.own in losing
        many, led = len(losing & deal.pool), len(lower & deal.pool)
        for seat in _SEATS:
            if not _may_have(deal, seat, card):
                continue
            for leader in _SEATS:
                if leader == seat:
                    ways[seat][leader] += _fill(deal, (seat,), many, known)
                elif leader != deal.seat and led:
                    ways[seat][leader] += led * _fill(deal, (seat, leader), many - 1, known)
                elif leader == deal.seat and deal.own in lower:
                    ways[seat][leader] += _fill(deal, (seat, leader), many, known)
    return ways
