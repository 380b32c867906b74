"""Jolt's `ClosestPoint`: the point of a simplex that is nearest to the origin, and the corners that it depends on.

A set of corners is a number whose bit i stands for corner i, as in Jolt.  Within GJK (`newest_counts`) the newest
corner is assumed to belong to the nearest feature, and features without it are not measured.
"""

from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.jolt.arithmetic import FLT_EPSILON, FLT_MAX, divided_by, float32
from gjkscope.engine.vectors import Vec3, add, cross, dot, neg, scale, sub

FLAT = float(float32(1e-10))
"""A triangle whose normal has a smaller square is a line: an area of 5e-6 m², whatever the size of the shapes."""

LEAST_DENOMINATOR = 1e-12
SQUARED_EPSILON = FLT_EPSILON * FLT_EPSILON
ALL = 0b1111


class JoltPoint(NamedTuple):
    """A support point of A − B, in Jolt's frame, that of shape 1, and in single precision."""

    y: Vec3
    p: Vec3  # of shape 1
    q: Vec3  # of shape 2
    local: Vertex  # the same with Python's floats, for tests
    world: Vertex  # in world coordinates, for views


class JoltClosest(NamedTuple):
    """The nearest point, and the set of corners."""

    point: Vec3
    corners: int


Points = tuple[JoltPoint, ...]


def kept(points: Points, corners: int) -> Points:
    return tuple(point for i, point in enumerate(points) if corners >> i & 1)


def closest_of_simplex(points: Points, decisions: EngineDecisions, newest_counts: bool = True) -> JoltClosest:
    if len(points) == 1:
        return JoltClosest(points[0].y, 1)
    if len(points) == 2:
        return _on_line(points)
    if len(points) == 3:
        return _on_triangle(points, decisions, newest_counts)
    return _on_tetrahedron(points, decisions, newest_counts)


def jolt_witnesses(points: Points) -> tuple[Vec3, Vec3] | None:
    """`CalculatePointAAndB`; None for a tetrahedron, whose points Jolt leaves undefined."""
    if len(points) not in (1, 2, 3):
        return None
    weights = jolt_weights(points)
    return combined_point(weights, [point.p for point in points]), combined_point(
        weights, [point.q for point in points]
    )


def jolt_weights(points: Points) -> tuple[Any, ...]:
    """`GetBaryCentricCoordinates` of the nearest point of the line or the plane of one to three points."""
    if len(points) == 1:
        return (float32(1),)
    return _weights(*points) if len(points) == 3 else weights_on_line(points[0].y, points[1].y)


def combined_point(weights: tuple[Any, ...], points: list[Vec3]) -> Vec3:
    total = scale(points[0], weights[0])
    for weight, point in zip(weights[1:], points[1:], strict=True):
        total = add(total, scale(point, weight))
    return total


def weights_on_line(a: Vec3, b: Vec3) -> tuple[Any, ...]:
    """`GetBaryCentricCoordinates` of the line of two points."""
    along = sub(b, a)
    denominator = dot(along, along)
    if denominator < SQUARED_EPSILON:
        return (1.0, 0.0) if dot(a, a) < dot(b, b) else (0.0, 1.0)
    v = -dot(a, along) / denominator
    return float32(1) - v, v


def _weights(first: JoltPoint, second: JoltPoint, third: JoltPoint) -> tuple[Any, ...]:
    """`GetBaryCentricCoordinates` of the plane of three points, by two edges of which one is shortest."""
    a, b, c = first.y, second.y, third.y
    ab, ac, bc = sub(b, a), sub(c, a), sub(c, b)
    d00, d11, d22, one = dot(ab, ab), dot(ac, ac), dot(bc, bc), float32(1)
    if d00 <= d22:
        d01 = dot(ab, ac)
        denominator = d00 * d11 - d01 * d01
        if denominator < LEAST_DENOMINATOR:
            if d00 > d11:
                return (*weights_on_line(a, b), 0.0)
            u, w = weights_on_line(a, c)
            return u, 0.0, w
        a0, a1 = dot(a, ab), dot(a, ac)
        v = (d01 * a1 - d11 * a0) / denominator
        w = (d01 * a0 - d00 * a1) / denominator
        return one - v - w, v, w
    d12 = dot(ac, bc)
    denominator = d11 * d22 - d12 * d12
    if denominator < LEAST_DENOMINATOR:
        if d11 > d22:
            u, w = weights_on_line(a, c)
            return u, 0.0, w
        return (0.0, *weights_on_line(b, c))
    c1, c2 = dot(c, ac), dot(c, bc)
    u = (d22 * c1 - d12 * c2) / denominator
    v = (d11 * c2 - d12 * c1) / denominator
    return u, v, one - u - v


def _on_line(points: Points) -> JoltClosest:
    a, b = points[0].y, points[1].y
    u, v = weights_on_line(a, b)
    if v <= 0:
        return JoltClosest(a, 0b01)
    if u <= 0:
        return JoltClosest(b, 0b10)
    return JoltClosest(add(scale(a, u), scale(b, v)), 0b11)


