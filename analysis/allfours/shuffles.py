"""How many riffles until a deal is as good as from a perfect shuffle, dealt singly or by threes?"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pandas as pd

from analysis import tallies
from analysis.allfours import books, players, rule_sets
from analysis.allfours.shuffle_report import (
    CUTS,
    PERFECT,
    QUESTION,
    WAYS,
    Dealt,
    report,
    riffles_of,
)
from analysis.provenance import Inputs
from analysis.run import Run, Settled, Tally
from analysis.tallies import Cell, Counted
from engine.allfours.rules import CLASSIC, Rules, check_four, check_kicked
from engine.allfours.shuffle import ANYWHERE, CHAIN, PACK_SIZE, shuffle_tally
from engine.cards import InputError

DEALS = 20_000
PLAYER = "expert"
SHUFFLES = (*(f"riffle:{riffles}" for riffles in range(1, 8)), PERFECT)
_LIFTED = dict(zip(CUTS, (ANYWHERE, PACK_SIZE // 2), strict=True))


def shuffles(
    names: tuple[str, ...] = SHUFFLES,
    cut: str = "anywhere",
    rules: Rules = CLASSIC,
    play: str = PLAYER,
    run: Run = Run(),
) -> pd.DataFrame:
    """What deals look like by how the pack was shuffled before them.

    Parameters
    ----------
    names : tuple of str
        ``perfect``, or ``riffle:K``: gathered trick by trick, K riffles and a cut.
    cut : str
        ``anywhere`` or ``middle``.
    run : Run
        So many deals of each shuffle, singly and by threes: a multiple of CHAIN.

    Returns
    -------
    DataFrame
        Rows ``riffle_K_singly_FEATURE`` and the like: shares of deals, or of hands; ``n`` counts
        chains of CHAIN deals. ``exact`` is the value of a perfect shuffle; rows that end in
        ``_off`` are the difference in hundredths.
    """
    check_four(check_kicked(rules), "where the pack is riffled")
    if rules.discard_to_six:
        raise InputError('discard_to_six: "1", expected 0 where tricks are gathered')
    if cut not in _LIFTED:
        raise InputError(f'cut "{cut}": expected {" or ".join(_LIFTED)}')
    for place, name in enumerate(names):
        riffles_of(name)
        if name in names[:place]:
            raise InputError(f'shuffle "{name}": given twice, expected once')
    settled = run.settled(CHAIN * max(1, players.share(DEALS, play, cards=9) // CHAIN))
    chains = replace(settled, deals=chains_of(settled.deals))
    counted = {
        one: Counted(tally(one, cut, rules, play, chains), chains.deals) for one in _dealt(names)
    }
    return report(counted, cut, rules, play, settled)


def chains_of(deals: int) -> int:
    """How many chains so many deals are.

    Raises
    ------
    InputError
        If they don't come to whole chains.
    """
    if deals % CHAIN:
        raise InputError(f'deals: "{deals}", expected a multiple of {CHAIN}, the deals of a chain')
    return deals // CHAIN


def work(names: tuple[str, ...], deals: int | None) -> int:
    """How far the progress bar goes: it counts chains."""
    return len(_dealt(names)) * (DEALS if deals is None else deals) // CHAIN


def _dealt(names: tuple[str, ...]) -> list[Dealt]:
    return [Dealt(name, way) for name in names for way in WAYS]


def tally(dealt: Dealt, cut: str, rules: Rules, play: str, run: Settled) -> Tally:
    """The counts of `shuffle_tally`; the run's deals are chains."""
    book = books.for_points(rules).book
    told = riffles_of(dealt.shuffle), _LIFTED[cut], WAYS[dealt.way]
    lineup = players.lineup(play, begging=True)
    return players.tally(run, lineup, shuffle_tally, *told, rules, book)


# As a study


def _study_dealt(inputs: Inputs) -> list[Dealt]:
    return _dealt((*(f"riffle:{riffles}" for riffles in inputs["riffles"]), PERFECT))


def _cells(inputs: Inputs) -> dict[str, Cell]:
    cut = inputs["cut"]
    if cut not in _LIFTED:
        raise InputError(f'cut "{cut}": expected {" or ".join(_LIFTED)}')
    rules, chains = rule_sets.from_record(inputs["rules"]), chains_of(inputs["deals"])
    return {
        one.name: Cell(chains, partial(tally, one, cut, rules, PLAYER))
        for one in _study_dealt(inputs)
    }


def _report(inputs: Inputs, counted: dict[str, Counted]) -> pd.DataFrame:
    rules = rule_sets.from_record(inputs["rules"])
    run = Run(deals=inputs["deals"], seed=inputs["seed"]).settled(1)
    found = {one: counted[one.name] for one in _study_dealt(inputs)}
    return report(found, inputs["cut"], rules, PLAYER, run)


def _needs() -> dict[str, str]:
    return players.needs() | books.point_needs(CLASSIC)


STUDY = tallies.study(
    QUESTION,
    {
        "rules": "classic",
        "riffles": list(range(1, 8)),
        "cut": "anywhere",
        "deals": 600_000,
        "seed": 5,
    },
    _cells,
    _report,
    rule_sets.spelled,
    _needs,
)
