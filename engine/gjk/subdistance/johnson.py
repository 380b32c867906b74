"""Johnson's subalgorithm: the closest point of a simplex by the signs of determinants of its subsets.

Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex objects in three-dimensional
space, IEEE Journal of Robotics and Automation 4(2), 1988, §IV and appendix; van den Bergen, A fast and robust GJK
implementation for collision detection of convex objects, Journal of Graphics Tools 4(2), 1999.

The foot of the perpendicular from the origin to the flat through the vertices y_i of a subset X has the barycentric
weights Δ_i(X) / Σ Δ_j(X), with

    Δ_i({y_i}) = 1,    Δ_j(X ∪ {y_j}) = Σ over i in X of Δ_i(X) (y_i·y_k − y_i·y_j),    k the first vertex of X.

Plan:
1. Try the subsets from vertices to the whole simplex; of the same size, those with the newest vertex first.
2. X holds the closest point if Δ_i(X) > 0 for all its vertices, and Δ_j(X ∪ {y_j}) ≤ 0 for all others.
3. In floating point no subset may pass.  Then either nothing is found, and GJK has to end with the point it has, as van
   den Bergen does; or, with the backup procedure of the 1988 paper, the nearest of all subsets whose own determinants
   are positive.

Departure: van den Bergen tries only subsets with the newest vertex, largest first.  Here all are tried, so that a
simplex can be examined by itself.

How it can fail: each difference y_i·y_k − y_i·y_j cancels for a small simplex far from the origin, and the determinants
of nearly flat ones are products of such differences.  Three vertices multiply four coordinates, four multiply six.
"""

from itertools import combinations

from gjkscope.engine.gjk.subdistance.records import (
    Number,
    Point,
    SignedQuantity,
    SubdistanceSolution,
    SubsetTrial,
    no_solution,
    solution_with,
    weighted,
)
from gjkscope.engine.vectors import dot

PLAIN, WITH_BACKUP = "johnson", "johnson-backup"

PASSED = "its determinants are positive, and those of all larger subsets are not"
WHOLE_PASSED = "all its determinants are positive"
BACKUP = "no subset passes; it is the nearest of those with positive determinants (backup)"
NOTHING = "no subset passes"


def solve_by_johnson(points: tuple[Point, ...]) -> SubdistanceSolution:
    """The closest point of one to four points, or nothing if rounding leaves no subset that passes."""
    return _solve(PLAIN, points)


def solve_by_johnson_with_backup(points: tuple[Point, ...]) -> SubdistanceSolution:
    """The closest point of one to four points; if no subset passes, the nearest whose own determinants are positive."""
    return _solve(WITH_BACKUP, points)


def johnson_determinant(points: tuple[Point, ...], subset: tuple[int, ...], slot: int) -> Number:
    """Δ of the vertex in `slot` in a subset, whose slots are in ascending order."""
    if len(subset) == 1:
        return points[0][0] * 0 + 1
    rest = tuple(other for other in subset if other != slot)
    first, last = points[rest[0]], points[slot]
    total = points[0][0] * 0
    for other in rest:
        difference = dot(points[other], first) - dot(points[other], last)
        total = total + johnson_determinant(points, rest, other) * difference
    return total


def subsets_of(size: int) -> list[tuple[int, ...]]:
    """All subsets of a simplex, smallest first; of the same size, those with the newest vertex first."""
    newest = size - 1
    return sorted(
        (subset for count in range(1, size + 1) for subset in combinations(range(size), count)),
        key=lambda subset: (len(subset), newest not in subset),
    )


def _solve(method: str, points: tuple[Point, ...]) -> SubdistanceSolution:
    trials: list[SubsetTrial] = []
    for subset in subsets_of(len(points)):
        trial = _trial(points, subset)
        trials.append(trial)
        if trial.passed:
            decided = WHOLE_PASSED if len(subset) == len(points) else PASSED
            return solution_with(method, points, subset, _own(trial), tuple(trials), decided)
    if method == WITH_BACKUP:
        return _backup(points, tuple(trials))
    return no_solution(method, points, tuple(trials), NOTHING)


def _trial(points: tuple[Point, ...], subset: tuple[int, ...]) -> SubsetTrial:
    own = [SignedQuantity("Δ", subset, slot, -1, johnson_determinant(points, subset, slot)) for slot in subset]
    larger = [_in_larger(points, subset, slot) for slot in range(len(points)) if slot not in subset]
    passed = all(quantity.value > 0 for quantity in own) and all(quantity.value <= 0 for quantity in larger)
    return SubsetTrial(subset, (*own, *larger), passed)


def _in_larger(points: tuple[Point, ...], subset: tuple[int, ...], slot: int) -> SignedQuantity:
    larger = tuple(sorted((*subset, slot)))
    return SignedQuantity("Δ", larger, slot, -1, johnson_determinant(points, larger, slot))


def _own(trial: SubsetTrial) -> tuple[Number, ...]:
    return tuple(quantity.value for quantity in trial.quantities[: len(trial.subset)])


def _backup(points: tuple[Point, ...], trials: tuple[SubsetTrial, ...]) -> SubdistanceSolution:
    best, least = None, None
    for trial in trials:
        own = _own(trial)
        total = sum(own)
        if all(value > 0 for value in own):
            point = weighted(points, {slot: value / total for slot, value in zip(trial.subset, own, strict=True)})
            square = dot(point, point)
            if least is None or square < least:
                best, least = trial, square
    if best is None:
        return no_solution(WITH_BACKUP, points, trials, NOTHING)
    return solution_with(WITH_BACKUP, points, best.subset, _own(best), trials, BACKUP)
