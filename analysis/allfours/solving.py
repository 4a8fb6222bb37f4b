"""The exact value of a recorded position, with all cards seen and best play by both sides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from analysis.allfours.records import NO_SUIT, Deal, Table, read, replay
from analysis.records import Answer
from engine.allfours import solve as exact
from engine.allfours.rules import LEAD, Rules
from engine.allfours.score import NOBODY, Team, team_of
from engine.cards import (
    JACK,
    NO_CARD,
    Card,
    InputError,
    bit,
    cards_of,
    format_card,
    lane,
    mask_of,
    rank_mask,
)

NODES = 200_000_000
"""Positions looked at before a record is given up: about ten seconds."""

_SMALL, _LARGE = 14, 20  # bits of the table of positions, for up to seven cards and for more


@cache
def _solver(bits: int) -> Any:
    return exact.new_solver(bits)


@cache
def _duel() -> Any:
    from engine.allfours.solve_two import new_duel

    return new_duel()


def _position(deal: Deal, table: Table) -> exact.OpenTable:
    """The position on the table, as the solver wants it."""
    taken = table.taken_by_dealer()
    gone = mask_of(card for _, trick in table.tricks for card in trick)
    trick = [*table.trick, NO_CARD, NO_CARD, NO_CARD][:3]
    first, second, third, fourth = [*table.hands, 0, 0][:4]
    return exact.OpenTable(
        hands=(first, second, third, fourth),
        trump=table.trump,
        leader=(table.seat - len(table.trick)) % len(table.hands),
        trick=(trick[0], trick[1], trick[2]),
        taken=taken,
        lost=gone & ~taken,
        jack=_jack_team(deal, table),
    )


def _jack_team(deal: Deal, table: Table) -> Team:
    """The team that was dealt the trump jack."""
    jack = lane(table.trump) & rank_mask(JACK)
    teams = [team_of(seat) for seat, hand in enumerate(deal.played) if hand & jack]
    return teams[0] if teams else NOBODY


def _solve(deal: Deal, table: Table, rules: Rules, nodes: int) -> exact.Solution:
    """Value and best cards of a position.

    Raises
    ------
    InputError
        If that takes more positions than `nodes`.
    """
    if rules.players == 2:
        from engine.allfours.solve_two import solve_two

        found = solve_two(_duel(), _position(deal, table), rules, nodes)
    else:
        largest = max(hand.bit_count() for hand in table.hands)
        solver = _solver(_SMALL if largest < 8 else _LARGE)
        found = exact.solve_best(solver, _position(deal, table), rules, nodes)
    if not found.solved:
        raise InputError(f"not solved within {nodes:,} nodes".replace(",", "_"))
    return exact.Solution(*(int(entry) for entry in found))


def solve_record(record: object, nodes: int = NODES) -> Answer:
    """What ``allfours solve`` answers: value and best cards where the plays of a record stop.

    The value is the Jack and Game points of the dealer's team minus the eldest's, counted over
    the whole hand; null where no hand is played.

    Raises
    ------
    InputError
        If the record can't have happened, or takes more than `nodes`.
    """
    deal = read(record)
    _, table = replay(deal)
    if deal.exposed:
        raise InputError("exposed: the solver knows no calls, expected a record without them")
    if table is None:
        return {"value": None, "best": []}
    if table.trump == NO_SUIT:
        raise InputError("plays: none, expected the first lead, which fixes trump")
    found = _solve(deal, table, deal.rules, nodes)
    return {"value": found.value, "best": [format_card(card) for card in cards_of(found.best)]}


class Mistake(NamedTuple):
    """A card that gave value away, with all cards seen."""

    play: int
    """Its place in the order of play, from 0."""
    card: Card
    cost: int
    """Jack and Game points lost to the other team."""
    best: list[Card]
    """The cards that keep the value."""


def mistakes(record: object, nodes: int = NODES) -> Iterator[Mistake]:
    """Every card of a record that gave value away; a lead that fixes trump is not judged."""
    deal = read(record)
    _, table = replay(deal)
    if table is None:
        return
    table = Table(deal.played, table.trump, deal.rules)
    plays = list(enumerate(deal.plays))
    if deal.rules.trump_by == LEAD:
        for _, card in plays[:1]:
            table.play(card)
        plays = plays[1:]
        if not plays:
            return
    before = _solve(deal, table, deal.rules, nodes)
    for play, card in plays:
        side = team_of(table.seat)
        table.play(card)
        after = _solve(deal, table, deal.rules, nodes)
        if not before.best & bit(card):
            cost = side * (before.value - after.value)
            yield Mistake(play, card, cost, list(cards_of(before.best)))
        before = after
