"""What the decisions of real games cost: each beg and gift, and if wished each card played.

A decision is judged by what its seat could know, as ``beg`` and ``give`` judge it: over deals that
agree with the six cards, the kick and the score of the record, not by the cards that came.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import pandas as pd

from analysis.allfours import begging, card_costs, players
from analysis.allfours.begging_deals import BEG, GIVE, Side
from analysis.allfours.card_costs import Cards
from analysis.allfours.games import Game
from analysis.estimate import LEVEL, VERDICT_LEVEL, Estimate
from analysis.report import Row, made, table
from analysis.run import Run, Settled
from engine.allfours.book import gift_allowed
from engine.cards import Card, InputError, Mask, format_card, format_cards, lane, mask_of, suit_of

DEALS = 100_000
"""For each decision."""

MISTAKE, CLOSE, RIGHT, FORCED = "mistake", "close", "right", "forced"
NOTHING_DECIDED = "nothing decided"

_NOTHING = Estimate(0.0, 0.0, 0.0, 0)

_COST_NOTE = (
    "What is lost is what the better action is worth more by what the seat could know: its six "
    "cards, the kick and the score, with expert playing the cards. What came of it is of no "
    "account. Better is what wins more matches from that score; it may make fewer points."
)
_VERDICT_NOTE = (
    f"A mistake is one at {VERDICT_LEVEL:.0%}: its interval of matches leaves zero out. Where it "
    "does not the decision is close, and what it seems to lose may be chance."
)
_TOTAL_NOTE = (
    "A total's limits are the sums of its decisions' limits: wide enough however those, which "
    "are all made from the same seed, hang together."
)


class Decision(NamedTuple):
    """A beg, a stand, a gift or a run."""

    game: Game
    side: Side
    action: str

    @property
    def hand(self) -> Mask:
        """The six cards that it was taken with."""
        return mask_of(self.game.deal.hands[self.side.seat][:6])

    @property
    def kick(self) -> Card:
        """The first kick."""
        return self.game.deal.kicks[0]

    @property
    def other(self) -> str:
        """The action that was not taken."""
        first, second = self.side.actions
        return second if self.action == first else first

    @property
    def score(self) -> str:
        """The score before the deal, the seat's own team's points first."""
        dealer, eldest = self.game.score
        return f"{dealer}-{eldest}" if self.side is GIVE else f"{eldest}-{dealer}"


class Judged(NamedTuple):
    """What a decision lost to the better action."""

    decision: Decision
    verdict: str
    better: str
    points: Estimate
    wins: Estimate
    source: str | None
    """Where the other side's decisions come from; None where it was forced."""


def decisions(game: Game) -> list[Decision]:
    """What was decided in a game: the eldest's choice, and the dealer's answer to a beg."""
    if not game.begun:
        return []
    taken = [Decision(game, BEG, str(game.deal.eldest))]
    if game.deal.eldest == "beg":
        taken.append(Decision(game, GIVE, str(game.deal.dealer)))
    return taken


def work(games: Sequence[Game], deals: int | None) -> int:
    """How many deals are played in all, if so many were asked for each decision."""
    taken = [decision for game in games for decision in decisions(game)]
    return (deals or DEALS) * sum(not _forced(decision) for decision in taken)


def _forced(decision: Decision) -> bool:
    """Whether the rules left no other action (RULES.md 10-11)."""
    rules, void = decision.game.deal.rules, not decision.hand & lane(suit_of(decision.kick))
    if decision.side is BEG:
        return void and not rules.stand_void
    return (void and not rules.give_void) or not gift_allowed(decision.game.score[1], rules)


def judge(decision: Decision, run: Run) -> Judged:
    """What a decision lost, over the deals of a run.

    Raises
    ------
    InputError
        If the question can't be answered, as when nobody would have begged there.
    """
    if _forced(decision):
        return Judged(decision, FORCED, decision.action, _NOTHING, _NOTHING, None)
    ask = begging.beg if decision.side is BEG else begging.give
    frame = ask(
        format_cards(decision.hand),
        format_card(decision.kick),
        rules=decision.game.deal.rules,
        run=run,
        score=decision.score,
    )
    sign = -1 if decision.action == decision.side.actions[0] else 1
    points = _difference(frame, list(decision.side.arms.values())[-1], sign)
    wins = _difference(frame, "win_difference", sign)
    verdicts = {"undecided": CLOSE, decision.action: RIGHT}
    verdict = verdicts.get(frame.attrs["verdict"], MISTAKE)
    worse = wins.value is not None and wins.value > 0
    return Judged(
        decision,
        verdict,
        decision.other if worse else decision.action,
        _lost(points, verdict, worse, -math.inf),
        _lost(wins, verdict, worse, 0.0),
        frame.attrs["made"]["begging"],
    )


