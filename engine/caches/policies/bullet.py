"""Bullet's `btConvexSeparatingDistanceUtil`: a distance that each tick's motion is subtracted from.

Written from Bullet 3.27 (commit 6c888f4, zlib licence): src/LinearMath/btTransformUtil.h, and
btConvexConvexAlgorithm.cpp in src/BulletCollision/CollisionDispatch, where it is used if `USE_SEPDISTANCE_UTIL2` is
defined and `m_useConvexConservativeDistanceUtil` is set.  By default it is not compiled.

After a query, the distance and its normal n, from B to A, are kept.  Each tick subtracts what the motion can take away:
how far B has moved towards A along n, if it has, plus for each body its angle times the radius of its bounding ball
around its origin.  As long as a positive distance is left, nothing is asked about the shapes.

`btGjkPairDetector::m_cachedSeparatingAxis`, in spite of its name, caches nothing over ticks:
`getClosestPointsNonVirtual` sets it to (0, 1, 0) before each search.

How it can fail: the bound holds, so no contact is missed.  But a body that spins on the spot uses it up as fast as one
that comes nearer, and the reported distance is only a bound.

Departures: the search is gjkscope's GJK; the angle is that of the rotation from tick to tick, where Bullet takes it
from quaternions; the radius is that of the shape, where Bullet adds a margin.
"""

from math import atan2
from typing import NamedTuple

from gjkscope.engine.advancement.steps import reach
from gjkscope.engine.caches.policies.last_simplex import NOTHING_YET
from gjkscope.engine.caches.records import CacheClaim, CacheOutcome, CachePolicy, CacheUse, TickPair
from gjkscope.engine.caches.search import claim_of_search, cores_of, cost_of_gjk, run_search, start_plainly
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.verdict import Verdict
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.shapes.support import core
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Mat3, Vec3, column, dot, neg, norm, sub


class DistanceLeft(NamedTuple):
    """The distance that is left, metres, its normal from B to A, and the poses that it holds for."""

    left: float  # not positive if nothing is known
    normal: Vec3
    pose_a: Pose
    pose_b: Pose


def _use(pair: TickPair, memory: DistanceLeft | None) -> CacheUse:
    if memory is None or memory.left <= 0:
        return _searched(pair, CacheOutcome.MISS, NOTHING_YET if memory is None else "the bodies were not apart")
    used = motion_towards(pair, memory)
    left = memory.left - used
    detail = f"at most {number(used, 3)} m of {number(memory.left, 3)} m"
    if left > 0:
        reason = "the motion cannot have taken the whole distance away"
        kept = DistanceLeft(left, memory.normal, pair.pose_a, pair.pose_b)
        return CacheUse(CacheOutcome.HIT, reason, detail, CacheClaim(Verdict.SEPARATED, lower=left), 0, 0, kept)
    return _searched(pair, CacheOutcome.REBUILD, "the motion may have taken the whole distance away", detail)


def motion_towards(pair: TickPair, memory: DistanceLeft) -> float:
    """How much of the distance the motion since the last tick can take away, metres."""
    turned = _turned(pair.shape_a, memory.pose_a, pair.pose_a) + _turned(pair.shape_b, memory.pose_b, pair.pose_b)
    moved_b = sub(pair.pose_b.position, memory.pose_b.position)
    moved_a = sub(pair.pose_a.position, memory.pose_a.position)
    return turned + max(dot(sub(moved_b, moved_a), memory.normal), 0.0)


def _turned(shape: Shape, before: Pose, after: Pose) -> float:
    return angle_between(before.rotation, after.rotation) * (reach(shape) + core(shape).radius)


def angle_between(before: Mat3, after: Mat3) -> float:
    """The angle of the rotation from one orientation to the other, radians, from 0 to π."""
    cosines = sum(dot(column(before, axis), column(after, axis)) for axis in range(3))
    rows = [tuple(dot(before[i], after[j]) for j in range(3)) for i in range(3)]
    twice_sine = norm((rows[2][1] - rows[1][2], rows[0][2] - rows[2][0], rows[1][0] - rows[0][1]))
    return atan2(twice_sine, cosines - 1)


def _searched(pair: TickPair, outcome: CacheOutcome, reason: str, detail: str = "") -> CacheUse:
    cores = cores_of(pair)
    steps = run_search(cores, start_plainly(cores))
    last = steps[-1]
    claim = claim_of_search(pair, last)
    memory = DistanceLeft(claim.lower, neg(last.gjk.normal), pair.pose_a, pair.pose_b)
    return CacheUse(outcome, reason, detail, claim, last.calls, last.looked, memory, steps)


POLICY = CachePolicy(
    "bullet",
    "Bullet, separating distance",
    60,
    "The last distance, less what the motion since then can have taken away; nothing is asked while some is left.",
    _use,
    lambda _a, _b: True,
    "all convex shapes",
    cost_of_gjk,
)
