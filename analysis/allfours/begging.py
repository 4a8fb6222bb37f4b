"""Should the eldest beg, and should the dealer give?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from analysis.allfours import players
from analysis.allfours.exact_begging import beg_forms, give_forms
from analysis.allfours.players import Lineup
from analysis.allfours.settings import made_by
from analysis.allfours.side_by_side import ALL, side_by_side
from analysis.estimate import FEWEST_FOR_VERDICT, VERDICT_LEVEL, mean
from analysis.report import Panel, Row, mean_row, share_row, table
from analysis.run import Run, Settled
from engine.allfours.compare import (
    BEGGING_ARMS,
    BEGGING_EXHAUSTED,
    BEGGING_GIVES,
    PARTS,
    begging_tally,
)
from engine.allfours.rules import CLASSIC, Rules, check
from engine.allfours.simulate import Known
from engine.cards import Card, Mask, bit, format_card, format_cards, lane, suit_of
from engine.deal import unseen

DEALS = 350_000
HAND_SIZE = 9
"""Cards in a hand after a run."""
_BEG_COLUMNS = "beg_minus_stand", ("stand", "beg", "beg_minus_stand")
_GIVE_COLUMNS = "run_minus_give", ("give", "run", "run_minus_give")
DEALER_SEAT, ELDEST_SEAT = 0, 1

Sums = dict[str, dict[str, tuple[int, int]]]
"""Sum and sum of squares by arm and part, the dealer's team's points minus the eldest's."""


def _simulate(
    run: Settled, seat: int, hand: Mask, kick: Card, rules: Rules, lineup: Lineup
) -> tuple[Sums, int, int]:
    """The sums, the deals in which the dealer gives, and those that exhaust the pack."""
    known = Known(seat, hand, kick)
    others = unseen(hand | bit(kick))
    tally = players.tally(run, lineup, begging_tally, others, known, rules)
    cells = tally[:BEGGING_GIVES].reshape(len(BEGGING_ARMS), len(PARTS), 2).tolist()
    sums = {
        arm: {part: (cells[i][j][0], cells[i][j][1]) for j, part in enumerate(PARTS)}
        for i, arm in enumerate(BEGGING_ARMS)
    }
    return sums, int(tally[BEGGING_GIVES]), int(tally[BEGGING_EXHAUSTED])


def _rows(sums: Sums, names: dict[str, str], n: int, side: int) -> list[Row]:
    """A row for the total of each arm, under its name in the report."""
    return [mean_row(name, *sums[arm]["total"], n, scale=side) for arm, name in names.items()]


def _part_rows(sums: Sums, names: dict[str, str], n: int, side: int) -> list[Row]:
    """A row for what each award adds to each arm."""
    return [
        mean_row(f"{name}_{part}", *sums[arm][part], n, scale=side)
        for arm, name in names.items()
        for part in PARTS[:-1]
    ]


def _parts(sums: Sums, names: dict[str, str], n: int, side: int) -> list[dict[str, Any]]:
    """The same as a small table for people: an arm a line, an award a column."""
    return [
        {"name": name, **{_label(part): side * sums[arm][part][0] / n for part in PARTS}}
        for arm, name in names.items()
    ]


def _headline(
    sums: dict[str, tuple[int, int]], n: int, side: int, actions: tuple[str, str], more_is: str
) -> tuple[str, str]:
    """The verdict, and the answer in a sentence with what moves it.

    Parameters
    ----------
    sums : dict
        Sums by part of the difference between two actions.
    side : int
        1 or -1: whose points count.
    actions : tuple of str
        The action that a positive difference speaks for, and the other.
    more_is : str
        What doing the first instead of the second is called, for the reasons.
    """
    difference = mean(*sums["total"], n, level=VERDICT_LEVEL, scale=side)
    value, low, high = difference.value, difference.low, difference.high
    if value is None or low is None or high is None or n < FEWEST_FOR_VERDICT:
        few = f"a verdict takes {FEWEST_FOR_VERDICT} deals or more"
        return "undecided", f"UNDECIDED: {few}."
    worth = {part: side * sums[part][0] / n for part in PARTS[:-1]}
    largest = sorted(worth, key=lambda part: -abs(worth[part]))[:3]
    reasons = ", ".join(f"{_label(part)} {worth[part]:+.2f}" for part in largest if worth[part])
    changes = f" {more_is} changes most: {reasons}." if reasons else ""
    if low <= 0 <= high:
        answer = f"UNDECIDED: {actions[0]} minus {actions[1]} is {value:+.3f} points a deal"
        return "undecided", f"{answer} ({_interval(low, high)}).{changes}"
    if value < 0:
        value, low, high, actions = -value, -high, -low, (actions[1], actions[0])
    answer = f"{actions[0].upper()}: worth {value:.3f} points a deal more to your team than to "
    answer += actions[1]
    return actions[0], f"{answer} ({_interval(low, high)}).{changes}"


