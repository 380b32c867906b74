"""Jolt's `EPAConvexHullBuilder`: a hull whose faces are kept in a heap by their distance from the origin.

Faces keep their numbers; a face that was removed stays in the heap until it is taken out.  The order of the heap, of
the faces in it and of the border of a hole is Jolt's, as it decides which of several equally near faces is taken.
"""

from math import nan
from typing import Any, NamedTuple

from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import EngineFace, EnginePolytope
from gjkscope.engine.published.jolt.arithmetic import FLT_MAX, divided_by, float32, plain, single_length
from gjkscope.engine.published.jolt.closest import JoltPoint, Points
from gjkscope.engine.published.jolt.decisions import MOST_FACES
from gjkscope.engine.vectors import Vec3, add, cross, dot, sub

LEAST_AREA = float(float32(1e-10))
"""`cMinTriangleArea`: a face whose normal has a smaller square is not searched; an area of 5e-6 m²."""

BARYCENTRIC_EPSILON = float(float32(1e-3))


class JoltFace(NamedTuple):
    """A face: its plane, and the point of it that is nearest to the origin."""

    number: int
    corners: tuple[int, int, int]  # of the points
    normal: Vec3  # twice the area long
    center: Vec3
    closest: Any = float32(FLT_MAX)  # the squared distance of the origin from the plane; negative: above it
    weights: tuple[Any, Any] = (float32(nan),) * 2
    from_first: bool = True  # whether the weights are along the edges at corner 0, else at corner 1
    is_interior: bool = False  # whether the nearest point of the plane is in the face
    drawn: EngineFace | None = None


Link = tuple[int, int]  # the neighbouring face, and which of its edges
Links = tuple[Link | None, Link | None, Link | None]


class HullMemory(NamedTuple):
    """A hull between two steps."""

    points: Points = ()
    faces: tuple[JoltFace, ...] = ()
    links: tuple[tuple[int, Links], ...] = ()
    removed: frozenset[int] = frozenset()
    queued: frozenset[int] = frozenset()
    queue: tuple[int, ...] = ()
    added: int = 0


