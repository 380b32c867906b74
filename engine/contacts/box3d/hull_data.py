"""`Box3dHull`: a hull as Box3D stores it, with half edges, in its own frame and in single precision."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.contacts.box3d.arithmetic import SinglePlane
from gjkscope.engine.published.box3d.shapes import PointCloud, point_cloud
from gjkscope.engine.published.box3d.vertices import float32
from gjkscope.engine.vectors import Vec3, dot, sub


class HalfEdge(NamedTuple):
    """`b3HullHalfEdge`: an edge beside one of its faces; all are numbers of the hull's lists."""

    next: int
    twin: int
    origin: int
    face: int


class EdgeArrays(NamedTuple):
    """The edges of a hull, one of each pair of twins."""

    ends: Vec3
    vectors: Vec3
    left: Vec3  # the normal of the face beside the edge
    right: Vec3  # of that beside its twin


@dataclass(frozen=True)
class Box3dHull:
    """`b3HullData`.  An edge and its twin follow each other, and the first of the two has an even number.

    The arrays hold what all points, faces or edges have, for computations with all at once.
    """

    points: tuple[Vec3, ...]
    numbers: tuple[int, ...]  # of the points: the shape's own numbers
    edges: tuple[HalfEdge, ...]
    faces: tuple[int, ...]  # an edge of each
    planes: tuple[SinglePlane, ...]  # of the faces
    at_vertex: tuple[int, ...]  # an edge from each point
    center: Vec3  # of its volume

    @cached_property
    def point_arrays(self) -> Vec3:
        return coordinate_arrays(self.points)

    @cached_property
    def plane_arrays(self) -> SinglePlane:
        offsets: Any = np.array([plane.offset for plane in self.planes], dtype=np.float32)
        return SinglePlane(coordinate_arrays([plane.normal for plane in self.planes]), offsets)

    @cached_property
    def edge_columns(self) -> Vec3:
        """The fields of `EdgeArrays` in one vector of arrays, (4, edges, 1), to turn all at once."""
        edges = range(0, len(self.edges), 2)
        left, right = ([self.planes[edge.face].normal for edge in self.edges[first::2]] for first in (0, 1))
        ends, vectors = [self.end(edge) for edge in edges], [self.vector(edge) for edge in edges]
        x, y, z = np.moveaxis(np.array((ends, vectors, left, right), dtype=np.float32), -1, 0)[..., None]
        return (x, y, z)

    @cached_property
    def edge_arrays(self) -> EdgeArrays:
        columns: Any = self.edge_columns
        return EdgeArrays(*zip(*(part[..., 0] for part in columns), strict=True))

    @cached_property
    def cloud(self) -> PointCloud:
        """The proxy of its points, without a radius."""
        return point_cloud(self.points, float32(0.0))

    def around_face(self, face: int) -> Iterator[int]:
        """The numbers of the edges of a face, counter-clockwise seen from outside."""
        edge = first = self.faces[face]
        while True:
            yield edge
            edge = self.edges[edge].next
            if edge == first:
                return

    def around_vertex(self, vertex: int) -> Iterator[int]:
        """The numbers of the edges that begin at a point."""
        edge = first = self.at_vertex[vertex]
        while True:
            yield edge
            edge = self.edges[self.edges[edge].twin].next
            if edge == first:
                return

    def start(self, edge: int) -> Vec3:
        return self.points[self.edges[edge].origin]

    def end(self, edge: int) -> Vec3:
        return self.points[self.edges[self.edges[edge].twin].origin]

    def vector(self, edge: int) -> Vec3:
        return sub(self.end(edge), self.start(edge))

    def ends(self, edge: int) -> tuple[int, int]:
        """The shape's own numbers of an edge's ends."""
        return self.numbers[self.edges[edge].origin], self.numbers[self.edges[self.edges[edge].twin].origin]

    def support(self, direction: Vec3) -> int:
        """`b3FindHullSupportVertex`: the number of the first point that is furthest."""
        return int(np.argmax(dot(direction, self.point_arrays)))

    def support_face(self, direction: Vec3) -> int:
        """`b3FindHullSupportFace`."""
        return int(np.argmax(dot(self.plane_arrays.normal, direction)))


def coordinate_arrays(vectors: Any) -> Vec3:
    """Vectors as one vector of arrays, on which the functions of `vectors` compute with all at once."""
    x, y, z = np.array(vectors, dtype=np.float32).T
    return (x, y, z)
