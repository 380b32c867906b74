"""GJK as `btGjkEpa2.cpp` has it: a search in A's coordinates that ends inside A − B, or outside with a direction.

`projectorigin` finds the point of a simplex that is nearest to the origin with its weights; a simplex without extent
has none, which ends the search.
"""

from math import sqrt
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.ieee import divide, root
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, scale, sub

ACCURACY = 1e-12
"""`GJK_ACCURACY`, `GJK_MIN_DISTANCE`, `GJK_DUPLICATED_EPS` and `EPA_ACCURACY` in double precision."""

SEARCH_LIMIT = 128
"""`GJK_MAX_ITERATIONS`."""


class BulletSupport(NamedTuple):
    """A support point `w` of A − B along the unit vector `d`, in A's coordinates, and as it is drawn."""

    d: Vec3
    w: Vec3
    vertex: Vertex


class BulletSearch(NamedTuple):
    """The search between two steps."""

    samples: tuple[BulletSupport, ...]
    weights: tuple[float, ...]
    ray: Vec3  # the closest point
    recent: tuple[Vec3, Vec3, Vec3, Vec3]  # support points that count as repeated
    turn: int = 0  # of `recent`, that was replaced last
    bound: float = 0.0  # on the distance
    rounds: int = 0


class OriginProjection(NamedTuple):
    """The squared distance of a simplex from the origin, below 0 if there is none, and the weights of its vertices."""

    squared: float
    weights: tuple[float, ...] = ()
    used: tuple[bool, ...] = ()


_NONE = OriginProjection(-1.0)


def begin_search(first: BulletSupport) -> BulletSearch:
    return BulletSearch((first,), (1.0,), first.w, (first.w, first.w, first.w, first.w))


def remember_support(search: BulletSearch, w: Vec3) -> BulletSearch:
    turn = (search.turn + 1) & 3
    recent = list(search.recent)
    recent[turn] = w
    return search._replace(recent=(recent[0], recent[1], recent[2], recent[3]), turn=turn)


def reduced(search: BulletSearch, samples: tuple[BulletSupport, ...], projection: OriginProjection) -> BulletSearch:
    """The search from the feature of a simplex that is nearest to the origin."""
    kept = [(sample, weight) for sample, weight, is_used in zip(samples, *projection[1:], strict=True) if is_used]
    ray = ZERO
    for sample, weight in kept:
        ray = add(ray, scale(sample.w, weight))
    return search._replace(
        samples=tuple(sample for sample, _ in kept),
        weights=tuple(weight for _, weight in kept),
        ray=ray,
        rounds=search.rounds + 1,
    )


def project(points: tuple[Vec3, ...]) -> OriginProjection:
    """`projectorigin`."""
    if len(points) == 2:
        return _segment(points[0], points[1])
    if len(points) == 3:
        return _triangle(points[0], points[1], points[2])
    return _tetrahedron(points[0], points[1], points[2], points[3])


def determinant(a: Vec3, b: Vec3, c: Vec3) -> float:
    return (
        a[1] * b[2] * c[0]
        + a[2] * b[0] * c[1]
        - a[0] * b[2] * c[1]
        - a[1] * b[0] * c[2]
        + a[0] * b[1] * c[2]
        - a[2] * b[1] * c[0]
    )


def plain_length(v: Vec3) -> float:
    return sqrt(dot(v, v))


def _segment(a: Vec3, b: Vec3) -> OriginProjection:
    d = sub(b, a)
    square = dot(d, d)
    if not square > 0:
        return _NONE
    t = -dot(a, d) / square
    if t >= 1:
        return OriginProjection(dot(b, b), (0.0, 1.0), (False, True))
    if t <= 0:
        return OriginProjection(dot(a, a), (1.0, 0.0), (True, False))
    nearest = add(a, scale(d, t))
    return OriginProjection(dot(nearest, nearest), (1 - t, t), (True, True))


def _triangle(a: Vec3, b: Vec3, c: Vec3) -> OriginProjection:
    corners, ways = (a, b, c), (sub(a, b), sub(b, c), sub(c, a))
    n = cross(ways[0], ways[1])
    square = dot(n, n)
    if not square > 0:
        return _NONE
    best = _NONE
    for i, j in ((0, 1), (1, 2), (2, 0)):
        if dot(corners[i], cross(ways[i], n)) > 0:
            edge = _segment(corners[i], corners[j])
            if best.squared < 0 or edge.squared < best.squared:
                best = _spread(edge, (i, j), 3)
    if not best.squared < 0:
        return best
    p = scale(n, dot(a, n) / square)
    s = root(square)
    u, v = plain_length(cross(ways[1], sub(b, p))) / s, plain_length(cross(ways[2], sub(c, p))) / s
    return OriginProjection(dot(p, p), (u, v, 1 - (u + v)), (True, True, True))


def _tetrahedron(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> OriginProjection:
    corners, ways = (a, b, c), (sub(a, d), sub(b, d), sub(c, d))
    volume = determinant(*ways)
    is_oriented = volume * dot(a, cross(sub(b, c), sub(a, b))) <= 0
    if not (is_oriented and abs(volume) > 0):
        return _NONE
    best = _NONE
    for i, j in ((0, 1), (1, 2), (2, 0)):
        if volume * dot(d, cross(ways[i], ways[j])) > 0:
            face = _triangle(corners[i], corners[j], d)
            if best.squared < 0 or face.squared < best.squared:
                best = _spread(face, (i, j, 3), 4)
    if not best.squared < 0:
        return best
    u = divide(determinant(c, b, d), volume)
    v = divide(determinant(a, c, d), volume)
    w = divide(determinant(b, a, d), volume)
    return OriginProjection(0.0, (u, v, w, 1 - (u + v + w)), (True,) * 4)


def _spread(part: OriginProjection, slots: tuple[int, ...], count: int) -> OriginProjection:
    """A projection on a part of a simplex as one on the whole."""
    if part.squared < 0:
        return _NONE
    weights, used = [0.0] * count, [False] * count
    for slot, weight, is_used in zip(slots, part.weights, part.used, strict=True):
        weights[slot], used[slot] = weight, is_used
    return OriginProjection(part.squared, tuple(weights), tuple(used))
