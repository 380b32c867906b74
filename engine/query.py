"""The main entry point: runs one algorithm on one pair and returns the result or the whole trace.

Algorithms are registered by name (registry/algorithms.py); each has a function from two placed shapes to a trace.  By
default, GJK runs; if the cores overlap, so that GJK cannot determine the depth, EPA continues from its last simplex.
"""

from dataclasses import replace
from typing import Any, NamedTuple

from gjkscope.engine import epa, gjk
from gjkscope.engine.arguments import choice, short_repr
from gjkscope.engine.evidence.search import with_certificate, with_hulls
from gjkscope.engine.native.depth import EPA, measured
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.plane.default import default_in_plane, with_epa_in_plane
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import in_single
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS, algorithm_for, all_names, options_of
from gjkscope.engine.result import AskedPair, Exit, Result, Trace, finite
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape, as_pair
from gjkscope.engine.shapes.support import Convex, convex


def query(
    shape_a: Shape,
    pose_a: object,
    shape_b: Shape,
    pose_b: object,
    algorithm: str | None = None,
    options: Options = DEFAULT,
) -> Result:
    """Returns the signed distance, normal and witness points of two shapes, with a certificate if one is found.

    `shape_a` and `shape_b` are any convex `Shape`, both in 3D or both in the plane.  `pose_a` and `pose_b` are `Pose`
    values or rigid 4×4 matrices (local to world, column vectors).  Lengths are in metres.  The signed distance is
    positive if the shapes are separated and minus the penetration depth if they overlap; the normal is a unit vector
    from A to B; witness points are in world coordinates.

    `algorithm` is a key of `ALGORITHMS`.  By default GJK runs, then EPA if the cores overlap, and `Result.algorithm` is
    "gjk" or "gjk+epa".  A mesh is replaced by its convex hull, except by "brute" and "mesh-distance"; if it is not
    convex, the result is `of_hulls` and not certified, and `query_parts` answers by its convex parts, if it has any.

    2D shapes are answered in the plane, by the algorithms in `PLANAR_ALGORITHMS`; their poses come from `plane_pose`.
    `options` are those of the algorithm.

    Raises `ValueError` for an invalid shape or pose, a 2D shape with a 3D one, an unknown algorithm, or an option that
    the algorithm does not support; `NotApplicable` (a `ValueError`) if the algorithm does not support this pair of
    shapes.

    Sources: Gilbert, Johnson, Keerthi, IEEE Journal of Robotics and Automation 4, 1988 (GJK); van den Bergen, Collision
    Detection in Interactive 3D Environments, 2003 (GJK, EPA).

    >>> from gjkscope import Box, Pose, Sphere, query
    >>> result = query(Box((1, 1, 1)), Pose(), Sphere(0.5), Pose(position=(2, 0, 0)))
    >>> result.verdict.value, round(result.signed_distance, 6), result.certified
    ('separated', 0.5, True)
    """
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    run = _run(shape_a, a, shape_b, b, algorithm, options)
    result = with_certificate(_stated_result(run.result, shape_a, shape_b), shape_a, a, shape_b, b, run.last)
    return replace(result, asked=AskedPair(shape_a, a, shape_b, b, options))


