"""libccd's comparisons and point distances, in its order of operations (`src/ccd/vec3.h`, `src/vec3.c`, version 2.1).

The distance of a point from a triangle has two formulas.  With a witness, the closest point is computed and then its
distance; without one, a polynomial in the parameters s and t is evaluated, whose terms cancel: for a point in the
triangle it gives some roundoffs of the squared coordinates instead of 0, even below 0.
"""

from typing import NamedTuple

from gjkscope.engine.published.ieee import divide
from gjkscope.engine.vectors import ZERO, Vec3, dot

EPSILON = 2.0**-52
"""`CCD_EPS` in double precision, an absolute tolerance whatever the size of the shapes."""


class CcdNearest(NamedTuple):
    """A squared distance, and the point where it is reached."""

    squared: float
    witness: Vec3


def is_zero(number: float) -> bool:
    return abs(number) < EPSILON


def sign(number: float) -> int:
    if is_zero(number):
        return 0
    return -1 if number < 0 else 1


def equal(a: float, b: float) -> bool:
    """Whether two numbers are equal to within ε, relative to the larger one if that exceeds 1."""
    difference = abs(a - b)
    return difference < EPSILON or difference < EPSILON * abs(a) or difference < EPSILON * abs(b)


def same_point(a: Vec3, b: Vec3) -> bool:
    return all(equal(x, y) for x, y in zip(a, b, strict=True))


def point_to_segment(point: Vec3, start: Vec3, end: Vec3) -> CcdNearest:
    t, way = _along(point, start, end)
    if t < EPSILON:
        witness = start
    elif t > 1 or (t > NEAR_ONE and equal(t, 1.0)):
        witness = end
    else:
        witness = (way[0] * t + start[0], way[1] * t + start[1], way[2] * t + start[2])
    x, y, z = witness[0] - point[0], witness[1] - point[1], witness[2] - point[2]
    return CcdNearest(x * x + y * y + z * z, witness)


def squared_to_segment(point: Vec3, start: Vec3, end: Vec3) -> float:
    """The formula without a witness."""
    t, way = _along(point, start, end)
    if t < EPSILON:
        return _squared(start, point)
    if t > 1 or equal(t, 1.0):
        return _squared(end, point)
    (x, y, z), (px, py, pz) = start, point
    offset = (way[0] * t + (x - px), way[1] * t + (y - py), way[2] * t + (z - pz))
    return dot(offset, offset)


def point_to_triangle(point: Vec3, a: Vec3, b: Vec3, c: Vec3) -> CcdNearest:
    s, t, *_ = _parameters(point, a, b, c)
    if _inside(s, t):
        (x, y, z), (bx, by, bz), (cx, cy, cz) = a, b, c
        witness = (
            x + (bx - x) * s + (cx - x) * t,
            y + (by - y) * s + (cy - y) * t,
            z + (bz - z) * s + (cz - z) * t,
        )
        x, y, z = witness[0] - point[0], witness[1] - point[1], witness[2] - point[2]
        return CcdNearest(x * x + y * y + z * z, witness)
    best = point_to_segment(point, a, b)
    for start, end in ((a, c), (b, c)):
        other = point_to_segment(point, start, end)
        if other.squared < best.squared:
            best = other
    return best


def squared_to_triangle(point: Vec3, a: Vec3, b: Vec3, c: Vec3, *, any_area: bool = False) -> float:
    """The formula without a witness, which may be some roundoffs below 0.

    For an edge that is not the first, libccd asks for a witness even here.  In Bullet, as before version 2.1, triangles
    of any area have parameters.
    """
    s, t, u, v, w, p, q, r = _parameters(point, a, b, c, any_area)
    if _inside(s, t):
        squared = s * s * v
        squared += t * t * w
        squared += 2.0 * s * t * r
        squared += 2.0 * s * p
        squared += 2.0 * t * q
        return squared + u
    best = squared_to_segment(point, a, b)
    for start, end in ((a, c), (b, c)):
        other = point_to_segment(point, start, end).squared
        if other < best:
            best = other
    return best


def origin_to_triangle(a: Vec3, b: Vec3, c: Vec3) -> float:
    return squared_to_triangle(ZERO, a, b, c)


# The formulas are written out in components: a polytope with 500 vertices evaluates them 10,000 times.

NEAR_ONE = 0.5  # no smaller number is equal to 1


def _along(point: Vec3, start: Vec3, end: Vec3) -> tuple[float, Vec3]:
    """The parameter of the closest point on the line, and the vector from its start to its end."""
    (px, py, pz), (ax, ay, az), (bx, by, bz) = point, start, end
    x, y, z = bx - ax, by - ay, bz - az
    product = (ax - px) * x + (ay - py) * y + (az - pz) * z
    return divide(-1.0 * product, x * x + y * y + z * z), (x, y, z)


def _parameters(point: Vec3, a: Vec3, b: Vec3, c: Vec3, any_area: bool = False) -> tuple[float, ...]:
    """s, t of the closest point a + s (b − a) + t (c − a) of the plane, and the products that they come from."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz), (x, y, z) = a, b, c, point
    x1, y1, z1 = bx - ax, by - ay, bz - az
    x2, y2, z2 = cx - ax, cy - ay, cz - az
    x, y, z = ax - x, ay - y, az - z
    u, v, w = x * x + y * y + z * z, x1 * x1 + y1 * y1 + z1 * z1, x2 * x2 + y2 * y2 + z2 * z2
    p, q, r = x * x1 + y * y1 + z * z1, x * x2 + y * y2 + z * z2, x1 * x2 + y1 * y2 + z1 * z2
    divisor = w * v - r * r
    if abs(divisor) < EPSILON and not any_area:
        return -1.0, -1.0, u, v, w, p, q, r
    s = divide(q * r - w * p, divisor)
    return s, divide(-s * r - q, w), u, v, w, p, q, r


def _inside(s: float, t: float) -> bool:
    return (
        s > -EPSILON
        and t > -EPSILON
        and (s < 1 or equal(s, 1.0))
        and (t < 1 or equal(t, 1.0))
        and (t + s < 1 or equal(t + s, 1.0))
    )


def _squared(a: Vec3, b: Vec3) -> float:
    """The squared distance of two points."""
    x, y, z = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    return x * x + y * y + z * z
