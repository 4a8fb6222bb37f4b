"""The deals of a begging decision: a hand, a kick and a score, stood, given and run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from analysis import estimate, sequential
from analysis.allfours import books, players
from analysis.allfours.players import Lineup
from analysis.allfours.settings import made_by
from analysis.estimate import VERDICT_LEVEL
from analysis.run import Run, Settled, Tally
from engine.allfours.book import gift_allowed
from engine.allfours.compare import (
    BEGGING_ARMS,
    BEGGING_EXHAUSTED,
    BEGGING_GIVES,
    BEGGING_STUCK,
    BEGGING_WINS,
    PARTS,
    Stakes,
    begging_tally,
)
from engine.allfours.match import WIN
from engine.allfours.rules import Rules, check_kicked
from engine.allfours.score import kick_worth
from engine.allfours.simulate import Known
from engine.cards import Card, InputError, Mask, bit, format_card, format_cards
from engine.deal import unseen

DEALS = 150_000
MOST_DEALS = 5_000_000
"""So many at most where a run stops by itself."""
_MOST_AT_SCORE = 9_000_000
"""With more deals squares of chances, in millionths, could leave an int64."""
HAND_SIZE = 9
"""Cards in a hand after a run."""
DEALER_SEAT, ELDEST_SEAT = 0, 1


class Stop(NamedTuple):
    """When a run ends before its last deal."""

    decided: bool = False
    """Once the verdict is decided."""
    error: float | None = None
    """Once the standard error of the difference is at most so much."""


NEVER = Stop()


class Side(NamedTuple):
    """One of the two decisions: who takes it, and how his report is worded."""

    seat: int
    sign: int
    """1 where the dealer's team's points count, -1 for the eldest's."""
    arms: dict[str, str]
    """The arms of the tally and their rows; the last is the difference that decides."""
    wins: dict[str, str]
    """The same for the chance of winning the match."""
    actions: tuple[str, str]
    """What a positive difference speaks for, and the other action."""
    more_is: str
    """What doing the first instead of the second is called."""
    us: str
    them: str


BEG = Side(
    ELDEST_SEAT,
    -1,
    {
        "stand": "stand",
        "given": "beg_if_given",
        "run": "beg_if_run",
        "beg": "beg",
        "beg_minus_stand": "beg_minus_stand",
    },
    {
        "stand": "win_if_stand",
        "beg": "win_if_beg",
        "given": "win_if_given",
        "run": "win_if_run",
        "beg_minus_stand": "win_difference",
    },
    ("beg", "stand"),
    "Begging",
    "eldest",
    "dealer",
)
GIVE = Side(
    DEALER_SEAT,
    1,
    {"given": "give", "run": "run", "run_minus_given": "run_minus_give"},
    {"given": "win_if_give", "run": "win_if_run", "run_minus_given": "win_difference"},
    ("run", "give"),
    "Running",
    "dealer",
    "eldest",
)


@dataclass(frozen=True)
class Position:
    """A hand, the kick, and what is played for."""

    side: Side
    hand: Mask
    kick: Card
    rules: Rules
    stakes: Stakes
    source: str
    """Where the other side's decisions come from."""
    score: tuple[int, int] | None
    """Our points and theirs before the deal; None where only points count."""

    def words(self) -> str:
        """The cards and the score, in canonical form."""
        at = f", at {self.score[0]}-{self.score[1]}" if self.score else ""
        return f"{format_cards(self.hand)} when {format_card(self.kick)} is kicked{at}?"

    @property
    def may_give(self) -> bool:
        """Whether the score allows a gift."""
        return gift_allowed(self.stakes.eldest, self.rules)


def _position(side: Side, hand: str, kick: str, rules: Rules, score: str | None) -> Position:
    """Read a hand, a kick and a score, and find the solution that belongs to them.

    Raises
    ------
    InputError
        Names what can't be read, or that nothing is decided there.
    """
    check_kicked(rules)
    held, kicked = players.hand_and_kick(hand, kick, 6)
    for_points = books.for_points(rules)
    if score is None:
        return Position(side, held, kicked, rules, for_points.stakes, for_points.source, None)
    us, them = read_score(score, rules)
    dealer, eldest = (us, them) if side.seat == DEALER_SEAT else (them, us)
    before = dealer, eldest
    if rules.kick_kept:
        dealer += kick_worth(kicked, rules)
    if dealer >= rules.target:
        why = f"the kick {format_card(kicked)} wins the match for the dealer's team"
        raise InputError(f'score "{score}": {why}, expected a score at which there is a choice')
    table = books.for_match(rules, before)
    book = table.books[dealer, eldest]
    stakes = Stakes(dealer, eldest, table.equity(rules), book, for_points.book)
    return Position(side, held, kicked, rules, stakes, table.source, (us, them))


