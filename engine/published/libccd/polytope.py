"""libccd's polytope: lists of vertices, edges and faces, and the element nearest to the origin (`src/polytope.c`).

The order of the lists and of each element's parts decides which of several equally near elements is nearest, and which
edges belong together when the polytope is expanded; so both are kept as in libccd.  Elements are known by numbers that
never recur.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from math import inf
from sys import maxsize
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.ccd import EPSILON, equal, point_to_segment, point_to_triangle
from gjkscope.engine.published.engine_step import EngineFace, EnginePolytope
from gjkscope.engine.published.ieee import root
from gjkscope.engine.sequences.deferred import Deferred
from gjkscope.engine.sequences.ledger import Ledger
from gjkscope.engine.vectors import ZERO, Vec3, dot

FURTHEST = 1.7976931348623157e308  # `CCD_REAL_MAX`
FAR = 4 * EPSILON  # between squared distances that are not `equal`, relative to the lesser one if it exceeds 1
NOT_DRAWN = EnginePolytope((), ())


class CcdKind(IntEnum):
    """What an element is.  Of elements equally near, libccd prefers the lower number."""

    VERTEX = 1
    EDGE = 2
    FACE = 3


class CcdElement(NamedTuple):
    """A vertex, an edge or a face."""

    number: int
    kind: CcdKind
    parts: tuple[int, ...]  # of an edge: its two vertices; of a face: its three edges
    squared: float  # the squared distance of the origin
    witness: Vec3  # the point where it is reached


class CcdPolytope(NamedTuple):
    """The elements in the order of libccd's lists, and what it remembers about them."""

    points: Sequence[Vertex] = ()  # by the place of their vertex among all that were ever added
    vertices: Sequence[CcdElement] = ()
    edges: Sequence[CcdElement] = ()
    faces: Sequence[CcdElement] = ()
    added: int = 0  # the next number
    nearest: int | None = None  # None: must be looked for
    nearest_squared: float = FURTHEST
    nearest_kind: CcdKind = CcdKind.FACE


