"""The polytope of parry's EPA: faces with their neighbours, and a heap of those onto which the origin projects.

Functions `Face::new`, `can_be_seen_by`, `compute_silhouette` of `src/query/epa/epa3.rs`.  Of faces equally near, the
order in the heap decides, so it is that of Rust's `BinaryHeap`.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple, TypeVar

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import EngineFace, EnginePolytope
from gjkscope.engine.published.parry.regions import project_on_triangle
from gjkscope.engine.published.parry.releases import EPSILON, ParryRelease, is_near_zero
from gjkscope.engine.published.parry.simplices import FURTHEST, TOLERANCE
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.sequences.ledger import Ledger
from gjkscope.engine.sequences.versioned import VersionedList
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, scale, sub

EPA_TOLERANCE = 100 * EPSILON
"""`_eps_tol` of EPA, metres, whatever the size of the shapes."""

T = TypeVar("T")

Triple = tuple[int, int, int]


class ParryFace(NamedTuple):
    """A face, which stays in its place when it is deleted."""

    corners: Triple
    neighbours: Triple  # across the edges 01, 12, 20
    normal: Vec3  # zero if the face is degenerate
    weights: tuple[float, float, float]  # of the point nearest to the origin
    is_projected: bool  # whether the origin projects onto the face, so that it may be nearest
    is_deleted: bool = False


class HeapEntry(NamedTuple):
    """A face in the heap; the greatest entry is the nearest face."""

    face: int
    negative: float  # the distance, negated


class ParryPolytope(NamedTuple):
    """All that EPA keeps between two iterations."""

    vertices: Sequence[Vertex] = ()  # in the frame of A
    faces: Sequence[ParryFace] = ()
    heap: tuple[HeapEntry, ...] = ()
    best: HeapEntry = HeapEntry(0, 0.0)
    best_support: int = 0  # the vertex that was searched from it
    least_height: float = FURTHEST  # of a support over its face: the least upper bound of the depth
    tolerance: float = TOLERANCE  # of a face that the origin is outside of


class ParryCone(Enum):
    """What became of the faces that join a border to a new vertex."""

    DONE = "done"
    NEARER = "nearer"  # one of them is nearer than the face that is expanded
    EMPTY = "empty"  # all faces at the border are removed


class BehindOriginError(ArithmeticError):
    """A face that the origin is outside of by more than the tolerance: EPA gives up."""


class ParryBuilder:
    """A polytope that is being changed, step by step."""

    def __init__(
        self,
        vertices: Iterable[Vertex],  # in world coordinates
        turned: Callable[[Vec3], Vec3],  # into these
        release: ParryRelease,
    ) -> None:
        self._release = release
        self._turned = turned
        self.drawn = Ledger(enumerate(vertices))
        self._drawn_faces: Ledger[EngineFace] = Ledger()

    def begin_step(self, polytope: ParryPolytope, decisions: EngineDecisions) -> None:
        """`polytope` is what `done` returned last, or any for a new builder."""
        self.vertices, self.faces = _next_version(polytope.vertices), _next_version(polytope.faces)
        self.heap = list(polytope.heap)
        self._polytope, self._decisions = polytope, decisions
        self.removed: list[Triple] = []

    def draw_faces(self) -> None:
        """Draws all faces, of a builder that begins with a polytope."""
        for number, face in enumerate(self.faces):
            if not face.is_deleted:
                self._draw_face(number, face)

    def done(self, **changes: object) -> ParryPolytope:
        kept = self._polytope._replace(vertices=self.vertices, faces=self.faces, heap=tuple(self.heap))
        return kept._replace(**changes)  # type: ignore[arg-type]

    def to_draw(self, nearest: int | None) -> EnginePolytope:
        lit = () if nearest is None else self.faces[nearest].corners
        return EnginePolytope(self.drawn.list_items(), self._drawn_faces.list_items(), lit, tuple(self.removed))

    def _draw_face(self, number: int, face: ParryFace) -> None:
        distance = dot(face.normal, self.vertices[face.corners[0]].point)
        self._drawn_faces.add(number, EngineFace(face.corners, self._turned(face.normal), float(distance)))

    def seen(self, corners: Triple) -> Vertices:
        """Vertices in world coordinates."""
        return tuple(self.drawn[corner] for corner in corners)

    def add_vertex(self, vertex: Vertex, drawn: Vertex) -> int:
        self.vertices.append(vertex)
        self.drawn.add(len(self.drawn), drawn)
        return len(self.vertices) - 1

    def add_face(self, corners: Triple, neighbours: Triple) -> int:
        face, number = self._face(corners, neighbours), len(self.faces)
        self.faces.append(face)
        self._draw_face(number, face)
        return number

    def distance(self, face: int, corner: int = 0) -> float:
        """Of the plane of a face, along its normal, by one of its corners."""
        record = self.faces[face]
        return dot(record.normal, self.vertices[record.corners[corner]].point)

    def push(self, face: int, distance: float) -> None:
        """Adds a face to the heap.  Raises `BehindOriginError`."""
        corners = self.seen(self.faces[face].corners)
        if self._decisions.holds("outside", float(-distance), float(self._polytope.tolerance), corners):
            raise BehindOriginError
        self.heap.append(HeapEntry(face, -distance))
        self._sift_up(0, len(self.heap) - 1)

    def begin_with_tetrahedron(self) -> bool:
        """False if the origin projects onto no face.  Raises `BehindOriginError`."""
        a, b, c, d = (vertex.point for vertex in self.vertices)
        if dot(cross(sub(b, a), sub(c, a)), sub(d, a)) > 0:
            self.vertices[1], self.vertices[2] = self.vertices[2], self.vertices[1]
            self.drawn = Ledger(enumerate(self.drawn[slot] for slot in (0, 2, 1, 3)))
        for corners, neighbours in _TETRAHEDRON:
            self.add_face(corners, neighbours)
        projected = [number for number, face in enumerate(self.faces) if face.is_projected]
        for number in projected:
            self.push(number, self.distance(number, 0 if number < 2 else 1))
        return self._decisions.holds("projected", float(len(projected)), 0.0, tuple(self.drawn.values()))

    def begin_with_triangle(self) -> bool:
        """Its two sides, both at distance 0."""
        for corners, neighbour in (((0, 1, 2), 1), ((0, 2, 1), 0)):
            self.add_face(corners, (neighbour, neighbour, neighbour))
        for number in (0, 1):
            self.heap.append(HeapEntry(number, 0.0))
            self._sift_up(0, number)
        return True

    def pop_face(self) -> HeapEntry | None:
        """The nearest face that is not deleted."""
        entry = self.pop()
        while entry is not None and self.faces[entry.face].is_deleted:
            entry = self.pop()
        return entry

    def pop(self) -> HeapEntry | None:
        """The nearest face, which leaves the heap."""
        if not self.heap:
            return None
        last = self.heap.pop()
        if not self.heap:
            return last
        top, self.heap[0] = self.heap[0], last
        self._sift_down_to_bottom()
        return top

    def delete(self, face: int) -> None:
        self.removed.append(self.faces[face].corners)
        self._drawn_faces.remove(face)
        self.faces[face] = self.faces[face]._replace(is_deleted=True)

    def witnesses(self, face: int) -> tuple[Vec3, Vec3]:
        record = self.faces[face]
        corners = [self.vertices[corner] for corner in record.corners]
        first, second, third = record.weights

        def mean(a: Vec3, b: Vec3, c: Vec3) -> Vec3:
            return add(add(scale(a, first), scale(b, second)), scale(c, third))

        return mean(*(corner.a for corner in corners)), mean(*(corner.b for corner in corners))

    def silhouette(self, face: int, vertex: int) -> list[tuple[int, int]]:
        """Deletes the faces that the vertex sees, from one on; their border: faces, each with its opposite corner."""
        self.delete(face)
        record, border = self.faces[face], list[tuple[int, int]]()
        starts = [
            (neighbour, self._opposite(neighbour, corner))
            for neighbour, corner in zip(record.neighbours, record.corners, strict=True)
        ]
        for start in starts:
            pending = [start]
            while pending:
                pending += reversed(self._cross(*pending.pop(), vertex, border))
        return border

    def cone(self, border: list[tuple[int, int]], vertex: int, current: float) -> ParryCone:
        """Joins the border to the vertex by new faces; a face nearer than the current one ends it.

        Raises `BehindOriginError`.
        """
        first = len(self.faces)
        for face, opposite in border:
            old = self.faces[face]
            if old.is_deleted:
                continue
            number = len(self.faces)
            corners = (old.corners[(opposite + 2) % 3], old.corners[(opposite + 1) % 3], vertex)
            self._set_neighbour(face, (opposite + 1) % 3, number)
            self.add_face(corners, (face, number + 1, number - 1))
            if self.faces[number].is_projected:
                distance = self.distance(number)
                if self._decisions.holds("nearer", float(distance), float(current), self.seen(corners)):
                    return ParryCone.NEARER
                self.push(number, distance)
        if first == len(self.faces):
            return ParryCone.EMPTY
        self._set_neighbour(first, 2, len(self.faces) - 1)
        self._set_neighbour(len(self.faces) - 1, 1, first)
        return ParryCone.DONE

    def _face(self, corners: Triple, neighbours: Triple) -> ParryFace:
        a, b, c = (self.vertices[corner].point for corner in corners)
        normal = self._release.unit(cross(sub(b, a), sub(c, a)), EPSILON) or ZERO
        projection = project_on_triangle(a, b, c, self._release)
        weights = [0.0, 0.0, 0.0]
        for slot, weight in zip(projection.on, projection.weights, strict=True):
            weights[slot] = weight
        nearest, features = projection.point, len(projection.on)
        is_projected = features == 3 or (
            features > 0 and (is_near_zero(nearest) or dot(nearest, nearest) < EPA_TOLERANCE * EPA_TOLERANCE)
        )
        return ParryFace(corners, neighbours, normal, (weights[0], weights[1], weights[2]), is_projected)

    def _opposite(self, face: int, corner: int) -> int:
        """`next_ccw_pt_id`: the slot of the corner after a given one."""
        corners = self.faces[face].corners
        return (corners.index(corner) + 1) % 3 if corner in corners else 0

    def _cross(self, face: int, opposite: int, vertex: int, border: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Goes over an edge into a face: on from it if the vertex sees it, otherwise the edge is part of the border."""
        record = self.faces[face]
        if record.is_deleted:
            return []
        if not self._is_seen(record, vertex, opposite):
            border.append((face, opposite))
            return []
        self.delete(face)
        ahead, behind = (opposite + 2) % 3, opposite
        return [
            (record.neighbours[slot], self._opposite(record.neighbours[slot], record.corners[slot]))
            for slot in (ahead, behind)
        ]

    def _is_seen(self, face: ParryFace, vertex: int, opposite: int) -> bool:
        """`can_be_seen_by`; a degenerate face, with a normal of zero, is always seen."""
        corners = [face.corners[(opposite + step) % 3] for step in range(3)]
        first, second, third = (self.vertices[corner].point for corner in corners)
        new, drawn = self.vertices[vertex].point, self.drawn[vertex]
        height = float(dot(sub(new, first), face.normal))
        if self._decisions.holds("visible", height, -TOLERANCE, (drawn, *self.seen(face.corners))):
            return True
        area = cross(sub(third, second), sub(new, second))
        edge = (drawn, self.drawn[corners[1]], self.drawn[corners[2]])
        return self._decisions.holds("in line", float(dot(area, area)), EPA_TOLERANCE * EPA_TOLERANCE, edge)

    def _set_neighbour(self, face: int, slot: int, neighbour: int) -> None:
        neighbours = list(self.faces[face].neighbours)
        neighbours[slot] = neighbour
        self.faces[face] = self.faces[face]._replace(neighbours=(neighbours[0], neighbours[1], neighbours[2]))

    def _sift_up(self, start: int, place: int) -> None:
        heap, entry = self.heap, self.heap[place]
        while place > start:
            parent = (place - 1) // 2
            if not entry.negative > heap[parent].negative:
                break
            heap[place], place = heap[parent], parent
        heap[place] = entry

    def _sift_down_to_bottom(self) -> None:
        """Moves the top to the bottom along the greater child, the second if they are equal, and then up again."""
        heap, entry, place = self.heap, self.heap[0], 0
        while 2 * place + 2 < len(heap):
            child = 2 * place + 1
            if not heap[child].negative > heap[child + 1].negative:
                child += 1
            heap[place], place = heap[child], child
        if 2 * place + 1 == len(heap) - 1:
            heap[place], place = heap[2 * place + 1], 2 * place + 1
        heap[place] = entry
        self._sift_up(0, place)


def _next_version(items: Sequence[T]) -> VersionedList[T]:
    return items.copy() if isinstance(items, VersionedList) else VersionedList(items)


_TETRAHEDRON = (
    ((0, 1, 2), (3, 1, 2)),
    ((1, 3, 2), (3, 2, 0)),
    ((0, 2, 3), (0, 1, 3)),
    ((0, 3, 1), (2, 1, 0)),
)
"""The faces of the first polytope: their corners and neighbours."""
