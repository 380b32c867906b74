"""Wolfe's minor cycles: the point of a corral's hull that is nearest to the origin, by the least point of its flat.

Wolfe, Finding the nearest point in a polytope, Mathematical Programming 11, 1976.  A corral is a set of vertices whose
hull has its nearest point in its interior, and so at the nearest point of its flat: the point, line, plane or space
through them.  Once a vertex has joined, one cycle:

1. Find the barycentric weights of the flat's nearest point.  If all are positive, the corral is found.
2. Otherwise walk from the closest point so far towards that point until the first weight becomes 0, and drop its
   vertex.

The weights are the numbers of the Voronoi tests (gjk/simplex.py): of an edge, of a face, and for a tetrahedron, whose
flat is the space, the signed volumes with the origin in place of a vertex.

How it can fail: vertices on one line, or on a plane, have no weights of their own.  The corral is then not found.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.engine.gjk.simplex import Region, closest_on_segment, closest_on_tetrahedron, closest_on_triangle
from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.vectors import ZERO, Vec3, along, cross, dot


class MinorCycle(NamedTuple):
    """A walk from the closest point so far towards the nearest point of a corral's flat."""

    flat_weights: tuple[float, ...]  # of the flat's nearest point, of the vertices of the corral
    flat_point: Vec3  # that point, metres
    walked: float  # fraction of the way; 1: it is reached
    dropped: int  # the birth of the vertex whose weight became 0; −1 if none


class Corral(NamedTuple):
    """Vertices, their weights in the closest point, and the cycles that led there."""

    vertices: tuple[Vertex, ...]
    weights: tuple[float, ...]
    cycles: tuple[MinorCycle, ...]
    is_found: bool  # false where rounding leaves no flat, or drops the newest vertex


def find_corral(vertices: tuple[Vertex, ...], weights: tuple[float, ...], newest: Vertex, roundoff: float) -> Corral:
    """The corral after a vertex has joined one of at most three vertices."""
    vertices, weights = (*vertices, newest), (*weights, 0.0)
    cycles: list[MinorCycle] = []
    while True:
        flat = flat_weights([vertex.point for vertex in vertices], roundoff)
        if flat is None:
            return Corral(vertices, weights, tuple(cycles), False)
        point = weighted_mean([vertex.point for vertex in vertices], flat)
        if all(weight > 0 for weight in flat):
            return Corral(vertices, flat, (*cycles, MinorCycle(flat, point, 1.0, -1)), True)
        walked, lost = _first_to_vanish(weights, flat)
        cycles.append(MinorCycle(flat, point, walked, vertices[lost].birth))
        if vertices[lost] == newest:
            return Corral(vertices, weights, tuple(cycles), False)
        moved = [weight + walked * (target - weight) for weight, target in zip(weights, flat, strict=True)]
        vertices, weights = vertices[:lost] + vertices[lost + 1 :], (*moved[:lost], *moved[lost + 1 :])


def flat_weights(points: Sequence[Vec3], roundoff: float) -> tuple[float, ...] | None:
    """The barycentric weights of the point nearest to the origin in the flat through one to four points.

    None if the points lie on a smaller flat, up to rounding.
    """
    if len(points) == 1:
        return (1.0,)
    if len(points) == 2:
        start, end = closest_on_segment(*points).tests.edges[0]
        return _shares((end, start))
    if len(points) == 3:
        return _shares(closest_on_triangle(*points).tests.faces[0])
    a, b, c, d = points
    parts = (dot(cross(b, c), d), -dot(cross(a, c), d), dot(cross(a, b), d), -dot(cross(a, b), c))
    shares = _shares(parts)
    if shares is None or min(shares) <= 0:
        return shares
    # All agree: but in a flat tetrahedron by chance, which the tests of the sides know.
    return shares if closest_on_tetrahedron(a, b, c, d, roundoff).region == Region.INTERIOR else None


def weighted_mean(points: Sequence[Vec3], weights: Sequence[float]) -> Vec3:
    total = ZERO
    for point, weight in zip(points, weights, strict=True):
        total = along(total, point, weight)
    return total


def _shares(parts: tuple[float, ...]) -> tuple[float, ...] | None:
    total = sum(parts)
    return None if total == 0 else tuple(part / total for part in parts)


def _first_to_vanish(weights: tuple[float, ...], flat: tuple[float, ...]) -> tuple[float, int]:
    """The fraction of the way to the weights `flat` at which the first weight becomes 0, and its slot."""
    return min(
        (weight / (weight - target) if weight > target else 0.0, slot)
        for slot, (weight, target) in enumerate(zip(weights, flat, strict=True))
        if target <= 0
    )
