"""Deals recorded for the begging game: both hands that decide, and what decisions lead to."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine._jit import kernel, small_kernel
from engine.allfours.book import DEALERS, ELDESTS, Page, lean, ranks_in, side_suit
from engine.allfours.expert import Weights
from engine.allfours.hand import new_desk
from engine.allfours.pack import MOST_KICKS
from engine.allfours.play import run_pack
from engine.allfours.rules import Rules
from engine.allfours.score import Outcome, kick_worth
from engine.allfours.simulate import NOTHING_KNOWN, Tally, deal_known, kicks_worth, score_hand
from engine.allfours.solve_tables import Solver
from engine.allfours.strategy import Strategy
from engine.cards import SORTED_PACK, bit, rank_of, suit_of
from engine.deal import copy_hands, restart
from engine.random import PLAY, new_stream, start

ENDINGS: Final = 3 * 3 * 5 * 3
"""Who won High, Low, the jack (saved or hung) and Game of a hand, as one small number."""
EXHAUSTED: Final = ENDINGS
"""In place of an ending: the pack was exhausted."""
ENDS: Final = ENDINGS + 1
STOOD, RUN = 0, 1
CLEAR: Final = -1
"""In place of a way: the eldest's choice is clear, and the deal was not played."""


class Deals(NamedTuple):
    """Recorded deals, 25 bytes each."""

    suits: npt.NDArray[np.int16]
    """(deals, 2, 4) The dealer's six cards and the eldest's: the trumps, then three side suits,
    as `book.Ranks`."""
    kicks: npt.NDArray[np.int8]
    """(deals,) The rank of the first kick."""
    ways: npt.NDArray[np.int32]
    """(deals, 2) How the deal ends if it is stood, and if it is run: see `way`."""


@kernel
def new_deals(deals: int) -> Deals:
    """Room for so many deals."""
    return Deals(
        np.zeros((deals, 2, 4), np.int16), np.zeros(deals, np.int8), np.zeros((deals, 2), np.int32)
    )


@small_kernel
def ending(won: Outcome) -> int:
    """An outcome as a number below ENDINGS.

    >>> ending(Outcome(NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, 0, 0))
    67
    """
    jack = won.jack + 2 * won.hang + 2
    return ((won.high + 1) * 3 + won.low + 1) * 15 + jack * 3 + won.game + 1


@small_kernel
def outcome_of(end: int) -> Outcome:
    """The outcome that an ending stands for; its pips are lost.

    >>> won = outcome_of(ending(Outcome(DEALER, ELDEST, NOBODY, ELDEST, DEALER, 20, 10)))
    >>> won == Outcome(DEALER, ELDEST, NOBODY, ELDEST, DEALER, 0, 0)
    True
    """
    fate = end // 3 % 5 - 2
    jack = fate if fate * fate == 1 else 0
    return Outcome(end // 45 - 1, end // 15 % 3 - 1, jack, (fate - jack) // 2, end % 3 - 1, 0, 0)


@small_kernel
def way(kicks: int, end: int) -> int:
    """How a deal ends after the decision: points of the kicks that count then, and an ending."""
    return kicks * ENDS + end


@kernel
def record_tally(
    first: int,
    last: int,
    seed: int,
    deals: Deals,
    offset: int,
    page: Page,
    least: int,
    rules: Rules,
    strategy: Strategy,
    weights: Weights | None,
    solver: Solver | None,
) -> Tally:
    """Play each deal twice, stood and run, and record it.

    Parameters
    ----------
    deals : Deals
        Deal `number` fills place ``number - offset``.
    page : (PAGE,) int64
        The eldest's: a hand with a lean of `least` or less is CLEAR.

    Returns
    -------
    (1,) int64
        How many packs were exhausted.
    """
    deck, hands, kicks = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(MOST_KICKS, np.int64)
    stood = np.zeros(4, np.int64)
    stream, chance, desk = new_stream(), new_stream(), new_desk()
    tally = np.zeros(1, np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        start(chance, seed, number, PLAY)
        kick = deal_known(deck, 52, NOTHING_KNOWN, rules.players, hands, stream)
        kicks[0] = kick
        place, trump = number - offset, suit_of(kick)
        deals.kicks[place] = rank_of(kick)
        for seat in (DEALERS, ELDESTS):
            deals.suits[place, seat, 0] = ranks_in(hands[seat], trump)
            for side in range(3):
                deals.suits[place, seat, 1 + side] = ranks_in(hands[seat], side_suit(trump, side))
        if lean(hands[ELDESTS], kick, page) <= least:
            deals.ways[place] = CLEAR
            continue
        copy_hands(hands, stood)
        won = score_hand(stood, kick, bit(kick), rules, strategy, weights, solver, chance, desk)
        worth = 0 if rules.kick_kept else kick_worth(kick, rules)
        deals.ways[place, STOOD] = way(worth, ending(won))
        made = run_pack(deck, 52, 1 + 6 * rules.players, kicks, hands, rules, stream)
        last_kick = kicks[made - 1]
        settled = suit_of(last_kick) != trump
        end = EXHAUSTED
        if settled:
            gone = 0
            for kicked in range(made):
                gone |= bit(kicks[kicked])
            end = ending(
                score_hand(hands, last_kick, gone, rules, strategy, weights, solver, chance, desk)
            )
        tally[0] += not settled
        deals.ways[place, RUN] = way(kicks_worth(kicks, 1, made, settled, rules), end)
    return tally
