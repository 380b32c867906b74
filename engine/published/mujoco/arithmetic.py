"""MuJoCo's vector formulas that are not in `vectors.py`, in its order of operations (`engine_collision_gjk.c`).

They keep the precision of their arguments: float32 numbers give float32.
"""

from collections.abc import Sequence

from gjkscope.engine.published.ieee import divide, root
from gjkscope.engine.vectors import ZERO, Vec3, cross, dot, neg, scale, sub

MINVAL = 1e-15
"""`mjMINVAL`, an absolute tolerance for lengths, areas and depths alike."""

FURTHEST = 1.7976931348623157e308  # `mjMAX_LIMIT`


def square_root(number: float) -> float:
    """The root in the precision of the number; NaN for negative numbers."""
    return type(number)(root(number))


def euclidean_length(v: Vec3) -> float:
    return square_root(dot(v, v))


def linear_combination(weights: Sequence[float], points: Sequence[Vec3]) -> Vec3:
    """The sum of the points times their weights, from left to right."""
    total = ZERO
    for number, (weight, point) in enumerate(zip(weights, points, strict=True)):
        part = scale(point, weight)
        total = part if number == 0 else (total[0] + part[0], total[1] + part[1], total[2] + part[2])
    return total


def triple(a: Vec3, b: Vec3, c: Vec3) -> float:
    """The determinant a · (b × c)."""
    return dot(a, cross(b, c))


def both_signs(a: float, b: float) -> int:
    """1 if both numbers are positive, −1 if both are negative, else 0."""
    if a > 0 and b > 0:
        return 1
    return -1 if a < 0 and b < 0 else 0


def origin_on_plane(a: Vec3, b: Vec3, c: Vec3) -> Vec3 | None:
    """The projection of the origin on the plane of three points; None if they are on a line.

    Three formulas for the normal are tried in turn: one is given up if the plane passes through the origin, or the
    squared length of the normal, an area squared, is at most 1e-15.
    """
    ab, ac, bc = sub(b, a), sub(c, a), sub(c, b)
    for normal, point in ((cross(bc, ab), b), (cross(ab, ac), a)):
        height, square = dot(normal, point), dot(normal, normal)
        if square == 0:
            return None
        if height != 0 and square > MINVAL:
            return scale(normal, divide(height, square))
    normal = cross(ac, bc)
    return scale(normal, divide(dot(normal, c), dot(normal, normal)))


def origin_on_line(a: Vec3, b: Vec3) -> Vec3:
    """The projection of the origin on the line through two points."""
    ab = sub(b, a)
    factor = -divide(dot(b, ab), dot(ab, ab))
    return (b[0] + factor * ab[0], b[1] + factor * ab[1], b[2] + factor * ab[2])


def widest_view(a: Vec3, b: Vec3, c: Vec3) -> tuple[float, int, int]:
    """Twice the signed area of the triangle in the coordinate plane where it is largest, and that plane's two axes."""
    views = [(_minor(a, b, c, i, j), i, j) for i, j in ((1, 2), (0, 2), (0, 1))]
    x, y, z = (abs(view[0]) for view in views)
    if x >= y and x >= z:
        return views[0]
    return views[1] if y >= z else views[2]


def part_areas(a: Vec3, b: Vec3, c: Vec3, p: Vec3, i: int, j: int) -> tuple[float, float, float]:
    """Twice the signed areas of the triangles p b c, p c a and p a b in a coordinate plane."""
    return (_part_area(p, b, c, i, j), _part_area(p, c, a, i, j), _part_area(p, a, b, i, j))


def affine_coordinates(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> tuple[float, float, float]:
    area, i, j = widest_view(a, b, c)
    x, y, z = (divide(part, area) for part in part_areas(a, b, c, p, i, j))
    return (x, y, z)


def is_on_same_side(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> bool:
    """Whether the origin and d are on the same side of the plane of a, b, c, and neither is on it."""
    normal = cross(sub(b, a), sub(c, a))
    return both_signs(dot(normal, sub(d, a)), dot(normal, neg(a))) != 0


def contains_origin(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> bool:
    """Whether the origin is inside the tetrahedron: `testTetra`."""
    corners = (a, b, c, d, a, b, c)
    return all(is_on_same_side(*corners[i : i + 4]) for i in range(4))


def _minor(a: Vec3, b: Vec3, c: Vec3, i: int, j: int) -> float:
    return b[i] * c[j] - b[j] * c[i] - a[i] * c[j] + a[j] * c[i] + a[i] * b[j] - a[j] * b[i]


def _part_area(p: Vec3, a: Vec3, b: Vec3, i: int, j: int) -> float:
    return p[i] * a[j] + p[j] * b[i] + a[i] * b[j] - p[i] * b[j] - p[j] * a[i] - b[i] * a[j]
