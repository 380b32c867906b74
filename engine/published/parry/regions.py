"""The point of a simplex that is nearest to the origin, by Voronoi regions, in parry's order of tests and operations.

`project_local_point_and_get_location` of `Segment`, `Triangle` and `Tetrahedron` (`src/query/point/`), of the origin.
The regions are asked in a fixed order, vertices first, and the first whose signs match wins; signs that are rounded may
match none, and then a tetrahedron is taken to contain the origin.
"""

from typing import NamedTuple

from gjkscope.engine.published.parry.releases import EPSILON, PARRY, ParryRelease
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, neg, scale, sub

Slots = tuple[int, ...]


class ParryProjection(NamedTuple):
    """The nearest point, and the feature that it lies on."""

    point: Vec3
    on: Slots  # slots of the feature's corners, in parry's order; empty: the origin is in the simplex, or in no region
    weights: tuple[float, ...]  # of those corners


class ParryPanicError(ArithmeticError):
    """An assertion of parry fails."""


def project_on_segment(a: Vec3, b: Vec3) -> ParryProjection:
    ab, ap = sub(b, a), sub(ZERO, a)
    along, square = dot(ab, ap), dot(ab, ab)
    if along <= 0:
        return ParryProjection(a, (0,), (1.0,))
    if along >= square:
        return ParryProjection(b, (1,), (1.0,))
    if square == 0:
        raise ParryPanicError("the segment has no length")
    u = along / square
    return ParryProjection(add(a, scale(ab, u)), (0, 1), (1.0 - u, u))


def project_on_triangle(
    a: Vec3, b: Vec3, c: Vec3, release: ParryRelease = PARRY, point: Vec3 = ZERO
) -> ParryProjection:
    """Of the origin, or of another point."""
    ab, ac, bc = sub(b, a), sub(c, a), sub(c, b)
    ap, bp, cp = sub(point, a), sub(point, b), sub(point, c)
    ab_ap, ac_ap = dot(ab, ap), dot(ac, ap)
    if ab_ap <= 0 and ac_ap <= 0:
        return ParryProjection(a, (0,), (1.0,))
    ab_bp, ac_bp = dot(ab, bp), dot(ac, bp)
    if ab_bp >= 0 and ac_bp <= ab_bp:
        return ParryProjection(b, (1,), (1.0,))
    ab_cp, ac_cp = dot(ab, cp), dot(ac, cp)
    if ac_cp >= 0 and ab_cp <= ac_cp:
        return ParryProjection(c, (2,), (1.0,))
    normal = cross(ab, ac)
    vc = dot(normal, cross(ab, ap))
    if vc < 0 and ab_ap >= 0 and ab_bp <= 0:
        return _on_edge((0, 1), a, ab, ab_ap / dot(ab, ab))
    vb = -dot(normal, cross(ac, cp))
    if vb < 0 and ac_ap >= 0 and ac_cp <= 0:
        return _on_edge((0, 2), a, ac, ac_ap / dot(ac, ac))
    va = dot(normal, cross(bc, bp))
    if va < 0 and ac_bp - ab_bp >= 0 and ab_cp - ac_cp >= 0:
        return _on_edge((1, 2), b, bc, dot(bc, bp) / dot(bc, bc))
    total = va + vb + vc
    if total == 0:
        return ParryProjection(point, (), ()) if release.is_old else project_on_longest_edge((a, b, c))
    inverse = 1.0 / total
    v, w = (vb * inverse, vc * inverse) if release.is_old else (vb / total, vc / total)
    return ParryProjection(add(add(a, scale(ab, v)), scale(ac, w)), (0, 1, 2), (1.0 - v - w, v, w))


def project_on_longest_edge(corners: tuple[Vec3, Vec3, Vec3]) -> ParryProjection:
    """Of a triangle without area."""
    a, b, c = corners
    ab, ac, bc = (dot(way, way) for way in (sub(b, a), sub(c, a), sub(c, b)))
    edge = (0, 1) if ab >= ac and bc <= ab else (0, 2) if bc <= ac else (1, 2)
    projection = project_on_segment(corners[edge[0]], corners[edge[1]])
    return projection._replace(on=tuple(edge[slot] for slot in projection.on))


def project_on_tetrahedron(a: Vec3, b: Vec3, c: Vec3, d: Vec3, release: ParryRelease = PARRY) -> ParryProjection:
    """Raises `ParryPanicError` if weights would be divided by 0."""
    corner = _nearest_corner(a, b, c, d)
    if corner is not None:
        return ParryProjection((a, b, c, d)[corner], (corner,), (1.0,))
    points = (a, b, c, d)
    signs: dict[tuple[Slots, int], float] = {}
    for edge in _edges(a, b, c, d):
        found = edge.look(points, signs)
        if found is not None:
            return found
    for face in _FACES:
        found = _on_face(points, face, signs, release)
        if found is not None:
            return found
    return ParryProjection(ZERO, (), ())


