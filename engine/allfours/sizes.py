"""With how many cards hands are played: deals decided by a book and run, but not played."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine._jit import kernel
from engine.allfours.book import DEALERS, ELDESTS, Book, begs, gift_allowed, gives
from engine.allfours.pack import MOST_KICKS
from engine.allfours.play import run_pack
from engine.allfours.rules import Rules
from engine.allfours.simulate import NOTHING_KNOWN, Tally, deal_known
from engine.bits import count
from engine.cards import SORTED_PACK, suit_of
from engine.deal import restart
from engine.random import new_stream

MOST_RUNS: Final = 5
"""No pack can be run more often, however few play."""


@kernel
def sizes_tally(first: int, last: int, seed: int, rules: Rules, book: Book) -> Tally:
    """How often trump is settled after how many runs, at a score where a gift does not win.

    Returns
    -------
    (MOST_RUNS + 2,) int64
        Deals settled without a run, after one run, after two, and so on; last, packs exhausted.
    """
    deck, hands, kicks = SORTED_PACK.copy(), np.zeros(4, np.int64), np.zeros(MOST_KICKS, np.int64)
    stream = new_stream()
    tally = np.zeros(MOST_RUNS + 2, np.int64)
    may_give = gift_allowed(0, rules)
    for number in range(first, last):
        restart(deck, SORTED_PACK, stream, seed, number)
        kick = deal_known(deck, 52, NOTHING_KNOWN, rules.players, hands, stream)
        kicks[0] = kick
        runs = 0
        if begs(hands[1], kick, book[ELDESTS], rules) and not gives(
            hands[0], kick, book[DEALERS], may_give, rules
        ):
            made = run_pack(deck, 52, 1 + 6 * rules.players, kicks, hands, rules, stream)
            settled = suit_of(kicks[made - 1]) != suit_of(kick)
            runs = (count(hands[1]) - 6) // 3 if settled else MOST_RUNS + 1
        tally[runs] += 1
    return tally
