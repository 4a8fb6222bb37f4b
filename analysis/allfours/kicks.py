"""The kick: how often which card, and what the pack yields when it is begged and run."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd

from analysis.allfours.exact import ALIKE, kick_forms
from analysis.allfours.settings import made_by
from analysis.report import Panel, Row, mean_row, share_row, table, with_error
from analysis.run import Run, Settled, Tally
from engine.allfours.rules import CLASSIC, Rules, check_kicked
from engine.allfours.simulate import (
    KICK_ALIKE,
    KICK_RANKS,
    kick_places,
    kick_tally,
)
from engine.cards import ACE, JACK, RANKS

DEALS = 1_000_000
QUESTION = "How often does each kick come, and what is a run of the pack worth in kicks?"
SIX = RANKS.index("6")


def kick(rules: Rules = CLASSIC, run: Run = Run()) -> pd.DataFrame:
    """How often each kick, points per kick, the same suit again, and the points of a run.

    Every deal is begged and run. Rows named ``after_beg`` leave the first kick out; rows named
    ``always_run`` count it. Points are those of the kicks alone, per deal.
    """
    settled = run.settled(DEALS)
    return report(tally(rules, settled), rules, settled)


def tally(rules: Rules, run: Settled) -> Tally:
    """The counts of `kick_tally`."""
    return run.tally(kick_tally, check_kicked(rules))


def report(tally: Tally, rules: Rules, run: Settled) -> pd.DataFrame:
    """The report from its counts."""
    rows = _rows(tally, run.deals, rules)
    found = {row["name"]: row for row in rows}
    return table(
        rows,
        QUESTION,
        made_by(run, rules, "every deal begged and run"),
        headline=(
            f"A kick is worth {with_error(found['kick_points_mean_per_kick'], 4)} points on "
            f"average, and a run of the pack {with_error(found['kick_points_after_beg_mean'], 4)} "
            "more."
        ),
        panels=_panels(rules),
    )


def _panels(rules: Rules) -> list[Panel]:
    """The chart: chances, and the points of a deal that is always run."""
    scoring = [RANKS[rank] for rank in range(13) if rules.kick_points[rank]]
    chances = {f"kick_is_{rank}": f"the kick: {rank}" for rank in reversed(scoring)} | {
        "kick_scores_anything": "the kick scores",
        "second_kick_same_suit": "run: the same suit again",
        "pack_exhausted": "run: the pack is exhausted",
        "kick_points_after_beg_ge_1": "run: 1 point or more",
        "kick_points_after_beg_ge_2": "run: 2 points or more",
        "kick_points_after_beg_ge_3": "run: 3 points or more",
    }
    start = "kick_points_always_run_eq_"
    totals = tuple(name for name in kick_forms(rules) if name.startswith(start))
    return [
        Panel("How often", tuple(chances.values()), {"": tuple(chances)}, percent=True),
        Panel(
            "Points of all kicks of a deal that is run",
            tuple(name.removeprefix(start) for name in totals),
            {"": totals},
            percent=True,
        ),
    ]


def _rows(tally: Tally, n: int, rules: Rules) -> list[Row]:
    exact = kick_forms(rules)
    at = kick_places(rules.players)
    ranks = [int(count) for count in tally[KICK_RANKS:KICK_ALIKE]]
    alike = [n, *(int(count) for count in tally[KICK_ALIKE : at.exhausted])]
    after, total = tally[at.after : at.total], tally[at.total : at.end]
    scoring = sum(count for count, worth in zip(ranks, rules.kick_points, strict=True) if worth)
    first = _moments(list(zip(rules.kick_points, ranks, strict=True)))
    rows = [
        share_row("kick_is_J", ranks[JACK], n, exact["kick_is_J"]),
        share_row("kick_is_6", ranks[SIX], n, exact["kick_is_6"]),
        share_row("kick_is_A", ranks[ACE], n, exact["kick_is_A"]),
        *_other_ranks(ranks, n, rules),
        share_row("kick_scores_anything", scoring, n, exact["kick_scores_anything"]),
        mean_row("kick_points_mean_per_kick", *first, n, exact["kick_points_mean_per_kick"]),
        *(
            share_row(name, same, before, exact[name])
            for name, before, same in zip(ALIKE, alike, alike[1:], strict=False)
        ),
        share_row("pack_exhausted", int(tally[at.exhausted]), n, exact["pack_exhausted"]),
    ]
    name = "kick_points_after_beg_mean"
    rows.append(mean_row(name, *_moments(list(enumerate(after.tolist()))), n, exact[name]))
    for least in (1, 2, 3):
        name = f"kick_points_after_beg_ge_{least}"
        rows.append(share_row(name, int(after[least:].sum()), n, exact[name]))
    name = "kick_points_always_run_mean"
    rows.append(mean_row(name, *_moments(list(enumerate(total.tolist()))), n, exact[name]))
    start = "kick_points_always_run_eq_"
    for name in (name for name in exact if name.startswith(start)):
        points = int(name.removeprefix(start))
        rows.append(share_row(name, int(total[points]), n, exact[name]))
    return rows


def _other_ranks(ranks: list[int], n: int, rules: Rules) -> list[Row]:
    """Rows for the other ranks that score under these rules, as the two does in Tobago."""
    others = [
        rank for rank in range(13) if rules.kick_points[rank] and rank not in (JACK, SIX, ACE)
    ]
    return [share_row(f"kick_is_{RANKS[rank]}", ranks[rank], n, Fraction(1, 13)) for rank in others]


def _moments(counts: list[tuple[int, int]]) -> tuple[int, int]:
    """Sum and sum of squares of values that each came up so many times."""
    total = sum(value * count for value, count in counts)
    return total, sum(value * value * count for value, count in counts)
