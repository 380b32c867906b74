"""The progress of a run: events per step for the timeline, and bounds on the signed distance.

Both are derived from the step records alone, by functions that `PROGRESS` registers by the type of the step: one
compares a step with the one before it, the other reads the bounds proved so far.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from math import inf, isfinite, sqrt
from typing import Any, NamedTuple

from gjkscope.app.base.identity import Identity
from gjkscope.app.runs.choices import AnyRun
from gjkscope.engine.aabb import steps as aabb
from gjkscope.engine.advancement import steps as advancement
from gjkscope.engine.analysis.beliefs import is_mistaken
from gjkscope.engine.broadphase import allpairs, sweep, tree
from gjkscope.engine.brute import steps as brute
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.headbutt import steps as headbutt
from gjkscope.engine.mpr import steps as mpr
from gjkscope.engine.resolution import pair as resolve
from gjkscope.engine.resolution import terrain
from gjkscope.engine.result import Exit, Verdict
from gjkscope.engine.sat import steps as sat
from gjkscope.engine.sphere import steps as sphere
from gjkscope.engine.tetrahedron import steps as tetrahedron

Bounds = tuple[float, float]


class StepEvent(StrEnum):
    """What a step did, most significant first; the values are tool tips."""

    END = "end"
    FAILED = "end without an answer"
    START = "start"
    MISTAKEN = "wrong about where the origin is"
    DROPPED = "vertex dropped"
    CHANGED = "new region or phase"
    ADDED = "new vertex"
    FOUND = "pair found"
    MOVED = "bodies moved"
    REPEATED = "nothing new found"
    IMPROVED = "bound improved"
    STALLED = "no bound improved"


OF_BOUNDS = (StepEvent.IMPROVED, StepEvent.STALLED)


ANSWERED = (Exit.COMPLETE, Exit.CLEAR, Exit.FIRST_CONTACT, Exit.NO_CONTACT, Exit.MOVING_APART)
"""Successful exits of runs that give no verdict on the pair."""


class Progress(NamedTuple):
    """How to read an algorithm's steps: `events(before, step)` and `bounds(step)`."""

    events: Callable[[Any, Any], Iterable[StepEvent]]
    bounds: Callable[[Any], Bounds]


def main_event(events: tuple[StepEvent, ...]) -> StepEvent:
    """The event that a tick of the timeline shows: the first, as events are sorted by significance."""
    return events[0] if events[0] not in OF_BOUNDS else StepEvent.REPEATED


def events(trace: AnyRun) -> tuple[tuple[StepEvent, ...], ...]:
    """The events of each step, most significant first; at least one per step."""
    return _events(Identity(trace))


def first_with(event: StepEvent, trace: AnyRun) -> int | None:
    """The first step with that event, or None."""
    return _first_with(event, Identity(trace))


def bounds(trace: AnyRun) -> tuple[Bounds, ...]:
    """The bounds on the shapes' signed distance after each step, metres; infinite while unknown."""
    return _bounds(Identity(trace))


def has_bounds(trace: AnyRun) -> bool:
    """Whether any step has a finite bound."""
    return bool(sides_with_bounds(trace))


def sides_with_bounds(trace: AnyRun) -> tuple[int, ...]:
    """The bounds that are finite in any step: 0 for the lower, 1 for the upper."""
    return _sides_with_bounds(Identity(trace))


def bounds_of(step: Any) -> Bounds:
    """The bounds on the shapes' signed distance after a step, metres."""
    lower, upper = PROGRESS[type(step)].bounds(step)
    return float(lower), float(upper)


@lru_cache(maxsize=8)
def _bounds(trace: Identity) -> tuple[Bounds, ...]:
    return tuple(bounds_of(step) for step in trace.value.steps)


@lru_cache(maxsize=8)
def _sides_with_bounds(trace: Identity) -> tuple[int, ...]:
    return tuple(side for side in (0, 1) if any(isfinite(pair[side]) for pair in bounds(trace.value)))


@lru_cache(maxsize=8)
def _first_with(event: StepEvent, run: Identity) -> int | None:
    return next((number for number, found in enumerate(_events(run)) if event in found), None)


@lru_cache(maxsize=8)
def _events(trace: Identity) -> tuple[tuple[StepEvent, ...], ...]:
    steps = trace.value.steps
    found = [[StepEvent.START]] + [_between(*two) for two in pairwise(steps)]
    found[-1].append(StepEvent.FAILED if _failed(trace.value) else StepEvent.END)
    order = list(StepEvent)
    return tuple(tuple(sorted(set(one), key=order.index)) for one in found)


def _failed(trace: AnyRun) -> bool:
    """Whether the run ended without an answer."""
    if trace.result is not None:
        return trace.result.verdict is Verdict.UNDECIDED
    return trace.steps[-1].exit not in ANSWERED


def _between(before: Any, step: Any) -> list[StepEvent]:
    happened = list(PROGRESS[type(step)].events(before, step))
    if is_mistaken(step):
        happened.append(StepEvent.MISTAKEN)
    old, new = bounds_of(before), bounds_of(step)
    if new != (-inf, inf):
        happened.append(StepEvent.IMPROVED if new[0] > old[0] or new[1] < old[1] else StepEvent.STALLED)
    return happened or [StepEvent.REPEATED]


