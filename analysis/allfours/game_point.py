"""Who wins Game, by what a team and a hand were dealt."""

from __future__ import annotations

import pandas as pd

from analysis.allfours import players
from analysis.allfours.exact import pips_distribution
from analysis.allfours.points import hand_size
from analysis.allfours.settings import made_by
from analysis.report import Panel, Row, share_row, table
from analysis.run import Run, Settled, Tally
from engine.allfours.discard import SIX
from engine.allfours.rules import CLASSIC, Rules, check_kicked
from engine.allfours.simulate import (
    GAME_FEATURES,
    GAME_HOLDERS,
    GAME_LEVELS,
    GAME_PIPS,
    GAME_RESULTS,
    NOTHING_KNOWN,
    game_tally,
)

DEALS = 400_000

NUMBER = {2: "two", 4: "four"}
_BEFORE_PIPS = 3 + len(GAME_HOLDERS) * len(GAME_FEATURES) * GAME_LEVELS

LEVEL_NAMES = {
    "tens": ("0", "1", "2", "3", "4"),
    "aces": ("0", "1", "2", "3", "4"),
    "pips": ("0_9", "10_19", "20_29", "30_39", "40_up"),
}


def game(
    cards: int = 6, rules: Rules = CLASSIC, play: str = "expert", run: Run = Run()
) -> pd.DataFrame:
    """How often a team wins Game, given the tens, aces or pips that it or one hand was dealt.

    Returns
    -------
    DataFrame
        Rows ``game_won_...`` are shares of the deals in which the holder was dealt that much (n),
        the holder's team winning; ties are not won. ``pips_in_play_eq_...`` is the distribution
        of pips in all hands, with its exact values.
    """
    hand_size(cards, check_kicked(rules))
    players.check_cards(play, cards)
    settled = run.settled(players.share(DEALS, play, cards=cards))
    return report(tally(cards, rules, play, settled), cards, rules, play, settled)


def tally(cards: int, rules: Rules, play: str, run: Settled) -> Tally:
    """The counts of `game_tally`."""
    known = NOTHING_KNOWN._replace(cards=cards)
    lineup = players.lineup(play, seated=rules.players)
    return players.tally(run, lineup, game_tally, known, check_kicked(rules))


def report(tally: Tally, cards: int, rules: Rules, play: str, run: Settled) -> pd.DataFrame:
    """The report from its counts."""
    return table(
        _rows(tally, run.deals, cards, rules),
        f"Who wins Game, by the tens, aces and pips dealt ({cards} cards)?",
        made_by(run, rules, play, **players.learned(play, seated=rules.players)),
        parts_from=_BEFORE_PIPS,
        notes=[
            "Game is counted by pips, before the rule for ties.",
            "How many pips are in play, pip by pip, is in the chart and in the other formats.",
            *players.notes(play, rules),
        ],
        panels=_panels(_in_play(cards, rules), rules.players),
    )


def _in_play(cards: int, rules: Rules) -> int:
    """How many cards a hand is played with."""
    return SIX if rules.discard_to_six else cards


def _panels(cards: int, players: int) -> list[Panel]:
    """The chart: a panel for each feature, and the distribution of pips."""
    panels = [
        Panel(
            f"Game won by the dealer's team, by {feature} dealt",
            tuple(level.replace("_up", " up").replace("_", "-") for level in LEVEL_NAMES[feature]),
            {
                whose: tuple(
                    f"game_won_{holder}_{feature}_{level}" for level in LEVEL_NAMES[feature]
                )
                for whose, holder in (("to the team", "dealer_team"), ("to the dealer", "dealer"))
            },
            percent=True,
        )
        for feature in GAME_FEATURES
    ]
    pips = [pips for pips, chance in enumerate(pips_distribution(cards, players)) if chance]
    names = tuple(f"pips_in_play_eq_{count}" for count in pips)
    title = f"Pips in the {NUMBER[players]} hands, % of deals"
    panels.append(Panel(title, tuple(map(str, pips)), {"": names}, percent=True, columns=True))
    return panels


def _rows(tally: Tally, n: int, cards: int, rules: Rules) -> list[Row]:
    shape = (len(GAME_HOLDERS), len(GAME_FEATURES), GAME_LEVELS, len(GAME_RESULTS))
    cells = tally[:GAME_PIPS].reshape(shape)
    team = cells[0, 0].sum(axis=0)  # the dealer's team, over all numbers of tens
    rows = [
        share_row("game_dealer_team", int(team[0]), n),
        share_row("game_eldest_team", n - int(team[0]) - int(team[1]), n),
        share_row("game_tied", int(team[1]), n),
    ]
    for holder, holder_name in enumerate(GAME_HOLDERS):
        for feature, feature_name in enumerate(GAME_FEATURES):
            for level, level_name in enumerate(LEVEL_NAMES[feature_name]):
                won, _, deals = cells[holder, feature, level].tolist()
                name = f"game_won_{holder_name}_{feature_name}_{level_name}"
                rows.append(share_row(name, won, deals))
    dealt = _in_play(cards, rules) == cards  # else there is no closed form
    for pips, chance in enumerate(pips_distribution(_in_play(cards, rules), rules.players)):
        if chance:
            count = int(tally[GAME_PIPS + pips])
            rows.append(share_row(f"pips_in_play_eq_{pips}", count, n, chance if dealt else None))
    return rows
