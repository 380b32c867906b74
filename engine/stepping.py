"""Uniform access to the `start` and `step` functions of each algorithm, so that any single step can be run again.

The arguments of `start` and `step` other than the state differ between algorithms: placed cores, a list of axes,
bounding volumes.  A `Stepping` holds both functions with their arguments for one pair, the same as in the algorithm's
`trace`:

    stepping = STEPPINGS["gjk"](shape_a, pose_a, shape_b, pose_b, DEFAULT)
    first = stepping.start(*stepping.first)
    second = stepping.step(*stepping.always, first)
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from gjkscope.engine.aabb import steps as aabb
from gjkscope.engine.brute import steps as brute
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.geometry.volumes import both_volumes
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.headbutt import steps as headbutt
from gjkscope.engine.mpr import steps as mpr
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single
from gjkscope.engine.sat import steps as sat
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import Convex, convex
from gjkscope.engine.sphere import steps as sphere
from gjkscope.engine.tetrahedron import steps as tetrahedron


class Stepping(NamedTuple):
    """An algorithm on one pair: `start(*first)` is its first step, `step(*always, state)` the one after `state`."""

    start: Callable[..., Any]
    step: Callable[..., Any]
    first: tuple[Any, ...]
    always: tuple[Any, ...]


def _gjk(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    cores = gjk.relative(*_cores(shape_a, pose_a, shape_b, pose_b, options))
    return Stepping(gjk.start, gjk.step, cores, cores)


def _epa(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    a, b = _cores(shape_a, pose_a, shape_b, pose_b, options)
    cores = gjk.relative(a, b)
    return Stepping(epa.start, epa.step, (*cores, gjk.run(a, b)[-1]), cores)


def _sat(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    pair = sat.prepare(shape_a, pose_a, shape_b, pose_b, options)
    return Stepping(sat.start, sat.step, (pair,), (pair,))


def _mpr(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    a, b, clearance, tolerance = mpr.prepare(shape_a, pose_a, shape_b, pose_b)
    shapes = gjk.relative(a, b)
    return Stepping(mpr.start, mpr.step, (*shapes, clearance, tolerance), shapes)


def _brute(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    pair = brute.prepare(shape_a, pose_a, shape_b, pose_b, options)
    return Stepping(brute.start, brute.step, (pair,), (pair,))


def _exact(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    pair = exact.prepare(shape_a, pose_a, shape_b, pose_b)
    return Stepping(exact.start, exact.step, (pair,), (pair,))


def _aabb(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    return Stepping(aabb.start, aabb.step, both_volumes(shape_a, pose_a, shape_b, pose_b), ())


def _sphere(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    return Stepping(sphere.start, sphere.step, both_volumes(shape_a, pose_a, shape_b, pose_b), ())


def _headbutt(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    listed = headbutt.listed_core(convex(shape_a, pose_a)), headbutt.listed_core(convex(shape_b, pose_b))
    return Stepping(headbutt.start, headbutt.step, listed, listed)


def _tetrahedron(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    shapes = convex(shape_a, pose_a), convex(shape_b, pose_b)
    direction = options.direction or tetrahedron.FIRST_DIRECTION
    return Stepping(tetrahedron.start, tetrahedron.step, (*shapes, direction), shapes)


def _cores(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> tuple[Convex, Convex]:
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    return (single(a), single(b)) if options.float32 else (a, b)


STEPPINGS: dict[str, Callable[[Shape, Pose, Shape, Pose, Options], Stepping]] = {
    "gjk": _gjk,
    "epa": _epa,
    "sat": _sat,
    "mpr": _mpr,
    "brute": _brute,
    "exact": _exact,
    "aabb": _aabb,
    "sphere": _sphere,
    "headbutt": _headbutt,
    "tetrahedron": _tetrahedron,
}
"""Keys are those of `query.ALGORITHMS`.  Each function raises the same errors as the algorithm's `trace`."""
