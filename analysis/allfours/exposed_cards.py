"""What it costs to expose a card, by its rank, in trump and plain: the study."""

from __future__ import annotations

from functools import partial
from typing import Final

import pandas as pd

from analysis import estimate, tallies
from analysis.allfours import players, rule_sets
from analysis.allfours.exposed import FOR_POINTS, HAND, NOTE, PARTNER_NOTE, RULE_NOTE, sums
from analysis.allfours.settings import made_by
from analysis.estimate import FEWEST_FOR_VERDICT, VERDICT_LEVEL
from analysis.provenance import Inputs
from analysis.report import Grid, Row, mean_row, share_row, table, with_error
from analysis.run import Run, Settled, Tally
from analysis.tallies import Cell, Counted
from engine.allfours.exposed_costs import (
    CALLED,
    CALLER_COLUMNS,
    CARDS,
    COLUMNS,
    DEALS,
    LED,
    caller_tally,
    exposed_tally,
)
from engine.allfours.rules import ANYONE, Rules
from engine.allfours.simulate import NOTHING_KNOWN
from engine.cards import RANKS, SORTED_PACK

QUESTION: Final = "What does it cost a team to expose a card before the first lead?"
INPUTS: Inputs = {
    "rules": "classic", "deals": 1_000_000, "sampled_deals": 20_000, "worlds": 64, "seed": 1,
}  # fmt: skip
_PLAY = "expert"
_KINDS = tuple(f"{kind}_{rank}" for kind in ("plain", "trump") for rank in RANKS)
_ANYONE = "anyone_"


def _played(rules: Rules, run: Settled) -> Tally:
    lineup = players.lineup(_PLAY)
    return run.tally(
        exposed_tally, SORTED_PACK, NOTHING_KNOWN, 0, FOR_POINTS, rules, 0, *lineup[:2]
    )  # fmt: skip


def _sampled(rules: Rules, worlds: int, run: Settled) -> Tally:
    return run.tally(caller_tally, rules, worlds, *players.lineup(_PLAY)[:2])


def cells(inputs: Inputs) -> dict[str, Cell]:
    """Cards called by opponents and by anyone; and the rule against callers who sample worlds."""
    rules = rule_sets.from_record(inputs["rules"])
    anyone, worlds = rules._replace(called_by=ANYONE), inputs["worlds"]
    return {
        "opponents": Cell(inputs["deals"], partial(_played, rules)),
        "anyone": Cell(inputs["deals"], partial(_played, anyone)),
        "sampled": Cell(inputs["sampled_deals"], partial(_sampled, rules, worlds)),
        "sampled_anyone": Cell(inputs["sampled_deals"], partial(_sampled, anyone, worlds)),
    }


def _rows(tally: Tally, before: str) -> list[Row]:
    """Cost and calls of each kind of card."""
    rows = []
    for kind, row in zip(_KINDS, tally.reshape(CARDS, COLUMNS).tolist(), strict=True):
        n, by_trick = row[DEALS], row[CALLED:LED]
        rows += [
            mean_row(f"{before}cost_{kind}", *sums(row, "cost"), n),
            *(
                mean_row(f"{before}cost_{part}_{kind}", *sums(row, part), n)
                for part in ("jack", "hang", "game")
            ),
            share_row(f"{before}called_{kind}", sum(by_trick), n),
            share_row(f"{before}called_in_trick_1_{kind}", by_trick[0], n),
            share_row(f"{before}called_to_lead_{kind}", row[LED], n),
        ]
    return rows


def _check_rows(tally: Tally, before: str) -> list[Row]:
    """What calling by the rule loses against sampled worlds, of any card and of each kind."""
    each = tally.reshape(CARDS + 1, CALLER_COLUMNS).tolist()
    *any_card, deals = each[CARDS]
    rows = []
    for place, name in enumerate(("cost_by_rule", "cost_sampled", "rule_loses")):
        total, squares = any_card[2 * place], any_card[2 * place + 1]
        rows.append(mean_row(f"{before}{name}", total, squares, deals, scale=1 / HAND))
    for kind, row in zip(_KINDS, each[:CARDS], strict=True):
        rows.append(mean_row(f"{before}rule_loses_{kind}", row[4], row[5], row[6]))
    return rows


def report(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    """The report from its tallies."""
    rules = rule_sets.from_record(inputs["rules"])
    run = Run(deals=inputs["deals"], seed=inputs["seed"]).settled(1)
    rows = _rows(counted["opponents"].tally, "") + _rows(counted["anyone"].tally, _ANYONE)
    rows += _check_rows(counted["sampled"].tally, "")
    rows += _check_rows(counted["sampled_anyone"].tally, _ANYONE)
    found = {row["name"]: row for row in rows}
    return table(
        rows,
        QUESTION,
        made_by(run, rules, _PLAY, **players.learned(_PLAY)),
        headline=_headline(found),
        grids=[
            _grid("Points a deal that it costs", "cost", _undecided(counted["opponents"].tally)),
            _grid("The same where the partner may call too", f"{_ANYONE}cost", ()),
            _grid("Deals in which the card is called", "called", (), percent=True),
        ],
        notes=[
            "Average over all hands of six cards that hold the card, in any of the four seats; "
            "every deal is stood.",
            NOTE,
            RULE_NOTE,
            PARTNER_NOTE,
            f"rule_loses: points that callers by the rule miss against callers who try the call "
            f"in {inputs['worlds']} worlds, over {inputs['sampled_deals']:,} deals.",
            *players.notes(_PLAY, rules),
        ],
    )


def _headline(found: dict[str, Row]) -> str:
    return (
        f"Exposing the trump jack costs {with_error(found['cost_trump_J'], 3)} points a deal, the "
        f"ten of a plain suit {with_error(found['cost_plain_T'], 3)}, a plain two "
        f"{with_error(found['cost_plain_2'], 3)}. Of any card opponents who call by the rule make "
        f"{with_error(found['cost_by_rule'], 3)}, those who sample worlds "
        f"{with_error(found['rule_loses'], 3)} more."
    )


def _undecided(tally: Tally) -> tuple[str, ...]:
    """Costs that may be nothing, or have too few deals."""
    names = []
    for kind, row in zip(_KINDS, tally.reshape(CARDS, COLUMNS).tolist(), strict=True):
        n = row[DEALS]
        _, low, high, _ = estimate.mean(*sums(row, "cost"), n, level=VERDICT_LEVEL)
        if n < FEWEST_FOR_VERDICT or low is None or high is None or low <= 0 <= high:
            names.append(f"cost_{kind}")
    return tuple(names)


def _grid(title: str, key: str, undecided: tuple[str, ...], percent: bool = False) -> Grid:
    """Ranks across, trump and plain down."""
    ranks = tuple(reversed(RANKS))
    return Grid(
        title,
        "its rank",
        "its suit",
        ranks,
        ("trump", "plain"),
        tuple(tuple(f"{key}_{kind}_{rank}" for rank in ranks) for kind in ("trump", "plain")),
        percent=percent,
        undecided=undecided,
    )


STUDY: Final = tallies.study(QUESTION, INPUTS, cells, report, rule_sets.spelled, players.needs)
