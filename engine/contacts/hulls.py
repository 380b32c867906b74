"""The faces and edges of a placed polytope in floating point, and the planes by which engines clip.

Roundings are not part of it: a policy adds them.
"""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gjkscope.engine.contacts.clipping import Side
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.shape import PolytopeShape, Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.vectors import Vec3, dot, sub

Loop = tuple[int, ...]

FLAT = 1e-12  # six volumes, relative to the size cubed: a flat hull has less, by rounding alone

FLAT_FACED = "polytopes with faces and without a rounding"
"""The shapes for which `has_faces` is true, in words."""


class HullEdge(NamedTuple):
    """An edge from one corner to another, by the shape's own numbers, and the faces to its left and right."""

    ends: tuple[int, int]
    faces: tuple[int, int]


class PlacedHull(NamedTuple):
    """A polytope in the world.  A flat one has its polygon twice; a segment or a point has no faces."""

    corners: tuple[Vec3, ...]  # by the shape's own numbers
    used: Loop  # the numbers of those that are vertices of the hull
    faces: tuple[Loop, ...]  # counter-clockwise seen from outside
    normals: tuple[Vec3, ...]  # unit, outward
    edges: tuple[HullEdge, ...]
    center: Vec3  # of its volume

    def support(self, direction: Vec3) -> int:
        """The number of the vertex that is furthest along the direction; the first of equals."""
        return max(self.used, key=lambda number: dot(direction, self.corners[number]))

    def polygon(self, face: int) -> tuple[Vec3, ...]:
        return tuple(self.corners[number] for number in self.faces[face])

    def vector(self, edge: HullEdge) -> Vec3:
        return sub(self.corners[edge.ends[1]], self.corners[edge.ends[0]])


class SidePlane(NamedTuple):
    """A plane in space through a side of a face; what lies along its normal is cut off."""

    point: Vec3
    normal: Vec3  # unit
    side: Side

    def excess(self, point: Vec3) -> float:
        """The distance from the plane, metres; negative inside."""
        return dot(self.normal, sub(point, self.point))


def has_faces(shape: Shape) -> bool:
    """Whether it is a polytope with faces and without a rounding, beyond which its faces would lie."""
    return isinstance(shape, PolytopeShape) and shape.core().radius == 0 and bool(local_hull(shape).faces)


@lru_cache(maxsize=SHAPES_KEPT)
def local_hull(shape: PolytopeShape) -> PlacedHull:
    """The hull of the shape's corners, in its own frame."""
    corners = shape.corners()
    hull = convex_hull(np.array(corners))
    numbers = hull.indices.tolist()
    faces = tuple(tuple(numbers[corner] for corner in loop) for loop in hull.faces)
    normals = tuple((x, y, z) for x, y, z in hull.normals.tolist())
    return hull_of_loops(corners, tuple(numbers), faces, normals)


def hull_of_loops(
    corners: tuple[Vec3, ...], used: Loop, faces: tuple[Loop, ...], normals: tuple[Vec3, ...]
) -> PlacedHull:
    """A hull with these faces, in this order."""
    return PlacedHull(corners, used, faces, normals, _edges(faces), _centroid(corners, used, faces))


def _centroid(corners: tuple[Vec3, ...], used: Loop, faces: tuple[Loop, ...]) -> Vec3:
    """The centre of the volume, as the sum of tetrahedra above one point; of a flat hull, the mean of its vertices."""
    points = np.array([corners[number] for number in used])
    middle = points.mean(axis=0)
    size = float(np.abs(points - middle).max()) or 1.0
    fans = [(loop[0], *pair) for loop in faces for pair in pairwise(loop[1:])]
    arms = (np.array([[corners[number] for number in fan] for fan in fans]).reshape(-1, 3, 3) - middle) / size
    volumes = np.einsum("ij,ij->i", arms[:, 0], np.cross(arms[:, 1], arms[:, 2]))
    total = float(volumes.sum())
    if total > FLAT:
        middle = middle + size * np.einsum("i,ij->j", volumes, arms.sum(axis=1)) / (4 * total)
    x, y, z = middle.tolist()
    return (x, y, z)


def _edges(faces: tuple[Loop, ...]) -> tuple[HullEdge, ...]:
    left = {
        (number, after): face
        for face, loop in enumerate(faces)
        for number, after in zip(loop, (*loop[1:], loop[0]), strict=True)
    }
    return tuple(HullEdge(ends, (face, left[ends[1], ends[0]])) for ends, face in left.items() if ends[0] < ends[1])
