"""Vectors of three floats as plain tuples.

Tuples rather than arrays: for three numbers they are several times faster in plain Python, immutable and
hashable, and numba compiles functions over them unchanged.  Every function here is a single formula.  The formulas
are written out in components, as a function call takes as long as the arithmetic of two formulas.
"""

from math import sqrt
from typing import TypeVar

T = TypeVar("T")

Vec3 = tuple[float, float, float]
Mat3 = tuple[Vec3, Vec3, Vec3]  # rows

# Squares between these have full precision: no significant term underflows or overflows, neither in single precision
# (2⁻¹⁴⁹ to 2¹²⁸) nor in double.
SMALL = 2.0**-100
LARGE = 2.0**100

# The unit roundoff of each precision: the relative error of an operation is at most this.
DOUBLE = 2.0**-53
SINGLE = 2.0**-24

# The squared sine of an angle from which a cross product is accurate: its error, a few roundoffs, is divided by the
# sine.
WIDE = 2.0**-4

ZERO: Vec3 = (0.0, 0.0, 0.0)
IDENTITY: Mat3 = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def add(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def neg(a: Vec3) -> Vec3:
    return (-a[0], -a[1], -a[2])


def scale(a: Vec3, factor: float) -> Vec3:
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def along(origin: Vec3, direction: Vec3, distance: float) -> Vec3:
    """The point `origin + distance · direction`."""
    return (
        origin[0] + direction[0] * distance,
        origin[1] + direction[1] * distance,
        origin[2] + direction[2] * distance,
    )


def dot(a: Vec3, b: Vec3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec3, b: Vec3) -> Vec3:
    (x, y, z), (u, v, w) = a, b
    return (y * w - z * v, z * u - x * w, x * v - y * u)


def area(a: Vec3, b: Vec3) -> Vec3:
    """The cross product, perpendicular to its factors up to a few roundoffs of its length.

    Where the factors are nearly parallel, cancellation leaves a part along them, which is removed.
    """
    return area_of(a, b, dot(a, a), dot(b, b))


def area_of(a: Vec3, b: Vec3, square_a: float, square_b: float) -> Vec3:
    """`area` of factors whose squares are known."""
    normal = cross(a, b)
    if dot(normal, normal) >= WIDE * square_a * square_b:
        return normal
    return square_to(square_to(normal, a), b)


def square_to(a: Vec3, b: Vec3) -> Vec3:
    """`a` without its part along `b`."""
    (x, y, z), (u, v, w) = a, b
    length = u * u + v * v + w * w
    if length > 0:
        part = -(x * u + y * v + z * w) / length
        return (x + u * part, y + v * part, z + w * part)
    return a


def norm(a: Vec3) -> float:
    """Euclidean length, without overflow or underflow if the length itself is representable."""
    square = dot(a, a)
    if SMALL < square < LARGE:
        return _length(square)
    return _scaled_norm(a)


def _length(square: float) -> float:
    """The root of a square.

    `sqrt` returns a double; adding a zero of the square's precision rounds the result to that precision.
    """
    return 0.0 * square + sqrt(square)


def _scaled_norm(a: Vec3) -> float:
    """`norm` of a vector whose square is too large or too small for a double, or zero."""
    largest = max(abs(a[0]), abs(a[1]), abs(a[2]))
    if largest == 0.0:
        return 0.0
    x, y, z = a[0] / largest, a[1] / largest, a[2] / largest
    return largest * sqrt(x * x + y * y + z * z)


def unit(a: Vec3) -> Vec3:
    """`a` scaled to length 1; the zero vector stays zero (the caller decides what that means)."""
    square = dot(a, a)
    if SMALL < square < LARGE:
        length = _length(square)
        return (a[0] / length, a[1] / length, a[2] / length)
    return _scaled_unit(a)


def _scaled_unit(a: Vec3) -> Vec3:
    """`unit` of a vector whose square is too large or too small for a double, or zero."""
    length = norm(a)
    if length == 0.0:
        return ZERO
    if not SMALL < length < LARGE:
        a = scale(a, LARGE if length <= SMALL else SMALL)
        length = norm(a)
    return (a[0] / length, a[1] / length, a[2] / length)


def row_times(m: Mat3, v: Vec3) -> Vec3:
    """The matrix–vector product m · v (rows of `m` against the column `v`)."""
    (a, b, c), (d, e, f), (g, h, i) = m
    x, y, z = v
    return (a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z)


def transposed_times(m: Mat3, v: Vec3) -> Vec3:
    """mᵀ · v; for a rotation, the inverse rotation of `v`."""
    (a, b, c), (d, e, f), (g, h, i) = m
    x, y, z = v
    return (a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z)


def column(m: Mat3, index: int) -> Vec3:
    return (m[0][index], m[1][index], m[2][index])


def nth(items: tuple[T, T, T], i: int) -> T:
    """`items[i]`.  (In compiled code, an index known only at run time would move the tuple to memory.)"""
    return items[0] if i == 0 else items[1] if i == 1 else items[2]


def product(m: Mat3, n: Mat3) -> Mat3:
    """The matrix product m · n."""
    columns = (column(n, 0), column(n, 1), column(n, 2))
    return (
        (dot(m[0], columns[0]), dot(m[0], columns[1]), dot(m[0], columns[2])),
        (dot(m[1], columns[0]), dot(m[1], columns[1]), dot(m[1], columns[2])),
        (dot(m[2], columns[0]), dot(m[2], columns[1]), dot(m[2], columns[2])),
    )
