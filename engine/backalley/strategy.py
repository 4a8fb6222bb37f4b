"""The players: which card is played.

A player of the cards is a function of its own hand, of the `Table` that everybody sees, and of the
cards that it may play: all that the seat can know. Players are told apart by a small int.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine._jit import lean_kernel, small_kernel
from engine.backalley.legal import suit_led
from engine.backalley.score import goal, tricks_of
from engine.backalley.table import Table, hidden
from engine.bits import count, highest, lowest, nth
from engine.cards import Card, Mask, Rank, bit, rank_mask
from engine.random import Stream, below

RANDOM, SIMPLE, WORLDS = range(3)
"""`worlds:W` is the player WORLDS + W; it doesn't bid."""
PLAYERS: Final[dict[str, int]] = {"random": RANDOM, "simple": SIMPLE}
DEAREST, ANY_WINNER, FIGHTS, SAVES = range(-4, 0)
"""Players who do as `simple` but for one habit, to test it by: last to play, one takes a trick
with the dearest card; one takes it from the other team with the cheapest, sure or not, whoever
plays after it; one always fights for it, if it has no sure winner; one saves cards even when both
contracts are decided."""

_ALL_RANKS: Final = 0x7FFF


class Strategy(NamedTuple):
    """Who plays the cards, and who bids, for each team."""

    dealer_play: int = SIMPLE
    eldest_play: int = SIMPLE
    dealer_bid: int = SIMPLE
    eldest_bid: int = SIMPLE
    dealer_shift: int = 0
    """Thousandths of a trick by which each bidder of the team overrates its hand, or its team's."""
    eldest_shift: int = 0
    dealer_first: int = 0
    """What the first of the team to bid adds to that, before it has heard its partner."""
    eldest_first: int = 0


@small_kernel
def swapped(strategy: Strategy) -> Strategy:
    """The same players with the teams exchanged."""
    return Strategy(
        strategy.eldest_play,
        strategy.dealer_play,
        strategy.eldest_bid,
        strategy.dealer_bid,
        strategy.eldest_shift,
        strategy.dealer_shift,
        strategy.eldest_first,
        strategy.dealer_first,
    )


@small_kernel
def _ranks(cards: Mask) -> Mask:
    """The ranks that occur among cards, as bits 0 to 14."""
    return (cards | cards >> 16 | cards >> 32 | cards >> 48) & _ALL_RANKS


@small_kernel
def _of_rank(cards: Mask, rank: Rank) -> Card:
    """The card of a rank that occurs; of several, that of the first suit."""
    return lowest(cards & rank_mask(rank))


@small_kernel
def cheapest(cards: Mask, trumps: Mask) -> Card:
    """The card that costs least to part with: the lowest of the plain ones, else of the trumps.

    >>> format_card(cheapest(parse_mask("BB 2S 4D 3C"), trump_lane(SPADES)))
    '3C'
    """
    plain = cards & ~trumps
    cards = plain if plain else cards
    return _of_rank(cards, lowest(_ranks(cards)))


@small_kernel
def dearest(cards: Mask, trumps: Mask) -> Card:
    """The highest trump; without one, the card of the highest rank.

    >>> format_card(dearest(parse_mask("QH KD JC"), trump_lane(SPADES)))
    'KD'
    """
    if cards & trumps:
        return highest(cards & trumps)
    return _of_rank(cards, highest(_ranks(cards)))


@lean_kernel
def bosses(cards: Mask, unseen: Mask, trumps: Mask) -> Mask:
    """Those of `cards` that no card unseen beats within their suit.

    >>> format_cards(bosses(parse_mask("LB KS AD 9D"), parse_mask("BB QS KD"), trump_lane(SPADES)))
    'AD'
    """
    found = 0
    rest = cards
    while rest:
        suit = suit_led(lowest(rest), trumps)
        higher = unseen & suit
        top = rest & suit
        found |= top & ~(bit(highest(higher)) - 1) if higher else top
        rest &= ~suit
    return found


@small_kernel
def takers(cards: Mask, best: Card, trumps: Mask) -> Mask:
    """Those of `cards` that would take the trick from `best`."""
    suit = suit_led(best, trumps)
    higher = cards & suit & ~(bit(best) | (bit(best) - 1))
    return higher if trumps & bit(best) else higher | (cards & trumps)


@lean_kernel
def simple(hand: Mask, table: Table, legal: Mask, habit: int = 0) -> Card:
    """A plain player: last to play, its cheapest winner; before that, its cheapest sure one.

    With none it fights with its best card if the partner, who has played, is beaten; also if
    either team's contract falls with the trick, or once both are decided and nothing need be
    saved.

    Parameters
    ----------
    hand : Mask
        The seat's own cards.
    table : Table
        What everybody sees.
    legal : Mask
        The cards that it may play; not empty.
    habit : int
        0, or one from DEAREST to SAVES.
    """
    trumps, team, left = table.trumps, table.seat & 1, count(hand)
    cards = left + tricks_of(table.tricks, 0) + tricks_of(table.tricks, 1)
    ours = goal(table.contract, team, cards) - tricks_of(table.tricks, team)
    theirs = goal(table.contract, 1 - team, cards) - tricks_of(table.tricks, 1 - team)
    critical = ours == left or theirs == left
    decided = habit != SAVES and not 0 < ours <= left and not 0 < theirs <= left
    unseen = hidden(hand, table)
    if table.trick == 0:
        sure = bosses(legal, unseen, trumps)
        if sure:
            return highest(sure & ~trumps if sure & ~trumps else sure)
        return dearest(legal, trumps) if critical else cheapest(legal, trumps)
    played = count(table.trick)
    mine = table.best_seat == table.seat ^ 2
    if mine and (played == 3 or bosses(bit(table.best), unseen, trumps)):
        return cheapest(legal, trumps)
    taking = takers(legal, table.best, trumps)
    if taking and habit == (DEAREST if played == 3 else ANY_WINNER) and not mine:
        return highest(taking) if played == 3 else cheapest(taking, trumps)
    sure = taking if played == 3 else bosses(taking, unseen, trumps)
    if sure:
        return cheapest(sure, trumps)
    fight = critical or decided or (not mine and (played == 2 or habit == FIGHTS))
    return highest(taking) if fight and taking else cheapest(legal, trumps)


@small_kernel
def at_random(legal: Mask, stream: Stream) -> Card:
    """Any legal card, each equally likely."""
    return nth(legal, below(stream, count(legal)))
