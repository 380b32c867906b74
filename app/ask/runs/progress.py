"""The progress of each step of a run: events for the timeline, and bounds on the signed distance.

Both are derived from the step records alone, by functions of the procedure that produced them: the events between a
step and the one before it, and the bounds proved so far.
"""

from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from math import inf, isfinite
from typing import Any

from gjkscope.app.ask.runs.choices import AnyRun
from gjkscope.app.base.identity import Identity
from gjkscope.engine.analysis.beliefs import is_mistaken
from gjkscope.engine.procedures import procedure_of
from gjkscope.engine.registry.records import Bounds, Change
from gjkscope.engine.result import Exit, Verdict


class StepEvent(StrEnum):
    """The kinds of event, most significant first; the values are tool tips."""

    WRONG = "wrong, by our checks"
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


EVENTS = {
    Change.VERTEX_ADDED: StepEvent.ADDED,
    Change.VERTEX_DROPPED: StepEvent.DROPPED,
    Change.PHASE_CHANGED: StepEvent.CHANGED,
    Change.PAIR_FOUND: StepEvent.FOUND,
    Change.BODIES_MOVED: StepEvent.MOVED,
    Change.NOTHING_NEW: StepEvent.REPEATED,
    Change.WENT_WRONG: StepEvent.WRONG,
}
"""The event that represents a change between two steps."""


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


def bounds_depth(trace: AnyRun) -> bool:
    """Whether its bounds are best shown as bounds on a depth: the procedure seeks a depth, and the shapes overlap."""
    return procedure_of(trace.steps[0]).seeks_depth and all(upper <= 0 for _, upper in bounds(trace))


def has_bounds(trace: AnyRun) -> bool:
    """Whether any step has a finite bound."""
    return bool(sides_with_bounds(trace))


def sides_with_bounds(trace: AnyRun) -> tuple[int, ...]:
    """The bounds that are finite in any step: 0 for the lower, 1 for the upper."""
    return _sides_with_bounds(Identity(trace))


def bounds_of(step: Any) -> Bounds:
    """The bounds on the shapes' signed distance after a step, metres."""
    lower, upper = procedure_of(step).bounds(step)
    return float(lower), float(upper)


@lru_cache(maxsize=8)
def _bounds(trace: Identity) -> tuple[Bounds, ...]:
    return tuple(bounds_of(step) for step in trace.value.steps)


@lru_cache(maxsize=8)
def _sides_with_bounds(trace: Identity) -> tuple[int, ...]:
    return tuple(side for side in (0, 1) if any(isfinite(pair[side]) for pair in bounds(trace.value)))


@lru_cache(maxsize=8)
def _first_with(event: StepEvent, run: Identity) -> int | None:
    return next((number for number, events_of_step in enumerate(_events(run)) if event in events_of_step), None)


@lru_cache(maxsize=8)
def _events(trace: Identity) -> tuple[tuple[StepEvent, ...], ...]:
    steps = trace.value.steps
    events_of_steps = [[StepEvent.START]] + [_between(*two) for two in pairwise(steps)]
    if not _is_cut_short(trace.value):
        events_of_steps[-1].append(StepEvent.FAILED if _has_failed(trace.value) else StepEvent.END)
    order = list(StepEvent)
    return tuple(tuple(sorted(set(events_of_step), key=order.index)) for events_of_step in events_of_steps)


def _is_cut_short(trace: AnyRun) -> bool:
    """Whether there are more steps, which must not be shown yet."""
    return trace.result is not None and trace.result.exit is Exit.RUNNING


def _has_failed(trace: AnyRun) -> bool:
    """Whether the run ended without an answer."""
    if trace.result is not None:
        return trace.result.verdict is Verdict.UNDECIDED
    return trace.steps[-1].exit not in ANSWERED


def _between(before: Any, step: Any) -> list[StepEvent]:
    happened = [EVENTS[change] for change in procedure_of(step).changes(before, step)]
    if is_mistaken(step):
        happened.append(StepEvent.MISTAKEN)
    old, new = bounds_of(before), bounds_of(step)
    if new != (-inf, inf):
        happened.append(StepEvent.IMPROVED if new[0] > old[0] or new[1] < old[1] else StepEvent.STALLED)
    return happened or [StepEvent.REPEATED]
