"""Should the eldest beg, and should the dealer give?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from analysis import estimate, sequential
from analysis.allfours import players
from analysis.allfours.begging_deals import (
    BEG,
    DEALS,
    ELDEST_SEAT,
    GIVE,
    HAND_SIZE,
    NEVER,
    Counted,
    Position,
    Side,
    Stop,
    ask,
    deciding,
)
from analysis.allfours.exact_begging import exhausted_if_run
from analysis.allfours.scores import SMALL_POINTS, SMALL_WIN
from analysis.allfours.side_by_side import ALL, side_by_side
from analysis.estimate import FEWEST_FOR_VERDICT, VERDICT_LEVEL
from analysis.report import Panel, Row, share_row, table
from analysis.run import Run
from engine.allfours.compare import PARTS
from engine.allfours.match import WIN
from engine.allfours.rules import CLASSIC, Rules
from engine.cards import lane, suit_of


def _mean(got: Counted, stop: Stop) -> Callable[[str, tuple[int, int], float], Row]:
    """How a row is made of a sum and a sum of squares."""
    of = estimate.mean if stop == NEVER else sequential.mean

    def row(name: str, sums: tuple[int, int], scale: float) -> Row:
        return {"name": name, **of(*sums, got.n, scale=scale)._asdict()}

    return row


def _rows(position: Position, got: Counted, stop: Stop) -> list[Row]:
    """A row for the total of each arm, and for its chance of winning."""
    side, row = position.side, _mean(got, stop)
    rows = [row(name, got.points[arm]["total"], side.sign) for arm, name in side.arms.items()]
    if position.score is not None:
        for arm, name in side.wins.items():
            total, squares = got.wins[arm]
            if side.sign < 0 and name != "win_difference":  # the eldest's team's chance
                squares += got.n * WIN * WIN - 2 * WIN * total
                total -= got.n * WIN
            rows.append(row(name, (total, squares), side.sign / WIN))
    return rows


def _part_rows(position: Position, got: Counted, stop: Stop) -> list[Row]:
    """A row for what each award adds to each arm."""
    side, row = position.side, _mean(got, stop)
    return [
        row(f"{name}_{part}", got.points[arm][part], side.sign)
        for arm, name in side.arms.items()
        for part in PARTS[:-1]
    ]


def _parts(side: Side, got: Counted) -> tuple[str, list[dict[str, Any]]]:
    """The same as a small table for people: an arm a line, an award a column."""
    title = f"Where the points come from ({side.us}'s team minus {side.them}'s, per deal):"
    return title, [
        {
            "name": name,
            **{_label(part): side.sign * got.points[arm][part][0] / got.n for part in PARTS},
        }
        for arm, name in side.arms.items()
    ]


def _headline(position: Position, got: Counted, stop: Stop) -> tuple[str, str]:
    """The verdict, and the answer in a sentence with what moves it."""
    side, n = position.side, got.n
    (total, squares), scale = deciding(position, got)
    of = estimate.mean if stop == NEVER else sequential.mean
    value, low, high, _ = of(total, squares, n, level=VERDICT_LEVEL, scale=scale)
    if value is None or low is None or high is None or n < FEWEST_FOR_VERDICT:
        few = f"a verdict takes {FEWEST_FOR_VERDICT} deals or more"
        return "undecided", f"UNDECIDED: {few}."
    verdict, other = "undecided", ""
    if low > 0:
        verdict, other = side.actions
    elif high < 0:
        other, verdict = side.actions
        value, low, high = -value, -high, -low
    told = _points_told if position.score is None else _wins_told
    answer = told(side, verdict, other, (value, low, high))
    sums = got.points[list(side.arms)[-1]]
    worth = {part: side.sign * sums[part][0] / n for part in PARTS[:-1]}
    largest = sorted(worth, key=lambda part: -abs(worth[part]))[:3]
    reasons = ", ".join(f"{_label(part)} {worth[part]:+.2f}" for part in largest if worth[part])
    changes = f" {side.more_is} changes most: {reasons}." if reasons else ""
    return verdict, answer + changes


def _points_told(
    side: Side, verdict: str, other: str, difference: tuple[float, float, float]
) -> str:
    """The answer in a sentence, from the difference in the verdict's favour and its interval."""
    value, low, high = difference
    interval = f"{VERDICT_LEVEL:.0%} interval {low:.3f} to {high:.3f}"
    answer = f"{verdict.upper()}: worth {value:.3f} points a deal more to your team than to {other}"
    if verdict == "undecided":
        actions = f"{side.actions[0]} minus {side.actions[1]}"
        answer = f"UNDECIDED: {actions} is {value:+.3f} points a deal"
    small = max(abs(low), abs(high)) < SMALL_POINTS
    return f"{answer} ({interval})." + (" It hardly matters." if small else "")


