"""Who deals first: the high cut, and the first jack dealt (RULES.md 3)."""

from __future__ import annotations

import numpy as np

from engine._jit import kernel
from engine.allfours.simulate import Tally
from engine.cards import JACK, SORTED_PACK, rank_of
from engine.deal import restart
from engine.random import draw, new_stream

HIGH_CUT, CUT_AGAIN, FIRST_JACK = 0, 4, 5


@kernel
def first_dealer_tally(first: int, last: int, seed: int) -> Tally:
    """Choose first dealers both ways.

    Returns
    -------
    (9,) int64
        From HIGH_CUT on how often each of four players cuts the highest card, those who are equal
        cutting again; CUT_AGAIN, how often they must; from FIRST_JACK on how often each of four
        is dealt the first jack, in the order in which cards are dealt to them.
    """
    deck, stream = SORTED_PACK.copy(), new_stream()
    tally = np.zeros(FIRST_JACK + 4, np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        among, cuts = 15, 0
        while among & (among - 1):
            draw(deck, 52, 0, 4, stream)
            highest, best = -1, 0
            for player in range(4):
                if among >> player & 1:
                    rank = rank_of(deck[player])
                    best = best | 1 << player if rank == highest else best
                    if rank > highest:
                        highest, best = rank, 1 << player
            among = best
            cuts += 1
        for player in range(4):
            tally[HIGH_CUT + player] += among >> player & 1
        tally[CUT_AGAIN] += cuts > 1
        place = 0
        draw(deck, 52, 0, 1, stream)
        while rank_of(deck[place]) != JACK:
            place += 1
            draw(deck, 52, place, 1, stream)
        tally[FIRST_JACK + place % 4] += 1
    return tally
