"""Adds vertices to the polytope of the exact algorithm, visiting only the faces that change.

A scan over all faces for the nearest one and for those visible from a vertex makes the time of a run grow with the
square of its steps: half a million faces for two round hulls of 1,000 vertices.  Instead, `Expansion` keeps

1. a heap of the faces by distance, of which removed faces are dropped when they come up;
2. the face on the left of each side, so that a walk from face to neighbour finds the visible ones: the part of a convex
   surface that is visible from a point is connected by edges.

Neither is part of a step.  Both choose the same faces, in the same order, as the scans.

The squared distances offset² / normal² are ratios of integers with hundreds of bits.  They are compared by rank, which
is their integer part in units of 2⁻⁶⁴ and decides almost always, and by products if the ranks are equal.
"""

from bisect import bisect_left
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from gjkscope.engine.arithmetic.integers import Int3, int_dot
from gjkscope.engine.exact.polytope import ExactFace, ExactPolytope, exact_triangle
from gjkscope.engine.exact.simplex import ExactVertex

Side = tuple[int, int]  # from vertex to vertex, with the face on the left

# Fraction bits of a rank.  They only matter for polytopes within a few units of the origin, where integers are coarse.
RANK_BITS = 64


class Growth(NamedTuple):
    """A polytope with a new vertex, and the faces that were replaced."""

    polytope: ExactPolytope
    visible: tuple[ExactFace, ...]  # faces visible from the new vertex, removed from the polytope
    horizon: tuple[Side, ...]  # the edges around them


class Ratio:
    """A ratio of integers, compared without rounding."""

    __slots__ = ("dividend", "divisor")

    def __init__(self, dividend: int, divisor: int) -> None:
        self.dividend, self.divisor = dividend, divisor

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ratio):
            return NotImplemented
        return self.dividend * other.divisor == other.dividend * self.divisor

    def __lt__(self, other: "Ratio") -> bool:
        return self.dividend * other.divisor < other.dividend * self.divisor

    __hash__ = None  # type: ignore[assignment]


class Expansion:
    """The search structure of one polytope, and then of each that grows from it.

    Faces are numbered as they are created, which is also their order in the polytope.
    """

    def __init__(self) -> None:
        self._polytope: ExactPolytope | None = None
        self._faces: list[ExactFace] = []  # by number, including removed ones
        self._alive: list[int] = []  # the numbers of the polytope's faces
        self._left: dict[Side, int] = {}  # the face on the left of each side
        self._queue: list[tuple[int, Ratio, int]] = []

    def grow(self, polytope: ExactPolytope, vertex: ExactVertex) -> Growth:
        """Adds a vertex beyond the nearest face: replaces the faces visible from it by a cone to their horizon."""
        if polytope is not self._polytope:
            self._follow(polytope)
        seen = self._visible(self._alive[polytope.nearest], vertex.exact)
        visible = tuple([self._faces[number] for number in seen])
        horizon, vertices = _horizon(visible), (*polytope.vertices, vertex)
        kept = self._without(list(polytope.faces), seen)
        cone = [exact_triangle(vertices, i, j, len(polytope.vertices)) for i, j in horizon]
        for face in cone:
            heappush(self._queue, self._enter(face))
        self._polytope = ExactPolytope(vertices, (*kept, *cone), self._nearest())
        return Growth(self._polytope, visible, horizon)

    def _follow(self, polytope: ExactPolytope) -> None:
        """Starts again, with this polytope."""
        self._polytope, self._faces, self._alive, self._left = polytope, [], [], {}
        self._queue = [self._enter(face) for face in polytope.faces]
        heapify(self._queue)

    def _enter(self, face: ExactFace) -> tuple[int, Ratio, int]:
        """Adds a face to all lists but the queue, and returns its entry there."""
        number = len(self._faces)
        self._faces.append(face)
        self._alive.append(number)
        for side in face_sides(face):
            self._left[side] = number
        square, divisor = face.offset * face.offset, int_dot(face.normal, face.normal)
        return (square << RANK_BITS) // divisor, Ratio(square, divisor), number

    def _visible(self, start: int, point: Int3) -> list[int]:
        """The faces strictly beyond which the point lies, in order; `start` must be one."""
        faces, seen, met = self._faces, [start], {start}
        for number in seen:  # which grows
            for i, j in face_sides(faces[number]):
                beyond = self._left[j, i]
                if beyond not in met:
                    met.add(beyond)
                    if int_dot(faces[beyond].normal, point) > faces[beyond].offset:
                        seen.append(beyond)
        return sorted(seen)

    def _without(self, faces: list[ExactFace], gone: list[int]) -> list[ExactFace]:
        """The polytope's faces without those that are gone; the new ones overwrite the sides of the horizon."""
        for number in reversed(gone):
            index = bisect_left(self._alive, number)
            del faces[index], self._alive[index]
        for number in gone:
            for side in face_sides(self._faces[number]):
                del self._left[side]
        return faces

    def _nearest(self) -> int:
        """The place in the polytope of the face whose plane is nearest, the oldest of several."""
        while True:
            number = self._queue[0][2]
            if self._left.get(face_sides(self._faces[number])[0]) == number:
                return bisect_left(self._alive, number)
            heappop(self._queue)


def face_sides(face: ExactFace) -> tuple[Side, Side, Side]:
    """The sides of a face, counter-clockwise seen from outside."""
    i, j, k = face.corners
    return (i, j), (j, k), (k, i)


def _horizon(visible: tuple[ExactFace, ...]) -> tuple[Side, ...]:
    """The sides of the visible faces that do not occur in the opposite direction."""
    sides = [side for face in visible for side in face_sides(face)]
    both = set(sides)
    return tuple([(i, j) for i, j in sides if (j, i) not in both])
