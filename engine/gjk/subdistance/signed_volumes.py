"""Signed volumes: the closest point of a simplex by ratios of volumes, areas and lengths, from large simplex to small.

Montanari, Petrinic, Barbieri, Improving the GJK algorithm for faster and more reliable distance queries between convex
objects, ACM Transactions on Graphics 36(3), 2017, §4.

A barycentric weight is a ratio of two volumes, two areas or two lengths: of the simplex with the origin in place of one
vertex, and of the simplex itself.  The origin projects into the simplex if all have the same sign.  Plan:

1. Tetrahedron: the cofactors C_i of the last row of the matrix [a b c d; 1 1 1 1].  Their sum is its determinant.
2. Triangle: project the origin to its plane; drop the coordinate for which the projected triangle is largest, of area
   μ; C_i are the areas with the projected origin in place of each vertex.
3. Segment: project the origin to its line; keep the coordinate in which the segment is longest, of length μ; C_i
   are the lengths with the projected origin in place of each end.
4. If some C_i differ in sign from the determinant (or μ), the closest point lies opposite one of these vertices: solve
   each such side, and take the nearest.

Departures: the paper never drops the newest vertex, as GJK knows that it belongs to the closest point; here it may be
dropped, so that a simplex can be examined by itself.  A side opposite a C_i of 0 is tried too.

How it can fail: the determinant of a nearly flat tetrahedron is rounding, so that all four signs may agree by chance,
and an origin outside is reported inside.  The projection to the plane divides by the squared normal.
"""

from typing import NamedTuple

from gjkscope.engine.gjk.subdistance.records import (
    Number,
    Point,
    SignedQuantity,
    SubdistanceSolution,
    SubsetTrial,
    solution_with,
)
from gjkscope.engine.vectors import cross, dot, sub

NAME = "signed-volumes"

AGREED = "all its signs agree"
NEAREST = "it is the nearest of the sides that were tried"


class _Solved(NamedTuple):
    """The nearest feature of a subset, its weights times their sum, and what was tried to find it."""

    subset: tuple[int, ...]
    parts: tuple[Number, ...]
    trials: tuple[SubsetTrial, ...]


def solve_by_signed_volumes(points: tuple[Point, ...]) -> SubdistanceSolution:
    """The closest point of one to four points."""
    found = _solve(points, tuple(range(len(points))))
    decided = AGREED if len(found.trials) == 1 else NEAREST
    return solution_with(NAME, points, found.subset, found.parts, found.trials, decided)


def volume(points: tuple[Point, ...], subset: tuple[int, ...], slot: int, axis: int) -> Number:
    """The signed volume, area or length with the origin in place of the vertex in `slot`; of the subset itself for −1.

    `axis` is the coordinate that is dropped for three vertices and kept for two.
    """
    corners = [points[other] for other in subset]
    measures = (_lengths, _areas, _volumes)[len(subset) - 2](corners, axis)
    return measures[-1] if slot == -1 else measures[subset.index(slot)]


def _volumes(corners: list[Point], _axis: int) -> tuple[Number, ...]:
    a, b, c, d = corners
    parts = (dot(cross(b, c), d), -dot(cross(a, c), d), dot(cross(a, b), d), -dot(cross(a, b), c))
    return (*parts, parts[0] + parts[1] + parts[2] + parts[3])


def _areas(corners: list[Point], axis: int) -> tuple[Number, ...]:
    a, b, c = corners
    normal = cross(sub(b, a), sub(c, a))
    square, height = dot(normal, normal), dot(a, normal)
    foot: Point = a
    if square != 0:
        foot = (normal[0] * height / square, normal[1] * height / square, normal[2] * height / square)
    (x, y), (u, v), (s, t), (p, q) = (_without(point, axis) for point in (a, b, c, foot))
    return (_area(p, q, u, v, s, t), _area(x, y, p, q, s, t), _area(x, y, u, v, p, q), _area(x, y, u, v, s, t))


def _lengths(corners: list[Point], axis: int) -> tuple[Number, ...]:
    a, b = corners
    edge = sub(b, a)
    square = dot(edge, edge)
    foot = b if square == 0 else tuple(p - dot(b, edge) * part / square for p, part in zip(b, edge, strict=True))
    return (foot[axis] - b[axis], a[axis] - foot[axis], a[axis] - b[axis])


def _area(x: Number, y: Number, u: Number, v: Number, s: Number, t: Number) -> Number:
    """Twice the signed area of a triangle in the plane."""
    return (u - x) * (t - y) - (v - y) * (s - x)


def _without(point: Point, axis: int) -> tuple[Number, Number]:
    return (point[axis - 2], point[axis - 1])


def _solve(points: tuple[Point, ...], subset: tuple[int, ...]) -> _Solved:
    if len(subset) == 1:
        return _Solved(subset, (points[0][0] * 0 + 1,), (SubsetTrial(subset, (), True),))
    trial = _trial(points, subset)
    *parts, whole = (quantity.value for quantity in trial.quantities)
    if trial.passed:
        return _Solved(subset, tuple(abs(part) for part in parts), (trial,))
    sides = [subset[:i] + subset[i + 1 :] for i, part in enumerate(parts) if not _same_sign(part, whole)]
    return _nearest(points, trial, [_solve(points, side) for side in sides])


def _trial(points: tuple[Point, ...], subset: tuple[int, ...]) -> SubsetTrial:
    axis = -1 if len(subset) == 4 else max(range(3), key=lambda axis: abs(volume(points, subset, -1, axis)))
    kinds = [("C", slot) for slot in subset] + [("det" if len(subset) == 4 else "μ", -1)]
    quantities = tuple(
        SignedQuantity(kind, subset, slot, axis, volume(points, subset, slot, axis)) for kind, slot in kinds
    )
    whole = quantities[-1].value
    return SubsetTrial(subset, quantities, all(_same_sign(quantity.value, whole) for quantity in quantities))


def _same_sign(a: Number, b: Number) -> bool:
    return bool((a > 0 and b > 0) or (a < 0 and b < 0))


def _nearest(points: tuple[Point, ...], trial: SubsetTrial, sides: list[_Solved]) -> _Solved:
    trials = (trial, *(one for side in sides for one in side.trials))
    best = min(sides, key=lambda side: _square(points, side))
    return best._replace(trials=trials)


def _square(points: tuple[Point, ...], side: _Solved) -> Number:
    point = solution_with(NAME, points, side.subset, side.parts, (), "").point
    return dot(point, point)
