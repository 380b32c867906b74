"""Box3D's quickhull, which decides in which order a hull has its points, its edges and its faces.

That order decides ties, and which of more than four points a reduction keeps.  `create_hull` repeats it exactly:

1. The points are moved so that the first one is the origin.  A tolerance of some roundoffs of the largest coordinate
   decides what lies on a plane.
2. The first tetrahedron has the points that are furthest apart along a coordinate axis, the one furthest from their
   line, and the one furthest from that plane.
3. Each point outside belongs to the face from which it is furthest.  The furthest of all is added: the faces that see
   it are found by a walk from its face, and a cone of triangles replaces them.
4. Of the cone, triangles that face inwards, then those with a concave edge, then those with one that is not clearly
   convex are merged with a neighbour, one edge at a time.
5. Without points outside the hull is written: its faces in order, and the edges as the faces meet them.

Source: Box3D v0.1.0, commit 8441b4a (https://github.com/erincatto/box3d), src/hull.c: b3CreateHull,
b3HullBuilder_Construct and what they call.  Free lists of memory, which change no order, are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from gjkscope.engine.contacts.box3d.arithmetic import (
    FLT_EPSILON,
    ZERO32,
    SinglePlane,
    length_and_direction,
    plane_of_points,
    single_norm,
    single_plane,
)
from gjkscope.engine.contacts.box3d.hull_data import Box3dHull, HalfEdge, coordinate_arrays
from gjkscope.engine.published.box3d.vertices import float32
from gjkscope.engine.published.rings import ring_edges
from gjkscope.engine.vectors import Vec3, add, cross, dot, scale, sub

MOST = 255  # points, faces or half edges: numbers are bytes (`B3_HULL_LIMIT`)
SQRT3 = float32(1.732050808)
Number = Any  # NumPy's float32

# The edges that the faces of the first tetrahedron share: of a face, and of another.
_FIRST_LINKS = ((0, 0, 1, 1), (0, 1, 2, 1), (0, 2, 3, 1), (1, 0, 2, 2), (2, 0, 3, 2), (3, 0, 1, 2))
T = TypeVar("T")


class EndlessHull(Exception):
    """Box3D's quickhull never ends with the points."""


def create_hull(points: Sequence[Vec3]) -> Box3dHull | None:
    """`b3CreateHull`; None for points that it rejects: flat ones, and hulls with too many edges.

    Raises `EndlessHull` for points with which it never ends: it merges a face with a neighbour that has all of its
    edges, and looks for one that it does not have.  Such points have a face of less than about 1e-7 m², whose normal is
    zero.
    """
    if len(points) < 4:
        return None
    builder = _HullBuilder([sub(point, points[0]) for point in points])
    if not builder.build():
        return None
    return _written(builder, points[0])


class _Vertex:
    """`b3QHVertex`."""

    def __init__(self, position: Vec3, number: int) -> None:
        self.position, self.number = position, number
        self.face: _Face | None = None  # from which it is furthest, while it is outside


class _Edge:
    """`b3QHHalfEdge`."""

    twin: "_Edge"
    next: "_Edge"
    prev: "_Edge"

    def __init__(self, origin: _Vertex, face: "_Face") -> None:
        self.origin, self.face = origin, face

    def has_centroid_above(self, limit: Number) -> bool:
        """Whether the centre of the face beyond is above this edge's face."""
        return bool(self.face.plane.separation(self.twin.face.centroid) > limit)

    def has_centroid_below(self, limit: Number) -> bool:
        return bool(self.face.plane.separation(self.twin.face.centroid) < -limit)


