"""Represents placed polytopes by integers: their exact geometry, and lengths without rounding.

A double is an integer times a power of two, and so is a sum of products of doubles.  With a common power of two, the
*unit*, all coordinates of a pair are integers; Python's are unbounded and many times faster than `Fraction`, which
computes a common divisor after each operation.  A rotation is used as given, orthogonal or not: a vertex is exactly at
rotation · vertex + position.

Only lengths are not rational.  They are stored as squares, compared by these, and converted to a double by an integer
square root with as many digits as necessary.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import inf, isqrt, ldexp, nextafter
from sys import float_info
from typing import NamedTuple

from gjkscope.engine.arithmetic.filters import ManyVertices
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.exact import Int3 as Int3
from gjkscope.engine.shapes.shape import CurvedShape, PolytopeShape, Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.vectors import ZERO, Vec3

Vertices = tuple[Int3, ...] | ManyVertices
IntMat3 = tuple[Int3, Int3, Int3]  # rows

# The initial precision of a square root, bits.  Distances are some 1e-16 … 1 of the coordinates; if subtracting the
# radii cancels most digits, the precision is doubled until enough are left.
ROOT_BITS = 128

# From this many vertices on, most are excluded as a support in doubles before the rest are compared exactly.
MANY = 48


class IntegerCore(NamedTuple):
    """A core in integers: vertex i is at ((rotation · vertices[i]) << shift) + position, in units."""

    vertices: Vertices  # local; for a curved core, the points given by the caller
    sizes: Int3  # of a curved core, local: radius, half height, 0; or radii.  Otherwise zero
    rotation: IntMat3
    shift: int
    position: Int3
    radius: int  # of the ball around the core, units


class IntegerPair(NamedTuple):
    """Two placed cores with a common unit: lengths are integers times 2^`unit` metres."""

    a: IntegerCore
    b: IntegerCore
    unit: int


class Length(NamedTuple):
    """sign · √(square / divisor) − radius, in units of 2^`unit` metres.  `sign` is 1 or −1, `divisor` positive."""

    sign: int
    square: int
    divisor: int
    radius: int
    unit: int


def place_pair(
    shape_a: Shape,
    pose_a: Pose,
    shape_b: Shape,
    pose_b: Pose,
    points_a: tuple[Vec3, ...] = (),
    points_b: tuple[Vec3, ...] = (),
) -> IntegerPair:
    """Converts both shapes to a common unit in which all their numbers are integers.

    A curved shape has no vertices: `points_a` and `points_b` (local, metres) replace
    them.  They are ignored for a polytope.
    """
    a, b = _parts(shape_a, pose_a, points_a), _parts(shape_b, pose_b, points_b)
    unit = min(a.finest, b.finest)
    return IntegerPair(_in_unit(a, unit), _in_unit(b, unit), unit)


def int_support(core: IntegerCore, direction: Int3) -> tuple[int, int]:
    """The maximum extent of the vertices along `direction` (units times its length), and the first vertex there.

    Indices are those of `support.support`.
    """
    height, index = _local_support(core.vertices, int_transposed_times(core.rotation, direction))
    return (height << core.shift) + int_dot(direction, core.position), index


def int_extents(core: IntegerCore) -> Int3:
    """The extents of the vertices along x, y and z, units."""
    along_x, along_y, along_z = core.rotation
    x, y, z = (_extent(core.vertices, along_x), _extent(core.vertices, along_y), _extent(core.vertices, along_z))
    return (x << core.shift, y << core.shift, z << core.shift)


def vertex(core: IntegerCore, index: int) -> Int3:
    """The position of the vertex with this index, in units."""
    v, shift = core.vertices[index], core.shift
    (rx, ry, rz), (px, py, pz) = core.rotation, core.position
    return ((int_dot(rx, v) << shift) + px, (int_dot(ry, v) << shift) + py, (int_dot(rz, v) << shift) + pz)


def as_integers(numbers: Iterable[float]) -> tuple[tuple[int, ...], int]:
    """The numbers as integer multiples of a common power of two, and its exponent.  There must be at least one."""
    ratios = [number.as_integer_ratio() for number in numbers]
    digits = max([denominator.bit_length() for _, denominator in ratios])
    return tuple([numerator << (digits - denominator.bit_length()) for numerator, denominator in ratios]), 1 - digits


def json_integer(number: int) -> int | str:
    """An integer as a JSON value: a hexadecimal string beyond 2⁵³, which other readers would round.

    (Not decimal: Python converts these slowly, and refuses more than 4300 digits.)
    """
    return number if abs(number) <= LARGEST_COMMON else hex(number)


LARGEST_COMMON = 2**53
"""All integers up to this are exact as doubles."""


# --- lengths ---


def compare_length(length: Length, value: float) -> int:
    """−1, 0 or 1: the length is less than, equal to or greater than `value` (metres)."""
    if value in (inf, -inf):
        return -1 if value > 0 else 1
    return _compare_ratio(length, *value.as_integer_ratio())


def less(p: Length, q: Length) -> bool:
    """Whether p < q, for lengths with the same radius and unit."""
    return p.sign * p.square * q.divisor < q.sign * q.square * p.divisor


def bracket(length: Length) -> tuple[float, float]:
    """The greatest double (metres) that is not above the length, and the least that is not below it."""
    bits = ROOT_BITS
    while True:
        low, high = _approximate(length, bits)
        down = _round_down(low, length.unit - bits)
        if low == high:
            return down, 0.0 - _round_down(-low, length.unit - bits)  # a difference is never −0
        # A root that is not a multiple of a power of two is not a double, and lies between two of them.
        if down == _round_down(high, length.unit - bits):
            return down, nextafter(down, inf) + 0.0  # no −0
        bits *= 2


def nearest(length: Length) -> float:
    """The double nearest to the length, metres; infinite beyond the largest."""
    down, up = bracket(length)
    if down == up or up == inf or down == -inf:
        return up if up == inf else down
    (p, divisor_p), (q, divisor_q) = down.as_integer_ratio(), up.as_integer_ratio()
    side = _compare_ratio(length, p * divisor_q + q * divisor_p, 2 * divisor_p * divisor_q)
    tie = down / 2 + up / 2  # the sum is rounded to even
    return (tie, up, down)[side]


def metres(numbers: Int3, divisor: int, unit: int) -> Vec3:
    """`numbers` / `divisor` units in metres, each as the nearest double."""
    x, y, z = numbers
    return (length_in_metres(x, divisor, unit), length_in_metres(y, divisor, unit), length_in_metres(z, divisor, unit))


def length_in_metres(number: int, divisor: int, unit: int) -> float:
    """`number` / `divisor` units in metres, as the nearest double; infinite beyond the largest."""
    try:  # true division of integers is correctly rounded
        return (number << unit) / divisor if unit > 0 else number / (divisor << -unit)
    except OverflowError:
        return inf if number > 0 else -inf


# --- vectors ---


ZERO3: Int3 = (0, 0, 0)


def int_dot(a: Int3, b: Int3) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def int_cross(a: Int3, b: Int3) -> Int3:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def int_sub(a: Int3, b: Int3) -> Int3:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def int_neg(a: Int3) -> Int3:
    return (-a[0], -a[1], -a[2])


def int_transposed_times(m: IntMat3, v: Int3) -> Int3:
    """mᵀ · v."""
    return (
        m[0][0] * v[0] + m[1][0] * v[1] + m[2][0] * v[2],
        m[0][1] * v[0] + m[1][1] * v[1] + m[2][1] * v[2],
        m[0][2] * v[0] + m[1][2] * v[1] + m[2][2] * v[2],
    )


# --- placing ---


class _Local(NamedTuple):
    """Vertices and sizes as integers times 2^exponent metres."""

    vertices: Vertices
    sizes: Int3
    exponent: int


class _Parts(NamedTuple):
    """A placed core before conversion to a common unit: each part has its own exponent."""

    local: _Local
    rotation: tuple[IntMat3, int]
    position: tuple[Int3, int]
    radius: tuple[int, int]
    finest: int  # the unit in which all are integers


def _parts(shape: Shape, pose: Pose, points: tuple[Vec3, ...]) -> _Parts:
    local = _local_part(shape, points)
    (xx, xy, xz, yx, yy, yz, zx, zy, zz), turned = as_integers(
        [*pose.rotation[0], *pose.rotation[1], *pose.rotation[2]]
    )
    (x, y, z), moved = as_integers(pose.position)
    ball = shape.ball_radius() if isinstance(shape, PolytopeShape) else 0.0
    balls, grown = as_integers((shape.rounding, ball))
    return _Parts(
        local,
        (((xx, xy, xz), (yx, yy, yz), (zx, zy, zz)), turned),
        ((x, y, z), moved),
        (sum(balls), grown),
        min(local.exponent + turned, moved, grown),
    )


def _in_unit(parts: _Parts, unit: int) -> IntegerCore:
    (rotation, turned), ((x, y, z), moved), (radius, grown) = parts.rotation, parts.position, parts.radius
    shift, move = parts.local.exponent + turned - unit, moved - unit
    position = (x << move, y << move, z << move)
    vertices, sizes, _ = parts.local
    return IntegerCore(vertices, sizes, rotation, shift, position, radius << (grown - unit))


def _local_part(shape: Shape, points: tuple[Vec3, ...]) -> _Local:
    if isinstance(shape, PolytopeShape):
        return _polytope(shape)
    if isinstance(shape, CurvedShape):
        return _local(points, shape.core().size)
    raise ValueError(f"shape: neither a polytope nor curved: {shape!r}")


@lru_cache(maxsize=SHAPES_KEPT)
def _polytope(shape: PolytopeShape) -> _Local:
    """Cached: a hull of thousands of vertices takes milliseconds, and its vertices do not change while it moves."""
    corners = shape.corners()
    if len(corners) < MANY:
        return _local(corners, ZERO)
    vertices = ManyVertices(corners)
    return _Local(vertices, ZERO3, vertices.exponent)


def _local(points: tuple[Vec3, ...], sizes: Vec3) -> _Local:
    numbers, exponent = as_integers([*sizes, *(number for point in points for number in point)])
    vertices = tuple(zip(numbers[3::3], numbers[4::3], numbers[5::3], strict=True))
    return _Local(vertices, (numbers[0], numbers[1], numbers[2]), exponent)


# --- supports ---


def _extent(vertices: Vertices, local: Int3) -> int:
    """The difference of the maximum and the minimum height of the vertices along a local direction."""
    if isinstance(vertices, tuple):
        x, y, z = local
        heights = [x * v[0] + y * v[1] + z * v[2] for v in vertices]
        return max(heights) - min(heights)
    return _local_support(vertices, local)[0] + _local_support(vertices, int_neg(local))[0]


def _local_support(vertices: Vertices, local: Int3) -> tuple[int, int]:
    """The maximum height of the vertices along a local direction, and the first vertex there."""
    x, y, z = local
    if isinstance(vertices, tuple):
        heights = [x * v[0] + y * v[1] + z * v[2] for v in vertices]
        height = max(heights)
        return height, heights.index(height)
    numbers = vertices.highest(local)
    heights = [int_dot(local, vertices[number]) for number in numbers]
    height = max(heights)
    return height, numbers[heights.index(height)]


# --- roots and rounding ---


def _compare_ratio(length: Length, numerator: int, denominator: int) -> int:
    """Compares the length with numerator / denominator metres.  Both sides of √… ? y are squared, with their signs."""
    if length.unit <= 0:
        y, divisor = (numerator << -length.unit) + length.radius * denominator, denominator
    else:
        divisor = denominator << length.unit
        y = numerator + length.radius * divisor
    difference = length.sign * length.square * divisor * divisor - y * abs(y) * length.divisor
    return (difference > 0) - (difference < 0)


def _approximate(length: Length, bits: int) -> tuple[int, int]:
    """Two integers, equal or 1 apart, that enclose the length, in units of 2^(unit − bits)."""
    square = length.square << (2 * bits)
    root = isqrt(square // length.divisor)
    beyond = root if root * root * length.divisor == square else root + 1
    radius = length.radius << bits
    return (root - radius, beyond - radius) if length.sign > 0 else (-beyond - radius, -root - radius)


def _round_down(number: int, exponent: int) -> float:
    """The greatest double ≤ number · 2^exponent."""
    dropped = max(number.bit_length() - float_info.mant_dig, LEAST_EXPONENT - exponent, 0)
    kept = number >> dropped  # towards −∞
    if kept.bit_length() + exponent + dropped > float_info.max_exp:
        return float_info.max if number > 0 else -inf
    return ldexp(kept, exponent + dropped)


LEAST_EXPONENT = float_info.min_exp - float_info.mant_dig
"""The exponent of the smallest positive double, 2^−1074."""
