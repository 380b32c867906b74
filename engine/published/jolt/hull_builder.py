"""Jolt's `ConvexHullBuilder`, which decides the order of a hull's points and faces, and its centre of mass.

1. The first tetrahedron has the point furthest from the origin, the one furthest from it, the one that makes the
   largest triangle with both, and the one furthest from its plane.
2. Each point outside belongs to the face from which it is furthest.  The furthest of all is added: the faces that it
   faces are removed by a walk from its face, and triangles to their border are added.
3. Faces without area, then those coplanar with a neighbour or concave to it, are merged; edges between the same two
   faces become one, until nothing changes.
4. Points within the tolerance of a plane but beside its face are tried at the end.

Source: Jolt Physics 5.6, commit 3b47ec39 (https://github.com/jrouwe/JoltPhysics), MIT licence:
Jolt/Geometry/ConvexHullBuilder.cpp, and the constructor of Jolt/Physics/Collision/Shape/ConvexHullShape.cpp.

Departures: flat hulls, which Jolt makes of two faces, are not built; no limit of 256 points.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.published.jolt.arithmetic import FLT_EPSILON, FLT_MAX, divided_by, float32, quiet, single_length
from gjkscope.engine.published.jolt.closest import weights_on_line
from gjkscope.engine.published.rings import ring_edges
from gjkscope.engine.vectors import Vec3, add, cross, dot, neg, scale, sub

LEAST_FACE = 1e-12
"""`cMinTriangleAreaSq`: of twice the area, squared, m⁴."""

COPLANAR_SLOP = 6
"""`cCoplanarSlopFactor`."""

ZERO32: Vec3 = (float32(0), float32(0), float32(0))


class BuiltHull(NamedTuple):
    """A hull in its own frame; the points are about its centre of mass, in Jolt's order."""

    points: tuple[Vec3, ...]
    numbers: tuple[int, ...]  # of the given points
    faces: tuple[tuple[int, ...], ...]  # the points of each, counter-clockwise seen from outside
    normals: tuple[Vec3, ...]  # of the faces, unit
    center: Vec3  # of mass


def build_hull(points: Sequence[Vec3], tolerance: float = 0.0) -> BuiltHull | None:
    """The hull of points in single precision, where those outside by less than `tolerance`, metres, are left out.

    None for points that lie in a plane, and for those with which Jolt fails.
    """
    with quiet():
        builder = _Builder(points, tolerance)
        return _written(builder) if len(points) > 3 and builder.build() else None


class _Edge:
    def __init__(self, face: "_Face", start: int) -> None:
        self.face, self.start = face, start
        self.next: _Edge = self
        self.neighbor: _Edge | None = None

    @property
    def other(self) -> "_Edge":
        assert self.neighbor is not None
        return self.neighbor

    def previous(self) -> "_Edge":
        edge = self
        while edge.next is not self:
            edge = edge.next
        return edge


class _Face:
    first: _Edge
    normal: Vec3  # of twice the area
    centroid: Vec3

    def __init__(self) -> None:
        self.outside: list[int] = []  # the furthest point is last
        self.furthest = float32(0)  # squared distance
        self.is_removed = False

    def edges(self) -> Iterator[_Edge]:
        edge = self.first
        while True:
            yield edge
            edge = edge.next
            if edge is self.first:
                return

    def update_plane(self, points: Sequence[Vec3]) -> None:
        """`CalculateNormalAndCentroid`: each triangle of a fan by its two shortest edges."""
        start, second, *others = (points[edge.start] for edge in self.edges())
        self.centroid, self.normal = add(start, second), ZERO32
        for third in others:
            first_edge, across, back = sub(second, start), sub(third, second), sub(start, third)
            is_shorter = dot(across, across) < dot(back, back)
            self.normal = add(self.normal, cross(first_edge, across) if is_shorter else cross(back, first_edge))
            self.centroid, second = add(self.centroid, third), third
        self.centroid = divided_by(self.centroid, float32(len(others) + 2))

    def faces(self, point: Vec3) -> bool:
        return bool(dot(self.normal, sub(point, self.centroid)) > 0)


