"""The Minkowski difference of 2D shapes as a convex polygon.

The outline of A − B has the edges of A and those of −B, in the order of their directions: both outlines are walked at
once, anticlockwise, and the edge that is turned less comes next (de Berg, Cheong, van Kreveld, Overmars, Computational
Geometry, 2008, §13.3).  Where rounding could swap two nearly parallel edges, both orders are kept.
"""

from itertools import pairwise
from math import atan2, ceil, cos, inf, pi, sin

import numpy as np
import numpy.typing as npt

from gjkscope.engine.shapes.hulls import ConvexHull
from gjkscope.engine.vectors import DOUBLE

Floats = npt.NDArray[np.float64]

# Directions around a corner with a disc: a polygon of these is at most 0.03 % of its radius inside the circle.
DISC_DIRECTIONS = 128

# Edges whose angles differ by less may be swapped by rounding: of a difference, a quotient and an arc tangent.
PARALLEL = 64 * DOUBLE


def outline_of(hull: ConvexHull) -> list[int]:
    """The vertex numbers of a flat, straight or single-point hull in the plane z = 0, anticlockwise.

    A segment has two vertices: its outline goes there and back.
    """
    if hull.dimension < 2:
        return list(range(len(hull.vertices)))
    loop = list(hull.faces[0])
    return loop if hull.normals[0][2] > 0 else loop[::-1]


def outline_difference(a: Floats, b: Floats) -> Floats:
    """Points a − b, (k, 3), whose convex hull is A − B, given the outlines of both, (n, 3) and (m, 3)."""
    (a, angles_a), (b, angles_b) = _from_lowest(a), _from_lowest(-b)
    i = j = 0
    points = [a[0] + b[0]]
    while i < len(a) or j < len(b):
        turn = angles_a[i] - angles_b[j]
        if abs(turn) <= PARALLEL:
            points += [a[(i + 1) % len(a)] + b[j % len(b)], a[i % len(a)] + b[(j + 1) % len(b)]]
        i, j = i + (turn <= PARALLEL), j + (turn >= -PARALLEL)
        points.append(a[i % len(a)] + b[j % len(b)])
    return np.array(points)


def rounded_outline(hull: ConvexHull, radius: float) -> tuple[Floats, Floats]:
    """Points on the outline of a hull in the plane plus a disc, and the outward unit normals there: (n, 3) each.

    Edges come out exactly straight; arcs are sampled.
    """
    loop = outline_of(hull)
    corners, normals = [], []
    for vertex, (before, after) in zip(loop, _normal_angles(hull, loop), strict=True):
        count = max(ceil((after - before) / (2 * pi / DISC_DIRECTIONS)), 1)
        angles = [before + (after - before) * step / count for step in range(count + 1)]
        corners += [vertex] * len(angles)
        normals += [(cos(angle), sin(angle), 0.0) for angle in angles]
    directions = np.array(normals)
    return hull.vertices[corners] + radius * directions, directions


def outline_normals(hull: ConvexHull) -> Floats:
    """The outward unit normals of a hull's edges in the plane z = 0, (n, 3); none of a point."""
    points = hull.vertices[outline_of(hull)]
    edges = np.roll(points, -1, axis=0) - points
    edges = edges[np.abs(edges).max(axis=1) > 0]
    edges /= np.abs(edges).max(axis=1, keepdims=True)  # the squares of short edges would vanish
    normals = np.stack([edges[:, 1], -edges[:, 0], edges[:, 2]], axis=1)
    return np.asarray(normals / np.hypot(normals[:, 0], normals[:, 1])[:, None])


def _normal_angles(hull: ConvexHull, loop: list[int]) -> list[tuple[float, float]]:
    """For each vertex of the outline, the angles of the normals of the edges before and after it."""
    if len(loop) == 1:
        return [(0.0, 2 * pi)]
    points = hull.vertices[loop]
    sides = [q - p for p, q in pairwise([points[-1], *points, points[0]])]
    angles = [atan2(-x, y) for x, y, _ in sides]  # of the edge's direction, a quarter clockwise
    return [(before, after if after >= before else after + 2 * pi) for before, after in pairwise(angles)]


def _from_lowest(outline: Floats) -> tuple[Floats, list[float]]:
    """The outline from its lowest vertex on, the leftmost of several, and the angle of each edge, 0 to 2π, then ∞."""
    first = int(np.lexsort((outline[:, 0], outline[:, 1]))[0])
    outline = np.roll(outline, -first, axis=0)
    edges = np.roll(outline, -1, axis=0) - outline
    angles = np.arctan2(edges[:, 1], edges[:, 0]) % (2 * pi)
    return outline, [*angles.tolist(), inf]
