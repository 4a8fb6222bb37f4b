"""Rule sets by name: presets, changed fields, and how they are written down again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.allfours.rules import CHOICES, PRESETS, Rules, check, limits
from engine.cards import RANKS, InputError


def preset(name: str) -> Rules:
    """The rule set of this name.

    Raises
    ------
    InputError
        If there is none.
    """
    if name not in PRESETS:
        raise InputError(f'no rule set "{name}" (there are {", ".join(PRESETS)})')
    return PRESETS[name]


def _field(name: str) -> str:
    if name not in Rules._fields:
        raise InputError(f'no rule "{name}" (there are {", ".join(Rules._fields)})')
    return name


def _kick_points(text: str) -> tuple[int, ...]:
    """Thirteen kick points from a text such as ``A:1,6:2,J:3``; ranks left out score nothing."""
    points: dict[str, int] = {}
    for part in text.replace(" ", "").split(","):
        mark, colon, worth = part.partition(":")
        rank = "T" if mark == "10" else mark.upper()
        if len(rank) != 1 or rank not in RANKS or not colon:
            raise InputError(f'kick_points: "{part}", expected rank:points, as in A:1,6:2,J:3')
        if rank in points:
            raise InputError(f'kick_points: "{part}" sets rank {rank} a second time')
        points[rank] = _whole("kick_points", worth, part)
    return tuple(points.get(rank, 0) for rank in RANKS)


def _whole(field: str, text: str, part: str = "") -> int:
    """A field's number; an error quotes `part`, the text that it is part of, if there is one."""
    low, high = limits(field)
    digits = (text.lstrip("0") or "0")[:9]  # more than nine are too many for any field
    if not (text.isascii() and text.isdecimal() and low <= int(digits) <= high):
        expected = f"expected a whole number from {low} to {high}"
        where = f' in "{part}"' if part else ""
        raise InputError(f'{field}: "{text}"{where}, {expected}')
    return int(digits)


def _choice(field: str, text: str) -> int:
    names = CHOICES[field]
    if text in names:
        return names.index(text)
    if text in map(str, range(len(names))):
        return int(text)
    raise InputError(f'{field}: "{text}", expected {" or ".join(names)}')


def read_setting(setting: str) -> tuple[str, Any]:
    """Read ``KEY=VALUE``.

    >>> read_setting("game_tie=nondealer")
    ('game_tie', 1)
    """
    key, equals, value = setting.partition("=")
    field = _field(key.strip())
    if not equals:
        raise InputError(f'"{setting}": expected {field}=VALUE')
    value = value.strip()
    if field == "kick_points":
        return field, _kick_points(value)
    return field, (_choice if field in CHOICES else _whole)(field, value)


def change(rules: Rules, settings: Iterable[str]) -> Rules:
    """`rules` with settings such as ``game_points=2``, checked.

    >>> change(CLASSIC, ["game_points=2", "kick_points=A:1,2:2,J:3"]).game_points
    2
    """
    changes: dict[str, Any] = {}
    for setting in settings:
        field, value = read_setting(setting)
        if field in changes and changes[field] != value:
            raise InputError(f'"{setting}": {field} is set twice, to different values')
        changes[field] = value
    return check(rules._replace(**changes))


def from_record(value: object) -> Rules:
    """The rule set of a deal record: a preset's name, or changed fields with ``"base"``."""
    if isinstance(value, str):
        return preset(value)
    if not isinstance(value, dict):
        raise InputError(f"rules: {value!r}, expected a rule set's name or an object of fields")
    fields = {str(key): entry for key, entry in value.items()}
    base = fields.pop("base", "classic")
    if not isinstance(base, str):
        raise InputError(f"rules: base {base!r}, expected a rule set's name")
    changes = {}
    for key, entry in fields.items():
        field = _field(key)
        if isinstance(entry, str) and field in CHOICES:
            entry = (
                CHOICES[field].index(entry) if entry in CHOICES[field] else _choice(field, entry)
            )
        elif isinstance(entry, str) and field == "kick_points":
            entry = _kick_points(entry)
        elif isinstance(entry, list) and field == "kick_points":
            entry = tuple(entry)
        elif field == "kick_points":
            raise InputError(f"kick_points: {entry!r}, expected 13 numbers or a text as in A:1,6:2")
        changes[field] = entry
    return check(preset(base)._replace(**changes))


def _written(field: str, value: Any) -> Any:
    if field == "kick_points":
        pairs = [f"{rank}:{worth}" for rank, worth in zip(RANKS, value, strict=True) if worth]
        return ",".join(reversed(pairs)) or "A:0"
    return CHOICES[field][value] if field in CHOICES else value


def describe(rules: Rules) -> str | dict[str, Any]:
    """A rule set as a record has it: a preset's name, or what differs from the nearest preset.

    >>> describe(CLASSIC._replace(hang_points=1))
    {'base': 'classic', 'hang_points': 1}
    """

    def differing(base: Rules) -> list[str]:
        return [field for field in Rules._fields if getattr(base, field) != getattr(rules, field)]

    name = min(PRESETS, key=lambda preset: len(differing(PRESETS[preset])))
    fields = differing(PRESETS[name])
    if not fields:
        return name
    return {"base": name, **{field: _written(field, getattr(rules, field)) for field in fields}}


def spelled(inputs: dict[str, Any]) -> dict[str, Any]:
    """Inputs of a study with every field of their rule set.

    >>> rules = spelled({"deals": 7, "rules": "classic"})["rules"]
    >>> rules["game_tie"], rules["kick_points"]
    ('none', 'A:1,J:3,6:2')
    """
    rules = from_record(inputs["rules"])
    fields = {field: _written(field, value) for field, value in rules._asdict().items()}
    return inputs | {"rules": fields}