def certify_run(run: Trace, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Result:
    """The result of a run, with a certificate if one is found."""
    result = _stated_result(run.result, shape_a, shape_b)
    return with_certificate(result, shape_a, pose_a, shape_b, pose_b, _last_of_each(run.steps))


def result_only(
    shape_a: Shape,
    pose_a: object,
    shape_b: Shape,
    pose_b: object,
    algorithm: str | None = None,
    options: Options = DEFAULT,
) -> Result:
    """The result of `query` without a certificate, which can take longer to find than the result.

    Of the default algorithm and of "epa" it is what machine code computes, where that has been loaded.
    """
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    return result_at(shape_a, a, shape_b, b, algorithm, options)


def result_at(
    shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, algorithm: str | None, options: Options = DEFAULT
) -> Result:
    """`result_only` for shapes and poses that have already been validated."""
    found = None
    if algorithm in (None, EPA) and options is DEFAULT:
        found = measured(shape_a, pose_a, shape_b, pose_b, algorithm)
    if found is None:
        found = _run(shape_a, pose_a, shape_b, pose_b, algorithm, options).result
    return _stated_result(found, shape_a, shape_b)


def trace(
    shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object, algorithm: str, options: Options = DEFAULT
) -> Trace:
    """Runs one algorithm on one pair and returns all its steps and the result, without a certificate.

    Arguments, conventions, sources and errors are those of `query`, but `algorithm` is required.  The type of the steps
    depends on the algorithm; all have the fields `iteration` and `exit`.

    >>> from gjkscope import Box, Pose, Sphere, trace
    >>> run = trace(Box((1, 1, 1)), Pose(), Sphere(0.5), Pose(position=(2, 0, 0)), "gjk")
    >>> len(run.steps), run.result.exit.words
    (3, 'converged')
    """
    check_options(algorithm, options)
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    run = trace_pair(shape_a, a, shape_b, b, algorithm, options)
    return replace(run, asked=AskedPair(shape_a, a, shape_b, b, options))


def trace_pair(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, algorithm: str, options: Options) -> Trace:
    """`trace` for arguments that have already been validated.  Raises `NotApplicable`."""
    run = algorithm_for(algorithm, shape_a).trace(shape_a, pose_a, shape_b, pose_b, options)
    return Trace(run.algorithm, run.steps, _stated_result(run.result, shape_a, shape_b))


def _stated_result(result: Result, shape_a: Shape, shape_b: Shape) -> Result:
    """The result without non-finite quantities, stating which shapes were taken as their hulls."""
    return with_hulls(finite(result), shape_a, shape_b)


class _Found(NamedTuple):
    """The part of a run that a query keeps."""

    result: Result
    last: tuple[Any, ...]  # the last step of each algorithm that ran


def _run(shape_a: Shape, a: Pose, shape_b: Shape, b: Pose, algorithm: str | None, options: Options) -> _Found:
    check_options("gjk" if algorithm is None else algorithm, options)
    if algorithm is None:
        run = _default_run(shape_a, a, shape_b, b, options)
    else:
        run = algorithm_for(algorithm, shape_a).trace(shape_a, a, shape_b, b, options)
    return _Found(run.result, _last_of_each(run.steps))


def _last_of_each(steps: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple({type(step): step for step in steps}.values())


def check_options(algorithm: str, options: Options) -> None:
    """Raises `ValueError` for an unknown algorithm, or an option that it does not support."""
    known = options_of(choice("algorithm", algorithm, all_names()))
    if not isinstance(options, Options):
        raise ValueError(f"options: must be Options, got {short_repr(options)}")
    for name in options.chosen():
        if name not in known:
            takers = [taker for taker in all_names() if name in options_of(taker)]
            raise ValueError(f"{name}: not an option of {algorithm}; of {', '.join(takers) or 'no algorithm'}")
    for test in options.corrected:
        if test not in (tests := ENGINE_ALGORITHMS[algorithm].tests):
            raise ValueError(
                f"corrected: {algorithm} has no test {short_repr(test)} that exact arithmetic can decide; "
                f"it has {', '.join(map(repr, tests))}"
            )


def known_options(algorithm: str, options: Options) -> Options:
    """The options, with those that the algorithm does not support reset to their defaults."""
    known = options_of(algorithm)
    unknown = {name: getattr(DEFAULT, name) for name in options.chosen() if name not in known}
    if options.corrected and "corrected" in known:
        tests = ENGINE_ALGORITHMS[algorithm].tests  # the others are of another engine
        unknown["corrected"] = tuple(test for test in options.corrected if test in tests)
    return replace(options, **unknown) if unknown else options


def with_epa(run: Trace, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Trace:
    """The default run, given GJK's trace of the pair in double precision: EPA is added if GJK's bounds have not met.

    The result has no certificate.
    """
    if shape_a.dimension == 2:
        whole = with_epa_in_plane(run.steps, shape_a, pose_a, shape_b, pose_b)
    else:
        size = size_of(shape_a, pose_a, shape_b, pose_b)
        a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
        whole = _then_epa(a, b, size, run.steps, epa.run(a, b, run.steps[-1]))
    return replace(whole, result=_stated_result(whole.result, shape_a, shape_b))


def _default_run(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Trace:
    """The default run; in 3D without EPA's steps, except the last."""
    if shape_a.dimension == 2:
        return default_in_plane(shape_a, pose_a, shape_b, pose_b, options)
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    size = size_of(shape_a, pose_a, shape_b, pose_b)
    gap = gjk.wanted_gap(options, shape_a, shape_b)
    return in_single(_gjk_then_epa, a, b, size, gap) if options.float32 else _gjk_then_epa(a, b, size, gap)


def _gjk_then_epa(a: Convex, b: Convex, size: float, gap: float) -> Trace:
    gjk_steps = gjk.run(a, b, gap)
    return _then_epa(a, b, size, gjk_steps, (epa.run_to_last(a, b, gjk_steps[-1]),))


def _then_epa(
    a: Convex, b: Convex, size: float, gjk_steps: tuple[gjk.State, ...], depth: tuple[epa.State, ...]
) -> Trace:
    """GJK's steps, followed by EPA's if GJK's bounds have not met.  The last one of EPA suffices for the result."""
    if depth[-1].exit == Exit.DISTANCE_KNOWN:
        return Trace("gjk", gjk_steps, gjk.result(a, b, gjk_steps[-1], size))
    answer = epa.result(a, b, gjk_steps[-1], depth[-1], size)
    steps = len(gjk_steps) + answer.steps
    return Trace("gjk+epa", (*gjk_steps, *depth), replace(answer, algorithm="gjk+epa", steps=steps))
