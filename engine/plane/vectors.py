"""Vectors of two floats as plain tuples; see engine/vectors.py for the reasons.

Names end in 2, because most modules that use them use 3-vectors, too.
"""

from gjkscope.engine.vectors import Vec3, norm, unit

Vec2 = tuple[float, float]

ORIGIN2: Vec2 = (0.0, 0.0)


def add2(a: Vec2, b: Vec2) -> Vec2:
    return (a[0] + b[0], a[1] + b[1])


def sub2(a: Vec2, b: Vec2) -> Vec2:
    return (a[0] - b[0], a[1] - b[1])


def neg2(a: Vec2) -> Vec2:
    return (-a[0], -a[1])


def scale2(a: Vec2, factor: float) -> Vec2:
    return (a[0] * factor, a[1] * factor)


def dot2(a: Vec2, b: Vec2) -> float:
    return a[0] * b[0] + a[1] * b[1]


def cross2(a: Vec2, b: Vec2) -> float:
    """The z component of the cross product: > 0 if b is anticlockwise of a."""
    return a[0] * b[1] - a[1] * b[0]


def right2(a: Vec2) -> Vec2:
    """`a` turned by a quarter clockwise: the outward side of an edge `a` of an anticlockwise polygon."""
    return (a[1], -a[0])


def norm2(a: Vec2) -> float:
    """Euclidean length, without overflow or underflow if the length itself is representable."""
    return norm((a[0], a[1], 0.0 * a[0]))


def unit2(a: Vec2) -> Vec2:
    """`a` scaled to length 1; the zero vector stays zero (the caller decides what that means)."""
    x, y, _ = unit((a[0], a[1], 0.0 * a[0]))
    return (x, y)


def in_plane(a: Vec3) -> Vec2:
    """The first two components."""
    return (a[0], a[1])


def in_space(a: Vec2) -> Vec3:
    """The same vector of the plane z = 0."""
    return (a[0], a[1], 0.0)
