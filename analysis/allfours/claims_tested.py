"""Published claims tested, one by one: rows and a verdict, from what was counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from analysis.allfours.claims_counted import (
    BATCHES,
    BEGGING,
    HOLDINGS_NAMED,
    MOST_TRUMPS,
    RULES,
    SCORES,
)
from analysis.allfours.claims_listed import CLAIMS
from analysis.allfours.players import SEATS
from analysis.allfours.solution import POINT
from analysis.estimate import FEWEST_FOR_VERDICT, LEVEL, quantile
from analysis.report import Row, mean_row, share_row
from analysis.run import Tally
from analysis.tallies import Counted
from engine.allfours import jack
from engine.allfours.begging import DEALS, SQUARES, VALUE
from engine.allfours.leads import KINDS, LEADS, MAXIMS
from engine.allfours.match import WIN
from engine.allfours.ruffs import RUFFS, TRICKS
from engine.linear import Floats

TRUE, FALSE, PARTLY, UNDECIDED, UNTESTED = "true", "false", "partly", "undecided", "not tested"
LITTLE, MUCH = 0.01, 0.03
"""Points a deal: a rule that loses less is as good as true, one that loses more is false. The right
to beg, and the right to give, are worth a tenth of a point each."""
POINTS, SHARE = "points", "share"
"""The units of rows."""


class Tested(NamedTuple):
    """What came of testing a claim."""

    verdict: str
    rows: list[Row]
    """The effect that the verdict is about first; each with its unit."""


class Counts(NamedTuple):
    """What was counted, by name and in its shape."""

    n: int
    begging: dict[str, Tally]
    ties: Tally
    leads: Tally
    """(MAXIMS, KINDS, LEADS)"""
    jacks: Tally
    """(seats, companions, FATES)"""
    ruffs: Tally
    """(TRICKS, RUFFS)"""
    memory: dict[int, Tally]
    """By the cards in a hand."""
    scores: dict[str, Tally]
    """By SCORES, of all trials and then of each tenth."""


def counts_of(counted: dict[str, Counted]) -> Counts:
    """The tallies in their shapes."""
    begging, place = {}, 0
    for name, shape in BEGGING.items():
        size = int(np.prod(shape))
        begging[name] = counted["begging"].tally[place : place + size].reshape(shape)
        place += size
    scores = counted["scores"].tally.reshape(BATCHES, len(SCORES)).T
    return Counts(
        counted["begging"].deals,
        begging,
        counted["ties"].tally,
        counted["leads"].tally.reshape(len(MAXIMS), KINDS, len(LEADS)),
        counted["jacks"].tally.reshape(len(SEATS), jack.MOST_TRUMPS, -1),
        counted["ruffs"].tally.reshape(len(TRICKS), len(RUFFS)),
        {cards: counted[f"memory_{cards}"].tally for cards in (6, 9)},
        dict(zip(SCORES, scores, strict=True)),
    )


# Rows and verdicts


def _points(name: str, sums: Sequence[int] | Tally, n: int, scale: float = 1.0) -> Row:
    """A row of points from a sum and a sum of squares."""
    total, squares = (int(one) for one in sums[:2])
    row = mean_row(name, total, squares, int(n), scale=scale) | {"unit": POINTS}
    if row["low"] == row["high"] == 0:
        row |= dict.fromkeys(("value", "low", "high"), 0.0)  # not minus zero
    return row


def _share(name: str, count: int, n: int, exact: Fraction | None = None) -> Row:
    return share_row(name, int(count), int(n), exact) | {"unit": SHARE}


def _loss(name: str, gain: Tally, n: int) -> Row:
    """What acting by a rule loses, from `begging.GAIN`."""
    return _points(name, gain, n, -1 / POINT)


def _rule(name: str, gain: Tally, n: int) -> list[Row]:
    """What a rule loses, and how often it decides otherwise than the solution."""
    return [_loss(f"{name}_loss", gain, n), _share(f"{name}_otherwise", gain[2], n)]


def _less(name: str, one: Row, two: Row) -> Row:
    """One mean less another, of other deals; n is that of the fewer."""
    known = one["low"] is not None and two["low"] is not None
    value = one["value"] - two["value"] if known else None
    half = float(np.hypot(one["high"] - one["low"], two["high"] - two["low"]) / 2) if known else 0.0
    return _within(name, value, half, min(one["n"], two["n"])) | {"unit": one["unit"]}


def _within(name: str, value: float | None, half: float, n: int) -> Row:
    if value is None:
        return {"name": name, "value": None, "low": None, "high": None, "n": n}
    return {"name": name, "value": value, "low": value - half, "high": value + half, "n": n}


def by_loss(row: Row) -> str:
    """Whether a rule holds, by what it loses.

    >>> rows = [{"low": low, "high": low + 0.01, "n": 100} for low in (-0.01, 0.015, 0.06, 0.025)]
    >>> [by_loss(row) for row in rows]
    ['true', 'partly', 'false', 'undecided']
    """
    low, high = row["low"], row["high"]
    if low is None or row["n"] < FEWEST_FOR_VERDICT:
        return UNDECIDED
    if high < LITTLE or low > MUCH:
        return TRUE if high < LITTLE else FALSE
    return PARTLY if low > LITTLE and high < MUCH else UNDECIDED


def by_sign(row: Row, zero: float = 0.0) -> str:
    """Whether a value is above zero, or another number.

    >>> [by_sign({"low": low, "high": low + 2, "n": 100}) for low in (1, -1, -3)]
    ['true', 'undecided', 'false']
    """
    few = row["low"] is None or row["n"] < FEWEST_FOR_VERDICT
    if few or row["low"] <= zero <= row["high"]:
        return UNDECIDED
    return TRUE if row["low"] > zero else FALSE


def of_parts(verdicts: Sequence[str]) -> str:
    """The verdict on a claim of several parts.

    >>> of_parts([TRUE, TRUE]), of_parts([TRUE, UNDECIDED]), of_parts([TRUE, UNDECIDED, FALSE])
    ('true', 'undecided', 'partly')
    """
    if PARTLY in verdicts or {TRUE, FALSE} <= set(verdicts):
        return PARTLY
    return UNDECIDED if UNDECIDED in verdicts else verdicts[0]


def reverse(verdict: str) -> str:
    """The verdict on the contrary.

    >>> reverse(TRUE), reverse(UNDECIDED)
    ('false', 'undecided')
    """
    return {TRUE: FALSE, FALSE: TRUE}.get(verdict, verdict)


# The claims, one by one


def _standing_rule(counts: Counts) -> Tested:
    rows = _rule("C1", counts.begging["C1"], counts.n)
    return Tested(by_loss(rows[0]), rows)


def _giving_rule(counts: Counts) -> Tested:
    rows = _rule("C2", counts.begging["C2"], counts.n)
    other_way = _rule("C2_reversed", counts.begging["C2_reversed"], counts.n)
    return Tested(by_loss(rows[0]), rows + other_way)


def _standing_void(counts: Counts) -> Tested:
    rows = [
        _loss("C3_loss", counts.begging["C3"], counts.n),
        _share("C3_stands", counts.begging["void"][0, 1], counts.begging["void"][0, 0]),
    ]
    return Tested(by_loss(rows[0]), rows)


def _giving_void(counts: Counts) -> Tested:
    rows = [
        _loss("C4_loss", counts.begging["C4"], counts.n),
        _share("C4_gives", counts.begging["void"][1, 1], counts.begging["void"][1, 0]),
    ]
    return Tested(by_loss(rows[0]), rows)


def _rate(counts: Counts, act: str, asked: str) -> Floats:
    """A rate of all trials, and of each tenth."""
    rate: Floats = counts.scores[act] / np.maximum(counts.scores[asked], 1)
    return rate


def _by_tenths(name: str, counts: Counts, rates: Floats) -> Row:
    """A row of all trials, its interval from their tenths."""
    tenths = rates[1:]
    half = quantile(LEVEL, tenths.size - 1) * float(tenths.std(ddof=1)) / tenths.size**0.5
    row = _within(name, float(rates[0]), half, int(counts.scores["trials"][0]))
    return row | {"unit": SHARE}


def _at_thirteen(counts: Counts) -> Tested:
    at_13, at_12 = (_rate(counts, f"begs_at_{e}", f"deals_at_{e}") for e in (13, 12))
    rows = [
        _by_tenths("C5_jump", counts, at_13 - at_12),
        _by_tenths("C5_begs_at_13", counts, at_13),
        _by_tenths("C5_begs_at_12", counts, at_12),
    ]
    return Tested(by_sign(rows[0]), rows)


def _disliked(counts: Counts) -> Tested:
    rows = _rule("C6", counts.begging["C6"], counts.n)
    return Tested(by_loss(rows[0]), rows)


def _between_two(counts: Counts) -> Tested:
    """A gift costs its point whatever is held; whether a run hurts too is what is tested."""
    run, others = [], []
    for trumps, (n, *sums) in enumerate(counts.begging["dealer"].tolist()):
        held = f"{trumps}_or_more" if trumps == MOST_TRUMPS else str(trumps)
        run.append(_points(f"C7_run_minus_stood_with_{held}", sums[4:], n, 1 / POINT))
        others.append(_points(f"C7_given_with_{held}", sums[:2], n, 1 / POINT))
        others.append(_points(f"C7_run_with_{held}", sums[2:4], n, 1 / POINT))
    total, squares = (int(counts.begging["dealer"][:, place].sum()) for place in (5, 6))
    n = int(counts.begging["dealer"][:, 0].sum())
    whole = _points("C7_run_minus_stood", [total, squares], n, 1 / POINT)
    verdict = of_parts([reverse(by_sign(row)) for row in run])
    return Tested(verdict, [whole, *run, *others])


def _dealers_edge(counts: Counts) -> Tested:
    start = counts.scores["start"] / WIN
    rows = [
        _edge("C8_edge", counts, sum(RULES.kick_points) / 13),
        _edge("C8_edge_without_first_kick", counts, 0.0),
        _points("C8_ties_to_eldest", counts.ties, counts.n, 1 / POINT),
        _by_tenths("C8_wins_from_0_0", counts, start),
    ]
    rows.append(_less("C8_edge_left", rows[0], _turned_round(rows[2])))
    balanced = FALSE if by_sign(rows[-1]) == TRUE else UNDECIDED
    return Tested(of_parts([by_sign(rows[0]), balanced]), rows)


def _turned_round(row: Row) -> Row:
    """A mean of the other sign."""
    if row["low"] is None:
        return row
    return row | {"value": -row["value"], "low": -row["high"], "high": -row["low"]}


def _edge(name: str, counts: Counts, kick: float) -> Row:
    """Points of a deal, each first kick counted a thirteenth, and what they are worth added."""
    deals, value, squares = (
        counts.begging["value"][:, place].astype(float) for place in (DEALS, VALUE, SQUARES)
    )
    if (deals < 2).any():
        return _within(name, None, 0.0, counts.n) | {"unit": POINTS}
    means = value / deals / POINT
    variances = (squares / deals / POINT**2 - means**2) / deals
    half = quantile(LEVEL) * float(variances.sum()) ** 0.5 / 13
    return _within(name, float(means.mean()) + kick, half, counts.n) | {"unit": POINTS}


_BETTER = (("A", "middling"), ("A2", "A6"), ("A", "J8"), ("2", "J8"), ("J92", "A6"))
"""Holdings of which the first is said to be better."""
_HIGH = {
    "K": Fraction(33, 45),
    "Q": Fraction(6, 45) + Fraction(27, 45) * Fraction(32, 44),
}
"""The chance that the team has High when its lone top is above the kick: the opponents hold 12 of
the 45 cards that are not seen, the partner 6."""


def _holdings(counts: Counts) -> Tested:
    table = dict(zip(HOLDINGS_NAMED, counts.begging["holdings"].tolist(), strict=True))
    rows = {
        name: _points(f"C9_stands_with_{name}", sums, n, 1 / POINT)
        for name, (n, *sums, _, _) in table.items()
    }
    better = [_less(f"C9_{one}_minus_{two}", rows[one], rows[two]) for one, two in _BETTER]
    highs = [
        _share(f"C9_high_with_{name}", table[name][4], table[name][3], exact)
        for name, exact in _HIGH.items()
    ]
    verdicts = [by_sign(row) for row in better] + [by_sign(row, 0.5) for row in highs]
    return Tested(of_parts(verdicts), [*better, *highs, *rows.values()])


def _companions(counts: Counts) -> Tested:
    def row(name: str, results: Tally) -> Row:
        return _share(name, *results)

    seats = [
        row(f"C10_saved_{seat.replace('-', '_')}", results[2])
        for seat, results in zip(SEATS, counts.jacks, strict=True)
    ]
    others = [row(f"C10_saved_with_{k}", counts.jacks[:, k].sum(0)) for k in (0, 1, 3)]
    whole = row("C10_saved_with_2", counts.jacks[:, 2].sum(0))
    return Tested(of_parts([by_sign(one, 0.5) for one in seats]), [whole, *seats, *others])


def _lead(claim: str, leads: Tally, kinds: Sequence[str]) -> list[Row]:
    """What leading the card gains on the best that keeps it: in all hands, and by their kind."""
    whole = leads.sum(0)
    return [
        _points(f"{claim}_lead", whole[2:4], whole[0]),
        *(_points(f"{claim}_lead_{kind}", leads[k, 2:4], leads[k, 0]) for k, kind in
          enumerate(kinds)),
        _points(f"{claim}_lead_or_own", whole[4:6], whole[0]),
        _share(f"{claim}_led_anyway", whole[1], whole[0]),
    ]  # fmt: skip


_TOPS = ("Q", "K", "A")
_COMPANIONS = ("alone", "with_1", "with_2_or_more")


def _keep_tops(counts: Counts) -> Tested:
    whole = counts.leads[0].sum(0)
    row = _points("C11_keep", whole[2:4], whole[0], -1.0)
    return Tested(by_sign(row), [row])


def _lead_tops(counts: Counts) -> Tested:
    rows = _lead("C12", counts.leads[0], _TOPS)
    return Tested(of_parts([by_sign(row) for row in rows[1 : 1 + KINDS]]), rows)


def _lead_jack(counts: Counts) -> Tested:
    rows = _lead("C13", counts.leads[1], _COMPANIONS)
    return Tested(of_parts([by_sign(row) for row in rows[1 : 1 + KINDS]]), rows)


def _lead_ten(counts: Counts) -> Tested:
    """Sometimes is true if it gains with some kind of hand."""
    rows = _lead("C15", counts.leads[2], _COMPANIONS)
    verdicts = [by_sign(row) for row in rows[1 : 1 + KINDS]]
    return Tested(TRUE if TRUE in verdicts else of_parts(verdicts), rows)


def _trump_ace(counts: Counts) -> Tested:
    rows = []
    for trick, (n, own, *sums) in zip(TRICKS, counts.ruffs.tolist(), strict=True):
        rows += [
            _points(f"C16_trump_{trick}", sums[:2], n),
            _points(f"C16_trump_{trick}_game_twice", sums[2:], n),
            _share(f"C16_trumps_{trick}_anyway", own, n),
        ]
    return Tested(of_parts([reverse(by_sign(row)) for row in rows[:2]]), rows)


def _risks(counts: Counts) -> Tested:
    """A run is the risk: its points are spread more widely."""
    begs = [_rate(counts, f"begs_{who}", f"deals_{who}") for who in ("behind", "ahead")]
    gives = [_rate(counts, f"gives_{who}", f"begged_{who}") for who in ("behind", "ahead")]
    rows = [
        _by_tenths("C17_begs_behind_minus_ahead", counts, begs[0] - begs[1]),
        _by_tenths("C17_runs_behind_minus_ahead", counts, gives[1] - gives[0]),
        _by_tenths("C17_begs_behind", counts, begs[0]),
        _by_tenths("C17_begs_ahead", counts, begs[1]),
        _by_tenths("C17_gives_behind", counts, gives[0]),
        _by_tenths("C17_gives_ahead", counts, gives[1]),
    ]
    for name, sums in zip(("stood", "run"), counts.begging["spread"].tolist(), strict=True):
        rows.append(_spread_row(f"C17_spread_{name}", sums, counts.n))
    return Tested(of_parts([by_sign(row) for row in rows[:2]]), rows)


def _spread_row(name: str, sums: Sequence[int], n: int) -> Row:
    """The standard deviation of points, without an interval."""
    total, squares = sums
    spread = (squares / n - (total / n) ** 2) ** 0.5 / POINT
    return {"name": name, "value": spread, "low": None, "high": None, "n": n, "unit": POINTS}


def _remember(counts: Counts) -> Tested:
    rows = [
        _points(f"C19_remember_{cards}", sums[:2], counts.n, 0.5)
        for cards, sums in counts.memory.items()
    ]
    others = [
        _share(f"C19_plays_otherwise_{cards}", sums[2], counts.n)
        for cards, sums in counts.memory.items()
    ]
    return Tested(of_parts([by_sign(row) for row in rows]), rows + others)


TESTS: dict[str, Callable[[Counts], Tested]] = {
    "C1": _standing_rule,
    "C2": _giving_rule,
    "C3": _standing_void,
    "C4": _giving_void,
    "C5": _at_thirteen,
    "C6": _disliked,
    "C7": _between_two,
    "C8": _dealers_edge,
    "C9": _holdings,
    "C10": _companions,
    "C11": _keep_tops,
    "C12": _lead_tops,
    "C13": _lead_jack,
    "C15": _lead_ten,
    "C16": _trump_ace,
    "C17": _risks,
    "C19": _remember,
}
"""The claims that are tested, by number."""


def tested(number: str, counts: Counts) -> Tested:
    """What came of a claim; if it isn't tested, that is a row without a value."""
    claim = CLAIMS[number]
    if number in TESTS:
        found = TESTS[number](counts)
    else:
        nothing = _within(number, None, 0.0, 0) | {"unit": ""}
        found = Tested(f"{UNTESTED}: {claim.untested}", [nothing])
    words = {"claim": claim.words, "verdict": found.verdict}
    return Tested(found.verdict, [row | words for row in found.rows])
