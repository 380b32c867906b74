"""Continuous tests of triangles by the roots of the coplanarity cubic, in floating point, as published.

Provot, Collision and self-collision handling in cloth model dedicated to design garments, Graphics Interface 1997;
Bridson, Fedkiw, Anderson, Robust treatment of collisions, contact and friction for cloth animation, SIGGRAPH 2002,
§7.4.

Four points can only meet while they are coplanar: (q − p) × (r − p) · (s − p) = 0, a cubic in t.  One step is one
elementary test:

1. Compute the cubic's coefficients.
2. Split [0, 1] at the extrema of the cubic, and in each part whose ends differ in sign bisect for its root.
3. At each root, earliest first, solve for the barycentric weights of the nearest points (normal equations).  The
   features meet if no weight is below −tolerance.
4. If none of the roots is accepted, the features are taken not to meet.

Departures: Bridson and others also accept a root if the points are within a thickness of each other, and test the
distance at the end of the tick; here the tolerance of the weights, relative to 1, takes that place, so that both kinds
of error can be counted.  `tolerance` 0 is Provot's test.

How it can fail: it misses contacts.  Rounding may hide a sign change at a double root, where the features only graze;
may move a root out of [0, 1], or a weight below 0; and a cubic that is 0 throughout, as in a plane, has no sign
changes.
"""

from math import isfinite, sqrt
from typing import NamedTuple

from gjkscope.engine.triangle_impact.elements import ElementaryTest, is_of_edges, points_at
from gjkscope.engine.vectors import Vec3, add, cross, dot, scale, sub

Cubic = tuple[float, float, float, float]
"""Coefficients, lowest first."""

BISECTIONS = 60  # more than the digits of a double between 0 and 1


class CubicRoot(NamedTuple):
    """A root in [0, 1], and the weights of the nearest points there."""

    time: float
    weights: tuple[float, ...]  # none of them may be negative
    is_met: bool


class CubicTest(NamedTuple):
    """What the cubic says of an element."""

    coefficients: Cubic
    ends: tuple[float, ...]  # of the parts that were searched for a sign change: 0, the extrema, 1
    roots: tuple[CubicRoot, ...]  # in order, up to the first that is met
    time: float | None  # of the first meeting


def cubic_test(element: ElementaryTest, tolerance: float = 0.0) -> CubicTest:
    """Whether and when the features meet, according to the roots of the cubic in floating point."""
    coefficients = coplanarity(element)
    ends = _ends_of_parts(coefficients)
    roots: list[CubicRoot] = []
    for time in _roots(coefficients, ends):
        weights = _weights(element, time)
        roots.append(CubicRoot(time, weights, all(weight >= -tolerance for weight in weights)))
        if roots[-1].is_met:
            break
    met = bool(roots) and roots[-1].is_met
    return CubicTest(coefficients, ends, tuple(roots), roots[-1].time if met else None)


def coplanarity(element: ElementaryTest) -> Cubic:
    """The coefficients of (q − p) × (r − p) · (s − p)."""
    (p, *others), (p1, *others1) = element.start, element.end
    (a, b, c), (a1, b1, c1) = ([sub(x, p) for x in others], [sub(x, p1) for x in others1])
    u, v, w = sub(a1, a), sub(b1, b), sub(c1, c)
    return (
        dot(cross(a, b), c),
        dot(cross(u, b), c) + dot(cross(a, v), c) + dot(cross(a, b), w),
        dot(cross(u, v), c) + dot(cross(u, b), w) + dot(cross(a, v), w),
        dot(cross(u, v), w),
    )


def cubic_at(coefficients: Cubic, t: float) -> float:
    a, b, c, d = coefficients
    return a + t * (b + t * (c + t * d))


def _ends_of_parts(coefficients: Cubic) -> tuple[float, ...]:
    """0, the extrema of the cubic between, and 1."""
    _, b, c, d = coefficients
    return (0.0, *sorted(t for t in _quadratic_roots(b, 2 * c, 3 * d) if 0 < t < 1), 1.0)


def _quadratic_roots(a: float, b: float, c: float) -> tuple[float, ...]:
    """The roots of a + b t + c t², without cancellation."""
    if c == 0:
        return (-a / b,) if b != 0 else ()
    square = b * b - 4 * a * c
    if not square >= 0:
        return ()
    half = -0.5 * (b + sqrt(square)) if b >= 0 else -0.5 * (b - sqrt(square))
    return (half / c, a / half) if half != 0 else (0.0,)


def _roots(coefficients: Cubic, ends: tuple[float, ...]) -> list[float]:
    """The zeros at ends of parts, and one between ends whose values differ in sign."""
    values = [cubic_at(coefficients, t) for t in ends]
    if not all(map(isfinite, values)):
        return []
    roots = []
    for i, (low, value) in enumerate(zip(ends, values, strict=True)):
        if value == 0:
            roots.append(low)
        elif i + 1 < len(ends) and value * values[i + 1] < 0:
            roots.append(_bisect(coefficients, low, ends[i + 1], value > 0))
    return roots


def _bisect(coefficients: Cubic, low: float, high: float, falls: bool) -> float:
    for _ in range(BISECTIONS):
        middle = 0.5 * (low + high)
        if (cubic_at(coefficients, middle) > 0) == falls:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def _weights(element: ElementaryTest, t: float) -> tuple[float, ...]:
    """The weights that must not be negative: of three corners, or of the four ends of edges; −1 if unknown."""
    p, q, r, s = points_at(element, t)
    if is_of_edges(element):
        u, v = _solve(sub(q, p), sub(r, s), sub(r, p))
        return (1 - u, u, 1 - v, v)
    u, v = _solve(sub(r, q), sub(s, q), sub(p, q))
    return (1 - u - v, u, v)


def _solve(first: Vec3, second: Vec3, whole: Vec3) -> tuple[float, float]:
    """The least squares solution of u · first + v · second = whole; (−1, −1) if the vectors are parallel."""
    a, b, c = dot(first, first), dot(first, second), dot(second, second)
    x, y = dot(first, whole), dot(second, whole)
    determinant = a * c - b * b
    if not determinant > 0:
        return (-1.0, -1.0)
    return ((c * x - b * y) / determinant, (a * y - b * x) / determinant)


def met_at(element: ElementaryTest, root: CubicRoot) -> Vec3:
    """The point of the first feature that meets the other at a root."""
    p, q, *_ = points_at(element, root.time)
    return add(scale(p, root.weights[0]), scale(q, root.weights[1])) if is_of_edges(element) else p
