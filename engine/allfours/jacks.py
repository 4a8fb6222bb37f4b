"""What becomes of the trump jack, by the seat that holds it and the trumps that go with it."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel
from engine.allfours.expert import Weights
from engine.allfours.hand import new_desk
from engine.allfours.rules import Rules
from engine.allfours.simulate import NOTHING_KNOWN, Tally, deal_known, score_hand
from engine.allfours.strategy import Strategy
from engine.bits import count
from engine.cards import JACK, SORTED_PACK, bit, lane, rank_mask, suit_of
from engine.deal import restart
from engine.random import PLAY, new_stream, start

MOST_COMPANIONS: Final = 5
FATES: Final = ("saved", "hung")


@kernel
def jack_tally(
    first: int, last: int, seed: int, rules: Rules, strategy: Strategy, weights: Weights | None
) -> Tally:
    """Play deals that are stood, and look at the trump jack.

    Returns
    -------
    (48,) int64
        For each seat that holds it, and 0 to MOST_COMPANIONS trumps beside it, FATES: how often
        its team saved it, and how often the other hung it.
    """
    deck, hands, dealt = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(4, np.int64)
    stream, chance, desk = new_stream(), new_stream(), new_desk()
    tally = np.zeros((4, MOST_COMPANIONS + 1, len(FATES)), np.int64)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        start(chance, seed, number, PLAY)
        kick = deal_known(deck, 52, NOTHING_KNOWN, hands, stream)
        trumps = lane(suit_of(kick))
        dealt[:] = hands
        if not (dealt[0] | dealt[1] | dealt[2] | dealt[3]) & trumps & rank_mask(JACK):
            continue
        won = score_hand(hands, kick, bit(kick), rules, strategy, weights, None, chance, desk)
        for seat in range(4):
            if dealt[seat] & trumps & rank_mask(JACK):
                tally[seat, count(dealt[seat] & trumps) - 1, won.hang * won.hang] += 1
    return tally.reshape(-1)
