"""Bullet's `btVoronoiSimplexSolver`: the point of a simplex that is nearest to the origin, by Voronoi regions.

Which vertices are kept follows from the region (Ericson, Real-Time Collision Detection, 2005, §5.1); a vertex that is
dropped is replaced by the last one, so that the order changes.  The closest point is the difference of the closest
points of A and B, not that of the simplex.
"""

from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.ieee import divide
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, scale, sub

EQUAL_VERTICES = 9.999999960041972e-13
"""`VORONOI_DEFAULT_EQUAL_VERTEX_THRESHOLD`, 1e-12 in single precision: a squared distance."""

FLAT = 1e-8 * 1e-8
"""The square of the product, area times height, below which a tetrahedron is degenerate."""

LARGE = 1e30
"""`BT_LARGE_FLOAT`."""

_FURTHEST = 3.4028234663852886e38  # FLT_MAX

Weights = tuple[float, float, float, float]


class CorePoint(NamedTuple):
    """A vertex of the simplex: w = p − q, in the coordinates in which Bullet computes, and as it is drawn."""

    w: Vec3
    p: Vec3
    q: Vec3
    vertex: Vertex


class VoronoiSimplex(NamedTuple):
    """The solver between two steps."""

    corners: tuple[CorePoint, ...] = ()
    last: Vec3 = (LARGE, LARGE, LARGE)
    closest_a: Vec3 = ZERO
    closest_b: Vec3 = ZERO
    closest: Vec3 = ZERO
    is_valid: bool = False

    def squared_to(self, w: Vec3) -> float:
        """The least squared distance of a point from a vertex, and from the last vertex that was added."""
        return min((_squared(sub(w, corner.w)) for corner in self.corners), default=LARGE) if w != self.last else 0.0

    def with_corner(self, corner: CorePoint, decisions: EngineDecisions) -> "VoronoiSimplex":
        """The simplex with a vertex, reduced to the feature nearest to the origin."""
        corners = (*self.corners, corner)
        grown = self._replace(corners=corners, last=corner.w)
        if len(corners) == 1:
            return grown._keep((1.0, 0.0, 0.0, 0.0), corner.p, corner.q, (True,))
        if len(corners) == 2:
            return _on_segment(grown)
        if len(corners) == 3:
            return _weighted(grown, *_on_triangle(corners[0].w, corners[1].w, corners[2].w)[:2])
        return _in_tetrahedron(grown, decisions)

    def _keep(self, weights: Weights, a: Vec3, b: Vec3, used: tuple[bool, ...]) -> "VoronoiSimplex":
        corners = list(self.corners)
        for slot in reversed(range(len(corners))):
            if not used[slot]:
                last = corners.pop()
                if slot < len(corners):
                    corners[slot] = last
        is_valid = all(weight >= 0 for weight in weights)
        return self._replace(corners=tuple(corners), closest_a=a, closest_b=b, closest=sub(a, b), is_valid=is_valid)


def _on_segment(simplex: VoronoiSimplex) -> VoronoiSimplex:
    start, end = simplex.corners
    way, diff = sub(end.w, start.w), sub(ZERO, start.w)
    t = dot(way, diff)
    used = (True, False)
    if t > 0:
        square = dot(way, way)
        t, used = (t / square, (True, True)) if t < square else (1.0, (False, True))
    else:
        t = 0.0
    a, b = (add(p, scale(sub(q, p), t)) for p, q in ((start.p, end.p), (start.q, end.q)))
    return simplex._keep((1 - t, t, 0.0, 0.0), a, b, used)


