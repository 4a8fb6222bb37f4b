"""Count, lowest and highest bit of a mask: each compiled to a single instruction.

Masks are int64 and never negative.
"""

from __future__ import annotations

from engine._jit import small_kernel
from engine._llvm import leading_zeros, population, trailing_zeros

_STEPS = 5


@small_kernel
def count(mask: int) -> int:
    """How many bits are set.

    >>> count(0b10110)
    3
    """
    return population(mask)


@small_kernel
def lowest(mask: int) -> int:
    """Index of the lowest bit set; `mask` must not be 0.

    >>> lowest(0b10110)
    1
    """
    return trailing_zeros(mask)


@small_kernel
def highest(mask: int) -> int:
    """Index of the highest bit set; `mask` must not be 0.

    >>> highest(0b10110)
    4
    """
    return 63 - leading_zeros(mask)


@small_kernel
def nth(mask: int, n: int) -> int:
    """Index of the `n`-th lowest bit set, counting from 0; `mask` has more than `n` bits.

    >>> nth(0b10110, 2)
    4
    """
    for step in range(_STEPS):  # of fixed length: nothing for the processor to guess
        mask = mask & (mask - 1) if step < n else mask
    for _ in range(n - _STEPS):
        mask &= mask - 1
    return lowest(mask)
