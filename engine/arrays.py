"""Many vectors as one whose components are arrays.

The functions of `vectors` are formulas without branches, so they take arrays for numbers: a vector is then three arrays
with a number for each of many.  NumPy rounds each sum, product, quotient and root as Python does.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from gjkscope.engine.vectors import Mat3, Vec3

# Vectors and matrices whose components are arrays.
Vectors = Any
Matrices = Any


def vector_arrays(vectors: Sequence[Vec3]) -> Vectors:
    """Vectors as one of arrays."""
    x, y, z = np.fromiter(chain.from_iterable(vectors), np.float64, 3 * len(vectors)).reshape(-1, 3).T.copy()
    return x, y, z


def matrix_arrays(matrices: Sequence[Mat3]) -> Matrices:
    """Matrices as one of arrays."""
    rows = chain.from_iterable(matrices)
    numbers = np.fromiter(chain.from_iterable(rows), np.float64, 9 * len(matrices)).reshape(-1, 9).T.copy()
    return tuple(numbers[:3]), tuple(numbers[3:6]), tuple(numbers[6:])


def vectors_of(arrays: Vectors) -> list[Vec3]:
    """The vectors in arrays, with Python's floats."""
    x, y, z = (part.tolist() for part in arrays)
    return list(zip(x, y, z, strict=True))


def matrices_of(arrays: Matrices) -> list[Mat3]:
    """The matrices in arrays, with Python's floats."""
    x, y, z = (vectors_of(row) for row in arrays)
    return list(zip(x, y, z, strict=True))
