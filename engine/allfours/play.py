"""Deal, run the pack and play: the moving parts of a deal (RULES.md 5-19).

A deck is drawn from the front. The kick is drawn before the hands: with a perfect shuffle the
order of drawing is of no account, and it lets a deal be drawn whose kicks must fit one another.
"""

from __future__ import annotations

from engine._jit import lean_kernel, small_kernel
from engine.allfours.expert import Weights, expert
from engine.allfours.legal import legal_plays
from engine.allfours.rules import KICK_LAST, Rules
from engine.allfours.score import Seat
from engine.allfours.strategy import RANDOM, SIMPLE, Strategy, at_random, simple
from engine.allfours.table import Table, after, playable, showing
from engine.bits import count, lowest
from engine.cards import NO_CARD, Card, Mask, bit, lane, suit_of
from engine.deal import Deck, Hands
from engine.random import Stream, draw
from engine.trick import beats

NOBODY_KNOWN = -1


@small_kernel
def deal_round(
    deck: Deck,
    size: int,
    drawn: int,
    each: int,
    known: Seat,
    players: int,
    hands: Hands,
    stream: Stream,
) -> int:
    """Deal `each` cards to every seat but `known`, the eldest first; return how many are out.

    Parameters
    ----------
    deck : (52,) int64
        Cards; `drawn` of `size` are out.
    known : Seat
        A seat whose cards are not in the deck, or NOBODY_KNOWN.
    hands : (4,) int64
        Masks by seat; the new cards are added.
    """
    for turn in range(1, players + 1):
        seat = turn & (players - 1)
        if seat != known:
            hands[seat] |= draw(deck, size, drawn, each, stream)
            drawn += each
    return drawn


@small_kernel
def earlier_kicks(cards: int) -> int:
    """How many kicks came before the last, when a hand has 6, 9, 12 ... cards."""
    return (cards - 6) // 3


@small_kernel
def kicks_fit(deck: Deck, earlier: int, kick: Card) -> bool:
    """Whether the first `earlier` cards of the deck could be kicks that `kick` ended."""
    for place in range(earlier):
        suit = suit_of(deck[place])
        if suit == suit_of(kick) or suit != suit_of(deck[0]):
            return False
    return True


@small_kernel
def draw_kicks(deck: Deck, size: int, kick: Card, cards: int, stream: Stream) -> Card:
    """Draw the kicks of a deal whose hands came to 6, 9, 12 ... cards; return the last.

    Parameters
    ----------
    deck : (52,) int64
        Afterwards the kicks drawn come first: ``(cards - 6) / 3`` earlier ones, all of one suit
        and not of the last one's, and then the last, if it was not known.
    kick : Card
        The last kick where it is known, else NO_CARD.
    """
    earlier = earlier_kicks(cards)
    unknown = earlier + (kick == NO_CARD)
    while True:
        draw(deck, size, 0, unknown, stream)
        last = deck[earlier] if kick == NO_CARD else kick
        if kicks_fit(deck, earlier, last):
            return last


@lean_kernel
def run_pack(
    deck: Deck, size: int, drawn: int, kicks: Deck, hands: Hands, rules: Rules, stream: Stream
) -> int:
    """Run the pack until another suit is kicked, or the cards fail (RULES.md 12-16).

    Parameters
    ----------
    deck : (52,) int64
        Cards; `drawn` of `size` are out.
    kicks : (MOST_KICKS,) int64
        The first is the one that was begged; filled with those that follow.
    hands : (4,) int64
        Masks by seat; three cards are added for each run.

    Returns
    -------
    int
        How many kicks there are now, the first included. The last one fixes trump, unless it is
        of the old suit: then the pack is exhausted.
    """
    made = 1
    while size - drawn > 3 * rules.players:
        draw(deck, size, drawn, 1, stream)
        kicks[made] = deck[drawn]
        drawn = deal_round(deck, size, drawn + 1, 3, NOBODY_KNOWN, rules.players, hands, stream)
        made += 1
        if suit_of(kicks[made - 1]) != suit_of(kicks[0]):
            return made
    if rules.exhausted == KICK_LAST:
        draw(deck, size, drawn, 1, stream)
        kicks[made] = deck[drawn]
        made += 1
    return made


@small_kernel
def pick(
    hand: Mask,
    table: Table,
    legal: Mask,
    strategy: Strategy,
    weights: Weights | None,
    stream: Stream,
) -> Card:
    """The card that the seat to play chooses; by `expert` only if there are weights."""
    player = strategy.eldest_play if table.seat & 1 else strategy.dealer_play
    if player == RANDOM:
        return at_random(legal, stream)
    if not legal & (legal - 1):
        return lowest(legal)
    if weights is None or player == SIMPLE:
        return simple(hand, table, legal)
    return expert(hand, table, legal, weights, None, None)


@lean_kernel
def play_out(
    hands: Hands,
    table: Table,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    stream: Stream,
    plays: Deck,
) -> Mask:
    """Play a hand from the beginning of a trick to its end; return what the dealer's team took.

    Parameters
    ----------
    hands : (4,) int64
        Masks by seat; empty afterwards.
    table : Table
        What everybody sees; no card lies on it.
    weights : (WEIGHTS,) int64, or None
        What `expert` has learned; None where nobody is `expert`, which compiles to less code.
    stream : Stream
        For players who randomise.
    plays : (48,) int64
        Filled with the cards in order of play.
    """
    # Inlined with a constant number of players: loops of unknown length cost a twentieth.
    if table.players == 4:
        return _play_tricks(hands, table, 4, rules, strategy, weights, stream, plays)
    return _play_tricks(hands, table, 2, rules, strategy, weights, stream, plays)


@small_kernel
def _play_tricks(
    hands: Hands,
    table: Table,
    players: int,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    stream: Stream,
    plays: Deck,
) -> Mask:
    """`play_out`, of so many players."""
    # The table's fields as locals: a tuple rebuilt for every card costs half the speed.
    trump, kicks, shown = table.trump, table.kicks, table.shown
    gone, taken, leader = table.gone, table.taken, table.seat
    made = 0
    for _ in range(count(hands[leader])):
        trick = 0
        led = trump
        best = NO_CARD
        best_seat = leader
        for turn in range(players):
            seat = (leader + turn) & (players - 1)
            hand = hands[seat]
            legal = hand
            if turn:
                legal = legal_plays(hand, led, trump, trick & lane(trump), rules)
            now = Table(
                seat, trump, kicks, gone, taken, trick, led, best, best_seat, shown, players
            )
            card = pick(hand, now, legal, strategy, weights, stream)
            if turn == 0:
                led = suit_of(card)
                best = card
            else:
                better = beats(card, best, trump)
                best, best_seat = card if better else best, seat if better else best_seat
                shown = showing(shown, seat, card, led, trump, trick & lane(trump), rules)
            hands[seat] = hand & ~bit(card)
            trick |= bit(card)
            plays[made + turn] = card
        made += players
        gone |= trick
        if not best_seat & 1:
            taken |= trick
        leader = best_seat
    return taken


@lean_kernel
def play_on(
    hands: Hands,
    table: Table,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    stream: Stream,
    plays: Deck,
) -> Mask:
    """Play a hand from any position to its end (as `play_out`, from the next trick on)."""
    while table.trick:
        hand = hands[table.seat]
        card = pick(hand, table, playable(hand, table, rules), strategy, weights, stream)
        hands[table.seat] = hand & ~bit(card)
        table = after(table, card, rules)
    return play_out(hands, table, rules, strategy, weights, stream, plays)
