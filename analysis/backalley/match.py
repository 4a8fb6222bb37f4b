"""Two styles of bidding and play against each other, over whole matches in duplicate."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd

from analysis.backalley import books, players, rule_sets
from analysis.backalley.records import GAME
from analysis.estimate import proportion
from analysis.report import Panel, Row, mean_row, table, with_error
from analysis.run import Run, Tally
from analysis.settings import made_by
from engine.backalley.matches import MATCHES, match_tally
from engine.backalley.rules import CLASSIC, Rules, check, schedule

DEALS = 20_000
NOTES = (
    "Every match is played twice, the second time with the styles in each other's seats; deals and "
    "n count such pairs. Points are those of the first style minus the second's. A contract is a "
    "hand in which a team needs tricks, a set one in which it falls short.",
    players.MODEL_NOTE,
)
_ENDS = {"win": "won", "loss": "lost", "tie": "tied"}
_SIDES = ("first_contracts", "first_sets", "second_contracts", "second_sets")


def match(one: str, two: str, rules: Rules = CLASSIC, run: Run = Run()) -> pd.DataFrame:
    """How often style `one` wins a match from style `two`, and by how many points.

    Parameters
    ----------
    one, two : str
        Styles, as `players.style` reads them.

    Returns
    -------
    DataFrame
        ``win_share``, ``loss_share`` and ``tie_share``: how the matches of `one` end.
        ``points_a_match`` and ``points_a_hand``: what it wins, hands that all pass not counted;
        ``points_a_hand_6c`` in hands of six cards. ``first_contracts`` and ``first_sets``, a
        match, for `one`; ``second_contracts`` and ``second_sets`` for `two`.
    """
    first, second = players.style(one).name, players.style(two).name
    settled = run.settled(players.share(DEALS, one, two))
    sizes = np.array(schedule(check(rules)), np.int64)
    strategy = players.strategy(one, two)
    bidding = books.heeded(strategy, rules, sizes.tolist())
    book, source = (bidding.book, {"bidding": bidding.source}) if bidding else (None, {})
    tally = settled.tally(match_tally, sizes, rules, strategy, book)
    hands = Counter(sizes.tolist())
    found = rows(tally, settled.deals, hands)
    made = made_by(settled, rule_sets.describe(rules), f"{first} v {second}", **source)
    return table(
        found,
        f"How does {first} do against {second} in whole matches?",
        {"game": GAME, **made},
        headline=_headline(found, first, second),
        notes=[*NOTES, *_notes(one, two)],
        panels=[
            Panel(
                f"Points a hand that {first} wins from {second}, by cards in a hand",
                tuple(map(str, sorted(hands))),
                {"": tuple(f"points_a_hand_{cards}c" for cards in sorted(hands))},
            )
        ],
    )


def _notes(*styles: str) -> list[str]:
    """What shifts mean, if there are any."""
    read = [players.style(style) for style in styles]
    if not any(style.shift for style in read):
        return []
    shifts = (
        "A shift is of each bidder, so +0.25 is about half a trick a team; it moves numbers, and "
        "leaves boards alone."
    )
    if any(style.shift and style.bid == "solved" for style in read):
        shifts += (
            " That of solved is added to its estimate of the team's tricks, in hands of three "
            "cards or more; in shorter ones bids are drawn, and it does nothing."
        )
    return [shifts]


def rows(tally: Tally, n: int, hands: Counter[int]) -> list[Row]:
    """The report's rows from the sums over `n` pairs.

    Parameters
    ----------
    hands : Counter
        How many hands of a match have so many cards.
    """
    sums = dict(zip(MATCHES, tally.reshape(-1, 2).tolist(), strict=True))

    def row(name: str, which: str, hands: int = 1) -> Row:
        total, squares = sums[which]
        return mean_row(name, total, squares, n, scale=0.5 / hands)

    return [
        *(_share(f"{name}_share", sums[which], n) for name, which in _ENDS.items()),
        row("points_a_match", "points"),
        row("points_a_hand", "points", hands.total()),
        *(
            row(f"points_a_hand_{cards}c", f"points_{cards}c", many)
            for cards, many in sorted(hands.items(), reverse=True)
        ),
        *(row(name, name) for name in _SIDES),
    ]


def _share(name: str, sums: list[int], n: int) -> Row:
    """A share of matches, from how many of both there are in each pair.

    Where all pairs are won, or none, they say nothing about their spread; Wilson's interval then,
    over pairs.
    """
    total, squares = sums
    if total in (0, 2 * n):
        return {"name": name, **proportion(total // 2, n)._asdict()}
    return mean_row(name, total, squares, n, scale=0.5)


def _headline(found: list[Row], one: str, two: str) -> str:
    """Who wins how many matches, by how much."""
    by_name = {row["name"]: row for row in found}
    wins, ties = (with_error(by_name[f"{end}_share"], 1, 100) for end in ("win", "tie"))
    points = with_error(by_name["points_a_match"], 1)
    return (
        f"Of 100 matches {one} wins {wins} from {two} and ties {ties}; its margin is {points} "
        "points a match."
    )
