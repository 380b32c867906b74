"""The edges of axis-aligned boxes."""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from gjkscope.app.drawing.drawlist import Floats
from gjkscope.engine.vectors import Vec3

# Corner i of a box has the maximum coordinate on axis k if bit k of i is set.
HIGH = np.array([[i >> k & 1 for k in range(3)] for i in range(8)], dtype=bool)
EDGES = np.array([(i, i | 1 << k) for i in range(8) for k in range(3) if not i >> k & 1])


@lru_cache(maxsize=64)
def edges_of(box: tuple[Vec3, Vec3]) -> Floats:
    """The edges (12, 2, 3) of one box, cached because most bodies do not move between frames."""
    return box_edges([box])


def box_edges(boxes: Iterable[tuple[Vec3, Vec3]]) -> Floats:
    """The edges (12 n, 2, 3) of n boxes, each given by its minimum and maximum corner."""
    ends = np.array([tuple(box) for box in boxes]).reshape(-1, 2, 3)
    corners = np.where(HIGH, ends[:, None, 1], ends[:, None, 0])
    edges: Floats = corners[:, EDGES].reshape(-1, 2, 3)
    return edges
