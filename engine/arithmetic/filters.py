"""Filters: decide in doubles what can be decided, with proved error bounds, and leave the rest to integers.

Shewchuk, Adaptive precision floating-point arithmetic and fast robust geometric predicates, Discrete & Computational
Geometry 18, 1997, calls them the first stage of an adaptive predicate.  Here they run over many numbers at once, in
NumPy, and never decide a result: they say which few candidates exact arithmetic must compare.

Notation: u = 2⁻⁵³ is the largest relative error of one rounding.  Sums of errors are of first order; terms with u² are
less than the margins, which are stated with each bound.
"""

from collections.abc import Iterator, Sequence
from sys import float_info

import numpy as np
import numpy.typing as npt

from gjkscope.engine.shapes.exact import Int3
from gjkscope.engine.vectors import DOUBLE, Vec3

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# The total error of the heights of two vertices, in units of the largest coordinate, if computed in doubles along a
# rounded direction with coordinates of at most 1: 3 roundings of these, 3 of the products, 5 of the sums (which are up
# to 3), each 2⁻⁵³, times two.  The rest is a margin.
HEIGHT_ERROR = 32 * DOUBLE

# Below the least normal double, the error of a product is no longer relative; times a margin.
UNDERFLOW = 8 * float_info.min

# Errors of a face's normal and of its offset, in units of its longest edge component E, for coordinates of at most 1.
# Coordinates were rounded: u.  An edge then has an error of 2u + uE ≤ 4u, as E ≤ 2.  A component of the normal is the
# difference of two products of edges: each has an error of 2 · 4uE + uE² ≤ 10uE, and the difference adds 2uE² ≤ 4uE, so
# 24uE in all.  The offset is the sum of three products of such a component, at most 2E² ≤ 4E, and a coordinate: each
# has an error of 24uE + 4uE + 4uE, and the two sums add at most 8uE + 12uE, so 116uE in all.
NORMAL_ERROR, OFFSET_ERROR = 32 * DOUBLE, 160 * DOUBLE  # the rest is a margin

# Squares of components below 1e-154 underflow, so a length has an absolute error of as much; times a margin.
LENGTH_UNDERFLOW = 1e-150


class ManyVertices:
    """Local vertices of a large polytope: in doubles all at once, and as integers one by one.

    Behaves like a tuple of `Int3`, the vertices in units of 2^`exponent` metres.
    """

    def __init__(self, points: Sequence[Vec3]) -> None:
        self._points = points
        self._columns = np.ascontiguousarray(np.array(points).T)  # (3, n), metres
        self._reach = float(np.abs(self._columns).max())
        self.exponent = finest_exponent(self._columns)
        self._exact: dict[int, Int3] = {}

    def __len__(self) -> int:
        return len(self._points)

    def __iter__(self) -> Iterator[Int3]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: int) -> Int3:
        point = self._exact.get(index)
        if point is None:
            x, y, z = self._points[index]
            point = self._exact[index] = (self._in_units(x), self._in_units(y), self._in_units(z))
        return point

    def highest(self, direction: Int3) -> list[int]:
        """The indices of all vertices that may be the furthest along a local direction."""
        if self._reach > float_info.max / 4:  # a sum might be infinite
            return list(range(len(self)))
        largest = max(abs(direction[0]), abs(direction[1]), abs(direction[2]), 1)
        heights = self._columns[0] * (direction[0] / largest)
        heights += self._columns[1] * (direction[1] / largest)
        heights += self._columns[2] * (direction[2] / largest)
        margin = HEIGHT_ERROR * self._reach + UNDERFLOW
        return np.flatnonzero(heights >= heights.max() - margin).tolist()

    def _in_units(self, coordinate: float) -> int:
        numerator, denominator = coordinate.as_integer_ratio()
        return numerator << (1 - self.exponent - denominator.bit_length())


def finest_exponent(numbers: Floats) -> int:
    """The largest exponent, at most 0, of a power of two of which all numbers are integer multiples."""
    mantissas, exponents = np.frexp(numbers[numbers != 0])
    whole = np.ldexp(mantissas, float_info.mant_dig).astype(np.int64)
    lowest_bits = np.frexp((whole & -whole).astype(float))[1] - 1
    finest = (exponents - float_info.mant_dig + lowest_bits).min(initial=0)
    return int(finest)


def undecided_planes(points: Sequence[Int3], faces: Ints) -> list[int]:
    """The faces that exact arithmetic must look at to find the plane nearest to the origin, in ascending order.

    `faces` is (n, 3), indices of corners.  All other faces certainly have the origin strictly behind their planes,
    and are certainly further from it than one of these.
    """
    largest = max(max(abs(x), abs(y), abs(z)) for x, y, z in points) or 1
    corners = np.array([(x / largest, y / largest, z / largest) for x, y, z in points])[faces]  # (n, 3 corners, 3)
    p, q, r = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    edge = np.abs(corners[:, 1:] - corners[:, :1]).max(axis=(1, 2))
    with np.errstate(all="ignore"):  # results that underflow, or of faces without area, are undecided
        normals = np.cross(q, r)
        lengths = np.sqrt((normals * normals).sum(axis=1))
        offsets = (normals * p).sum(axis=1)
        slack, error = NORMAL_ERROR * edge + LENGTH_UNDERFLOW, OFFSET_ERROR * edge + UNDERFLOW
        least = (offsets - error) / (2 * slack + lengths * (1 + 16 * DOUBLE))
        most = np.where(lengths > 2 * slack, (offsets + error) / (lengths * (1 - 16 * DOUBLE) - 2 * slack), np.inf)
    # nan, of numbers that underflowed, counts as undecided.
    return np.flatnonzero(~((least > 0) & (least > most.min()))).tolist()
