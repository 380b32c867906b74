"""libccd's comparisons and point distances, in its order of operations (`src/ccd/vec3.h`, `src/vec3.c`, version 2.1).

The distance of a point from a triangle has two formulas.  With a witness, the closest point is computed and then its
distance; without one, a polynomial in the parameters s and t is evaluated, whose terms cancel: for a point in the
triangle it gives some roundoffs of the squared coordinates instead of 0, even below 0.
"""

from typing import NamedTuple

from gjkscope.engine.published.ieee import divide
from gjkscope.engine.vectors import ZERO, Vec3, add, dot, scale, sub

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
    return difference < EPSILON or difference < EPSILON * max(abs(a), abs(b))


def same_point(a: Vec3, b: Vec3) -> bool:
    return all(equal(x, y) for x, y in zip(a, b, strict=True))


def point_to_segment(point: Vec3, start: Vec3, end: Vec3) -> CcdNearest:
    t, way = _along(point, start, end)
    if t < 0 or is_zero(t):
        return CcdNearest(_squared(sub(start, point)), start)
    if t > 1 or equal(t, 1.0):
        return CcdNearest(_squared(sub(end, point)), end)
    witness = add(scale(way, t), start)
    return CcdNearest(_squared(sub(witness, point)), witness)


def squared_to_segment(point: Vec3, start: Vec3, end: Vec3) -> float:
    """The formula without a witness."""
    t, way = _along(point, start, end)
    if t < 0 or is_zero(t):
        return _squared(sub(start, point))
    if t > 1 or equal(t, 1.0):
        return _squared(sub(end, point))
    return _squared(add(scale(way, t), sub(start, point)))


def point_to_triangle(point: Vec3, a: Vec3, b: Vec3, c: Vec3) -> CcdNearest:
    s, t, *_ = _parameters(point, a, b, c)
    if _inside(s, t):
        witness = add(add(a, scale(sub(b, a), s)), scale(sub(c, a), t))
        return CcdNearest(_squared(sub(witness, point)), witness)
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


def _along(point: Vec3, start: Vec3, end: Vec3) -> tuple[float, Vec3]:
    """The parameter of the closest point on the line, and the vector from its start to its end."""
    way = sub(end, start)
    return divide(-1.0 * dot(sub(start, point), way), _squared(way)), way


def _parameters(point: Vec3, a: Vec3, b: Vec3, c: Vec3, any_area: bool = False) -> tuple[float, ...]:
    """s, t of the closest point a + s (b − a) + t (c − a) of the plane, and the products that they come from."""
    d1, d2, away = sub(b, a), sub(c, a), sub(a, point)
    u, v, w = dot(away, away), dot(d1, d1), dot(d2, d2)
    p, q, r = dot(away, d1), dot(away, d2), dot(d1, d2)
    divisor = w * v - r * r
    if is_zero(divisor) and not any_area:
        return -1.0, -1.0, u, v, w, p, q, r
    s = divide(q * r - w * p, divisor)
    return s, divide(-s * r - q, w), u, v, w, p, q, r


def _inside(s: float, t: float) -> bool:
    return (
        (is_zero(s) or s > 0)
        and (equal(s, 1.0) or s < 1)
        and (is_zero(t) or t > 0)
        and (equal(t, 1.0) or t < 1)
        and (equal(t + s, 1.0) or t + s < 1)
    )


def _squared(v: Vec3) -> float:
    return dot(v, v)
