"""The number line of the separating axis test: both projections onto the axis, and the axes tested so far."""

from functools import lru_cache
from typing import NamedTuple

from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.cameras.easing import interpolate
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing.marks.registry import sight_of
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine import sat
from gjkscope.engine.sat.explain import overlap, provenance

MARGIN = 0.08  # beyond the outermost ends of all projections, relative to their extent

Interval = tuple[float, float]


class ProjectedBody(NamedTuple):
    """The projection of a body, measured in metres from A's centre."""

    name: str
    interval: Interval | None  # None: not there yet
    settled: float  # 0: still that of the axis before … 1: that of this axis


class TestedAxis(NamedTuple):
    """An axis of the run."""

    relation: sat.Relation | None  # None: not tested yet, or skipped
    is_current: bool


class NumberLine(NamedTuple):
    """The axis as a line, as far as the beats have shown it."""

    name: str  # of the axis
    grown: float  # how much of the line is there
    extent: Interval  # of the line, the same for all axes of a run
    a: ProjectedBody
    b: ProjectedBody
    between: Interval  # from B's start to A's end
    is_gap: bool
    measured: float  # how much of the gap or overlap is there
    words: str  # "gap 0.3201 m"
    tally: tuple[TestedAxis, ...]


def number_line(state: State) -> NumberLine | None:
    """The number line of the axis that the views draw; None without an axis, and while it is hidden.

    In 2D the views themselves have room for it.
    """
    visible = state.display.visible
    if not (visible.number_line and visible.steps):
        return None
    sight, trace = sight_of(state), inspect(state).axes
    axis = sight.step.value
    if trace is None or not isinstance(axis, sat.Axis) or axis.skipped:
        return None
    before, (name_a, name_b) = _intervals_before(sight), (body.name for body in sight.bodies)
    number = next((i for i, step in enumerate(trace.steps) if step.axis == axis), sight.number)
    return NumberLine(
        provenance(axis, name_a, name_b),
        1.0 if before else sight.part("axis"),
        _extent(Identity(trace)),
        _project(name_a, axis.interval_a, before and before[0], sight.part("a")),
        _project(name_b, axis.interval_b, before and before[1], sight.part("b")),
        (axis.interval_b[0], axis.interval_a[1]),
        axis.relation == sat.Relation.GAP,
        sight.part("overlap"),
        " ".join(overlap(axis)),
        tuple(
            TestedAxis(step.axis.relation if _is_known(i, step.axis, sight) else None, i == number)
            for i, step in enumerate(trace.steps)
        ),
    )


def _is_known(number: int, axis: sat.Axis, sight: Sight) -> bool:
    return not axis.skipped and (number < sight.number or (number == sight.number and sight.part("overlap") == 1))


def _intervals_before(sight: Sight) -> tuple[Interval, Interval] | None:
    """The intervals of the axis before, from which those of this one slide; None in a step that is drawn as a whole."""
    if sight.beat is None:
        return None
    before = next((step.axis for step in reversed(sight.so_far[:-1]) if not step.axis.skipped), None)
    return None if before is None else (before.interval_a, before.interval_b)


def _project(name: str, interval: Interval, before: Interval | None, part: float) -> ProjectedBody:
    """The interval on its way from that of the axis before; without one, it spreads from its middle."""
    if before is None:
        if part == 0:
            return ProjectedBody(name, None, 0.0)
        middle = (interval[0] + interval[1]) / 2
        before = middle, middle
    low, high = (interpolate(start, end, part) for start, end in zip(before, interval, strict=True))
    return ProjectedBody(name, (low, high), part)


@lru_cache(maxsize=8)
def _extent(trace: Identity) -> Interval:
    """The range that has room for the projections of all axes."""
    axes = [step.axis for step in trace.value.steps if not step.axis.skipped]
    low = min(min(axis.interval_a[0], axis.interval_b[0]) for axis in axes)
    high = max(max(axis.interval_a[1], axis.interval_b[1]) for axis in axes)
    margin = MARGIN * (high - low)
    return low - margin, high + margin
