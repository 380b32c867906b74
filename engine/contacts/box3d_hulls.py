"""Hulls as in Box3D: its order of faces, the hulls that approximate other shapes, and its axis of two edges.

The order of faces, of a face's corners and of vertices decides ties, and which points a reduction keeps.  It
is Box3D's for boxes (`s_boxHull` in src/hull.c).  Other hulls have our order: Box3D's comes from its own quickhull.

Source: Box3D v0.1.0, commit 8441b4a (https://github.com/erincatto/box3d): src/hull.c, and b3EdgeEdgeSeparation in
src/manifold.c.
"""

from functools import lru_cache

from gjkscope.engine.contacts.box3d_limits import LEAST_CROSS, PARALLEL
from gjkscope.engine.contacts.hulls import Loop, PlacedHull, hull_of_loops, local_hull, move_hull
from gjkscope.engine.contacts.rims import inscribed_hull
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.box import Box
from gjkscope.engine.shapes.cone import Cone
from gjkscope.engine.shapes.cylinder import Cylinder
from gjkscope.engine.shapes.shape import PolytopeShape, Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.vectors import Vec3, cross, dot, neg, norm, scale, sub

SIDES = 16  # of the hull of a cylinder or a cone; Box3D leaves the number to its user, from 3 to 32

# In our numbers of a box's corners, x changing fastest: Box3D's vertices, and its faces −x, +x, −y, +y, −z, +z.
BOX_VERTICES: Loop = (7, 6, 4, 5, 3, 2, 0, 1)
BOX_FACES: tuple[Loop, ...] = (
    (4, 6, 2, 0),
    (7, 5, 1, 3),
    (5, 4, 0, 1),
    (6, 7, 3, 2),
    (1, 0, 2, 3),
    (7, 6, 4, 5),
)
BOX_NORMALS: tuple[Vec3, ...] = (
    (-1.0, 0.0, 0.0),
    (1.0, 0.0, 0.0),
    (0.0, -1.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, 0.0, -1.0),
    (0.0, 0.0, 1.0),
)


def box3d_hull(shape: PolytopeShape, pose: Pose) -> PlacedHull:
    """The hull of a shape's corners in the world, in Box3D's order if the shape is a box."""
    return move_hull(_local(shape), pose)


@lru_cache(maxsize=SHAPES_KEPT)
def in_box3d(shape: Shape) -> PolytopeShape:
    """The shape, or the hull of points on the rims of a cylinder or a cone."""
    if isinstance(shape, Cylinder | Cone):
        return inscribed_hull(shape, SIDES)
    assert isinstance(shape, PolytopeShape)
    return shape


def edge_axis(
    start_a: Vec3, along_a: Vec3, center_a: Vec3, start_b: Vec3, along_b: Vec3, center_b: Vec3
) -> tuple[Vec3, float] | None:
    """The unit normal of two edges, from A to B, and their separation; None if they are nearly parallel.

    Of the two directions it is the one that leads away from A's centre, or towards B's, whichever is further from its
    edge along the normal (b3EdgeEdgeSeparation).
    """
    across = cross(along_a, along_b)
    length = norm(across)
    if length < max(PARALLEL * norm(along_a) * norm(along_b), LEAST_CROSS):
        return None
    normal = scale(across, 1.0 / length)
    outwards, inwards = dot(normal, sub(start_a, center_a)), dot(normal, sub(start_b, center_b))
    is_reversed = outwards < 0 if abs(outwards) > abs(inwards) else inwards > 0
    normal = neg(normal) if is_reversed else normal
    return normal, dot(normal, sub(start_b, start_a))


@lru_cache(maxsize=SHAPES_KEPT)
def _local(shape: PolytopeShape) -> PlacedHull:
    if isinstance(shape, Box):
        return hull_of_loops(shape.corners(), BOX_VERTICES, BOX_FACES, BOX_NORMALS)
    return local_hull(shape)
