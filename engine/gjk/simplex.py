"""The closest point of a simplex to the origin, by the Voronoi region that the origin lies in.

A simplex has one to four vertices A, B, C, D (a point, segment, triangle or tetrahedron).  Space falls into one
region for each of its features: all points to which that feature is the nearest.  The plan, after Ericson,
Real-Time Collision Detection, 2005, §5.1 and §9.5.2:

1. Compute the quantities.  With o the origin and small letters the vertices:
   - edge tests, two an edge: AB = (o − a)·(b − a) is positive when o lies on B's side of the plane through A
     perpendicular to the edge; BA likewise from B.
   - face tests, three a face: with n the face's normal and (b − a) × (o − a) = a × b the moment of edge AB, ABC's
     number for C is n·(a × b): positive when o lies on C's side of AB.  The three are o's barycentric weights
     times n·n.
   - side tests, one a face: the distance of o from the face's plane, positive on the side away from the fourth
     vertex.
2. One guarded return for each region.  A vertex wins if none of its edge tests is positive; an edge if o is between
   its ends and outside the edge in every adjacent face; a face if o projects into it and is outside; the interior
   if o is inside all four planes.  The newest vertex comes first: in a flat simplex rounding may put o into several
   regions, and only one with the newest vertex makes progress in GJK.
3. In floating point a sliver can leave o in no region at all.  Then the nearest feature wins, by distance.
4. The weights in a sliver of a face have errors that move the closest point along it, by more than its distance if the
   face passes near o.  GJK then has them refined (`refine_on_face`): Moler, Iterative refinement in floating point,
   Journal of the ACM 14(2), 1967.

Departure: the textbook form multiplies the edge tests to get the face tests.  This squares the coordinates and
cancels badly for a small simplex far from the origin; the cross product of a vertex with an edge does not, least of
all with the nearer vertex.

The functions use only floats and tuples, so that numba can compile them unchanged.
"""

from enum import IntEnum
from math import sqrt
from typing import NamedTuple

from gjkscope.engine.vectors import DOUBLE, ZERO, Vec3, cross, dot, norm, sub

# The position error of a face's corner in roundoffs of the largest coordinate (a difference of rounded numbers, and
# products of such, are off by a few).  The sign of anything smaller is meaningless.
FLAT = 9


class Region(IntEnum):
    """The feature of the simplex that is nearest to the origin."""

    VERTEX_A = 0
    VERTEX_B = 1
    VERTEX_C = 2
    VERTEX_D = 3
    EDGE_AB = 4
    EDGE_AC = 5
    EDGE_BC = 6
    EDGE_AD = 7
    EDGE_BD = 8
    EDGE_CD = 9
    FACE_ABC = 10
    FACE_ABD = 11
    FACE_ACD = 12
    FACE_BCD = 13
    INTERIOR = 14


EDGES = ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3))  # the slots of EDGE_AB … EDGE_CD
FACES = ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))  # the slots of FACE_ABC … FACE_BCD

SLOTS: tuple[tuple[int, ...], ...] = ((0,), (1,), (2,), (3,), *EDGES, *FACES, (0, 1, 2, 3))
"""The vertices (0 is A) of each region's feature, by region."""

VERTEX_REGIONS = (Region.VERTEX_A, Region.VERTEX_B, Region.VERTEX_C, Region.VERTEX_D)
EDGE_REGIONS = (
    Region.EDGE_AB,
    Region.EDGE_AC,
    Region.EDGE_BC,
    Region.EDGE_AD,
    Region.EDGE_BD,
    Region.EDGE_CD,
)
FACE_REGIONS = (Region.FACE_ABC, Region.FACE_ABD, Region.FACE_ACD, Region.FACE_BCD)

Weights = tuple[float, float, float, float]
Pairs = tuple[float, float]
Triple = tuple[float, float, float]


class Tests(NamedTuple):
    """All numbers that decide the region; zero where the simplex has no such feature.

    `edges[i]` are the two tests of `EDGES[i]` (from its first end, from its second), `faces[i]` the three of
    `FACES[i]` (for its first, second, third vertex), `sides[i]` the side test of `FACES[i]`.
    """

    edges: tuple[Pairs, Pairs, Pairs, Pairs, Pairs, Pairs]
    faces: tuple[Triple, Triple, Triple, Triple]
    sides: Weights


class Closest(NamedTuple):
    """The closest point, its barycentric weights for A, B, C, D, and the region that won."""

    region: Region
    weights: Weights
    point: Vec3
    tests: Tests


def closest_on_point(a: Vec3) -> Closest:
    return Closest(Region.VERTEX_A, (1.0, 0.0, 0.0, 0.0), a, _NO_TESTS)


