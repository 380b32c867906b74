"""Evidence from the vertices of A − B that an algorithm found: what the checker takes, vertices by their numbers."""

from collections.abc import Sequence
from math import gcd, hypot
from typing import Any, Protocol, assert_never

from gjkscope.engine.arithmetic.integers import PolytopeShape
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import Evidence
from gjkscope.engine.shapes.kinds import Cone, Cylinder, Ellipsoid, Shape
from gjkscope.engine.vectors import Vec3, column, cross, dot, norm, scale, sub

# Support points of curved shapes have a relative error of some 2⁻⁵²; scaled by this factor, they lie inside.
INSIDE = 1 - 2.0**-48


class Vertex(Protocol):
    """A point of A − B, and the points of A and B that it is the difference of."""

    @property
    def a(self) -> Vec3: ...
    @property
    def b(self) -> Vec3: ...
    @property
    def index_a(self) -> int: ...
    @property
    def index_b(self) -> int: ...


def shortened(numbers: tuple[int, ...]) -> Any:
    """The smallest integers in the same proportions."""
    divisor = gcd(*numbers)
    return tuple(number // divisor for number in numbers)


def evidence_of(
    vertices: Sequence[Vertex],
    setting: tuple[Shape, Pose, Shape, Pose],
    axis: Vec3,
    weights: tuple[float, ...],
    faces: tuple[tuple[int, int, int], ...],
) -> Evidence:
    """The evidence, with vertex indices for polytopes and with points moved inside for curved shapes."""
    shape_a, pose_a, shape_b, pose_b = setting
    between = sub(pose_b.position, pose_a.position)
    points_a = _points(shape_a, pose_a, [w.a for w in vertices])
    points_b = _points(shape_b, pose_b, [sub(w.b, between) for w in vertices])
    numbers = tuple((i if points_a else w.index_a, i if points_b else w.index_b) for i, w in enumerate(vertices))
    return Evidence(axis, numbers, weights, faces, points_a, points_b)


def _points(shape: Shape, pose: Pose, points: list[Vec3]) -> tuple[Vec3, ...]:
    """Converts points of a curved shape, relative to its position, to its local frame, and moves them inside.

    Returns nothing for a polytope, whose vertices have indices.
    """
    if isinstance(shape, PolytopeShape):
        return ()
    x, y, z = (column(pose.rotation, i) for i in range(3))
    # The rotation need not be orthogonal: its inverse is not its transpose.
    rows, volume = (cross(y, z), cross(z, x), cross(x, y)), dot(x, cross(y, z))
    return tuple(
        _inside(shape, (dot(rows[0], p) / volume, dot(rows[1], p) / volume, dot(rows[2], p) / volume)) for p in points
    )


def _inside(shape: Cylinder | Cone | Ellipsoid, point: Vec3) -> Vec3:
    """The point, moved inside the shape if it is outside by a rounding error."""
    if isinstance(shape, Ellipsoid):
        r, s, t = shape.radii
        outwards = norm((point[0] / r, point[1] / s, point[2] / t))
        return scale(point, min(1.0, INSIDE / outwards)) if outwards > INSIDE else point
    axis, half = "xyz".index(shape.axis), shape.half_height
    along = min(max(point[axis], -half), half)
    width = _width(shape, along)
    across = hypot(*(number for i, number in enumerate(point) if i != axis))
    inwards = width * INSIDE / across if across > width * INSIDE else 1.0
    x, y, z = (along if i == axis else number * inwards for i, number in enumerate(point))
    return (x, y, z)


def _width(shape: Cylinder | Cone, along: float) -> float:
    """The radius of the cross section at the height `along` on the axis."""
    match shape:
        case Cylinder():
            return shape.radius
        case Cone():
            return shape.radius * ((shape.half_height - along) / (2 * shape.half_height))
        case _:
            assert_never(shape)
