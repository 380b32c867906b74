"""The triangulated surfaces of polyhedral shapes, which brute force tests feature by feature.

Boxes, hulls and triangles have a known surface; a mesh has its own faces and need not be convex.  A segment or a point
is a triangle without area, so that the same tests apply.

Inside and outside are decided by parity: a ray from a point crosses a closed surface an odd number of times if the
point is inside.  This is well defined if every edge belongs to an even number of faces (the surface is then a cycle
modulo 2: its boundary cancels), whatever the orientation of the faces.  So a surface is

- SOLID: closed, with an inside.  Components may be disjoint or nested, as a cavity is; if two overlap, parity counts
  their intersection as outside.
- THIN: a point, a segment, a triangle or a flat hull.  The surface is the whole shape; there is no inside.
- OPEN: a mesh with an edge that belongs to an odd number of faces.  Its inside is undefined.

Corners of a mesh at the same position are merged, as files often repeat them for each face.
"""

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeVar, assert_never

import numpy as np
import numpy.typing as npt

from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Mesh,
    Point,
    Segment,
    Shape,
    Sphere,
    Triangle,
)
from gjkscope.engine.shapes.support import BOX_CORNERS, SHAPES_KEPT, hull_of
from gjkscope.engine.vectors import ZERO, Vec3, cross, norm, sub, unit

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
    faces: Ints  # for each triangle the number of the flat face that it is a part of
    edges: tuple[Edge, ...]  # a box and a hull have none across their flat faces
    gap: Gap | None  # for an OPEN one


class PlacedSurface(NamedTuple):
    """A surface in the world, measured from some origin; corners of triangles and ends of edges are at hand."""

    surface: BoundarySurface
    vertices: tuple[Vec3, ...]
    points: Floats  # (n, 3) the same
    corners: Floats  # (triangles, 3, 3)
    lo: Floats  # (triangles, 3) the least and the greatest coordinates of each
    hi: Floats
    low: Vec3  # the least and the greatest coordinates of all
    high: Vec3
    normals: Floats  # (triangles, 3) unit normals of their faces; any square to it where a face has no area
    ends: Floats  # (edges, 2, 3)


def surface_of(shape: Shape) -> BoundarySurface | None:
    """The surface of a polyhedral shape; None for a curved or rounded one and for a mesh without faces."""
    match shape:
        case Sphere() | Capsule() | Cylinder() | Cone() | Ellipsoid():
            return None
        case Point() | Segment() | Triangle() | Box() | Hull() | Mesh():
            return None if shape.rounding else _sharp_surface(shape)
        case _:
            assert_never(shape)


def _sharp_surface(shape: Point | Segment | Triangle | Box | Hull | Mesh) -> BoundarySurface | None:
    match shape:
        case Point():
            return _thin(((0.0, 0.0, 0.0),), [(0, 0, 0)], [])
        case Segment():
            return _thin((shape.a, shape.b), [(0, 1, 1)], [(0, 1)])
        case Triangle():
            return _thin(shape.vertices, [(0, 1, 2)], [(0, 1), (1, 2), (2, 0)])
        case Box():
            return _box(shape)
        case Hull():
            return _hull(shape)
        case Mesh():
            return _mesh(shape) if shape.faces else None
        case _:
            assert_never(shape)


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def place_surface(surface: BoundarySurface, pose: Pose) -> PlacedSurface:
    """The surface at a pose, metres."""
    x, y, z = surface.vertices.T
    columns = [row[0] * x + row[1] * y + row[2] * z + at for row, at in zip(pose.rotation, pose.position, strict=True)]
    points = np.stack(columns, axis=1)
    corners = points[np.array(surface.triangles, dtype=np.intp)]
    ends = points[np.array(surface.edges, dtype=np.intp).reshape(-1, 2)]
    vertices = tuple((x, y, z) for x, y, z in points.tolist())
    lo, hi = corners.min(axis=1), corners.max(axis=1)
    low, high = vec3_from_array(lo.min(axis=0)), vec3_from_array(hi.max(axis=0))
    return PlacedSurface(surface, vertices, points, corners, lo, hi, low, high, _normals(corners, surface.faces), ends)


def triangles_near(surface: PlacedSurface, p: Vec3, q: Vec3) -> list[int]:
    """The triangles whose bounding boxes meet that of the segment `p` `q`."""
    meets = (surface.lo <= np.maximum(p, q)) & (surface.hi >= np.minimum(p, q))
    triangles: list[int] = np.flatnonzero(meets.all(axis=1)).tolist()
    return triangles


def corners_of(surface: PlacedSurface, triangle: int) -> tuple[Vec3, Vec3, Vec3]:
    """The positions of a triangle's corners."""
    a, b, c = surface.surface.triangles[triangle]
    return surface.vertices[a], surface.vertices[b], surface.vertices[c]


def vec3_from_array(numbers: Floats) -> Vec3:
    """An array of three as a tuple."""
    x, y, z = numbers.tolist()
    return (x, y, z)


