"""The faces of a placed polytope in exact arithmetic, and the one that supports it along a direction.

A vertex is at its integer position in the pair's unit (see `arithmetic.integers`), so a face is compared with an axis
without rounding.  Faces come from the convex hull, with coplanar triangles merged.  A flat shape has its polygon twice,
once for each side; a segment has one edge, a point itself.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gjkscope.engine.arithmetic.integers import (
    ZERO3,
    Int3,
    IntegerCore,
    int_cross,
    int_dot,
    int_sub,
    vertex,
)
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.shape import PolytopeShape
from gjkscope.engine.shapes.support import SHAPES_KEPT

Loop = tuple[int, ...]


class ContactFace(NamedTuple):
    """A face, or an edge or a vertex in its place, of a placed polytope."""

    numbers: Loop  # of its corners, by the shape's own indices, counter-clockwise seen from outside
    corners: tuple[Int3, ...]  # in units
    normal: Int3  # outward, of any length; along the direction asked for if it has no area


def supporting_face(shape: PolytopeShape, core: IntegerCore, direction: Int3) -> ContactFace:
    """The face that contains all points furthest along `direction` and faces it most; the first of equals.

    An edge or a vertex only if no such face faces it at all: the side of a box that rests on a face may be seen from
    behind by a rounding, and its edge would face the direction more than the bottom does.
    """
    loops = _loops(shape)
    heights = {number: int_dot(direction, vertex(core, number)) for loop in loops for number in loop}
    top = max(heights.values())
    furthest = {number for number, height in heights.items() if height == top}
    # The hull merges faces in doubles, so in rare cases no face contains all points that are exactly as far.
    most = max(len(furthest & {*loop}) for loop in loops)
    around = [_face(core, loop, direction) for loop in loops if len(furthest & {*loop}) == most]
    faces = [face for face in around if len(face.numbers) > 2]
    return max(faces or around, key=lambda face: _Alignment(face.normal, direction))


class _Alignment:
    """Compares the cosines of two normals with one direction, exactly."""

    def __init__(self, normal: Int3, direction: Int3) -> None:
        self._along = int_dot(normal, direction)
        self._square = int_dot(normal, normal)

    def __lt__(self, other: "_Alignment") -> bool:
        return self._signed_square() * other._square < other._signed_square() * self._square

    def _signed_square(self) -> int:
        """The square of the cosine with its sign, times the squares of both lengths."""
        return self._along * abs(self._along)


@lru_cache(maxsize=SHAPES_KEPT)
def _loops(shape: PolytopeShape) -> tuple[Loop, ...]:
    hull = convex_hull(np.array(shape.corners()))
    numbers = hull.indices.tolist()
    loops: Sequence[Sequence[int]] = hull.faces or hull.edges.tolist() or [[0]]
    return tuple(tuple(numbers[corner] for corner in loop) for loop in loops)


def _face(core: IntegerCore, loop: Loop, direction: Int3) -> ContactFace:
    corners = tuple(vertex(core, number) for number in loop)
    normal = _normal(corners, direction)
    heights = [int_dot(direction, corner) for corner in corners]
    top = tuple(number for number, height in zip(loop, heights, strict=True) if height == max(heights))
    # The back of a flat shape is as far as its front, which faces the direction more.
    if int_dot(normal, direction) > 0 or top == loop:
        return ContactFace(loop, corners, normal)
    # A polygon seen edge-on, or from behind, has an edge or a vertex that is furthest.
    return _face(core, top, direction)


def _normal(corners: Sequence[Int3], direction: Int3) -> Int3:
    """Twice the vector area of a polygon; of an edge or a vertex, what is perpendicular to it and nearest `direction`.

    All corners of a polygon count, as they may not be quite coplanar.
    """
    along = int_sub(corners[-1], corners[0])
    if len(corners) == 1 or along == ZERO3:
        return direction
    if len(corners) == 2:
        return int_cross(int_cross(along, direction), along)
    total = ZERO3
    for second, third in pairwise(corners[1:]):
        x, y, z = int_cross(int_sub(second, corners[0]), int_sub(third, corners[0]))
        total = (total[0] + x, total[1] + y, total[2] + z)
    return total
