"""The vertices, edges and faces of a shape, which the construction of A − B visits; of curved shapes, a sample."""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.construction.path import Loop
from gjkscope.engine.geometry.minkowski import simplify
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.directions import even_directions
from gjkscope.engine.shapes.hulls import ConvexHull, convex_hull
from gjkscope.engine.shapes.kinds import CurvedShape, Hull, PolytopeShape, Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT, convex, hull_of, support
from gjkscope.engine.vectors import Vec3, add, along, scale, unit

# A sampled shape has this many points, few enough to be visited one by one: a disc of 24 looks round, and a hull of 14
# in space has 36 edges.
SAMPLED_IN_PLANE, SAMPLED_IN_SPACE = 24, 14
FINELY_SAMPLED = 200
# A polytope with more corners is sampled: a walk along all its edges would take hundreds of steps.
MOST_CORNERS = 32


class Outlined(NamedTuple):
    """Vertices of a shape in its own frame, and how they are connected."""

    vertices: npt.NDArray[np.float64]  # (n, 3)
    names: tuple[int, ...]  # the number of each vertex, as supports count it; of a sample, counted from 0
    edges: tuple[tuple[int, int], ...]  # indices of vertices
    faces: tuple[Loop, ...]  # a flat shape has one
    center: Vec3  # the middle of the shape's bounding box, through which it is reflected
    sampled: bool  # the vertices are points of a curved or detailed boundary
    planar: bool  # a shape of the plane z = 0


@lru_cache(maxsize=SHAPES_KEPT)
def shape_outline(shape: Shape) -> Outlined:
    """The outline of a validated shape; a mesh has that of its convex hull."""
    hull, sampled = _hull(shape)
    low, high = aabb(shape, Pose())
    middle, planar = scale(add(low, high), 0.5), shape.dimension == 2
    faces = hull.faces if hull.dimension == 3 else hull.faces[:1]
    loop = _anticlockwise(hull, faces[0]) if planar and faces else ()
    faces = (loop,) if loop else faces
    # In order around a polygon, so that a walk follows its boundary anticlockwise.
    edges = tuple(pairwise((*loop, loop[0]))) if loop else tuple((p, q) for p, q in hull.edges.tolist())
    if sampled:
        return Outlined(hull.vertices, tuple(range(len(hull.vertices))), edges, faces, middle, True, planar)
    order = np.argsort(hull.indices)  # by their numbers, as they are named one after another
    new_index = np.argsort(order).tolist()
    edges = tuple((new_index[p], new_index[q]) for p, q in edges)
    faces = tuple(tuple(new_index[vertex] for vertex in face) for face in faces)
    names = tuple(hull.indices[order].tolist())
    return Outlined(hull.vertices[order], names, edges, faces, middle, False, planar)


@lru_cache(maxsize=SHAPES_KEPT)
def fine_sample(shape: Shape) -> Hull | None:
    """A curved or rounded solid as a hull of some 200 points, which is swept much faster; None for other shapes.

    A piece of a sweep of the shape itself takes up to 60 ms, too long for a frame.
    """
    core = convex(shape, Pose())
    if isinstance(shape, PolytopeShape) and core.radius == 0:
        return None
    directions = [(x, y, z) for x, y, z in even_directions(FINELY_SAMPLED).tolist()]
    return Hull(tuple(along(support(core, d)[0], d, core.radius) for d in directions))


def _hull(shape: Shape) -> tuple[ConvexHull, bool]:
    core = convex(shape, Pose())
    if isinstance(shape, PolytopeShape) and core.radius == 0:
        if len(shape.corners()) <= MOST_CORNERS or len(hull_of(shape).indices) <= MOST_CORNERS:
            return _of_corners(shape), False
        few = simplify(shape, MOST_CORNERS)
        return hull_of(few), True
    if not isinstance(shape, PolytopeShape | CurvedShape):
        raise ValueError(f"shape: neither a polytope nor curved: {shape!r}")
    directions = [unit(direction) for direction in _directions(shape)]
    return convex_hull([along(support(core, d)[0], d, core.radius) for d in directions]), True


@lru_cache(maxsize=SHAPES_KEPT)
def _of_corners(shape: PolytopeShape) -> ConvexHull:
    # Not `hull_of`, as the core of a box has no vertices.
    return convex_hull(shape.corners())


def _directions(shape: Shape) -> list[Vec3]:
    if shape.dimension == 2:
        angles = np.arange(SAMPLED_IN_PLANE) * (2 * np.pi / SAMPLED_IN_PLANE)
        return [(x, y, 0.0) for x, y in zip(np.cos(angles).tolist(), np.sin(angles).tolist(), strict=True)]
    return [(x, y, z) for x, y, z in even_directions(SAMPLED_IN_SPACE).tolist()]


def _anticlockwise(hull: ConvexHull, loop: Loop) -> Loop:
    """The polygon, anticlockwise seen from +z, from its first corner on."""
    around = loop if hull.normals[0][2] > 0 else loop[::-1]
    first = around.index(min(around))
    return (*around[first:], *around[:first])
