"""Compares the engine's answer for one pair with the truth, and measures the error.

- If a closed form gives the signed distance, that is the truth.
- For polytopes, rounded or not, the truth is the answer of the `exact` algorithm, in rational arithmetic.
- For curved shapes, the signed distance is the largest gap over all unit directions n, gap(n) = min_B n·x − max_A n·x
  (Cameron, Culley, Determining the minimum translational distance between two convex polyhedra, ICRA 1986).  Any
  direction proves a lower bound, and so does the answer's own normal. Two points of the shapes prove an upper bound.
  For overlapping shapes, a search over thousands of directions must not find a shorter way out.

An answer whose bounds have met must be right to within `ACCURACY`.  If they have not met, the answer declares its own
uncertainty: then the truth must lie between the bounds, and the answer must be within `UNMET` of it.  Errors are
relative to max(size, |signed distance|), after subtracting what coordinate rounding accounts for (`COORDINATE`).
Support functions and points are computed here independently, in NumPy, and share no code with the engine.
"""

from dataclasses import dataclass
from functools import cache
from math import inf, isfinite
from typing import assert_never

import numpy as np
import numpy.typing as npt

from gjkscope import engine
from gjkscope.engine import Options, Pose, Result, Verdict
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.result import TOUCHING
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.bounds import aabb, size
from gjkscope.engine.vectors import Vec3
from tests.fuzz.zoo import Case

Floats = npt.NDArray[np.float64]

CURVED = (kinds.Cylinder, kinds.Cone, kinds.Ellipsoid, kinds.Superellipsoid)

# Allowed error of an answer, relative to the larger of size and distance.
ACCURACY = 1e-9

# The same if the bounds have not met: EPA has then stopped at the best of several nearly equal normals (a tiny body in
# a round one, nearly concentric ellipsoids), and may have missed a better one.
UNMET = 1e-6

# A verdict covers a range of signed distances that ends at ±TOUCHING; an answer may miss the end by this much.
EDGE = 1e-10

# Nearest points of curved shapes are known to about the root of the rounding error sideways, relative to the size:
# moving them by this much changes their distance by a rounding error, unless the shapes nearly touch.
SIDEWAYS = 1e-7

# A coordinate has 53 bits.  Vertices are computed from poses in doubles with a few roundings each, so they are known
# only to this fraction of the largest coordinate (relative to A's position).  For a ball of 1e-9 m around a vertex 1 m
# from its body's origin, that is 1e-6 of its size; no answer in doubles is better, and its certificate is then missing.
COORDINATE = 1e-14


@dataclass(frozen=True)
class Finding:
    """The outcome for one pair under one algorithm."""

    algorithm: str
    verdict: Verdict
    error: float  # of the signed distance, relative to max(size, |signed distance|)
    fault: str | None  # what is wrong, in words; None if nothing is
    curved: bool


def judge(case: Case, algorithm: str | None = None, options: Options | None = None) -> Finding:
    """Run the algorithm (None: the default) on the pair and check its answer."""
    name = algorithm or "default"
    curved = any(isinstance(shape, CURVED) for shape in (case.pair[0], case.pair[2]))
    try:
        result = engine.query(*case.pair, algorithm=algorithm, options=options or Options())
    except engine.NotApplicable:
        raise
    except Exception as fault:  # the fuzzer reports any exception
        return Finding(name, Verdict.UNDECIDED, inf, f"{type(fault).__name__}: {fault}", curved)
    fault = _not_a_number(result)
    if fault is not None:
        return Finding(name, result.verdict, inf, fault, curved)
    if curved and case.known is None:
        return _judge_by_directions(name, case, result)
    return _judge_by_truth(name, case, result, _truth(case), curved)


# --- known answers ---


def _truth(case: Case) -> float:
    if case.known is not None:
        return case.known
    truth = exact.exact_signed_distance(*case.pair)
    assert truth.signed_distance is not None
    return truth.signed_distance


def _judge_by_truth(name: str, case: Case, result: Result, truth: float, curved: bool) -> Finding:
    scale = size(*case.pair)
    slack = EDGE * scale + COORDINATE * _offset(case)
    fault = _wrong_verdict(result, truth, scale, slack)
    if result.signed_distance is None:
        return Finding(name, result.verdict, 0.0, fault or _missing(name, result), curved)
    error = abs(result.signed_distance - truth)
    if name == "mpr" and truth < 0:  # MPR's depth is along the portal normal: at least the minimum
        error = max(0.0, result.signed_distance - truth)
    fault = fault or _outside_bounds(result, truth, truth, ACCURACY * scale + COORDINATE * _offset(case))
    relative = _relative(case, result, error)
    if fault is None and relative > _allowed_error(name, result, scale):
        fault = f"signed distance {result.signed_distance!r} instead of {truth!r}"
    return Finding(name, result.verdict, relative, fault, curved)


