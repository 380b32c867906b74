"""Shared by the GJK variants in simplified or published form: supports of whole shapes, and cycle detection.

These variants do not use cores and radii (see support.py): a support point is a point of the shape itself, its
radius included.

Some of them need not terminate.  Each step depends on the simplex alone, so a simplex that recurs does so forever.
Brent's method detects this without storing all simplices: one is remembered, for twice as long each time, until it
recurs while remembered (Brent, An improved Monte Carlo factorization algorithm, BIT 20, 1980).
"""

from math import frexp, inf, ldexp
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.shapes.support import NO_INDEX, Convex, support
from gjkscope.engine.vectors import ZERO, Vec3, along, dot, neg, sub, unit

Vertices = tuple[Vertex, ...]

# A direction is a product of up to three differences of coordinates, and a test multiplies it by a fourth.  Beyond this
# size the product may overflow (the largest double is 1.8e308); if all coordinates are below the inverse, it may
# underflow.
HUGE = 1e75

# Polytopes take a handful of steps, smooth shapes some dozens; a search that needs more makes no progress.
ITERATION_LIMIT = 200


class CycleMark(NamedTuple):
    """The remembered simplex, the step that had it, and for how many steps it is kept."""

    vertices: Vertices
    iteration: int
    patience: int


def rounded_difference_support(a: Convex, b: Convex, direction: Vec3, birth: int) -> Vertex:
    """The support point of A − B along `direction` (of any length), radii included."""
    point_a, index_a = whole_support(a, direction)
    point_b, index_b = whole_support(b, neg(direction))
    return Vertex(sub(point_a, point_b), point_a, point_b, index_a, index_b, birth)


def whole_support(shape: Convex, direction: Vec3) -> tuple[Vec3, int]:
    """The support point of a shape, radius included, and its index; for the zero direction some point of the shape."""
    point, index = support(shape, tame(direction))
    if shape.radius == 0:
        return point, index
    return along(point, unit(direction), shape.radius), NO_INDEX


def bound(direction: Vec3, vertex: Vertex) -> float:
    """The lower bound of the signed distance that a support along `direction` proves, metres."""
    return -inf if direction == ZERO else -dot(unit(direction), vertex.point)


def is_degenerate(reach: float) -> bool:
    """Whether products of coordinates up to `reach` (metres) may overflow or underflow."""
    return not (reach == 0 or 1 / HUGE <= reach <= HUGE)


def comes_back(mark: CycleMark, vertices: Vertices) -> bool:
    """Whether these are the remembered vertices, in the same order."""
    return tuple(vertex.point for vertex in mark.vertices) == tuple(vertex.point for vertex in vertices)


def next_mark(mark: CycleMark, vertices: Vertices, iteration: int) -> CycleMark:
    """The simplex to remember from here on: this one, if the previous one has been kept long enough."""
    return mark if iteration - mark.iteration < mark.patience else CycleMark(vertices, iteration, 2 * mark.patience)


def tame(direction: Vec3) -> Vec3:
    """The direction scaled by a power of two to about unit length: no comparison changes and no product overflows."""
    _, exponent = frexp(max(abs(direction[0]), abs(direction[1]), abs(direction[2])))
    return (ldexp(direction[0], -exponent), ldexp(direction[1], -exponent), ldexp(direction[2], -exponent))
