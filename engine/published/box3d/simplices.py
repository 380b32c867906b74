"""Box3D's `b3SolveSimplex2`, `3` and `4`: the Voronoi region of the origin, by the signs of barycentric coordinates.

The three functions make one procedure.  A weight is the numerator of a barycentric coordinate of the origin, in an
edge, a face or the tetrahedron; the denominator is a square, or a volume taken as positive.

1. A vertex is kept if its edges give no weight to the vertices at their other ends.
2. An edge is kept if its faces give no weight to the opposite vertices, and it gives weight to both of its ends.
3. A face is kept if the tetrahedron gives a negative weight to the opposite vertex, and it gives weight to its corners.
4. What remains is taken for inside, where nothing but the volume is tested.
"""

from collections.abc import Callable
from math import isnan
from typing import Any, NamedTuple

from gjkscope.engine.published.box3d.asking import Box3dDecisions
from gjkscope.engine.published.box3d.vertices import Box3dSimplex, Box3dVertex, float32
from gjkscope.engine.vectors import Vec3, cross, dot, sub

# In the engine's order, by the number of vertices.
_EDGES = {
    2: ((0, 1),),
    3: ((0, 1), (1, 2), (2, 0)),
    4: ((0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (3, 1)),
}
_FACES = {2: (), 3: ((0, 1, 2),), 4: ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))}


ALL = (0, 1, 2, 3)


class Box3dChoice(NamedTuple):
    """The simplex that is kept, with weights; or `is_solved` is false, and the engine restores the one before."""

    simplex: Box3dSimplex
    action: str
    is_solved: bool = True


def solve_simplex(simplex: Box3dSimplex, decisions: Box3dDecisions) -> Box3dChoice:
    """The part of the simplex that is nearest to the origin; its numbers are in single precision."""
    solver = _Solver(simplex.kept, decisions)
    slots, edges, faces = range(simplex.size), _EDGES.get(simplex.size, ()), _FACES.get(simplex.size, ())
    for slot in slots:
        if all(solver.is_beyond_end(other, slot) for other in slots if other != slot):
            return Box3dChoice(simplex.with_kept((simplex.slots[slot]._replace(weight=float32(1.0)),)), "vertex")
    for edge in edges:
        if simplex.size == 2 or solver.is_edge_region(edge, [face for face in faces if {*edge} < {*face}]):
            return _weighted(simplex, edge, solver.edge_numbers(*edge), solver)
    for face in faces:
        if simplex.size == 3 or solver.is_face_region(face):
            return _weighted(simplex, face, solver.face_numbers(face), solver)
    return _weighted(simplex, tuple(slots), solver.volume_numbers(), solver)


def _weighted(
    simplex: Box3dSimplex, slots: tuple[int, ...], numbers: tuple[Any, ...], solver: "_Solver"
) -> Box3dChoice:
    """The vertices in these slots with their barycentric coordinates: the numbers, by the last one."""
    *parts, divisor = numbers
    vertices = [simplex.slots[slot] for slot in slots]
    action = ("edge", "face", "inside")[len(slots) - 2]
    if solver.decisions.holds("inside" if action == "inside" else "no extent", divisor, 0.0, vertices):
        return Box3dChoice(simplex, "no extent", is_solved=False)
    weights = [part * (1 / divisor) if simplex.size == 2 else part / divisor for part in parts]
    kept = (vertex._replace(weight=weight) for vertex, weight in zip(vertices, weights, strict=True))
    return Box3dChoice(simplex.with_kept(tuple(kept)), action)


class _Solver:
    """The tests of one simplex, each asked once, and their numbers."""

    def __init__(self, vertices: tuple[Box3dVertex, ...], decisions: Box3dDecisions) -> None:
        self._vertices = vertices
        self._points = [vertex.point for vertex in vertices]
        self._asked: dict[tuple[str, tuple[int, ...]], bool] = {}
        self._numbers: dict[tuple[int, ...], tuple[Any, ...]] = {}  # of edges, faces and `ALL`
        self.decisions = decisions

    def edge_numbers(self, start: int, end: int) -> tuple[Any, ...]:
        """`b3BarycentricCoordsEdge`."""
        if (start, end) not in self._numbers:
            a, b = self._points[start], self._points[end]
            ab = sub(b, a)
            self._numbers[start, end] = dot(b, ab), -dot(a, ab), dot(ab, ab)
        return self._numbers[start, end]

    def face_numbers(self, face: tuple[int, ...]) -> tuple[Any, ...]:
        """`b3BarycentricCoordsTri`."""
        if face not in self._numbers:
            a, b, c = (self._points[slot] for slot in face)
            normal = cross(sub(b, a), sub(c, a))
            parts = dot(cross(b, c), normal), dot(cross(c, a), normal), dot(cross(a, b), normal)
            self._numbers[face] = (*parts, dot(normal, normal))
        return self._numbers[face]

    def volume_numbers(self) -> tuple[Any, ...]:
        """`b3BarycentricCoordsTet`."""
        if ALL not in self._numbers:
            self._numbers[ALL] = self._volumes()
        return self._numbers[ALL]

    def _volumes(self) -> tuple[Any, ...]:
        a, b, c, d = self._points
        volume = triple_product(sub(b, a), sub(c, a), sub(d, a))
        sign = float32(-1.0 if volume < 0 else 1.0)
        parts = (
            triple_product(b, c, d),
            triple_product(a, d, c),
            triple_product(a, b, d),
            triple_product(a, c, b),
            volume,
        )
        return tuple(sign * part for part in parts)

    def is_beyond_end(self, of: int, other: int) -> bool:
        """Whether the edge gives no weight to a vertex, so that the origin is beyond its other end."""
        return self._asks("beyond end", self.edge_numbers(of, other)[0], (of, other))

    def is_edge_region(self, edge: tuple[int, int], faces: list[tuple[int, ...]]) -> bool:
        opposite = [next(slot for slot in face if slot not in edge) for face in faces]
        return all(self._is_beyond_edge(face, corner) for face, corner in zip(faces, opposite, strict=True)) and all(
            self._gives(self.is_beyond_end, self.edge_numbers(*ends)[0], ends) for ends in (edge, edge[::-1])
        )

    def is_face_region(self, face: tuple[int, ...]) -> bool:
        opposite = next(slot for slot in range(4) if slot not in face)
        if not self._asks("beyond face", self.volume_numbers()[opposite], (opposite, *face)):
            return False
        return all(
            self._gives(self._is_beyond_edge, self.face_numbers(face)[place], (face, corner))
            for place, corner in enumerate(face)
        )

    def _is_beyond_edge(self, face: tuple[int, ...], corner: int) -> bool:
        number = self.face_numbers(face)[face.index(corner)]
        return self._asks("beyond edge", number, (corner, *(slot for slot in face if slot != corner)))

    def _gives(self, is_beyond: Callable[..., bool], number: float, arguments: tuple[Any, ...]) -> bool:
        """The opposite test, which also fails for NaN."""
        return not is_beyond(*arguments) and not isnan(number)

    def _asks(self, kind: str, number: float, slots: tuple[int, ...]) -> bool:
        key = (kind, slots)
        if key not in self._asked:
            vertices = [self._vertices[slot] for slot in slots]
            self._asked[key] = self.decisions.holds(kind, number, 0.0, vertices)
        return self._asked[key]


def triple_product(a: Vec3, b: Vec3, c: Vec3) -> Any:
    return dot(a, cross(b, c))
