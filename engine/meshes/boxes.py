"""Oriented boxes around triangles, and a lower bound on the distance between two of them.

The bound is the gap along one direction: every point of A's box lies on one side of a slab of that width, every point
of B's on the other.  That holds for any direction, so the direction may be guessed:

1. From B's centre, project to the nearest point of A's box, from there to the nearest point of B's, and so on
   (von Neumann, Functional operators, vol. 2, 1950: alternating projections approach the two closest points).
2. The direction is that from the one point to the other.

`ROUNDS` rounds suffice: between tori of 10,000 triangles, a search visits as many pairs of nodes with three, and a
fifth more with one.  The fifteen axes of two boxes (engine/obb) take longer and bound less, as the nearest features of
separated boxes are often two corners.

How it can fail: a poor direction gives a low bound, which costs time and never correctness.  Where the boxes intersect,
the bound is 0 or less.
"""

from typing import Any, NamedTuple

from gjkscope.engine.vectors import ZERO, Mat3, Vec3, add, dot, neg, row_times, sub, transposed_times, unit

ROUNDS = 2


class NodeBox(NamedTuple):
    """A box with axes of its own."""

    center: Vec3
    axes: Mat3  # each row is a unit axis
    half: Vec3  # half extents along these


def direction_of_boxes(a: NodeBox, b: NodeBox) -> Vec3:
    """The unit direction between two points of the boxes that are nearly nearest, from A to B; zero if they are one."""
    near, far = nearest_points(a, b)
    return unit(sub(far, near))


def boxes_apart(a: NodeBox, b: NodeBox, direction: Vec3) -> float:
    """The gap between two boxes along a unit direction, metres, up to rounding; < 0 if they overlap there."""
    return dot(direction, sub(b.center, a.center)) - reach_along(a, direction) - reach_along(b, direction)


def nearest_points(a: NodeBox, b: NodeBox) -> tuple[Vec3, Vec3]:
    """A point of each box, relative to A's centre; nearly the nearest ones."""
    nearest: tuple[Vec3, Vec3] = alternate(a, b, _clamped)
    return nearest


def alternate(a: Any, b: Any, clamp: Any) -> Any:
    """`nearest_points`, given how to find the point of a box that is nearest to another one.

    Boxes may be of numbers, or of arrays of numbers for many pairs of boxes.
    """
    offset = sub(b.center, a.center)
    in_a, in_b = row_times(a.axes, offset), neg(row_times(b.axes, offset))  # the centre of the other box
    x, y, z = a.axes
    turn = (row_times(b.axes, x), row_times(b.axes, y), row_times(b.axes, z))  # from B's axes to A's
    near, far = clamp(in_a, a.half), ZERO  # along the boxes' own axes from their centres
    for _ in range(ROUNDS):
        far = clamp(add(in_b, transposed_times(turn, near)), b.half)
        near = clamp(add(in_a, row_times(turn, far)), a.half)
    return transposed_times(a.axes, near), add(offset, transposed_times(b.axes, far))


def _clamped(v: Vec3, half: Vec3) -> Vec3:
    """The point of a box that is nearest to `v`, both along its axes from its centre."""
    return (
        min(max(v[0], -half[0]), half[0]),
        min(max(v[1], -half[1]), half[1]),
        min(max(v[2], -half[2]), half[2]),
    )


def reach_along(box: NodeBox, direction: Vec3) -> float:
    """How far the box extends from its centre along a unit vector."""
    x, y, z = box.axes
    i, j, k = box.half
    return abs(dot(x, direction)) * i + abs(dot(y, direction)) * j + abs(dot(z, direction)) * k


def contains(box: NodeBox, point: Vec3, margin: float) -> bool:
    """Whether a point lies in the box, or outside by less than the margin along its axes."""
    x, y, z = row_times(box.axes, sub(point, box.center))
    i, j, k = box.half
    return abs(x) <= i + margin and abs(y) <= j + margin and abs(z) <= k + margin


def squared_radius(half: Vec3) -> float:
    """The square of the distance from the centre of a box to a corner, m², given its half extents."""
    return dot(half, half)
