"""The edges of axis-aligned boxes."""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from gjkscope.app.view.drawing.drawlist import Floats
from gjkscope.engine.vectors import Vec3

# Corner i of a box has the maximum coordinate on axis k if bit k of i is set.
HIGH = np.array([[i >> k & 1 for k in range(3)] for i in range(8)], dtype=bool)
EDGES = np.array([(i, i | 1 << k) for i in range(8) for k in range(3) if not i >> k & 1])
BOTTOM = np.array([edge for edge in EDGES.tolist() if max(edge) < 4])


@lru_cache(maxsize=64)
def edges_of(box: tuple[Vec3, Vec3]) -> Floats:
    """The edges (12, 2, 3) of one box, or (4, 2, 3) of one in the plane z = 0.

    Cached because most bodies do not move between frames.
    """
    return box_edges([box])


def box_edges(boxes: Iterable[tuple[Vec3, Vec3]]) -> Floats:
    """The edges (12 n, 2, 3) of n boxes, each given by its minimum and maximum corner; of 2D boxes, (4 n, 2, 3)."""
    ends = np.array([tuple(box) for box in boxes]).reshape(-1, 2, 3)
    corners = np.where(HIGH, ends[:, None, 1], ends[:, None, 0])
    edges: Floats = corners[:, BOTTOM if not ends[:, :, 2].any() else EDGES].reshape(-1, 2, 3)
    return edges
