"""A bug: GJK from the last simplex as it was, without moving its points along with the bodies.

The points are those of the previous tick, relative to A's position.  Once a body has turned, or B has moved relative to
A, they need not be points of A − B any more.  GJK trusts them: its upper bound comes from a point that is not there.

How it fails: a distance that is too small, or an overlap of bodies that are apart, and then no later support point
corrects it, because nothing is nearer than the false point.  A false tetrahedron keeps its answer for ever: nothing is
asked about the bodies any more.
"""

from gjkscope.engine.caches.policies.last_simplex import NOTHING_YET
from gjkscope.engine.caches.records import CacheClaim, CacheOutcome, CachePolicy, CacheUse, TickPair
from gjkscope.engine.caches.search import cores_of, cost_of_gjk, run_search, start_plainly, start_with
from gjkscope.engine.gjk.steps import State, Vertex, rounding
from gjkscope.engine.proof.verdict import Verdict
from gjkscope.engine.result import Exit

MOST_TRUSTED = 1  # support call of a search that is taken to have confirmed the points


def _use(pair: TickPair, memory: tuple[Vertex, ...] | None) -> CacheUse:
    cores = cores_of(pair)
    steps = run_search(cores, start_plainly(cores) if memory is None else start_with(cores, memory))
    last = steps[-1]
    kept = last.gjk.simplex
    frozen = tuple(vertex._replace(birth=birth) for birth, vertex in enumerate(kept.vertices[: kept.size]))
    outcome, reason = CacheOutcome.MISS, NOTHING_YET
    if memory is not None and last.calls <= MOST_TRUSTED:
        outcome, reason = CacheOutcome.HIT, "no support point is nearer than the points as they were"
    elif memory is not None:
        outcome, reason = CacheOutcome.REBUILD, "a support point is nearer than the points as they were"
    return CacheUse(outcome, reason, "", _believed(last.gjk), last.calls, last.looked, frozen, steps)


def _believed(last: State) -> CacheClaim:
    """What code answers that takes the closest point for one of A − B; its bounds would tell."""
    if last.exit == Exit.ORIGIN_ENCLOSED:
        return CacheClaim(Verdict.PENETRATING, upper=0.0)
    distance = last.upper - last.radius
    verdict = Verdict.SEPARATED if distance > rounding(last) else Verdict.TOUCHING
    return CacheClaim(verdict if distance >= -rounding(last) else Verdict.PENETRATING, distance, distance)


POLICY = CachePolicy(
    "frozen-simplex",
    "Last simplex, not moved along (a bug)",
    90,
    "GJK begins with the points of the last simplex where they were, although the bodies have moved on.",
    _use,
    lambda _a, _b: True,
    "all convex shapes",
    cost_of_gjk,
)
