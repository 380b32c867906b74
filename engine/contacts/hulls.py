"""The faces and edges of a placed polytope in floating point, and the planes by which engines clip.

Roundings are not part of it: a policy adds them.
"""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gjkscope.engine.contacts.clipping import Corner, Side
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.shape import PolytopeShape, Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.vectors import Vec3, cross, dot, neg, row_times, sub, unit

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


class FacePolygon(NamedTuple):
    """A face of a placed body, or a segment in its place; without corners, only a point of it can touch."""

    owner: str  # "A" or "B"
    numbers: Loop  # of its corners, counter-clockwise seen from outside
    corners: tuple[Vec3, ...]


class SidePlane(NamedTuple):
    """A plane in space through a side of a face; what lies along its normal is cut off."""

    point: Vec3
    normal: Vec3  # unit
    side: Side

    def excess(self, point: Vec3) -> float:
        """The distance from the plane, metres; negative inside."""
        return dot(self.normal, sub(point, self.point))


def place_hull(shape: PolytopeShape, pose: Pose) -> PlacedHull:
    """The hull of the shape's corners, in the world.

    >>> from gjkscope import Box, Pose
    >>> hull = place_hull(Box((1, 1, 1)), Pose())
    >>> len(hull.faces), len(hull.edges), hull.support((1, 1, 1))
    (6, 12, 7)
    """
    return move_hull(local_hull(shape), pose)


def move_hull(local: PlacedHull, pose: Pose) -> PlacedHull:
    """A hull in its own frame, placed."""
    return local._replace(
        corners=tuple(apply(pose, corner) for corner in local.corners),
        normals=tuple(row_times(pose.rotation, normal) for normal in local.normals),
        center=apply(pose, local.center),
    )


def face_polygon(hull: PlacedHull, face: int, owner: str) -> FacePolygon:
    return FacePolygon(owner, hull.faces[face], hull.polygon(face))


def clip_polygon(face: FacePolygon) -> tuple[Corner, ...]:
    """The polygon of a face, to be clipped."""
    return tuple(
        Corner(corner, f"{face.owner} v{number}", Side(face.owner, (number, after)))
        for corner, number, after in zip(face.corners, face.numbers, (*face.numbers[1:], face.numbers[0]), strict=True)
    )


def side_planes(face: FacePolygon, along: Vec3) -> tuple[SidePlane, ...]:
    """The planes through the sides of a face that are parallel to `along`, which is near its outward normal."""
    count = len(face.corners)
    return tuple(side_plane(face, k, (k + 1) % count, along) for k in range(count))


def side_plane(face: FacePolygon, start: int, end: int, along: Vec3) -> SidePlane:
    """The plane through two corners, given by their places in the face, that is parallel to `along`."""
    first, second = face.corners[start], face.corners[end]
    side = Side(face.owner, (face.numbers[start], face.numbers[end]))
    return SidePlane(first, unit(cross(sub(second, first), along)), side)


def facing(hull: PlacedHull, direction: Vec3) -> int:
    """The face whose normal is nearest to the direction; the first of equals."""
    return max(range(len(hull.faces)), key=lambda face: dot(hull.normals[face], direction))


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


def opposite(hull: PlacedHull, vertex: int, normal: Vec3) -> int:
    """The face at that vertex that faces against the normal, found as Box3D does.

    Of the edges at the vertex, the one most perpendicular to the normal; of its two faces, the most anti-parallel.
    """
    around = [edge for edge in hull.edges if vertex in edge.ends]
    flattest = min(around, key=lambda edge: abs(dot(unit(hull.vector(edge)), normal)))
    return max(flattest.faces, key=lambda face: dot(hull.normals[face], neg(normal)))


def nearest_on_lines(start_a: Vec3, along_a: Vec3, start_b: Vec3, along_b: Vec3) -> tuple[float, float]:
    """Where two lines, which are not parallel, are nearest: as parts of the vectors along them."""
    across = cross(along_a, along_b)
    square, between = dot(across, across), sub(start_b, start_a)
    return dot(cross(between, along_b), across) / square, dot(cross(between, along_a), across) / square