def _wins_told(side: Side, verdict: str, other: str, difference: tuple[float, float, float]) -> str:
    """The same for chances of winning."""
    value, low, high = (100 * chance for chance in difference)
    interval = f"{VERDICT_LEVEL:.0%} interval {low:.2f} to {high:.2f}"
    answer = f"{verdict.upper()}: your team wins {value:.2f} more matches in a hundred than if you "
    answer += other
    if verdict == "undecided":
        actions = f"{side.actions[0]} instead of {side.actions[1]}"
        answer = f"UNDECIDED: {actions} wins {value:+.2f} more matches in a hundred"
    small = max(abs(low), abs(high)) < 100 * SMALL_WIN
    return f"{answer} ({interval})." + (" At this score it hardly matters." if small else "")


def _by_everyone(
    side: Side,
    arms: tuple[str, str],
    score: str | None,
    run: Run,
    question: Callable[[str, Run], pd.DataFrame],
    seated: int,
) -> pd.DataFrame:
    """The same question to each player of the cards: what two arms are worth, and the verdict."""
    names = side.arms if score is None else side.wins
    decides = list(names.values())[-1]
    shown = (*(names[arm] for arm in arms), decides)
    return side_by_side(question, decides, shown, DEALS, run, HAND_SIZE, seated)


def beg(
    hand: str,
    kick: str,
    rules: Rules = CLASSIC,
    play: str = "expert",
    run: Run = Run(),
    score: str | None = None,
    stop: Stop = NEVER,
) -> pd.DataFrame:
    """Should the eldest beg with these six cards?

    Deals that agree with the hand and the kick are completed at random; each is stood and run on
    the same shuffle. The dealer answers as is best for him: see `solution`.

    Parameters
    ----------
    score : str or None
        ``US-THEM``, the points before the deal: the verdict is then about winning the match.
    stop : Stop
        When to end before the last deal; intervals are then those of a confidence sequence.

    Returns
    -------
    DataFrame
        Points per deal, the eldest's team's minus the dealer's, without the first kick.
        ``beg_if_given`` and ``beg_if_run`` are over all deals; ``beg`` follows the dealer's
        decision deal by deal, and ``dealer_gives`` is how often he gives. With a score
        ``win_if_stand``, ``win_if_beg`` and ``win_difference``, the eldest's team's chances. Then
        what each award adds. ``attrs`` holds the verdict: beg, stand or undecided.
    """
    if play == ALL:
        return _by_everyone(
            BEG, ("stand", "beg"), score, run,
            lambda one, part: beg(hand, kick, rules, one, part, score, stop), rules.players,
        )  # fmt: skip
    position, got, made = ask(BEG, hand, kick, rules, play, run, score, stop)
    n = got.n
    verdict, headline = _headline(position, got, stop)
    ran = -(got.points["run"]["total"][0] - got.points["stand"]["total"][0]) / n
    if position.may_give:
        headline += (
            f" The dealer gives {got.given / n:.0%}; if he always ran, begging would be worth "
            f"{ran:+.3f}."
        )
    forced = _no_stand(position)
    if forced:
        verdict, headline = "beg", f"BEG: {forced[0]}"
    rows = _rows(position, got, stop)
    exhausted = exhausted_if_run(position.hand, position.kick, rules)
    rows += [
        share_row("dealer_gives", got.given, n),
        share_row("pack_exhausted_if_run", got.exhausted, n, exhausted),
    ]
    return table(
        rows + _part_rows(position, got, stop),
        f"Should the eldest beg with {position.words()}",
        made,
        verdict=verdict,
        **({} if forced else {"verdict_level": VERDICT_LEVEL}),
        headline=headline,
        parts=_parts(BEG, got),
        parts_from=len(rows),
        panels=_panels(position, verdict),
        notes=[*forced, *([_BETWEEN] if position.may_give else []), *_notes(position, play)],
    )


