"""What is solved, and the deals that it is solved from."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from analysis.run import Settled
from engine.backalley.book import NO_SUIT, SUITED, Book
from engine.backalley.cards import BIG, SORTED_PACK, unseen
from engine.backalley.deal import NOBODY_KNOWN, Known
from engine.backalley.record import Records, new_records, record_tally
from engine.backalley.rules import ALWAYS_SPADES, TURN_AGAIN, Rules
from engine.backalley.strategy import Strategy
from engine.cards import NO_CARD, bit
from engine.deal import Deck

PLAY = Strategy()
"""Who plays the cards."""


class Game(NamedTuple):
    """What is solved: hands of a size, a kind at a time."""

    cards: int
    rules: Rules
    rounds: int = 20
    """Rounds of answers."""
    regrets: int = 150
    """Rounds of regrets, in each of two passes."""
    starts: int = 1
    """Solutions tried at most."""


def kinds(rules: Rules) -> tuple[int, ...]:
    """The kinds of hands that rules have."""
    if rules.trump == ALWAYS_SPADES or rules.joker_faced == TURN_AGAIN:
        return (SUITED,)
    return (SUITED, NO_SUIT)


def dealt(game: Game, kind: int) -> tuple[Deck, Known]:
    """What hands of a kind are dealt from: with a suit all, without one those under BB."""
    if kind == SUITED:
        return SORTED_PACK, Known(game.cards, NOBODY_KNOWN, 0, NO_CARD)
    return unseen(bit(BIG)), Known(game.cards, NOBODY_KNOWN, 0, BIG)


def recorded(run: Settled, game: Game, kind: int, turn: int, book: Book) -> Records:
    """Deals with every bid of a turn."""
    records = new_records(run.deals)
    pack, known = dealt(game, kind)
    run.tally(record_tally, records, run.first, turn, pack, known, game.rules, PLAY, book)
    return records


def parts(run: Settled, many: int) -> list[Settled]:
    """A run cut into equal parts."""
    each = max(run.deals // many, 1)
    return [replace(run, first=run.first + part * each, deals=each) for part in range(many)]


def turns_of(team: int) -> range:
    """The turns at which a team bids: the dealer's, team 0, at the second and the last."""
    return range(1 - team, 4, 2)
