"""The front door: one pair, one algorithm, an answer or a whole trace.

Algorithms are registered by name; each is a function from two placed shapes to a trace.  Without a name the
default runs: GJK, and where the cores overlap so that GJK cannot say how deep, the separating axes for two boxes.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from . import exact, gjk, sat
from .options import DEFAULT, Options
from .pose import Pose, as_pose
from .result import Result, Trace
from .shapes import SHAPE_TYPES, Box, Shape
from .support import convex
from .vectors import Vec3, add, along, scale


class Algorithm(NamedTuple):
    """What stands behind a name."""

    title: str  # for a menu
    trace: Callable[[Shape, Pose, Shape, Pose, Options], Trace]
    options: tuple[str, ...] = ()  # the fields of `Options` that it knows


ALGORITHMS: dict[str, Algorithm] = {
    "gjk": Algorithm("GJK distance", gjk.trace),
    "sat": Algorithm("SAT, separating axes", sat.trace),
    "exact": Algorithm("Exact arithmetic", exact.trace),
}


def query(
    shape_a: Shape,
    pose_a: object,
    shape_b: Shape,
    pose_b: object,
    algorithm: str | None = None,
    options: Options = DEFAULT,
) -> Result:
    """The answer about one pair.

    Poses are `Pose` values or 4×4 matrices.  Without `algorithm` the default runs and the result names what
    contributed (`gjk`, `gjk+sat`).  Raises `ValueError` for an unknown algorithm or option, a bad shape or pose,
    `NotApplicable` for a pair that the algorithm does not take.
    """
    if algorithm is not None:
        return trace(shape_a, pose_a, shape_b, pose_b, algorithm, options).result
    check_options("gjk", options)
    a, b = _checked(shape_a, pose_a, "a"), _checked(shape_b, pose_b, "b")
    answer = gjk.trace(shape_a, a, shape_b, b, options).result
    if answer.signed_distance is None and isinstance(shape_a, Box) and isinstance(shape_b, Box):
        return _depth_by_sat(shape_a, a, shape_b, b, answer)
    return answer


def trace(
    shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object, algorithm: str, options: Options = DEFAULT
) -> Trace:
    """All steps of one algorithm on one pair; arguments and errors as for `query`."""
    if algorithm not in ALGORITHMS:
        raise ValueError(f"algorithm: unknown name {algorithm!r}; one of {', '.join(ALGORITHMS)}")
    check_options(algorithm, options)
    a, b = _checked(shape_a, pose_a, "a"), _checked(shape_b, pose_b, "b")
    return ALGORITHMS[algorithm].trace(shape_a, a, shape_b, b, options)


def _checked(shape: object, pose: object, side: str) -> Pose:
    """The pose, once both it and the shape are known to be usable."""
    if not isinstance(shape, tuple(SHAPE_TYPES.values())):
        raise ValueError(f"shape_{side}: must be one of {', '.join(SHAPE_TYPES)}, got {shape!r}")
    return as_pose(pose, f"pose_{side}")


def check_options(algorithm: str, options: Options) -> None:
    """Raises `ValueError` for an option that the algorithm does not have."""
    known = ALGORITHMS[algorithm].options
    for name in options.chosen():
        if name not in known:
            takers = [taker for taker, entry in ALGORITHMS.items() if name in entry.options]
            raise ValueError(f"{name}: not an option of {algorithm}; of {', '.join(takers) or 'no algorithm'}")


def _depth_by_sat(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, overlap: Result) -> Result:
    """GJK's answer about two boxes whose cores overlap, completed with the depth that SAT finds."""
    depth = sat.trace(shape_a, pose_a, shape_b, pose_b).result
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
