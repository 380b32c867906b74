"""Box3D's `b3SimplexCache`: the last simplex, unless its size has changed.

Written from Box3D 0.1.0 (tag v0.1.0, commit 8441b4a, https://github.com/erincatto/box3d), src/distance.c:
`b3ShapeDistance`, `b3GetMetric`, `b3WriteCache`.  The metric of a simplex is 0 for a vertex, a length, an area, or a
signed volume.  The simplex is discarded if its metric is now more than twice or less than half of what it was, or below
1.19e-7, the epsilon of single precision, whatever the size of the bodies.

So a single vertex is always discarded, an area of less than 0.12 mm², and a tetrahedron
around the origin if its signed volume is negative: a comment in the source suspects that.

Departures: the search is gjkscope's GJK in double precision, which keeps a simplex where Box3D's may keep another; a
search without memory begins towards the other body, not with the first vertex of each.
"""

from typing import NamedTuple

from gjkscope.engine.caches.policies.last_simplex import use_simplex
from gjkscope.engine.caches.records import CachePolicy, CacheUse, TickPair
from gjkscope.engine.caches.search import RememberedVertex, cores_of, cost_of_gjk, place_vertex
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3, cross, dot, norm, sub

EPSILON = 2.0**-23  # FLT_EPSILON
MEASURES = ("", "metric of a vertex", "length", "area", "volume")


class MeasuredSimplex(NamedTuple):
    """A simplex, and its metric when it was remembered."""

    vertices: tuple[RememberedVertex, ...]
    metric: float


def _use(pair: TickPair, memory: MeasuredSimplex | None) -> CacheUse:
    if memory is None:
        use = use_simplex(pair, None)
    else:
        now = _metric_now(pair, memory.vertices)
        detail = f"{MEASURES[len(memory.vertices)]} {number(now, 3)}, was {number(memory.metric, 3)}"
        use = use_simplex(pair, memory.vertices, _refused(memory, now), detail)
    return use._replace(memory=MeasuredSimplex(use.memory, _metric_now(pair, use.memory)))


def _refused(memory: MeasuredSimplex, now: float) -> str:
    measure = MEASURES[len(memory.vertices)]
    if now < -EPSILON:
        return "the signed volume is negative, and so below the limit"
    if now < EPSILON:
        return f"the {measure} is below the epsilon of single precision"
    if 2 * memory.metric < now:
        return f"the {measure} has more than doubled"
    return f"the {measure} has shrunk to less than half" if now < 0.5 * memory.metric else ""


def _metric_now(pair: TickPair, vertices: tuple[RememberedVertex, ...]) -> float:
    cores = cores_of(pair)
    return simplex_metric([place_vertex(cores, vertex, 0).point for vertex in vertices])


def simplex_metric(points: list[Vec3]) -> float:
    """`b3GetMetric`: 0, a length, an area, or a signed volume."""
    if len(points) == 1:
        return 0.0
    a, b, *others = points
    if not others:
        return norm(sub(b, a))
    normal = cross(sub(b, a), sub(others[0], a))
    return norm(normal) / 2 if len(others) == 1 else dot(normal, sub(others[1], a)) / 6


POLICY = CachePolicy(
    "box3d-simplex",
    "Box3D, simplex cache",
    20,
    "The last simplex, discarded if its length, area or volume has changed by a factor of 2, or is tiny.",
    _use,
    lambda _a, _b: True,
    "all convex shapes",
    cost_of_gjk,
)
