"""Four instructions that Numba doesn't offer, and plain Python twins for when the JIT is off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine._jit import INTERPRETED

if TYPE_CHECKING or INTERPRETED:

    def population(mask: int) -> int:
        """How many bits of an int64 are set."""
        return int(mask).bit_count()

    def trailing_zeros(mask: int) -> int:
        """Zeros below the lowest bit set of an int64 that is not 0."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def leading_zeros(mask: int) -> int:
        """Zeros above the highest bit set of an int64 that is not 0."""
        return 64 - int(mask).bit_length()

    def high_word(a: np.uint64, b: np.uint64) -> np.uint64:
        """The upper half of the 128-bit product of two uint64."""
        return np.uint64(int(a) * int(b) >> 64)

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def population(typing: Any, mask: Any) -> Any:
        """How many bits of an int64 are set: LLVM's ctpop."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), build

    @intrinsic
    def trailing_zeros(typing: Any, mask: Any) -> Any:
        """Zeros below the lowest bit set of an int64 that is not 0: LLVM's cttz."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), build

    @intrinsic
    def leading_zeros(typing: Any, mask: Any) -> Any:
        """Zeros above the highest bit set of an int64 that is not 0: LLVM's ctlz."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), build

    @intrinsic
    def high_word(typing: Any, a: Any, b: Any) -> Any:
        """The upper half of the 128-bit product of two uint64."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            wide = ir.IntType(128)
            product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
            return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), build
