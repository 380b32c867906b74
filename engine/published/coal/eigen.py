"""Vectors and matrices in the order of operations of Eigen, as coal is compiled with it for x86-64 (SSE2, no FMA).

A sum of three products is (x + y) + z where Eigen takes two of them at once, which it does in dot products, norms and
products with a transposed matrix.  In matrix times vector only the last row is a sum of another order: x + (y + z).
"""

from math import isfinite

from gjkscope.engine.published.ieee import divide, root
from gjkscope.engine.vectors import Mat3, Vec3, cross, dot, nth, sub, transposed_times

PRECISION = 1e-12
"""`dummy_precision`, Eigen's absolute tolerance for doubles."""

LARGEST = 1.7976931348623157e308  # of a double


def times(m: Mat3, v: Vec3) -> Vec3:
    (a, b, c), (d, e, f), (g, h, i) = m
    x, y, z = v
    return (a * x + b * y + c * z, d * x + e * y + f * z, g * x + (h * y + i * z))


def relative_rotation(a: Mat3, b: Mat3) -> Mat3:
    """aᵀ · b."""
    columns = [transposed_times(a, (b[0][j], b[1][j], b[2][j])) for j in range(3)]
    x, y, z = zip(*columns, strict=True)
    return (x, y, z)


def eigen_norm(v: Vec3) -> float:
    return root(dot(v, v))


def eigen_unit(v: Vec3) -> Vec3:
    """The vector divided by its length; unchanged if its square is 0."""
    square = dot(v, v)
    return quotient(v, root(square)) if square > 0 else v


def quotient(v: Vec3, by: float) -> Vec3:
    return (divide(v[0], by), divide(v[1], by), divide(v[2], by))


def eigen_triple(a: Vec3, b: Vec3, c: Vec3) -> float:
    return dot(a, cross(b, c))


def is_zero_vector(v: Vec3) -> bool:
    return all(abs(x) <= PRECISION for x in v)


def is_identity_matrix(m: Mat3) -> bool:
    return all(
        abs(x - 1.0) <= min(abs(x), 1.0) * PRECISION if i == j else abs(x) <= PRECISION
        for i, row in enumerate(m)
        for j, x in enumerate(row)
    )


def are_finite(*vectors: Vec3) -> bool:
    return all(isfinite(x) for v in vectors for x in v)


def corner_normal(a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """(b − a) × (c − a)."""
    return cross(sub(b, a), sub(c, a))


def across_axis(axis: Vec3) -> Vec3:
    """A unit vector across an axis: across its smallest component."""
    smallest = min(range(3), key=lambda i: abs(nth(axis, i)))
    return eigen_unit(cross(axis, nth(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), smallest)))
