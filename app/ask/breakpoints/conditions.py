"""The built-in conditions: the steps at which a search runs into trouble, or first contradicts the truth.

Each is a function that takes a run, and the truth about the pair if it needs it, and yields the numbers of the steps at
which it holds.  A condition reads a step through functions in the record of the algorithm (`Search`); without these,
the condition does not apply to that algorithm.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import inf, isnan, sqrt
from typing import NamedTuple

from gjkscope.app.ask.runs.progress import bounds_of
from gjkscope.engine.analysis.beliefs import is_mistaken
from gjkscope.engine.registry.algorithms import algorithm_of
from gjkscope.engine.registry.records import SearchView
from gjkscope.engine.result import Exit, Trace, Verdict
from gjkscope.engine.vectors import DOUBLE, ZERO, Vec3, cross, dot, norm, sub


class Truth(NamedTuple):
    """The certain signed distance of a pair, metres; deviations below `slack` do not count as wrong."""

    lower: float = -inf
    upper: float = inf
    slack: float = 0.0


class Condition(NamedTuple):
    """`find` yields the steps at which it holds, in order; `searches` are those it supports; None: all of them."""

    title: str
    help_text: str
    find: Callable[[Trace, Truth], Iterator[int]]
    searches: Callable[[SearchView], bool] | None = None
    needs_truth: bool = False

    def applies_to(self, trace: Trace) -> bool:
        if self.searches is None:
            return True
        search = algorithm_of(trace.steps[0]).search
        return search is not None and self.searches(search)


# A simplex counts as near-flat if its volume (area, length) is at most this fraction of that of a cube (square) with
# its longest edge: then at least half of the digits of its normals and weights are rounding.
FLAT = sqrt(DOUBLE)

# Exits with an answer: a last step without progress is expected.
ANSWERED = (Exit.CONVERGED, Exit.ORIGIN_ENCLOSED, Exit.TOUCHING, Exit.SEPARATING_AXIS)


# Exits of a search that is still running, or would run forever.
ENDLESS = (Exit.RUNNING, Exit.CYCLE, Exit.ITERATION_LIMIT)


# --- values of a step ---


def _search(trace: Trace) -> SearchView:
    search = algorithm_of(trace.steps[0]).search
    assert search is not None, "the conditions that ask for it apply to searches only"
    return search


def _any_search(_: SearchView) -> bool:
    return True


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
    distance = _search(trace).distance
    assert distance is not None
    for i, (before, step) in enumerate(pairwise(trace.steps), start=1):
        if 0 < distance(before) <= distance(step) < inf and step.exit not in ANSWERED:
            yield i


def _flat(trace: Trace, _: Truth) -> Iterator[int]:
    simplex = _search(trace).simplex
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
    edges = [_divide(sub(point, points[0]), longest) for point in points[1:]]
    u, v, w = (*edges, ZERO, ZERO)[:3]
    return {2: norm(u), 3: norm(cross(u, v)), 4: abs(dot(cross(u, v), w))}[len(points)]


def _divide(v: Vec3, length: float) -> Vec3:
    return v[0] / length, v[1] / length, v[2] / length


def _on_feature(trace: Trace, _: Truth) -> Iterator[int]:
    holds = _search(trace).on_feature
    return (i for i, step in enumerate(trace.steps) if holds(step))


def _cycle(trace: Trace, _: Truth) -> Iterator[int]:
    simplex = _search(trace).simplex
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
    "zero_direction": Condition("zero or NaN direction", "no direction left to search", _zero_direction, _any_search),
    "repeated_support": Condition(
        "repeated support", "the search finds a point of A − B again", _repeated_support, _any_search
    ),
    "not_nearer": Condition(
        "distance not decreasing",
        "the closest point gets no closer to the origin",
        _not_nearer,
        lambda search: search.distance is not None,
    ),
    "flat": Condition(
        "near-flat simplex",
        "so thin that at least half of the digits of its normals are rounding",
        _flat,
        _any_search,
    ),
    "on_feature": Condition(
        "origin on a feature",
        "a deciding test is zero: the origin lies on a vertex, an edge or a face",
        _on_feature,
        _any_search,
    ),
    "cycle": Condition("cycle", "a simplex repeats", _cycle, lambda search: search.may_cycle),
    "limit": Condition("limit reached", "the search reaches its iteration limit", _limit),
    "disagrees": Condition(
        "first disagreement with exact",
        "bounds, belief or verdict contradict exact arithmetic",
        _disagrees,
        needs_truth=True,
    ),
}
"""The conditions by the names used in expressions."""
