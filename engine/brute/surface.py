"""Placed surfaces of polyhedral shapes, which brute force tests feature by feature.

Boxes, hulls and triangles have a known surface; a mesh has its own faces and need not be convex.  A segment or a point
is a triangle without area, so that the same tests apply (shapes/surfaces.py).

Inside and outside are decided by parity: a ray from a point crosses a closed surface an odd number of times if the
point is inside.  This is well defined if every edge belongs to an even number of faces (the surface is then a cycle
modulo 2: its boundary cancels), whatever the orientation of the faces.  Components may be disjoint or nested, as a
cavity is; if two overlap, parity counts their intersection as outside.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import CurvedShape, PolytopeShape, Shape
from gjkscope.engine.shapes.surfaces import BoundarySurface
from gjkscope.engine.vectors import ZERO, Vec3, cross, norm, sub, unit

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]


class PlacedSurface(NamedTuple):
    """A surface in world orientation, relative to some origin, with precomputed triangle corners and edge ends."""

    surface: BoundarySurface
    vertices: tuple[Vec3, ...]
    points: Floats  # (n, 3) the same
    corners: Floats  # (triangles, 3, 3)
    lo: Floats  # (triangles, 3) the least and the greatest coordinates of each
    hi: Floats
    low: Vec3  # the least and the greatest coordinates of all
    high: Vec3
    normals: Floats  # (triangles, 3) unit normals of their faces; any perpendicular vector if a face has no area
    ends: Floats  # (edges, 2, 3)


def surface_of(shape: Shape) -> BoundarySurface | None:
    """The surface of a polyhedral shape; None for a curved or rounded one and for a mesh without faces."""
    if isinstance(shape, PolytopeShape):
        return None if shape.rounding else shape.surface()
    if isinstance(shape, CurvedShape):
        return None
    raise ValueError(f"shape: neither a polytope nor curved: {shape!r}")


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