def _interval(low: float, high: float) -> str:
    return f"{VERDICT_LEVEL:.0%} interval {low:.3f} to {high:.3f}"


def beg(
    hand: str, kick: str, rules: Rules = CLASSIC, play: str = "expert", run: Run = Run()
) -> pd.DataFrame:
    """Should the eldest beg with these six cards?

    Deals that agree with the hand and the kick are completed at random; each is stood and run on
    the same shuffle.

    Returns
    -------
    DataFrame
        Points per deal, the eldest's team's minus the dealer's, without the first kick.
        ``beg_if_given`` and ``beg_if_run`` are over all deals; ``beg`` follows the dealer's
        decision deal by deal, and ``dealer_gives`` is how often he gives. An exhausted pack is
        followed by fresh deals until one is played. Then what each award adds. ``attrs`` holds
        the verdict: beg, stand or undecided.
    """
    if play == ALL:
        return side_by_side(
            lambda one, part: beg(hand, kick, rules, one, part),
            *_BEG_COLUMNS,
            DEALS,
            run,
            HAND_SIZE,
        )
    check(rules)
    held, kicked = players.hand_and_kick(hand, kick, 6)
    lineup = players.lineup(play, begging=True)
    settled = run.settled(players.share(DEALS, play, cards=HAND_SIZE))
    n = settled.deals
    sums, given, exhausted = _simulate(settled, ELDEST_SEAT, held, kicked, rules, lineup)
    names = {
        "stand": "stand",
        "given": "beg_if_given",
        "run": "beg_if_run",
        "beg": "beg",
        "beg_minus_stand": "beg_minus_stand",
    }
    arm = sums["beg_minus_stand"]
    verdict, headline = _headline(arm, n, -1, ("beg", "stand"), "Begging")
    ran = -(sums["run"]["total"][0] - sums["stand"]["total"][0]) / n
    headline += (
        f" The dealer gives {given / n:.0%}; if he always ran, begging would be worth {ran:+.3f}."
    )
    forced = _no_stand(held, kicked, rules)
    if forced:
        verdict, headline = "beg", f"BEG: {forced[0]}"
    exact = beg_forms(held, kicked, lineup.strategy, rules)
    rows = [
        *_rows(sums, names, n, -1),
        share_row("dealer_gives", given, n, exact["dealer_gives"]),
        share_row("pack_exhausted_if_run", exhausted, n, exact["pack_exhausted_if_run"]),
    ]
    return table(
        rows + _part_rows(sums, names, n, -1),
        f"Should the eldest beg with {format_cards(held)} when {format_card(kicked)} is kicked?",
        made_by(settled, rules, play, **_players(lineup, play)),
        verdict=verdict,
        **({} if forced else {"verdict_level": VERDICT_LEVEL}),
        headline=headline,
        parts=(_PARTS_TITLE.format("eldest", "dealer"), _parts(sums, names, n, -1)),
        parts_from=len(rows),
        panels=_panels(names.values(), verdict),
        notes=[*forced, _BETWEEN, *_notes("whether the dealer gives", rules, play)],
    )


def _players(lineup: Lineup, play: str) -> dict[str, str]:
    """What the players have learned, and when they beg and give."""
    return {**players.learned(play), "begging": players.begging_rules(lineup.strategy)}


