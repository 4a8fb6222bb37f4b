"""Count, lowest and highest bit of a mask: each compiled to a single instruction.

Masks are int64 and never negative. The compiled forms are LLVM's ``ctpop``, ``cttz`` and ``ctlz``;
with the JIT off, plain Python serves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine._jit import INTERPRETED, small_kernel

_STEPS = 5

if TYPE_CHECKING or INTERPRETED:

    def count(mask: int) -> int:
        """How many bits are set.

        >>> count(0b10110)
        3
        """
        return int(mask).bit_count()

    def lowest(mask: int) -> int:
        """Index of the lowest bit set; `mask` must not be 0.

        >>> lowest(0b10110)
        1
        """
        return (int(mask) & -int(mask)).bit_length() - 1

    def highest(mask: int) -> int:
        """Index of the highest bit set; `mask` must not be 0.

        >>> highest(0b10110)
        4
        """
        return int(mask).bit_length() - 1

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def _ctpop(typing: Any, mask: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), build

    @intrinsic
    def _cttz(typing: Any, mask: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), build

    @intrinsic
    def _ctlz(typing: Any, mask: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), build

    @small_kernel
    def count(mask: int) -> int:
        """How many bits are set."""
        return _ctpop(mask)

    @small_kernel
    def lowest(mask: int) -> int:
        """Index of the lowest bit set; `mask` must not be 0."""
        return _cttz(mask)

    @small_kernel
    def highest(mask: int) -> int:
        """Index of the highest bit set; `mask` must not be 0."""
        return 63 - _ctlz(mask)


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
