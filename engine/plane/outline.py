"""The outline of a 2D shape's core: which of its vertices are corners, in anticlockwise order.

Andrew's monotone chain (Another efficient algorithm for convex hulls in two dimensions, Information Processing Letters
9(5), 1979), in integers: the vertices are doubles, which are integers times a common power of two, so no rounding
decides what is a corner.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from gjkscope.engine.arithmetic.integers import as_integers
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.plane.shapes.planar import PlanarShape
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT

Int2 = tuple[int, int]


def corner_numbers(shape: Shape) -> tuple[int, ...]:
    """The numbers of the vertices that are corners, anticlockwise; one for a point, two for a segment.

    Raises `NotApplicable` for a 3D shape.
    """
    if not isinstance(shape, PlanarShape):
        raise NotApplicable(f"2D algorithms take 2D shapes, not a 3D {shape.kind}")
    return _corner_numbers(shape)


@lru_cache(maxsize=SHAPES_KEPT)
def _corner_numbers(shape: PlanarShape) -> tuple[int, ...]:
    numbers, _ = as_integers(coordinate for point in shape.points() for coordinate in point)
    return monotone_chain(list(zip(numbers[::2], numbers[1::2], strict=True)))


def monotone_chain(points: Sequence[Int2], collinear: bool = False) -> tuple[int, ...]:
    """The indices of the corners of the convex hull of some points, anticlockwise.

    With `collinear`, also of the points between two corners; if all points lie on one line, these appear twice.
    """
    checkpoint()
    order = sorted({point: number for number, point in reversed(list(enumerate(points)))}.items())
    if len(order) == 1:
        return (order[0][1],)
    return (*_half(order, collinear), *_half(reversed(order), collinear))


def orientation(p: Int2, q: Int2, r: Int2) -> int:
    """Twice the area of the triangle p q r; > 0 if they are anticlockwise."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _half(order: Iterable[tuple[Int2, int]], collinear: bool) -> list[int]:
    """The lower hull of sorted points, from the first to the last but one."""
    chain: list[tuple[Int2, int]] = []
    least = 0 if collinear else 1
    for point, number in order:
        while len(chain) >= 2 and orientation(chain[-2][0], chain[-1][0], point) < least:
            chain.pop()
        chain.append((point, number))
    return [number for _, number in chain[:-1]]
