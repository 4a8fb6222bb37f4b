"""Recorded games as what they are judged by: who decided what, and who saw what at each card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from analysis.allfours.ledger import Ledger
from analysis.allfours.records import Deal, read, replay
from engine.allfours.rules import check_kicked
from engine.allfours.table import Table, after, opening
from engine.cards import Card, InputError, Mask, Suit, bit, mask_of


class Game(NamedTuple):
    """A record that can have happened."""

    line: int
    deal: Deal
    score: tuple[int, int]
    """Before the deal, the dealer's team's points first."""
    begun: bool
    """Whether anything was decided: the first kick did not end the match."""
    trump: Suit | None
    """None where nothing was played."""


def read_games(
    lines: Iterable[tuple[int, object | InputError]],
) -> tuple[list[Game], dict[int, str]]:
    """The records that can have happened, and by its line what is wrong with each of the others.

    Parameters
    ----------
    lines : iterable
        As `records.read_lines` has them.
    """
    games, wrong = [], {}
    for line, record in lines:
        try:
            games.append(_game(line, record))
        except InputError as error:
            wrong[line] = str(error)
    return games, wrong


def _game(line: int, record: object | InputError) -> Game:
    if isinstance(record, InputError):
        raise record
    deal = read(record)
    check_kicked(deal.rules)
    _, hand = replay(deal)
    ledger = Ledger(deal.rules, deal.score)
    dealer, eldest = ledger.points.values()
    if deal.rules.kick_kept:
        ledger.count_kick(deal.kicks[0])
    begun = ledger.winner is None
    return Game(line, deal, (dealer, eldest), begun, None if hand is None else hand.trump)


def views(game: Game) -> Iterator[tuple[Mask, Table, Card]]:
    """What the seat to play held and saw each time, and what it played."""
    if game.trump is None:
        return
    hands = game.deal.played
    seen = opening(game.trump, mask_of(game.deal.kicks), game.deal.rules.players)
    for card in game.deal.plays:
        seat = seen.seat
        yield hands[seat], seen, card
        hands[seat] &= ~bit(card)
        seen = after(seen, card, game.deal.rules)
