"""What all drawings of a deal have in common: the table, and the rules in a line."""

from __future__ import annotations

from typing import Any

from analysis.seats import NAMES


def in_a_line(rules: str | dict[str, Any]) -> str:
    """A rule set of a record, for people.

    >>> in_a_line({"base": "classic", "target": 7})
    'base=classic target=7'
    """
    if isinstance(rules, str):
        return rules
    return " ".join(f"{key}={value}" for key, value in rules.items())


def seated(hands: list[str], left: int) -> str:
    """The hands as players sit: the dealer below, and of four seat `left` on the left."""
    width = max(map(len, hands))
    lines = []
    for seats in ((2,), (left, 4 - left), (0,)) if len(hands) == 4 else ((1,), (0,)):
        titles, cards = [NAMES[seat] for seat in seats], [hands[seat] for seat in seats]
        if len(seats) == 1:
            pad = " " * (width // 2 + 2)
            lines += [pad + titles[0], pad + cards[0]]
        else:
            lines += ["    ".join(text.ljust(width) for text in pair) for pair in (titles, cards)]
        lines.append("")
    return "\n".join(line.rstrip() for line in lines[:-1])
