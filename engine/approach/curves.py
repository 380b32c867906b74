"""The distance of two moving bodies over time, and the lower bound of it that a step of a search proves or follows.

Each search follows another curve down to zero.  Conservative advancement follows a straight line from the gap, which
falls at the bound of the closing speed.  A GJK ray cast follows the height of the ray over a plane, a straight line
too.  The search for the time of impact follows the separation along an axis, which is curved if a body turns.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.advancement.motion import move_pose
from gjkscope.engine.advancement.steps import State as Advanced
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.casting.steps import State as Cast
from gjkscope.engine.query import trace
from gjkscope.engine.resolution.pair import DEPTH
from gjkscope.engine.time_of_impact.separation import Sweep, separation_curve
from gjkscope.engine.time_of_impact.steps import State as Impact

Numbers = npt.NDArray[np.float64]

AROUND = 3.0  # where a plot of a time of impact ends, relative to the time of contact


class Curve(NamedTuple):
    """Values in metres by time in seconds; NaN where nothing is known."""

    times: Numbers
    values: Numbers


class Measured(NamedTuple):
    """A measurement of a step: the time in seconds, and its value on the curve of the step in metres."""

    time: float
    value: float


def signed_distance_at(sweep: Sweep, time: float) -> float:
    """The signed distance at a time, metres; NaN if it is unknown."""
    poses = (move_pose(pose, motion, time) for pose, motion in zip(sweep.poses, sweep.motions, strict=True))
    pose_a, pose_b = poses
    distance = trace(sweep.shapes[0], pose_a, sweep.shapes[1], pose_b, DEPTH).result.signed_distance
    return float("nan") if distance is None else distance


def distance_curve(sweep: Sweep, start: float, end: float, count: int) -> Curve:
    """The signed distance at `count` times from `start` to `end`."""
    times = np.linspace(start, end, count)
    values = []
    for time in times.tolist():
        checkpoint()
        values.append(signed_distance_at(sweep, time))
    return Curve(times, np.array(values))


def step_curve(sweep: Sweep, step: Any, start: float, end: float, count: int) -> Curve:
    """The curve that the step follows, from `start` to `end`.  Raises `ValueError` if it is not a step of a search."""
    match step:
        case Advanced():
            return _line(step.time, step.gap, step.bound, start, end)
        case Cast():
            return _line(step.time - step.advance, step.height, step.approach, start, end)
        case Impact():
            times = np.linspace(start, end, count)
            return Curve(times, separation_curve(sweep, step.axis, times))
    raise ValueError(f"step: must be of a search for a first contact, got {type(step).__name__}")


def measurement(step: Any) -> Measured:
    """The measurements of the step. Raises `ValueError` if it is not a step of a search."""
    match step:
        case Advanced():
            return Measured(step.time, step.gap)
        case Cast():
            return Measured(step.time, step.distance)
        case Impact():
            return Measured(step.time, step.separation)
    raise ValueError(f"step: must be of a search for a first contact, got {type(step).__name__}")


def _line(time: float, height: float, speed: float, start: float, end: float) -> Curve:
    """The part between `start` and `end` of the line that passes through a height at a time and falls at a speed."""
    times = np.array([max(time, start), max(time, end)])
    return Curve(times, height - speed * (times - time))


def span_of(steps: tuple[Any, ...], step: Any) -> tuple[float, float]:
    """The times that a plot of the step shows: all that the search advanced to, and for a time of impact t₁ to t₂.

    While t₂ is far beyond where that search ends, the plot shows the times around its end.
    """
    if isinstance(step, Impact) and step.earliest < step.latest:
        near = AROUND * measurement(steps[-1]).time
        return step.earliest, min(step.latest, near) if near > step.earliest else step.latest
    last = max(measurement(entry).time for entry in steps)
    return 0.0, last or 1.0
