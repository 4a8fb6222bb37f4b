"""A deal's random stream: xoshiro256++, started from (seed, number, purpose) by SplitMix64.

Blackman and Vigna, "Scrambled linear pseudorandom number generators" (2021); the reference
vectors are in tests. Bounded draws multiply and reject (Lemire 2019); cards are drawn up to eight
to a word in the same way (Brackett-Rozinsky and Lemire 2024), so every order is equally likely.

uint64 lives in this module alone: mixed with an int, Numba would make it a float.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from engine._jit import INTERPRETED, kernel, small_kernel
from engine._llvm import high_word

Stream: TypeAlias = npt.NDArray[np.uint64]
"""The four words of a generator."""

CARDS, PLAY, AGAIN, SAMPLE = range(4)
"""Purposes of streams: a deal's cards; its players who randomise; the same deal played again; the
worlds that a player samples."""

F = TypeVar("F", bound=Callable[..., object])

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


def _wrapping(function: F) -> F:
    """A kernel whose uint64 arithmetic wraps silently, also when it is interpreted."""
    if TYPE_CHECKING or not INTERPRETED:
        return small_kernel(function)

    @functools.wraps(function)
    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return quiet


@kernel
def new_stream() -> Stream:
    """A generator that has yet to be started."""
    return np.zeros(4, np.uint64)


@_wrapping
def mix(z: np.uint64) -> np.uint64:
    """SplitMix64's finaliser: a bijection that scatters neighbouring numbers."""
    z = (z ^ (z >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    mixed: np.uint64 = z ^ (z >> np.uint64(31))
    return mixed


@_wrapping
def scramble(number: int) -> int:
    """60 scrambled bits of a number that is not negative; up to six of them add up safely."""
    return np.int64(mix(np.uint64(number) + _GOLDEN) >> np.uint64(4))  # type: ignore[return-value]


@_wrapping
def start(stream: Stream, seed: int, number: int, purpose: int) -> None:
    """Set `stream` to the beginning of the stream of (seed, number, purpose).

    For one seed and purpose, different numbers never share a start: each step is a bijection.
    """
    z = mix(np.uint64(seed) + _GOLDEN)
    z = mix((z ^ np.uint64(purpose)) + _GOLDEN)
    z = mix((z ^ np.uint64(number)) + _GOLDEN)
    for i in range(4):
        z += _GOLDEN
        stream[i] = mix(z)


@_wrapping
def next_word(stream: Stream) -> np.uint64:
    """The next 64 random bits (xoshiro256++)."""
    s0, s1, s2, s3 = stream[0], stream[1], stream[2], stream[3]
    total = s0 + s3
    word: np.uint64 = ((total << np.uint64(23)) | (total >> np.uint64(41))) + s0
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    stream[1] = s1 ^ s2
    stream[0] = s0 ^ s3
    stream[2] = s2 ^ shifted
    stream[3] = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return word


@_wrapping
def below(stream: Stream, bound: int) -> int:
    """A whole number from 0 to `bound` - 1, each equally likely; `bound` >= 1."""
    limit = np.uint64(bound)
    word = next_word(stream)
    low = word * limit
    if low < limit:
        threshold = (np.uint64(0) - limit) % limit
        while low < threshold:
            word = next_word(stream)
            low = word * limit
    return np.int64(high_word(word, limit))  # type: ignore[return-value]


@_wrapping
def coins(stream: Stream, count: int) -> int:
    """`count` bits, each 0 or 1 with the same chance; 1 <= `count` <= 62."""
    return np.int64(next_word(stream) >> np.uint64(64 - count))  # type: ignore[return-value]


@_wrapping
def draw(deck: npt.NDArray[np.int64], size: int, drawn: int, count: int, stream: Stream) -> int:
    """Draw the next `count` cards of a partly shuffled deck, in place.

    Parameters
    ----------
    deck : (52,) int64
        Cards; the first `drawn` are out already, those up to `size` are still to be drawn.
        Afterwards places `drawn` to `drawn + count - 1` hold the cards drawn, in order.
    size, drawn, count : int
        ``drawn + count <= size <= 54``, and ``count <= 8``: they come from one word.

    Returns
    -------
    int
        The mask of the cards drawn.
    """
    while True:
        word = next_word(stream)
        orders = np.uint64(1)  # how many ordered picks there are
        cards = np.int64(0)
        for place in range(drawn, drawn + count):
            left = np.uint64(size - place)
            other = place + np.int64(high_word(word, left))
            word *= left
            orders *= left
            card = deck[other]
            deck[other] = deck[place]
            deck[place] = card
            cards |= np.int64(1) << card
        # A word that is rejected has only shuffled cards that are still to be drawn: no bias.
        if word >= orders or word >= (np.uint64(0) - orders) % orders:
            return cards  # type: ignore[return-value]
