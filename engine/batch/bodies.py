"""What steps in a page need of a shape besides its core, as arrays: `batch/polytopes.py` reads them in compiled code.

None of it depends on the pose.  MPR needs a ball inside the shape, SAT the corners, faces and edges of a polytope.
"""

from typing import NamedTuple

import numpy as np

from gjkscope.engine.batch.arrays import Floats, Integers
from gjkscope.engine.geometry.polytope import is_polytope, polytope_body
from gjkscope.engine.sat.steps import skips_pairs_of
from gjkscope.engine.shapes.bounds import inner_radius
from gjkscope.engine.shapes.kinds import Box, PolytopeShape, Shape, TriangleSurface
from gjkscope.engine.vectors import ZERO, Vec3

# Places of the numbers of a body.
INNER_RADIUS, DIMENSION, CENTER, IS_HULLED, IS_SKIPPING = 0, 1, 2, 5, 6

NO_VECTORS: Floats = np.empty((0, 3))
NO_INTEGERS: Integers = np.empty(0, np.int64)
EDGES_OF_BOX = 3  # each stands for four


class BodyArrays(NamedTuple):
    """The arrays of a shape; all but the first are empty unless it is a polytope other than a box."""

    numbers: Floats  # at the places above; the centre takes three
    corners: Floats = NO_VECTORS  # (n, 3), these and the following as in `polytope.PolytopeBody`
    normals: Floats = NO_VECTORS  # (f, 3)
    edges: Floats = NO_VECTORS  # (e, 3)
    wings: Floats = NO_VECTORS  # (2 e, 3)
    starts: Integers = NO_INTEGERS  # (f + 1,): where the corners of each face start among `face_corners`, and their end
    face_corners: Integers = NO_INTEGERS
    edge_corners: Integers = NO_INTEGERS  # (e, 2)


def body_arrays(shape: Shape) -> BodyArrays:
    """The arrays of any shape.

    >>> from gjkscope import Triangle
    >>> arrays = body_arrays(Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))))
    >>> len(arrays.corners), len(arrays.normals), arrays.face_corners.tolist()
    (3, 1, [0, 1, 2])
    """
    inner = inner_radius(shape)
    if isinstance(shape, Box) or not isinstance(shape, PolytopeShape) or not is_polytope(shape):
        return BodyArrays(_numbers(inner, 3, ZERO, False, False))
    body = polytope_body(shape)
    skips = skips_pairs_of(shape, body.dimension)
    ends = np.cumsum([len(face) for face in body.face_corners], dtype=np.int64)
    return BodyArrays(
        _numbers(inner, body.dimension, body.center, isinstance(shape, TriangleSurface), skips),
        body.corners,
        body.normals,
        body.edges,
        body.wings,
        np.concatenate([np.zeros(1, np.int64), ends]),
        np.array([corner for face in body.face_corners for corner in face], np.int64),
        np.array(body.edge_corners, np.int64).reshape(-1, 2),
    )


def edge_count(shape: Shape) -> int:
    """How many edges SAT has of a polytope."""
    if isinstance(shape, Box) or not isinstance(shape, PolytopeShape):
        return EDGES_OF_BOX
    return len(polytope_body(shape).edges)


def _numbers(inner: float, dimension: int, center: Vec3, is_hulled: bool, is_skipping: bool) -> Floats:
    return np.array([inner, dimension, *center, is_hulled, is_skipping], np.float64)