def _on_triangle(a: Vec3, b: Vec3, c: Vec3) -> tuple[tuple[float, ...], tuple[bool, ...], Vec3]:
    """The weights of the point nearest to the origin, the vertices of its feature, and the point."""
    ab, ac, ap = sub(b, a), sub(c, a), sub(ZERO, a)
    d1, d2 = dot(ab, ap), dot(ac, ap)
    if d1 <= 0 and d2 <= 0:
        return (1.0, 0.0, 0.0), (True, False, False), a
    bp = sub(ZERO, b)
    d3, d4 = dot(ab, bp), dot(ac, bp)
    if d3 >= 0 and d4 <= d3:
        return (0.0, 1.0, 0.0), (False, True, False), b
    vc = d1 * d4 - d3 * d2
    if vc <= 0 and d1 >= 0 and d3 <= 0:
        v = divide(d1, d1 - d3)
        return (1 - v, v, 0.0), (True, True, False), add(a, scale(ab, v))
    cp = sub(ZERO, c)
    d5, d6 = dot(ab, cp), dot(ac, cp)
    if d6 >= 0 and d5 <= d6:
        return (0.0, 0.0, 1.0), (False, False, True), c
    vb = d5 * d2 - d1 * d6
    if vb <= 0 and d2 >= 0 and d6 <= 0:
        w = divide(d2, d2 - d6)
        return (1 - w, 0.0, w), (True, False, True), add(a, scale(ac, w))
    va = d3 * d6 - d5 * d4
    if va <= 0 and (d4 - d3) >= 0 and (d5 - d6) >= 0:
        w = divide(d4 - d3, (d4 - d3) + (d5 - d6))
        return (0.0, 1 - w, w), (False, True, True), add(b, scale(sub(c, b), w))
    factor = divide(1.0, va + vb + vc)
    v, w = vb * factor, vc * factor
    return (1 - v - w, v, w), (True, True, True), add(add(a, scale(ab, v)), scale(ac, w))


def _weighted(simplex: VoronoiSimplex, weights: tuple[float, ...], used: tuple[bool, ...]) -> VoronoiSimplex:
    """The closest points of A and B with these weights of the vertices."""
    a, b = scale(simplex.corners[0].p, weights[0]), scale(simplex.corners[0].q, weights[0])
    for corner, weight in zip(simplex.corners[1:], weights[1:], strict=True):
        a, b = add(a, scale(corner.p, weight)), add(b, scale(corner.q, weight))
    full = (*weights, 0.0)
    return simplex._keep((full[0], full[1], full[2], full[3]), a, b, used)


_FACES = ((0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2), (1, 3, 2, 0))
"""Each face of the tetrahedron, and the opposite vertex."""


def _in_tetrahedron(simplex: VoronoiSimplex, decisions: EngineDecisions) -> VoronoiSimplex:
    """All four faces are tested; of those that the origin is outside of, the nearest one is kept."""
    sides = [_is_outside([simplex.corners[slot] for slot in face], decisions) for face in _FACES]
    if None in sides:
        return simplex._replace(is_valid=False)
    if not any(sides):
        return simplex._replace(is_valid=True, closest=ZERO)
    best, weights, used = _FURTHEST, [0.0] * 4, [True] * 4
    for is_outside, (*face, _) in zip(sides, _FACES, strict=True):
        if not is_outside:
            continue
        of_face, of_feature, point = _on_triangle(*(simplex.corners[slot].w for slot in face))
        if dot(point, point) < best:
            best, weights, used = dot(point, point), [0.0] * 4, [False] * 4
            for slot, weight, is_used in zip(face, of_face, of_feature, strict=True):
                weights[slot], used[slot] = weight, is_used
    return _weighted(simplex, tuple(weights), tuple(used))


def _is_outside(corners: list[CorePoint], decisions: EngineDecisions) -> bool | None:
    """Whether the origin is on the other side of the face than the fourth vertex; None if there is no volume."""
    a, b, c, d = (corner.w for corner in corners)
    vertices = tuple(corner.vertex for corner in corners)
    normal = cross(sub(b, a), sub(c, a))
    of_origin, of_corner = dot(sub(ZERO, a), normal), dot(sub(d, a), normal)
    if decisions.holds("degenerate", of_corner * of_corner, FLAT, vertices):
        return None
    return decisions.holds("outside", of_origin * of_corner, 0.0, vertices)


def _squared(v: Vec3) -> float:
    return dot(v, v)
