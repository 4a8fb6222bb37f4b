"""Systems of linear equations, solved to the same last bit on every machine."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from engine._jit import kernel

Floats: TypeAlias = npt.NDArray[np.float64]


@kernel
def solve_linear(matrix: Floats, right: Floats) -> Floats:
    """The solution of a system with a positive definite matrix; both are used up.

    Elimination number by number, where a library would choose an order of sums that suits the
    processor.
    """
    size = right.size
    for k in range(size):
        for row in range(k + 1, size):
            factor = matrix[row, k] / matrix[k, k]
            if factor != 0:
                for column in range(k + 1, size):
                    matrix[row, column] -= factor * matrix[k, column]
                right[row] -= factor * right[k]
    for k in range(size - 1, -1, -1):
        right[k] /= matrix[k, k]
        for row in range(k):
            right[row] -= matrix[row, k] * right[k]
    return right


@kernel
def rest_of(right: Floats, matrix: Floats, solution: Floats) -> Floats:
    """What a solution leaves of the right side of a system."""
    rest = right.copy()
    for row in range(right.size):
        for column in range(right.size):
            rest[row] -= matrix[row, column] * solution[column]
    return rest