def closest_on_segment(a: Vec3, b: Vec3) -> Closest:
    ab = _edge_tests(a, b)
    tests = Tests((ab, _NONE2, _NONE2, _NONE2, _NONE2, _NONE2), (_NONE3, _NONE3, _NONE3, _NONE3), _NONE4)
    if ab[1] <= 0:
        return _at_vertex(Region.VERTEX_B, b, tests)
    if ab[0] <= 0:
        return _at_vertex(Region.VERTEX_A, a, tests)
    return _on_edge(Region.EDGE_AB, a, b, ab, tests)


def closest_on_triangle(a: Vec3, b: Vec3, c: Vec3) -> Closest:
    ab, ac, bc = _edge_tests(a, b), _edge_tests(a, c), _edge_tests(b, c)
    abc = _face_tests(a, b, c, _moment(a, b, ab), _moment(a, c, ac), _moment(b, c, bc))
    tests = Tests((ab, ac, bc, _NONE2, _NONE2, _NONE2), (abc, _NONE3, _NONE3, _NONE3), _NONE4)

    if ac[1] <= 0 and bc[1] <= 0:
        return _at_vertex(Region.VERTEX_C, c, tests)
    if ab[1] <= 0 and bc[0] <= 0:
        return _at_vertex(Region.VERTEX_B, b, tests)
    if ab[0] <= 0 and ac[0] <= 0:
        return _at_vertex(Region.VERTEX_A, a, tests)

    if bc[0] > 0 and bc[1] > 0 and abc[0] <= 0:
        return _on_edge(Region.EDGE_BC, b, c, bc, tests)
    if ac[0] > 0 and ac[1] > 0 and abc[1] <= 0:
        return _on_edge(Region.EDGE_AC, a, c, ac, tests)
    if ab[0] > 0 and ab[1] > 0 and abc[2] <= 0:
        return _on_edge(Region.EDGE_AB, a, b, ab, tests)

    if abc[0] > 0 and abc[1] > 0 and abc[2] > 0:
        return _on_face(Region.FACE_ABC, a, b, c, abc, tests)
    return _nearest_feature(a, b, c, c, 3, tests)


def closest_on_tetrahedron(a: Vec3, b: Vec3, c: Vec3, d: Vec3, roundoff: float = DOUBLE) -> Closest:
    """`roundoff` is that of the arithmetic in which the vertices were found."""
    ab, ac, bc = _edge_tests(a, b), _edge_tests(a, c), _edge_tests(b, c)
    ad, bd, cd = _edge_tests(a, d), _edge_tests(b, d), _edge_tests(c, d)
    m_ab, m_ac, m_bc = _moment(a, b, ab), _moment(a, c, ac), _moment(b, c, bc)
    m_ad, m_bd, m_cd = _moment(a, d, ad), _moment(b, d, bd), _moment(c, d, cd)
    abc, abd = _face_tests(a, b, c, m_ab, m_ac, m_bc), _face_tests(a, b, d, m_ab, m_ad, m_bd)
    acd, bcd = _face_tests(a, c, d, m_ac, m_ad, m_cd), _face_tests(b, c, d, m_bc, m_bd, m_cd)
    error = FLAT * roundoff * _reach(a, b, c, d)
    beyond_abc, beyond_abd = _side_test(a, b, c, d, abc, error), _side_test(a, b, d, c, abd, error)
    beyond_acd, beyond_bcd = _side_test(a, c, d, b, acd, error), _side_test(b, c, d, a, bcd, error)
    sides = (beyond_abc, beyond_abd, beyond_acd, beyond_bcd)
    tests = Tests((ab, ac, bc, ad, bd, cd), (abc, abd, acd, bcd), sides)

    if ad[1] <= 0 and bd[1] <= 0 and cd[1] <= 0:
        return _at_vertex(Region.VERTEX_D, d, tests)
    if ac[1] <= 0 and bc[1] <= 0 and cd[0] <= 0:
        return _at_vertex(Region.VERTEX_C, c, tests)
    if ab[1] <= 0 and bc[0] <= 0 and bd[0] <= 0:
        return _at_vertex(Region.VERTEX_B, b, tests)
    if ab[0] <= 0 and ac[0] <= 0 and ad[0] <= 0:
        return _at_vertex(Region.VERTEX_A, a, tests)

    if cd[0] > 0 and cd[1] > 0 and acd[0] <= 0 and bcd[0] <= 0:
        return _on_edge(Region.EDGE_CD, c, d, cd, tests)
    if bd[0] > 0 and bd[1] > 0 and abd[0] <= 0 and bcd[1] <= 0:
        return _on_edge(Region.EDGE_BD, b, d, bd, tests)
    if ad[0] > 0 and ad[1] > 0 and abd[1] <= 0 and acd[1] <= 0:
        return _on_edge(Region.EDGE_AD, a, d, ad, tests)
    if bc[0] > 0 and bc[1] > 0 and abc[0] <= 0 and bcd[2] <= 0:
        return _on_edge(Region.EDGE_BC, b, c, bc, tests)
    if ac[0] > 0 and ac[1] > 0 and abc[1] <= 0 and acd[2] <= 0:
        return _on_edge(Region.EDGE_AC, a, c, ac, tests)
    if ab[0] > 0 and ab[1] > 0 and abc[2] <= 0 and abd[2] <= 0:
        return _on_edge(Region.EDGE_AB, a, b, ab, tests)

    if beyond_bcd > 0 and bcd[0] > 0 and bcd[1] > 0 and bcd[2] > 0:
        return _on_face(Region.FACE_BCD, b, c, d, bcd, tests)
    if beyond_acd > 0 and acd[0] > 0 and acd[1] > 0 and acd[2] > 0:
        return _on_face(Region.FACE_ACD, a, c, d, acd, tests)
    if beyond_abd > 0 and abd[0] > 0 and abd[1] > 0 and abd[2] > 0:
        return _on_face(Region.FACE_ABD, a, b, d, abd, tests)
    if beyond_abc > 0 and abc[0] > 0 and abc[1] > 0 and abc[2] > 0:
        return _on_face(Region.FACE_ABC, a, b, c, abc, tests)

    if beyond_abc < 0 and beyond_abd < 0 and beyond_acd < 0 and beyond_bcd < 0:
        return _inside(a, b, c, d, tests)
    return _nearest_feature(a, b, c, d, 4, tests)


