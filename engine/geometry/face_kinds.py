"""What the faces of A − B come from: a face of A, a face of −B, or an edge of each.

Take the outward normal n of a face.  The points of A − B furthest along n are the differences of A's points furthest
along n and B's furthest along −n, so the face is the sum of what these two sets are: a face and a vertex or an edge, or
two edges, which sweep a parallelogram.  Two parallel faces give a face, too.  So all normals of A − B are normals of
faces of A, of faces of B, or perpendicular to an edge of each: the axes of the separating axis test (Gottschalk, Lin,
Manocha, OBBTree, SIGGRAPH 1996).
"""

from enum import Enum
from typing import TypeGuard

import numpy as np
import numpy.typing as npt

from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.kinds import PolytopeShape, Shape
from gjkscope.engine.vectors import Mat3

FLAT = 1e-9  # of the size: corners whose heights differ by less lie in one supporting plane
FACE = 3  # corners in a supporting plane from which on it supports a face


class FaceKind(Enum):
    """What a face of A − B comes from."""

    OF_A = "face of A"
    OF_B = "face of B"
    OF_BOTH = "parallel faces"
    OF_EDGES = "edge × edge"


def face_kinds(a: Shape, rotation_a: Mat3, b: Shape, rotation_b: Mat3) -> tuple[FaceKind, ...]:
    """The kind of each face of the hull of `minkowski_difference`; empty unless both are polytopes without rounding.

    >>> from gjkscope.engine import Box
    >>> from gjkscope.engine.pose import rotation_from_quaternion
    >>> straight, turned = rotation_from_quaternion((0, 0, 0, 1)), rotation_from_quaternion((0.2, 0.3, 0.1, 0.9))
    >>> kinds = face_kinds(Box((1, 1, 1)), straight, Box((1, 1, 1)), turned)
    >>> [kinds.count(kind) for kind in (FaceKind.OF_A, FaceKind.OF_B, FaceKind.OF_EDGES)]
    [6, 6, 18]
    """
    if not (_has_flat_faces(a) and _has_flat_faces(b)):
        return ()
    normals = minkowski_difference(a, rotation_a, b, rotation_b).hull.normals
    on_a, on_b = _supported(a, rotation_a, normals), _supported(b, rotation_b, -normals)
    return tuple(_kind(of_a >= FACE, of_b >= FACE) for of_a, of_b in zip(on_a, on_b, strict=True))


def _has_flat_faces(shape: Shape) -> TypeGuard[PolytopeShape]:
    return isinstance(shape, PolytopeShape) and shape.ball_radius() == 0 == shape.rounding


def _kind(of_a: bool, of_b: bool) -> FaceKind:
    if of_a:
        return FaceKind.OF_BOTH if of_b else FaceKind.OF_A
    return FaceKind.OF_B if of_b else FaceKind.OF_EDGES


def _supported(shape: PolytopeShape, rotation: Mat3, directions: npt.NDArray[np.float64]) -> npt.NDArray[np.intp]:
    """How many corners of a polytope are furthest along each of the directions, (n, 3)."""
    corners = convex_hull(np.array(shape.corners())).vertices @ np.array(rotation).T
    heights = directions @ corners.T
    size = float(np.ptp(corners, axis=0).max())
    counts: npt.NDArray[np.intp] = (heights >= heights.max(axis=1, keepdims=True) - FLAT * size).sum(axis=1)
    return counts