def _difference(frame: pd.DataFrame, name: str, sign: int) -> Estimate:
    """What the other action is worth more than the one taken."""
    row = frame[frame["name"] == name].iloc[0]
    n = int(row["n"])
    if pd.isna(row["low"]):
        return Estimate(sign * float(row["value"]), None, None, n)
    low, high = sorted((sign * float(row["low"]), sign * float(row["high"])))
    return Estimate(sign * float(row["value"]), low, high, n)


def _lost(difference: Estimate, verdict: str, worse: bool, least: float) -> Estimate:
    """What was lost: nothing by the better action, and maybe nothing where it is close.

    Parameters
    ----------
    least : float
        What is lost at least where it is close: the better action wins no fewer matches, but it
        may make fewer points.
    """
    value, low, high, n = difference
    if verdict == MISTAKE:
        return difference
    if verdict == RIGHT:
        return Estimate(0.0, 0.0, 0.0, n)
    value = value if worse else 0.0
    if low is None or high is None:
        return Estimate(value, None, None, n)
    return Estimate(value, max(min(low, 0.0), least), max(high, 0.0), n)


def review(
    games: Sequence[Game],
    run: Run = Run(),
    worlds: int | None = None,
    wrong: dict[int, str] | None = None,
) -> pd.DataFrame:
    """What the decisions of these games cost, and with `worlds` their cards too.

    Parameters
    ----------
    games : sequence of Game
        As `read_games` has them.
    worlds : int or None
        Worlds for each card; None leaves the cards out.
    wrong : dict or None
        By line, what is wrong with the records that were left out.

    Returns
    -------
    DataFrame
        A row for each decision, as ``deal_3_eldest`` after the line of its record: points lost,
        matches lost (``win_lost``), what was done, what was better, and whether that is a
        mistake, close, right or forced. Then the totals of the eldests and of the dealers, the
        costliest cards, and the cards of each seat. ``attrs["wrong"]`` is `wrong` with the
        records added that couldn't be judged.
    """
    settled = run.settled(DEALS)
    same = replace(run, seed=settled.seed, deals=settled.deals)
    judged, wrong = _judged(games, same, wrong or {})
    games = [game for game in games if game.line in judged]
    every = [one for taken in judged.values() for one in taken]
    rows = [row for game in games for row in _game_rows(game, judged[game.line])]
    rows += [_total_row(side, every) for side in (BEG, GIVE)]
    cards = None if worlds is None else card_costs.judged(games, worlds, settled.threads)
    return table(
        rows + ([] if cards is None else _card_rows(cards)),
        f"What did the decisions of {_many(len(games), 'game')} cost?",
        _made(every, settled, worlds),
        headline=_headline(every),
        summary=[_line(row) for row in rows],
        **({} if cards is None else {"parts": cards.parts()}),
        notes=_notes(games, cards, wrong),
        wrong=wrong,
    )


def _judged(
    games: Sequence[Game], run: Run, wrong: dict[int, str]
) -> tuple[dict[int, list[Judged]], dict[int, str]]:
    """By line, what each decision lost; and what is wrong, with games that can't be judged."""
    judged, wrong = {}, dict(wrong)
    for game in games:
        try:
            judged[game.line] = [judge(decision, run) for decision in decisions(game)]
        except InputError as error:
            wrong[game.line] = str(error)
    return judged, wrong


def _game_rows(game: Game, judged: list[Judged]) -> list[Row]:
    """A row for each decision, or one which says that there was none."""
    if not judged:
        return [_row(f"deal_{game.line}", _NOTHING, _NOTHING, verdict=NOTHING_DECIDED)]
    return [
        _row(
            f"deal_{game.line}_{one.decision.side.us}",
            one.points,
            one.wins,
            one.decision.action,
            one.better,
            one.verdict,
        )
        for one in judged
    ]


def _row(
    name: str,
    points: Estimate,
    wins: Estimate | None = None,
    action: str | None = None,
    better: str | None = None,
    verdict: str | None = None,
) -> Row:
    wins = wins or Estimate(None, None, None, points.n)
    chances = {"win_lost": wins.value, "win_low": wins.low, "win_high": wins.high}
    words = {"action": action, "better": better, "verdict": verdict}
    return {"name": name, **points._asdict(), **chances, **words}


def _total_row(side: Side, judged: Sequence[Judged]) -> Row:
    """What all decisions of one role lost."""
    mine = [one for one in judged if one.decision.side is side]
    points, wins = _sum([one.points for one in mine]), _sum([one.wins for one in mine])
    return _row(f"{side.us}_total", points, wins)