def read_score(score: str, rules: Rules) -> tuple[int, int]:
    """Read ``US-THEM``, the points before the deal.

    Raises
    ------
    InputError
        Names what was read and what was expected.
    """
    most = rules.target - 1
    numbers = re.fullmatch(r"\s*([0-9]{1,3})\s*[-:]\s*([0-9]{1,3})\s*", score, re.ASCII)
    if not numbers or max(map(int, numbers.groups())) > most:
        raise InputError(
            f'score "{score}": expected US-THEM, your points and theirs, from 0-0 to {most}-{most}'
        )
    return int(numbers[1]), int(numbers[2])


class Counted(NamedTuple):
    """What came of the deals, by arm; the dealer's team's minus the eldest's."""

    points: dict[str, dict[str, tuple[int, int]]]
    """Sum and sum of squares by arm and part."""
    wins: dict[str, tuple[int, int]]
    """The same of the dealer's team's chance of winning, in WIN."""
    given: int
    exhausted: int
    n: int


def _counted(tally: Tally, n: int) -> Counted:
    cells = tally[:BEGGING_WINS].reshape(len(BEGGING_ARMS), len(PARTS), 2).tolist()
    wins = tally[BEGGING_WINS:BEGGING_GIVES].reshape(len(BEGGING_ARMS), 2).tolist()
    points = {
        arm: {part: (cells[i][j][0], cells[i][j][1]) for j, part in enumerate(PARTS)}
        for i, arm in enumerate(BEGGING_ARMS)
    }
    chances = {arm: (wins[i][0], wins[i][1]) for i, arm in enumerate(BEGGING_ARMS)}
    given, exhausted = int(tally[BEGGING_GIVES]), int(tally[BEGGING_EXHAUSTED])
    return Counted(points, chances, given, exhausted, n)


def deciding(position: Position, got: Counted) -> tuple[tuple[int, int], float]:
    """Sum and sum of squares of the difference that decides, and what a unit of it is worth."""
    arm = list(position.side.arms)[-1]
    if position.score is None:
        return got.points[arm]["total"], position.side.sign
    return got.wins[arm], position.side.sign / WIN


def _simulate(position: Position, run: Settled, lineup: Lineup, stop: Stop) -> Counted:
    """Play the deals, or as many of them as it takes."""
    known = Known(position.side.seat, position.hand, position.kick)
    others = unseen(position.hand | bit(position.kick))

    def played(part: Settled) -> Tally:
        args = others, known, position.stakes, position.rules
        return players.tally(part, lineup, begging_tally, *args)

    def enough(tally: Tally, n: int) -> bool:
        (total, squares), scale = deciding(position, _counted(tally, n))
        if stop.error is not None:
            error = estimate.standard_error(total, squares, n)
            return error is not None and error * abs(scale) <= stop.error
        half = sequential.half_width(total, squares, n, VERDICT_LEVEL)
        return abs(total / n) > half

    tally, n = (
        (played(run), run.deals) if stop == NEVER else sequential.tallied(run, played, enough)
    )
    if tally[BEGGING_STUCK]:
        raise InputError(
            "the eldest would hardly ever beg here, expected rules and a score at which he does"
        )
    return _counted(tally, n)


def ask(
    side: Side,
    hand: str,
    kick: str,
    rules: Rules,
    play: str,
    run: Run,
    score: str | None,
    stop: Stop,
) -> tuple[Position, Counted, dict[str, Any]]:
    """Read a question, play its deals, and say how that was done."""
    position = _position(side, hand, kick, rules, score)
    lineup = players.lineup(play, begging=True, seated=rules.players)
    usual = DEALS if stop == NEVER else MOST_DEALS
    settled = run.settled(players.share(usual, play, cards=HAND_SIZE))
    if position.score and settled.deals > _MOST_AT_SCORE:
        most = f"expected {_MOST_AT_SCORE:,} at most with a score"
        raise InputError(f'deals: "{settled.deals}", {most}')
    got = _simulate(position, settled, lineup, stop)
    more = {**players.learned(play, seated=rules.players), "begging": position.source}
    if position.score:
        more["score"] = f"{position.score[0]}-{position.score[1]}"
    if stop.error is not None:
        more["stopped"] = f"at a standard error of {stop.error:g}"
    elif stop.decided:
        more["stopped"] = "when decided"
    made = made_by(settled, rules, play, **more)
    return position, got, made | {"deals": got.n}
