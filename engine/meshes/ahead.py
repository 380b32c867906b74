"""The bounds of many pairs of nodes at once, ahead of the search that needs them.

A search needs one bound after another, each of which takes 30 µs in plain Python.  But most of the pairs that wait near
the head of its queue are split sooner or later, so NumPy computes the bounds of all their children in one go.

Each number is that of `sides.compute_gap`, bit for bit: the same functions, or the same operations in the same order.

How it can fail: a bound that is never needed costs time, never correctness.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from gjkscope.engine.meshes.boxes import NodeBox, alternate, boxes_apart
from gjkscope.engine.meshes.sides import MeshSide, SearchSides
from gjkscope.engine.meshes.tree import NONE, Floats, Integers
from gjkscope.engine.vectors import LARGE, SMALL, add, dot, neg, row_times, sub, transposed_times

Arrays3 = Any  # three arrays of n numbers: n vectors, for the functions on a `Vec3`


@np.errstate(over="ignore", under="ignore", invalid="ignore", divide="ignore")
def compute_gaps(sides: SearchSides, a: Integers, b: Integers) -> Floats:
    """`compute_gap` of many pairs of nodes, (n,); NaN where the direction has no plain length."""
    box_a, box_b = _boxes_of(sides.a, a), _boxes_of(sides.b, b)
    near, far = alternate(box_a, box_b, _clamped)
    across = sub(far, near)
    square = dot(across, across)
    length = 0.0 * square + np.sqrt(square)
    direction = (across[0] / length, across[1] / length, across[2] / length)
    gaps = np.asarray(boxes_apart(box_a, box_b, direction))
    triangles_a, triangles_b = sides.a.arrays.links[a, 1], sides.b.arrays.links[b, 1]
    leaves = np.flatnonzero((triangles_a != NONE) & (triangles_b != NONE))
    along = (direction[0][leaves], direction[1][leaves], direction[2][leaves])
    heights_a = _heights(sides.a, triangles_a[leaves], along)
    heights_b = _heights(sides.b, triangles_b[leaves], neg(along))
    gaps[leaves] = -heights_a - heights_b
    gaps[~((square > SMALL) & (square < LARGE))] = np.nan
    return gaps


def _boxes_of(side: MeshSide, numbers: Integers) -> Any:
    """The placed boxes of nodes."""
    columns, core = side.arrays.boxes[numbers].T, side.core
    center, x, y, z, half = (tuple(columns[i : i + 3]) for i in range(0, 15, 3))
    axes = tuple(row_times(core.rotation, axis) for axis in (x, y, z))
    return NodeBox(add(row_times(core.rotation, center), core.position), axes, half)  # type: ignore[arg-type]


def _heights(side: MeshSide, triangles: Integers, direction: Arrays3) -> Any:
    local, corners = transposed_times(side.core.rotation, direction), side.corners[triangles]
    p, q, r = (_dot(corners[:, i].T, local) for i in range(3))
    return _greater(_greater(p, q), r) + dot(side.core.position, direction)


def _dot(x: Arrays3, y: Arrays3) -> Any:
    return dot(tuple(x), y)


def _clamped(v: Sequence[Floats], half: Sequence[Floats]) -> Arrays3:
    return tuple(_less(_greater(x, -h), h) for x, h in zip(v, half, strict=True))


def _greater(x: Floats, y: Floats) -> Floats:
    """The greater of each, and of equals the first, as by `max`."""
    return np.where(y > x, y, x)


def _less(x: Floats, y: Floats) -> Floats:
    return np.where(y < x, y, x)