# --- events ---


def _of_vertices(before: Iterable[Any], after: Iterable[Any]) -> set[StepEvent]:
    """The changes of a simplex; vertices are identified by the step that found them."""
    old, new = {vertex.birth for vertex in before}, {vertex.birth for vertex in after}
    happened = {StepEvent.ADDED} if new - old else {StepEvent.REPEATED}
    return happened | {StepEvent.DROPPED} if old - new else happened


def _gjk_events(_: gjk.State, step: gjk.State) -> set[StepEvent]:
    kept = step.simplex.vertices[: step.simplex.size]
    happened = _of_vertices(step.before.vertices[: step.before.size], kept)
    if StepEvent.ADDED in happened and step.support.birth not in {vertex.birth for vertex in kept}:
        happened.add(StepEvent.REPEATED)
    return happened


def _epa_events(before: epa.State, step: epa.State) -> set[StepEvent]:
    happened = {StepEvent.ADDED} if len(step.vertices) > len(before.vertices) else {StepEvent.REPEATED}
    return happened | ({StepEvent.CHANGED} if step.aim != before.aim else set())


def _exact_events(before: exact.State, step: exact.State) -> set[StepEvent]:
    happened = {StepEvent.ADDED} if step.visible else _of_vertices(before.simplex, step.simplex)
    return happened | ({StepEvent.CHANGED} if step.phase != before.phase else set())


def _mpr_events(before: mpr.State, step: mpr.State) -> set[StepEvent]:
    happened = _of_vertices(step.before, step.portal)
    return happened | ({StepEvent.CHANGED} if step.phase != before.phase else set())


def _published_events(_: Any, step: headbutt.State | tetrahedron.State) -> set[StepEvent]:
    return _of_vertices(step.before, step.simplex)


def _brute_events(before: brute.State, step: brute.State) -> set[StepEvent]:
    return {StepEvent.CHANGED} if (step.phase, step.side) != (before.phase, before.side) else set()


def _broad_events(before: Any, step: sweep.State | tree.State | allpairs.State) -> set[StepEvent]:
    happened = {StepEvent.FOUND} if step.found else set()
    is_first_query = isinstance(step, tree.State) and step.phase != before.phase
    return happened | {StepEvent.CHANGED} if is_first_query else happened


def _moves(_before: Any, _step: Any) -> set[StepEvent]:
    return {StepEvent.MOVED}


def _no_events(_before: Any, _step: Any) -> set[StepEvent]:
    return set()


# --- bounds ---


def _no_bounds(_: Any) -> Bounds:
    """For runs that do not bound the pair's distance, or whose bounds do not carry over between steps."""
    return -inf, inf


def _cores(step: gjk.State | epa.State | exact.State) -> Bounds:
    """The bounds on the cores' distance minus the sum of the radii."""
    return step.lower - step.radius, step.upper - step.radius


def _own(step: mpr.State) -> Bounds:
    return step.lower, step.upper


def _lower_only(step: headbutt.State | tetrahedron.State) -> Bounds:
    return step.lower, inf


def _sat_bounds(step: sat.State) -> Bounds:
    return (-inf if step.chosen.skipped else -step.chosen.overlap), inf


def _brute_bounds(step: brute.State) -> Bounds:
    known = step.known
    return known.lower, -known.depth if known.depth > 0 else known.nearest.distance


def _aabb_bounds(step: aabb.State) -> Bounds:
    return (sqrt(step.squared) if step.squared > 0 else step.chosen.gap), inf


def _sphere_bounds(step: sphere.State) -> Bounds:
    """No lower bound while the centre is inside the box on all axes so far: it may be deep inside."""
    known = step.squared > 0 or step.test == sphere.VolumeTest.BALLS
    return (sqrt(step.squared) - (step.radius_a + step.radius_b) if known else -inf), inf


PROGRESS: dict[type, Progress] = {
    gjk.State: Progress(_gjk_events, _cores),
    epa.State: Progress(_epa_events, _cores),
    exact.State: Progress(_exact_events, _cores),
    mpr.State: Progress(_mpr_events, _own),
    headbutt.State: Progress(_published_events, _lower_only),
    tetrahedron.State: Progress(_published_events, _lower_only),
    sat.State: Progress(_no_events, _sat_bounds),
    brute.State: Progress(_brute_events, _brute_bounds),
    aabb.State: Progress(_no_events, _aabb_bounds),
    sphere.State: Progress(_no_events, _sphere_bounds),
    sweep.State: Progress(_broad_events, _no_bounds),
    tree.State: Progress(_broad_events, _no_bounds),
    allpairs.State: Progress(_broad_events, _no_bounds),
    resolve.State: Progress(_moves, _no_bounds),
    terrain.State: Progress(_moves, _no_bounds),
    advancement.State: Progress(_moves, _no_bounds),
}
