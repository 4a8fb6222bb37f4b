"""Deals from a pack that is gathered and shuffled as at a table, again and again.

Numbered deals elsewhere start from a perfect shuffle. Here a deal starts from the pack as the deal
before left it, so deals come in chains: chain `n` of a seed is a pure function of the two. Its
first deal is from a perfect shuffle, and is not counted; CHAIN deals follow, each from the pack of
the one before, gathered, riffled and cut.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np

from engine._jit import kernel, small_kernel
from engine.allfours.book import DEALERS, ELDESTS, Book, begs, gift_allowed, gives
from engine.allfours.expert import Weights
from engine.allfours.hand import Desk, new_desk, play_hand
from engine.allfours.rules import KICK_LAST, Rules
from engine.allfours.score import NOBODY, kick_worth, outcome
from engine.allfours.simulate import Tally
from engine.allfours.solve_tables import Solver
from engine.allfours.strategy import Strategy
from engine.allfours.table import opening
from engine.bits import count, highest, lowest
from engine.cards import (
    ACE,
    JACK,
    SORTED_PACK,
    TWO,
    Suit,
    bit,
    lane,
    rank_mask,
    rank_of,
    suit_of,
)
from engine.deal import Deck, Hands, refill
from engine.random import CARDS, PLAY, Stream, below, draw, new_stream, start
from engine.riffle import cut, riffle
from engine.trick import beats

CHAIN: Final = 20
"""Deals of a chain that are counted."""
PERFECTLY: Final = -1
"""In place of a number of riffles: a perfect shuffle."""
ANYWHERE: Final = 0
"""In place of a number of cards lifted in a cut: from 1 to 51, each equally likely."""
SINGLY, BY_THREES = 1, 3
"""How many cards are dealt to a seat at a time."""
PACK_SIZE: Final = 52
KICK_PLACE: Final = 24
"""Where the first kick lies, from the top."""

Suits: TypeAlias = int
"""A suit, or NO_SUIT."""
NO_SUIT: Final = -1


class Floor(NamedTuple):
    """What a chain is dealt and played with, made once for many."""

    pack: Deck
    """The whole pack, the top first."""
    room: Deck
    hands: Hands
    held: Hands
    """The hands once more: playing empties them."""
    kicks: Deck
    stream: Stream
    chance: Stream
    desk: Desk


@kernel
def new_floor() -> Floor:
    """A floor to deal on."""
    hands, held, kicks = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    room, desk = np.zeros(PACK_SIZE, np.int64), new_desk()
    return Floor(SORTED_PACK.copy(), room, hands, held, kicks, new_stream(), new_stream(), desk)


@small_kernel
def shuffle_perfectly(pack: Deck, stream: Stream) -> None:
    """Put the pack in an order of which every one is equally likely."""
    drawn = 0
    while drawn < PACK_SIZE:
        some = min(8, PACK_SIZE - drawn)
        draw(pack, PACK_SIZE, drawn, some, stream)
        drawn += some


@small_kernel
def shuffle_as_told(pack: Deck, riffles: int, lifted: int, room: Deck, stream: Stream) -> None:
    """Shuffle the pack PERFECTLY, or by so many riffles and a cut of `lifted` cards or ANYWHERE."""
    if riffles == PERFECTLY:
        shuffle_perfectly(pack, stream)
        return
    for _ in range(riffles):
        riffle(pack, PACK_SIZE, room, stream)
    anywhere = 1 + below(stream, PACK_SIZE - 1)
    cut(pack, PACK_SIZE, anywhere if lifted == ANYWHERE else lifted, room)


@small_kernel
def deal_cards(pack: Deck, top: int, cards: int, at_once: int, hands: Hands) -> int:
    """Deal `cards` to each seat from the top, the eldest first; return where the top is then.

    Parameters
    ----------
    at_once : int
        SINGLY or BY_THREES.
    hands : (4,) int64
        Masks by seat; the new cards are added.
    """
    for place in range(4 * cards):
        hands[(place // at_once + 1) & 3] |= bit(pack[top + place])
    return top + 4 * cards


@small_kernel
def deal_run(floor: Floor, at_once: int, rules: Rules) -> int:
    """Run the pack after the first kick (RULES.md 12-16); return how many kicks there are."""
    pack, hands, kicks = floor.pack, floor.hands, floor.kicks
    top, made = KICK_PLACE + 1, 1
    while PACK_SIZE - top > 12:
        top = deal_cards(pack, top, 3, at_once, hands)
        kicks[made] = pack[top]
        top += 1
        made += 1
        if suit_of(kicks[made - 1]) != suit_of(kicks[0]):
            return made
    if rules.exhausted == KICK_LAST:
        kicks[made] = pack[top]
        made += 1
    return made


@small_kernel
def gather_tricks(plays: Deck, cards: int, trump: Suit, leader: int, room: Deck) -> None:
    """Put the tricks of a hand in a pile: the dealer's team's on top, then the eldest's.

    Each side has its tricks in the order in which it won them, and the cards of each in order of
    play.

    Parameters
    ----------
    plays : (48,) int64
        The cards in order of play.
    cards : int
        How many there were.
    room : (52,) int64
        Filled with them.
    """
    made = 0
    for side in range(2):
        seat = leader
        for first in range(0, cards, 4):
            best, won = plays[first], 0
            for turn in range(1, 4):
                better = beats(plays[first + turn], best, trump)
                best = plays[first + turn] if better else best
                won = turn if better else won
            seat = (seat + won) & 3
            if seat & 1 == side:
                for turn in range(4):
                    room[made] = plays[first + turn]
                    made += 1


@small_kernel
def put_together(pack: Deck, played: int, trump: Suit, floor: Floor) -> None:
    """Gather the pack: the tricks played, and under them all other cards as they lay.

    If no card was played, the hands were thrown in and the pack is as it was dealt.
    """
    if played == 0:
        return
    room = floor.room
    gather_tricks(floor.desk.plays, played, trump, 1, room)
    out = 0
    for place in range(played):
        out |= bit(room[place])
    made = played
    for place in range(PACK_SIZE):
        if not out & bit(pack[place]):
            room[made] = pack[place]
            made += 1
    refill(pack, room)


FEATURES: Final = (
    "kick_like_last_trump",
    "second_kick_same_suit",
    "kick_scores",
    "jack_in_play",
    "high_is_A",
    "low_is_2",
    "high_and_low_same_player",
    "trumps_in_hand_eq_0",
    "trumps_in_hand_eq_1",
    "trumps_in_hand_eq_2",
    "trumps_in_hand_eq_3",
    "trumps_in_hand_ge_4",
    "hand_has_four_of_a_suit",
    "hand_lacks_a_suit",
    "jack_hung",
    "begs",
)
"""What is counted of a deal. Those of a hand are counted in all four."""
LIKE_LAST, SAME_AGAIN, SCORES, JACK_DEALT, HIGH_ACE, LOW_TWO, ONE_PLAYER = range(7)
TRUMPS, FOUR, LACKS, HUNG, BEGS = 7, 12, 13, 14, 15


@small_kernel
def look_at(floor: Floor, last_trump: Suits, rules: Rules, counts: Tally) -> None:
    """Count what six cards each and the kick show; `hands` have just been dealt."""
    pack, hands = floor.pack, floor.hands
    kick = pack[KICK_PLACE]
    trump = suit_of(kick)
    counts[LIKE_LAST] += trump == last_trump
    counts[SAME_AGAIN] += suit_of(pack[KICK_PLACE + 13]) == trump
    counts[SCORES] += kick_worth(kick, rules) > 0
    trumps = (hands[0] | hands[1] | hands[2] | hands[3]) & lane(trump)
    counts[JACK_DEALT] += trumps & rank_mask(JACK) != 0
    if trumps:
        counts[HIGH_ACE] += rank_of(highest(trumps)) == ACE
        counts[LOW_TWO] += rank_of(lowest(trumps)) == TWO
        for seat in range(4):
            both = bit(highest(trumps)) | bit(lowest(trumps))
            counts[ONE_PLAYER] += hands[seat] & both == both
    for seat in range(4):
        counts[TRUMPS + min(count(hands[seat] & lane(trump)), 4)] += 1
        longest, shortest = 0, 6
        for suit in range(4):
            length = count(hands[seat] & lane(suit))
            longest, shortest = max(longest, length), min(shortest, length)
        counts[FOUR] += longest >= 4
        counts[LACKS] += shortest == 0


@kernel
def deal_once(
    floor: Floor,
    at_once: int,
    last_trump: Suits,
    rules: Rules,
    book: Book,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
    counts: Tally,
) -> Suits:
    """Deal, decide and play one deal from the pack as it lies, and gather it.

    Parameters
    ----------
    floor : Floor
        Its `pack` is gathered afterwards.
    book : (2, PAGE) int64
        Who begs and who gives, at 0-0.
    counts : (16,) int64
        FEATURES are added.

    Returns
    -------
    int
        The suit that was trump; of an exhausted pack, the suit of its kicks.
    """
    pack, hands, kicks = floor.pack, floor.hands, floor.kicks
    hands[:] = 0
    deal_cards(pack, 0, 6, at_once, hands)
    look_at(floor, last_trump, rules, counts)
    kicks[0] = pack[KICK_PLACE]
    begged = begs(hands[1], kicks[0], book[ELDESTS], rules)
    counts[BEGS] += begged
    may = gift_allowed(0, rules)
    made = 1
    if begged and not gives(hands[0], kicks[0], book[DEALERS], may, rules):
        made = deal_run(floor, at_once, rules)
    trump = suit_of(kicks[made - 1])
    if made > 1 and trump == suit_of(kicks[0]):
        return trump
    gone = 0
    for place in range(made):
        gone |= bit(kicks[place])
    held = hands[0] | hands[2], hands[1] | hands[3]
    played = 4 * count(hands[0])
    table = opening(trump, gone, rules.players)
    taken = play_hand(hands, table, rules, strategy, weights, solver, floor.chance, floor.desk)
    counts[HUNG] += outcome(held[0], held[1], taken, trump, rules).hang != NOBODY
    put_together(pack, played, trump, floor)
    return trump


@kernel
def shuffle_tally(
    first: int,
    last: int,
    seed: int,
    riffles: int,
    lifted: int,
    at_once: int,
    rules: Rules,
    book: Book,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
) -> Tally:
    """Deal chains `first` to `last` - 1, and count what their deals show.

    Parameters
    ----------
    riffles, lifted : int
        Before each deal but the first of a chain, as `shuffle_as_told` has them.
    at_once : int
        SINGLY or BY_THREES.

    Returns
    -------
    (32,) int64
        For each of FEATURES the sum over chains of how often it is seen, and the sum of its
        squares: chains don't depend on one another, deals of a chain do.
    """
    floor = new_floor()
    counts, tally = np.zeros(len(FEATURES), np.int64), np.zeros(2 * len(FEATURES), np.int64)
    for number in range(first, last):
        refill(floor.pack, SORTED_PACK)
        start(floor.stream, seed, number, CARDS)
        start(floor.chance, seed, number, PLAY)
        shuffle_perfectly(floor.pack, floor.stream)
        trump = NO_SUIT
        for deal in range(1 + CHAIN):
            if deal > 0:
                shuffle_as_told(floor.pack, riffles, lifted, floor.room, floor.stream)
            if deal < 2:
                counts[:] = 0
            trump = deal_once(floor, at_once, trump, rules, book, strategy, weights, solver, counts)
        tally[::2] += counts
        tally[1::2] += counts * counts
    return tally
