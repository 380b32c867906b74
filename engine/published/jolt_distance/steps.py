"""Jolt's collision test with a separation distance (`mMaxSeparationDistance`), which answers distances, too.

Written from the files that `published/jolt/steps.py` names.  The separation s is the least power of two that is not
below the distance of GJK's first support point from the origin, hence not below that of the shapes.  GJK adds it to the
radius of shape 1, so that no direction is too far, and the depth of a gap is negative.  EPA pads shape 1 by s, but at
most by 1 m, and subtracts it from the depth.

How it fails: as without s, and the depth of shapes that overlap loses digits.  EPA's tolerance is relative to the
padded depth, and a padded box is round: of millimetres with a padding of 1 m, no digit is right.
"""

from math import ceil, log2
from typing import Any

from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.engine_step import EngineStep
from gjkscope.engine.published.jolt import steps as jolt
from gjkscope.engine.published.jolt.arithmetic import float32, quiet, single_length
from gjkscope.engine.published.jolt.steps import JoltPair, step
from gjkscope.engine.result import Trace
from gjkscope.engine.shapes import kinds

LEAST_SEPARATION = 2.0**-10
"""Metres, for shapes that share the point."""


class State(EngineStep):
    """A step of Jolt with a separation distance."""

    __slots__ = ()


def trace(shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of Jolt on two placed shapes.  Raises `NotApplicable` for shapes that Jolt does not have."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("jolt-distance", start(pair), lambda state: step(pair, state))


def prepare(
    shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose, options: Options = DEFAULT
) -> JoltPair:
    """Raises `NotApplicable` for shapes that Jolt does not have."""
    pair = jolt.prepare(shape_a, pose_a, shape_b, pose_b, options)
    with quiet():
        first = float(single_length(pair.core_point(pair.direction, 0).y))
    return pair._replace(separation=float32(2.0 ** ceil(log2(max(first, LEAST_SEPARATION)))))


def start(pair: JoltPair) -> Any:
    """The first iteration of GJK."""
    return jolt.start(pair, State)
