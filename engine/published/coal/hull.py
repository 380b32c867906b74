"""The polytope of coal's EPA: faces in the order of its list, their neighbours, and what a new vertex replaces.

Faces live in a fixed number of slots, and a new face takes the slot that was freed last, as in coal: a face that is
still a neighbour of another one after it was freed is what its slot holds by then.
"""

from typing import NamedTuple

from gjkscope.engine.published.coal.decisions import EPA_TOLERANCE
from gjkscope.engine.published.coal.eigen import LARGEST, corner_normal, eigen_norm, quotient, times
from gjkscope.engine.published.coal.regions import CoalVertex, shown_vertices
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import EngineFace, EnginePolytope
from gjkscope.engine.vectors import ZERO, Mat3, Vec3, cross, dot, sub

EPA_ITERATIONS = 64
FACES = 2 * EPA_ITERATIONS + 4  # slots
BELOW = 3 * 2.0**-26
"""A vertex less than this above a face does not see it, metres: 3 √ε."""
AREA = 2.0**-52  # square metres: twice the area of a face must exceed it

_TETRAHEDRON = ((0, 1, 2), (1, 0, 3), (2, 1, 3), (0, 2, 3))
_BINDINGS = ((0, 0, 1, 0), (0, 1, 2, 0), (0, 2, 3, 0), (1, 1, 3, 2), (1, 2, 2, 1), (2, 2, 3, 1))
_NEXT, _PREVIOUS = (1, 2, 0), (2, 0, 1)

Side = tuple[int, int]  # a slot, and an edge of its face


class CoalFace(NamedTuple):
    """A face; edge i begins at corner i."""

    corners: tuple[int, int, int] = (0, 0, 0)
    normal: Vec3 = ZERO
    distance: float = 0.0
    is_ignored: bool = False  # the origin's projection is beyond one of its edges
    drawn: EngineFace = EngineFace((0, 0, 0), ZERO, 0.0)  # in world coordinates


class CoalHull(NamedTuple):
    """The polytope between two steps."""

    rotation: Mat3  # of the frame of its vertices
    vertices: tuple[CoalVertex, ...] = ()
    faces: tuple[CoalFace, ...] = ()  # by slot
    neighbours: tuple[tuple[Side, Side, Side], ...] = ()  # by slot and edge
    order: tuple[int, ...] = ()  # slots of the faces, the newest last
    free: tuple[int, ...] = ()  # slots, that which is taken next last
    closest: int = 0  # slot

    @property
    def closest_face(self) -> CoalFace:
        return self.faces[self.closest]

    def corners_of(self, face: CoalFace) -> tuple[CoalVertex, CoalVertex, CoalVertex]:
        i, j, k = face.corners
        return self.vertices[i], self.vertices[j], self.vertices[k]


class CoalStopError(Exception):
    """The polytope cannot grow: its message is the status of coal's EPA."""


