"""The weights of the point of a simplex that is nearest to the origin: MuJoCo's `S1D`, `S2D` and `S3D`.

Signed volumes (Montanari, Petrinic, Barbieri, Improving the GJK algorithm for faster and more reliable distance queries
between two convex objects, ACM Transactions on Graphics 36(3), 2017).  A vertex whose part of the volume has not the
sign of the whole is dropped, and the best of the smaller simplices is taken.
"""

from collections.abc import Sequence

from gjkscope.engine.published.ieee import divide
from gjkscope.engine.published.mujoco.arithmetic import (
    FURTHEST,
    both_signs,
    linear_combination,
    origin_on_line,
    origin_on_plane,
    part_areas,
    triple,
    widest_view,
)
from gjkscope.engine.vectors import Vec3, dot


def nearest_weights(points: Sequence[Vec3]) -> list[float]:
    """Barycentric coordinates, one for each point; 0 for a vertex that is not needed."""
    if len(points) == 1:
        return [1.0]
    return {2: _segment, 3: _triangle, 4: _tetrahedron}[len(points)](points)


def part_volumes(points: Sequence[Vec3]) -> tuple[float, float, float, float]:
    """Of a tetrahedron: six times the signed volume of the part at the origin that leaves out each vertex."""
    a, b, c, d = points
    return (-triple(b, c, d), triple(a, c, d), -triple(a, b, d), triple(a, b, c))


def _tetrahedron(points: Sequence[Vec3]) -> list[float]:
    parts = part_volumes(points)
    whole = parts[0] + parts[1] + parts[2] + parts[3]
    agree = [both_signs(whole, part) != 0 for part in parts]
    return [divide(part, whole) for part in parts] if all(agree) else _best(points, agree)


def _triangle(points: Sequence[Vec3]) -> list[float]:
    a, b, c = points
    projected = origin_on_plane(a, b, c)
    if projected is None:
        return [*_segment(points[:2]), 0.0]
    whole, i, j = widest_view(a, b, c)
    parts = part_areas(a, b, c, projected, i, j)
    agree = [both_signs(whole, part) != 0 for part in parts]
    return [divide(part, whole) for part in parts] if all(agree) else _best(points, agree)


def _segment(points: Sequence[Vec3]) -> list[float]:
    a, b = points
    projected = origin_on_line(a, b)
    axis = 0
    for other in (1, 2):
        if abs(a[other] - b[other]) >= abs(a[axis] - b[axis]):
            axis = other
    whole = a[axis] - b[axis]
    first, second = projected[axis] - b[axis], a[axis] - projected[axis]
    if both_signs(whole, first) and both_signs(whole, second):
        return [divide(first, whole), divide(second, whole)]
    return [0.0, 1.0]


def _best(points: Sequence[Vec3], agree: Sequence[bool]) -> list[float]:
    """The weights of the nearest of the simplices that leave out one vertex whose part has not the right sign."""
    best, least = [0.0] * len(points), FURTHEST
    for left_out in (number for number, agrees in enumerate(agree) if not agrees):
        others = [point for number, point in enumerate(points) if number != left_out]
        weights = nearest_weights(others)
        nearest = linear_combination(weights, others)
        square = dot(nearest, nearest)
        if left_out == 0 or square < least:
            best, least = [*weights[:left_out], 0.0, *weights[left_out:]], square
    return best
