"""Rule sets of All Fours by name: presets, changed fields, and how they are written down again."""

from __future__ import annotations

from typing import Any

from analysis.rule_sets import RuleSets, Special, whole
from engine.allfours.rules import CHOICES, PRESETS, check, limits
from engine.cards import RANKS, InputError

KICK_POINTS = "kick_points"


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
        points[rank] = whole(KICK_POINTS, worth, limits(KICK_POINTS), part)
    return tuple(points.get(rank, 0) for rank in RANKS)


def _recorded_kick_points(value: object) -> tuple[Any, ...]:
    """The kick points of a record: a text, or a list, of which `check` looks at each number."""
    if isinstance(value, str):
        return _kick_points(value)
    if isinstance(value, list):
        return tuple(value)
    raise InputError(f"kick_points: {value!r}, expected 13 numbers or a text as in A:1,6:2")


def _written_kick_points(value: tuple[int, ...]) -> str:
    pairs = [f"{rank}:{worth}" for rank, worth in zip(RANKS, value, strict=True) if worth]
    return ",".join(reversed(pairs)) or "A:0"


_SPECIALS = {KICK_POINTS: Special(_kick_points, _recorded_kick_points, _written_kick_points)}
RULE_SETS = RuleSets(PRESETS, CHOICES, limits, check, _SPECIALS)

preset = RULE_SETS.preset
change = RULE_SETS.change
from_record = RULE_SETS.from_record
describe = RULE_SETS.describe
spelled = RULE_SETS.spelled
