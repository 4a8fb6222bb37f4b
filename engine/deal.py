"""Shuffle and deal: a deal is a pure function of its seed and number.

A deck is an int64 array whose first `size` places hold the cards that are still unknown to us;
`random.draw` brings the next ones forward. The cards of a deal are drawn as the deal needs them,
so a deal that is run goes on where it stood.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import small_kernel
from engine.cards import PACK, Mask, cards_of
from engine.random import CARDS, Stream, start

Deck: TypeAlias = npt.NDArray[np.int64]
Hands: TypeAlias = npt.NDArray[np.int64]


def unseen(known: Mask) -> Deck:
    """The pack in order, without the cards of `known`."""
    return np.array(sorted(cards_of(PACK & ~known)), np.int64)


@small_kernel
def refill(deck: Deck, cards: Deck) -> None:
    """Put `cards` into `deck`, in order."""
    for place in range(cards.size):
        deck[place] = cards[place]


@small_kernel
def copy_hands(hands: Hands, into: Hands) -> None:
    """Copy the four hands; an assignment of arrays takes Numba seconds to compile."""
    for seat in range(4):
        into[seat] = hands[seat]


@small_kernel
def restart(deck: Deck, cards: Deck, stream: Stream, seed: int, number: int) -> None:
    """Refill the deck, and begin the deal of this seed and number."""
    refill(deck, cards)
    start(stream, seed, number, CARDS)
