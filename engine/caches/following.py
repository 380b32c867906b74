"""A cache over a motion: tick by tick, its answer, what it saved, and whether the answer is true.

`next_cache_tick` is the one step; the memory of a tick is the only thing that the next one takes from it.  Each answer
is judged by the certificate of a query without memory.  How it can fail: where no certificate is found, or its bounds
are too wide to contradict anything, the answer is not judged.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from gjkscope.engine.arguments import choice
from gjkscope.engine.caches.records import (
    CacheClaim,
    CacheFault,
    CacheOutcome,
    CachePolicy,
    CacheTick,
    CertifiedBounds,
    TickPair,
)
from gjkscope.engine.caches.registry import CACHES
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.contacts.comparison import poses_of_motion
from gjkscope.engine.contacts.policy import words_of_refusal
from gjkscope.engine.query import query
from gjkscope.engine.result import TOUCHING, NotApplicable, Verdict
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.kinds import Shape


class CacheTotals(NamedTuple):
    """What a cache did over a motion."""

    ticks: int
    hits: int
    rebuilds: int
    misses: int
    calls: int
    plain_calls: int
    looked: int
    plain_looked: int
    wrong: int  # answers
    stale: int  # of them, on a hit
    worst: float  # metres by which a wrong distance or verdict is off

    @property
    def saved(self) -> float:
        """The share of support calls saved; negative if there were more."""
        return 1 - self.calls / self.plain_calls if self.plain_calls else 0.0

    @property
    def saved_looks(self) -> float:
        """The share of vertices that were not looked at."""
        return 1 - self.looked / self.plain_looked if self.plain_looked else 0.0


def follow_cache(
    shape_a: Shape, poses_a: Iterable[Any], shape_b: Shape, poses_b: Iterable[Any], cache: str = "last-simplex"
) -> tuple[CacheTick, ...]:
    """A cache over a motion: what it answers in each tick, why it is a hit, a rebuild or a miss, and what it saves.

    Shapes are as for `query`.  `poses_a` and `poses_b` are the poses of the ticks, as many of each: `Pose` values or
    rigid 4×4 matrices.  `cache` is a key of `CACHES`.  Raises `ValueError`, naming the argument and the value, if an
    argument is invalid, and `NotApplicable` for 2D shapes, and if the cache does not support the shapes.

    >>> from gjkscope import Box, Pose, follow_cache
    >>> there = [Pose(position=(2.5, 2.2, 0.1 * tick)) for tick in range(3)]
    >>> ticks = follow_cache(Box((1, 1, 1)), [Pose()] * 3, Box((1, 1, 1)), there)
    >>> [(tick.use.outcome.value, tick.use.calls) for tick in ticks]
    [('miss', 2), ('rebuild', 2), ('hit', 1)]
    """
    motion = poses_of_motion(shape_a, poses_a, shape_b, poses_b)
    choice("cache", cache, CACHES)
    return follow_pairs(CACHES[cache], [TickPair(shape_a, a, shape_b, b) for a, b in motion])


def follow_pairs(policy: CachePolicy, pairs: Iterable[TickPair]) -> tuple[CacheTick, ...]:
    """The same for pairs that have been validated."""
    ticks: list[CacheTick] = []
    for pair in pairs:
        ticks.append(next_cache_tick(policy, pair, ticks[-1] if ticks else None))
    return tuple(ticks)


def next_cache_tick(policy: CachePolicy, pair: TickPair, before: CacheTick | None) -> CacheTick:
    """The tick after `before`, or the first one.  Raises `NotApplicable`."""
    refused = cache_refusal(policy, pair.shape_a, pair.shape_b)
    if refused:
        raise NotApplicable(f"cache: {refused}")
    checkpoint()
    use = policy.use(pair, before.use.memory if before else None)
    truth = truth_of_pair(pair)
    error = error_of(use.claim, truth)
    fault = fault_of(use.claim, truth, policy, pair)
    return CacheTick(before.number + 1 if before else 0, use, policy.plain(pair), truth, fault, error)


def cache_refusal(policy: CachePolicy, shape_a: Shape, shape_b: Shape) -> str:
    """Why the policy does not support the shapes; empty if it does."""
    is_solid = shape_a.dimension == 3
    if is_solid and not (is_hull(shape_a) and is_hull(shape_b)):
        return f"{policy.name} supports convex shapes; this mesh is not"
    if is_solid and policy.applies(shape_a, shape_b):
        return ""
    return f"{policy.name} {words_of_refusal(policy.supports, shape_a, shape_b)}"


def truth_of_pair(pair: TickPair) -> CertifiedBounds:
    """The certified bounds of the signed distance; without a certificate, those of the query."""
    result = query(*pair)
    if result.certificate is not None:
        return CertifiedBounds(result.certificate.lower, result.certificate.upper, True)
    return CertifiedBounds(result.lower, result.upper, False)


def error_of(claim: CacheClaim, truth: CertifiedBounds) -> float:
    """Metres between the claimed interval and the true one; 0 if they have a value in common."""
    return max(claim.lower - truth.upper, truth.lower - claim.upper, 0.0)


def fault_of(claim: CacheClaim, truth: CertifiedBounds, policy: CachePolicy, pair: TickPair) -> CacheFault:
    """What the truth says about a claim; within rounding of contact, both verdicts are right."""
    rounding = (TOUCHING + policy.accuracy) * size(*pair)
    contradicts = (claim.verdict is Verdict.SEPARATED and truth.upper < -rounding) or (
        claim.verdict is Verdict.PENETRATING and truth.lower > rounding
    )
    wrong = CacheFault.VERDICT if contradicts else CacheFault.NONE
    if not contradicts and error_of(claim, truth) > policy.slack + rounding:
        wrong = CacheFault.DISTANCE
    if not truth.is_certified:
        return CacheFault.UNKNOWN
    return wrong


def cache_totals(ticks: Iterable[CacheTick]) -> CacheTotals:
    """The sums over a motion, or over several."""
    known = tuple(ticks)
    outcomes = [tick.use.outcome for tick in known]
    wrong = [tick for tick in known if tick.fault in (CacheFault.VERDICT, CacheFault.DISTANCE)]
    return CacheTotals(
        ticks=len(known),
        hits=outcomes.count(CacheOutcome.HIT),
        rebuilds=outcomes.count(CacheOutcome.REBUILD),
        misses=outcomes.count(CacheOutcome.MISS),
        calls=sum(tick.use.calls for tick in known),
        plain_calls=sum(tick.plain.calls for tick in known),
        looked=sum(tick.use.looked for tick in known),
        plain_looked=sum(tick.plain.looked for tick in known),
        wrong=len(wrong),
        stale=sum(tick.use.outcome is CacheOutcome.HIT for tick in wrong),
        worst=max((tick.error for tick in wrong), default=0.0),
    )
