"""The built-in conditions: steps at which a search fails to progress, or first makes a false claim.

Each is a function from a run, and the truth about the pair if needed, to the numbers of the steps at which it holds.
Small functions registered by step type read the values that a condition needs; if there is none, the condition does
not apply to that algorithm.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import inf, isnan, sqrt
from typing import Any, NamedTuple

from gjkscope.app.runs.progress import bounds_of
from gjkscope.engine.analysis.beliefs import is_mistaken
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.simplex import Region
from gjkscope.engine.headbutt import steps as headbutt
from gjkscope.engine.mpr import steps as mpr
from gjkscope.engine.result import Exit, Trace, Verdict
from gjkscope.engine.tetrahedron import steps as tetrahedron
from gjkscope.engine.vectors import DOUBLE, ZERO, Vec3, cross, dot, norm, sub


class Truth(NamedTuple):
    """The certain signed distance of a pair, metres; deviations below `slack` do not count as wrong."""

    lower: float = -inf
    upper: float = inf
    slack: float = 0.0


class Condition(NamedTuple):
    """`find` yields the steps at which it holds, in order; `reads` lists the step types it supports, None for all."""

    title: str
    help_text: str
    find: Callable[[Trace, Truth], Iterator[int]]
    reads: tuple[type, ...] | None = None
    needs_truth: bool = False

    def applies_to(self, trace: Trace) -> bool:
        return self.reads is None or isinstance(trace.steps[0], self.reads)


# A simplex counts as near-flat if its volume (area, length) is at most this fraction of that of a cube (square) with
# its longest edge: then at least half of the digits of its normals and weights are rounding.
FLAT = sqrt(DOUBLE)

# Exits with an answer: a last step without progress is expected.
ANSWERED = (Exit.CONVERGED, Exit.ORIGIN_ENCLOSED, Exit.TOUCHING, Exit.SEPARATING_AXIS)


# Exits of a search that is still running, or would run forever.
ENDLESS = (Exit.RUNNING, Exit.CYCLE, Exit.ITERATION_LIMIT)


# --- values of a step ---


def _gjk_simplex(step: gjk.State) -> tuple[Vec3, ...]:
    return tuple(vertex.point for vertex in step.simplex.vertices[: step.simplex.size])


def _listed_simplex(step: exact.State | headbutt.State | tetrahedron.State) -> tuple[Vec3, ...]:
    return tuple(vertex.point for vertex in step.simplex)


def _portal(step: mpr.State) -> tuple[Vec3, ...]:
    """The portal with v0, the origin of the ray."""
    return (step.interior.point, *(vertex.point for vertex in step.portal))


def _nearest_face(step: epa.State) -> tuple[Vec3, ...]:
    if step.nearest < 0:
        return ()
    return tuple(step.vertices[corner].point for corner in step.faces[step.nearest].corners)


SIMPLEXES: dict[type, Callable[[Any], tuple[Vec3, ...]]] = {
    gjk.State: _gjk_simplex,
    exact.State: _listed_simplex,
    headbutt.State: _listed_simplex,
    tetrahedron.State: _listed_simplex,
    mpr.State: _portal,
    epa.State: _nearest_face,
}

DISTANCES: dict[type, Callable[[Any], float]] = {
    gjk.State: lambda step: norm(step.closest),
    exact.State: lambda step: norm(step.closest) if step.phase == exact.ExactPhase.DISTANCE else inf,
    mpr.State: lambda step: norm(step.nearest) if step.phase == mpr.MprPhase.REFINE else inf,
}
"""Distance from the closest point to the origin, which should decrease; infinite if the step does not compute it."""

ON_FEATURE: dict[type, Callable[[Any], bool]] = {
    gjk.State: lambda step: step.region != Region.INTERIOR and _is_rounding(norm(step.closest), step),
    exact.State: lambda step: step.upper == 0 and step.phase == exact.ExactPhase.DISTANCE and len(step.simplex) < 4,
    epa.State: lambda step: step.nearest >= 0 and _is_rounding(step.faces[step.nearest].distance, step),
    mpr.State: lambda step: any(step.sides) and 0.0 in step.sides,
    headbutt.State: lambda step: any(test.origin == 0 for test in step.tests),
    tetrahedron.State: lambda step: any(face.distance == 0 for face in step.faces),
}
"""Whether the origin (for MPR, the ray through it) lies on a vertex, edge or face that the step tests."""

CYCLING = (gjk.State, mpr.State, headbutt.State, tetrahedron.State)  # the others only ever grow
SEARCHES = tuple(SIMPLEXES)  # steps with a direction and a support


def _is_rounding(length: float, step: gjk.State | epa.State) -> bool:
    return abs(length) <= gjk.ROUNDINGS * step.roundoff * step.reach


# --- conditions ---


def _zero_direction(trace: Trace, _: Truth) -> Iterator[int]:
    for i, step in enumerate(trace.steps):
        if step.direction is not None and (not any(step.direction) or any(map(isnan, step.direction))):
            yield i


def _repeated_support(trace: Trace, _: Truth) -> Iterator[int]:
    seen: set[Vec3] = set()
    for i, step in enumerate(trace.steps):
        if step.support is None or (i and step.support == trace.steps[i - 1].support):
            continue  # no search in this step
        if step.support.point in seen and step.exit not in ANSWERED:
            yield i
        seen.add(step.support.point)


def _not_nearer(trace: Trace, _: Truth) -> Iterator[int]:
    distance = DISTANCES[type(trace.steps[0])]
    for i, (before, step) in enumerate(pairwise(trace.steps), start=1):
        if 0 < distance(before) <= distance(step) < inf and step.exit not in ANSWERED:
            yield i


def _flat(trace: Trace, _: Truth) -> Iterator[int]:
    simplex = SIMPLEXES[type(trace.steps[0])]
    ended = Exit.SEPARATING_AXIS  # a vertex beyond the origin is not needed and may already be in the simplex
    return (i for i, step in enumerate(trace.steps) if step.exit != ended and thickness(simplex(step)) <= FLAT)


def thickness(points: tuple[Vec3, ...]) -> float:
    """The volume (area, length) of a simplex relative to that of the cube (square) with its longest edge.

    Infinite for fewer than two points, which cannot be flat; zero if two points coincide.
    """
    if len(points) < 2:
        return inf
    longest = max(norm(sub(p, q)) for p in points for q in points)
    if not 0 < longest < inf:
        return 0.0
    edges = [_divided(sub(point, points[0]), longest) for point in points[1:]]
    u, v, w = (*edges, ZERO, ZERO)[:3]
    return {2: norm(u), 3: norm(cross(u, v)), 4: abs(dot(cross(u, v), w))}[len(points)]


def _divided(v: Vec3, length: float) -> Vec3:
    return v[0] / length, v[1] / length, v[2] / length


def _on_feature(trace: Trace, _: Truth) -> Iterator[int]:
    holds = ON_FEATURE[type(trace.steps[0])]
    return (i for i, step in enumerate(trace.steps) if holds(step))


def _cycle(trace: Trace, _: Truth) -> Iterator[int]:
    simplex = SIMPLEXES[type(trace.steps[0])]
    seen: set[frozenset[Vec3]] = set()
    for i, step in enumerate(trace.steps):
        points = frozenset(simplex(step))
        if points in seen and step.exit in ENDLESS:
            yield i
        seen.add(points)


def _limit(trace: Trace, _: Truth) -> Iterator[int]:
    return (i for i, step in enumerate(trace.steps) if step.exit == Exit.ITERATION_LIMIT)


def _disagrees(trace: Trace, truth: Truth) -> Iterator[int]:
    """Yields the first step only: later errors follow from it."""
    for i, step in enumerate(trace.steps):
        lower, upper = bounds_of(step)
        is_wrong = lower > truth.upper + truth.slack or upper < truth.lower - truth.slack
        if is_wrong or is_mistaken(step):
            yield i
            return
    if _is_wrong(trace.result.verdict, truth):
        yield len(trace.steps) - 1


def _is_wrong(verdict: Verdict, truth: Truth) -> bool:
    overlaps, apart = truth.upper < -truth.slack, truth.lower > truth.slack
    return {
        Verdict.SEPARATED: overlaps,
        Verdict.PENETRATING: apart,
        Verdict.TOUCHING: overlaps or apart,
        Verdict.UNDECIDED: False,
    }[verdict]


CONDITIONS: dict[str, Condition] = {
    "zero_direction": Condition("zero or NaN direction", "no direction left to search", _zero_direction, SEARCHES),
    "repeated_support": Condition(
        "repeated support", "the search finds a point of A − B again", _repeated_support, SEARCHES
    ),
    "not_nearer": Condition(
        "distance not decreasing", "the closest point gets no closer to the origin", _not_nearer, tuple(DISTANCES)
    ),
    "flat": Condition(
        "near-flat simplex",
        "so thin that at least half of the digits of its normals are rounding",
        _flat,
        tuple(SIMPLEXES),
    ),
    "on_feature": Condition(
        "origin on a feature",
        "a deciding test is zero: the origin lies on a vertex, an edge or a face",
        _on_feature,
        tuple(ON_FEATURE),
    ),
    "cycle": Condition("cycle", "a simplex repeats", _cycle, CYCLING),
    "limit": Condition("limit reached", "the search reaches its iteration limit", _limit),
    "disagrees": Condition(
        "first disagreement with exact",
        "bounds, belief or verdict contradict exact arithmetic",
        _disagrees,
        needs_truth=True,
    ),
}
"""The conditions by the names used in expressions."""