class _Builder:
    def __init__(self, points: Sequence[Vec3], tolerance: float) -> None:
        self.points = points
        self.faces: list[_Face] = []
        self.coplanar: list[tuple[int, Any]] = []  # a point, and its squared distance from an edge
        x, y, z = (float32(max(abs(float(number)) for number in column)) for column in zip(*points, strict=True))
        self.distance = float32(3 * FLT_EPSILON) * (x + y + z)
        self.flat = self.distance * self.distance
        self.given_tolerance = float32(tolerance)
        self.tolerance = max(self.flat, self.given_tolerance * self.given_tolerance)

    def build(self) -> bool:
        """Whether there is a hull."""
        if not self._begin():
            return False
        while (found := self._next_point()) is not None:
            face, number = found
            new = self._add_point(face, number)
            for removed in [old for old in self.faces if old.is_removed]:
                for other in removed.outside:
                    self._assign(other, new)
            self.faces = [face for face in self.faces if not face.is_removed]
        return len(self.faces) >= 2 and not self._largest_error() > 4 * max(self.distance, self.given_tolerance)

    def _largest_error(self) -> Any:
        """`DetermineMaxError`: how far a point is outside of the hull, which Jolt then rejects."""
        largest = float32(0)
        for point in self.points:
            least = None
            for face in self.faces:
                height = dot(face.normal, sub(point, face.centroid)) / single_length(face.normal)
                if height > float32(-COPLANAR_SLOP) * self.distance:
                    beside = self._beside(point, face)
                    least = beside if least is None else min(least, beside)
                    if beside == 0:
                        largest = max(largest, height)
            if least is not None:
                largest = max(largest, np.sqrt(least))
        return largest

    def _begin(self) -> bool:
        corners = _first_corners(self.points, self.flat)
        if corners is None:
            return False
        a, b, c, d = corners
        one, two, three, four = (self._triangle(*face) for face in ((a, b, d), (b, c, d), (c, a, d), (a, c, b)))
        for first, second in (
            (one.first, four.first.next.next),
            (one.first.next, two.first.next.next),
            (one.first.next.next, three.first.next),
            (two.first, four.first.next),
            (two.first.next, three.first.next.next),
            (three.first, four.first),
        ):
            _link(first, second)
        for number in range(len(self.points)):
            if number not in corners:
                self._assign(number, self.faces)
        return True

    def _triangle(self, *corners: int) -> _Face:
        face = _Face()
        edges = [_Edge(face, corner) for corner in corners]
        for edge, after in zip(edges, (*edges[1:], edges[0]), strict=True):
            edge.next = after
        face.first = edges[0]
        face.update_plane(self.points)
        self.faces.append(face)
        return face

    def _face_for(self, point: Vec3, faces: Sequence[_Face]) -> tuple[_Face | None, Any]:
        """`GetFaceForPoint`: the face from which the point is furthest, and the squared distance."""
        best, most = None, float32(0)
        for face in faces:
            height = dot(face.normal, sub(point, face.centroid))
            if not face.is_removed and height > 0:
                square = height * height / dot(face.normal, face.normal)
                if square > most:
                    best, most = face, square
        return best, most

    def _assign(self, number: int, faces: Sequence[_Face]) -> bool:
        """`AssignPointToFace`: whether the point is outside of any face."""
        point = self.points[number]
        face, square = self._face_for(point, faces)
        if face is None:
            return False
        if square <= self.tolerance:
            beside = self._beside(point, face)
            if beside > self.tolerance:
                self.coplanar.append((number, beside))
            return False
        if square > face.furthest:
            face.furthest = square
            face.outside.append(number)
        else:
            face.outside.insert(len(face.outside) - 1, number)
        return True

    def _beside(self, point: Vec3, face: _Face) -> Any:
        """`GetDistanceToEdgeSq`: the squared distance of a point from a polygon in its plane."""
        least, is_inside = float32(FLT_MAX), True
        first = self.points[face.first.previous().start]
        for edge in face.edges():
            second = self.points[edge.start]
            if dot(cross(sub(second, first), sub(point, first)), face.normal) < 0:
                is_inside = False
                nearest = _nearest_on_line(sub(first, point), sub(second, point))
                least = min(least, dot(nearest, nearest))
            first = second
        return float32(0) if is_inside else least

    def _next_point(self) -> tuple[_Face, int] | None:
        """The furthest point outside, with its face; at the end, those that were coplanar."""
        while True:
            best, most = None, float32(0)
            for face in self.faces:
                if face.furthest > most:
                    best, most = face, face.furthest
            if best is not None:
                return best, best.outside.pop()
            tried, self.coplanar = self.coplanar, []
            assigned = [self._assign(number, self.faces) for number, _ in tried]
            if not any(assigned):
                return self._next_coplanar()

    def _next_coplanar(self) -> tuple[_Face, int] | None:
        while self.coplanar:
            best = max(range(len(self.coplanar)), key=lambda index: self.coplanar[index][1])
            self.coplanar[best], self.coplanar[-1] = self.coplanar[-1], self.coplanar[best]
            number, _ = self.coplanar.pop()
            face, _ = self._face_for(self.points[number], self.faces)
            if face is not None:
                return face, number
        return None

    def _add_point(self, face: _Face, number: int) -> list[_Face]:
        border = self._find_border(face, self.points[number])
        new = [self._triangle(start, end, number) for _, start, end in border]
        for index, (triangle, (neighbor, _, _)) in enumerate(zip(new, border, strict=True)):
            _link(triangle.first, neighbor)
            _link(triangle.first.next, new[(index + 1) % len(new)].first.next.next)
        affected = list(new)
        while affected:
            changed = affected.pop()
            if not changed.is_removed:
                self._merge_degenerate(changed, affected)
            if not changed.is_removed:
                self._merge_coplanar(changed, affected)
        return new

    def _find_border(self, face: _Face, point: Vec3) -> list[tuple[_Edge, int, int]]:
        """`FindEdge`: removes the faces that see the point; the edges around them, by their neighbours and ends."""
        border: list[tuple[_Edge, int, int]] = []
        face.is_removed = True
        stack: list[tuple[_Face, Iterator[_Edge]]] = [(face, ring_edges(face.first, face.first))]
        while stack:
            current, edges = stack[-1]
            edge = next(edges, None)
            if edge is None:
                _unlink(current)
                stack.pop()
            elif (neighbor := edge.neighbor) is not None and not neighbor.face.is_removed:
                if neighbor.face.faces(point):
                    neighbor.face.is_removed = True
                    stack.append((neighbor.face, ring_edges(neighbor.next, neighbor)))
                else:
                    border.append((neighbor, edge.start, neighbor.start))
        return border

    def _merge(self, edge: _Edge) -> None:
        """`MergeFaces`: the face beyond an edge becomes part of the edge's own."""
        face, other = edge.face, edge.other
        removed, before, after = other.face, edge.previous(), edge.next
        before.next = other.next
        moved = other.next
        while True:
            moved.face = face
            if moved.next is other:
                moved.next = after
                break
            moved = moved.next
        if face.first is edge:
            face.first = before.next
        removed.is_removed = True
        face.update_plane(self.points)
        if face.furthest > removed.furthest:
            face.outside[-1:-1] = removed.outside
        else:
            face.outside += removed.outside
            face.furthest = removed.furthest
        removed.outside = []

    def _merge_degenerate(self, face: _Face, affected: list[_Face]) -> None:
        """`MergeDegenerateFace`: a face without area is merged beyond the last of its longest edges."""
        if not dot(face.normal, face.normal) < LEAST_FACE:
            return
        longest, most = face.first, float32(0)
        for edge in face.edges():
            along = sub(self.points[edge.next.start], self.points[edge.start])
            square = dot(along, along)
            if square >= most:
                longest, most = edge, square
        self._merge(longest)
        self._remove_invalid(face, affected)

    def _merge_coplanar(self, face: _Face, affected: list[_Face]) -> None:
        """`MergeCoplanarOrConcaveFaces`."""
        is_merged, edge = False, face.first
        while True:
            following = edge.next
            if self._is_coplanar(face, edge.other.face):
                self._merge(edge)
                is_merged = True
            edge = following
            if edge is face.first:
                break
        if is_merged:
            self._remove_invalid(face, affected)

    def _is_coplanar(self, face: _Face, other: _Face) -> bool:
        between = sub(other.centroid, face.centroid)
        first, second = dot(face.normal, between), dot(neg(other.normal), between)
        is_above = abs(first) * first > -self.flat * dot(face.normal, face.normal)
        is_above = is_above or abs(second) * second > -self.flat * dot(other.normal, other.normal)
        return bool(is_above and dot(face.normal, other.normal) > 0)

    def _remove_invalid(self, face: _Face, affected: list[_Face]) -> None:
        """`RemoveInvalidEdges`: edges with the face on both sides, and two edges in a row to the same face."""
        is_changed = False
        while (edge := self._invalid_edge(face)) is not None:
            is_changed = True
            if edge.other.face is face:
                before = edge.previous()
                before.next = edge.next.next
                if face.first is edge or face.first is edge.next:
                    face.first = before
            else:
                self._join_edges(face, edge, affected)
            if _remove_two_edges(face, affected):
                return
        if is_changed:
            face.update_plane(self.points)

    def _invalid_edge(self, face: _Face) -> _Edge | None:
        for edge in face.edges():
            neighbor = edge.other.face
            if neighbor is face:
                if edge.other is edge.next:
                    return edge
            elif neighbor is edge.next.other.face:
                return edge
        return None

    def _join_edges(self, face: _Face, edge: _Edge, affected: list[_Face]) -> None:
        """Makes one edge of this one and the next, which lead to the same face."""
        after, neighbor = edge.next, edge.next.other
        beyond, dropped = neighbor.face, neighbor.next
        if beyond.first is dropped:
            beyond.first = neighbor
        neighbor.next, neighbor.neighbor = dropped.next, edge
        if face.first is after:
            face.first = edge
        edge.next, edge.neighbor = after.next, neighbor
        if not _remove_two_edges(beyond, affected):
            beyond.update_plane(self.points)
            _mark(beyond, affected)


