"""The closest points of two features, as weighted means of their vertices.

A face is a fan of triangles.  An edge and a face are nearest at an end of the edge, at an edge of the face, or where
they cross.
"""

from itertools import pairwise
from typing import NamedTuple

from gjkscope.engine.gjk.simplex import closest_on_segment, closest_on_triangle
from gjkscope.engine.v_clip.features import (
    BoundaryFeature,
    FeatureKind,
    FeaturePolytope,
    ends_of,
    feature_vertices,
    height_over,
)
from gjkscope.engine.vectors import Vec3, add, along, dot, norm, scale, sub

Mean = tuple[tuple[int, float], ...]
"""A point of a feature: indices of vertices, and weights whose sum is 1."""


class FeatureDistance(NamedTuple):
    """The closest points of two features and their distance, metres."""

    distance: float
    point_a: Vec3
    point_b: Vec3
    mean_a: Mean
    mean_b: Mean


def distance_of_features(
    a: FeaturePolytope, feature_a: BoundaryFeature, b: FeaturePolytope, feature_b: BoundaryFeature
) -> FeatureDistance:
    """The closest points of a feature of A and one of B, at most one of which is a face."""
    if feature_a.kind > feature_b.kind:
        return _swapped(_ordered(b, feature_b, a, feature_a))
    return _ordered(a, feature_a, b, feature_b)


def _ordered(
    a: FeaturePolytope, feature_a: BoundaryFeature, b: FeaturePolytope, feature_b: BoundaryFeature
) -> FeatureDistance:
    """The same, where B's feature has at least the dimension of A's."""
    if feature_a.kind == FeatureKind.VERTEX:
        return _from_vertex(a, feature_a.number, b, feature_vertices(b, feature_b))
    if feature_b.kind == FeatureKind.EDGE:
        return _of_edges(a, feature_a.number, b, feature_b.number)
    return _of_edge_and_face(a, feature_a.number, b, feature_b.number)


def _swapped(found: FeatureDistance) -> FeatureDistance:
    return FeatureDistance(found.distance, found.point_b, found.point_a, found.mean_b, found.mean_a)


def _from_vertex(a: FeaturePolytope, vertex: int, b: FeaturePolytope, loop: tuple[int, ...]) -> FeatureDistance:
    """From a vertex of A to a vertex, an edge or a face of B."""
    p = a.vertices[vertex]
    candidates = [loop] if len(loop) < 3 else [(loop[0], *pair) for pair in pairwise(loop[1:])]
    means = (_nearest_of_simplex(p, b, corners) for corners in candidates)
    return min((_measured(a, ((vertex, 1.0),), b, mean) for mean in means), key=lambda found: found.distance)


def _nearest_of_simplex(p: Vec3, b: FeaturePolytope, corners: tuple[int, ...]) -> Mean:
    """The nearest point of a vertex, a segment or a triangle; of one without size after rounding, a corner."""
    points = [sub(b.vertices[corner], p) for corner in corners]
    weights: tuple[float, ...] = (1.0,)
    if len(points) == 2:
        weights = closest_on_segment(points[0], points[1]).weights
    elif len(points) == 3:
        weights = closest_on_triangle(points[0], points[1], points[2]).weights
    mean = tuple((corner, weight) for corner, weight in zip(corners, weights, strict=False) if weight > 0)
    if mean:
        return mean
    return ((min(zip(corners, points, strict=True), key=lambda each: norm(each[1]))[0], 1.0),)


def _of_edges(a: FeaturePolytope, edge_a: int, b: FeaturePolytope, edge_b: int) -> FeatureDistance:
    """The least of the distances of each end from the other edge, and of the common perpendicular if it has one."""
    (tail_a, head_a), (tail_b, head_b) = a.edges[edge_a], b.edges[edge_b]
    found = [_from_vertex(a, vertex, b, (tail_b, head_b)) for vertex in (tail_a, head_a)]
    found += [_swapped(_from_vertex(b, vertex, a, (tail_a, head_a))) for vertex in (tail_b, head_b)]
    (p, p_end), (q, q_end) = ends_of(a, edge_a), ends_of(b, edge_b)
    at = _perpendicular(p, p_end, a.directions[edge_a], q, q_end, b.directions[edge_b])
    if at is not None:
        s, t = at
        mean_a, mean_b = ((tail_a, 1.0 - s), (head_a, s)), ((tail_b, 1.0 - t), (head_b, t))
        found.append(_measured(a, mean_a, b, mean_b))
    return min(found, key=lambda each: each.distance)


def _perpendicular(p: Vec3, p_end: Vec3, u: Vec3, q: Vec3, q_end: Vec3, v: Vec3) -> tuple[float, float] | None:
    """Where the common perpendicular meets both segments, 0 … 1; None if it misses one, or they are parallel."""
    between, cosine = sub(q, p), dot(u, v)
    sine2 = 1.0 - cosine * cosine
    length_a, length_b = norm(sub(p_end, p)), norm(sub(q_end, q))
    if sine2 <= 0.0 or length_a == 0.0 or length_b == 0.0:
        return None
    along_u, along_v = dot(u, between), dot(v, between)
    s = (along_u - cosine * along_v) / (sine2 * length_a)
    t = (cosine * along_u - along_v) / (sine2 * length_b)
    return (s, t) if 0.0 <= s <= 1.0 and 0.0 <= t <= 1.0 else None


def _of_edge_and_face(a: FeaturePolytope, edge: int, b: FeaturePolytope, face: int) -> FeatureDistance:
    loop, (tail, head) = b.faces[face], a.edges[edge]
    found = [_from_vertex(a, vertex, b, loop) for vertex in (tail, head)]
    found += [_of_edges(a, edge, b, around) for around in b.face_edges[face]]
    before, behind = (height_over(b, face, a.vertices[vertex]) for vertex in (tail, head))
    if before * behind < 0:
        at = before / (before - behind)
        crossing = along(a.vertices[tail], sub(a.vertices[head], a.vertices[tail]), at)
        mean_a: Mean = ((tail, 1.0 - at), (head, at))
        means = (_nearest_of_simplex(crossing, b, (loop[0], *pair)) for pair in pairwise(loop[1:]))
        found += [_measured(a, mean_a, b, mean) for mean in means]
    return min(found, key=lambda each: each.distance)


def _measured(a: FeaturePolytope, mean_a: Mean, b: FeaturePolytope, mean_b: Mean) -> FeatureDistance:
    point_a, point_b = _point(a, mean_a), _point(b, mean_b)
    return FeatureDistance(norm(sub(point_b, point_a)), point_a, point_b, mean_a, mean_b)


def _point(polytope: FeaturePolytope, mean: Mean) -> Vec3:
    """The mean, measured from its first vertex: far from the zero point this loses no digits."""
    first = polytope.vertices[mean[0][0]]
    offset = (0.0, 0.0, 0.0)
    for vertex, weight in mean[1:]:
        offset = add(offset, scale(sub(polytope.vertices[vertex], first), weight))
    return add(first, offset)