class CcdBuilder:
    """A polytope that is being changed, step by step.

    `drawn` is how the step that made the polytope drew it: faces never change, so only new ones are drawn.
    """

    def __init__(self, polytope: CcdPolytope, drawn: EnginePolytope = NOT_DRAWN) -> None:
        self.points = Ledger(enumerate(polytope.points))
        self.vertices, self.edges, self.faces = (
            Ledger((element.number, element) for element in elements)
            for elements in (polytope.vertices, polytope.edges, polytope.faces)
        )
        self._drawn = dict(zip(self.faces, drawn.faces, strict=True))  # and the removed faces
        self._added = polytope.added
        self._nearest = polytope.nearest
        self._nearest_squared = polytope.nearest_squared
        self._nearest_kind = polytope.nearest_kind
        self._place = {element.number: place for place, element in enumerate(polytope.vertices)}
        # Read often, and therefore without calls: where vertices are, and the ends of edges, also of removed ones.
        self.positions = {element.number: element.witness for element in polytope.vertices}
        self.edge_ends: dict[int, tuple[int, int]] = {edge.number: _two(edge.parts) for edge in polytope.edges}
        self._by_distance = _ByDistance((*polytope.vertices, *polytope.edges, *polytope.faces))
        self._faces_at: dict[int, list[int]] = {}  # by edge
        self._corners: dict[int, tuple[int, int, int]] = {}  # by face
        for face in polytope.faces:
            self._join_edges(face)
            self._corners[face.number] = self._corners_at(face.parts)
        self.removed: list[tuple[int, int, int]] = []

    def done(self) -> CcdPolytope:
        return CcdPolytope(
            self.points.list_items(),
            self.vertices.list_items(),
            self.edges.list_items(),
            self.faces.list_items(),
            self._added,
            self._nearest,
            self._nearest_squared,
            self._nearest_kind,
        )

    def add_vertex(self, vertex: Vertex) -> int:
        self._place[self._added] = len(self.points)
        self.points.add(len(self.points), vertex)
        element = CcdElement(self._added, CcdKind.VERTEX, (), dot(vertex.point, vertex.point), vertex.point)
        self.vertices.add(element.number, element)
        self.positions[element.number] = vertex.point
        return self._register(element)

    def add_edge(self, first: int, second: int) -> int:
        squared, witness = point_to_segment(ZERO, self.positions[first], self.positions[second])
        element = CcdElement(self._added, CcdKind.EDGE, (first, second), squared, witness)
        self.edges.add(element.number, element)
        self.edge_ends[element.number] = first, second
        return self._register(element)

    def add_face(self, first: int, second: int, third: int) -> int:
        edges = first, second, third
        corners = self._corners_at(edges)
        a, b, c = corners
        positions, number = self.positions, self._added
        squared, witness = point_to_triangle(ZERO, positions[a], positions[b], positions[c])
        element = CcdElement(number, CcdKind.FACE, edges, squared, witness)
        self.faces.add(number, element)
        self._corners[number] = corners
        self._drawn[number] = EngineFace(self.places(corners), witness, root(squared))
        self._join_edges(element)
        return self._register(element)

    def delete_face(self, number: int) -> None:
        self.removed.append(self.places(self.corners(number)))
        face = self.faces.remove(number)
        for edge in {*face.parts}:
            self._faces_at[edge].remove(number)
        del self._corners[number]
        self._forget(face)

    def delete_edge(self, number: int) -> None:
        self._forget(self.edges.remove(number))

    def faces_of(self, edge: int) -> list[int]:
        """The faces that an edge belongs to, in the order in which they were added."""
        return list(self._faces_at.get(edge, ()))

    def faces_at(self, edge: int) -> Sequence[int]:
        """The same, not copied: the polytope must not change while it is read."""
        return self._faces_at.get(edge, ())

    def corners(self, face: int) -> tuple[int, int, int]:
        return self._corners[face]

    def ends(self, edge: int) -> tuple[int, int]:
        return self.edge_ends[edge]

    def point(self, vertex: int) -> Vec3:
        return self.positions[vertex]

    def vertex(self, number: int) -> Vertex:
        return self.points[self._place[number]]

    def places(self, vertices: tuple[int, int, int]) -> tuple[int, int, int]:
        i, j, k = vertices
        return self._place[i], self._place[j], self._place[k]

    def find_nearest(self) -> CcdElement | None:
        """The element nearest to the origin; looked for among all only if the known one was removed.

        None if no distance is a number: libccd then reads through a null pointer.
        """
        if self._nearest is None:
            self._nearest_squared, self._nearest_kind = FURTHEST, CcdKind.FACE
            number = self._by_distance.nearest()
            if number is not None:
                self._keep(self.element(number))
        return None if self._nearest is None else self.element(self._nearest)

    def element(self, number: int) -> CcdElement:
        for elements in (self.vertices, self.edges, self.faces):
            if number in elements:
                return elements[number]
        raise LookupError(f"number: no element of the polytope has the number {number}")

    def corners_of(self, element: CcdElement) -> tuple[Vertex, ...]:
        """The vertices of an element."""
        if element.kind is CcdKind.VERTEX:
            return (self.vertex(element.number),)
        numbers = element.parts if element.kind is CcdKind.EDGE else self.corners(element.number)
        return tuple([self.vertex(number) for number in numbers])

    def drawn(self, nearest: CcdElement | None) -> EnginePolytope:
        """The polytope as it is drawn."""
        lit: tuple[int, ...] = ()
        if nearest is not None and nearest.kind is CcdKind.VERTEX:
            lit = (self._place[nearest.number],)
        elif nearest is not None:
            numbers = nearest.parts if nearest.kind is CcdKind.EDGE else self._corners_at(nearest.parts)
            lit = tuple([self._place[number] for number in numbers])
        return self.drawn_with(lit)

    def drawn_with(self, nearest: tuple[int, ...]) -> EnginePolytope:
        """The polytope as it is drawn, with these corners of the nearest element."""
        faces = Deferred(_drawn_faces, self.faces.list_items(), self._drawn)
        return EnginePolytope(self.points.list_items(), faces, nearest, tuple(self.removed))

    def _corners_at(self, edges: tuple[int, ...]) -> tuple[int, int, int]:
        """The corners of a face: the ends of its first edge, and the end of its second one that is neither."""
        a, b = self.edge_ends[edges[0]]
        p, q = self.edge_ends[edges[1]]
        return a, b, p if p not in (a, b) else q

    def _join_edges(self, face: CcdElement) -> None:
        faces_at = self._faces_at
        for edge in {*face.parts}:
            if edge in faces_at:
                faces_at[edge].append(face.number)
            else:
                faces_at[edge] = [face.number]

    def _register(self, element: CcdElement) -> int:
        self._added += 1
        self._by_distance.add(element)
        squared, least = element.squared, self._nearest_squared
        if not squared - least > FAR * (1.0 + squared):  # otherwise it is further, and not equal
            is_nearer = element.kind < self._nearest_kind if equal(least, squared) else squared < least
            if is_nearer:
                self._keep(element)
        return element.number

    def _keep(self, element: CcdElement) -> None:
        self._nearest, self._nearest_squared, self._nearest_kind = element.number, element.squared, element.kind

    def _forget(self, element: CcdElement) -> None:
        self._by_distance.remove(element)
        if self._nearest == element.number:
            self._nearest = None


class _ByDistance:
    """The elements by their distance, to look for the nearest one among few.

    libccd goes through vertices, edges and faces, and keeps one element; another replaces it if it is nearer by more
    than ε.  So the nearest element wins, unless one that comes before it and is equally far to within ε has won among
    those before; that one is the nearest of these, unless another that comes before it …
    """

    def __init__(self, elements: Iterable[CcdElement]) -> None:
        self._sorted = sorted(_key(element) for element in elements if element.squared <= FURTHEST)

    def add(self, element: CcdElement) -> None:
        if element.squared <= FURTHEST:  # infinity and NaN are never nearest
            insort(self._sorted, _key(element))

    def remove(self, element: CcdElement) -> None:
        if element.squared <= FURTHEST:
            del self._sorted[bisect_left(self._sorted, _key(element))]

    def nearest(self) -> int | None:
        """The number of the element that libccd keeps; None if no distance is a number."""
        records: list[tuple[float, Place]] = []  # each is the nearest of those before the last one
        limit, first = inf, AFTER_ALL
        for squared, place in self._sorted:
            if squared > limit:
                break
            if place < first:
                records.append((squared, place))
                limit, first = squared + FAR * max(1.0, squared), place
        kept, least = None, inf
        for squared, (_, number) in reversed(records):
            if not equal(squared, least):
                kept, least = number, squared
        return kept


Place = tuple[CcdKind, int]
"""Of an element in libccd's lists: its kind and number."""

AFTER_ALL: Place = (CcdKind.FACE, maxsize)


def _key(element: CcdElement) -> tuple[float, Place]:
    return element.squared, (element.kind, element.number)


def _two(parts: tuple[int, ...]) -> tuple[int, int]:
    """The ends of an edge."""
    first, second = parts
    return first, second


def _drawn_faces(faces: Iterable[CcdElement], drawn: Mapping[int, EngineFace]) -> tuple[EngineFace, ...]:
    return tuple(drawn[face.number] for face in faces)
