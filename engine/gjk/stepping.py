"""GJK with another sub-distance method: the steps of gjk/steps.py, except for how the nearest feature is found.

The Voronoi tests of the candidate are recorded too, so that both can be compared; they decide nothing but the depth of
an enclosed origin.

How it can fail: a method that finds nothing, or a feature that is no nearer, ends the search with `NO_PROGRESS`.  One
that takes the origin to be inside a flat tetrahedron ends it with `ORIGIN_ENCLOSED`; no certificate is then found.
Products of six coordinates must neither overflow nor underflow.
"""

from math import inf

from gjkscope.engine.gjk.simplex import Closest, Region
from gjkscope.engine.gjk.steps import (
    ROUNDINGS,
    WHOLE,
    Simplex,
    State,
    closest_in,
    difference_support,
    next_direction,
    reduce,
    relative,
    start,
    stuck,
    with_bound,
)
from gjkscope.engine.gjk.subdistance.methods import METHODS
from gjkscope.engine.gjk.subdistance.records import Point, SubdistanceSolution
from gjkscope.engine.gjk.subdistance.regions import region_of
from gjkscope.engine.result import Exit, all_steps
from gjkscope.engine.shapes.support import Convex

COORDINATES = 6  # that a determinant of four vertices multiplies


def start_with_method(a: Convex, b: Convex, gap: float, _method: str) -> State:
    """The first step, which needs no method: its simplex is a point."""
    return start(a, b, gap)


def step_with_method(a: Convex, b: Convex, method: str, state: State) -> State:
    """The next step, with the nearest feature found by that method."""
    if state.exit != Exit.RUNNING:
        return state
    direction = next_direction(state)
    vertex = difference_support(a, b, direction, state.iteration + 1)
    searched = with_bound(state, direction, vertex)._replace(solution=None)
    if products_overflow(searched.reach, searched.roundoff):
        return searched._replace(exit=Exit.DEGENERATE_INPUT)
    if searched.exit != Exit.RUNNING:
        return searched._replace(solution=METHODS[method].solve(vertex_points(searched.candidate), searched.roundoff))
    return reduce_with_method(searched, method)


def reduce_with_method(searched: State, method: str) -> State:
    """Keeps the vertices of the candidate's feature that the method finds; without one, the search is stuck."""
    solution = METHODS[method].solve(vertex_points(searched.candidate), searched.roundoff)
    by_regions = closest_in(searched.candidate, searched.roundoff)
    solved = searched._replace(solution=solution)
    if not solution.subset:
        whole = WHOLE[searched.simplex.size - 1]
        return solved._replace(tests=by_regions.tests, region=whole, exit=stuck(searched))
    reduced = reduce(solved, _closest_of(solution, by_regions))
    # Voronoi tests may put the origin outside a tetrahedron that the method takes it to be inside of: then no depth.
    return reduced._replace(upper=min(reduced.upper, 0.0)) if reduced.region == Region.INTERIOR else reduced


def run_with_method(a: Convex, b: Convex, gap: float, method: str) -> tuple[State, ...]:
    """All steps from the first to the one with an exit; `gap` is as in `State`."""
    near_a, near_b = relative(a, b)
    return all_steps(start(near_a, near_b, gap), lambda state: step_with_method(near_a, near_b, method, state))


def vertex_points(simplex: Simplex) -> tuple[Point, ...]:
    return tuple(vertex.point for vertex in simplex.vertices[: simplex.size])


def products_overflow(reach: float, roundoff: float) -> bool:
    """Whether a determinant of coordinates, the largest of which is `reach`, may overflow or underflow in a sum."""
    small, large = reach, ROUNDINGS * reach
    for _ in range(COORDINATES - 1):
        small, large = small * reach, large * (ROUNDINGS * reach)
    return bool(small * roundoff == 0 or large == inf)


def _closest_of(solution: SubdistanceSolution, by_regions: Closest) -> Closest:
    region = region_of(solution.subset)
    if region == Region.INTERIOR:
        return by_regions._replace(region=region, weights=solution.weights)
    return Closest(region, solution.weights, solution.point, by_regions.tests)
