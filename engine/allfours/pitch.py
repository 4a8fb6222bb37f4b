"""Pitch: the suit of the first lead is trump (RULES.md 51-53). All else is played as ever."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel, lean_kernel, small_kernel
from engine.allfours.expert import Weights
from engine.allfours.play import NOBODY_KNOWN, deal_round, pick, play_on
from engine.allfours.rules import Rules
from engine.allfours.score import DEALER, Outcome, Seat, outcome
from engine.allfours.simulate import Tally
from engine.allfours.strategy import Strategy
from engine.allfours.table import Table, after, opening, playable
from engine.bits import count, highest, lowest
from engine.cards import (
    ACE,
    JACK,
    SORTED_PACK,
    SPADES,
    Card,
    Mask,
    Suit,
    bit,
    lane,
    rank_mask,
    rank_of,
    suit_of,
)
from engine.deal import Deck, Hands, copy_hands, restart
from engine.random import PLAY, Stream, draw, new_stream, start

PITCHER: Final = 1
"""The seat that leads first, at the dealer's right; its partner is seat 3."""
CARDS: Final = 6


@lean_kernel
def longest(hand: Mask) -> Card:
    """A simple pitcher: the highest card of the longest suit, of equals that with the highest card.

    >>> format_card(longest(mask_of(parse_cards("KS 4S QH 7H AD 3C"))))
    'KS'
    """
    best, most = lowest(hand), -1
    for suit in range(4):
        cards = hand & lane(suit)
        if cards:
            worth = 16 * count(cards) + rank_of(highest(cards))
            if worth > most:
                best, most = highest(cards), worth
    return best


@small_kernel
def pitched(card: Card, rules: Rules) -> Table:
    """The table when the pitcher has led this card."""
    return after(opening(suit_of(card), 0, 4), card, rules)


@small_kernel
def deal_six(deck: Deck, size: int, known: Seat, hands: Hands, stream: Stream) -> None:
    """Deal six cards each to every seat but `known`; the cards are those of a deal with a kick.

    Where nobody's cards are known a card is laid aside first, as the kick is in other games: so
    deals of one number are the same in all games.
    """
    aside = 1 if known == NOBODY_KNOWN else 0
    draw(deck, size, 0, aside, stream)
    deal_round(deck, size, aside, CARDS, known, 4, hands, stream)


@kernel
def play_pitched(
    hands: Hands,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    chance: Stream,
    plays: Deck,
) -> Mask:
    """Play a hand whose first card `longest` leads; return what the dealer's team took.

    Parameters
    ----------
    hands : (4,) int64
        Masks by seat; empty afterwards.
    plays : (48,) int64
        Filled with the cards in order of play.
    """
    card = longest(hands[PITCHER])
    hands[PITCHER] &= ~bit(card)
    plays[0] = card
    table = pitched(card, rules)
    made = 1
    while hands[table.seat]:
        hand = hands[table.seat]
        card = pick(hand, table, playable(hand, table, rules), strategy, weights, chance)
        hands[table.seat] = hand & ~bit(card)
        plays[made] = card
        made += 1
        table = after(table, card, rules)
    return table.taken


PARTS: Final = ("high", "low", "jack", "hang", "game", "total")
"""What the worth of a hand is made of, for the pitcher's team less the other."""
SUIT_COUNTS: Final = ("deals", "jack_dealt", "jack_with_partner", "high_mine", "high_ours")
PAIRS: Final = CARDS * len(PARTS) * 2
SUITS: Final = PAIRS + CARDS * CARDS * 2
LEADS: Final = SUITS + 4 * len(SUIT_COUNTS)


@small_kernel
def _worth(won: Outcome, rules: Rules, worth: Tally, row: int) -> None:
    """Fill a row of worths by PARTS."""
    worth[row, 0] = -won.high
    worth[row, 1] = -won.low
    worth[row, 2] = -won.jack * rules.jack_points
    worth[row, 3] = -won.hang * rules.hang_points
    worth[row, 4] = -won.game * rules.game_points
    worth[row, 5] = 0
    for part in range(5):
        worth[row, 5] += worth[row, part]


@small_kernel
def _count_suit(tally: Tally, hands: Hands, trump: Suit) -> None:
    """Count what is dealt of a suit that the pitcher holds."""
    place = SUITS + trump * len(SUIT_COUNTS)
    every = (hands[0] | hands[1] | hands[2] | hands[3]) & lane(trump)
    jack, top = rank_mask(JACK) & lane(trump), bit(highest(every))
    tally[place] += 1
    tally[place + 1] += (every & jack) != 0
    tally[place + 2] += (hands[PITCHER ^ 2] & jack) != 0
    tally[place + 3] += (hands[PITCHER] & top) != 0
    tally[place + 4] += ((hands[PITCHER] | hands[PITCHER ^ 2]) & top) != 0


