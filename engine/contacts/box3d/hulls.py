"""Shapes as Box3D's hulls: boxes from its table, others by its quickhull, and the hulls that approximate round shapes.

A flat hull, which Box3D does not make, has its polygon twice, and so has a hull that it rejects the faces of ours.  So,
too, does one with which its quickhull never ends.

Source: Box3D v0.1.0, commit 8441b4a (https://github.com/erincatto/box3d), src/hull.c: `s_boxHull`,
b3MakeTransformedBoxHull, b3CreateHull, b3CreateCylinder, b3CreateCone.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from gjkscope.engine.contacts.box3d.arithmetic import SinglePlane, single_plane
from gjkscope.engine.contacts.box3d.hull_builder import EndlessHull, create_hull, hull_center
from gjkscope.engine.contacts.box3d.hull_data import Box3dHull, HalfEdge
from gjkscope.engine.contacts.hulls import Loop, local_hull
from gjkscope.engine.contacts.rims import inscribed_hull
from gjkscope.engine.precision import single
from gjkscope.engine.shapes.box import Box
from gjkscope.engine.shapes.cone import Cone
from gjkscope.engine.shapes.cylinder import Cylinder
from gjkscope.engine.shapes.shape import PolytopeShape, Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.vectors import Vec3

SIDES = 16  # of the hull of a cylinder or a cone; Box3D leaves the number to its user, from 3 to 32

# A box's points in Box3D's order, by our numbers, where x changes fastest; its faces −x, +x, −y, +y, −z, +z, and one of
# each pair of half edges, from point to point; and an edge from each point.
BOX_NUMBERS: Loop = (7, 6, 4, 5, 3, 2, 0, 1)
BOX_FACES: tuple[Loop, ...] = ((2, 1, 5, 6), (0, 3, 7, 4), (3, 2, 6, 7), (1, 0, 4, 5), (7, 6, 5, 4), (0, 1, 2, 3))
BOX_NORMALS: tuple[Vec3, ...] = (
    (-1.0, 0.0, 0.0),
    (1.0, 0.0, 0.0),
    (0.0, -1.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, 0.0, -1.0),
    (0.0, 0.0, 1.0),
)
BOX_EDGES: tuple[tuple[int, int], ...] = (
    *((2, 1), (1, 5), (5, 6), (6, 2)),
    *((0, 3), (3, 7), (7, 4), (4, 0)),
    *((3, 2), (6, 7), (1, 0), (4, 5)),
)
BOX_AT_VERTEX: Loop = (8, 1, 0, 9, 13, 3, 5, 11)


@lru_cache(maxsize=SHAPES_KEPT)
def box3d_hull(shape: PolytopeShape) -> Box3dHull:
    """The hull of a shape's corners in its own frame.  Raises `NotApplicable` for numbers beyond 3.4e38."""
    corners = single(tuple(shape.corners()))
    with np.errstate(all="ignore"):
        if isinstance(shape, Box):
            points = tuple(corners[number] for number in BOX_NUMBERS)
            hull = _hull_of_loops(points, BOX_NUMBERS, BOX_FACES, BOX_NORMALS, BOX_EDGES)
            return replace(hull, at_vertex=BOX_AT_VERTEX, center=single((0.0, 0.0, 0.0)))
        return _their_hull(corners) or _our_hull(shape, corners)


def _their_hull(corners: Sequence[Vec3]) -> Box3dHull | None:
    """That of Box3D's quickhull; None where it has none, or never ends."""
    try:
        return create_hull(corners)
    except EndlessHull:
        return None


@lru_cache(maxsize=SHAPES_KEPT)
def in_box3d(shape: Shape) -> PolytopeShape:
    """The shape, or the hull of points on the rims of a cylinder or a cone."""
    if isinstance(shape, Cylinder | Cone):
        return inscribed_hull(shape, SIDES)
    assert isinstance(shape, PolytopeShape)
    return shape


def is_flat(hull: Box3dHull) -> bool:
    """Whether it has its polygon twice, once for each side."""
    return len(hull.planes) == 2


def _our_hull(shape: PolytopeShape, corners: Sequence[Vec3]) -> Box3dHull:
    known = local_hull(shape)
    place = {number: index for index, number in enumerate(known.used)}
    loops = tuple(tuple(place[number] for number in loop) for loop in known.faces)
    points = tuple(corners[number] for number in known.used)
    edges = tuple((place[edge.ends[0]], place[edge.ends[1]]) for edge in known.edges)
    hull = _hull_of_loops(points, known.used, loops, known.normals, edges)
    return replace(hull, center=hull_center(hull) or single(known.center))


def _hull_of_loops(
    points: tuple[Vec3, ...],
    numbers: Loop,
    faces: tuple[Loop, ...],
    normals: tuple[Vec3, ...],
    edges: Sequence[tuple[int, int]],
) -> Box3dHull:
    """A hull with these faces, and its half edges in this order; its centre is still to be set."""
    both = [way for edge in edges for way in (edge, edge[::-1])]
    index = {way: number for number, way in enumerate(both)}
    sides = {
        way: (face, loop) for face, loop in enumerate(faces) for way in zip(loop, (*loop[1:], loop[0]), strict=True)
    }
    halves = []
    for start, end in both:
        face, loop = sides[start, end]
        after = loop[(loop.index(end) + 1) % len(loop)]
        halves.append(HalfEdge(index[end, after], index[end, start], start, face))
    planes: list[SinglePlane] = [
        single_plane(single(normal), points[loop[0]]) for normal, loop in zip(normals, faces, strict=True)
    ]
    at_vertex = {half.origin: number for number, half in enumerate(halves)}
    return Box3dHull(
        points,
        numbers,
        tuple(halves),
        tuple(index[loop[0], loop[1]] for loop in faces),
        tuple(planes),
        tuple(at_vertex[vertex] for vertex in range(len(points))),
        points[0],
    )