def _sum(parts: Sequence[Estimate]) -> Estimate:
    """The sum of what was lost, with limits that hold however its parts hang together.

    >>> _sum([Estimate(0.5, 0.25, 0.75, 10), Estimate(1.0, None, None, 1)])
    Estimate(value=1.5, low=None, high=None, n=11)
    """
    sums = [
        None if None in limits else math.fsum(limit or 0.0 for limit in limits)
        for limits in ([part[field] for part in parts] for field in range(3))
    ]
    return Estimate(sums[0], sums[1], sums[2], sum(part.n for part in parts))


def _card_rows(cards: Cards) -> list[Row]:
    """A row for each of the costliest cards, and for all cards of each seat."""
    rows = [
        _row(
            f"deal_{play.game.line}_trick_{play.trick}_{_key(players.SEATS[play.seat])}",
            Estimate(play.cost, None, None, cards.worlds),
            action=format_card(play.card),
            better=format_card(play.best),
        )
        for play in cards.costliest
    ]
    totals = [
        _row(f"{_key(name)}_cards_total", Estimate(cards.of(seat)[1], None, None, cards.worlds))
        for seat, name in enumerate(players.SEATS)
    ]
    return rows + totals


def _key(seat: str) -> str:
    """A seat as a part of a row's name."""
    return seat.replace("-", "_")


def _many(number: int, what: str) -> str:
    """So many of something.

    >>> _many(1, "game"), _many(2, "mistake")
    ('1 game', '2 mistakes')
    """
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _headline(judged: Sequence[Judged]) -> str:
    """How many mistakes there are, and what was lost."""
    if not judged:
        return "Nothing was decided."
    verdicts = [one.verdict for one in judged]
    counts = {verdict: verdicts.count(verdict) for verdict in (RIGHT, CLOSE, FORCED)}
    others = ", ".join(f"{number} {verdict}" for verdict, number in counts.items() if number)
    found = f"{_many(verdicts.count(MISTAKE), MISTAKE)} in {_many(len(judged), 'decision')}"
    totals = [_total_row(side, judged) for side in (BEG, GIVE)]
    eldests, dealers = (
        f"{row['value']:.2f} points and {100 * row['win_lost']:.2f} matches in a hundred"
        for row in totals
    )
    others = f" ({others})" if others else ""
    lost = f"Lost in all: by the eldests {eldests}; by the dealers {dealers}."
    return f"{found.upper()}{others}. {lost}"


def _line(row: Row) -> dict[str, str]:
    """A row for people."""
    points = row["value"], row["low"], row["high"]
    wins = row["win_lost"], row["win_low"], row["win_high"]
    return {
        "name": str(row["name"]).replace("_", " "),
        "said": row["action"] or "",
        "better": row["better"] or "",
        "points lost": _range(points, 1, 3),
        "matches lost in 100": _range(wins, 100, 2),
        "verdict": row["verdict"] or "",
    }


def _range(lost: tuple[float | None, ...], scale: int, digits: int) -> str:
    """What was lost, with its limits where they are known and there are any.

    >>> _range((0.5, 0.25, 0.75), 1, 2), _range((0.0, 0.0, 0.0), 1, 2)
    ('0.50 (0.25 to 0.75)', '0')
    """
    if not any(lost):
        return "0"
    value, *limits = [f"{scale * limit:.{digits}f}" for limit in lost if limit is not None]
    return f"{value} ({' to '.join(limits)})" if limits else value


def _made(judged: Sequence[Judged], run: Settled, worlds: int | None) -> dict[str, Any]:
    """How the review was made."""
    seated = [one.decision.game.deal.rules.players for one in judged] or [4]
    sources = dict.fromkeys(one.source for one in judged if one.source)
    return made(
        rules="of each record",
        play="expert",
        **players.learned_by("expert", seated),
        **({"begging": " or ".join(sources)} if sources else {}),
        **({} if worlds is None else {"worlds": worlds}),
        seed=run.seed,
        deals=run.deals,
        level=LEVEL,
    )


def _notes(games: Sequence[Game], cards: Cards | None, wrong: dict[int, str]) -> list[str]:
    lines = ", ".join(map(str, sorted(wrong)))
    missing = [f"Left out, as they can't be judged: records of lines {lines}."] if wrong else []
    learned = [note for game in games for note in players.notes("expert", game.deal.rules)]
    others = [note for note in dict.fromkeys(learned) if note != players.MODEL_NOTE]
    own = [_COST_NOTE, _VERDICT_NOTE, _TOTAL_NOTE, *([] if cards is None else [cards.note()])]
    return [*missing, *own, *others, players.MODEL_NOTE]