def _nearest_corner(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> int | None:
    ab, ac, ad, ap = sub(b, a), sub(c, a), sub(d, a), sub(ZERO, a)
    if dot(ap, ab) <= 0 and dot(ap, ac) <= 0 and dot(ap, ad) <= 0:
        return 0
    bc, bd, bp = sub(c, b), sub(d, b), sub(ZERO, b)
    if dot(bp, bc) <= 0 and dot(bp, bd) <= 0 and dot(bp, ab) >= 0:
        return 1
    cd, cp = sub(d, c), sub(ZERO, c)
    if dot(cp, cd) <= 0 and dot(cp, bc) >= 0 and dot(cp, ac) >= 0:
        return 2
    dp = sub(ZERO, d)
    return 3 if dot(dp, ad) >= 0 and dot(dp, bd) >= 0 and dot(dp, cd) >= 0 else None


class _Edge(NamedTuple):
    """An edge with the normals of its two faces, by their further corner."""

    ends: tuple[int, int]
    corners: tuple[int, int]
    normals: tuple[Vec3, Vec3]

    def look(
        self, points: tuple[Vec3, Vec3, Vec3, Vec3], signs: dict[tuple[Slots, int], float]
    ) -> ParryProjection | None:
        """The projection if it is on the edge; the origin's side of the edge in each face is kept in `signs`."""
        start, end = (points[slot] for slot in self.ends)
        way, to_start = sub(end, start), sub(ZERO, start)
        along = dot(to_start, way)
        square = along - dot(sub(ZERO, end), way)
        across = cross(to_start, way)
        sides = [dot(across, normal) for normal in self.normals]
        for corner, side in zip(self.corners, sides, strict=True):
            signs[self.ends, corner] = side
        if square != 0 and sides[0] >= 0 and sides[1] >= 0 and 0 <= along <= square:
            return _on_edge(self.ends, start, way, along / square)
        return None


def _edges(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> tuple[_Edge, ...]:
    ab, ac, ad = sub(b, a), sub(c, a), sub(d, a)
    abc, abd, acd = cross(ab, ac), cross(ab, ad), cross(ac, ad)
    bcd = cross(sub(c, b), sub(d, b))
    return (
        _Edge((0, 1), (2, 3), (abc, abd)),
        _Edge((0, 2), (3, 1), (acd, neg(abc))),
        _Edge((0, 3), (1, 2), (neg(abd), neg(acd))),
        _Edge((1, 2), (0, 3), (abc, bcd)),
        _Edge((1, 3), (2, 0), (neg(bcd), abd)),
        _Edge((2, 3), (0, 1), (acd, bcd)),
    )


_FACES = ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))


def _on_face(
    points: tuple[Vec3, Vec3, Vec3, Vec3],
    face: tuple[int, int, int],
    signs: dict[tuple[Slots, int], float],
    release: ParryRelease,
) -> ParryProjection | None:
    """The projection if it is on the face: inside of its three edges, and the origin beyond it."""
    i, j, k = face
    if not (signs[(i, j), k] < 0 and signs[(j, k), i] < 0 and signs[(i, k), j] < 0):
        return None
    (other,) = {0, 1, 2, 3} - {i, j, k}
    a, b, c = points[i], points[j], points[k]
    normal = cross(sub(b, a), sub(c, a))
    if not dot(normal, _inward(points, i, other)) * dot(normal, sub(ZERO, a)) < 0:
        return None
    unit = release.unit(normal, EPSILON)
    if unit is None:
        return None
    ap, bp, cp = sub(ZERO, a), sub(ZERO, b), sub(ZERO, c)
    vc, va, vb = dot(unit, cross(ap, bp)), dot(unit, cross(bp, cp)), dot(unit, cross(cp, ap))
    total = va + vb + vc
    if total == 0:
        raise ParryPanicError("the weights of a face add up to 0")
    inverse = 1.0 / total
    weights = (va * inverse, vb * inverse, vc * inverse)
    nearest = add(add(scale(a, weights[0]), scale(b, weights[1])), scale(c, weights[2]))
    return ParryProjection(nearest, face, weights)


def _inward(points: tuple[Vec3, Vec3, Vec3, Vec3], corner: int, other: int) -> Vec3:
    return neg(sub(points[1], points[0])) if (corner, other) == (1, 0) else sub(points[other], points[corner])


def _on_edge(ends: tuple[int, int], start: Vec3, way: Vec3, u: float) -> ParryProjection:
    return ParryProjection(add(start, scale(way, u)), ends, (1.0 - u, u))
