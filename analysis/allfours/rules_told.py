"""``allfours rules``: the rule sets and their fields in words; each meaning stands here alone."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pandas as pd

from analysis.allfours import rule_sets
from analysis.report import Row, made, table
from engine.allfours.rules import CHOICES, FLAGS, PRESETS, SEATED, limits

CLASSIC: Final = "classic"


class Meaning(NamedTuple):
    """What a field decides."""

    clause: str
    """Of RULES.md."""
    meaning: str


FIELDS: Final[dict[str, Meaning]] = {
    "undertrump": Meaning("24", "1 if a lower trump may go on a plain lead trumped already"),
    "undertrump_escape": Meaning("24", "where not: who may play a lower trump after all"),
    "follow": Meaning("21", "whether you may trump although you could follow suit"),
    "jack_points": Meaning("29", "points for the trump jack, if its holder's team takes it"),
    "hang_points": Meaning("29", "points for the trump jack, if the other team takes it"),
    "game_points": Meaning("30", "points for Game"),
    "game_tie": Meaning("31", "who scores Game when pips are equal"),
    "low_to": Meaning("27", "whether Low goes to the team that was dealt it, or takes it"),
    "kick_points": Meaning("7", "points of a kicked card for the dealer's team, by its rank"),
    "kick_kept": Meaning("7, 13", "1 if every kick scores, 0 if only the one that fixes trump"),
    "exhausted": Meaning("16", "what happens when the pack runs out"),
    "gift": Meaning("11", "points of the gift, when the dealer gives"),
    "gift_can_win": Meaning("11, 35", "1 if the gift may win the match"),
    "stand_void": Meaning("10", "1 if the eldest may stand without a trump"),
    "give_void": Meaning("11", "1 if the dealer may give without a trump"),
    "target": Meaning("33", "points that win the match"),
    "players": Meaning("2, 37", "how many play"),
    "called_by": Meaning("40", "who may have an exposed card played"),
    "discard_to_six": Meaning("44", "1 if everybody goes back to six cards after a run"),
    "trump_by": Meaning("51", "whether a kick fixes trump, or the first card led"),
}

SETS: Final[dict[str, str]] = {
    "classic": "All Fours of Trinidad as it is written",
    "tournament": "what Trinidad's tournament sheets and programs play today",
    "tobago": "Tobago: the two scores in place of the six",
    "stag": "a national bar league: two for Game, six for a hung jack",
    "two-player": "All Fours for two",
    "seven-up": "Seven-Up or Old Sledge, American (Foster)",
    "english-10": "English All Fours to 10 (Enquire Within)",
    "english-7": "English All Fours to 7 (Hoyle's Games Modernized)",
    "cotton": "All Fours of 1674, for two (Cotton)",
    "running": "Running All Fours, for two: honours turned up run away with it",
    "pitch": "Pitch or Blind All Fours (Foster): no kick and no begging, the first lead is trump",
}


def rules(name: str | None = None) -> pd.DataFrame:
    """The rule sets and the fields that they are made of; or one rule set beside classic.

    Returns
    -------
    DataFrame
        Without a name a row for each rule set, its ``value`` being what it changes in classic, and
        one for each field with its value in classic, the ``values`` that it may have, and its
        ``clause`` of RULES.md. With one a row for each field: its value there and in classic.

    Raises
    ------
    InputError
        If there is no rule set of this name.
    """
    if name is None:
        return _all()
    return _beside_classic(name)


def _spelled(name: str) -> dict[str, Any]:
    """The fields of a rule set, as they are written."""
    fields: dict[str, Any] = rule_sets.spelled({"rules": name})["rules"]
    return fields


def _changes(name: str) -> dict[str, Any]:
    """The fields in which a rule set is not classic."""
    classic = _spelled(CLASSIC)
    return {key: value for key, value in _spelled(name).items() if value != classic[key]}


def _values(field: str) -> str:
    """What a field may be set to.

    >>> _values("low_to"), _values("target")
    ('holder, taker', '1 to 999')
    """
    if field in CHOICES:
        return ", ".join(CHOICES[field])
    if field in FLAGS:
        return "0, 1"
    if field == "players":
        return ", ".join(map(str, SEATED))
    low, high = limits(field)
    of_each = " for each rank" if field == rule_sets.KICK_POINTS else ""
    return f"{low} to {high}{of_each}"


def _all() -> pd.DataFrame:
    sets: list[Row] = [
        {
            "name": name,
            "kind": "rule set",
            "value": " ".join(f"{key}={value}" for key, value in _changes(name).items()) or "-",
            "values": "",
            "clause": "",
            "meaning": SETS[name],
        }
        for name in PRESETS
    ]
    fields: list[Row] = [
        {
            "name": field,
            "kind": "field",
            "value": str(value),
            "values": _values(field),
            **FIELDS[field]._asdict(),
        }
        for field, value in _spelled(CLASSIC).items()
    ]
    return table(
        sets + fields,
        "Which rule sets are there, and which fields are they made of?",
        made(rules=CLASSIC),
        summary=[{"rules": row["name"], "meaning": row["meaning"]} for row in sets],
        parts=(
            "The fields (--set FIELD=VALUE changes one), with their values in classic:",
            [{key: row[key] for key in _SHOWN} for row in fields],
        ),
        notes=["allfours rules NAME shows what a rule set changes in classic."],
    )


_SHOWN = ("name", "value", "clause", "meaning", "values")


def _beside_classic(name: str) -> pd.DataFrame:
    rule_sets.preset(name)
    mine, classic, changes = _spelled(name), _spelled(CLASSIC), _changes(name)
    rows = [
        {
            "name": field,
            "value": str(value),
            "classic": str(classic[field]),
            "differs": int(field in changes),
            **FIELDS[field]._asdict(),
        }
        for field, value in mine.items()
    ]
    shown = [row for row in rows if row["differs"]] or rows
    return table(
        rows,
        f"What is {name} played by?",
        made(rules=name),
        headline=f"{SETS[name]}: {_told(len(changes), name)}",
        summary=[{key: row[key] for key in _BESIDE} for row in shown],
    )


_BESIDE = ("name", "value", "classic", "clause", "meaning")


def _told(changes: int, name: str) -> str:
    if name == CLASSIC:
        return "what the other rule sets are changes of."
    return f"{changes} of {len(FIELDS)} fields are not as in classic, the others are."
