"""Two players of the cards against each other, on the same deals from both sides."""

from __future__ import annotations

import pandas as pd

from analysis.allfours import players
from analysis.allfours.points import hand_size
from analysis.allfours.settings import made_by
from analysis.report import Row, mean_row, table
from analysis.run import Run, Settled, Tally
from engine.allfours.compare import DUEL_ROWS, PARTS, duel_tally
from engine.allfours.rules import CLASSIC, Rules, check_kicked
from engine.allfours.simulate import NOTHING_KNOWN

DEALS = 200_000


def duel(
    play1: str, play2: str, cards: int = 6, rules: Rules = CLASSIC, run: Run = Run()
) -> pd.DataFrame:
    """Points per deal of `play1`'s team minus `play2`'s, the mean over both plays of a deal.

    Each deal is played twice with the teams swapped. Kicks and begging are left out. The rows
    after ``margin`` are what it is made of, by award and by side of the table.
    """
    settled = run.settled(players.share(DEALS, play1, play2))
    got = tally(play1, play2, cards, rules, settled)
    return table(
        rows(got, settled.deals),
        f"How many points per deal does {play1} win from {play2} ({cards} cards)?",
        made_by(
            settled,
            rules,
            f"{play1} v {play2}",
            **players.learned(play1, play2, seated=rules.players),
        ),
        notes=["Every deal is played twice, with the teams swapped; n counts deals."],
    )


def tally(play1: str, play2: str, cards: int, rules: Rules, run: Settled) -> Tally:
    """The sums of a duel, as `duel_tally` orders them."""
    known = NOTHING_KNOWN._replace(cards=hand_size(cards, check_kicked(rules)))
    one = players.lineup(play1, play2, seated=rules.players)
    two = players.lineup(play2, play1, seated=rules.players)
    sides = one.strategy, two.strategy, one.weights
    return run.tally(duel_tally, known, check_kicked(rules), *sides)


def rows(tally: Tally, n: int) -> list[Row]:
    """The report's rows from the sums over `n` deals, the margin first."""
    sums = tally.reshape(len(DUEL_ROWS), len(PARTS), 2).tolist()

    def row(name: str, which: str, part: str, scale: float) -> Row:
        total, squares = sums[DUEL_ROWS.index(which)][PARTS.index(part)]
        return mean_row(name, total, squares, n, scale=scale)

    awards = ("high", "low", "jack", "hang", "game")
    return [
        row("margin", "margin", "total", 0.5),
        *(row(f"margin_{part}", "margin", part, 0.5) for part in awards),
        row("margin_as_dealer", "as_dealer", "total", 1.0),
        row("margin_as_eldest", "as_eldest", "total", 1.0),
    ]
