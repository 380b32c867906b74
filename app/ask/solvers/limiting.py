"""The iterations of a GJK that does not expose them, from runs limited to 1, 2, 3 … iterations.

Such a run gives the closest point so far.  Each search direction is opposite to the last closest point, so each support
point is known, too; the simplex is the smallest one of the last vertices and the new one that has this closest point.
"""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.iterations.difference import closest_of
from gjkscope.engine.iterations.records import MOST_ITERATIONS, MOST_VERTICES, Iteration, IterationVertex
from gjkscope.engine.vectors import DOUBLE, Vec3, neg, norm, sub

NOTE = "from runs with limited iterations; the vertices follow from the closest points"

SAME_POINT = 1e-9  # relative to the largest vertex: the engine's closest point has rounding errors


class LimitedRun(NamedTuple):
    """The result of a run that was limited to some number of iterations."""

    closest: Vec3  # of A − B, in world coordinates
    searches: int  # support points that were asked for
    has_ended: bool  # by the engine's own rule


def iterations_by_limits(
    run: Callable[[int], LimitedRun], support: Callable[[Vec3], IterationVertex], guess: Vec3
) -> tuple[Iteration, ...]:
    """The iterations of an engine; its first search direction is opposite to the point `guess`."""
    closest = guess
    simplex: tuple[IterationVertex, ...] = ()
    iterations: tuple[Iteration, ...] = ()
    for limit in range(1, MOST_ITERATIONS + 1):
        limited = run(limit)
        if limited.searches < limit:
            break
        direction = neg(closest)
        if limited.has_ended and limited.closest == closest:  # the support point was not kept
            return (*iterations, Iteration(simplex, direction, closest, NOTE))
        closest = limited.closest
        simplex = _smallest(simplex, support(direction), closest)
        iterations = (*iterations, Iteration(simplex, direction, closest, NOTE))
        if limited.has_ended:
            break
    return iterations


def _smallest(before: tuple[IterationVertex, ...], new: IterationVertex, closest: Vec3) -> tuple[IterationVertex, ...]:
    """The simplex with the new vertex whose closest point this is: the smallest of those that fit best; empty if none.

    Near a contact a smaller simplex may be almost as near to the origin, so a fit to some tolerance is not enough.
    """
    sizes = range(min(len(before) + 1, MOST_VERTICES))
    simplexes = [(*some, new) for size in sizes for some in combinations(before, size)]
    misses = [norm(sub(closest_of([vertex.point for vertex in one]).point, closest)) for one in simplexes]
    reach, least = max(norm(vertex.point) for vertex in (*before, new)), min(misses)
    if least > SAME_POINT * reach:
        return ()
    return next(one for one, miss in zip(simplexes, misses, strict=True) if miss <= least + ROUNDINGS * DOUBLE * reach)
