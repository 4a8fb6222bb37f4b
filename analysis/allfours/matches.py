"""Whole matches played to the target: do teams win as often as the table of equity says?"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd

from analysis import tallies
from analysis.allfours import books, players, rule_sets
from analysis.allfours.begging_deals import read_score
from analysis.allfours.books import PUBLISHED, Table
from analysis.allfours.scores import Score, equity_of
from analysis.allfours.settings import made_by
from analysis.estimate import LEVEL, Estimate, proportion, quantile
from analysis.provenance import Inputs
from analysis.report import Row, share_row, table
from analysis.run import MOST_DEALS, Run, Settled, Tally
from analysis.tallies import Cell, Counted
from engine.allfours.begging import DEALS
from engine.allfours.matches import BEGS, DEALT, EXHAUSTED_PACKS, GIFTS, WON, NodeBooks, match_tally
from engine.allfours.rules import CLASSIC, Rules, check_kicked
from engine.cards import InputError

QUESTION = "Does the dealer's team win as many matches as the table of equity says?"
PLAYER = "expert"
SCORES = ("0-0", "7-7", "3-9", "9-3", "13-12", "12-13")
"""Where matches start: the points of the first dealer's team, then the other's."""
FAR = 3
"""Standard errors from which a share of wins contradicts the table."""


def won(score: Score, rules: Rules, play: str, run: Settled, decisions: NodeBooks) -> Estimate:
    """The share of matches from a score that the first dealer's team wins.

    Parameters
    ----------
    run : Settled
        Its deals are matches.
    decisions : (target, target, 2, PAGE) int64
        A book for each node.
    """
    return proportion(int(tally(score, rules, play, decisions, run)[WON]), run.deals)


def tally(score: Score, rules: Rules, play: str, decisions: NodeBooks, run: Settled) -> Tally:
    """What comes of matches from a score, as `match_tally` orders it."""
    lineup = players.lineup(play, seated=rules.players)
    return players.tally(run, lineup, match_tally, *score, check_kicked(rules), decisions)


def apart(score: Score, known: Table, rules: Rules, counted: Counted) -> tuple[Estimate, float]:
    """What the table says of a score, and how many standard errors wins lie above it.

    The table's error comes from the tables of parts of its deals.
    """
    said = float(equity_of(known.values[0], rules)[score])
    tenths = np.array([equity_of(tenth, rules)[score] for tenth in known.values[1:]])
    error = float(tenths.std(ddof=1)) / len(tenths) ** 0.5
    half = quantile(LEVEL, len(tenths) - 1) * error
    share, n = int(counted.tally[WON]) / counted.deals, counted.deals
    spread = (max(share * (1 - share), 1 / n) / n + error**2) ** 0.5
    trials = int(known.values[0, *score, :, DEALS].sum())
    return Estimate(said, said - half, said + half, trials), (share - said) / spread


def _rows(name: str, rules: Rules, known: Table, counted: Counted) -> list[Row]:
    said, z = apart(read_score(name, rules), known, rules, counted)
    sums, n = counted.tally.tolist(), counted.deals
    deals = max(sums[DEALT], 1)

    def plain(what: str, value: float, n: int) -> Row:
        return {"name": f"{what}_{name}", "value": value, "low": None, "high": None, "n": n}

    return [
        share_row(f"won_from_{name}", sums[WON], n),
        {"name": f"equity_of_{name}", **said._asdict()},
        plain("z_of", z, n),
        plain("deals_a_match_from", sums[DEALT] / n, n),
        plain("begs_a_deal_from", sums[BEGS] / deals, deals),
        plain("gifts_a_deal_from", sums[GIFTS] / deals, deals),
        plain("exhausted_packs_a_deal_from", sums[EXHAUSTED_PACKS] / deals, deals),
    ]


# As a study


def _report(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    rules, n = _rules(inputs), inputs["matches"]
    run = Run(deals=n, seed=inputs["seed"]).settled(n)
    known = books.for_match(rules)
    rows = [row for name, got in counted.items() for row in _rows(name, rules, known, got)]
    far = [
        row["name"][5:] for row in rows if row["name"][:5] == "z_of_" and abs(row["value"]) > FAR
    ]
    return table(
        rows,
        QUESTION,
        made_by(run, rules, PLAYER, **players.learned(PLAYER), decisions=known.source),
        headline=(
            f"Wins contradict the table at {', '.join(far)}."
            if far
            else f"At all {len(counted)} scores wins agree with the table."
        ),
        notes=[
            f"From each score {n:,} matches are played to the target with the decisions of the "
            "published table. Deals count award by award, and no match knows the table. z: how "
            "many standard errors, of wins and table together, wins lie above what it says; "
            f"beyond {FAR} they contradict it.",
            "deals counts matches; each score has matches of its own.",
        ],
    )


def _rules(inputs: Inputs) -> Rules:
    rules = rule_sets.from_record(inputs["rules"])
    if rules not in PUBLISHED:
        names = " or ".join(PUBLISHED.values())
        raise InputError(f"rules: no table of these is published, expected {names}")
    return rules


def _cells(inputs: Inputs) -> dict[str, Cell]:
    rules, matches = _rules(inputs), inputs["matches"]
    if not 1 <= matches <= MOST_DEALS:
        raise InputError(f'matches: "{matches}", expected a whole number from 1 to {MOST_DEALS}')
    known = books.for_match(rules).books

    def wins(score: Score, first: int, run: Settled) -> Tally:
        return tally(score, rules, PLAYER, known, replace(run, first=first + run.first))

    return {
        name: Cell(matches, partial(wins, read_score(name, rules), place * matches))
        for place, name in enumerate(inputs["scores"])
    }


def _needs() -> dict[str, str]:
    return players.needs() | books.match_needs(CLASSIC)


STUDY = tallies.study(
    QUESTION,
    {"rules": "classic", "scores": list(SCORES), "matches": 1_000_000, "seed": 3},
    _cells,
    _report,
    rule_sets.spelled,
    _needs,
)