def _panels(arms: Iterable[str], verdict: str) -> list[Panel]:
    """The chart of `beg`: each arm's points, and what the two actions are made of."""
    undecided = ("beg_minus_stand",) if verdict == "undecided" else ()
    totals = Panel(
        "Points per deal, eldest's team minus dealer's",
        tuple(_ARM_LABELS[arm] for arm in arms),
        {"": tuple(arms)},
        undecided=undecided,
    )
    parts = PARTS[:-1]
    made_of = Panel(
        "What they are made of",
        tuple(_label(part) for part in parts),
        {action: tuple(f"{action}_{part}" for part in parts) for action in ("stand", "beg")},
    )
    return [totals, made_of]


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
_PARTS_TITLE = "Where the points come from ({}'s team minus {}'s, per deal):"


def _label(part: str) -> str:
    """An award as players write it."""
    return part.capitalize() if part in ("high", "low", "jack", "game") else part


def _no_stand(hand: Mask, kick: Card, rules: Rules) -> list[str]:
    """Why the eldest may not stand, if so."""
    if not rules.stand_void and not hand & lane(suit_of(kick)):
        return ["these rules forbid standing without a trump."]
    return []


def _no_gift(hand: Mask, kick: Card, rules: Rules) -> list[str]:
    """Why the dealer may not give, if so."""
    if not rules.give_void and not hand & lane(suit_of(kick)):
        return ["these rules forbid giving without a trump."]
    if not rules.gift_can_win and rules.gift >= rules.target:
        return ["these rules forbid a gift that wins the match."]
    return []


def _notes(other: str, rules: Rules, play: str) -> list[str]:
    first = "The first kick is left out: it is the dealer's either way."
    if not rules.kick_kept:
        first = "The kick that fixes trump counts, the first one too where its suit stays."
    interim = (
        f"Begging rules are interim, not solved: {other} follows them, as do fresh deals. "
        "The score of the match, and so the target, is not looked at."
    )
    long = [players.OPEN_RUN_NOTE] if play == players.OPEN_NAME else []
    return [first, interim, *players.notes(play, rules), *long]


def give(
    hand: str, kick: str, rules: Rules = CLASSIC, play: str = "expert", run: Run = Run()
) -> pd.DataFrame:
    """Should the dealer, begged, give with these six cards, or run the pack?

    Over deals in which the eldest would have begged.

    Returns
    -------
    DataFrame
        Points per deal, the dealer's team's minus the eldest's, without the first kick. ``attrs``
        holds the verdict: give, run or undecided.
    """
    if play == ALL:
        return side_by_side(
            lambda one, part: give(hand, kick, rules, one, part),
            *_GIVE_COLUMNS,
            DEALS,
            run,
            HAND_SIZE,
        )
    check(rules)
    held, kicked = players.hand_and_kick(hand, kick, 6)
    lineup = players.lineup(play, begging=True)
    settled = run.settled(players.share(DEALS, play, cards=HAND_SIZE))
    n = settled.deals
    sums, _, exhausted = _simulate(settled, DEALER_SEAT, held, kicked, rules, lineup)
    names = {"given": "give", "run": "run", "run_minus_given": "run_minus_give"}
    arm = sums["run_minus_given"]
    verdict, headline = _headline(arm, n, 1, ("run", "give"), "Running")
    forced = _no_gift(held, kicked, rules)
    if forced:
        verdict, headline = "run", f"RUN: {forced[0]}"
    exact = give_forms(held, kicked, lineup.strategy, rules)
    rows = [
        *_rows(sums, names, n, 1),
        share_row("pack_exhausted_if_run", exhausted, n, exact["pack_exhausted_if_run"]),
    ]
    return table(
        rows + _part_rows(sums, names, n, 1),
        f"Should the dealer, begged, give with {format_cards(held)} "
        f"when {format_card(kicked)} is kicked?",
        made_by(settled, rules, play, **_players(lineup, play)),
        verdict=verdict,
        **({} if forced else {"verdict_level": VERDICT_LEVEL}),
        headline=headline,
        parts=(_PARTS_TITLE.format("dealer", "eldest"), _parts(sums, names, n, 1)),
        parts_from=len(rows),
        notes=[*forced, *_notes("which hands the eldest begs with", rules, play)],
    )
