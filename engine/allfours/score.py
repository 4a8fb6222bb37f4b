"""Scoring a hand (RULES.md 26-32): who gets High, Low, Jack or hang, and Game.

A team is a sign, so that sums count for the dealer's team: DEALER = 1, ELDEST = -1, NOBODY = 0.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np

from engine._jit import small_kernel
from engine.allfours.rules import TAKER, TIE_DEALER, TIE_NONDEALER, Rules
from engine.bits import count, highest, lowest
from engine.cards import (
    ACE,
    JACK,
    KING,
    QUEEN,
    TEN,
    Card,
    Mask,
    Suit,
    bit,
    lane,
    rank_mask,
    rank_of,
)

Team: TypeAlias = int
Seat: TypeAlias = int

DEALER: Final = 1
ELDEST: Final = -1
NOBODY: Final = 0

_PIPS: Final = np.array([0] * 8 + [10, 1, 2, 3, 4], np.int64)
"""By rank, the two first."""


@small_kernel
def team_of(seat: Seat) -> Team:
    """The team of a seat: 0 and 2 are the dealer's, 1 and 3 the eldest's.

    >>> [team_of(seat) for seat in range(4)]
    [1, -1, 1, -1]
    """
    return 1 - 2 * (seat & 1)


@small_kernel
def pips(cards: Mask) -> int:
    """Pips of cards, for Game: ten 10, ace 4, king 3, queen 2, jack 1 (RULES.md 30).

    >>> pips(PACK), pips(lane(CLUBS))
    (80, 20)
    """
    return (
        10 * count(cards & rank_mask(TEN))
        + 4 * count(cards & rank_mask(ACE))
        + 2 * count(cards & (rank_mask(KING) | rank_mask(QUEEN)))
        + count(cards & (rank_mask(KING) | rank_mask(JACK)))
    )


@small_kernel
def card_pips(card: Card) -> int:
    """Pips of one card, looked up: a tenth of the work of `pips`.

    >>> [card_pips(card) for card in cards_of(lane(CLUBS) & PACK)] == [4, 3, 2, 1, 10] + [0] * 8
    True
    """
    return int(_PIPS[rank_of(card)])


@small_kernel
def kick_worth(kick: Card, rules: Rules) -> int:
    """Points of a kicked card for the dealer's team (RULES.md 7).

    >>> kick_worth(parse_card("6H"), CLASSIC)
    2
    """
    return rules.kick_points[rank_of(kick)]


class Outcome(NamedTuple):
    """Who won what in a hand that was played out; each a `Team`."""

    high: Team
    low: Team
    jack: Team
    """The team that held the trump jack and won the trick with it."""
    hang: Team
    """The team that captured the other side's trump jack."""
    game: Team
    """After the rule for ties."""
    pips_dealer: int
    pips_eldest: int


@small_kernel
def outcome(dealt: Mask, others: Mask, taken: Mask, trump: Suit, rules: Rules) -> Outcome:
    """Score a hand that has been played out.

    Parameters
    ----------
    dealt, others : Mask
        The cards dealt to the dealer's team, and to the eldest's.
    taken : Mask
        The cards in the tricks that the dealer's team won.
    trump : Suit
        The trump suit.
    rules : Rules
        ``low_to`` and ``game_tie`` matter here; the points of each award don't.
    """
    trumps = (dealt | others) & lane(trump)
    high = NOBODY
    low = NOBODY
    if trumps:
        high = DEALER if bit(highest(trumps)) & dealt else ELDEST
        low_goes_by = taken if rules.low_to == TAKER else dealt
        low = DEALER if bit(lowest(trumps)) & low_goes_by else ELDEST
    jack = NOBODY
    hang = NOBODY
    knave = trumps & rank_mask(JACK)
    if knave:
        holder = DEALER if knave & dealt else ELDEST
        winner = DEALER if knave & taken else ELDEST
        if winner == holder:
            jack = winner
        else:
            hang = winner
    mine = pips(taken)
    theirs = pips((dealt | others) & ~taken)
    game = NOBODY
    if mine > theirs:
        game = DEALER
    elif mine < theirs or (mine > 0 and rules.game_tie == TIE_NONDEALER):
        game = ELDEST
    elif mine > 0 and rules.game_tie == TIE_DEALER:
        game = DEALER
    return Outcome(high, low, jack, hang, game, mine, theirs)


@small_kernel
def points(won: Outcome, rules: Rules) -> int:
    """Points of a hand, dealer's team minus eldest's; kicks and the gift are not part of it.

    >>> points(Outcome(DEALER, ELDEST, NOBODY, ELDEST, DEALER, 20, 10), CLASSIC)
    -2
    """
    return (
        won.high
        + won.low
        + won.jack * rules.jack_points
        + won.hang * rules.hang_points
        + won.game * rules.game_points
    )
