"""The outline of A − B in integers: every vertex exactly where the shapes' own doubles put it.

The outline of A − B has the edges of A and those of −B, in the order of their directions (de Berg, Cheong, van Kreveld,
Overmars, Computational Geometry, 2008, §13.3).  Directions are compared by the sign of a cross product, in integers.
"""

from typing import NamedTuple

from gjkscope.engine.arithmetic.integers import IntegerCore, IntegerPair, int_sub, metres, vertex
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.plane.outline import Int2, monotone_chain
from gjkscope.engine.plane.vectors import Vec2, in_plane
from gjkscope.engine.shapes.exact import Int3


class ExactPlaneVertex(NamedTuple):
    """A vertex of A − B in integers, and rounded to metres for display.

    Rounded coordinates are relative to A's position.  `birth` is its number on the outline, and its name (w0, w1 …).
    """

    exact: Int2
    point: Vec2
    a: Vec2
    b: Vec2
    index_a: int
    index_b: int
    birth: int


def exact_outline(pair: IntegerPair) -> tuple[ExactPlaneVertex, ...]:
    """The corners of A − B, anticlockwise; one if it is a point, two if it is a segment."""
    loop_a, loop_b = _corners(pair.a, 1), _corners(pair.b, -1)
    edges_a, edges_b = _edges(loop_a), _edges(loop_b)
    i = j = 0
    corners: list[tuple[int, int]] = []
    while not corners or i < len(edges_a) or j < len(edges_b):
        corners.append((loop_a[i % len(loop_a)][1], loop_b[j % len(loop_b)][1]))
        if i == len(edges_a) or j == len(edges_b):
            turn = len(edges_a) - i - (len(edges_b) - j)
        else:
            turn = _turn(edges_a[i], edges_b[j])
        i, j = i + (turn >= 0), j + (turn <= 0)
    return tuple(_vertex(pair, a, b, birth) for birth, (a, b) in enumerate(corners))


def _corners(core: IntegerCore, sign: int) -> list[tuple[Int2, int]]:
    """The corners of a core or of its mirror image, from the lowest (of several the leftmost) on, and their numbers."""
    points = [_point(vertex(core, number), sign) for number in range(len(core.vertices))]
    loop = [(points[number], number) for number in monotone_chain(points)]
    first = min(range(len(loop)), key=lambda i: (loop[i][0][1], loop[i][0][0]))
    return loop[first:] + loop[:first]


def _edges(loop: list[tuple[Int2, int]]) -> list[Int2]:
    """The vectors from each corner to the next; none for a point, two for a segment."""
    if len(loop) == 1:
        return []
    return [(q[0] - p[0], q[1] - p[1]) for (p, _), (q, _) in zip(loop, loop[1:] + loop[:1], strict=True)]


def _turn(edge_a: Int2, edge_b: Int2) -> int:
    """> 0 if the edge of A comes before that of B, < 0 if it comes after, 0 if both have the same direction."""
    checkpoint()
    half_a, half_b = _half_turn(edge_a), _half_turn(edge_b)
    return edge_a[0] * edge_b[1] - edge_a[1] * edge_b[0] if half_a == half_b else half_b - half_a


def _half_turn(edge: Int2) -> int:
    """0 for a direction from 0 to 180°, 1 from there to 360°."""
    x, y = edge
    return 0 if y > 0 or (y == 0 and x > 0) else 1


def _point(v: Int3, sign: int) -> Int2:
    return (sign * v[0], sign * v[1])


def _vertex(pair: IntegerPair, index_a: int, index_b: int, birth: int) -> ExactPlaneVertex:
    a, b = vertex(pair.a, index_a), vertex(pair.b, index_b)
    x, y, _ = int_sub(a, b)
    near_a, near_b = int_sub(a, pair.a.position), int_sub(b, pair.a.position)
    point, on_a, on_b = (in_plane(metres(v, 1, pair.unit)) for v in ((x, y, 0), near_a, near_b))
    return ExactPlaneVertex((x, y), point, on_a, on_b, index_a, index_b, birth)
