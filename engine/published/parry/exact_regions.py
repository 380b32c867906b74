"""The nearest point of a simplex in exact arithmetic: the truth about parry's Voronoi regions."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from gjkscope.engine.precision import single
from gjkscope.engine.published.decisions import Exact3, exact_cross, exact_difference, exact_dot, rational_points
from gjkscope.engine.published.parry.regions import ParryProjection
from gjkscope.engine.vectors import Vec3

FACES = ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
"""Of a tetrahedron."""

NOWHERE: Exact3 = (Fraction(0), Fraction(0), Fraction(0))


def exact_projection(points: Sequence[Vec3]) -> ParryProjection:
    """The nearest feature of a simplex, with weights that are rounded once."""
    on, weights, point = _nearest_feature(rational_points([(float(x), float(y), float(z)) for x, y, z in points]))
    return ParryProjection(single(tuple(map(float, point))), on, single(tuple(map(float, weights))))


def nearest_in_simplex(points: Sequence[Vec3]) -> Exact3:
    """The point of a simplex that is nearest to the origin; the origin if a tetrahedron contains it."""
    return _nearest_feature(rational_points(points))[2]


def holds_origin_inside(corners: Sequence[Exact3]) -> bool:
    """Whether a tetrahedron contains the origin; of a flat one, whether the origin is in its plane."""
    return all(side_of_origin(corners, face) >= 0 for face in FACES)


def side_of_origin(corners: Sequence[Exact3], face: tuple[int, int, int]) -> int:
    """1 if the origin is on the side of a face where the fourth corner is, −1 if beyond, 0 in the plane."""
    (other,) = {0, 1, 2, 3} - {*face}
    a, b, c = (corners[slot] for slot in face)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    inner, origin = exact_dot(normal, exact_difference(corners[other], a)), -exact_dot(normal, a)
    return 0 if origin == 0 else 1 if inner * origin > 0 else -1


Feature = tuple[tuple[int, ...], tuple[Fraction, ...], Exact3]


def _nearest_feature(corners: Sequence[Exact3]) -> Feature:
    """Its slots, the weights of its corners, and the nearest point; no slots if a tetrahedron contains the origin."""
    if len(corners) == 4 and all(side_of_origin(corners, face) > 0 for face in FACES):
        return (), (), NOWHERE
    slots = [slot for size in (1, 2, 3) for slot in combinations(range(len(corners)), size)]
    features = (_projected(corners, feature) for feature in slots)
    return min((feature for feature in features if feature), key=lambda feature: exact_dot(feature[2], feature[2]))


def _projected(corners: Sequence[Exact3], slots: tuple[int, ...]) -> Feature | None:
    """The projection of the origin on the space of some corners, if it is between them."""
    points = [corners[slot] for slot in slots]
    weights = _weights(points)
    if weights is None or min(weights) < 0:
        return None
    x, y, z = (sum((w * p[k] for w, p in zip(weights, points, strict=True)), Fraction(0)) for k in range(3))
    return slots, weights, (x, y, z)


def _weights(points: Sequence[Exact3]) -> tuple[Fraction, ...] | None:
    if len(points) == 1:
        return (Fraction(1),)
    if len(points) == 2:
        a, b = points
        way = exact_difference(b, a)
        square = exact_dot(way, way)
        return (1 + exact_dot(a, way) / square, -exact_dot(a, way) / square) if square else None
    a, b, c = points
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    square = exact_dot(normal, normal)
    if square == 0:
        return None
    return tuple(exact_dot(normal, exact_cross(p, q)) / square for p, q in ((b, c), (c, a), (a, b)))
