"""Voronoi regions (gjk/simplex.py) as a sub-distance method: its tests as signed quantities.

The tests of an edge at an end, and of a face for a corner, are the unnormalised barycentric weights of the origin.  The
side test of a face is the distance of its plane, positive away from the fourth vertex; 0 where rounding hides the side.
"""

from gjkscope.engine.gjk.simplex import (
    EDGES,
    FACES,
    SLOTS,
    Closest,
    Region,
    Tests,
    closest_on_point,
    closest_on_segment,
    closest_on_tetrahedron,
    closest_on_triangle,
)
from gjkscope.engine.gjk.subdistance.records import (
    Number,
    Point,
    SignedQuantity,
    SubdistanceSolution,
    SubsetTrial,
)
from gjkscope.engine.options import REGIONS
from gjkscope.engine.vectors import cross, dot, sub

PASSED = "its tests pass, or it is the nearest feature if rounding leaves none that passes"


def solve_by_regions(points: tuple[Point, ...], roundoff: float) -> SubdistanceSolution:
    """The closest point of one to four points in floating point of that unit roundoff."""
    closest = closest_with(points, roundoff)
    weights = closest.weights
    return SubdistanceSolution(
        REGIONS, SLOTS[closest.region], weights, closest.point, trials_of(closest.tests, len(points)), PASSED
    )


def closest_with(points: tuple[Point, ...], roundoff: float) -> Closest:
    """The closest point of one to four points, by their number."""
    if len(points) == 1:
        return closest_on_point(points[0])
    if len(points) == 2:
        return closest_on_segment(*points)
    if len(points) == 3:
        return closest_on_triangle(*points)
    a, b, c, d = points
    return closest_on_tetrahedron(a, b, c, d, roundoff)


def trials_of(tests: Tests, size: int) -> tuple[SubsetTrial, ...]:
    """The tests of the edges and faces of a simplex, by feature."""
    edges = [_trial("edge", edge, values, ()) for edge, values in zip(EDGES, tests.edges, strict=True)]
    faces = [
        _trial("face", face, values, (side,) if size == 4 else ())
        for face, values, side in zip(FACES, tests.faces, tests.sides, strict=True)
    ]
    return tuple(trial for trial in (*edges, *faces) if max(trial.subset) < size)


def trials_from(points: tuple[Point, ...]) -> tuple[SubsetTrial, ...]:
    """The tests of the edges and faces in exact arithmetic, as `region_quantity` computes them."""
    size = len(points)
    features = [("edge", edge) for edge in EDGES] + [("face", face) for face in FACES]
    trials = []
    for kind, subset in features:
        if max(subset) < size:
            values = tuple(region_quantity(points, kind, subset, slot) for slot in subset)
            side = (region_quantity(points, "side", subset, -1),) if kind == "face" and size == 4 else ()
            trials.append(_trial(kind, subset, values, side))
    return tuple(trials)


def _trial(kind: str, subset: tuple[int, ...], values: tuple[Number, ...], side: tuple[Number, ...]) -> SubsetTrial:
    quantities = [SignedQuantity(kind, subset, slot, -1, value) for slot, value in zip(subset, values, strict=True)]
    quantities += [SignedQuantity("side", subset, -1, -1, value) for value in side]
    return SubsetTrial(subset, tuple(quantities), all(quantity.value > 0 for quantity in quantities))


def region_quantity(points: tuple[Point, ...], kind: str, subset: tuple[int, ...], slot: int) -> Number:
    """The number that a test of that kind stands for, in exact arithmetic; for a side a multiple of it."""
    p, q, *others = (points[other] for other in subset)
    if kind == "edge":
        return -dot(p, sub(q, p)) if slot == subset[0] else dot(q, sub(q, p))
    r = others[0]
    normal = cross(sub(q, p), sub(r, p))
    if kind == "face":
        edges = (cross(q, r), cross(r, p), cross(p, q))
        return dot(normal, edges[subset.index(slot)])
    apex = points[6 - sum(subset)]
    height = dot(normal, sub(apex, p))
    if height == 0:  # a flat tetrahedron has no inside
        return abs(dot(normal, p))
    return dot(normal, p) * height


def region_of(subset: tuple[int, ...]) -> Region:
    """The region of the feature with these vertices."""
    return Region(SLOTS.index(subset))