@kernel
def leads_tally(
    first: int,
    last: int,
    seed: int,
    unseen: Deck,
    hand: Mask,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
) -> Tally:
    """Deal the others' cards, and play each deal once for each card that the pitcher may lead.

    Parameters
    ----------
    unseen : (46,) int64
        The cards that are not in `hand`, in order.
    hand : Mask
        The pitcher's six cards.

    Returns
    -------
    (LEADS,) int64
        For each card of the hand, the lowest first, and each of PARTS the sum and the sum of
        squares; from PAIRS on for each two cards the sum and the sum of squares of what the first
        makes more than the second; from SUITS on SUIT_COUNTS for each suit held.
    """
    deck, dealt, hands = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(4, np.int64)
    plays, worth = np.zeros(48, np.int64), np.zeros((CARDS, len(PARTS)), np.int64)
    stream, chance = new_stream(), new_stream()
    tally = np.zeros(LEADS, np.int64)
    for number in range(first, last):
        restart(deck, unseen, stream, seed, number)
        dealt[:] = 0
        dealt[PITCHER] = hand
        deal_six(deck, unseen.size, PITCHER, dealt, stream)
        ours, theirs = dealt[PITCHER] | dealt[PITCHER ^ 2], dealt[0] | dealt[2]
        rest = hand
        for which in range(CARDS):
            card = lowest(rest)
            rest &= rest - 1
            copy_hands(dealt, hands)
            hands[PITCHER] &= ~bit(card)
            start(chance, seed, number, PLAY)
            table = pitched(card, rules)
            taken = play_on(hands, table, rules, strategy, weights, chance, plays)
            _worth(outcome(theirs, ours, taken, suit_of(card), rules), rules, worth, which)
        for which in range(CARDS):
            for part in range(len(PARTS)):
                place = (which * len(PARTS) + part) * 2
                tally[place] += worth[which, part]
                tally[place + 1] += worth[which, part] * worth[which, part]
            for other in range(CARDS):
                more = worth[which, 5] - worth[other, 5]
                place = PAIRS + (which * CARDS + other) * 2
                tally[place] += more
                tally[place + 1] += more * more
        for suit in range(4):
            if hand & lane(suit):
                _count_suit(tally, dealt, suit)
    return tally


DEALT: Final = (
    "ace_of_spades_dealt",
    "pitcher_high",
    "jack_dealt",
    "jack_saved",
    "jack_hung",
    "game_pitcher",
    "game_others",
    "trumps_of_pitcher",
    "points",
    "points_squared",
)


@kernel
def pitched_tally(
    first: int, last: int, seed: int, rules: Rules, strategy: Strategy, weights: Weights | None
) -> Tally:
    """Play deals whose first card `longest` leads.

    Returns
    -------
    (10,) int64
        DEALT: points are the pitcher's team's less the others'.
    """
    deck, dealt, hands = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(4, np.int64)
    plays, worth = np.zeros(48, np.int64), np.zeros((1, len(PARTS)), np.int64)
    stream, chance = new_stream(), new_stream()
    tally = np.zeros(len(DEALT), np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        start(chance, seed, number, PLAY)
        dealt[:] = 0
        deal_six(deck, 52, NOBODY_KNOWN, dealt, stream)
        copy_hands(dealt, hands)
        taken = play_pitched(hands, rules, strategy, weights, chance, plays)
        trump = suit_of(plays[0])
        won = outcome(dealt[0] | dealt[2], dealt[1] | dealt[3], taken, trump, rules)
        _worth(won, rules, worth, 0)
        every = dealt[0] | dealt[1] | dealt[2] | dealt[3]
        tally[0] += (every & lane(SPADES) & rank_mask(ACE)) != 0
        tally[1] += won.high != DEALER
        tally[2] += won.jack != 0 or won.hang != 0
        tally[3] += won.jack != 0
        tally[4] += won.hang != 0
        tally[5] += won.pips_eldest > won.pips_dealer
        tally[6] += won.pips_eldest < won.pips_dealer
        tally[7] += count(dealt[PITCHER] & lane(trump))
        tally[8] += worth[0, 5]
        tally[9] += worth[0, 5] * worth[0, 5]
    return tally