def _box_sides() -> tuple[tuple[int, int, int, int], ...]:
    """Faces −x, +x, −y, +y, −z, +z: their corners, counter-clockwise seen from outside."""
    sides = []
    for axis in range(3):
        i, j, k = 1 << axis, 1 << (axis + 1) % 3, 1 << (axis + 2) % 3
        sides += [(0, k, j + k, j), (i, i + j, i + j + k, i + k)]
    return tuple(sides)


BOX_TRIANGLES = tuple(triangle for a, b, c, d in _box_sides() for triangle in ((a, b, c), (a, c, d)))
BOX_EDGES = tuple((i, i + step) for step in (1, 2, 4) for i in range(8) if not i & step)


@lru_cache(maxsize=SHAPES_KEPT)
def _box(shape: Box) -> BoundarySurface:
    vertices = np.array(BOX_CORNERS) * shape.half_extents
    faces = np.arange(len(BOX_TRIANGLES)) // 2
    return BoundarySurface(
        SurfaceKind.SOLID, _fixed(vertices), tuple(range(8)), BOX_TRIANGLES, _fixed(faces), BOX_EDGES, None
    )


@lru_cache(maxsize=SHAPES_KEPT)
def _hull(shape: Hull) -> BoundarySurface:
    hull = hull_of(shape)
    names = tuple(hull.indices.tolist())
    edges = _pairs(hull.edges)
    if hull.dimension == 3:
        triangles = tuple((a, b, c) for a, b, c in hull.triangles.tolist())
        return BoundarySurface(SurfaceKind.SOLID, hull.vertices, names, triangles, hull.triangle_faces, edges, None)
    if hull.dimension == 2:  # its polygon has two sides, of which one will do
        front = hull.triangles[hull.triangle_faces == 0].tolist()
        return _flat(hull.vertices, names, tuple((a, b, c) for a, b, c in front), edges)
    return _flat(hull.vertices, names, ((0, len(names) - 1, len(names) - 1),), edges)


@lru_cache(maxsize=SHAPES_KEPT)
def _mesh(mesh: Mesh) -> BoundarySurface:
    used = sorted({vertex for face in mesh.faces for vertex in face})
    first: dict[Vec3, int] = {}
    for vertex in used:
        first.setdefault(mesh.vertices[vertex], vertex)
    names = tuple(first.values())
    number = {place: i for i, place in enumerate(first)}
    triangles = tuple(
        (number[mesh.vertices[a]], number[mesh.vertices[b]], number[mesh.vertices[c]]) for a, b, c in mesh.faces
    )
    shared = Counter(_sides(triangles))
    gap = next((Gap((names[i], names[j]), count) for (i, j), count in shared.items() if count % 2), None)
    kind = SurfaceKind.OPEN if gap else SurfaceKind.SOLID
    vertices, faces = _fixed(np.array(list(first))), _fixed(np.arange(len(triangles)))
    return BoundarySurface(kind, vertices, names, triangles, faces, tuple(shared), gap)


def _sides(triangles: Iterable[Face]) -> Iterable[Edge]:
    """The edges of all triangles, from their lesser end; an edge without length is none."""
    for a, b, c in triangles:
        for i, j in ((a, b), (b, c), (c, a)):
            if i != j:
                yield (min(i, j), max(i, j))


def _thin(vertices: tuple[Vec3, ...], triangles: list[Face], edges: list[Edge]) -> BoundarySurface:
    return _flat(np.array(vertices), tuple(range(len(vertices))), tuple(triangles), tuple(edges))


def _flat(
    vertices: Floats, names: tuple[int, ...], triangles: tuple[Face, ...], edges: tuple[Edge, ...]
) -> BoundarySurface:
    faces = _fixed(np.zeros(len(triangles), dtype=np.intp))
    return BoundarySurface(SurfaceKind.THIN, _fixed(vertices), names, triangles, faces, edges, None)


def _fixed(array: Array) -> Array:
    """The array, read-only: a surface is kept, and handed out again."""
    array.flags.writeable = False
    return array


def _pairs(edges: Ints) -> tuple[Edge, ...]:
    return tuple((i, j) for i, j in edges.tolist())


def _normals(corners: Floats, faces: Ints) -> Floats:
    """The normal of each triangle's face, from the sum of its triangles' area vectors, so that slivers do no harm."""
    areas = np.zeros((int(faces.max()) + 1, 3))
    np.add.at(areas, faces, np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]))
    lengths = np.sqrt(np.einsum("ij,ij->i", areas, areas))
    normals = np.divide(areas, lengths[:, None], out=np.zeros_like(areas), where=lengths[:, None] > 0)[faces]
    for i in np.flatnonzero(lengths[faces] == 0).tolist():
        normals[i] = _across(corners[i])
    return np.asarray(normals)


def _across(corners: Floats) -> Vec3:
    """A unit vector perpendicular to a degenerate triangle: to its longest edge, if it has one."""
    a, b, c = (vec3_from_array(corner) for corner in corners)
    x, y, z = longest = unit(max(sub(b, a), sub(c, b), sub(a, c), key=norm))
    least = min(abs(x), abs(y), abs(z))
    axis = (1.0, 0.0, 0.0) if abs(x) == least else (0.0, 1.0, 0.0) if abs(y) == least else (0.0, 0.0, 1.0)
    return unit(cross(longest, axis)) if longest != ZERO else axis
