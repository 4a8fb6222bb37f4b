"""Play a hand from its first lead to its end (RULES.md 15-21)."""

from __future__ import annotations

from engine._jit import lean_kernel, small_kernel
from engine.backalley.deal import Facing
from engine.backalley.legal import may_follow, may_lead
from engine.backalley.rules import Rules
from engine.backalley.score import Contract, Tricks
from engine.backalley.strategy import RANDOM, Strategy, at_random, simple
from engine.backalley.table import Table, after, beats, breaks, exempt, opening, playable
from engine.bits import count, lowest
from engine.cards import NO_CARD, Card, Mask, bit
from engine.deal import Deck, Hands
from engine.random import Stream


@small_kernel
def pick(hand: Mask, table: Table, legal: Mask, strategy: Strategy, stream: Stream) -> Card:
    """The card that the seat to play chooses."""
    player = strategy.eldest_play if table.seat & 1 else strategy.dealer_play
    if player == RANDOM:
        return at_random(legal, stream)
    if not legal & (legal - 1):
        return lowest(legal)
    return simple(hand, table, legal, min(player, 0))


@lean_kernel
def play_tricks(
    hands: Hands, table: Table, rules: Rules, strategy: Strategy, stream: Stream, plays: Deck
) -> Tricks:
    """As `play_out`, from any lead on."""
    # The table's fields as locals: a tuple rebuilt for every card costs half the speed.
    leader, trumps, contract = table.seat, table.trumps, table.contract
    gone, tricks, broken = table.gone, table.tricks, table.broken
    made = 0
    for _ in range(count(hands[leader])):
        trick = 0
        led = NO_CARD
        best = NO_CARD
        best_seat = leader
        for turn in range(4):
            seat = (leader + turn) & 3
            hand = hands[seat]
            if turn == 0:
                legal = may_lead(hand, trumps, broken or exempt(seat, contract, rules))
            else:
                legal = may_follow(hand, led, trumps, turn == 2, rules)
            now = Table(seat, trumps, contract, gone, tricks, broken, trick, led, best, best_seat)
            card = pick(hand, now, legal, strategy, stream)
            if turn == 0:
                led = card
                best = card
            else:
                better = beats(card, best, trumps)
                best, best_seat = card if better else best, seat if better else best_seat
            hands[seat] = hand & ~bit(card)
            trick |= bit(card)
            plays[made + turn] = card
        made += 4
        broken |= breaks(trick, led, trumps, rules)
        tricks += 1 << (4 * best_seat)
        gone |= trick
        leader = best_seat
    return tricks


@small_kernel
def play_out(
    hands: Hands,
    facing: Facing,
    contract: Contract,
    rules: Rules,
    strategy: Strategy,
    stream: Stream,
    plays: Deck,
) -> Tricks:
    """Play a hand from its first lead to its end; return the tricks that each seat won.

    Parameters
    ----------
    hands : (4,) int64
        Masks by seat; empty afterwards.
    contract : Contract
        What was bid; somebody leads.
    stream : Stream
        For players who randomise.
    plays : (52,) int64
        Filled with the cards in order of play.
    """
    table = opening(facing.trumps, facing.gone, contract)
    return play_tricks(hands, table, rules, strategy, stream, plays)


@lean_kernel
def play_on(
    hands: Hands, table: Table, rules: Rules, strategy: Strategy, stream: Stream, plays: Deck
) -> Tricks:
    """As `play_out`, from any position on; `plays` are filled from the next trick on."""
    while table.trick:
        hand = hands[table.seat]
        card = pick(hand, table, playable(hand, table, rules), strategy, stream)
        hands[table.seat] = hand & ~bit(card)
        table = after(table, card, rules)
    return play_tricks(hands, table, rules, strategy, stream, plays)
