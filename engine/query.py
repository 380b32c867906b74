"""The front door: one pair, one algorithm, an answer or a whole trace.

Algorithms are registered by name; each is a function from two placed shapes to a trace.  Without a name the
default runs: GJK, and where the cores overlap so that GJK cannot say how deep, the separating axes for two boxes.
"""

from collections.abc import Callable
from dataclasses import replace

from . import gjk, sat
from .bounds import size
from .pose import Pose, as_pose
from .result import Result, Trace
from .shapes import Box, Shape
from .support import convex
from .vectors import Vec3, add, along, scale

Algorithm = Callable[[Shape, Pose, Shape, Pose], Trace]


class NotApplicable(ValueError):
    """The algorithm does not take this pair of shapes; the message says which it takes."""


def query(shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object, algorithm: str | None = None) -> Result:
    """The answer about one pair.

    Poses are `Pose` values or 4×4 matrices.  Without `algorithm` the default runs and the result names what
    contributed (`gjk`, `gjk+sat`).  Raises `ValueError` for an unknown algorithm or a bad pose, `NotApplicable`
    for a pair that the algorithm does not take.
    """
    if algorithm is not None:
        return trace(shape_a, pose_a, shape_b, pose_b, algorithm).result
    a, b = as_pose(pose_a, "pose_a"), as_pose(pose_b, "pose_b")
    answer = _trace_gjk(shape_a, a, shape_b, b).result
    if answer.signed_distance is None and isinstance(shape_a, Box) and isinstance(shape_b, Box):
        return _depth_by_sat(shape_a, a, shape_b, b, answer)
    return answer


def trace(shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object, algorithm: str) -> Trace:
    """All steps of one algorithm on one pair; arguments and errors as for `query`."""
    if algorithm not in ALGORITHMS:
        raise ValueError(f"algorithm: unknown name {algorithm!r}; one of {', '.join(ALGORITHMS)}")
    return ALGORITHMS[algorithm](shape_a, as_pose(pose_a, "pose_a"), shape_b, as_pose(pose_b, "pose_b"))


def _trace_gjk(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Trace:
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    steps = gjk.run(a, b)
    return Trace("gjk", steps, gjk.result(a, b, steps[-1], size(shape_a, pose_a, shape_b, pose_b)))


def _trace_sat(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Trace:
    if not (isinstance(shape_a, Box) and isinstance(shape_b, Box)):
        kinds = " and ".join(type(shape).__name__.lower() for shape in (shape_a, shape_b))
        raise NotApplicable(f"SAT takes two boxes, not {kinds}")
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    steps = sat.run(a, b)
    return Trace("sat", steps, sat.result(a, b, steps[-1], size(shape_a, pose_a, shape_b, pose_b)))


ALGORITHMS: dict[str, Algorithm] = {"gjk": _trace_gjk, "sat": _trace_sat}


def _depth_by_sat(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, overlap: Result) -> Result:
    """GJK's answer about two boxes whose cores overlap, completed with the depth that SAT finds."""
    depth = _trace_sat(shape_a, pose_a, shape_b, pose_b).result
    if depth.normal is None or depth.signed_distance is None:
        return overlap
    witness_a, witness_b = _contact(shape_a, pose_a, shape_b, pose_b, depth.normal, depth.signed_distance)
    combined = replace(depth, algorithm="gjk+sat", exit=overlap.exit, steps=overlap.steps + depth.steps)
    return replace(combined, witness_a=witness_a, witness_b=witness_b)


def _contact(
    shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, normal: Vec3, signed_distance: float
) -> tuple[Vec3, Vec3]:
    """The witness points of a penetrating pair: where it touches once A is pushed out, taken back on A."""
    pushed = pose_a._replace(position=add(pose_a.position, scale(normal, signed_distance)))
    a, b = convex(shape_a, pushed), convex(shape_b, pose_b)
    witness_a, witness_b = gjk.witnesses(gjk.run(a, b)[-1])
    origin = pushed.position
    return (
        along(add(witness_a, origin), normal, a.radius - signed_distance),
        along(add(witness_b, origin), normal, -b.radius),
    )
