"""What the engine says about the selected pair, cached on (shapes, poses, algorithm): a pure function of the state."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import engine
from engine.pose import Pose
from engine.result import Result, Trace
from engine.shapes import Hull, Mesh, Shape

from .state import State

# A drag makes a new entry for each pointer position; only those of the last few are ever asked for again.
CACHED = 64

# Shapes with so many vertices together have some 200 axes, which take 6 ms: with more a drag would stutter.
LIVE_VERTICES = 64

MANY_AXES = "These shapes have too many axes to test them at every turn: choose SAT to see them"


@dataclass(frozen=True)
class Inspection:
    """Everything the engine says about one pair."""

    answer: Result  # the default algorithm's: what the headline shows
    trace: Trace | None  # the chosen algorithm's; None where it does not take this pair
    refusal: str | None  # then: why
    axes: Trace | None  # SAT's, where it applies, and is chosen or quick
    axes_refusal: str | None  # else: why


def inspect(state: State) -> Inspection:
    """The engine's word on the selected pair under the selected algorithm."""
    a, b = state.bodies
    return _inspect(a.shape, a.pose, b.shape, b.pose, state.algorithm)


def current_step(state: State) -> int:
    """The number of the step that is shown: the chosen one, or the last where the trace ends before it."""
    return min(state.step, last_step(state))


def last_step(state: State) -> int:
    trace = inspect(state).trace
    return len(trace.steps) - 1 if trace else 0


def step_record(state: State) -> Any:
    """The record of the step that is shown; None where there is no trace."""
    trace = inspect(state).trace
    return trace.steps[current_step(state)] if trace else None


@lru_cache(maxsize=CACHED)
def _inspect(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, algorithm: str) -> Inspection:
    answer = _answer(shape_a, pose_a, shape_b, pose_b)
    trace, refusal = _trace(shape_a, pose_a, shape_b, pose_b, algorithm)
    quick = _vertices(shape_a) + _vertices(shape_b) <= LIVE_VERTICES
    axes = _trace(shape_a, pose_a, shape_b, pose_b, "sat") if quick or algorithm == "sat" else (None, MANY_AXES)
    return Inspection(answer, trace, refusal, *axes)


def _vertices(shape: Shape) -> int:
    return len(shape.vertices) if isinstance(shape, Hull | Mesh) else 0


@lru_cache(maxsize=CACHED)
def _answer(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Result:
    return engine.query(shape_a, pose_a, shape_b, pose_b)


@lru_cache(maxsize=CACHED)
def _trace(
    shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, algorithm: str
) -> tuple[Trace | None, str | None]:
    try:
        return engine.trace(shape_a, pose_a, shape_b, pose_b, algorithm), None
    except engine.NotApplicable as refusal:
        return None, str(refusal)
