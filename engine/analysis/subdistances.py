"""One simplex by every sub-distance method and in every precision, judged by exact arithmetic.

1. The vertices are rounded to the precision; what is judged is the arithmetic from there on.
2. Each method solves the simplex in that precision, and with fractions.
3. Each number whose sign it used is computed again from the same vertices with fractions.  A sign that differs is
   wrong.  A 0 where Voronoi regions leave a side open is not: it states that rounding hides the side.
4. The distance is compared with that of the nearest feature, which exact/simplex.py finds with integers.  It is right
   if it is off by at most `ROUNDINGS` roundoffs of the largest coordinate, however many signs are wrong.

In exact arithmetic all methods find the same point; only for a simplex that is exactly flat may Johnson's find nothing.
"""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import inf, isfinite
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.arithmetic.integers import Int3, Length, as_integers, int_dot, nearest
from gjkscope.engine.exact.simplex import ExactVertex, closest, nearest_feature
from gjkscope.engine.gjk.stepping import products_overflow
from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.gjk.subdistance.methods import METHODS
from gjkscope.engine.gjk.subdistance.records import Number, Point, SignedQuantity, SubdistanceSolution, SubsetTrial
from gjkscope.engine.gjk.subdistance.regions import trials_from
from gjkscope.engine.options import REGIONS
from gjkscope.engine.precision import single, with_python_floats
from gjkscope.engine.vectors import DOUBLE, SINGLE, ZERO, Vec3, norm

ROUNDOFFS = {"float32": SINGLE, "float64": DOUBLE, "exact": 0.0}
"""The unit roundoff of each precision."""

LARGEST_SINGLE = float(np.finfo(np.float32).max)


class SubdistanceFault(StrEnum):
    """What is wrong with the point that a method found."""

    NONE = "right"
    TOO_FAR = "too far"
    TOO_NEAR = "too near"  # an origin that is outside, found inside
    NOTHING = "nothing found"
    OUT_OF_RANGE = "out of range"  # products of the coordinates overflow or underflow


class JudgedSign(NamedTuple):
    """A number that a method computed, and the sign that it has without rounding."""

    quantity: SignedQuantity  # its value as a float, which may be infinite or 0 for a fraction
    sign: int
    exact_sign: int

    @property
    def is_wrong(self) -> bool:
        return self.sign != self.exact_sign and not (self.quantity.kind == "side" and self.sign == 0)


class JudgedTrial(NamedTuple):
    """A subset of the vertices that a method tried."""

    subset: tuple[int, ...]
    signs: tuple[JudgedSign, ...]
    passed: bool


class SolvedSimplex(NamedTuple):
    """A simplex solved by one method in one precision.  All numbers are floats."""

    method: str
    precision: str
    subset: tuple[int, ...]  # the nearest feature; empty if none was found
    weights: tuple[float, ...]
    point: Vec3
    distance: float  # metres
    exact_subset: tuple[int, ...]
    exact_distance: float  # of the vertices in this precision, metres
    trials: tuple[JudgedTrial, ...]
    decided: str
    fault: SubdistanceFault

    @property
    def wrong_signs(self) -> int:
        return sum(sign.is_wrong for trial in self.trials for sign in trial.signs)


class ExactNearest(NamedTuple):
    """The point of a simplex that is nearest to the origin, without rounding."""

    subset: tuple[int, ...]
    weights: tuple[Fraction, ...]  # of all vertices
    distance: float  # the nearest double, metres


@lru_cache(maxsize=64)
def compare_subdistances(points: tuple[Vec3, ...]) -> tuple[SolvedSimplex, ...]:
    """One to four vertices solved by every method, in single and double precision and exactly."""
    return tuple(solve_by_method(points, method, precision) for method in METHODS for precision in ROUNDOFFS)


def solve_by_method(points: Sequence[Vec3], method: str, precision: str) -> SolvedSimplex:
    """One to four vertices solved by a method (`METHODS`) in a precision (`ROUNDOFFS`), and judged."""
    fits = precision != "float32" or max(map(abs, chain.from_iterable(points))) <= LARGEST_SINGLE
    held = _rounded(points, precision) if fits else tuple(points)
    exact_points = tuple((Fraction(x), Fraction(y), Fraction(z)) for x, y, z in held)
    exact = exact_nearest(held)
    reach = max(map(abs, chain.from_iterable(held)))
    roundoff = ROUNDOFFS[precision]
    if not fits or (precision != "exact" and _overflows(reach, precision)):
        fault, solved = SubdistanceFault.OUT_OF_RANGE, None
    else:
        solved = _solve(held, exact_points, exact, method, precision)
        fault = _fault(solved, exact, ROUNDINGS * max(roundoff, DOUBLE) * reach)
    return SolvedSimplex(
        method,
        precision,
        solved.subset if solved else (),
        tuple(map(float, solved.weights[: len(held)])) if solved else (),
        _floats(solved.point) if solved else ZERO,
        _distance(solved) if solved else 0.0,
        exact.subset,
        exact.distance,
        _judged(solved.trials, exact_points, method) if solved else (),
        solved.decided if solved else "products of six coordinates overflow or underflow",
        fault,
    )


