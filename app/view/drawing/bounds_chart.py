"""The chart of bounds: how far each step of a run has narrowed down the distance, or the depth."""

from functools import lru_cache
from math import floor, isfinite
from typing import NamedTuple

from gjkscope.app.ask.runs.progress import bounds, bounds_depth, has_bounds
from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.cameras.easing import interpolate
from gjkscope.app.state.inspection.beats import shown_position
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State

MARGIN = 0.12  # above and below the curves, relative to their extent

ChartPoint = tuple[float, float]
"""A step, or a part of one, and metres."""


class BoundsChart(NamedTuple):
    """The bounds as curves over the steps, as far as the beats have shown them."""

    of_depth: bool  # the curves bound the depth, not the signed distance
    last: int  # step of the run
    extent: tuple[float, float]  # of the vertical axis, metres, the same for all steps of a run
    lower: tuple[ChartPoint, ...]  # the quantity is at least this; only the last point can lie between two steps
    upper: tuple[ChartPoint, ...]  # and at most this

    @property
    def quantity(self) -> str:
        """What the curves bound: a distance that may be negative is a signed one."""
        if self.of_depth:
            return "depth"
        return "signed distance" if self.extent[0] < 0 else "distance"


def bounds_chart(state: State) -> BoundsChart | None:
    """The chart of the run shown; None while it is hidden, and if the steps prove no bounds."""
    trace = inspect(state).trace
    if not state.display.visible.bounds or trace is None or not has_bounds(trace):
        return None
    run = Identity(trace)
    known, position = _curves(run), shown_position(state)
    lower, upper = (_until(curve, position) for curve in known)
    return BoundsChart(bounds_depth(trace), len(trace.steps) - 1, _extent(run), lower, upper)


def _until(curve: tuple[float, ...], position: float) -> tuple[ChartPoint, ...]:
    """The points up to a position; the last one is on the way to the next step, if both are known."""
    last = min(floor(position), len(curve) - 1)
    points = [(float(step), curve[step]) for step in range(last + 1) if isfinite(curve[step])]
    part = position - last
    if part > 0 and last + 1 < len(curve) and isfinite(curve[last]) and isfinite(curve[last + 1]):
        points.append((position, interpolate(curve[last], curve[last + 1], part)))
    return tuple(points)


@lru_cache(maxsize=8)
def _curves(run: Identity) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The lower and the upper bounds by step; of the depth, which is the negative distance, they change places."""
    pairs = bounds(run.value)
    lower, upper = tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs)
    if bounds_depth(run.value):
        return tuple(-value for value in upper), tuple(-value for value in lower)
    return lower, upper


@lru_cache(maxsize=8)
def _extent(run: Identity) -> tuple[float, float]:
    known = [value for curve in _curves(run) for value in curve if isfinite(value)]
    low, high = min(known), max(known)
    margin = MARGIN * (high - low) or MARGIN * abs(high) or 1.0
    return low - margin, high + margin
