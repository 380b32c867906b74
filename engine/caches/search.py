"""GJK with a memory: from remembered vertices instead of one in the direction of the other body, by any support search.

The steps are those of gjk/steps.py, except that

1. the first simplex may consist of up to four remembered points of both cores, moved along with the bodies: they still
   are points of A − B, so whatever follows is as certain as without memory.  No bound is known yet;
2. support points are found by a `SupportSearch`, which may use what it found last.

From a single vertex in the direction between the centres, and with the usual support search, the steps are GJK's own,
bit for bit.
"""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from gjkscope.engine.caches.records import CacheClaim, PlainCost, TickPair
from gjkscope.engine.gjk.simplex import Region
from gjkscope.engine.gjk.steps import (
    WHOLE,
    Simplex,
    State,
    Vertex,
    closest_in,
    distance_answer,
    keep_weighted,
    next_direction,
    reach_of,
    reduce,
    refine,
    relative,
    rounding,
    start,
    with_bound,
)
from gjkscope.engine.proof.verdict import VERDICTS
from gjkscope.engine.result import Exit, all_steps
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.support import Convex, convex, local_support
from gjkscope.engine.vectors import ZERO, Vec3, add, dot, neg, norm, row_times, sub, transposed_times


class RememberedVertex(NamedTuple):
    """A support point of A − B as points of both cores, each in its own frame."""

    a: Vec3
    b: Vec3
    index_a: int
    index_b: int


class FoundSupport(NamedTuple):
    """A support point in the core's frame, its index, and how many vertices were looked at."""

    point: Vec3
    vertex: int
    looked: int


SupportSearch = Callable[[Convex, Vec3, int], FoundSupport]
"""Finds a support point of a core in its own frame, given the index of the last one, `NOTHING_FOUND` if there is none.
"""

NOTHING_FOUND = -2
"""Unlike `NO_INDEX`, the index of a point on a curved surface."""


class Cores(NamedTuple):
    """Both placed cores relative to A's position, and how each is searched."""

    a: Convex
    b: Convex
    search_a: SupportSearch
    search_b: SupportSearch


class SearchState(NamedTuple):
    """A step: that of GJK, all vertices so far by birth, and the cost."""

    gjk: State
    known: tuple[RememberedVertex, ...]
    calls: int
    looked: int

    @property
    def exit(self) -> Exit:
        return self.gjk.exit

    @property
    def last(self) -> tuple[int, int]:
        """The indices of the newest support point of each core."""
        return (self.known[-1].index_a, self.known[-1].index_b) if self.known else (NOTHING_FOUND, NOTHING_FOUND)

    @property
    def simplex(self) -> tuple[RememberedVertex, ...]:
        """The vertices of the simplex, to remember."""
        kept = self.gjk.simplex
        return tuple(self.known[vertex.birth] for vertex in kept.vertices[: kept.size])


def look_at_all(core: Convex, direction: Vec3, _last: int = NOTHING_FOUND) -> FoundSupport:
    """The usual support search: all vertices, or the point of a curved surface."""
    point, index = local_support(core, direction)
    return FoundSupport(point, index, max(len(core.vertices), 1))


def cores_of(pair: TickPair, search_a: SupportSearch = look_at_all, search_b: SupportSearch = look_at_all) -> Cores:
    near = relative(convex(pair.shape_a, pair.pose_a), convex(pair.shape_b, pair.pose_b))
    return Cores(*near, search_a, search_b)


def start_plainly(cores: Cores, last: tuple[int, int] = (NOTHING_FOUND, NOTHING_FOUND)) -> SearchState:
    """GJK's own first step; `last` are the indices at which the support searches begin."""
    direction = start(cores.a, cores.b).direction
    return start_along(cores, direction, last)


def start_along(cores: Cores, direction: Vec3, last: tuple[int, int] = (NOTHING_FOUND, NOTHING_FOUND)) -> SearchState:
    """The first step with the support point along a unit direction, which also proves a bound."""
    corner, looked = _support(cores, direction, last)
    begun = start_from(cores, (corner,))
    vertex = begun.gjk.support
    gjk = begun.gjk._replace(direction=direction, lower=-dot(direction, vertex.point), normal=direction)
    return SearchState(gjk, begun.known, 1, looked)