def _relative(case: Case, result: Result, error: float) -> float:
    """An error in metres minus the coordinate error, relative to max(size, |signed distance|)."""
    assert result.signed_distance is not None
    beyond = max(0.0, error - COORDINATE * _offset(case))
    return beyond / max(size(*case.pair), abs(result.signed_distance)) if beyond > 0 else 0.0


def _allowed_error(name: str, result: Result, scale: float) -> float:
    """The allowed error of the answer, relative to max(size, |signed distance|)."""
    met = result.upper - result.lower <= TOUCHING * scale
    return ACCURACY if met or name == "mpr" else UNMET


def _outside_bounds(result: Result, least: float, most: float, slack: float) -> str | None:
    """Check that the answer's distance and the truth, in [`least`, `most`], lie within the answer's own bounds."""
    assert result.signed_distance is not None
    if not result.lower <= result.signed_distance <= result.upper:
        return f"signed distance {result.signed_distance!r} is not from {result.lower!r} to {result.upper!r}"
    if result.lower > most + slack or result.upper < least - slack:
        return f"bounds {result.lower!r} to {result.upper!r} although the signed distance is {least!r} or more"
    return None


def _wrong_verdict(result: Result, truth: float, scale: float, slack: float) -> str | None:
    edge = TOUCHING * scale
    low, high = {
        Verdict.SEPARATED: (edge, inf),
        Verdict.TOUCHING: (-edge, edge),
        Verdict.PENETRATING: (-inf, -edge),
        Verdict.UNDECIDED: (-inf, inf),
    }[result.verdict]
    if low - slack <= truth <= high + slack:
        return None
    return f"{result.verdict} although the signed distance is {truth!r}"


def _missing(name: str, result: Result) -> str | None:
    """The default algorithm must accept and decide every pair."""
    if name != "default":
        return None
    return f"no signed distance ({result.verdict}, {result.exit.words})"


def _offset(case: Case) -> float:
    """The largest coordinate of either shape, relative to A's position."""
    a, pose_a, b, pose_b = case.pair
    corners = (*aabb(a, pose_a), *aabb(b, pose_b))
    return max(abs(x - y) for corner in corners for x, y in zip(corner, pose_a.position, strict=True))


def _not_a_number(result: Result) -> str | None:
    vectors = [vector for vector in (result.normal, result.witness_a, result.witness_b) if vector is not None]
    numbers = [part for vector in vectors for part in vector]
    if result.signed_distance is not None:
        numbers.append(result.signed_distance)
    if not all(isfinite(number) for number in numbers):
        return f"not a number in {result}"
    if result.lower != result.lower or result.upper != result.upper:
        return f"not a bound in {result}"
    return None


# --- curved shapes ---


def _judge_by_directions(name: str, case: Case, result: Result) -> Finding:
    scale = size(*case.pair)
    if result.signed_distance is None or result.normal is None:
        return Finding(name, result.verdict, 0.0, _missing(name, result), True)
    answer = result.signed_distance
    normal = np.array([result.normal])
    too_far = answer - float(gaps(case, normal)[0])  # > 0: the normal proves less than the answer claims
    best = -inf  # best lower bound on the distance found so far
    if answer >= 0 and result.witness_a is not None:  # MPR gives none for shapes that touch
        too_near = _outside(case, result)
    else:
        best = _largest_gap(case, normal[0])
        too_near = best - answer  # > 0: there is a shorter way out
    error = max(too_far, too_near, 0.0) if name != "mpr" else max(too_far, 0.0)
    fault = _wrong_verdict(result, _least_depth(name, case, answer), scale, EDGE * scale)
    fault = fault or _outside_bounds(result, best, inf, ACCURACY * scale + COORDINATE * _offset(case))
    relative = _relative(case, result, error)
    if fault is None and relative > _allowed_error(name, result, scale):
        fault = f"signed distance {answer!r}: normal misses by {too_far!r}, points or other directions by {too_near!r}"
    return Finding(name, result.verdict, relative, fault, True)


def _least_depth(name: str, case: Case, answer: float) -> float:
    """The signed distance that a verdict is judged by.

    MPR names the depth along its last direction, and its verdict rests on the least depth of all that it searched; so
    the default algorithm is asked, which is judged itself.
    """
    if name != "mpr" or answer >= 0:
        return answer
    least = engine.query(*case.pair).signed_distance
    assert least is not None
    return least


def gaps(case: Case, normals: Floats) -> Floats:
    """min_B n·x − max_A n·x for each unit direction n, (k, 3), metres."""
    a, pose_a, b, pose_b = case.pair
    between = np.subtract(pose_b.position, pose_a.position)
    return normals @ between - reach(b, pose_b, -normals) - reach(a, pose_a, normals)


def reach(shape: kinds.Shape, pose: Pose, normals: Floats) -> Floats:
    """The support function, max of n·x over the shape, relative to the shape's position."""
    n = normals @ np.array(pose.rotation)
    return _core_reach(shape, n) + shape.rounding


