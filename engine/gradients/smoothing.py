"""The signed distance smoothed by randomised smoothing: its mean over random poses of B near the given one.

Montaut, Le Lidec, Bambade, Petrik, Sivic, Carpentier, Differentiable Collision Detection: a Randomized Smoothing
Approach, ICRA 2023.  A function φ may have kinks; its mean φσ(x) = E[φ(x + σ Z)], Z normal, has none.  A larger σ
rounds them more, and moves φσ further from φ.

1. Draw z in pairs of opposite signs.  B moves by σ · size · z[0:3], and turns by σ · z[3:6] radians about its position.
2. φσ is the mean of the distances.  φ is Lipschitz continuous, so it has a gradient almost everywhere, and the
   gradient of the mean is the mean of the gradients.  A turn ω before the random one R acts as R ω after it, so the
   gradient by ω is that of the sample turned back by R.
3. The standard error is the uncertainty of the mean of these samples.

Departures: the paper smooths the witness points, to differentiate them, by noise on the poses (order 0) or on the
directions (order 1); here the distance is smoothed, by noise on the pose, with the gradients of the samples.
"""

from dataclasses import dataclass
from math import sqrt
from random import Random

import numpy as np
import numpy.typing as npt

from gjkscope.engine.advancement.motion import rotation_by
from gjkscope.engine.arguments import length, positive_count
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.result import NotApplicable, Result
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape, as_pair
from gjkscope.engine.vectors import Vec3, along, cross, product, scale, sub, transposed_times

SIGMA, COUNT = 0.05, 200


@dataclass(frozen=True)
class SmoothedDistance:
    """The smoothed signed distance and its gradient, each with its standard error.

    >>> from gjkscope import Pose, Sphere, smoothed_distance
    >>> found = smoothed_distance(Sphere(1), Pose(), Sphere(1), Pose(position=(3, 0, 0)), count=8)
    >>> found.count
    8
    """

    sigma: float  #: part of the pair's size, and radians
    count: int  #: samples
    signed_distance: float  #: φσ, metres
    distance_error: float  #: metres
    translation: Vec3  #: ∂φσ/∂t, no unit
    translation_error: Vec3  #: of each component
    rotation: Vec3  #: ∂φσ/∂ω, metres per radian
    rotation_error: Vec3  #: of each component


def smoothed_distance(
    shape_a: Shape,
    pose_a: object,
    shape_b: Shape,
    pose_b: object,
    sigma: float = SIGMA,
    count: int = COUNT,
    seed: int = 1,
) -> SmoothedDistance:
    """The mean of the signed distance and of its gradient over `count` random poses of B.

    `shape_a`, `pose_a`, `shape_b` and `pose_b` are as for `query`.  `sigma` is the standard deviation, relative to the
    pair's size, and in radians; `count` is rounded up to an even number.  The same `seed` gives the same poses.

    Raises `ValueError` as `query` does, and `NotApplicable` if a pose has no distance, and for 2D shapes.

    >>> from gjkscope import Pose, Sphere, smoothed_distance
    >>> found = smoothed_distance(Sphere(1), Pose(), Sphere(1), Pose(position=(3, 0, 0)), sigma=0.01)
    >>> abs(found.signed_distance - 1) < 5 * found.distance_error + 1e-3, round(found.translation[0], 2)
    (True, 1.0)
    """
    sigma, pairs = length("sigma", sigma), (positive_count("count", count) + 1) // 2
    seed = positive_count("seed", seed)
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    if shape_a.dimension == 2:
        raise NotApplicable("gradients are those of 3D shapes, not of 2D ones")
    size, random = size_of(shape_a, a, shape_b, b), Random(seed)
    rows: list[tuple[float, ...]] = []
    for _ in range(pairs):
        checkpoint()
        noise = [random.gauss(0.0, 1.0) for _ in range(6)]
        both = [_sample(shape_a, a, shape_b, b, [sign * sigma * z for z in noise], size) for sign in (1, -1)]
        rows.append(tuple((x + y) / 2 for x, y in zip(*both, strict=True)))
    return _summary(np.array(rows), sigma)


def moved_pose(pose: Pose, shift: Vec3, turn: Vec3) -> Pose:
    """The pose after a translation, and a rotation about its position by a vector of that many radians."""
    return Pose(product(rotation_by(turn), pose.rotation), along(pose.position, shift, 1.0))


def _sample(shape_a: Shape, a: Pose, shape_b: Shape, b: Pose, noise: list[float], size: float) -> tuple[float, ...]:
    """The distance, and the six derivatives, of one random pose."""
    x, y, z, u, v, w = noise
    place = moved_pose(b, scale((x, y, z), size), (u, v, w))
    distance, normal, witness = _measured(result_only(shape_a, a, shape_b, place))
    turned = transposed_times(rotation_by((u, v, w)), cross(sub(witness, place.position), normal))
    return (distance, *normal, *turned)


def _measured(result: Result) -> tuple[float, Vec3, Vec3]:
    if result.of_hulls:
        raise NotApplicable("gradients are those of convex shapes, not of a mesh that is not convex")
    if result.signed_distance is None or result.normal is None or result.witness_b is None:
        raise NotApplicable(f"the signed distance of a random pose is not known: {result.exit.words}")
    return result.signed_distance, result.normal, result.witness_b


def _summary(rows: npt.NDArray[np.float64], sigma: float) -> SmoothedDistance:
    means, count = rows.mean(axis=0), len(rows)
    errors = rows.std(axis=0, ddof=1) / sqrt(count) if count > 1 else np.full(7, np.inf)
    return SmoothedDistance(
        sigma,
        2 * count,
        float(means[0]),
        float(errors[0]),
        _vec(means[1:4]),
        _vec(errors[1:4]),
        _vec(means[4:7]),
        _vec(errors[4:7]),
    )


def _vec(numbers: npt.NDArray[np.float64]) -> Vec3:
    x, y, z = numbers.tolist()
    return (x, y, z)