def _first_corners(points: Sequence[Vec3], flat: Any) -> tuple[int, int, int, int] | None:
    """The first tetrahedron, seen from its last corner clockwise; None for points in a plane."""
    numbers = range(len(points))
    first = max(numbers, key=lambda i: dot(points[i], points[i]))
    second = max((i for i in numbers if i != first), key=lambda i: _square(sub(points[i], points[first])))
    others = [i for i in numbers if i not in (first, second)]

    def area(i: int) -> Any:
        return _square(cross(sub(points[first], points[i]), sub(points[second], points[i])))

    third = max(others, key=area)
    if area(third) < LEAST_FACE:
        return None
    a, b, c = (points[i] for i in (first, second, third))
    normal = cross(sub(b, a), sub(c, a))
    normal = divided_by(normal, single_length(normal))
    centroid = divided_by(add(add(a, b), c), float32(3))
    heights = {i: dot(sub(points[i], centroid), normal) for i in others if i != third}
    fourth = max(heights, key=lambda i: abs(heights[i]))
    if heights[fourth] * heights[fourth] <= float32(COPLANAR_SLOP * COPLANAR_SLOP) * flat:
        return None
    return (first, third, second, fourth) if heights[fourth] < 0 else (first, second, third, fourth)


def _square(v: Vec3) -> Any:
    return dot(v, v)


