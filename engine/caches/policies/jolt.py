"""Jolt's body pair cache: the contact points of the last tick, as long as the bodies have hardly moved.

Written from Jolt Physics 5.6 (commit 3b47ec39, MIT licence): `ContactConstraintManager::GetContactsFromCache` and
`AddBodyPair` in Jolt/Physics/Constraints/ContactConstraintManager.cpp, `mBodyPairCacheMaxDeltaPositionSq` and
`mBodyPairCacheCosMaxDeltaRotationDiv2` in Jolt/Physics/PhysicsSettings.h.

If B has moved by at most 1 mm and turned by at most 2° in the frame of A since the detection, the detection is skipped:
the contact points keep their places on both bodies, and the normal turns with B.  A pair without contact is remembered
as well: it has none until it has moved that far.  The pose is that of the last detection, so slow motion adds up.
Bodies within 20 mm, the speculative distance, have contact points.

Jolt's GJK remembers nothing: `sCollideConvexVsConvex` begins with the direction between the centres in every tick.

How it fails: 2° move the end of a long body further than 20 mm, if it is 0.6 m from the centre.  It may sink in, and no
contact is reported until the next detection.  Points that would be new are missing, too.  All of this depends on the
order of the bodies: in the frame of A, B moves when A turns.

Departures: the poses are those of the bodies' origins, where Jolt takes their centres of mass; the calls of a detection
are counted as those of gjkscope's GJK.
"""

from math import cos, degrees, radians
from typing import NamedTuple

from gjkscope.engine.caches.policies.bullet import angle_between
from gjkscope.engine.caches.policies.last_simplex import NOTHING_YET
from gjkscope.engine.caches.records import CacheClaim, CacheOutcome, CachePolicy, CacheUse, TickPair
from gjkscope.engine.caches.search import cores_of, cost_of_gjk, run_search, start_plainly
from gjkscope.engine.contacts.matching import carry_points
from gjkscope.engine.contacts.policies.jolt import POLICY as JOLT
from gjkscope.engine.contacts.policy import SINGLE_ACCURACY
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.verdict import Verdict
from gjkscope.engine.result import all_steps
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Mat3, Vec3, dot, norm, row_times, sub, transposed_times

MOST_MOVED = 0.001  # metres: the root of mBodyPairCacheMaxDeltaPositionSq
MOST_TURNED = radians(2.0)  # of mBodyPairCacheCosMaxDeltaRotationDiv2
PENETRATION_SLOP = 0.02  # metres of overlap that Jolt leaves


class PairMemory(NamedTuple):
    """The last detection: its poses and points; `points` empty if there was no contact."""

    pose_a: Pose
    pose_b: Pose
    points: tuple[ContactPoint, ...]
    normal: Vec3  # from A to B, in B's frame


def _use(pair: TickPair, memory: PairMemory | None) -> CacheUse:
    if memory is None:
        return _detected(pair, CacheOutcome.MISS, NOTHING_YET)
    moved, turned = relative_motion(pair, memory)
    detail = f"{number(1000 * moved, 3)} mm and {number(degrees(turned), 3)}° since the detection"
    if moved > MOST_MOVED:
        return _detected(pair, CacheOutcome.REBUILD, "B has moved by more than 1 mm relative to A", detail)
    if cos(turned / 2) < cos(MOST_TURNED / 2):
        return _detected(pair, CacheOutcome.REBUILD, "B has turned by more than 2° relative to A", detail)
    what = "its contact points are kept" if memory.points else "it had no contact, so it has none"
    reason = f"B has hardly moved relative to A: {what}"
    return CacheUse(CacheOutcome.HIT, reason, detail, _remembered(pair, memory), 0, 0, memory)


def relative_motion(pair: TickPair, memory: PairMemory) -> tuple[float, float]:
    """How far B has moved, metres, and turned, radians, in A's frame since the detection."""
    before, after = _relative(memory.pose_a, memory.pose_b), _relative(pair.pose_a, pair.pose_b)
    return norm(sub(after.position, before.position)), angle_between(before.rotation, after.rotation)


def _relative(a: Pose, b: Pose) -> Pose:
    rows: Mat3 = tuple(  # type: ignore[assignment]
        tuple(sum(a.rotation[k][i] * b.rotation[k][j] for k in range(3)) for j in range(3)) for i in range(3)
    )
    return Pose(rows, transposed_times(a.rotation, sub(b.position, a.position)))


def _remembered(pair: TickPair, memory: PairMemory) -> CacheClaim:
    points = carry_points(memory.points, (memory.pose_a, memory.pose_b), (pair.pose_a, pair.pose_b))
    normal = row_times(pair.pose_b.rotation, memory.normal)
    return claim_of_depths([dot(sub(point.position_a, point.position_b), normal) for point in points])


def claim_of_depths(depths: list[float]) -> CacheClaim:
    """What contact points claim, given their depths, metres; negative: a gap."""
    if not depths:
        return CacheClaim(Verdict.SEPARATED, lower=0.0)
    deepest = max(depths)
    return CacheClaim(Verdict.PENETRATING if deepest > 0 else Verdict.SEPARATED, -deepest, -deepest)


def _detected(pair: TickPair, outcome: CacheOutcome, reason: str, detail: str = "") -> CacheUse:
    last = all_steps(JOLT.start(*pair, ()), JOLT.step)[-1]
    cores = cores_of(pair)
    search = run_search(cores, start_plainly(cores))[-1]
    normal = transposed_times(pair.pose_b.rotation, last.normal)
    memory = PairMemory(pair.pose_a, pair.pose_b, last.points, normal)
    claim = claim_of_depths([point.depth for point in last.points])
    return CacheUse(outcome, reason, detail, claim, search.calls, search.looked, memory)


POLICY = CachePolicy(
    "jolt",
    "Jolt, body pair cache",
    70,
    "The contact points of the last detection, or that there were none, up to 1 mm and 2° of motion.",
    _use,
    JOLT.applies,
    JOLT.supports,
    cost_of_gjk,
    slack=PENETRATION_SLOP,
    accuracy=SINGLE_ACCURACY,
)