def _on_triangle(points: Points, decisions: EngineDecisions, newest_counts: bool) -> JoltClosest:
    """Voronoi regions as in Ericson's book, but a and c are exchanged if that makes ab the shorter edge at b."""
    first, b, last = (point.y for point in points)
    is_swapped = dot(sub(last, b), sub(last, b)) < dot(sub(first, b), sub(first, b))
    a, c = (last, first) if is_swapped else (first, last)
    ab, ac = sub(b, a), sub(c, a)
    normal = cross(ab, ac)
    square = dot(normal, normal)
    if decisions.holds("flat", float(square), FLAT, [point.local for point in points]):
        return _on_flat_triangle(first, b, last, a, ac, newest_counts)
    region = _region(a, b, c, ab, ac)
    if region is not None:
        return JoltClosest(region.point, _exchanged(region.corners) if is_swapped else region.corners)
    return JoltClosest(divided_by(scale(normal, dot(add(add(a, b), c), normal)), 3 * square), 0b111)


def _exchanged(corners: int) -> int:
    """The set with a and c exchanged."""
    return (corners & 0b010) | (corners & 1) << 2 | corners >> 2


def _region(a: Vec3, b: Vec3, c: Vec3, ab: Vec3, ac: Vec3) -> JoltClosest | None:
    """The vertex or edge whose region contains the origin; None: the face."""
    d1, d2 = dot(ab, neg(a)), dot(ac, neg(a))
    if d1 <= 0 and d2 <= 0:
        return JoltClosest(a, 0b001)
    d3, d4 = dot(ab, neg(b)), dot(ac, neg(b))
    if d3 >= 0 and d4 <= d3:
        return JoltClosest(b, 0b010)
    if d1 * d4 <= d3 * d2 and d1 >= 0 and d3 <= 0:
        return JoltClosest(add(a, scale(ab, d1 / (d1 - d3))), 0b011)
    d5, d6 = dot(ab, neg(c)), dot(ac, neg(c))
    if d6 >= 0 and d5 <= d6:
        return JoltClosest(c, 0b100)
    if d5 * d2 <= d1 * d6 and d2 >= 0 and d6 <= 0:
        return JoltClosest(add(a, scale(ac, d2 / (d2 - d6))), 0b101)
    d43, d56 = d4 - d3, d5 - d6
    if d3 * d6 <= d5 * d4 and d43 >= 0 and d56 >= 0:
        return JoltClosest(add(b, scale(sub(c, b), d43 / (d43 + d56))), 0b110)
    return None


def _on_flat_triangle(first: Vec3, b: Vec3, last: Vec3, a: Vec3, ac: Vec3, newest_counts: bool) -> JoltClosest:
    """The nearest corner or edge; ac may run from the last corner to the first."""
    corners = [(last, 0b100)] if newest_counts else [(last, 0b100), (first, 0b001), (b, 0b010)]
    edges = [(a, ac, 0b101), (b, sub(last, b), 0b110)]
    if not newest_counts:
        edges.append((first, sub(b, first), 0b011))
    (best, chosen), *others = corners
    least = dot(best, best)
    candidates = others + [(_on_edge(start, along), number) for start, along, number in edges if _has_length(along)]
    for point, number in candidates:
        square = dot(point, point)
        if square < least:
            best, chosen, least = point, number, square
    return JoltClosest(best, chosen)


def _has_length(along: Vec3) -> bool:
    return bool(dot(along, along) > SQUARED_EPSILON)


def _on_edge(start: Vec3, along: Vec3) -> Vec3:
    v = min(max(-dot(start, along) / dot(along, along), float32(0)), float32(1))
    return add(start, scale(along, v))


def _on_tetrahedron(points: Points, decisions: EngineDecisions, newest_counts: bool) -> JoltClosest:
    a, b, c, d = points
    abc, acd, abd, bcd = _outside(points, decisions)
    best, chosen, least = (float32(0),) * 3, ALL, float32(FLT_MAX)
    if abc:
        face = JoltClosest(a.y, 1) if newest_counts else _on_triangle((a, b, c), decisions, newest_counts)
        best, chosen, least = face.point, face.corners, dot(face.point, face.point)
    for outside, corners, numbers in (
        (acd, (a, c, d), (1, 4, 8)),
        (abd, (a, b, d), (1, 2, 8)),
        (bcd, (b, c, d), (2, 4, 8)),
    ):
        if outside:
            face = _on_triangle(corners, decisions, newest_counts)
            square = dot(face.point, face.point)
            if square < least:
                chosen = sum(number for i, number in enumerate(numbers) if face.corners >> i & 1)
                best, least = face.point, square
    return JoltClosest(best, chosen)


def _outside(points: Points, decisions: EngineDecisions) -> list[bool]:
    """`OriginOutsideOfTetrahedronPlanes`: of faces ABC, ACD, ADB and BDC."""
    a, b, c, d = (point.y for point in points)
    ab, ac, ad, bd, bc = sub(b, a), sub(c, a), sub(d, a), sub(d, b), sub(c, b)
    normals = (cross(ab, ac), cross(ac, ad), cross(ad, ab), cross(bd, bc))
    of_origin = [dot(start, normal) for start, normal in zip((a, a, a, b), normals, strict=True)]
    of_corner = [dot(ad, normals[0]), dot(ab, normals[1]), dot(ac, normals[2]), -dot(ab, normals[3])]
    signs = {bool(np.signbit(height)) for height in of_corner}
    if len(signs) > 1:
        return [True] * 4  # "degenerate tetrahedron"
    sign = -1.0 if signs == {True} else 1.0
    faces = ((0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2), (1, 3, 2, 0))
    return [
        decisions.holds("beyond face", sign * float(height), -FLT_EPSILON, [points[i].local for i in face])
        for height, face in zip(of_origin, faces, strict=True)
    ]
