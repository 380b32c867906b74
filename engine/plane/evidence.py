"""Converts vertices of a planar A − B to evidence for the checker, which refers to them by index."""

from collections.abc import Sequence
from itertools import pairwise

from gjkscope.engine.plane.cores import PlaneVertex
from gjkscope.engine.plane.vectors import Vec2, cross2, in_space, sub2
from gjkscope.engine.proof.certificate import Evidence


def evidence_in_plane(
    vertices: Sequence[PlaneVertex], axis: Vec2, weights: tuple[float, ...] = (), encloses: bool = False
) -> Evidence:
    """The evidence: an axis, and weights or, if the vertices are a polygon that encloses the origin, its edges."""
    numbers = tuple((vertex.index_a, vertex.index_b) for vertex in vertices)
    return Evidence(in_space(axis), numbers, weights, edges=edges_around(vertices) if encloses else ())


def edges_around(polygon: Sequence[PlaneVertex]) -> tuple[tuple[int, int], ...]:
    """The edges of a convex polygon as pairs of indices, anticlockwise."""
    first, second, third = (polygon[i].point for i in range(3))
    loop = list(range(len(polygon)))
    if cross2(sub2(second, first), sub2(third, first)) < 0:
        loop.reverse()
    return tuple(pairwise((*loop, loop[0])))
