"""Exposed cards and calls of a deal record (RULES.md 40)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from analysis.records import named, written
from analysis.seats import SEATS
from engine.allfours.pack import most_runs
from engine.allfours.rules import ANYONE, Rules
from engine.allfours.score import Seat
from engine.cards import Card, InputError, format_card, parse_card


class Exposure(NamedTuple):
    """A card that was exposed: ``["QD", 2, 0]`` in a record."""

    card: Card
    seat: Seat
    """Its owner."""
    tricks: int
    """How many tricks had been played by then."""


class Called(NamedTuple):
    """A call: ``["QD", 1, 2]`` in a record."""

    card: Card
    seat: Seat
    """The caller."""
    trick: int
    """In which trick, from 1."""


def _triples(
    field: str, value: object, expected: str, lowest: int, players: int
) -> list[tuple[Card, int, int]]:
    """The entries of a field: a card, a seat and a number of tricks each."""
    most = 6 + 3 * most_runs(players)
    if not isinstance(value, list):
        raise InputError(f"{field}: {written(value)}, expected a list of {expected}")
    found = []
    for entry in value:
        if not isinstance(entry, list) or len(entry) != 3 or not isinstance(entry[0], str):
            raise InputError(f"{field}: {written(entry)}, expected {expected}")
        card = named(field, parse_card, entry[0])
        seat = _whole(field, entry[1], 0, players - 1, entry, "a seat")
        found.append((card, seat, _whole(field, entry[2], lowest, most, entry, "a trick")))
    return found


def _whole(field: str, value: Any, low: int, high: int, entry: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        numbers = f"a whole number from {low} to {high}"
        raise InputError(
            f"{field}: {written(value)} in {written(entry)}, expected {what}, {numbers}"
        )
    return value


def read_exposed(value: object, hands: Sequence[Sequence[Card]]) -> list[Exposure]:
    """The field ``exposed``: each card is one of its owner's, and exposed once."""
    expected = 'a card, its owner\'s seat and the tricks played by then, as in ["QD", 2, 0]'
    found = [Exposure(*entry) for entry in _triples("exposed", value, expected, 0, len(hands))]
    for place, one in enumerate(found):
        if one.card not in hands[one.seat]:
            raise InputError(
                f'exposed: "{format_card(one.card)}", which the {SEATS[one.seat]} was not dealt'
            )
        if any(one.card == earlier.card for earlier in found[:place]):
            raise InputError(f'exposed: "{format_card(one.card)}" twice, expected once')
    return found


def read_calls(value: object, exposed: Sequence[Exposure], rules: Rules) -> list[Called]:
    """The field ``calls``: each of an exposed card, in a later trick, by who may call it."""
    expected = 'a card, the caller\'s seat and the trick, as in ["QD", 1, 2]'
    found = [Called(*entry) for entry in _triples("calls", value, expected, 1, rules.players)]
    owners = {one.card: one for one in exposed}
    made: dict[tuple[Seat, int], Card] = {}
    for call in found:
        where = f'calls: "{format_card(call.card)}" in trick {call.trick}'
        if call.card not in owners:
            raise InputError(f"{where}, which is not exposed")
        of = owners[call.card]
        if call.trick <= of.tricks:
            raise InputError(f"{where}, expected a later trick than {of.tricks}")
        partner = (call.seat ^ of.seat) == 2
        if call.seat == of.seat or (partner and rules.called_by != ANYONE):
            who = "another player" if rules.called_by == ANYONE else "an opponent"
            raise InputError(
                f"{where} by the {SEATS[call.seat]}, expected {who} of the {SEATS[of.seat]}"
            )
        if (of.seat, call.trick) in made:
            other = format_card(made[of.seat, call.trick])
            raise InputError(f'{where}, where "{other}" is called from the same hand')
        made[of.seat, call.trick] = call.card
    return found


class Open:
    """The exposed cards of a hand in play, and the calls that are made in it."""

    def __init__(self, exposed: Sequence[Exposure] = (), calls: Sequence[Called] = ()) -> None:
        self.exposed = exposed
        self._calls = {}
        owners = {one.card: one.seat for one in exposed}
        for call in calls:
            self._calls[owners[call.card], call.trick] = call.card

    def called(self, seat: Seat, trick: int) -> Card | None:
        """The card that a seat is to play to a trick because it is called."""
        return self._calls.get((seat, trick))

    def see_reached(self, plays: Sequence[Card], tricks: int, over: bool, players: int) -> None:
        """See that the plays have come as far as the exposed cards and the calls.

        Parameters
        ----------
        tricks : int
            How many are complete.
        over : bool
            Whether these are all.

        Raises
        ------
        InputError
            If they stop before, or a card was played before it is exposed.
        """
        for one in self.exposed:
            where = f'exposed: "{format_card(one.card)}" after {one.tricks} tricks'
            if one.tricks > tricks:
                raise InputError(f"{where}, but {tricks} have been played")
            if one.card in plays[: players * one.tricks]:
                raise InputError(f"{where}, which was played by then")
        for (_, trick), card in self._calls.items():
            if trick > tricks + (not over):
                raise InputError(
                    f'calls: "{format_card(card)}" in trick {trick}, but {tricks} have been played'
                )
