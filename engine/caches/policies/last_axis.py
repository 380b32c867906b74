"""The last separating axis: if it still separates the bodies, nothing else is asked.

One support point along the axis d, w, proves a gap of at least −d·w less the radii.  If that is above rounding, the
bodies are apart (van den Bergen, Collision Detection in Interactive 3D Environments, 2003, §4.3.2, on coherence
over time).  Otherwise GJK goes on from w.  The axis is kept in A's frame, so it turns with A.

The answer of a hit is a lower bound of the distance, which is less than GJK finds.

How it can fail: it costs one call in vain if the bodies have met or have passed a corner.  An axis that a policy keeps
without asking along it again proves nothing.
"""

from typing import NamedTuple

from gjkscope.engine.caches.records import CacheClaim, CacheOutcome, CachePolicy, CacheUse, TickPair
from gjkscope.engine.caches.search import (
    Cores,
    SearchState,
    claim_of_search,
    cores_of,
    cost_of_gjk,
    run_search,
    start_along,
    start_plainly,
)
from gjkscope.engine.gjk.steps import rounding
from gjkscope.engine.proof.verdict import Verdict
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, row_times, transposed_times, unit

NO_AXIS = "no axis separated the bodies in the last tick"
NOTHING_YET = "nothing is remembered yet"


class AxisMemory(NamedTuple):
    """The axis in A's frame, zero if there was none."""

    axis: Vec3


def _use(pair: TickPair, memory: AxisMemory | None) -> CacheUse:
    cores = cores_of(pair)
    if memory is None or memory.axis == ZERO:
        reason = NOTHING_YET if memory is None else NO_AXIS
        return _searched(pair, cores, start_plainly(cores), CacheOutcome.MISS, reason)
    first = start_along(cores, unit(row_times(pair.pose_a.rotation, memory.axis)))
    gap = first.gjk.lower - first.gjk.radius
    if gap > rounding(first.gjk):
        claim = CacheClaim(Verdict.SEPARATED, lower=gap)
        return CacheUse(
            CacheOutcome.HIT,
            "the axis still separates",
            f"gap {number(gap, 3)} m",
            claim,
            1,
            first.looked,
            memory,
            (first,),
        )
    return _searched(pair, cores, first, CacheOutcome.REBUILD, "the axis no longer separates")


def _searched(pair: TickPair, cores: Cores, first: SearchState, outcome: CacheOutcome, reason: str) -> CacheUse:
    steps = run_search(cores, first)
    last = steps[-1]
    claim = claim_of_search(pair, last)
    axis = last.gjk.normal if claim.lower > 0 else ZERO
    memory = AxisMemory(transposed_times(pair.pose_a.rotation, axis))
    return CacheUse(outcome, reason, "", claim, last.calls, last.looked, memory, steps)


POLICY = CachePolicy(
    "last-axis",
    "Last separating axis",
    30,
    "One support point along the axis that separated the bodies last; says that they are apart, not how far.",
    _use,
    lambda _a, _b: True,
    "all convex shapes",
    cost_of_gjk,
)
