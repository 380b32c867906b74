"""The point of a simplex that is nearest to the origin, as distance3d takes it over from Jolt, in double precision.

A set of corners is a number whose bit i stands for corner i.
"""

from gjkscope.engine.published.ieee import divide
from gjkscope.engine.vectors import DOUBLE, ZERO, Vec3, add, along, cross, dot, neg, scale, sub

EPSILON = 2.0 * DOUBLE
"""`np.finfo(float).eps`"""

Closest = tuple[Vec3, int]  # the point, and the set of corners


def closest_to_origin(points: tuple[Vec3, ...]) -> Closest:
    """`get_closest_point_to_origin`"""
    if len(points) == 1:
        return points[0], 1
    if len(points) == 2:
        return _line(*points)
    return _triangle(*points) if len(points) == 3 else _tetrahedron(*points)


def weights_of(points: tuple[Vec3, ...]) -> tuple[float, ...]:
    """Of the nearest point of the line or the plane, or of the origin in a tetrahedron."""
    if len(points) == 1:
        return (1.0,)
    if len(points) == 2:
        return _line_weights(*points)
    return _plane_weights(*points) if len(points) == 3 else _tetrahedron_weights(*points)


def _line_weights(a: Vec3, b: Vec3) -> tuple[float, ...]:
    ab = sub(b, a)
    denominator = dot(ab, ab)
    if denominator < EPSILON * EPSILON:
        return (1.0, 0.0) if dot(a, a) < dot(b, b) else (0.0, 1.0)
    v = -dot(a, ab) / denominator
    return 1.0 - v, v


def _plane_weights(a: Vec3, b: Vec3, c: Vec3) -> tuple[float, ...]:
    """By two edges, of which one is the shortest."""
    ab, ac, bc = sub(b, a), sub(c, a), sub(c, b)
    d00, d11, d22 = dot(ab, ab), dot(ac, ac), dot(bc, bc)
    other, others = (d00, dot(ab, ac)) if d00 <= d22 else (d22, dot(ac, bc))
    denominator = other * d11 - others * others
    if abs(denominator) < EPSILON:
        return _longest_weights(a, b, c, d00 <= d22)
    if d00 <= d22:
        a0, a1 = dot(a, ab), dot(a, ac)
        v, w = (others * a1 - d11 * a0) / denominator, (others * a0 - d00 * a1) / denominator
        return 1.0 - v - w, v, w
    c1, c2 = dot(c, ac), dot(c, bc)
    u, v = (d22 * c1 - others * c2) / denominator, (d11 * c2 - others * c1) / denominator
    return u, v, 1.0 - u - v


def _longest_weights(a: Vec3, b: Vec3, c: Vec3, is_from_a: bool) -> tuple[float, ...]:
    """Of a triangle without area: of the longer one of two edges."""
    ac, other = sub(c, a), sub(b, a) if is_from_a else sub(c, b)
    if (dot(other, other) > dot(ac, ac)) if is_from_a else not dot(ac, ac) > dot(other, other):
        u, v = _line_weights(a, b) if is_from_a else _line_weights(b, c)
        return (u, v, 0.0) if is_from_a else (0.0, u, v)
    u, w = _line_weights(a, c)
    return u, 0.0, w


def _tetrahedron_weights(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> tuple[float, ...]:
    ab, ac, ad = sub(b, a), sub(c, a), sub(d, a)
    inverse = divide(1.0, _triple(ab, ac, ad))
    volumes = _triple(b, sub(d, b), sub(c, b)), _triple(a, ac, ad), _triple(a, ad, ab), _triple(a, ab, ac)
    return tuple(-volume * inverse for volume in volumes)


def _triple(a: Vec3, b: Vec3, c: Vec3) -> float:
    return dot(a, cross(b, c))


def _line(a: Vec3, b: Vec3) -> Closest:
    u, v = _line_weights(a, b)
    if v <= 0:
        return a, 0b01
    if u <= 0:
        return b, 0b10
    return add(scale(a, u), scale(b, v)), 0b11


def _triangle(a: Vec3, b: Vec3, c: Vec3) -> Closest:
    """Voronoi regions (Ericson, Real-Time Collision Detection, 2005, §5.1.5); in the face by the normal."""
    ab, ac, bc = sub(b, a), sub(c, a), sub(c, b)
    normal = cross(ab, bc if dot(bc, bc) < dot(ac, ac) else ac)
    square = dot(normal, normal)
    if square < EPSILON * EPSILON:
        return _flat((a, b, c))
    d1, d2, d3, d4 = dot(ab, neg(a)), dot(ac, neg(a)), dot(ab, neg(b)), dot(ac, neg(b))
    if d1 <= 0 and d2 <= 0:
        return a, 0b001
    if d3 >= 0 and d4 <= d3:
        return b, 0b010
    if d1 * d4 - d3 * d2 <= 0 <= d1 and d3 <= 0:
        return along(a, ab, d1 / (d1 - d3)), 0b011
    d5, d6 = dot(ab, neg(c)), dot(ac, neg(c))
    if d6 >= 0 and d5 <= d6:
        return c, 0b100
    if d5 * d2 - d1 * d6 <= 0 <= d2 and d6 <= 0:
        return along(a, ac, d2 / (d2 - d6)), 0b101
    d43, d56 = d4 - d3, d5 - d6
    if d3 * d6 - d5 * d4 <= 0 <= d43 and d56 >= 0:
        return along(b, bc, d43 / (d43 + d56)), 0b110
    height = dot(add(add(a, b), c), normal)
    x, y, z = (part * height / (3.0 * square) for part in normal)
    return (x, y, z), 0b111


def _flat(corners: tuple[Vec3, Vec3, Vec3]) -> Closest:
    """The nearest of the three edges."""
    candidates = []
    for i, j in ((0, 1), (0, 2), (1, 2)):
        point, chosen = _line(corners[i], corners[j])
        candidates.append((point, (chosen & 1) << i | (chosen >> 1) << j))
    return min(candidates, key=lambda candidate: dot(candidate[0], candidate[0]))


def _tetrahedron(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Closest:
    best, least = (ZERO, 0b1111), float("inf")
    corners = (a, b, c, d)
    for outside, face in zip(_outside(a, b, c, d), ((0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)), strict=True):
        if outside:
            point, chosen = _triangle(*(corners[i] for i in face))
            if dot(point, point) < least:
                least = dot(point, point)
                best = point, sum(1 << i for bit, i in enumerate(face) if chosen >> bit & 1)
    return best


def _outside(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> list[bool]:
    """`origin_outside_of_tetrahedron_planes`: of faces ABC, ACD, ADB and BDC."""
    ab, ac, ad = sub(b, a), sub(c, a), sub(d, a)
    normals = cross(ab, ac), cross(ac, ad), cross(ad, ab), cross(sub(d, b), sub(c, b))
    of_origin = [dot(start, normal) for start, normal in zip((a, a, a, b), normals, strict=True)]
    of_corner = dot(ad, normals[0]), dot(ab, normals[1]), dot(ac, normals[2]), -dot(ab, normals[3])
    if all(side > 0 for side in of_corner):
        return [height >= -EPSILON for height in of_origin]
    if all(side < 0 for side in of_corner):
        return [height <= EPSILON for height in of_origin]
    return [True] * 4
