"""Studies of the deal: its kicks, what each team makes of it, and who wins Game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pandas as pd

from analysis import tallies
from analysis.allfours import game_point, kicks, players, points, rule_sets
from analysis.allfours.points import HAND_SIZES
from analysis.allfours.settings import made_by
from analysis.provenance import Inputs, Study
from analysis.report import Panel, Row, table, with_error
from analysis.run import Run, Settled, Tally
from analysis.tallies import Cell, Counted
from engine.allfours.rules import Rules
from engine.allfours.simulate import NOTHING_KNOWN

_INPUTS: Inputs = {"rules": "classic", "deals": 10_000_000, "seed": 1}
_PLAY = "expert"


def _rules(inputs: Inputs) -> Rules:
    return rule_sets.from_record(inputs["rules"])


def _run(inputs: Inputs) -> Settled:
    return Run(deals=inputs["deals"], seed=inputs["seed"]).settled(1)


def _kick_cells(inputs: Inputs) -> dict[str, Cell]:
    return {"kicks": Cell(inputs["deals"], partial(kicks.tally, _rules(inputs)))}


def _kick_report(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    return kicks.report(counted["kicks"].tally, _rules(inputs), _run(inputs))


def _points_tally(cards: int, rules: Rules, run: Settled) -> Tally:
    return points.tally(NOTHING_KNOWN._replace(cards=cards), rules, _PLAY, run)


def _points_report(tally: Tally, cards: int, rules: Rules, run: Settled) -> pd.DataFrame:
    return points.report(tally, NOTHING_KNOWN._replace(cards=cards), rules, _PLAY, run)


def _game_tally(cards: int, rules: Rules, run: Settled) -> Tally:
    return game_point.tally(cards, rules, _PLAY, run)


def _game_report(tally: Tally, cards: int, rules: Rules, run: Settled) -> pd.DataFrame:
    return game_point.report(tally, cards, rules, _PLAY, run)


def _of_sizes(
    question: str,
    tally: Callable[[int, Rules, Settled], Tally],
    report: Callable[[Tally, int, Rules, Settled], pd.DataFrame],
    said: Callable[[dict[str, Row]], str],
    charted: tuple[int, ...] = HAND_SIZES,
) -> Study:
    """A study of hands of 6, 9 and 12 cards; the names of its rows end in their number.

    Parameters
    ----------
    said : callable
        The answer in a sentence, from the rows by name.
    charted : tuple of int
        The sizes that the chart shows.
    """

    def cells(inputs: Inputs) -> dict[str, Cell]:
        rules = _rules(inputs)
        return {
            str(cards): Cell(inputs["deals"], partial(tally, cards, rules)) for cards in HAND_SIZES
        }

    def joined(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
        rules, run = _rules(inputs), _run(inputs)
        frames = {
            cards: report(counted[str(cards)].tally, cards, rules, run) for cards in HAND_SIZES
        }
        rows: list[Row] = [
            {str(key): value for key, value in row.items()} | {"name": f"{row['name']}_{cards}"}
            for cards, frame in frames.items()
            for row in frame.to_dict("records")
        ]
        panels = [
            _named(panel, cards)
            for cards in charted
            for panel in frames[cards].attrs["panels"]
            if not panel.columns
        ]
        return table(
            rows,
            question,
            made_by(run, rules, _PLAY, **players.learned(_PLAY)),
            headline=said({row["name"]: row for row in rows}),
            notes=frames[6].attrs["notes"],
            panels=panels,
        )

    return tallies.study(question, _INPUTS, cells, joined, rule_sets.spelled, players.needs)


def _named(panel: Panel, cards: int) -> Panel:
    """A panel of a report, with the names that its rows have beside those of other sizes."""
    series = {
        key: tuple(f"{name}_{cards}" if name else "" for name in names)
        for key, names in panel.series.items()
    }
    return panel._replace(title=f"{panel.title}, {cards} cards", series=series)


KICKS = tallies.study(kicks.QUESTION, _INPUTS, _kick_cells, _kick_report, rule_sets.spelled)

POINTS = _of_sizes(
    "What does each team make of a deal that is stood (6 cards), run once (9) or twice (12)?",
    _points_tally,
    _points_report,
    lambda found: (
        f"The trump jack is out in {with_error(found['jack_in_play_6'], 2, 100)} % of deals that "
        f"are stood, and hung in {with_error(found['jack_hung_6'], 2, 100)} %; the dealer's team "
        f"makes {with_error(found['points_dealer_minus_eldest_6'], 4)} points a deal more, the "
        "kick not counted."
    ),
)

GAME_POINT = _of_sizes(
    "Who wins Game, by the tens, aces and pips that a team and a hand were dealt?",
    _game_tally,
    _game_report,
    lambda found: (
        f"The dealer's team wins Game in {with_error(found['game_dealer_team_6'], 2, 100)} % of "
        "deals that are stood: "
        f"{with_error(found['game_won_dealer_team_tens_0_6'], 1, 100)} % without a ten, "
        f"{with_error(found['game_won_dealer_team_tens_2_6'], 1, 100)} % with two, "
        f"{with_error(found['game_won_dealer_team_tens_4_6'], 1, 100)} % with all four."
    ),
    charted=(6,),
)
