"""Support points by hill climbing: from the last vertex along the edges of the hull, as long as a neighbour is higher.

A linear function on a convex polytope has no local maximum but the global one, so the first vertex without a higher
neighbour is a support point (Cameron, Enhancing GJK, ICRA 1997; Ehmann, Lin, Accelerated Proximity Queries, 2000).
GJK itself begins as without memory, with climbs from the vertices at which those of the last tick ended; the others go
on from there.  The number of calls stays; what is saved are vertices whose height is computed.

How it can fail: a vertex that is not a corner of the hull is never reached, and need not be.  On a face that is
perpendicular to the direction, heights differ by rounding, and so may the answer.  The edges have to be those of the
hull: where faces do not share their corners, as in many meshes for drawing, a climb never leaves its first face.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from gjkscope.engine.caches.records import CacheOutcome, CachePolicy, CacheUse, TickPair
from gjkscope.engine.caches.search import (
    NOTHING_FOUND,
    FoundSupport,
    SupportSearch,
    claim_of_search,
    cores_of,
    cost_of_gjk,
    look_at_all,
    run_search,
    start_plainly,
)
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.shape import PolytopeShape, Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT, Convex
from gjkscope.engine.vectors import Vec3, dot


class ClimbGraph(NamedTuple):
    """The vertices that can be reached, by their numbers, and the neighbours of each."""

    places: Mapping[int, Vec3]  # in the core's frame
    neighbors: Mapping[int, tuple[int, ...]]
    first: int  # where a climb without memory begins


class ClimbMemory(NamedTuple):
    """The vertices at which the first searches of the last tick ended."""

    last: tuple[int, int]


def climb_on(graph: ClimbGraph | None) -> SupportSearch:
    """The support search on a graph; without one, the usual search."""
    if graph is None:
        return look_at_all

    def climb(_core: Convex, direction: Vec3, last: int) -> FoundSupport:
        here = last if last != NOTHING_FOUND else graph.first
        height, looked = dot(graph.places[here], direction), 1
        while True:
            around = [(dot(graph.places[next_one], direction), next_one) for next_one in graph.neighbors[here]]
            looked += len(around)
            best = max(around, default=(height, here), key=lambda found: found[0])
            if best[0] <= height:
                return FoundSupport(graph.places[here], here, looked)
            height, here = best

    return climb


def use_climbing(
    pair: TickPair, memory: ClimbMemory | None, graphs: tuple[ClimbGraph | None, ClimbGraph | None]
) -> CacheUse:
    """GJK with support points by climbing on these graphs of A and B."""
    cores = cores_of(pair, *map(climb_on, graphs))
    steps = run_search(cores, start_plainly(cores, memory.last if memory else (NOTHING_FOUND, NOTHING_FOUND)))
    last = steps[-1]
    outcome, reason = CacheOutcome.MISS, "nothing is remembered yet: the climb begins at the first vertex"
    if memory is not None:
        stayed = steps[0].last == memory.last
        outcome = CacheOutcome.HIT if stayed else CacheOutcome.REBUILD
        moved = " and ".join(
            body for body, then, now in zip("AB", memory.last, steps[0].last, strict=True) if then != now
        )
        reason = "both first climbs end where they begin" if stayed else f"the first climb on {moved} leads on"
    return CacheUse(
        outcome, reason, "", claim_of_search(pair, last), last.calls, last.looked, ClimbMemory(steps[0].last), steps
    )


@lru_cache(maxsize=SHAPES_KEPT)
def hull_graph(shape: Shape) -> ClimbGraph | None:
    """The corners and edges of a polytope's hull; None for other shapes, and for a box, which has a formula."""
    if not isinstance(shape, PolytopeShape) or not len(shape.core().vertices):
        return None
    corners = shape.corners()
    hull = convex_hull(corners)
    names: list[int] = hull.indices.tolist()
    neighbors: dict[int, list[int]] = {name: [] for name in names}
    for i, j in hull.edges.tolist():
        neighbors[names[i]].append(names[j])
        neighbors[names[j]].append(names[i])
    places = {name: corners[name] for name in names}
    return ClimbGraph(places, {name: tuple(around) for name, around in neighbors.items()}, min(places))


def _use(pair: TickPair, memory: ClimbMemory | None) -> CacheUse:
    return use_climbing(pair, memory, (hull_graph(pair.shape_a), hull_graph(pair.shape_b)))


POLICY = CachePolicy(
    "hill-climbing",
    "Hill climbing from the last vertex",
    40,
    "Support points are found along the edges of the hull from the last one: as many calls, fewer vertices.",
    _use,
    lambda _a, _b: True,
    "all convex shapes; on boxes and curved ones it saves nothing",
    cost_of_gjk,
)
