"""What a sub-distance method did with a simplex: the subsets of its vertices that it tried, and the signs it saw."""

from typing import Any, NamedTuple

Number = Any
"""A float, a float32 of NumPy, or a fraction."""

Point = tuple[Number, Number, Number]


class SignedQuantity(NamedTuple):
    """A number whose sign a method used.  Everything but the value says which number it is."""

    kind: str  # "Δ": a determinant of Johnson's; "C", "μ": signed volumes; "edge", "face", "side": Voronoi regions
    subset: tuple[int, ...]  # the slots of the vertices that it is computed from
    slot: int  # the vertex that it belongs to; −1 if it belongs to all of them
    axis: int  # the coordinate that is dropped (three vertices) or kept (two); −1 if none
    value: Number


class SubsetTrial(NamedTuple):
    """A subset of the vertices, and whether the origin projects into it according to these signs."""

    subset: tuple[int, ...]
    quantities: tuple[SignedQuantity, ...]
    passed: bool


class SubdistanceSolution(NamedTuple):
    """The nearest feature that a method found.  Without one, the subset is empty and the point is the origin."""

    method: str  # its name in `Options.subdistance`
    subset: tuple[int, ...]
    weights: tuple[Number, Number, Number, Number]  # barycentric, of the four slots
    point: Point
    trials: tuple[SubsetTrial, ...]  # in the order in which they were made
    decided: str  # the rule that chose the subset, as the end of a sentence: "all signs are right"


def solution_with(
    method: str,
    points: tuple[Point, ...],
    subset: tuple[int, ...],
    parts: tuple[Number, ...],
    trials: tuple[SubsetTrial, ...],
    decided: str,
) -> SubdistanceSolution:
    """The solution in which `parts` are the weights of the subset's vertices, times their sum."""
    total = sum(parts)
    shares = dict(zip(subset, (part / total for part in parts), strict=True))
    zero = points[0][0] * 0
    a, b, c, d = (shares.get(slot, zero) for slot in range(4))
    return SubdistanceSolution(method, subset, (a, b, c, d), weighted(points, shares), trials, decided)


def no_solution(
    method: str, points: tuple[Point, ...], trials: tuple[SubsetTrial, ...], decided: str
) -> SubdistanceSolution:
    zero = points[0][0] * 0
    return SubdistanceSolution(method, (), (zero, zero, zero, zero), (zero, zero, zero), trials, decided)


def weighted(points: tuple[Point, ...], shares: dict[int, Number]) -> Point:
    """The sum of the points with these weights, by slot."""
    zero = points[0][0] * 0
    x = y = z = zero
    for slot, share in shares.items():
        x, y, z = x + points[slot][0] * share, y + points[slot][1] * share, z + points[slot][2] * share
    return (x, y, z)
