"""Rule sets by name, for any game: presets, changed fields, and how they are written down again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from engine.cards import InputError

R = TypeVar("R", bound=NamedTuple)


class Special(NamedTuple):
    """How a field is read and written whose value is neither a number nor one of a few names."""

    read: Callable[[str], Any]
    """From the text after ``KEY=``."""
    from_record: Callable[[object], Any]
    """From a JSON value."""
    write: Callable[[Any], str]


@dataclass(frozen=True)
class RuleSets(Generic[R]):
    """The rule sets of a game.

    Attributes
    ----------
    presets : mapping of str to rules
        The first is what others are changes of, if nothing is said.
    choices : mapping of str to tuple of str
        Fields whose values have names; a value is a name's place.
    limits : callable
        The lowest and highest value of a field.
    check : callable
        Returns rules that can be played, and refuses others with an InputError.
    specials : mapping of str to Special
    """

    presets: Mapping[str, R]
    choices: Mapping[str, tuple[str, ...]]
    limits: Callable[[str], tuple[int, int]]
    check: Callable[[R], R]
    specials: Mapping[str, Special] = field(default_factory=dict)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of all fields."""
        return self._default()._fields

    def _default(self) -> R:
        return next(iter(self.presets.values()))

    def preset(self, name: str) -> R:
        """The rule set of this name.

        Raises
        ------
        InputError
            If there is none.
        """
        if name not in self.presets:
            raise InputError(f'no rule set "{name}" (there are {", ".join(self.presets)})')
        return self.presets[name]

    def _field(self, name: str) -> str:
        if name not in self.fields:
            raise InputError(f'no rule "{name}" (there are {", ".join(self.fields)})')
        return name

    def _choice(self, field: str, text: str) -> int:
        names = self.choices[field]
        if text in names:
            return names.index(text)
        if text in map(str, range(len(names))):
            return int(text)
        raise InputError(f'{field}: "{text}", expected {" or ".join(names)}')

    def read_setting(self, setting: str) -> tuple[str, Any]:
        """Read ``KEY=VALUE``.

        >>> RuleSets(PRESETS, CHOICES, limits, check).read_setting("game_tie=nondealer")
        ('game_tie', 1)
        """
        key, equals, value = setting.partition("=")
        field = self._field(key.strip())
        if not equals:
            raise InputError(f'"{setting}": expected {field}=VALUE')
        value = value.strip()
        if field in self.specials:
            return field, self.specials[field].read(value)
        if field in self.choices:
            return field, self._choice(field, value)
        return field, whole(field, value, self.limits(field))

    def change(self, rules: R, settings: Iterable[str]) -> R:
        """`rules` with settings such as ``game_points=2``, checked.

        >>> RuleSets(PRESETS, CHOICES, limits, check).change(CLASSIC, ["game_points=2"]).game_points
        2
        """
        changes: dict[str, Any] = {}
        for setting in settings:
            field, value = self.read_setting(setting)
            if field in changes and changes[field] != value:
                raise InputError(f'"{setting}": {field} is set twice, to different values')
            changes[field] = value
        return self.check(rules._replace(**changes))

    def from_record(self, value: object) -> R:
        """The rule set of a deal record: a preset's name, or changed fields with ``"base"``."""
        if isinstance(value, str):
            return self.preset(value)
        if not isinstance(value, dict):
            raise InputError(f"rules: {value!r}, expected a rule set's name or an object of fields")
        fields = {str(key): entry for key, entry in value.items()}
        base = fields.pop("base", next(iter(self.presets)))
        if not isinstance(base, str):
            raise InputError(f"rules: base {base!r}, expected a rule set's name")
        changes = {}
        for key, entry in fields.items():
            field = self._field(key)
            if field in self.specials:
                entry = self.specials[field].from_record(entry)
            elif isinstance(entry, str) and field in self.choices:
                entry = self._choice(field, entry)
            changes[field] = entry
        return self.check(self.preset(base)._replace(**changes))

    def _written(self, field: str, value: Any) -> Any:
        if field in self.specials:
            return self.specials[field].write(value)
        return self.choices[field][value] if field in self.choices else value

    def describe(self, rules: R) -> str | dict[str, Any]:
        """A rule set as a record has it: a preset's name, or what differs from the nearest preset.

        >>> RuleSets(PRESETS, CHOICES, limits, check).describe(CLASSIC._replace(hang_points=1))
        {'base': 'classic', 'hang_points': 1}
        """

        def differing(base: R) -> list[str]:
            return [field for field in self.fields if getattr(base, field) != getattr(rules, field)]

        name = min(self.presets, key=lambda preset: len(differing(self.presets[preset])))
        fields = differing(self.presets[name])
        if not fields:
            return name
        changed = {field: self._written(field, getattr(rules, field)) for field in fields}
        return {"base": name, **changed}

    def spelled(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """Inputs of a study with every field of their rule set.

        >>> sets = RuleSets(PRESETS, CHOICES, limits, check)
        >>> sets.spelled({"deals": 7, "rules": "stag"})["rules"]["game_tie"]
        'none'
        """
        rules = self.from_record(inputs["rules"])
        fields = {field: self._written(field, value) for field, value in rules._asdict().items()}
        return inputs | {"rules": fields}


def whole(field: str, text: str, limits: tuple[int, int], part: str = "") -> int:
    """A field's number; an error quotes `part`, the text that it is part of, if there is one."""
    low, high = limits
    digits = (text.lstrip("0") or "0")[:9]  # more than nine are too many for any field
    if not (text.isascii() and text.isdecimal() and low <= int(digits) <= high):
        expected = f"expected a whole number from {low} to {high}"
        where = f' in "{part}"' if part else ""
        raise InputError(f'{field}: "{text}"{where}, {expected}')
    return int(digits)