class _Face:
    """`b3QHFace`: a triangle, which grows when it is merged."""

    edge: _Edge

    def __init__(self, corners: Sequence[_Vertex], interior: Vec3) -> None:
        edges = [_Edge(corner, self) for corner in corners]
        for edge, after in zip(edges, (*edges[1:], edges[0]), strict=True):
            edge.next, after.prev = after, edge
        self.edge = edges[0]
        a, b, c = (corner.position for corner in corners)
        double_area, normal = length_and_direction(cross(sub(b, a), sub(c, a)))
        self.plane = SinglePlane(normal, dot(normal, a))
        self.area = float32(0.5) * double_area
        self.centroid = scale(add(a, add(b, c)), float32(1.0) / float32(3.0))
        self.is_flipped = bool(self.plane.separation(interior) > 0)
        self.is_deleted = False
        self.outside: list[_Vertex] = []
        self.furthest: _Vertex | None = None
        self.furthest_distance = float32(0.0)

    def edges(self) -> Iterator[_Edge]:
        edge = self.edge
        while True:
            yield edge
            edge = edge.next
            if edge is self.edge:
                return

    def edge_at(self, index: int) -> _Edge:
        edge = self.edge
        for _ in range(index):
            edge = edge.next
        return edge

    def take(self, vertex: _Vertex, distance: Number) -> None:
        """The vertex as one of those outside this face."""
        vertex.face = self
        _push(self.outside, vertex)
        if distance > self.furthest_distance:
            self.furthest, self.furthest_distance = vertex, distance

    def update_plane(self) -> None:
        """`b3NewellPlane`."""
        origin = self.edge.origin.position
        middle, (nx, ny, nz), count = ZERO32, ZERO32, 0
        for edge in self.edges():
            a, b = sub(edge.origin.position, origin), sub(edge.twin.origin.position, origin)
            middle, count = add(middle, a), count + 1
            nx += (a[1] - b[1]) * (a[2] + b[2])
            ny += (a[2] - b[2]) * (a[0] + b[0])
            nz += (a[0] - b[0]) * (a[1] + b[1])
        self.centroid = add(scale(middle, float32(1.0) / float32(count)), origin)
        size = single_norm((nx, ny, nz))
        self.plane = single_plane(scale((nx, ny, nz), float32(1.0) / size), self.centroid)
        self.area = float32(0.5) * size

    def update_furthest(self, least: Number) -> None:
        """`b3HullBuilder_RecacheConflicts`."""
        self.furthest, self.furthest_distance = None, least
        for vertex in self.outside:
            distance = self.plane.separation(vertex.position)
            if distance > self.furthest_distance:
                self.furthest, self.furthest_distance = vertex, distance


