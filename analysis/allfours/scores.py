"""Scores of a match, and what they are worth."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from analysis.run import Tally
from engine.allfours.begging import DEALS, VALUE
from engine.allfours.match import WIN, Equity
from engine.allfours.rules import Rules

Score: TypeAlias = tuple[int, int]
"""The dealer's team's points, and the eldest's team's."""

SMALL_POINTS, SMALL_WIN = 0.02, 0.0005
"""A difference that surely is smaller hardly matters: points a deal, chance of winning."""


def kept_kicks(rules: Rules) -> tuple[int, ...]:
    """Points that each rank scores when it is the first kick, before the eldest chooses."""
    return rules.kick_points if rules.kick_kept else (0,) * 13


def equity_of(values: Tally, rules: Rules) -> Equity:
    """The chance that the dealer's team wins, before the deal, from the values of the nodes."""
    target = rules.target
    nodes: Equity = values[..., VALUE] / np.maximum(values[..., DEALS], 1) / WIN
    won = np.concatenate([nodes, np.ones((max(rules.kick_points), target, 13))])
    kicks = enumerate(kept_kicks(rules))
    equity: Equity = np.zeros((target, target))
    for rank, kick in kicks:
        equity += won[kick : kick + target, :, rank]
    return equity / 13
