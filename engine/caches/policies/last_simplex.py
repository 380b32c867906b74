"""GJK from the last simplex: the same points of both bodies, at their new poses.

Gilbert, Johnson, Keerthi 1988 begin from the last simplex; Cameron, Enhancing GJK, ICRA 1997, shows that little is then
left to do.  Box2D and Box3D do the same (`b2SimplexCache`, `b3SimplexCache`).  The points are remembered in the frames
of their bodies, so they are points of A − B at any pose, and nothing that follows is less certain.

How it can fail: it only costs calls.  After a jump the old points are far from the nearest feature.
"""

from gjkscope.engine.caches.records import CacheOutcome, CachePolicy, CacheUse, TickPair
from gjkscope.engine.caches.search import (
    RememberedVertex,
    SearchState,
    claim_of_search,
    cores_of,
    cost_of_gjk,
    run_search,
    start_from,
    start_plainly,
)
from gjkscope.engine.result import Exit

NOTHING_YET = "nothing is remembered yet"
FEATURES = ("", "vertex", "edge", "face", "tetrahedron")

Memory = tuple[RememberedVertex, ...]


def use_simplex(pair: TickPair, memory: Memory | None, refused: str = "", detail: str = "") -> CacheUse:
    """GJK from the remembered simplex; `refused` and `detail` say why it is not used, if it is not."""
    cores = cores_of(pair)
    first = start_plainly(cores) if memory is None or refused else start_from(cores, memory)
    steps = run_search(cores, first)
    last = steps[-1]
    outcome, reason = (
        (CacheOutcome.MISS, refused or NOTHING_YET) if memory is None or refused else _judged(memory, last)
    )
    return CacheUse(outcome, reason, detail, claim_of_search(pair, last), last.calls, last.looked, last.simplex, steps)


def _judged(memory: Memory, last: SearchState) -> tuple[CacheOutcome, str]:
    feature = FEATURES[len(memory)]
    if last.calls == 0:
        contains = "still contains the origin" if last.exit == Exit.ORIGIN_ENCLOSED else "touches the origin"
        return CacheOutcome.HIT, f"the {feature} {contains}"
    if last.calls == 1:
        return CacheOutcome.HIT, f"nothing is nearer than the {feature}: one support point proves it"
    if last.gjk.exit == Exit.ORIGIN_ENCLOSED and len(memory) < len(FEATURES) - 1:
        return CacheOutcome.REBUILD, f"the {feature} no longer has the nearest point: the bodies overlap"
    return CacheOutcome.REBUILD, f"the {feature} no longer has the nearest point"


POLICY = CachePolicy(
    "last-simplex",
    "Last simplex",
    10,
    "GJK begins with the points of the last simplex, moved along with their bodies.",
    use_simplex,
    lambda _a, _b: True,
    "all convex shapes",
    cost_of_gjk,
)