class _HullBuilder:
    """`b3HullBuilder`: the hull while it grows."""

    def __init__(self, points: Sequence[Vec3]) -> None:
        self.points = points
        self.vertices: list[_Vertex] = []
        self.faces: list[_Face] = []
        self.orphans: list[_Vertex] = []
        self.cone: list[_Face] = []
        self.merged: list[_Face] = []
        largest = [max(abs(float(x)) for x in xs) for xs in zip(*points, strict=True)]
        x, y, z = (float32(number) for number in largest)
        most = max(x, y, z)
        distance = min(SQRT3 * most, x + y + z)
        self.tolerance = (float32(3.0) * distance * float32(1.01) + most) * float32(FLT_EPSILON)
        self.least_radius = float32(4.0) * self.tolerance
        self.least_outside = float32(2.0) * self.least_radius

    def build(self) -> bool:
        """Whether the points span a hull, which satisfies Euler's formula."""
        if not self._begin():
            return False
        budget = MOST - 4
        while budget and (vertex := self._furthest()) is not None:
            self._add(vertex)
            budget -= 1
        reached = {edge.origin for face in self.faces for edge in face.edges()}
        self.vertices = [vertex for vertex in self.vertices if vertex in reached]
        sides = sum(1 for face in self.faces for _ in face.edges())
        return len(self.vertices) - sides // 2 + len(self.faces) == 2 and len(self.faces) >= 4

    def _begin(self) -> bool:
        """`b3HullBuilder_BuildInitialHull`."""
        corners = _first_corners(self.points, self.tolerance)
        if corners is None:
            return False
        places = [self.points[number] for number in corners]
        interior = ZERO32
        for place in places:
            interior = add(interior, place)
        self.interior = scale(interior, float32(0.25))
        a, b, c, d = (_Vertex(place, number) for place, number in zip(places, corners, strict=True))
        for vertex in (a, b, c, d):
            _push(self.vertices, vertex)
        faces = [_Face(three, self.interior) for three in ((a, b, c), (d, b, a), (d, c, b), (d, a, c))]
        for first, side, second, other in _FIRST_LINKS:
            _link(faces[first].edge_at(side), faces[second].edge_at(other))
        for face in faces:
            _push(self.faces, face)
        for number, point in enumerate(self.points):
            if number not in corners:
                self._assign(_Vertex(point, number), self.faces)
        return True

    def _assign(self, vertex: _Vertex, faces: Sequence[_Face]) -> None:
        """Gives a vertex to the face from which it is furthest, if it is outside of any."""
        best, most = None, self.least_outside
        for face in faces:
            distance = face.plane.separation(vertex.position)
            if distance > most:
                best, most = face, distance
        if best is not None:
            best.take(vertex, most)

    def _furthest(self) -> _Vertex | None:
        """`b3HullBuilder_NextConflictVertex`."""
        best, most = None, self.least_outside
        for face in self.faces:
            if face.furthest is not None and face.furthest_distance > most:
                best, most = face.furthest, face.furthest_distance
        return best

    def _add(self, vertex: _Vertex) -> None:
        """`b3HullBuilder_AddVertexToHull`."""
        seed = vertex.face
        assert seed is not None
        vertex.face = None
        seed.outside.remove(vertex)
        _push(self.vertices, vertex)
        self._build_cone(vertex, self._horizon(vertex, seed))
        self._merge_cone()
        orphans, self.orphans = self.orphans, []
        for orphan in orphans:
            self._assign(orphan, [face for face in self.cone if not face.is_deleted])
        self.faces = [face for face in self.faces if not face.is_deleted]
        for face in self.cone:
            if not face.is_deleted:
                _push(self.faces, face)

    def _horizon(self, apex: _Vertex, seed: _Face) -> list[_Edge]:
        """The edges around the faces that see the apex, which are deleted, in the order of a depth-first search."""
        horizon: list[_Edge] = []
        walks = [self._entered(seed, seed.edge, seed.edge)]
        while walks:
            edge = next(walks[-1], None)
            if edge is None:
                walks.pop()
            elif not edge.twin.face.is_deleted:
                if edge.twin.face.plane.separation(apex.position) > self.least_radius:
                    walks.append(self._entered(edge.twin.face, edge.twin.next, edge.twin))
                else:
                    horizon.append(edge)
        return horizon

    def _entered(self, face: _Face, first: _Edge, end: _Edge) -> Iterator[_Edge]:
        """The edges of a face that sees the apex, up to the one by which the search came."""
        face.is_deleted = True
        for vertex in face.outside:
            vertex.face = None
            _push(self.orphans, vertex)
        face.outside = []
        return ring_edges(first, end)

    def _build_cone(self, apex: _Vertex, horizon: Sequence[_Edge]) -> None:
        self.cone = []
        for edge in horizon:
            face = _Face((apex, edge.origin, edge.twin.origin), self.interior)
            _link(face.edge_at(1), edge.twin)
            self.cone.append(face)
        for before, face in zip((self.cone[-1], *self.cone), self.cone, strict=False):
            _link(before.edge_at(2), face.edge)

    def _merge_cone(self) -> None:
        """`b3HullBuilder_MergeFaces`."""
        for face in self.cone:
            if not face.is_deleted and face.is_flipped:
                face.is_flipped = False
                self._connect_faces(max(face.edges(), key=lambda edge: edge.twin.face.area))
        for is_mergeable in (self._is_concave, self._is_flat):
            for face in self.cone:
                while not face.is_deleted and (edge := next(filter(is_mergeable, face.edges()), None)) is not None:
                    self._connect_faces(edge)

    def _is_concave(self, edge: _Edge) -> bool:
        limit = self.least_radius
        return edge.has_centroid_above(limit) or edge.twin.has_centroid_above(limit)

    def _is_flat(self, edge: _Edge) -> bool:
        limit = self.least_radius
        return not edge.has_centroid_below(limit) or not edge.twin.has_centroid_below(limit)

    def _connect_faces(self, edge: _Edge) -> None:
        """`b3HullBuilder_ConnectFaces`: merges the face beyond an edge with the edge's own."""
        face, other = edge.face, edge.twin.face
        if all(side.twin.face is other for side in face.edges()):
            raise EndlessHull
        before, after = edge.prev, edge.next
        other_before, other_after = edge.twin.prev, edge.twin.next
        while before.twin.face is other:
            before, other_after = before.prev, other_after.next
        while after.twin.face is other:
            after, other_before = after.next, other_before.prev
        face.edge = before
        self.merged = [other]
        other.is_deleted = True
        for absorbed in ring_edges(other_after, other_before.next):
            absorbed.face = face
        self._connect_edges(before, other_after)
        self._connect_edges(other_before, after)
        face.update_plane()
        face.update_furthest(self.least_outside)
        self._absorb(face)

    def _connect_edges(self, before: _Edge, after: _Edge) -> None:
        """`b3HullBuilder_ConnectEdges`: two edges with the same neighbour become one."""
        if before.twin.face is not after.twin.face:
            before.next, after.prev = after, before
            return
        if after.face.edge is after:
            after.face.edge = before
        neighbor = before.twin.face
        if sum(1 for _ in neighbor.edges()) == 3:
            twin = after.twin.prev.twin
            neighbor.is_deleted = True
            self.merged.append(neighbor)
        else:
            twin = after.twin
            if neighbor.edge is before.twin:
                neighbor.edge = twin
            twin.next = before.twin.next
            twin.next.prev = twin
        before.next = after.next
        before.next.prev = before
        _link(before, twin)
        self.vertices.remove(after.origin)
        twin.face.update_plane()
        twin.face.update_furthest(self.least_outside)

    def _absorb(self, face: _Face) -> None:
        """`b3HullBuilder_AbsorbFaces`: what was outside of the merged faces."""
        for merged in self.merged:
            for vertex in merged.outside:
                distance = face.plane.separation(vertex.position)
                if distance > self.least_outside:
                    face.take(vertex, distance)
                else:
                    vertex.face = None
                    _push(self.orphans, vertex)
            merged.outside = []


