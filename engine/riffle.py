"""Riffles and a cut: a pack that is not shuffled perfectly, for any game.

A riffle is that of Gilbert, Shannon and Reeds: the pack is cut in two about the middle, and cards
fall from either part with a chance that goes by how many it has left (Bayer and Diaconis, "Trailing
the dovetail shuffle to its lair", 1992). A pack is an array of cards, the top first.
"""

from __future__ import annotations

from engine._jit import small_kernel
from engine.bits import count
from engine.deal import Deck
from engine.random import Stream, below


@small_kernel
def interleave(pack: Deck, size: int, tossed: int, room: Deck) -> None:
    """Cut a pack in two and let the parts fall together as coins say, in place.

    Parameters
    ----------
    pack : (size,) int64 or more
        Cards.
    tossed : int
        A bit for each place: 0 if its card comes from the upper part, which has as many cards as
        there are bits 0. If all `tossed` are equally likely, it is the riffle described above.
    room : (size,) int64 or more
        To work in.
    """
    upper, lower = 0, size - count(tossed)
    for place in range(size):
        room[place] = pack[place]
    for place in range(size):
        if tossed >> place & 1:
            pack[place] = room[lower]
            lower += 1
        else:
            pack[place] = room[upper]
            upper += 1


@small_kernel
def riffle(pack: Deck, size: int, room: Deck, stream: Stream) -> None:
    """Riffle a pack of at most 62 cards once, in place."""
    interleave(pack, size, below(stream, 1 << size), room)


@small_kernel
def cut(pack: Deck, size: int, lifted: int, room: Deck) -> None:
    """Cut a pack: the `lifted` cards on top go to the bottom."""
    for place in range(size):
        room[place] = pack[place]
    for place in range(size):
        pack[place] = room[(place + lifted) % size]
