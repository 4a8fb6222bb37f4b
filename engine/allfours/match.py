"""The match: what the way of a deal is worth at a score, as a chance to win (RULES.md 33-35)."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import kernel
from engine.allfours.begging import BY_GIFT, BY_RUN, BY_STANDING, Worths
from engine.allfours.record import ENDS, EXHAUSTED, outcome_of
from engine.allfours.rules import Rules
from engine.allfours.score import Outcome

Equity: TypeAlias = npt.NDArray[np.float64]
"""(target, target) The chance that the dealer's team wins, before the deal, by its points and by
the eldest's team's."""

WIN: Final = 1_000_000
"""A match won, in the unit of the worths of a deal."""


@kernel
def hand_worth(dealer: int, eldest: int, won: Outcome, rules: Rules, equity: Equity) -> float:
    """The dealer's team's chance of winning once a hand is played out at this score.

    Awards count one by one, High, Low, Jack or hang, Game; the first team at the target wins. If
    neither is, the other side deals.
    """
    for award in range(4):
        team, worth = won.high, 1
        if award == 1:
            team = won.low
        elif award == 2:
            team = won.jack + won.hang
            worth = rules.jack_points if won.jack else rules.hang_points
        elif award == 3:
            team, worth = won.game, rules.game_points
        if team > 0:
            dealer += worth
            if dealer >= rules.target:
                return 1.0
        elif team < 0:
            eldest += worth
            if eldest >= rules.target:
                return 0.0
    return 1.0 - float(equity[eldest, dealer])


@kernel
def way_worth(
    dealer: int, eldest: int, kicks: int, gift: int, end: int, rules: Rules, equity: Equity
) -> float:
    """The dealer's team's chance of winning by the way of a deal, after the decisions.

    Parameters
    ----------
    dealer, eldest : int
        Points when the choice is made, after the first kick.
    kicks, gift : int
        Points of the kicks that count from then on, and of the gift.
    end : int
        An ending or EXHAUSTED, after which the same dealer deals afresh.
    """
    dealer += kicks
    if dealer >= rules.target:
        return 1.0
    eldest += gift
    if eldest >= rules.target:
        return 0.0
    if end == EXHAUSTED:
        return float(equity[dealer, eldest])
    return hand_worth(dealer, eldest, outcome_of(end), rules, equity)


@kernel
def worths_in_wins(
    dealer: int, eldest: int, rules: Rules, equity: Equity, most_kicks: int
) -> Worths:
    """What each way is worth at a score, in WIN."""
    worths = np.zeros((3, (most_kicks + 1) * ENDS), np.int64)
    for kicks in range(most_kicks + 1):
        for end in range(ENDS):
            for arm in (BY_STANDING, BY_GIFT, BY_RUN):
                if end == EXHAUSTED and arm != BY_RUN:
                    continue
                gift = rules.gift if arm == BY_GIFT else 0
                worth = way_worth(dealer, eldest, kicks, gift, end, rules, equity)
                worths[arm, kicks * ENDS + end] = int(np.rint(WIN * worth))
    return worths
