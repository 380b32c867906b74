"""coal's `encloseOrigin`: supports along fixed axes until the simplex is a tetrahedron with a volume."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

from gjkscope.engine.published.coal.eigen import corner_normal, eigen_triple, is_zero_vector
from gjkscope.engine.published.coal.regions import CoalVertex, CoalVertices, shown_vertices
from gjkscope.engine.published.coal.shapes import CoalHint
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.vectors import Vec3, cross, neg, sub

Hints = tuple[CoalHint, CoalHint]
SupportOf = Callable[[Vec3, int, Hints], tuple[CoalVertex, Hints]]

_AXES: tuple[Vec3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class EnclosedOrigin(NamedTuple):
    """A tetrahedron; or the widest simplex without volume, if there is none."""

    simplex: CoalVertices
    has_volume: bool
    hints: Hints
    searches: int


def enclose_origin(
    support: SupportOf, simplex: CoalVertices, hints: Hints, searches: int, decisions: EngineDecisions
) -> EnclosedOrigin:
    search = _Enclosing(support, hints, searches, decisions)
    enclosed = search.complete(simplex)
    # The direction of the last search is remembered, the vertex is not.
    kept = tuple(hint._replace(vertex=old.vertex) for hint, old in zip(search.hints, hints, strict=True))
    widest = search.widest if enclosed is None else enclosed
    return EnclosedOrigin(widest, enclosed is not None, (kept[0], kept[1]), next(search.births))


class _Enclosing:
    def __init__(self, support: SupportOf, hints: Hints, searches: int, decisions: EngineDecisions) -> None:
        self._support, self._decisions, self.births, self.hints = support, decisions, count(searches), hints
        self.widest: CoalVertices = ()

    def complete(self, simplex: CoalVertices) -> CoalVertices | None:
        if len(simplex) == 4:
            return simplex if self._has_volume(simplex) else None
        if len(simplex) > len(self.widest):
            self.widest = simplex
        indices = 0, 0  # each simplex has hints of its own; only the last directions are shared
        for direction in _directions(simplex):
            hints = self.hints[0]._replace(vertex=indices[0]), self.hints[1]._replace(vertex=indices[1])
            vertex, self.hints = self._support(direction, next(self.births), hints)
            indices = self.hints[0].vertex, self.hints[1].vertex
            enclosed = self.complete((*simplex, vertex))
            if enclosed is not None:
                return enclosed
        return None

    def _has_volume(self, simplex: CoalVertices) -> bool:
        a, b, c, d = (vertex.w for vertex in simplex)
        volume = abs(eigen_triple(sub(a, d), sub(b, d), sub(c, d)))
        return self._decisions.holds("has volume", volume, 0.0, shown_vertices(*simplex))


def _directions(simplex: CoalVertices) -> Iterator[Vec3]:
    """The directions that are searched in turn.  From a vertex, coal searches each axis twice, and never against it."""
    if len(simplex) == 1:
        for axis in _AXES:
            yield axis
            yield axis
    elif len(simplex) == 2:
        for axis in _AXES:
            yield from _both_ways(cross(sub(simplex[1].w, simplex[0].w), axis))
    else:
        yield from _both_ways(corner_normal(*(vertex.w for vertex in simplex)))


def _both_ways(direction: Vec3) -> Iterator[Vec3]:
    if not is_zero_vector(direction):
        yield direction
        yield neg(direction)
