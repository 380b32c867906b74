"""Exact predicates: on which side of a line or plane a point lies, and whether a segment meets a triangle.

Shewchuk, Adaptive precision floating-point arithmetic and fast robust geometric predicates, Discrete &
Computational Geometry 18, 1997.  A test such as "does the ray pass left of this edge" is the sign of a small
determinant.  Rounding gets it wrong where it matters, on the edge, and two faces that share the edge may then both
count the ray, or neither.

1. Compute the determinant in floats, and a bound of its rounding error.  If it exceeds the bound, its sign is certain.
2. Otherwise compute it in integers: doubles are integers times a common power of two, so nothing is rounded.
3. Whether a segment meets a triangle follows from such signs alone.

Departure: Shewchuk continues in floats of growing precision.  Python's integers do the same in two lines, and few tests
need them.
"""

from enum import IntEnum

from gjkscope.engine.arithmetic.integers import as_integers
from gjkscope.engine.vectors import DOUBLE, Vec3

Vec2 = tuple[float, float]

# Error bounds of the determinants below, relative to the same sums of absolute values: the paper's bounds "A" for its
# orient2d and orient3d, which are computed in the same order.
ERROR_2D = (3 + 16 * DOUBLE) * DOUBLE
ERROR_3D = (7 + 56 * DOUBLE) * DOUBLE

# Products below 1e-308 lose digits, which those bounds do not cover.
UNDERFLOW = 1e-300


class Meet(IntEnum):
    """How a segment and a closed triangle meet."""

    APART = 0
    RIM = 1  # in one point, which is an end of the segment or lies on an edge of the triangle
    THROUGH = 2  # in one point, inside both
    FLAT = 3  # in one plane


def orient2d(a: Vec2, b: Vec2, p: Vec2) -> int:
    """1 if `p` is to the left of the line from `a` to `b`, −1 to the right, 0 on it (or if a equals b)."""
    left = (a[0] - p[0]) * (b[1] - p[1])
    right = (a[1] - p[1]) * (b[0] - p[0])
    determinant = left - right
    if abs(determinant) > ERROR_2D * (abs(left) + abs(right)) + UNDERFLOW:
        return 1 if determinant > 0 else -1
    return _exact_orient2d(a, b, p)


def orient3d(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> int:
    """1 if `p` is in front of the triangle's plane (where its corners run counterclockwise), −1 behind, 0 in it."""
    ax, ay, az = a[0] - p[0], a[1] - p[1], a[2] - p[2]
    bx, by, bz = b[0] - p[0], b[1] - p[1], b[2] - p[2]
    cx, cy, cz = c[0] - p[0], c[1] - p[1], c[2] - p[2]
    determinant = az * (bx * cy - cx * by) + bz * (cx * ay - ax * cy) + cz * (ax * by - bx * ay)
    size = (
        (abs(bx * cy) + abs(cx * by)) * abs(az)
        + (abs(cx * ay) + abs(ax * cy)) * abs(bz)
        + (abs(ax * by) + abs(bx * ay)) * abs(cz)
    )
    if abs(determinant) > ERROR_3D * size + UNDERFLOW:
        return -1 if determinant > 0 else 1
    return _exact_orient3d(a, b, c, p)


def meet(p: Vec3, q: Vec3, a: Vec3, b: Vec3, c: Vec3) -> Meet:
    """How the closed segment `p` `q` meets the closed triangle `a` `b` `c`.  Either may be degenerate."""
    side_p, side_q = orient3d(a, b, c, p), orient3d(a, b, c, q)
    if side_p == side_q != 0:
        return Meet.APART
    around = (orient3d(p, q, a, b), orient3d(p, q, b, c), orient3d(p, q, c, a))
    if side_p == side_q == 0 and around == (0, 0, 0):
        return Meet.FLAT if _meet_in_plane(p, q, a, b, c) else Meet.APART
    if side_p == side_q or (1 in around and -1 in around):  # beside a degenerate triangle, or past an edge
        return Meet.APART
    return Meet.RIM if 0 in (side_p, side_q, *around) else Meet.THROUGH


def on_triangle(p: Vec3, a: Vec3, b: Vec3, c: Vec3) -> bool:
    """Whether `p` is a point of the closed triangle, which may have no area."""
    return meet(p, p, a, b, c) != Meet.APART


def _exact_orient2d(a: Vec2, b: Vec2, p: Vec2) -> int:
    ax, ay, bx, by, px, py = as_integers((*a, *b, *p))[0]
    return _sign((ax - px) * (by - py) - (ay - py) * (bx - px))


def _exact_orient3d(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> int:
    ax, ay, az, bx, by, bz, cx, cy, cz, px, py, pz = as_integers((*a, *b, *c, *p))[0]
    ax, ay, az, bx, by, bz, cx, cy, cz = ax - px, ay - py, az - pz, bx - px, by - py, bz - pz, cx - px, cy - py, cz - pz
    return -_sign(az * (bx * cy - cx * by) + bz * (cx * ay - ax * cy) + cz * (ax * by - bx * ay))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _meet_in_plane(p: Vec3, q: Vec3, a: Vec3, b: Vec3, c: Vec3) -> bool:
    """Whether a coplanar segment and triangle meet: they do unless a projection along an axis separates them.

    Each axis is the first of one projection.
    """
    for i, j in ((1, 2), (2, 0), (0, 1)):
        if _part((p[i], p[j]), (q[i], q[j]), (a[i], a[j]), (b[i], b[j]), (c[i], c[j])):
            return False
    return True


def _part(p: Vec2, q: Vec2, a: Vec2, b: Vec2, c: Vec2) -> bool:
    """Whether an axis separates them in two dimensions: the first of both, or a normal of an edge or of the segment."""
    if max(p[0], q[0]) < min(a[0], b[0], c[0]) or max(a[0], b[0], c[0]) < min(p[0], q[0]):
        return True
    for start, end, opposite in ((a, b, c), (b, c, a), (c, a, b)):
        side = orient2d(start, end, p)
        if side != 0 and side == orient2d(start, end, q) and side != orient2d(start, end, opposite):
            return True
    return orient2d(p, q, a) == orient2d(p, q, b) == orient2d(p, q, c) != 0
