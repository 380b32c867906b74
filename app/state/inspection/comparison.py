"""Compares two runs side by side: the chosen algorithm with another, with itself on B–A, or in single precision.

Both are shown at the same step; a run that has ended stays at its last step.  They diverge at the first step with
different decisions.  The panels inspect one of the two, and highlights from the panels are drawn in that one only.
"""

from functools import lru_cache
from math import inf

from gjkscope.app.ask.runs.choices import REPORT, Run
from gjkscope.app.ask.runs.iterations import CheckedReport
from gjkscope.app.base.identity import Identity
from gjkscope.app.base.jobs import Job
from gjkscope.app.base.records import replace
from gjkscope.app.state.inspection.extents import difference_ball
from gjkscope.app.state.inspection.reports import iterated_report
from gjkscope.app.state.inspection.traces import awaited_run, inspect, last_step, pair_of
from gjkscope.app.state.model import State
from gjkscope.engine.analysis.compare import AGREE, Difference, first_difference
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.vectors import add, sub


def other_state(state: State) -> State | None:
    """The state that the second run's views show; None without a comparison, or if no report has iterations."""
    comparison = state.run.comparison
    if comparison is None or (comparison.algorithm == REPORT and iterated_report(state) is None):
        return None
    return _other(Identity(state))


def runs(state: State) -> tuple[State, ...]:
    """The state, followed by that of the second run if there is a comparison."""
    other = other_state(state)
    return (state,) if other is None else (state, other)


def inspected_state(state: State) -> State:
    """The state of the run that the panels inspect."""
    return runs(state)[-1] if state.run.second_inspected else state


def unpoint(state: State) -> State:
    """The state without highlights from the panels."""
    return replace(state, pointer=replace(state.pointer, hovered_axis=None, hovered_region=None, hovered_face=None))


def end(state: State) -> int:
    """The last step, of the longer run if two are shown."""
    other = other_state(state)
    return last_step(state) if other is None else max(last_step(state), last_step(other))


def position(state: State) -> int:
    """The step shown, which may be past the end of the shorter run."""
    return min(state.run.step, end(state))


def parting(state: State) -> Difference | None:
    """The first step with different decisions; None if there is none or the runs cannot be compared."""
    return _compare(state)[0]


def parting_step(state: State) -> int | None:
    """The first step with different decisions; if one of the runs is an engine's report, where it first differs."""
    if reported := _report_among(runs(state)):
        first = reported.checked.first
        return first.step if first else None
    difference = parting(state)
    return difference.step if difference else None


def compared_report(state: State) -> CheckedReport | None:
    """The checked report among the two runs; None without a comparison or if neither is a report."""
    if state.run.comparison is None:
        return None
    return _report_among(runs(state))


def _report_among(shown: tuple[State, ...]) -> CheckedReport | None:
    wholes = (trace.whole for run in shown if isinstance(trace := inspect(run).trace, Run))
    return next((whole for whole in wholes if isinstance(whole, CheckedReport)), None)


def incomparable(state: State) -> str | None:
    """Why the two runs cannot be compared step by step; None if they can."""
    return _compare(state)[1]


def awaiting(state: State) -> State | None:
    """The first of the shown states whose run is still pending."""
    return next((run for run in runs(state) if awaited_run(run) is not None), None)


def awaited_job(state: State) -> Job | None:
    """The run pending for `awaiting`."""
    waits = awaiting(state)
    return awaited_run(waits) if waits is not None else None


@lru_cache(maxsize=4)  # requested many times per frame
def _other(known: Identity) -> State:
    state: State = known.value
    comparison = state.run.comparison
    assert comparison is not None
    a, b = state.document.pair
    run = replace(state.run, algorithm=comparison.algorithm, options=comparison.options, comparison=None)
    document = replace(state.document, pair=(b, a) if comparison.swapped else (a, b))
    other = replace(state if state.run.second_inspected else unpoint(state), document=document, run=run)
    has_ended = last_step(other) < min(state.run.step, last_step(state))
    return replace(other, run=replace(run, beat=None)) if has_ended and run.beat is not None else other


def _compare(state: State) -> tuple[Difference | None, str | None]:
    other = other_state(state)
    if state.run.comparison is None or other is None or (first := inspect(state).trace) is None:
        return None, None
    if (second := inspect(other).trace) is None:
        return None, inspect(other).refusal
    if isinstance(first, Run) or isinstance(second, Run):
        return None, None  # a report states where it differs
    # Runs of the same algorithm are compared by decisions only, those of two algorithms also by their points.
    tolerance = inf if other.run.algorithm == state.run.algorithm else AGREE * size(*pair_of(state))
    return _parting(Identity(first), Identity(second), tolerance, state.run.comparison.swapped)


@lru_cache(maxsize=8)
def _parting(
    first: Identity, second: Identity, tolerance: float, swapped: bool
) -> tuple[Difference | None, str | None]:
    try:
        return first_difference(first.value, second.value, tolerance, swapped), None
    except ValueError as reason:
        return None, str(reason)


def align_cameras(other: State, state: State) -> State:
    """`other` with the camera for A − B moved to the matching viewpoint: the difference of B–A lies elsewhere."""
    shift = sub(difference_ball(other)[0], difference_ball(state)[0])
    camera = state.view.cameras.difference
    shifted = replace(camera, target=add(camera.target, shift))
    return replace(other, view=replace(other.view, cameras=replace(state.view.cameras, difference=shifted)))
