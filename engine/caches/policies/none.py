"""No cache: each tick begins with the support point in the direction from A's centre to B's."""

from typing import Any

from gjkscope.engine.caches.records import CacheOutcome, CachePolicy, CacheUse, TickPair
from gjkscope.engine.caches.search import claim_of_search, cores_of, cost_of_gjk, run_search, start_plainly


def _use(pair: TickPair, _memory: Any) -> CacheUse:
    cores = cores_of(pair)
    steps = run_search(cores, start_plainly(cores))
    last = steps[-1]
    reason = "nothing is remembered"
    return CacheUse(CacheOutcome.MISS, reason, "", claim_of_search(pair, last), last.calls, last.looked, None, steps)


POLICY = CachePolicy(
    "none", "No cache", 0, "GJK from scratch in each tick.", _use, lambda _a, _b: True, "all convex shapes", cost_of_gjk
)