def _nearest_on_line(a: Vec3, b: Vec3) -> Vec3:
    """`GetClosestPointOnLine`."""
    u, v = weights_on_line(a, b)
    if v <= 0:
        return a
    return b if u <= 0 else add(scale(a, u), scale(b, v))


def _link(first: _Edge, second: _Edge) -> None:
    first.neighbor, second.neighbor = second, first


def _unlink(face: _Face) -> None:
    for edge in face.edges():
        if edge.neighbor is not None:
            edge.neighbor.neighbor = None
            edge.neighbor = None


def _remove_two_edges(face: _Face, affected: list[_Face]) -> bool:
    """`RemoveTwoEdgeFace`: whether the face had only two edges; then its neighbours are linked to each other."""
    edge, after = face.first, face.first.next
    if after.next is not edge:
        return False
    first, second = edge.other, after.other
    _mark(first.face, affected)
    _mark(second.face, affected)
    _link(first, second)
    edge.neighbor = after.neighbor = None
    face.is_removed = True
    return True


def _mark(face: _Face, affected: list[_Face]) -> None:
    if face not in affected:
        affected.append(face)


def _written(builder: _Builder) -> BuiltHull:
    """The hull about its centre of mass."""
    center = _center_of_mass(builder)
    loops = [[edge.start for edge in face.edges()] for face in builder.faces]
    numbers = list(dict.fromkeys(number for loop in loops for number in loop))
    place = {number: index for index, number in enumerate(numbers)}
    return BuiltHull(
        tuple(sub(builder.points[number], center) for number in numbers),
        tuple(numbers),
        tuple(tuple(place[number] for number in loop) for loop in loops),
        tuple(divided_by(face.normal, single_length(face.normal)) for face in builder.faces),
        center,
    )


def _center_of_mass(builder: _Builder) -> Vec3:
    """`GetCenterOfMassAndVolume`: the mean of the faces if there is no volume."""
    middle = ZERO32
    for face in builder.faces:
        middle = add(middle, face.centroid)
    middle = divided_by(middle, float32(len(builder.faces)))
    volume, total = float32(0), ZERO32
    for face in builder.faces:
        first, second, *others = (builder.points[edge.start] for edge in face.edges())
        for third in others:
            part = dot(sub(first, middle), cross(sub(second, middle), sub(third, middle)))
            total = add(total, scale(add(add(add(first, second), third), middle), part))
            volume += part
            second = third
    return divided_by(total, float32(4) * volume) if volume > FLT_EPSILON else middle


def hull_support(points: tuple[Vec3, ...]) -> Any:
    """The first of the points with the greatest dot product, as `ConvexHullShape::HullNoConvex` finds it."""
    x, y, z = np.array(points, dtype=np.float32).T

    def support(d: Vec3) -> Vec3:
        return points[int(np.argmax(x * d[0] + y * d[1] + z * d[2]))]

    return support
