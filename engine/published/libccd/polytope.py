"""libccd's polytope: lists of vertices, edges and faces, and the element nearest to the origin (`src/polytope.c`).

The order of the lists and of each element's parts decides which of several equally near elements is nearest, and which
edges belong together when the polytope is expanded; so both are kept as in libccd.  Elements are known by numbers that
never recur.
"""

from enum import IntEnum
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.ccd import equal, point_to_segment, point_to_triangle
from gjkscope.engine.published.engine_step import EngineFace, EnginePolytope
from gjkscope.engine.published.ieee import root
from gjkscope.engine.vectors import ZERO, Vec3, dot

FURTHEST = 1.7976931348623157e308  # `CCD_REAL_MAX`
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

    points: tuple[Vertex, ...] = ()  # by the place of their vertex among all that were ever added
    vertices: tuple[CcdElement, ...] = ()
    edges: tuple[CcdElement, ...] = ()
    faces: tuple[CcdElement, ...] = ()
    added: int = 0  # the next number
    nearest: int | None = None  # None: must be looked for
    nearest_squared: float = FURTHEST
    nearest_kind: CcdKind = CcdKind.FACE


class CcdBuilder:
    """A polytope that is being changed within one step.

    `drawn` is how the previous step drew it, if it did: faces never change, so only new ones are drawn.
    """

    def __init__(self, polytope: CcdPolytope, drawn: EnginePolytope = NOT_DRAWN) -> None:
        self.points = list(polytope.points)
        self.vertices = {element.number: element for element in polytope.vertices}
        self.edges = {element.number: element for element in polytope.edges}
        self.faces = {element.number: element for element in polytope.faces}
        self._drawn = dict(zip(self.faces, drawn.faces, strict=bool(drawn.faces)))
        self._added = polytope.added
        self._nearest = polytope.nearest
        self._nearest_squared = polytope.nearest_squared
        self._nearest_kind = polytope.nearest_kind
        self._place = {element.number: place for place, element in enumerate(polytope.vertices)}
        self.removed: list[tuple[int, int, int]] = []

    def done(self) -> CcdPolytope:
        return CcdPolytope(
            tuple(self.points),
            tuple(self.vertices.values()),
            tuple(self.edges.values()),
            tuple(self.faces.values()),
            self._added,
            self._nearest,
            self._nearest_squared,
            self._nearest_kind,
        )

    def add_vertex(self, vertex: Vertex) -> int:
        self._place[self._added] = len(self.points)
        self.points.append(vertex)
        element = CcdElement(self._added, CcdKind.VERTEX, (), dot(vertex.point, vertex.point), vertex.point)
        self.vertices[element.number] = element
        return self._register(element)

    def add_edge(self, first: int, second: int) -> int:
        nearest = point_to_segment(ZERO, self.point(first), self.point(second))
        element = CcdElement(self._added, CcdKind.EDGE, (first, second), nearest.squared, nearest.witness)
        self.edges[element.number] = element
        return self._register(element)

    def add_face(self, first: int, second: int, third: int) -> int:
        edges = first, second, third
        nearest = point_to_triangle(ZERO, *(self.point(corner) for corner in self._corners(edges)))
        element = CcdElement(self._added, CcdKind.FACE, edges, nearest.squared, nearest.witness)
        self.faces[element.number] = element
        return self._register(element)

    def delete_face(self, number: int) -> None:
        self.removed.append(self.places(self.corners(number)))
        del self.faces[number]
        self._forget(number)

    def delete_edge(self, number: int) -> None:
        del self.edges[number]
        self._forget(number)

    def faces_of(self, edge: int) -> list[int]:
        """The faces that an edge belongs to, in the order in which they were added."""
        return [face.number for face in self.faces.values() if edge in face.parts]

    def corners(self, face: int) -> tuple[int, int, int]:
        return self._corners(self.faces[face].parts)

    def ends(self, edge: int) -> tuple[int, int]:
        first, second = self.edges[edge].parts
        return first, second

    def point(self, vertex: int) -> Vec3:
        return self.vertices[vertex].witness

    def vertex(self, number: int) -> Vertex:
        return self.points[self._place[number]]

    def places(self, vertices: tuple[int, ...]) -> tuple[int, int, int]:
        i, j, k = (self._place[number] for number in vertices)
        return i, j, k

    def find_nearest(self) -> CcdElement | None:
        """The element nearest to the origin; looked for among all only if the known one was removed.

        None if no distance is a number: libccd then reads through a null pointer.
        """
        if self._nearest is None:
            self._nearest_squared, self._nearest_kind = FURTHEST, CcdKind.FACE
            for element in (*self.vertices.values(), *self.edges.values(), *self.faces.values()):
                self._update(element)
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
        return tuple(self.vertex(number) for number in numbers)

    def drawn(self, nearest: CcdElement | None) -> EnginePolytope:
        """The polytope as it is drawn."""
        for number, face in self.faces.items():
            if number not in self._drawn:
                corners = self.places(self.corners(number))
                self._drawn[number] = EngineFace(corners, face.witness, root(face.squared))
        faces = tuple(self._drawn[number] for number in self.faces)
        lit: tuple[int, ...] = ()
        if nearest is not None and nearest.kind is CcdKind.VERTEX:
            lit = (self._place[nearest.number],)
        elif nearest is not None:
            numbers = nearest.parts if nearest.kind is CcdKind.EDGE else self._corners(nearest.parts)
            lit = tuple(self._place[number] for number in numbers)
        return EnginePolytope(tuple(self.points), faces, lit, tuple(self.removed))

    def _corners(self, edges: tuple[int, ...]) -> tuple[int, int, int]:
        """The corners of a face: the ends of its first edge, and the end of its second one that is neither."""
        a, b = self.ends(edges[0])
        p, q = self.ends(edges[1])
        return a, b, p if p not in (a, b) else q

    def _register(self, element: CcdElement) -> int:
        self._added += 1
        self._update(element)
        return element.number

    def _update(self, element: CcdElement) -> None:
        if equal(self._nearest_squared, element.squared):
            is_nearer = element.kind < self._nearest_kind
        else:
            is_nearer = element.squared < self._nearest_squared
        if is_nearer:
            self._nearest, self._nearest_squared, self._nearest_kind = element.number, element.squared, element.kind

    def _forget(self, number: int) -> None:
        if self._nearest == number:
            self._nearest = None