class CoalBuilder:
    """A polytope that is being changed within one step."""

    def __init__(self, hull: CoalHull, decisions: EngineDecisions) -> None:
        self._rotation = hull.rotation
        self.vertices = list(hull.vertices)
        self.faces = list(hull.faces)
        self._neighbours = [list(sides) for sides in hull.neighbours]
        self._order = list(hull.order)
        self._free = list(hull.free)
        self._decisions = decisions
        self._passed: set[int] = set()
        self._horizon: list[int] = []
        self.removed: list[tuple[int, int, int]] = []

    def done(self) -> CoalHull:
        """The polytope with its closest face."""
        sides = tuple((first, second, third) for first, second, third in self._neighbours)
        slots = tuple(self._order), tuple(self._free), self._find_closest()
        return CoalHull(self._rotation, tuple(self.vertices), tuple(self.faces), sides, *slots)

    def enclose(self, tetrahedron: tuple[CoalVertex, ...]) -> None:
        """Begins with a tetrahedron.  Raises `CoalStopError`."""
        a, b, c, d = tetrahedron
        if dot(sub(a.w, d.w), cross(sub(b.w, d.w), sub(c.w, d.w))) < 0:
            a, b = b, a
        self.vertices = [a, b, c, d]
        self.faces = [CoalFace()] * FACES
        self._neighbours = [[(0, 0)] * 3 for _ in range(FACES)]
        self._free = list(range(FACES - 1, -1, -1))
        slots = [self._add_face(corners, is_first=True) for corners in _TETRAHEDRON]
        for face, edge, other, other_edge in _BINDINGS:
            self._bind((slots[face], edge), (slots[other], other_edge))

    def grow(self, closest: int, vertex: CoalVertex) -> None:
        """Replaces the closest face, and those beside it that the vertex sees.  Raises `CoalStopError`."""
        self.vertices.append(vertex)
        self._passed.add(closest)
        for edge in range(3):
            self._expand(*self._neighbours[closest][edge])
        if len(self._horizon) < 3:
            raise CoalStopError("a horizon of fewer than three edges")
        self._bind((self._horizon[0], 2), (self._horizon[-1], 1))
        self._remove(closest)

    def _expand(self, slot: int, edge: int) -> None:
        """Makes a face at this edge, or removes the face if the new vertex is above it, and goes on at its edges."""
        if slot in self._passed:
            raise CoalStopError("InvalidHull: a face is removed twice")
        face, vertex = self.faces[slot], self.vertices[-1]
        height = dot(face.normal, sub(vertex.w, self.vertices[face.corners[edge]].w))
        if self._decisions.holds(
            "below face", height, BELOW, shown_vertices(vertex, *self._corners(face), *self.vertices[:4])
        ):
            self._add_to_horizon(slot, edge)
            return
        self._passed.add(slot)
        for other in (_NEXT[edge], _PREVIOUS[edge]):
            self._expand(*self._neighbours[slot][other])
        self._remove(slot)

    def _add_to_horizon(self, slot: int, edge: int) -> None:
        corners = self.faces[slot].corners
        added = self._add_face((corners[_NEXT[edge]], corners[edge], len(self.vertices) - 1))
        self._bind((added, 0), (slot, edge))
        if self._horizon:
            self._bind((added, 2), (self._horizon[-1], 1))
        self._horizon.append(added)

    def _add_face(self, corners: tuple[int, int, int], is_first: bool = False) -> int:
        """`newFace`: its slot.  Raises `CoalStopError`."""
        if not self._free:
            raise CoalStopError(f"OutOfFaces: {FACES} are not enough, near the limit of iterations")
        vertices = [self.vertices[corner] for corner in corners]
        a, b, c = (vertex.w for vertex in vertices)
        normal = corner_normal(a, b, c)
        area = eigen_norm(normal)
        if not self._decisions.holds("has area", area, AREA, shown_vertices(*vertices)):
            raise CoalStopError("Degenerated: a face has no area")
        normal = quotient(normal, area)
        inside = min(dot(p, cross(sub(q, p), normal)) for p, q in ((a, b), (b, c), (c, a)))
        is_ignored = not self._decisions.holds("above face", inside, -EPA_TOLERANCE, shown_vertices(*vertices))
        distance = LARGEST if is_ignored else dot(a, normal)
        is_allowed = is_first or is_ignored
        if not is_allowed and not self._decisions.holds(
            "in front", distance, -EPA_TOLERANCE, shown_vertices(*vertices)
        ):
            raise CoalStopError("NonConvex: the origin is outside of a new face")
        slot = self._free.pop()
        self._passed.discard(slot)
        drawn = EngineFace(corners, times(self._rotation, normal), distance)
        self.faces[slot] = CoalFace(corners, normal, distance, is_ignored, drawn)
        self._order.append(slot)
        return slot

    def _find_closest(self) -> int:
        """The newest of the faces with the least distance; the newest face of all if the origin is above none."""
        closest, least = self._order[-1], LARGEST
        for slot in reversed(self._order):
            face = self.faces[slot]
            if not face.is_ignored and face.distance * face.distance < least:
                closest, least = slot, face.distance * face.distance
        return closest

    def _corners(self, face: CoalFace) -> tuple[CoalVertex, ...]:
        return tuple(self.vertices[corner] for corner in face.corners)

    def _bind(self, side: Side, other: Side) -> None:
        self._neighbours[side[0]][side[1]] = other
        self._neighbours[other[0]][other[1]] = side

    def _remove(self, slot: int) -> None:
        self.removed.append(self.faces[slot].corners)
        self._order.remove(slot)
        self._free.append(slot)


def drawn_polytope(hull: CoalHull, removed: list[tuple[int, int, int]]) -> EnginePolytope:
    """The polytope as it is drawn, in world coordinates."""
    faces = tuple(hull.faces[slot].drawn for slot in hull.order)
    return EnginePolytope(shown_vertices(*hull.vertices), faces, hull.closest_face.corners, tuple(removed))