def exact_nearest(points: Sequence[Vec3]) -> ExactNearest:
    """The nearest feature of one to four points, of which some may coincide or lie in a line or plane."""
    numbers, exponent = as_integers(chain.from_iterable(points))
    whole: list[Int3] = [(numbers[i], numbers[i + 1], numbers[i + 2]) for i in range(0, len(numbers), 3)]
    simplex = tuple(ExactVertex(point, -1, -1, slot, ZERO, ZERO, ZERO) for slot, point in enumerate(whole))
    feature, parts = nearest_feature(simplex)
    total, slots = sum(parts), tuple(vertex.birth for vertex in feature)
    at = closest(feature, parts)
    shares = dict(zip(slots, (Fraction(part, total) for part in parts), strict=True))
    weights = tuple(shares.get(slot, Fraction(0)) for slot in range(len(points)))
    return ExactNearest(slots, weights, nearest(Length(1, int_dot(at, at), total * total, 0, exponent)))


def sign_of(value: Number) -> int:
    return int(value > 0) - int(value < 0)


def _overflows(reach: float, precision: str) -> bool:
    if precision == "float64":
        return products_overflow(reach, DOUBLE)
    with np.errstate(all="ignore"):
        return products_overflow(single(reach), single(SINGLE))


def _rounded(points: Sequence[Vec3], precision: str) -> tuple[Vec3, ...]:
    if precision != "float32":
        return tuple(points)
    rounded: tuple[Vec3, ...] = with_python_floats(single(tuple(points)))
    return rounded


def _solve(
    held: tuple[Vec3, ...], exact_points: tuple[Point, ...], exact: ExactNearest, method: str, precision: str
) -> SubdistanceSolution:
    solve = METHODS[method].solve
    if precision == "float64":
        return solve(held, DOUBLE)
    if precision == "float32":
        with np.errstate(all="ignore"):  # overflow and underflow give infinity and zero, as with Python's floats
            solution: SubdistanceSolution = with_python_floats(solve(single(held), SINGLE))
        return solution
    if method == REGIONS:  # its code takes a root, and allows for rounding
        trials, weights = trials_from(exact_points), (*exact.weights, *[Fraction(0)] * (4 - len(held)))
        point: Any = tuple(sum(w * p[i] for w, p in zip(weights, exact_points, strict=False)) for i in range(3))
        a, b, c, d = weights
        return SubdistanceSolution(REGIONS, exact.subset, (a, b, c, d), point, trials, "its tests pass")
    return solve(exact_points, 0.0)


def _fault(solved: SubdistanceSolution, exact: ExactNearest, tolerance: float) -> SubdistanceFault:
    if not solved.subset:
        return SubdistanceFault.NOTHING
    distance = _distance(solved)
    if isfinite(distance) and abs(distance - exact.distance) <= tolerance:
        return SubdistanceFault.NONE
    return SubdistanceFault.TOO_NEAR if distance < exact.distance else SubdistanceFault.TOO_FAR


def _distance(solved: SubdistanceSolution) -> float:
    """The distance that the method claims: 0 if it found the origin inside, whatever its weights add up to."""
    return 0.0 if len(solved.subset) == 4 else norm(_floats(solved.point))


def _judged(trials: tuple[SubsetTrial, ...], points: tuple[Point, ...], method: str) -> tuple[JudgedTrial, ...]:
    quantity = METHODS[method].quantity
    return tuple(
        JudgedTrial(
            trial.subset,
            tuple(
                JudgedSign(one._replace(value=_float(one.value)), sign_of(one.value), sign_of(quantity(points, one)))
                for one in trial.quantities
            ),
            trial.passed,
        )
        for trial in trials
    )


def _float(value: Number) -> float:
    try:
        return float(value)
    except OverflowError:  # of a fraction
        return inf if value > 0 else -inf


def _floats(point: Point) -> Vec3:
    return (float(point[0]), float(point[1]), float(point[2]))