class JoltHull:
    """A hull that is being changed within one step."""

    def __init__(self, memory: HullMemory, decisions: EngineDecisions) -> None:
        self.points = list(memory.points)
        self.faces = {face.number: face for face in memory.faces}
        self._links = dict(memory.links)
        self._removed, self._queued, self.queue = set(memory.removed), set(memory.queued), list(memory.queue)
        self._added = memory.added
        self._decisions = decisions
        self.removed_now: list[tuple[int, int, int]] = []

    def memory(self) -> HullMemory:
        return HullMemory(
            tuple(self.points),
            tuple(self.faces.values()),
            tuple(self._links.items()),
            frozenset(self._removed),
            frozenset(self._queued),
            tuple(self.queue),
            self._added,
        )

    def draw(self, nearest: JoltFace | None) -> EnginePolytope:
        """The polytope as it is drawn."""
        faces = tuple(face.drawn for number, face in self.faces.items() if face.drawn and number not in self._removed)
        corners = nearest.corners if nearest else ()
        return EnginePolytope(tuple(point.world for point in self.points), faces, corners, tuple(self.removed_now))

    def add_support(self, point: JoltPoint) -> int:
        self.points.append(point)
        return len(self.points) - 1

    def begin(self) -> None:
        """`Initialize`: two faces, back to back."""
        first, second = self._create((0, 1, 2)), self._create((0, 2, 1))
        for i, j in ((0, 2), (1, 1), (2, 0)):
            self._link(first.number, i, second.number, j)
        self._push(first)
        self._push(second)

    def is_removed(self, face: JoltFace) -> bool:
        return face.number in self._removed

    def nearest(self) -> JoltFace:
        """The face on top of the heap."""
        return self.faces[self.queue[0]]

    def pop(self) -> JoltFace:
        """`BinaryHeapPop`."""
        queue = self.queue
        queue[0], queue[-1] = queue[-1], queue[0]
        count, largest = len(queue) - 1, 0
        while True:
            child, before = 2 * largest + 1, largest
            if child >= count:
                break
            for one in (child, child + 1):
                if one < count and self._is_further(queue[largest], queue[one]):
                    largest = one
            if largest == before:
                break
            queue[before], queue[largest] = queue[largest], queue[before]
        return self.faces[queue.pop()]

    def free(self, face: JoltFace) -> None:
        del self.faces[face.number]
        del self._links[face.number]

    def is_facing(self, face: JoltFace, point: JoltPoint) -> bool:
        """Whether a point is above a face."""
        height = dot(face.normal, sub(point.y, face.center))
        about = (point.local, *(self.points[i].local for i in face.corners))
        return self._decisions.holds("visible", float(height), 0.0, about)

    def find_facing(self, point: JoltPoint) -> JoltFace | None:
        """`FindFacingTriangle`: of the faces that the point sees, the one that it is furthest above."""
        best, most = None, float32(0)
        for face in [self.faces[number] for number in self.queue]:
            height = dot(face.normal, sub(point.y, face.center))
            if not self.is_removed(face) and height > 0:
                square = height * height / dot(face.normal, face.normal)
                if square > most:
                    best, most = face, square
        return best

    def add_point(self, start: JoltFace, index: int, limit: Any) -> list[JoltFace] | None:
        """`AddPoint`: replaces the faces that a point sees.  None: the border is not closed, or no face is free."""
        border: list[tuple[int, Link]] = []
        self._removed.add(start.number)
        self._border_end = -1
        if not self._find_border(start, 0, 0, self.points[index], border) or len(border) < 3:
            return None
        new: list[JoltFace] = []
        for i, (corner, _) in enumerate(border):
            count = len(self.faces)
            if count >= MOST_FACES and not self._decisions.holds("full", count, MOST_FACES, ()):
                return None
            face = self._create((corner, border[(i + 1) % len(border)][0], index))
            new.append(face)
            if (face.is_interior and face.closest < limit) or face.closest < 0:
                self._push(face)
        for i, (_, (neighbour, edge)) in enumerate(border):
            self._link(new[i].number, 0, neighbour, edge)
            self._link(new[i].number, 1, new[(i + 1) % len(new)].number, 2)
        return new

    def _find_border(
        self, face: JoltFace, edge: int, first: int, point: JoltPoint, border: list[tuple[int, Link]]
    ) -> bool:
        """`FindEdge`: the edges between the faces that the point sees and the others, by a search in depth."""
        for i in range(first, 3):
            place = (edge + i) % 3
            link = self._links[face.number][place]
            if link is None or link[0] in self._removed:
                continue
            neighbour = self.faces[link[0]]
            if self.is_facing(neighbour, point):
                self._removed.add(neighbour.number)
                if not self._find_border(neighbour, link[1], 1, point, border):
                    return False
                continue
            corner = face.corners[place]
            if self._border_end not in (-1, corner):
                return False
            self._border_end = neighbour.corners[link[1]]
            border.append((corner, link))
        self._unlink(face)
        return True

    def _unlink(self, face: JoltFace) -> None:
        self.removed_now.append(face.corners)
        for link in self._links[face.number]:
            if link is not None:
                self._set_link(*link, None)
        self._links[face.number] = (None, None, None)
        if face.number not in self._queued:
            self.free(face)

    def _link(self, face: int, edge: int, other: int, other_edge: int) -> None:
        self._set_link(face, edge, (other, other_edge))
        self._set_link(other, other_edge, (face, edge))

    def _set_link(self, face: int, edge: int, link: Link | None) -> None:
        first, second, third = self._links[face]
        self._links[face] = (
            link if edge == 0 else first,
            link if edge == 1 else second,
            link if edge == 2 else third,
        )

    def _create(self, corners: tuple[int, int, int]) -> JoltFace:
        face = _new_face(self._added, corners, [self.points[i] for i in corners], self._decisions)
        face = face._replace(drawn=_drawn(face))
        self._added += 1
        self.faces[face.number] = face
        self._links[face.number] = (None, None, None)
        return face

    def _push(self, face: JoltFace) -> None:
        """`BinaryHeapPush`."""
        queue = self.queue
        queue.append(face.number)
        self._queued.add(face.number)
        current = len(queue) - 1
        while current > 0:
            parent = (current - 1) >> 1
            if not self._is_further(queue[parent], queue[current]):
                break
            queue[parent], queue[current] = queue[current], queue[parent]
            current = parent

    def _is_further(self, one: int, other: int) -> bool:
        return bool(self.faces[one].closest > self.faces[other].closest)


def _new_face(
    number: int, corners: tuple[int, int, int], points: list[JoltPoint], decisions: EngineDecisions
) -> JoltFace:
    """The constructor of `Triangle`, by two edges of which one is the shorter one at the last corner."""
    y0, y1, y2 = (point.y for point in points)
    center = divided_by(add(add(y0, y1), y2), float32(3))
    y10, y20, y21 = sub(y1, y0), sub(y2, y0), sub(y2, y1)
    square20, square21 = dot(y20, y20), dot(y21, y21)
    from_first = bool(square20 < square21)
    other, square = (y20, square20) if from_first else (y21, square21)
    normal = cross(y10, other)
    face = JoltFace(number, corners, normal, center)
    size = dot(normal, normal)
    if not decisions.holds("area", float(size), LEAST_AREA, [point.local for point in points]):
        return face
    height = dot(center, normal)
    face = face._replace(closest=abs(height) * height / size)
    square10, mixed = dot(y10, y10), dot(y10, other)
    determinant = square10 * square - mixed * mixed
    if not determinant > 0:
        return face
    start = y0 if from_first else y1
    along, across = dot(start, y10), dot(start, other)
    if from_first:
        weights = (mixed * across - square * along) / determinant, (mixed * along - square10 * across) / determinant
    else:
        weights = (square * along - mixed * across) / determinant, (mixed * along - square10 * across) / determinant
    return face._replace(weights=weights, from_first=from_first, is_interior=_is_inside(*weights))


def _is_inside(first: Any, second: Any) -> bool:
    epsilon = float32(BARYCENTRIC_EPSILON)
    return bool(first > -epsilon and second > -epsilon and first + second < float32(1) + epsilon)


def _drawn(face: JoltFace) -> EngineFace:
    size = single_length(face.normal)
    distance = float(abs(dot(face.center, face.normal)) / size) if size > 0 else 0.0
    return EngineFace(face.corners, plain(face.normal), distance)
