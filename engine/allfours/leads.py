"""First leads that maxims ask for, against the others: each deal is played with either card.

Points are the eldest's team's minus the dealer's: it is the eldest who leads.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel, small_kernel
from engine.allfours.expert import Weights
from engine.allfours.play import pick, play_on
from engine.allfours.rules import Rules
from engine.allfours.score import outcome, points
from engine.allfours.simulate import NOTHING_KNOWN, Tally, deal_known
from engine.allfours.strategy import Strategy
from engine.allfours.table import after, opening
from engine.bits import count, highest
from engine.cards import (
    JACK,
    NO_CARD,
    QUEEN,
    SORTED_PACK,
    TEN,
    Card,
    Mask,
    Suit,
    bit,
    lane,
    rank_mask,
    rank_of,
    suit_of,
)
from engine.deal import Deck, Hands, restart
from engine.random import PLAY, Stream, new_stream, start

MAXIMS: Final = ("top_trump", "jack", "ten_under_jack")
TOP_TRUMP, LEAD_JACK, TEN_UNDER_JACK = range(3)
KINDS: Final = 3
"""Hands of TOP_TRUMP by their highest trump, queen, king or ace; of the others by how many trumps
they have beside those that the maxim names: none, one, or more."""
LEADS: Final = ("hands", "own", "gain", "squares", "gain_on_own", "squares_on_own")
"""Hands; those that lead the card anyway; what leading it gains on the best of the cards that are
not kept, and on the player's own choice."""
_TOPS: Final = rank_mask(QUEEN) | rank_mask(QUEEN + 1) | rank_mask(QUEEN + 2)


@small_kernel
def maxim_lead(hand: Mask, trump: Suit, maxim: int) -> Card:
    """The card that one of MAXIMS has this hand lead, or NO_CARD if it doesn't speak of it.

    >>> hand = mask_of(parse_cards("KS QS 4S AH 3D 2C"))
    >>> format_card(maxim_lead(hand, SPADES, TOP_TRUMP)), maxim_lead(hand, SPADES, LEAD_JACK)
    ('KS', -1)
    """
    trumps = hand & lane(trump)
    jack, ten = trumps & rank_mask(JACK), trumps & rank_mask(TEN)
    if maxim == TOP_TRUMP:
        return highest(trumps) if trumps & _TOPS and not jack | ten else NO_CARD
    if maxim == LEAD_JACK:
        return highest(jack) if jack else NO_CARD
    return highest(ten) if jack and ten else NO_CARD


@small_kernel
def maxim_keeps(hand: Mask, trump: Suit, maxim: int) -> Mask:
    """The cards that a hand keeps if it does not follow the maxim."""
    kept = _TOPS
    if maxim == LEAD_JACK:
        kept = rank_mask(JACK)
    elif maxim == TEN_UNDER_JACK:
        kept = rank_mask(TEN)
    return hand & lane(trump) & kept


@small_kernel
def kind_of(hand: Mask, trump: Suit, maxim: int) -> int:
    """Which of KINDS a hand is."""
    trumps = hand & lane(trump)
    if maxim == TOP_TRUMP:
        return rank_of(highest(trumps)) - QUEEN
    return min(count(trumps) - (1 if maxim == LEAD_JACK else 2), KINDS - 1)


@kernel
def led(
    card: Card,
    dealt: Hands,
    kick: Card,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    chance: Stream,
    hands: Hands,
    plays: Deck,
) -> int:
    """Points of a hand in which the eldest leads this card, and all then play as they do.

    Parameters
    ----------
    dealt : (4,) int64
        Masks by seat.
    hands, plays : (4,) and (48,) int64
        Scratch.
    """
    hands[:] = dealt
    hands[1] &= ~bit(card)
    trump = suit_of(kick)
    table = after(opening(trump, bit(kick), rules.players), card, rules)
    taken = play_on(hands, table, rules, strategy, weights, chance, plays)
    return -points(outcome(dealt[0] | dealt[2], dealt[1] | dealt[3], taken, trump, rules), rules)


@kernel
def lead_tally(
    first: int, last: int, seed: int, rules: Rules, strategy: Strategy, weights: Weights | None
) -> Tally:
    """Play deals in which the eldest holds what a maxim speaks of, with its lead and without.

    Deals are stood. The card that is led instead is the player's choice among those that
    `maxim_keeps` leaves; all hands are then played by the players of `strategy`.

    Returns
    -------
    (54,) int64
        For each of MAXIMS and each of KINDS the sums of LEADS.
    """
    deck, dealt, hands = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(4, np.int64)
    plays = np.zeros(48, np.int64)
    stream, chance = new_stream(), new_stream()
    tally = np.zeros((len(MAXIMS), KINDS, len(LEADS)), np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        kick = deal_known(deck, 52, NOTHING_KNOWN, rules.players, dealt, stream)
        trump, hand = suit_of(kick), dealt[1]
        table = opening(trump, bit(kick), rules.players)
        for maxim in range(len(MAXIMS)):
            asked = maxim_lead(hand, trump, maxim)
            if asked == NO_CARD:
                continue
            start(chance, seed, number, PLAY)
            own = pick(hand, table, hand, strategy, weights, chance)
            others = hand & ~maxim_keeps(hand, trump, maxim)
            other = pick(hand, table, others, strategy, weights, chance)
            with_it = led(asked, dealt, kick, rules, strategy, weights, chance, hands, plays)
            without = led(other, dealt, kick, rules, strategy, weights, chance, hands, plays)
            as_played = with_it if own == asked else without
            if own not in (asked, other):
                as_played = led(own, dealt, kick, rules, strategy, weights, chance, hands, plays)
            sums = tally[maxim, kind_of(hand, trump, maxim)]
            sums[0] += 1
            sums[1] += own == asked
            sums[2] += with_it - without
            sums[3] += (with_it - without) ** 2
            sums[4] += with_it - as_played
            sums[5] += (with_it - as_played) ** 2
    return tally.reshape(-1)
