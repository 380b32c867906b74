"""Stability of an answer: queries the pair many times with B perturbed slightly.

1. Draw a displacement of B from the ball of radius ε · size, and a rotation about a random axis through B's middle by
   an angle up to ε, so that points at a distance of the size move by as much again.
2. Query the perturbed pair and count the verdicts.

The same seed gives the same perturbations for every ε, only scaled, so that spreads can be compared; a higher count
adds perturbations without changing the first ones.  An exact contact is unstable at every ε: about half of the
perturbations open a gap.  An answer is robust up to the ε at which a second verdict occurs.  The tolerance for contact
is a choice: a coarser one makes `touching` robust and the other two verdicts rarer.

A ball: Marsaglia, Choosing a point from the surface of a sphere, Annals of Mathematical Statistics 43 (1972), and the
cube root of a uniform number for the radius.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, inf, sin, sqrt
from random import Random
from time import perf_counter

from gjkscope.engine.arguments import length
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.query import result_only
from gjkscope.engine.result import TOUCHING, Result, Verdict
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape, as_pair
from gjkscope.engine.vectors import IDENTITY, Mat3, Vec3, add, dot, product, row_times, scale, sub


@dataclass(frozen=True)
class Nudge:
    """A displacement within the unit ball, and a rotation vector within it: times ε · size, and times ε."""

    shift: Vec3
    turn: Vec3


@dataclass(frozen=True)
class Spread:
    """The distribution of the answers for the perturbed pairs."""

    epsilon: float  # part of the pair's size, and radians
    counts: dict[Verdict, int]
    nearest: float | None  # the least and the greatest signed distance of the answers, metres
    furthest: float | None

    @property
    def count(self) -> int:
        """The number of perturbations evaluated."""
        return sum(self.counts.values())

    def share(self, verdict: Verdict) -> float:
        return self.counts[verdict] / self.count if self.count else 0.0


def spread(
    shape_a: Shape,
    pose_a: object,
    shape_b: Shape,
    pose_b: object,
    epsilon: float,
    algorithm: str | None = None,
    options: Options = DEFAULT,
    count: int = 100,
    seed: int = 1,
    tolerance: float = TOUCHING,
    budget: float = inf,
    clock: Callable[[], float] = perf_counter,
) -> Spread:
    """The verdicts for `count` perturbed pairs, or for as many as fit into `budget` seconds (at least one).

    Arguments and errors as for `query`.  If the algorithm gives a distance, pairs within `tolerance` times the size of
    contact count as touching.
    """
    epsilon, tolerance = length("epsilon", epsilon, zero=True), length("tolerance", tolerance, zero=True)
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    size, middle = size_of(shape_a, a, shape_b, b), bounding_sphere(shape_b, b)[0]
    counts, distances = dict.fromkeys(Verdict, 0), []
    end = clock() + budget
    for nudge in nudges(count, seed, shape_a.dimension):
        result = result_only(shape_a, a, shape_b, nudge_pose(b, nudge, epsilon, size, middle), algorithm, options)
        counts[_verdict(result, tolerance * size)] += 1
        if result.signed_distance is not None:
            distances.append(result.signed_distance)
        if clock() >= end:
            break
    return Spread(epsilon, counts, min(distances, default=None), max(distances, default=None))


def _verdict(result: Result, tolerance: float) -> Verdict:
    """The verdict for another tolerance (metres) than that of the answer."""
    distance = result.signed_distance
    if distance is None:
        return result.verdict
    if abs(distance) <= tolerance:
        return Verdict.TOUCHING
    return Verdict.SEPARATED if distance > 0 else Verdict.PENETRATING


def nudges(count: int, seed: int, dimension: int = 3) -> Iterator[Nudge]:
    """`count` perturbations; a larger count starts with the same ones.  Those of 2D shapes stay in the plane."""
    random = Random(seed)
    for _ in range(count):
        nudge = Nudge(_in_ball(random), _in_ball(random))
        yield nudge if dimension == 3 else _in_plane(nudge)


def nudge_pose(pose: Pose, nudge: Nudge, epsilon: float, size: float, middle: Vec3) -> Pose:
    """The pose after the perturbation, scaled by ε and `size` (metres), with rotation about `middle` (world)."""
    turn = _rotation(scale(nudge.turn, epsilon))
    arm = sub(pose.position, middle)
    swung = sub(row_times(turn, arm), arm)
    position = add(pose.position, add(swung, scale(nudge.shift, epsilon * size)))
    return Pose(product(turn, pose.rotation), position)


def _in_plane(nudge: Nudge) -> Nudge:
    """The part of a perturbation that moves along the plane z = 0 and turns about z."""
    return Nudge((nudge.shift[0], nudge.shift[1], 0.0), (0.0, 0.0, nudge.turn[2]))


def _in_ball(random: Random) -> Vec3:
    x, y, z = (random.gauss(0.0, 1.0) for _ in range(3))
    radius = random.random() ** (1 / 3) / sqrt(x * x + y * y + z * z)
    return (x * radius, y * radius, z * radius)


def _rotation(vector: Vec3) -> Mat3:
    """The rotation about the vector by its length in radians."""
    half = sqrt(dot(vector, vector)) / 2
    if half == 0:
        return IDENTITY
    x, y, z = scale(vector, sin(half) / (2 * half))
    return rotation_from_quaternion((x, y, z, cos(half)))
