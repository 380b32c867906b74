"""What the algorithms that are kept as published share: supports of whole shapes, and a watch for endless circles.

The published forms know nothing of cores and radii (see support.py): a support point is the furthest point of the
shape as it stands, its radius included.

Some of them have no end of their own.  What they do next follows from the simplex alone, so that one that comes back
comes back for ever.  To notice it no list of all simplices is needed: one is remembered, for twice as long each time,
and a circle is found once it is remembered for a whole round (Brent, An improved Monte Carlo factorization algorithm,
BIT 20, 1980).
"""

from math import frexp, inf, ldexp
from typing import NamedTuple

from .gjk import Vertex
from .support import NO_INDEX, Convex, support
from .vectors import ZERO, Vec3, along, dot, neg, sub, unit

Vertices = tuple[Vertex, ...]

# A direction is a product of up to three differences of coordinates, and a test multiplies it by a fourth: beyond this
# the product may be infinite (the largest double is 1.8e308), and when no coordinate is larger than its inverse it may
# vanish.
HUGE = 1e75

# Polytopes end after a handful of steps, smooth shapes after some dozens; what needs more is going nowhere.
ITERATION_LIMIT = 200


class Mark(NamedTuple):
    """The simplex that is remembered, and for how many steps."""

    vertices: Vertices
    iteration: int
    patience: int


def difference_support(a: Convex, b: Convex, direction: Vec3, birth: int) -> Vertex:
    """The furthest point of A − B along `direction`, of any length, radii included."""
    point_a, index_a = whole_support(a, direction)
    point_b, index_b = whole_support(b, neg(direction))
    return Vertex(sub(point_a, point_b), point_a, point_b, index_a, index_b, birth)


def whole_support(shape: Convex, direction: Vec3) -> tuple[Vec3, int]:
    """The furthest point of a shape, radius included; for the zero direction some point of it."""
    point, index = support(shape, _tamed(direction))
    if shape.radius == 0:
        return point, index
    return along(point, unit(direction), shape.radius), NO_INDEX


def bound(direction: Vec3, vertex: Vertex) -> float:
    """The lower bound of the signed distance that a support in that direction proves, metres."""
    return -inf if direction == ZERO else -dot(unit(direction), vertex.point)


def is_degenerate(reach: float) -> bool:
    """Whether products of such coordinates may be no numbers any more."""
    return not (reach == 0 or 1 / HUGE <= reach <= HUGE)


def comes_back(mark: Mark, vertices: Vertices) -> bool:
    """Whether these are the remembered vertices, in the same order."""
    return tuple(vertex.point for vertex in mark.vertices) == tuple(vertex.point for vertex in vertices)


def moved_on(mark: Mark, vertices: Vertices, iteration: int) -> Mark:
    """What to remember from here on: these vertices, once the patience with the others is at an end."""
    return mark if iteration - mark.iteration < mark.patience else Mark(vertices, iteration, 2 * mark.patience)


def _tamed(direction: Vec3) -> Vec3:
    """The direction times a power of two, about as long as 1: no comparison changes, and no product overflows."""
    _, exponent = frexp(max(abs(direction[0]), abs(direction[1]), abs(direction[2])))
    return (ldexp(direction[0], -exponent), ldexp(direction[1], -exponent), ldexp(direction[2], -exponent))
