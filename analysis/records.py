"""Records of any game: JSON objects, one a line, and the cards that they have."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from engine.cards import Card, InputError

Answer = dict[str, Any]
T = TypeVar("T")


def read_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, object | InputError]]:
    """The records of a file by line number, blank lines left out; an error where one is no JSON."""
    for number, line in enumerate(lines, 1):
        try:
            text = line.decode("utf-8-sig")
            if text.strip():
                yield number, json.loads(text, object_pairs_hook=_without_repeats)
        except InputError as error:
            yield number, error
        except (ValueError, RecursionError) as error:
            yield number, InputError(f"no JSON object, expected one a line ({error})")


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object, if it names no field twice."""
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise InputError(f'field "{name}": given twice, expected once')
        fields[name] = value
    return fields


def fields_of(record: object, known: tuple[str, ...], such_as: str) -> dict[str, Any]:
    """The fields of a record, if it is an object that has no others than these."""
    if not isinstance(record, dict):
        raise InputError(f"record: {record!r:.40}, expected an object with {such_as} ...")
    for field in record:
        if field not in known:
            raise InputError(f'no field "{field}" in a record (there are {", ".join(known)})')
    return record


def written(value: object) -> str:
    """A JSON value as it was written, cut short."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."


def hands_of(
    value: object, parse: Callable[[str], list[Card]], seats: int = 4, field: str = "hands"
) -> list[list[Card]]:
    """The cards of a field that has a text for each seat."""
    texts = isinstance(value, list) and all(isinstance(hand, str) for hand in value)
    if not isinstance(value, list) or not texts or len(value) != seats:
        number = {2: "two", 4: "four"}[seats]
        raise InputError(f"{field}: {written(value)}, expected {number} texts of cards")
    return [named(f"{field}[{seat}]", parse, hand) for seat, hand in enumerate(value)]


def named(what: str, parse: Callable[[str], T], text: str) -> T:
    """Parse `text`; an error says what it was for."""
    try:
        return parse(text)
    except InputError as error:
        raise InputError(f"{what}: {error}") from None


def card_list(field: str, value: object, parse: Callable[[str], Card]) -> list[Card]:
    """The cards of a field that is a list of them."""
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise InputError(f"{field}: {written(value)}, expected a list of cards")
    return [named(field, parse, entry) for entry in value]


def see_each_once(dealt: Iterable[tuple[str, list[Card]]], write: Callable[[Card], str]) -> None:
    """See that no card lies in two places, or twice in one.

    Parameters
    ----------
    dealt : iterable of tuple
        The places by name, each with its cards.
    """
    places: dict[Card, str] = {}
    for place, cards in dealt:
        for card in cards:
            if card in places:
                first = places[card]
                also = "twice" if first == place else f"but also in {first}"
                raise InputError(f'card "{write(card)}": in {place}, {also}')
            places[card] = place
