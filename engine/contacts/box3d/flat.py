"""Which edges of two hulls span an axis where one of them is flat, as a triangle is, which Box3D's hulls never are."""

from typing import Any

import numpy as np

from gjkscope.engine.vectors import Vec3, cross, dot, neg

Arcs = tuple[Vec3, Vec3]
"""The normals of the faces left and right of each edge: the ends of its arc on the Gauss map."""


def flat_crossings(along_a: Vec3, arcs_a: Arcs, along_b: Vec3, arcs_b: Arcs) -> tuple[Any, Any]:
    """Whether the arcs of two edges cross along the cross product of the edges, and against it, for arrays of edges.

    The arc of an edge of a flat body is a half circle, whose ends do not say which half it is, so the test for arcs of
    solid bodies does not apply.
    """
    axis = cross(along_a, along_b)
    faces_b = neg(arcs_b[0]), neg(arcs_b[1])  # the faces of −B are on the same sides of an edge as those of B
    along, against = (
        _on_arc(normal, along_a, arcs_a) & _on_arc(normal, along_b, faces_b) for normal in (axis, neg(axis))
    )
    return along, against


def _on_arc(normal: Vec3, edge: Vec3, arcs: Arcs) -> Any:
    """Whether a direction across an edge is between the normals of its left and its right face."""
    left, right = arcs
    turn = cross(left, right)
    is_between = (dot(cross(left, normal), turn) > 0) & (dot(cross(normal, right), turn) > 0)
    is_half = np.logical_and.reduce([first == -second for first, second in zip(left, right, strict=True)])
    return np.where(is_half, dot(normal, cross(edge, left)) > 0, is_between)
