"""The polytope of Bullet's EPA (`btGjkEpa2.cpp`): triangles with neighbours, and how a vertex expands it.

The offset `d` of a face is the distance of its plane only if the origin projects into the triangle; otherwise it is the
distance of the nearest edge or vertex, which is greater.  Visibility and progress are measured from this offset.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from gjkscope.engine.published.bullet.decisions import MOST_FACES
from gjkscope.engine.published.bullet.search import ACCURACY, BulletSupport, determinant, plain_length
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import EngineFace, EnginePolytope
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.vectors import Vec3, cross, dot, scale, sub

MOST_VERTICES = 128
"""`EPA_MAX_VERTICES`, besides those of the tetrahedron."""

PLANE = 1e-14
"""`EPA_PLANE_EPS`: a face is convex, and a vertex sees it, to within this distance."""


class HullFace(NamedTuple):
    """A triangle: its unit normal, its offset, its vertices, and of each edge the neighbour and its edge."""

    normal: Vec3
    offset: float
    corners: tuple[int, int, int]
    drawn: EngineFace  # in world coordinates
    neighbours: tuple[int, int, int] = (-1, -1, -1)
    edges: tuple[int, int, int] = (0, 0, 0)


class BulletPolytope(NamedTuple):
    """The polytope between two steps."""

    samples: tuple[BulletSupport, ...] = ()
    faces: tuple[tuple[int, HullFace], ...] = ()  # by number, the oldest first
    nearest: int = -1  # the face that is expanded next
    outer: HullFace | None = None  # that the answer is taken from


@dataclass
class _Horizon:
    """The new faces so far."""

    last: int = -1
    first: int = -1
    count: int = 0


class HullBuilder:
    """A polytope that is being changed within one step."""

    def __init__(self, polytope: BulletPolytope, decisions: EngineDecisions, to_world: Callable[[Vec3], Vec3]) -> None:
        self.samples = list(polytope.samples)
        self.faces = dict(polytope.faces)
        self._next = max(self.faces, default=-1) + 1
        self._decisions = decisions
        self._to_world = to_world
        self._seen: set[int] = set()
        self._stock: list[int] = []  # numbers of removed faces: the next new face takes the last one
        self._removed: list[tuple[int, int, int]] = []

    def add_tetrahedron(self) -> bool:
        """Whether all four faces have an area."""
        w = [sample.w for sample in self.samples]
        if determinant(sub(w[0], w[3]), sub(w[1], w[3]), sub(w[2], w[3])) < 0:
            self.samples[0], self.samples[1] = self.samples[1], self.samples[0]
        faces = [self._add(corners, is_forced=True) for corners in ((0, 1, 2), (1, 0, 3), (2, 1, 3), (0, 2, 3))]
        if None in faces:
            return False
        for face, edge, other, of_other in (
            (0, 0, 1, 0),
            (0, 1, 2, 0),
            (0, 2, 3, 0),
            (1, 1, 3, 2),
            (1, 2, 2, 1),
            (2, 2, 3, 1),
        ):
            self._bind(face, edge, other, of_other)
        return True

    def _find_best(self) -> int:
        """The face with the least square of the offset; of equal ones, the newest."""
        squares = {number: face.offset * face.offset for number, face in self.faces.items()}
        return min(reversed(squares), key=squares.__getitem__)

    def expand(self, best: int, sample: BulletSupport) -> bool:
        """Replaces the faces that the sample sees; False for an invalid hull, whose last decision says why."""
        self.samples.append(sample)
        self._seen.add(best)
        horizon = _Horizon()
        face = self.faces[best]
        is_valid = all(self._cross(face.neighbours[slot], face.edges[slot], sample, horizon) for slot in range(3))
        if not is_valid or horizon.count < 3:
            return False
        self._bind(horizon.last, 1, horizon.first, 2)
        self._remove(best)
        return True

    def done(self) -> BulletPolytope:
        """The polytope with its nearest face."""
        best = self._find_best()
        return BulletPolytope(tuple(self.samples), tuple(self.faces.items()), best, self.faces[best])

    def vertices_of(self, face: HullFace) -> Vertices:
        return tuple(self.samples[corner].vertex for corner in face.corners)

    def draw(self, nearest: HullFace) -> EnginePolytope:
        """The polytope in world coordinates."""
        return EnginePolytope(
            tuple(sample.vertex for sample in self.samples),
            tuple(face.drawn for face in self.faces.values()),
            nearest.corners,
            tuple(self._removed),
        )

    def _cross(self, number: int, edge: int, sample: BulletSupport, horizon: _Horizon) -> bool:
        """`expand`: over an edge of a face that is seen, into its neighbour."""
        if number in self._seen:
            visited = self.faces.get(number)
            about = () if visited is None else self.vertices_of(visited)
            return self._decisions.holds("unseen", 1.0, 1.0, about)
        face = self.faces[number]
        first, second = (edge + 1) % 3, (edge + 2) % 3
        height = dot(face.normal, sample.w) - face.offset
        about = (sample.vertex, *self.vertices_of(face), *(one.vertex for one in self.samples[:4]))
        if self._decisions.holds("hidden", height, -PLANE, about):
            new = self._add((face.corners[first], face.corners[edge], len(self.samples) - 1), is_forced=False)
            if new is None:
                return False
            self._bind(new, 0, number, edge)
            if horizon.count:
                self._bind(horizon.last, 1, new, 2)
            else:
                horizon.first = new
            horizon.last = new
            horizon.count += 1
            return True
        self._seen.add(number)
        for slot in (first, second):
            face = self.faces[number]
            if not self._cross(face.neighbours[slot], face.edges[slot], sample, horizon):
                return False
        self._remove(number)
        return True

    def _add(self, corners: tuple[int, int, int], is_forced: bool) -> int | None:
        """`newface`: None if there are too many, or the face is too small or not convex."""
        count = len(self.faces)
        if count >= MOST_FACES and not self._decisions.holds("room", float(count), float(MOST_FACES), ()):
            return None
        samples = [self.samples[corner] for corner in corners]
        a, b, c = (sample.w for sample in samples)
        vertices = tuple(sample.vertex for sample in samples)
        normal = cross(sub(b, a), sub(c, a))
        size = plain_length(normal)
        if not self._decisions.holds("area", size, ACCURACY, vertices):
            return None
        offset = next(
            (d for d in (_beyond_edge(p, q, normal) for p, q in ((a, b), (b, c), (c, a))) if d is not None),
            None,
        )
        if offset is None:
            offset = dot(a, normal) / size
        unit = scale(normal, 1.0 / size)
        if not is_forced and not self._decisions.holds("convex", offset, -PLANE, vertices):
            return None
        number = self._take()
        self.faces[number] = HullFace(unit, offset, corners, EngineFace(corners, self._to_world(unit), offset))
        return number

    def _take(self) -> int:
        if self._stock and not self._decisions.corrects("unseen"):
            number = self._stock.pop()
            self._seen.discard(number)
            return number
        self._next += 1
        return self._next - 1

    def _bind(self, face: int, edge: int, other: int, of_other: int) -> None:
        for one, slot, neighbour, of_neighbour in ((face, edge, other, of_other), (other, of_other, face, edge)):
            old = self.faces[one]
            neighbours, edges = list(old.neighbours), list(old.edges)
            neighbours[slot], edges[slot] = neighbour, of_neighbour
            self.faces[one] = old._replace(
                neighbours=(neighbours[0], neighbours[1], neighbours[2]), edges=(edges[0], edges[1], edges[2])
            )

    def _remove(self, number: int) -> None:
        self._removed.append(self.faces.pop(number).corners)
        self._stock.append(number)


def _beyond_edge(a: Vec3, b: Vec3, normal: Vec3) -> float | None:
    """`getedgedist`: the distance of the origin from an edge that it projects outside of; None if it does not."""
    way = sub(b, a)
    if not dot(a, cross(way, normal)) < 0:
        return None
    if dot(a, way) > 0:
        return plain_length(a)
    if dot(b, way) < 0:
        return plain_length(b)
    across = dot(a, b)
    return sqrt(max((dot(a, a) * dot(b, b) - across * across) / dot(way, way), 0.0))
