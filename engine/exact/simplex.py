"""The feature of an integer simplex that is nearest to the origin, and its closest point, without rounding.

A point of a simplex is stored as integer weights of its vertices: Cramer's rule gives the foot of the perpendicular
from the origin to the flat through some points as quotients of determinants, and their common denominator is the sum of
the weights.

1. Find the foot on the whole simplex.  With positive weights it is inside: that is the closest point.
2. Otherwise try each side opposite to a vertex whose weight is not positive, and take the nearest.
"""

from typing import NamedTuple

from gjkscope.engine.arithmetic.integers import Int3, int_cross, int_dot, int_neg, int_sub
from gjkscope.engine.vectors import Vec3


class ExactVertex(NamedTuple):
    """A point of A − B, and the points of A and B whose difference it is.

    `exact` is the point in units.  The coordinates in metres, each the nearest double, are for display: nothing is
    computed from them.  `birth` is the number of the step that found the vertex, and its name in the views (w0, w1 …).
    """

    exact: Int3
    index_a: int
    index_b: int
    birth: int
    point: Vec3
    a: Vec3  # world
    b: Vec3


Simplex = tuple[ExactVertex, ...]  # one to four
Weights = tuple[int, ...]  # of its vertices, times their sum, which is positive


def towards_origin(simplex: Simplex, weights: Weights) -> Int3:
    """A vector from the closest point of the simplex towards the origin.  A face's normal has the fewest digits."""
    if len(simplex) < 3:
        return int_neg(closest(simplex, weights))
    p, q, r = (w.exact for w in simplex)
    normal = int_cross(int_sub(q, p), int_sub(r, p))
    return int_neg(normal) if int_dot(normal, p) > 0 else normal


def closest(simplex: Simplex, weights: Weights) -> Int3:
    """The point with these weights, times their sum."""
    return weighted_sum([w.exact for w in simplex], weights)


def weighted_sum(points: list[Int3], weights: Weights) -> Int3:
    """Σ weight · point."""
    x = y = z = 0
    for point, weight in zip(points, weights, strict=True):
        x, y, z = x + weight * point[0], y + weight * point[1], z + weight * point[2]
    return (x, y, z)


def nearest_feature(simplex: Simplex) -> tuple[Simplex, Weights]:
    """The feature that contains the simplex's closest point to the origin, and its weights, which are all positive.

    The vertices are affinely independent: each was further towards the origin than the plane perpendicular to the
    search direction through all the others.
    """
    weights = _foot(*(w.exact for w in simplex))
    if min(weights) > 0:
        return simplex, weights
    # The closest point lies on a side opposite a vertex whose weight is not positive: otherwise it could move towards
    # the foot and stay inside.
    sides = [simplex[:i] + simplex[i + 1 :] for i, weight in enumerate(weights) if weight <= 0]
    best, best_weights = nearest_feature(sides[0])
    for side in sides[1:]:
        feature, feature_weights = nearest_feature(side)
        if _nearer(feature, feature_weights, best, best_weights):
            best, best_weights = feature, feature_weights
    return best, best_weights


def foot_in_plane(normal: Int3, p: Int3, q: Int3, r: Int3) -> tuple[int, int, int]:
    """With `normal` = (q − p) × (r − p): the sum of the weights is its squared length."""
    return (int_dot(normal, int_cross(q, r)), int_dot(normal, int_cross(r, p)), int_dot(normal, int_cross(p, q)))


def perpendicular_to(simplex: Simplex) -> Int3:
    """A vector perpendicular to a simplex of one to three vertices."""
    if len(simplex) == 1:
        return (1, 0, 0)
    p, q = simplex[0].exact, simplex[1].exact
    x, y, z = along_edge = int_sub(q, p)
    if len(simplex) == 3:
        return int_cross(along_edge, int_sub(simplex[2].exact, p))
    return (0, -z, y) if abs(x) <= max(abs(y), abs(z)) else (-y, x, 0)


def _nearer(p: Simplex, weights_p: Weights, q: Simplex, weights_q: Weights) -> bool:
    point_p, point_q, total_p, total_q = closest(p, weights_p), closest(q, weights_q), sum(weights_p), sum(weights_q)
    return int_dot(point_p, point_p) * total_q * total_q < int_dot(point_q, point_q) * total_p * total_p


def _foot(p: Int3, q: Int3 | None = None, r: Int3 | None = None, s: Int3 | None = None) -> Weights:
    """The weights of the foot of the perpendicular from the origin to the flat through the points."""
    if q is None:
        return (1,)
    if r is None:
        pq = int_sub(q, p)
        return (int_dot(q, pq), -int_dot(p, pq))
    if s is None:
        return foot_in_plane(int_cross(int_sub(q, p), int_sub(r, p)), p, q, r)
    volumes = (
        int_dot(int_cross(q, r), s),
        -int_dot(int_cross(p, r), s),
        int_dot(int_cross(p, q), s),
        -int_dot(int_cross(p, q), r),
    )
    return volumes if sum(volumes) > 0 else (-volumes[0], -volumes[1], -volumes[2], -volumes[3])
