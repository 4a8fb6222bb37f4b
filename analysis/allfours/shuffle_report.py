"""What is said of deals after riffles, beside the exact values of a perfect shuffle."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

import pandas as pd

from analysis.allfours import books, players
from analysis.allfours.exact import closed_forms
from analysis.allfours.settings import made_by
from analysis.report import Grid, Panel, Row, mean_row, table
from analysis.run import Settled
from analysis.tallies import Counted
from engine.allfours.rules import Rules
from engine.allfours.shuffle import BY_THREES, CHAIN, FEATURES, PERFECTLY, SINGLY
from engine.cards import InputError

QUESTION: Final = "How many riffles until a deal is as good as from a perfect shuffle?"
PERFECT = "perfect"
MOST_RIFFLES = 99
WAYS: Final = {"singly": SINGLY, "by_threes": BY_THREES}
CUTS: Final = {"anywhere": "anywhere", "middle": "in the middle"}
"""Where the pack is cut, in words."""
CLOSE = 0.005
"""Shares that are surely nearer than this to those of a perfect shuffle are as good."""
FAR = 4
"""Standard errors from which a share is marked: some two hundred are looked at."""
_OF_HANDS = ("trumps_in_hand", "hand_")
"""How the names of features begin that are counted in all four hands."""
_WORDS: Final = {
    "kick_like_last_trump": "kick of the last trump's suit",
    "second_kick_same_suit": "a run meets the same suit",
    "kick_scores": "kick scores",
    "jack_in_play": "trump jack dealt",
    "high_is_A": "High is the ace",
    "low_is_2": "Low is the two",
    "high_and_low_same_player": "one player has High and Low",
    "trumps_in_hand_eq_0": "hand with no trump",
    "trumps_in_hand_eq_1": "hand with one trump",
    "trumps_in_hand_eq_2": "hand with two",
    "trumps_in_hand_eq_3": "hand with three",
    "trumps_in_hand_ge_4": "hand with four or more",
    "hand_has_four_of_a_suit": "hand with four of a suit",
    "hand_lacks_a_suit": "hand without some suit",
    "jack_hung": "jack hung",
    "begs": "the eldest begs",
}
_CHARTED: Final = "hand_has_four_of_a_suit"


class Dealt(NamedTuple):
    """A shuffle and a way of dealing."""

    shuffle: str
    way: str

    @property
    def name(self) -> str:
        """As names of rows have it."""
        return f"{self.shuffle.replace(':', '_')}_{self.way}"


def riffles_of(shuffle: str) -> int:
    """How many riffles a shuffle is, or PERFECTLY.

    Raises
    ------
    InputError
        If there is no such shuffle.

    Examples
    --------
    >>> riffles_of("riffle:3"), riffles_of("perfect")
    (3, -1)
    """
    if shuffle == PERFECT:
        return PERFECTLY
    found = re.fullmatch("riffle:([0-9]{1,2})", shuffle, re.ASCII)
    if not found:
        most = f"riffle:K, from riffle:0 to riffle:{MOST_RIFFLES}"
        raise InputError(f'shuffle "{shuffle}": expected {PERFECT} or {most}')
    return int(found[1])


def exact_of(rules: Rules) -> dict[str, Fraction]:
    """What a perfect shuffle makes of the features, where that is known."""
    forms = {form.name: form.value for form in closed_forms()}
    names = [f"trumps_in_hand_eq_{count}" for count in range(4)]
    names += ["jack_in_play", "high_is_A", "low_is_2", "high_and_low_same_player"]
    names += ["hand_has_four_of_a_suit", "hand_lacks_a_suit"]
    more = sum((forms[f"trumps_in_hand_eq_{count}_6c"] for count in (4, 5, 6)), Fraction(0))
    found = {name: forms[f"{name}_6c"] for name in names} | {
        "kick_like_last_trump": Fraction(1, 4),
        "second_kick_same_suit": forms["second_kick_same_suit_given_first"],
        "kick_scores": Fraction(sum(worth > 0 for worth in rules.kick_points), 13),
        "trumps_in_hand_ge_4": more,
    }
    return {name: found[name] for name in FEATURES if name in found}


def report(
    counted: dict[Dealt, Counted], cut: str, rules: Rules, play: str, run: Settled
) -> pd.DataFrame:
    """The report from its counts."""
    exact = exact_of(rules)
    rows = {
        (one, feature): _row(one, feature, place, counted[one], exact.get(feature))
        for one in counted
        for place, feature in enumerate(FEATURES)
    }
    names = tuple(dict.fromkeys(one.shuffle for one in counted))
    source = books.for_points(rules).source
    return table(
        [*rows.values(), *(_off(row) for row in rows.values() if "exact" in row)],
        QUESTION,
        made_by(run, rules, play, **players.learned(play), begging=source, cut=cut),
        headline=_headline(rows, names),
        summary=_summary(rows, names, exact),
        notes=[
            f"In per cent of deals, or of hands; *: {FAR} standard errors or more from the exact "
            "value of a perfect shuffle, and not hatched in the chart. The numbers across are "
            "riffles.",
            "The pack is gathered as a played hand leaves it: the tricks of one team on those of "
            "the other, each four cards in order of play, on the cards that were not played. It "
            f"is riffled (Gilbert, Shannon and Reeds) and cut {CUTS[cut]}. A chain starts from a "
            f"perfect shuffle, and its {CHAIN} deals after the first are counted; n counts chains.",
            *players.notes(play, rules),
        ],
        panels=[_panel(names)],
        grids=[_grid(way, rows, names, tuple(exact)) for way in WAYS],
    )


def _row(dealt: Dealt, feature: str, place: int, counted: Counted, exact: Fraction | None) -> Row:
    units = CHAIN * (4 if feature.startswith(_OF_HANDS) else 1)
    total, squares = counted.tally[2 * place : 2 * place + 2].tolist()
    of_chain = None if exact is None else exact * units
    row = mean_row(
        f"{dealt.name}_{feature}", total, squares, counted.deals, of_chain, scale=1 / units
    )
    return row if exact is None else row | {"exact": float(exact)}


def _off(row: Row) -> Row:
    """How far a share is from that of a perfect shuffle, in hundredths."""

    def off(share: float | None) -> float | None:
        return None if share is None else 100 * (share - row["exact"])

    ends = {end: off(row[end]) for end in ("value", "low", "high")}
    return {"name": f"{row['name']}_off", **ends, "n": row["n"]}


_Rows = dict[tuple[Dealt, str], Row]


def _is_far(row: Row) -> bool:
    z = row.get("z")
    return z is not None and abs(z) >= FAR


def _is_close(row: Row) -> bool:
    """Whether a share is surely as good as that of a perfect shuffle."""
    if row["low"] is None:
        return False
    low, high = (abs(row[end] - row["exact"]) for end in ("low", "high"))
    return bool(max(low, high) < CLOSE)


def _summary(
    rows: _Rows, names: tuple[str, ...], exact: dict[str, Fraction]
) -> list[dict[str, str]]:
    """A line for each feature and way of dealing, a column for each shuffle."""
    lines = []
    for way in WAYS:
        for feature in FEATURES:
            line = {
                "name": f"{_WORDS[feature]}, {way.replace('_', ' ')}",
                "exact": f"{100 * float(exact[feature]):.2f}" if feature in exact else "",
            }
            for name in names:
                row = rows[Dealt(name, way), feature]
                mark = "*" if _is_far(row) else " "
                line[name.removeprefix("riffle:")] = f"{100 * row['value']:.2f}{mark}"
            lines.append(line)
    return lines


def _headline(rows: _Rows, names: tuple[str, ...]) -> str:
    """From how many riffles on all shares are close, and what one riffle does."""
    riffled = sorted((name for name in names if name != PERFECT), key=riffles_of)
    if not riffled:
        return "A perfect shuffle makes what it should, singly and by threes."
    enough = [_enough(rows, riffled, way) for way in WAYS]
    if None in enough:
        answer = "It takes more riffles than these, or more deals to tell"
    else:
        singly, threes = (_some(riffles_of(name)) for name in enough if name)
        answer = f"Dealt singly {singly} will do, by threes {threes}"
    few = riffled[0]
    one, three = (rows[Dealt(few, way), "hand_has_four_of_a_suit"] for way in WAYS)
    return (
        f"{answer}, for every share to be within {100 * CLOSE:g} in a hundred of a perfect "
        f"shuffle's. After {_some(riffles_of(few))} {100 * one['value']:.1f} % of hands dealt "
        f"singly have four of a suit, {100 * three['value']:.1f} % by threes, against "
        f"{100 * one['exact']:.1f} %."
    )


def _enough(rows: _Rows, riffled: list[str], way: str) -> str | None:
    """The first shuffle from which on all shares are close, if there is one."""
    found = None
    for name in reversed(riffled):
        some = [row for (dealt, _), row in rows.items() if dealt == Dealt(name, way)]
        if not all(_is_close(row) for row in some if "exact" in row):
            break
        found = name
    return found


def _some(riffles: int) -> str:
    return "1 riffle" if riffles == 1 else f"{riffles} riffles"


def _panel(names: tuple[str, ...]) -> Panel:
    return Panel(
        f"{_WORDS[_CHARTED][0].upper()}{_WORDS[_CHARTED][1:]}",
        tuple(name if name == PERFECT else _some(riffles_of(name)) for name in names),
        {
            way.replace("_", " "): tuple(f"{Dealt(name, way).name}_{_CHARTED}" for name in names)
            for way in WAYS
        },
        percent=True,
    )


def _grid(way: str, rows: _Rows, names: tuple[str, ...], features: tuple[str, ...]) -> Grid:
    """How far each share is from that of a perfect shuffle."""
    return Grid(
        f"Off a perfect shuffle, in hundredths: dealt {way.replace('_', ' ')}",
        "riffles",
        "",
        tuple(name.removeprefix("riffle:") for name in names),
        tuple(_WORDS[feature] for feature in features),
        tuple(
            tuple(f"{Dealt(name, way).name}_{feature}_off" for name in names)
            for feature in features
        ),
        undecided=tuple(
            f"{row['name']}_off"
            for (dealt, _), row in rows.items()
            if dealt.way == way and "exact" in row and not _is_far(row)
        ),
    )
