"""The front door: one pair, one algorithm, an answer or a whole trace.

Algorithms are registered by name; each is a function from two placed shapes to a trace.  Without a name the
default runs: GJK, and where the cores overlap so that GJK cannot say how deep, EPA, which goes on from where it ended.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from . import aabb, brute, epa, exact, gjk, headbutt, mpr, sat, sphere, tetrahedron
from .arguments import choice, shown
from .bounds import size as size_of
from .certify import certify
from .options import DEFAULT, Options
from .pose import Pose, as_pose
from .precision import in_single
from .result import Exit, Result, Trace, finite
from .shapes import Shape, as_shape
from .support import Convex, convex


class Algorithm(NamedTuple):
    """What stands behind a name."""

    title: str  # for a menu
    trace: Callable[[Shape, Pose, Shape, Pose, Options], Trace]
    options: tuple[str, ...] = ()  # the fields of `Options` that it knows


ALGORITHMS: dict[str, Algorithm] = {
    "gjk": Algorithm("GJK distance", gjk.trace, ("float32",)),
    "epa": Algorithm("EPA penetration depth", epa.trace, ("float32",)),
    "sat": Algorithm("SAT, separating axes", sat.trace, ("float32",)),
    "mpr": Algorithm("MPR (XenoCollide)", mpr.trace),
    "brute": Algorithm("Brute force, ray parity", brute.trace, ("crossings",)),
    "exact": Algorithm("Exact arithmetic", exact.trace),
    "aabb": Algorithm("Bounding boxes (AABB)", aabb.trace),
    "sphere": Algorithm("Bounding spheres", sphere.trace),
    "headbutt": Algorithm("GJK as in the Headbutt article", headbutt.trace),
    "tetrahedron": Algorithm("GJK by tetrahedra", tetrahedron.trace, ("direction",)),
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
    contributed (`gjk`, `gjk+epa`).  It comes with a certificate where one is found.  Raises `ValueError` for an
    unknown algorithm or option, a bad shape or pose, `NotApplicable` for a pair that the algorithm does not take.
    """
    a, b = _checked(shape_a, pose_a, "a"), _checked(shape_b, pose_b, "b")
    return certified(_found(shape_a, a, shape_b, b, algorithm, options), shape_a, a, shape_b, b)


def certified(found: Trace, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Result:
    """The answer of a run, with a certificate where one is found."""
    result = finite(found.result)
    last = {type(step): step for step in found.steps}  # of each algorithm that had a part in it
    return replace(result, certificate=certify(result, shape_a, pose_a, shape_b, pose_b, tuple(last.values())))


def answer(
    shape_a: Shape,
    pose_a: object,
    shape_b: Shape,
    pose_b: object,
    algorithm: str | None = None,
    options: Options = DEFAULT,
) -> Result:
    """What `query` answers, without a certificate, which may take longer to find than the answer."""
    a, b = _checked(shape_a, pose_a, "a"), _checked(shape_b, pose_b, "b")
    return finite(_found(shape_a, a, shape_b, b, algorithm, options).result)


def trace(
    shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object, algorithm: str, options: Options = DEFAULT
) -> Trace:
    """All steps of one algorithm on one pair; arguments and errors as for `query`."""
    check_options(algorithm, options)
    a, b = _checked(shape_a, pose_a, "a"), _checked(shape_b, pose_b, "b")
    return traced(shape_a, a, shape_b, b, algorithm, options)


def traced(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, algorithm: str, options: Options) -> Trace:
    """The same where shapes, poses and options are known to be usable.  Raises `NotApplicable`."""
    found = ALGORITHMS[algorithm].trace(shape_a, pose_a, shape_b, pose_b, options)
    return Trace(found.algorithm, found.steps, finite(found.result))


def _found(shape_a: Shape, a: Pose, shape_b: Shape, b: Pose, algorithm: str | None, options: Options) -> Trace:
    check_options("gjk" if algorithm is None else algorithm, options)
    if algorithm is None:
        return _default_trace(shape_a, a, shape_b, b, options)
    return ALGORITHMS[algorithm].trace(shape_a, a, shape_b, b, options)


def _checked(shape: object, pose: object, side: str) -> Pose:
    """The pose, once both it and the shape are known to be usable."""
    as_shape(shape, f"shape_{side}")
    return as_pose(pose, f"pose_{side}")


def check_options(algorithm: str, options: Options) -> None:
    """Raises `ValueError` for an unknown algorithm, and for an option that it does not have."""
    known = ALGORITHMS[choice("algorithm", algorithm, ALGORITHMS)].options
    if not isinstance(options, Options):
        raise ValueError(f"options: must be Options, got {shown(options)}")
    for name in options.chosen():
        if name not in known:
            takers = [taker for taker, entry in ALGORITHMS.items() if name in entry.options]
            raise ValueError(f"{name}: not an option of {algorithm}; of {', '.join(takers) or 'no algorithm'}")


def known_options(algorithm: str, options: Options) -> Options:
    """The options without those that the algorithm does not know."""
    known = ALGORITHMS[algorithm].options
    unknown = {name: getattr(DEFAULT, name) for name in options.chosen() if name not in known}
    return replace(options, **unknown) if unknown else options


def completed(found: Trace, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> Trace:
    """The default run, from GJK's on: that itself, or where its bounds have not met, with EPA from its last step on.

    `found` is GJK's trace of the pair in double precision.  The answer has no certificate yet.
    """
    size = size_of(shape_a, pose_a, shape_b, pose_b)
    whole = _then_epa(convex(shape_a, pose_a), convex(shape_b, pose_b), size, found.steps)
    return replace(whole, result=finite(whole.result))


def _default_trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Trace:
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    size = size_of(shape_a, pose_a, shape_b, pose_b)
    return in_single(_gjk_then_epa, a, b, size) if options.float32 else _gjk_then_epa(a, b, size)


def _gjk_then_epa(a: Convex, b: Convex, size: float) -> Trace:
    return _then_epa(a, b, size, gjk.run(a, b))


def _then_epa(a: Convex, b: Convex, size: float, found: tuple[gjk.State, ...]) -> Trace:
    """GJK, and where its bounds have not met, EPA from its last step on."""
    depth = epa.run(a, b, found[-1])
    if depth[-1].exit == Exit.DISTANCE_KNOWN:
        return Trace("gjk", found, gjk.result(a, b, found[-1], size))
    answer = epa.result(a, b, found[-1], depth[-1], size)
    steps = (*found, *depth)
    return Trace("gjk+epa", steps, replace(answer, algorithm="gjk+epa", steps=len(steps)))
