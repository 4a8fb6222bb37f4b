"""What a revoke costs under each rule for it, in chances of winning the match, by the score."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from analysis.allfours import books, players
from analysis.allfours.begging_deals import read_score
from analysis.allfours.books import Table
from analysis.allfours.scores import Score, equity_of, kept_kicks
from analysis.allfours.settings import made_by
from analysis.allfours.solution import Game, acts_by, most_kicks, recorded
from analysis.estimate import LEVEL, Estimate, mean, proportion, quantile
from analysis.report import Grid, Row, table, with_error
from analysis.run import Run, Settled, Tally
from engine.allfours.begging import BY_GIFT, BY_RUN, BY_STANDING
from engine.allfours.book import DEALERS, ELDESTS, gift_allowed
from engine.allfours.match import WIN, Equity
from engine.allfours.penalty import (
    BARE_JACK,
    HONOUR,
    LOW_TRUMP,
    NO_PENALTY,
    NOT_PLAYED,
    PENALTIES,
    PLAIN,
    UNDERTRUMP,
    Penalty,
    worths_after,
)
from engine.allfours.record import ENDS, EXHAUSTED, outcome_of
from engine.allfours.rules import CLASSIC, Rules, check_kicked
from engine.allfours.score import DEALER, ELDEST, Team
from engine.cards import InputError

DEALS = 200_000
MOST_DEALS = 9_000_000
"""With more deals squares of chances, in millionths, could leave an int64."""
QUESTION: Final = "What does a revoke cost"
SIDES: Final[dict[str, Team]] = {"dealer": DEALER, "eldest": ELDEST}
"""Whose team revokes."""
OFFENCES: Final = {
    HONOUR: "honour",
    BARE_JACK: "bare_jack",
    LOW_TRUMP: "low_trump",
    PLAIN: "plain",
    UNDERTRUMP: "undertrump",
}
"""Offences as the names of rows have them."""
_WITHHELD: Final = {
    (HONOUR, BARE_JACK, LOW_TRUMP, PLAIN): "any revoke",
    (HONOUR, BARE_JACK, LOW_TRUMP): "a trump withheld",
    (HONOUR, BARE_JACK): "a trump from the ten up withheld",
    (HONOUR,): "other trumps from the ten up",
    (BARE_JACK,): "a lone trump jack withheld",
    (LOW_TRUMP,): "lower trumps",
    (PLAIN,): "a plain suit",
    (UNDERTRUMP,): "a trump too low",
}
"""Offences in words, those that often go together first."""
Sums: TypeAlias = npt.NDArray[np.int64]
"""(13, measures, 1 + tables + 1) By the first kick the sum of what each measure comes to by the
table of equity, by each of its parts, and last the sum of squares by the first."""


class Measure(NamedTuple):
    """Something that is averaged over the hands played."""

    side: str
    """A name of SIDES."""
    penalty: Penalty | None
    """What is lost by it; NO_PENALTY for what is left to lose, None for how often Game is made."""


def _measures(wanted: list[Penalty]) -> list[Measure]:
    return [
        Measure(side, penalty)
        for side in SIDES
        for penalty in (None, NO_PENALTY, *dict.fromkeys(wanted))
    ]


def revoke(
    score: str | None = None,
    by_score: str | None = None,
    rules: Rules = CLASSIC,
    play: str = "expert",
    run: Run = Run(),
) -> pd.DataFrame:
    """What a revoke, and a forbidden undertrump, costs the team that made it.

    Parameters
    ----------
    score : str or None
        ``US-THEM`` before the deal, the offenders' points first; 0-0 if None.
    by_score : str or None
        A rule of `PENALTIES`: what it costs at every score.

    Returns
    -------
    DataFrame
        Rows ``RULE_OFFENCE_TEAM``: the chance of winning lost on average over deals that come to
        play, with the hand coming out as it would have otherwise; TEAM is the offenders',
        ``dealer`` or ``eldest``. With `by_score` they end in a score, the offenders' points first.
    """
    check_kicked(rules)
    if by_score is not None and by_score not in PENALTIES:
        raise InputError(f'rule "{by_score}": expected one of {", ".join(PENALTIES)}')
    at = None if by_score else read_score("0-0" if score is None else score, rules)
    settled = run.settled(players.share(DEALS, play, cards=9))
    if settled.deals > MOST_DEALS:
        raise InputError(f'deals: "{settled.deals}", expected {MOST_DEALS:,} at most')
    known = books.for_match(rules, (0, 0) if at is None else (min(at), min(at)))
    counting = _Counting(recorded(settled, rules, play), known)
    more = {**players.learned(play), "begging": known.source}
    if at is None:
        assert by_score is not None
        return _table(by_score, counting, rules, play, settled, more)
    return _at_score(at, counting, rules, play, settled, more)


class _Counting:
    """Deals, and what comes of them at a node: a score at which the eldest chooses."""

    def __init__(self, game: Game, known: Table) -> None:
        self.game, self.known, self.rules = game, known, game.rules
        self.equities = [equity_of(values, game.rules) for values in known.values]
        self.notes = list(_NOTES) if len(self.equities) > 1 else [*_NOTES, _NO_PARTS]
        self._nodes: dict[tuple[Score, tuple[Measure, ...]], tuple[Tally, Sums]] = {}

    def at(self, score: Score, measures: list[Measure]) -> tuple[int, Sums]:
        """Hands played at a score before the deal, and the sums of the measures."""
        played, sums = 0, np.zeros((len(measures), len(self.equities) + 1), np.int64)
        for rank, kick in enumerate(kept_kicks(self.rules)):
            if score[0] + kick < self.rules.target:
                hands, found = self._node((score[0] + kick, score[1]), measures)
                played += int(hands[rank])
                sums += found[rank]
        return played, sums

    def _node(self, node: Score, measures: list[Measure]) -> tuple[Tally, Sums]:
        """By the rank of the first kick hands played at a node, and the sums of the measures."""
        key = node, tuple(measures)
        if key not in self._nodes:
            self._nodes[key] = self._counted(node, measures)
        return self._nodes[key]

    def _counted(self, node: Score, measures: list[Measure]) -> tuple[Tally, Sums]:
        counts = self._ways(node)
        values = np.array(
            [[self._worths(node, one, equity) for one in measures] for equity in self.equities]
        )
        played = values[0, 0] != NOT_PLAYED
        counts, values = counts[:, played], values[:, :, played]
        sums = np.moveaxis(values @ counts.T, -1, 0)  # rank, table, measure
        squares = (values[0] ** 2 @ counts.T).T[:, None, :]
        return counts.sum(1), np.concatenate([sums, squares], 1).swapaxes(1, 2)

    def _ways(self, node: Score) -> Tally:
        """(13, 3 * ways) Deals by first kick, and by what is done and how they end at a node."""
        may_give = gift_allowed(node[1], self.rules)
        acts = acts_by(self.game, self.known.books[node], may_give)
        answers = np.where(acts[:, DEALERS] == 1, BY_GIFT, BY_RUN)
        actions = np.where(acts[:, ELDESTS] == 1, answers, BY_STANDING)
        deals = self.game.deals
        ways = deals.ways[np.arange(actions.size), (actions == BY_RUN).astype(np.intp)]
        size = (most_kicks(self.rules) + 1) * ENDS
        places = (deals.kicks.astype(np.int64) * 3 + actions) * size + ways
        return np.bincount(places, minlength=13 * 3 * size).reshape(13, 3 * size)

    def _worths(self, node: Score, measure: Measure, equity: Equity) -> Tally:
        """(3 * ways) A measure of each way, in WIN, or NOT_PLAYED."""
        team, most = SIDES[measure.side], most_kicks(self.rules)

        def after(penalty: Penalty) -> Tally:
            return worths_after(*node, team, penalty, self.rules, equity, most).reshape(-1)

        honest = after(NO_PENALTY)
        if measure.penalty == NO_PENALTY:
            return honest
        if measure.penalty is None:
            games = [outcome_of(end).game == team for end in range(EXHAUSTED)]
            found = WIN * np.tile([*games, False], honest.size // ENDS).astype(np.int64)
        else:
            found = honest - after(measure.penalty)
        return np.where(honest == NOT_PLAYED, NOT_PLAYED, found)


def _estimate(n: int, sums: Sums) -> Estimate:
    """A mean over hands played: the error of the deals, and of the table if it has parts."""
    total, squares = int(sums[0]), int(sums[-1])
    got = mean(total, squares, n, scale=1 / WIN)
    parts = sums[1:-1] / max(n, 1) / WIN
    if got.value is None or got.low is None or got.high is None or parts.size < 2:
        return got
    error = float(parts.std(ddof=1)) / parts.size**0.5 * quantile(LEVEL, parts.size - 1)
    half = float(np.hypot(got.high - got.value, error))
    return got._replace(low=got.value - half, high=got.value + half)


def _row(name: str, n: int, sums: Sums) -> Row:
    return {"name": name, **_estimate(n, sums)._asdict()}


def _game_row(name: str, n: int, sums: Sums) -> Row:
    return {"name": name, **proportion(int(sums[0]) // WIN, n)._asdict()}


def by_penalty(rule: str) -> dict[Penalty, list[int]]:
    """The penalties of a rule, and for what."""
    found: dict[Penalty, list[int]] = {}
    for offence, penalty in enumerate(PENALTIES[rule], HONOUR):
        found.setdefault(penalty, []).append(offence)
    return found


def said(offences: list[int]) -> str:
    """Offences in words.

    >>> said([HONOUR, LOW_TRUMP, PLAIN])
    'other trumps from the ten up; lower trumps; a plain suit'
    """
    left, words = set(offences), []
    for some, text in _WITHHELD.items():
        if left.issuperset(some):
            left.difference_update(some)
            words.append(text)
    return "; ".join(words)


def in_words(penalty: Penalty, rules: Rules) -> str:
    """What a penalty is.

    >>> in_words(PENALTIES["pagat"][2], CLASSIC)
    '1 point and no Game'
    """
    if penalty.match:
        return "the game"
    text = f"{penalty.points} point"
    if penalty.jack_in_play:
        text += f" ({penalty.points + penalty.jack_in_play} with the jack out)"
    if penalty.no_game:
        text += " and no Jack or Game" if penalty.no_jack else " and no Game"
    return text + (f", {rules.target - 1} at most" if penalty.frozen else "")


def _at_score(
    score: Score,
    counting: _Counting,
    rules: Rules,
    play: str,
    run: Settled,
    more: dict[str, str],
) -> pd.DataFrame:
    measures = _measures([one for known in PENALTIES.values() for one in known])
    found: dict[Measure, tuple[int, Sums]] = {}
    for side in SIDES:
        n, sums = counting.at(score if side == "dealer" else score[::-1], measures)
        found |= {one: (n, sums[i]) for i, one in enumerate(measures) if one.side == side}
    rows = [_row(f"win_{side}", *found[Measure(side, NO_PENALTY)]) for side in SIDES]
    rows += [_game_row(f"game_{side}", *found[Measure(side, None)]) for side in SIDES]
    summary = []
    for rule, known in PENALTIES.items():
        for offence, penalty in enumerate(known, HONOUR):
            rows += [
                _row(f"{rule}_{OFFENCES[offence]}_{side}", *found[Measure(side, penalty)])
                for side in SIDES
            ]
        for penalty, which in by_penalty(rule).items():
            costs = {
                f"{side}'s team": with_error(_row("", *found[Measure(side, penalty)]), 2, 100)
                for side in SIDES
            }
            words = {"offence": said(which), "penalty": in_words(penalty, rules)}
            summary.append({"rule": rule, **words, **costs})
    at = f"{score[0]}-{score[1]}"
    return table(
        rows,
        f"{QUESTION} at {at}, in chances of winning?",
        made_by(run, rules, play, **more, score=at),
        headline=_headline(rows),
        summary=summary,
        notes=[
            "Matches lost of a hundred, by whose team revokes; its points come first in the score.",
            *counting.notes,
            *players.notes(play, rules),
        ],
    )


def _headline(rows: list[Row]) -> str:
    found = {row["name"]: row for row in rows}
    all_of_it, and_game, point = (
        with_error(found[name], 2, 100)
        for name in ("win_dealer", "pagat_plain_dealer", "one-point_plain_dealer")
    )
    return (
        f"If the dealer's team revokes, the game costs it {all_of_it} matches in a hundred, a "
        f"point and Game {and_game}, a point alone {point}; it would have scored Game in "
        f"{with_error(found['game_dealer'], 1, 100)} % of hands."
    )


_NOTES = [
    "On average over deals that come to play, both sides begging and giving as is best at the "
    "score. The hand comes out as it would have otherwise: what a revoke gains by itself, or tells "
    "the others, is left out. Points of the penalty count before High.",
    "A trump too low, where the rules forbid it, is priced by the school sheet alone.",
]

_NO_PARTS = "What scores are worth was solved in this run; its own error is not in the intervals."


def _table(
    rule: str, counting: _Counting, rules: Rules, play: str, run: Settled, more: dict[str, str]
) -> pd.DataFrame:
    """What the penalties of a rule cost at every score."""
    offences = by_penalty(rule)
    measures = _measures(list(offences))
    scores = list(np.ndindex(rules.target, rules.target))
    found = {score: counting.at(score, measures) for score in scores}
    points = tuple(map(str, range(rules.target)))
    rows, grids = [], []
    for penalty, which in offences.items():
        for side in SIDES:
            place = measures.index(Measure(side, penalty))
            names = []
            for ours, theirs in scores:
                n, sums = found[(ours, theirs) if side == "dealer" else (theirs, ours)]
                names.append(f"{rule}_{OFFENCES[which[0]]}_{side}_{ours}-{theirs}")
                rows.append(_row(names[-1], n, sums[place]))
            cells = tuple(
                tuple(names[start : start + rules.target])
                for start in range(0, len(names), rules.target)
            )
            grids.append(
                Grid(
                    f"{in_words(penalty, rules)}: the {side}'s team revokes",
                    "points of the other team",
                    "points of the team that revokes",
                    points, points, cells, percent=True,
                )
            )  # fmt: skip
    known = ", and ".join(
        f"{in_words(penalty, rules)} for {said(which)}" for penalty, which in offences.items()
    )
    return table(
        rows,
        f"{QUESTION} by the score, under the rule {rule}?",
        made_by(run, rules, play, **more),
        headline=f"The rule {rule}: {known}.",
        grids=grids,
        notes=["Matches lost of a hundred.", *counting.notes, *players.notes(play, rules)],
    )