def _core_reach(shape: kinds.Shape, n: Floats) -> Floats:
    match shape:
        case kinds.Point():
            return np.zeros(len(n))
        case kinds.Sphere():
            return np.full(len(n), shape.radius)
        case kinds.Box():
            return np.abs(n) @ np.array(shape.half_extents)
        case kinds.Ellipsoid():
            return np.linalg.norm(n * np.array(shape.radii), axis=1)
        case kinds.Superellipsoid():
            return _dual_norm(n * np.array(shape.radii), shape.exponent)
        case kinds.Segment():
            return np.max(n @ np.array((shape.a, shape.b)).T, axis=1)
        case kinds.Capsule() | kinds.Cylinder() | kinds.Cone():
            up = n["xyz".index(shape.axis)] if n.ndim == 1 else n[:, "xyz".index(shape.axis)]
            out = np.linalg.norm(np.delete(n, "xyz".index(shape.axis), axis=1), axis=1)
            match shape:
                case kinds.Capsule():
                    return shape.radius + shape.half_height * np.abs(up)
                case kinds.Cylinder():
                    return shape.radius * out + shape.half_height * np.abs(up)
                case kinds.Cone():
                    return np.maximum(shape.half_height * up, shape.radius * out - shape.half_height * up)
        case kinds.Triangle() | kinds.Hull() | kinds.Mesh():
            return np.max(n @ np.array(shape.vertices).T, axis=1)
        case _:
            assert_never(shape)


def _dual_norm(vectors: Floats, exponent: float) -> Floats:
    """The norm ‖u‖_q with 1/p + 1/q = 1, whose unit ball in directions is dual to that of the exponent p."""
    sizes = np.abs(vectors)
    largest = sizes.max(axis=1)
    if exponent == 1:
        return largest
    q = exponent / (exponent - 1)
    return np.asarray(largest * ((sizes / largest[:, None]) ** q).sum(axis=1) ** (1 / q))


def _outside(case: Case, result: Result) -> float:
    """How far the two points are from proving the distance: outside their shapes, or too far apart.

    Coordinates in the world are rounded numbers: 1e5 m away, the nearest ones to a point may be 1e-11 m off.
    """
    assert result.witness_a is not None
    assert result.witness_b is not None
    assert result.signed_distance is not None
    claimed = float(np.hypot(result.signed_distance, SIDEWAYS * size(*case.pair)))
    rounded_a, rounded_b = _rounding_of(result.witness_a), _rounding_of(result.witness_b)
    apart = float(np.linalg.norm(np.subtract(result.witness_b, result.witness_a))) - claimed - rounded_a - rounded_b
    normal = np.array(result.normal)
    normals = np.vstack((_directions(400), _around(normal, 200), _around(-normal, 200)))
    outside = [
        float(np.max(normals @ np.subtract(point, pose.position) - reach(shape, pose, normals))) - rounded
        for point, rounded, shape, pose in (
            (result.witness_a, rounded_a, case.pair[0], case.pair[1]),
            (result.witness_b, rounded_b, case.pair[2], case.pair[3]),
        )
    ]
    return max(apart, *outside)


def _rounding_of(point: Vec3) -> float:
    """By how much rounding moves a point of the world, at most.

    Each coordinate is rounded twice, by half a unit in the last place: when A's position is added, and the radius.
    """
    return float(np.linalg.norm(np.spacing(np.abs(point))))


def _largest_gap(case: Case, hint: Floats) -> float:
    """The best of many directions, each refined by an ever narrower local search."""
    directions = np.vstack((_directions(1500), hint[None, :]))
    values = gaps(case, directions)
    best = directions[np.argsort(values)[-STARTS:]]
    value = np.sort(values)[-STARTS:]
    width = 0.1
    offsets = _directions(1500)[::75]  # twenty, widely spread
    for _ in range(ROUNDS):
        around = best[:, None, :] + width * offsets[None, :, :]
        around /= np.linalg.norm(around, axis=2, keepdims=True)
        tried = gaps(case, around.reshape(-1, 3)).reshape(STARTS, -1)
        at = np.argmax(tried, axis=1)
        better = tried[np.arange(STARTS), at] > value
        best = np.where(better[:, None], around[np.arange(STARTS), at], best)
        value = np.maximum(value, tried[np.arange(STARTS), at])
        if not better.any():
            width *= 0.5
    return float(value.max())


STARTS, ROUNDS = 12, 40


@cache
def _directions(count: int) -> Floats:
    """Evenly spread unit vectors: a Fibonacci lattice, in no particular order."""
    i = np.arange(count) + 0.5
    up, around = 1 - 2 * i / count, np.pi * (1 + 5**0.5) * i
    out = np.sqrt(1 - up * up)
    return np.stack((out * np.cos(around), up, out * np.sin(around)), axis=1)


def _around(direction: Floats, count: int) -> Floats:
    """Unit vectors clustered around one, from very close to it up to 90° away."""
    spread = np.logspace(-6, 0, count)[:, None]
    near = direction + spread * _directions(count)
    return np.asarray(near / np.linalg.norm(near, axis=1, keepdims=True))
