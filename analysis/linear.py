"""Systems of linear equations, solved to the same last bit on every machine."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def solve_linear(matrix: Floats, right: Floats) -> Floats:
    """The solution of a system with a positive definite matrix; both are used up.

    Elimination number by number, where a library would choose an order of sums that suits the
    processor.
    """
    size = len(right)
    for k in range(size):
        factor = matrix[k + 1 :, k] / matrix[k, k]
        matrix[k + 1 :, k + 1 :] -= factor[:, None] * matrix[k, k + 1 :]
        right[k + 1 :] -= factor * right[k]
    for k in range(size - 1, -1, -1):
        right[k] /= matrix[k, k]
        right[:k] -= matrix[:k, k] * right[k]
    return right