def _first_corners(points: Sequence[Vec3], tolerance: Number) -> list[int] | None:
    """The numbers of the first tetrahedron's corners; None for points that lie in a plane."""
    arrays: Any = coordinate_arrays(points)
    least, most = zip(*((int(np.argmin(xs)), int(np.argmax(xs))) for xs in arrays), strict=True)
    x, y, z = (xs[high] - xs[low] for xs, low, high in zip(arrays, least, most, strict=True))
    axis = (2 if y < z else 1) if x < y else (2 if x < z else 0)
    if not (x, y, z)[axis] > float32(2.0) * tolerance:
        return None
    corners = [least[axis], most[axis]]
    a, b = (points[number] for number in corners)
    edge = sub(b, a)
    offsets = cross(sub(arrays, a), edge)
    distances = dot(offsets, offsets) * (float32(1.0) / dot(edge, edge))
    third = _first_beyond(distances, corners, float32(4.0) * tolerance * tolerance)
    if third is None:
        return None
    corners.append(third)
    heights = plane_of_points(a, b, points[third]).separation(arrays)
    fourth = _first_beyond(np.abs(heights), corners, float32(2.0) * tolerance)
    if fourth is None:
        return None
    corners.append(fourth)
    first, second, third_edge = (sub(points[number], points[fourth]) for number in corners[:3])
    if dot(first, cross(second, third_edge)) < 0:
        corners[1], corners[2] = corners[2], corners[1]
    return corners


def _first_beyond(distances: Any, corners: Sequence[int], limit: Number) -> int | None:
    """The first of the points that are furthest, apart from the corners, if it is further than the limit."""
    others = distances.copy()
    others[list(corners)] = -1.0
    best = int(np.argmax(others))
    return best if others[best] > limit else None


def _push(items: list[T], item: T) -> None:
    """`b3QHList_PushBack`, which inserts before the last item: the first one pushed stays last."""
    items.insert(max(len(items) - 1, 0), item)


def _link(edge: _Edge, twin: _Edge) -> None:
    edge.twin, twin.twin = twin, edge


def _written(builder: _HullBuilder, origin: Vec3) -> Box3dHull | None:
    """The hull at its place, or None if it is too large or has no volume."""
    edges: list[_Edge] = []
    known: set[_Edge] = set()
    for face in builder.faces:
        for edge in face.edges():
            if edge not in known:
                edges += (edge, edge.twin)
                known |= {edge, edge.twin}
    if max(len(builder.vertices), len(builder.faces), len(edges)) >= MOST:
        return None
    vertex_at = {vertex: index for index, vertex in enumerate(builder.vertices)}
    edge_at = {edge: index for index, edge in enumerate(edges)}
    face_at = {face: index for index, face in enumerate(builder.faces)}
    at_vertex = {vertex_at[edge.origin]: index for index, edge in enumerate(edges)}  # the last of each
    hull = Box3dHull(
        tuple(add(vertex.position, origin) for vertex in builder.vertices),
        tuple(vertex.number for vertex in builder.vertices),
        tuple(
            HalfEdge(edge_at[edge.next], edge_at[edge.twin], vertex_at[edge.origin], face_at[edge.face])
            for edge in edges
        ),
        tuple(edge_at[face.edge] for face in builder.faces),
        tuple(face.plane._replace(offset=face.plane.offset + dot(face.plane.normal, origin)) for face in builder.faces),
        tuple(at_vertex[index] for index in range(len(vertex_at))),
        origin,
    )
    center = hull_center(hull)
    return None if center is None else replace(hull, center=center)


def hull_center(hull: Box3dHull) -> Vec3 | None:
    """The centre of `b3UpdateHullBulkProperties`; None without a volume, or with the centre outside."""
    origin, volume, center = hull.points[0], float32(0.0), ZERO32
    for face in range(len(hull.faces)):
        first, second, *others = (sub(hull.start(edge), origin) for edge in hull.around_face(face))
        for third in others:
            part = dot(first, cross(second, third))
            volume += part
            center = add(center, scale(add(first, add(second, third)), part))
            second = third
    if not volume > 0:
        return None
    middle = add(scale(center, float32(0.25) / volume), origin)
    return middle if all(plane.separation(middle) < 0 for plane in hull.planes) else None