def _panels(position: Position, verdict: str) -> list[Panel]:
    """The chart of `beg`: each arm's points, and what the two actions are made of."""
    key = "beg_minus_stand" if position.score is None else "win_difference"
    undecided = (key,) if verdict == "undecided" else ()
    arms = tuple(BEG.arms.values())
    totals = Panel(
        "Points per deal, eldest's team minus dealer's",
        tuple(_ARM_LABELS[arm] for arm in arms),
        {"": arms},
        undecided=undecided,
    )
    parts = PARTS[:-1]
    made_of = Panel(
        "What they are made of",
        tuple(_label(part) for part in parts),
        {action: tuple(f"{action}_{part}" for part in parts) for action in ("stand", "beg")},
    )
    if position.score is None:
        return [totals, made_of]
    wins = Panel(
        "Chance that the eldest's team wins the match",
        ("stand", "beg"),
        {"": ("win_if_stand", "win_if_beg")},
        percent=True,
    )
    return [wins, totals, made_of]


_ARM_LABELS = {
    "stand": "stand",
    "beg_if_given": "beg, if he always gave",
    "beg_if_run": "beg, if he always ran",
    "beg": "beg",
    "beg_minus_stand": "beg minus stand",
}
_BETWEEN = (
    "beg follows the dealer's answer deal by deal. He gives when his trumps are good, so beg may "
    "be lower than both beg_if_given and beg_if_run."
)


def _label(part: str) -> str:
    """An award as players write it."""
    return part.capitalize() if part in ("high", "low", "jack", "game") else part


def _no_stand(position: Position) -> list[str]:
    """Why the eldest may not stand, if so."""
    if not position.rules.stand_void and not position.hand & lane(suit_of(position.kick)):
        return ["these rules forbid standing without a trump."]
    return []


def _no_gift(position: Position) -> list[str]:
    """Why the dealer may not give, if so."""
    if not position.rules.give_void and not position.hand & lane(suit_of(position.kick)):
        return ["these rules forbid giving without a trump."]
    if not position.may_give:
        return ["these rules forbid a gift that wins the match."]
    return []


def _notes(position: Position, play: str) -> list[str]:
    rules, side = position.rules, position.side
    first = "The first kick is left out of the points: it is the dealer's either way."
    if not rules.kick_kept:
        first = "The kick that fixes trump counts, the first one too where its suit stays."
    other = "the dealer answers" if side.seat == ELDEST_SEAT else "the eldest has begged"
    solved = f"Begging is {position.source}: {other} as is best for him"
    if position.score is None:
        solved += ", for points; so do fresh deals. The score of the match is not looked at."
    else:
        solved += " at this score; the score before the deal, yours first, counts the kick next."
    long = [players.OPEN_RUN_NOTE] if play == players.OPEN_NAME else []
    return [first, solved, *players.notes(play, rules), *long]


def give(
    hand: str,
    kick: str,
    rules: Rules = CLASSIC,
    play: str = "expert",
    run: Run = Run(),
    score: str | None = None,
    stop: Stop = NEVER,
) -> pd.DataFrame:
    """Should the dealer, begged, give with these six cards, or run the pack?

    Over deals in which the eldest begs as is best for him. The arguments are those of `beg`; the
    score is the dealer's team's first.

    Returns
    -------
    DataFrame
        Points per deal, the dealer's team's minus the eldest's, without the first kick. ``attrs``
        holds the verdict: give, run or undecided.
    """
    if play == ALL:
        return _by_everyone(
            GIVE, ("given", "run"), score, run,
            lambda one, part: give(hand, kick, rules, one, part, score, stop), rules.players,
        )  # fmt: skip
    position, got, made = ask(GIVE, hand, kick, rules, play, run, score, stop)
    verdict, headline = _headline(position, got, stop)
    forced = _no_gift(position)
    if forced:
        verdict, headline = "run", f"RUN: {forced[0]}"
    rows = [
        *_rows(position, got, stop),
        share_row("pack_exhausted_if_run", got.exhausted, got.n),
    ]
    return table(
        rows + _part_rows(position, got, stop),
        f"Should the dealer, begged, give with {position.words()}",
        made,
        verdict=verdict,
        **({} if forced else {"verdict_level": VERDICT_LEVEL}),
        headline=headline,
        parts=_parts(GIVE, got),
        parts_from=len(rows),
        notes=[*forced, *_notes(position, play)],
    )