def refine_on_face(nearest: Closest, a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Closest:
    """The closest point with refined weights if it lies on a face, whose vertices are among these; else the same.

    What is left of the point in the plane of its face should be zero.  It is removed; its error is relative to what is
    left, and not to the coordinates.  If a weight is then no longer positive, nothing is changed.
    """
    if nearest.region not in FACE_REGIONS:
        return nearest
    i, j, k = FACES[nearest.region - Region.FACE_ABC]
    points = (a, b, c, d)
    p, q, r = points[i], points[j], points[k]
    pq, pr = sub(q, p), sub(r, p)
    n = cross(pq, pr)
    square = dot(n, n)
    if square == 0:
        return nearest
    more_q, more_r = dot(n, cross(pr, nearest.point)) / square, dot(n, cross(nearest.point, pq)) / square
    wp, wq, wr = nearest.weights[i] - more_q - more_r, nearest.weights[j] + more_q, nearest.weights[k] + more_r
    if wp <= 0 or wq <= 0 or wr <= 0:
        return nearest
    weights = _weights_at(i, wp, j, wq, k, wr)
    return Closest(nearest.region, weights, _foot(p, q, r, (wp, wq, wr)), nearest.tests)


_NONE2: Pairs = (0.0, 0.0)
_NONE3: Triple = (0.0, 0.0, 0.0)
_NONE4: Weights = (0.0, 0.0, 0.0, 0.0)
_NO_TESTS = Tests((_NONE2, _NONE2, _NONE2, _NONE2, _NONE2, _NONE2), (_NONE3, _NONE3, _NONE3, _NONE3), _NONE4)


def _edge_tests(p: Vec3, q: Vec3) -> Pairs:
    """(o − p)·(q − p) and (o − q)·(p − q)."""
    pq = sub(q, p)
    return (-dot(p, pq), dot(q, pq))


def _moment(p: Vec3, q: Vec3, edge: Pairs) -> Vec3:
    """p × q, as the product of the edge with its end that is nearer to the origin, which rounds the least."""
    return cross(p if edge[0] < edge[1] else q, sub(q, p))


def _face_tests(p: Vec3, q: Vec3, r: Vec3, pq: Vec3, pr: Vec3, qr: Vec3) -> Triple:
    """The origin's barycentric weights in triangle pqr for p, q, r, times n·n, from the moments of the edges."""
    n = cross(sub(q, p), sub(r, p))
    return (dot(n, qr), -dot(n, pr), dot(n, pq))


def _side_test(p: Vec3, q: Vec3, r: Vec3, apex: Vec3, face: Triple, error: float) -> float:
    """The origin's distance from the plane pqr, positive on the side away from `apex`; 0 where rounding hides the side.

    A flat tetrahedron has no inside: there both sides count as outside.  A corner may be off by `error`.
    """
    pq, pr, up = sub(q, p), sub(r, p), sub(apex, p)
    n = cross(pq, pr)
    length = norm(n)
    if length == 0:
        return 0.0
    # The plane is known best between its corners, at the origin's foot.
    known, slack = p, 0.0
    if face[0] > 0 and face[1] > 0 and face[2] > 0:
        known, slack = _foot(p, q, r, face), error
    origin, height = -dot(n, known), dot(n, up)
    # Rounding may have turned the plane by the error over the height of the triangle, so that a point of it is off by
    # that times its distance.  Here it is times the length of the normal, as all that it is compared with.
    longest = max(dot(pq, pq), dot(pr, pr))
    if abs(height) <= error * sqrt(longest * dot(up, up)):
        return abs(origin) / length
    if abs(origin) <= slack * length + error * sqrt(longest * dot(known, known)):
        return 0.0
    return (-origin if height > 0 else origin) / length


def _foot(p: Vec3, q: Vec3, r: Vec3, face: Triple) -> Vec3:
    """The point of the triangle that is nearest to the origin above it.

    The weighted sum of the corners rather than the foot of the perpendicular from the plane: however thin the
    triangle, the sum is a point of it, so that its distance is a true upper bound.
    """
    total = face[0] + face[1] + face[2]
    wp, wq, wr = face[0] / total, face[1] / total, face[2] / total
    return (
        p[0] * wp + q[0] * wq + r[0] * wr,
        p[1] * wp + q[1] * wq + r[1] * wr,
        p[2] * wp + q[2] * wq + r[2] * wr,
    )


def _reach(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> float:
    """The largest absolute coordinate of the four points."""
    return max(
        max(abs(a[0]), abs(a[1]), abs(a[2])),
        max(abs(b[0]), abs(b[1]), abs(b[2])),
        max(abs(c[0]), abs(c[1]), abs(c[2])),
        max(abs(d[0]), abs(d[1]), abs(d[2])),
    )


def _at_vertex(region: Region, p: Vec3, tests: Tests) -> Closest:
    return Closest(region, _weights_at(region - Region.VERTEX_A, 1.0, 0, 0.0, 0, 0.0), p, tests)


def _on_edge(region: Region, p: Vec3, q: Vec3, edge: Pairs, tests: Tests) -> Closest:
    i, j = EDGES[region - Region.EDGE_AB]
    total = edge[0] + edge[1]
    wp, wq = edge[1] / total, edge[0] / total
    point = (p[0] * wp + q[0] * wq, p[1] * wp + q[1] * wq, p[2] * wp + q[2] * wq)
    return Closest(region, _weights_at(i, wp, j, wq, 0, 0.0), point, tests)


def _on_face(region: Region, p: Vec3, q: Vec3, r: Vec3, face: Triple, tests: Tests) -> Closest:
    i, j, k = FACES[region - Region.FACE_ABC]
    total = face[0] + face[1] + face[2]
    weights = _weights_at(i, face[0] / total, j, face[1] / total, k, face[2] / total)
    return Closest(region, weights, _foot(p, q, r, face), tests)


def _inside(a: Vec3, b: Vec3, c: Vec3, d: Vec3, tests: Tests) -> Closest:
    """The origin itself, with the volumes of the four tetrahedra that it spans with the faces as weights."""
    wa, wb = abs(dot(b, cross(c, d))), abs(dot(a, cross(c, d)))
    wc, wd = abs(dot(a, cross(b, d))), abs(dot(a, cross(b, c)))
    total = wa + wb + wc + wd
    return Closest(Region.INTERIOR, (wa / total, wb / total, wc / total, wd / total), ZERO, tests)


def _nearest_feature(a: Vec3, b: Vec3, c: Vec3, d: Vec3, count: int, tests: Tests) -> Closest:
    """The nearest of all features that the origin projects into: the fallback when rounded tests contradict each
    other."""
    points = (a, b, c, d)
    best, best_distance = _at_vertex(Region.VERTEX_A, a, tests), norm(a)
    for slot in range(1, count):
        distance = norm(points[slot])
        if distance < best_distance:
            best, best_distance = _at_vertex(VERTEX_REGIONS[slot], points[slot], tests), distance
    for i in range(6):
        p, q = EDGES[i]
        edge = tests.edges[i]
        if q < count and edge[0] > 0 and edge[1] > 0:
            candidate = _on_edge(EDGE_REGIONS[i], points[p], points[q], edge, tests)
            distance = norm(candidate.point)
            if distance < best_distance:
                best, best_distance = candidate, distance
    for i in range(4):
        p, q, r = FACES[i]
        face = tests.faces[i]
        if r < count and face[0] > 0 and face[1] > 0 and face[2] > 0:
            candidate = _on_face(FACE_REGIONS[i], points[p], points[q], points[r], face, tests)
            distance = norm(candidate.point)
            if distance < best_distance:
                best, best_distance = candidate, distance
    return best


def _weights_at(i: int, wi: float, j: int, wj: float, k: int, wk: float) -> Weights:
    """The four weights that are `wi`, `wj`, `wk` at the slots i, j, k (added, where slots are the same)."""
    a = b = c = d = 0.0
    for slot, weight in ((i, wi), (j, wj), (k, wk)):
        if slot == 0:
            a += weight
        elif slot == 1:
            b += weight
        elif slot == 2:
            c += weight
        else:
            d += weight
    return (a, b, c, d)
