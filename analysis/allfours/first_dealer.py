"""Who deals first, by the high cut and by the first jack dealt."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd

from analysis.allfours.exact_deal import PLAYERS, cut_again, first_jack
from analysis.allfours.settings import made_by
from analysis.report import Panel, share_row, table, with_error
from analysis.run import Run
from engine.allfours.first_dealer import CUT_AGAIN, FIRST_JACK, HIGH_CUT, first_dealer_tally
from engine.allfours.rules import CLASSIC

DEALS = 1_000_000
QUESTION = "Who deals first, by the high cut and by the first jack dealt?"
_PLAYERS = range(1, PLAYERS + 1)


def first_dealer(run: Run = Run()) -> pd.DataFrame:
    """How often each player deals first.

    Returns
    -------
    DataFrame
        Rows ``high_cut_to_player_N`` and ``first_jack_to_player_N``: N is the place in the order
        in which players cut, or are dealt to. ``high_cut_again``: the highest was not alone.
    """
    settled = run.settled(DEALS)
    counts, n = settled.tally(first_dealer_tally).tolist(), settled.deals
    cuts = [f"high_cut_to_player_{player}" for player in _PLAYERS]
    jacks = [f"first_jack_to_player_{player}" for player in _PLAYERS]
    rows = [
        *(
            share_row(name, counts[HIGH_CUT + place], n, Fraction(1, PLAYERS))
            for place, name in enumerate(cuts)
        ),
        share_row("high_cut_again", counts[CUT_AGAIN], n, cut_again()),
        *(
            share_row(name, counts[FIRST_JACK + place], n, first_jack(place + 1))
            for place, name in enumerate(jacks)
        ),
    ]
    one, four = rows[PLAYERS + 1], rows[2 * PLAYERS]
    return table(
        rows,
        QUESTION,
        made_by(settled, CLASSIC, "nobody"),
        headline=(
            "A high cut is fair. The first jack is not: it falls to the player who is dealt to "
            f"first in {with_error(one, 2, 100)} % of packs, to the last of the four in "
            f"{with_error(four, 2, 100)} %."
        ),
        notes=["Whoever is equal for the highest card cuts again. Players are in order."],
        panels=[
            Panel(
                "Who deals first",
                tuple(f"player {player}" for player in _PLAYERS),
                {"high cut": tuple(cuts), "first jack": tuple(jacks)},
                percent=True,
            )
        ],
    )