def start_from(cores: Cores, corners: tuple[RememberedVertex, ...]) -> SearchState:
    """The first step with a simplex of one to four remembered vertices, of which the unneeded ones are dropped."""
    vertices = tuple(place_vertex(cores, corner, birth) for birth, corner in enumerate(corners))
    return SearchState(_first(cores, vertices), corners, 0, 0)


def start_with(cores: Cores, vertices: tuple[Vertex, ...]) -> SearchState:
    """The first step with one to four points taken as vertices of A − B, whether they are or not."""
    back = tuple(
        RememberedVertex(_local(cores.a, vertex.a), _local(cores.b, vertex.b), vertex.index_a, vertex.index_b)
        for vertex in vertices
    )
    return SearchState(_first(cores, vertices), back, 0, 0)


def step_search(cores: Cores, state: SearchState) -> SearchState:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    direction = next_direction(state.gjk)
    corner, looked = _support(cores, direction, state.last)
    vertex = place_vertex(cores, corner, state.gjk.iteration + 1)
    gjk = with_bound(state.gjk, direction, vertex)
    if gjk.exit == Exit.RUNNING:
        gjk = refine(reduce(gjk, closest_in(gjk.candidate, gjk.roundoff)))
    return SearchState(gjk, (*state.known, corner), state.calls + 1, state.looked + looked)


def run_search(cores: Cores, first: SearchState) -> tuple[SearchState, ...]:
    """All steps from the first to the one with an exit."""
    return all_steps(first, lambda state: step_search(cores, state))


def cost_of_gjk(pair: TickPair) -> PlainCost:
    """What GJK costs without memory."""
    cores = cores_of(pair)
    last = run_search(cores, start_plainly(cores))[-1]
    return PlainCost(last.calls, last.looked)


def place_vertex(cores: Cores, corner: RememberedVertex, birth: int) -> Vertex:
    """The remembered vertex at the current poses."""
    a, b = _place(cores.a, corner.a), _place(cores.b, corner.b)
    return Vertex(sub(a, b), a, b, corner.index_a, corner.index_b, birth)


def claim_of_search(pair: TickPair, last: SearchState) -> CacheClaim:
    """What the end of a search answers."""
    cores = convex(pair.shape_a, pair.pose_a), convex(pair.shape_b, pair.pose_b)
    answer = distance_answer(*cores, last.gjk, size_of(*pair))
    return CacheClaim(VERDICTS[answer.verdict], answer.lower, answer.upper)


def _support(cores: Cores, direction: Vec3, last: tuple[int, int]) -> tuple[RememberedVertex, int]:
    a = cores.search_a(cores.a, transposed_times(cores.a.rotation, direction), last[0])
    b = cores.search_b(cores.b, transposed_times(cores.b.rotation, neg(direction)), last[1])
    return RememberedVertex(a.point, b.point, a.vertex, b.vertex), a.looked + b.looked


def _place(core: Convex, point: Vec3) -> Vec3:
    return add(row_times(core.rotation, point), core.position)


def _local(core: Convex, point: Vec3) -> Vec3:
    return transposed_times(core.rotation, sub(point, core.position))


def _first(cores: Cores, vertices: tuple[Vertex, ...]) -> State:
    count, newest = len(vertices), vertices[-1]
    v = (*vertices, newest, newest, newest)
    candidate = Simplex((v[0], v[1], v[2], v[3]), count)
    nearest = closest_in(candidate, cores.a.roundoff)
    whole = State(
        iteration=count - 1,
        direction=ZERO,
        support=newest,
        before=candidate._replace(size=0),
        candidate=candidate,
        region=nearest.region,
        tests=nearest.tests,
        weights=nearest.weights,
        refined=False,
        simplex=candidate,
        closest_before=nearest.point,
        closest=nearest.point,
        lower=-inf,
        upper=norm(nearest.point),
        normal=ZERO,
        reach=max(map(reach_of, vertices)),
        radius=cores.a.radius + cores.b.radius,
        roundoff=cores.a.roundoff,
        gap=0.0,
        solution=None,
        momentum=None,
        exit=Exit.RUNNING,
    )
    if nearest.region == Region.INTERIOR:
        return reduce(whole, nearest)
    simplex, weights = keep_weighted(candidate, nearest.weights)
    touches = simplex.size < len(WHOLE) - 1 and whole.upper <= rounding(whole)
    return whole._replace(simplex=simplex, weights=weights, exit=Exit.TOUCHING if touches else Exit.RUNNING)
