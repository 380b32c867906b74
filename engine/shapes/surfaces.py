"""The triangulated surfaces of polyhedral shapes, in their own frame; brute force tests them feature by feature.

A segment or a point is a triangle without area.  A surface is

- SOLID: closed, with an inside.  Every edge belongs to an even number of faces.
- THIN: a point, a segment, a triangle or a flat hull.  The surface is the whole shape; there is no inside.
- OPEN: a mesh with an edge that belongs to an odd number of faces.  Its inside is undefined.
"""

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from gjkscope.engine.shapes.support import SHAPES_KEPT, HasCore, hull_of
from gjkscope.engine.vectors import Vec3

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]
Array = TypeVar("Array", Floats, Ints)
Face = tuple[int, int, int]
Edge = tuple[int, int]


class SurfaceKind(IntEnum):
    """Whether a surface has an inside; see above."""

    SOLID = 0
    THIN = 1
    OPEN = 2


class Gap(NamedTuple):
    """An edge that shows that a mesh is not closed: its ends, and the number of its faces."""

    ends: Edge
    faces: int


class BoundarySurface(NamedTuple):
    """A shape's surface in its own frame, metres.  Triangles and edges index `vertices`, whose numbers are `names`."""

    kind: SurfaceKind
    vertices: Floats  # (n, 3)
    names: tuple[int, ...]  # (n,) the numbers that the shape itself gives its vertices
    triangles: tuple[Face, ...]
    faces: Ints  # for each triangle, the number of the flat face that it belongs to
    edges: tuple[Edge, ...]  # boxes and hulls have no edges within their flat faces
    gap: Gap | None  # for an OPEN one


def thin(vertices: tuple[Vec3, ...], triangles: list[Face], edges: list[Edge]) -> BoundarySurface:
    """A surface that is the whole shape."""
    return _flat(np.array(vertices), tuple(range(len(vertices))), tuple(triangles), tuple(edges))


@lru_cache(maxsize=SHAPES_KEPT)
def hull_surface(shape: HasCore) -> BoundarySurface:
    """The surface of the hull of a polytope's vertices."""
    hull = hull_of(shape)
    names = tuple(hull.indices.tolist())
    edges = tuple((i, j) for i, j in hull.edges.tolist())
    if hull.dimension == 3:
        triangles = tuple((a, b, c) for a, b, c in hull.triangles.tolist())
        return BoundarySurface(SurfaceKind.SOLID, hull.vertices, names, triangles, hull.triangle_faces, edges, None)
    if hull.dimension == 2:  # the polygon occurs twice, once for each side; one suffices
        front = hull.triangles[hull.triangle_faces == 0].tolist()
        return _flat(hull.vertices, names, tuple((a, b, c) for a, b, c in front), edges)
    return _flat(hull.vertices, names, ((0, len(names) - 1, len(names) - 1),), edges)


def freeze(array: Array) -> Array:
    """The array, made read-only: surfaces are cached and shared."""
    array.flags.writeable = False
    return array


def _flat(
    vertices: Floats, names: tuple[int, ...], triangles: tuple[Face, ...], edges: tuple[Edge, ...]
) -> BoundarySurface:
    faces = freeze(np.zeros(len(triangles), dtype=np.intp))
    return BoundarySurface(SurfaceKind.THIN, freeze(vertices), names, triangles, faces, edges, None)
