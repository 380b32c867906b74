"""Variants of GJK: the steps of gjk/steps.py, except for the search direction or how the nearest feature is found.

With another sub-distance method, the Voronoi tests of the candidate are recorded too, to compare them; they decide
nothing but the depth of an enclosed origin.

How it can fail: a method that finds nothing, or a feature that is no nearer, ends the search with `NO_PROGRESS`.  One
that takes the origin to be inside a flat tetrahedron ends it with `ORIGIN_ENCLOSED`; no certificate is then found.
Products of six coordinates must neither overflow nor underflow.
"""

from math import inf
from typing import NamedTuple

from gjkscope.engine.gjk.acceleration import first_momentum, switched_off, with_heading
from gjkscope.engine.gjk.simplex import Closest, Region
from gjkscope.engine.gjk.steps import (
    ROUNDINGS,
    WHOLE,
    Simplex,
    State,
    closest_in,
    contains_vertex,
    difference_support,
    next_direction,
    reduce,
    refine,
    relative,
    rounding,
    start,
    stuck,
    with_bound,
)
from gjkscope.engine.gjk.subdistance.methods import METHODS
from gjkscope.engine.gjk.subdistance.records import Point, SubdistanceSolution
from gjkscope.engine.gjk.subdistance.regions import region_of
from gjkscope.engine.options import NO_MOMENTUM, REGIONS, Options
from gjkscope.engine.result import Exit, all_steps
from gjkscope.engine.shapes.support import Convex
from gjkscope.engine.vectors import dot, neg, norm, sub, unit

COORDINATES = 6  # that a determinant of four vertices multiplies


class Variant(NamedTuple):
    """How GJK is varied: the sub-distance method, and the momentum of its directions."""

    subdistance: str
    acceleration: str


def variant_of(options: Options) -> Variant | None:
    """The variant that the options ask for; None for GJK's own steps."""
    variant = Variant(options.subdistance, options.acceleration)
    return None if variant == Variant(REGIONS, NO_MOMENTUM) else variant


def start_variant(a: Convex, b: Convex, gap: float, variant: Variant) -> State:
    """The first step: its simplex is a point, so it needs no sub-distance method."""
    begun = start(a, b, gap)
    if variant.acceleration == NO_MOMENTUM:
        return begun
    return begun._replace(momentum=first_momentum(variant.acceleration, begun.closest))


def step_variant(a: Convex, b: Convex, variant: Variant, state: State) -> State:
    """The next step, along the direction of the momentum while it is on, with the variant's sub-distance method."""
    if state.exit != Exit.RUNNING:
        return state
    stepped = _stepped(a, b, variant, state)
    momentum = stepped.momentum
    if stepped.exit != Exit.NO_PROGRESS or momentum is None or not momentum.is_on:
        return stepped
    # Rounding hides the progress along the heading; GJK's own direction may still make some.
    return _stepped(a, b, variant, state._replace(momentum=switched_off(momentum, momentum.gap)))


def _stepped(a: Convex, b: Convex, variant: Variant, state: State) -> State:
    searched = _searched(a, b, state)
    if variant.subdistance == REGIONS:
        if searched.exit != Exit.RUNNING:
            return searched
        return refine(reduce(searched, closest_in(searched.candidate, searched.roundoff)))
    if products_overflow(searched.reach, searched.roundoff):
        return searched._replace(exit=Exit.DEGENERATE_INPUT)
    if searched.exit != Exit.RUNNING:
        solve = METHODS[variant.subdistance].solve
        return searched._replace(solution=solve(vertex_points(searched.candidate), searched.roundoff))
    return reduce_with_method(searched, variant.subdistance)


def run_gjk_variant(a: Convex, b: Convex, gap: float, variant: Variant) -> tuple[State, ...]:
    """All steps from the first to the one with an exit; `gap` is as in `State`."""
    near_a, near_b = relative(a, b)
    first = start_variant(near_a, near_b, gap, variant)
    return all_steps(first, lambda state: step_variant(near_a, near_b, variant, state))


def _searched(a: Convex, b: Convex, state: State) -> State:
    """The state with the next support point, its bound and the candidate; or its end."""
    direction = next_direction(state)
    momentum = state.momentum
    if momentum is not None and momentum.is_on:
        momentum = with_heading(momentum, state.iteration, state.closest, state.support.point)._replace(plain=direction)
        heading = unit(neg(momentum.heading))
        vertex = difference_support(a, b, heading, state.iteration + 1)
        gap = dot(state.closest, sub(state.closest, vertex.point))
        if gap > rounding(state) * norm(state.closest) and not contains_vertex(state.simplex, vertex):
            return with_bound(state._replace(momentum=momentum._replace(gap=gap)), heading, vertex)
        momentum = switched_off(momentum, gap)
    vertex = difference_support(a, b, direction, state.iteration + 1)
    return with_bound(state._replace(momentum=momentum, solution=None), direction, vertex)


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
