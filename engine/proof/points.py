"""Converts the vertices of A − B found by an algorithm to evidence for the checker, which refers to them by index."""

from collections.abc import Sequence
from math import gcd
from typing import Any, Protocol

from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import Evidence
from gjkscope.engine.shapes.kinds import CurvedShape, PlacedPair, PolytopeShape, Shape
from gjkscope.engine.vectors import Vec3, column, cross, dot, sub


class PairVertex(Protocol):
    """A point of A − B, and the points of A and B whose difference it is."""

    @property
    def a(self) -> Vec3: ...
    @property
    def b(self) -> Vec3: ...
    @property
    def index_a(self) -> int: ...
    @property
    def index_b(self) -> int: ...


def shorten(numbers: tuple[int, ...]) -> Any:
    """The smallest integers in the same proportions."""
    divisor = gcd(*numbers)
    return tuple(number // divisor for number in numbers)


def evidence_of(
    vertices: Sequence[PairVertex],
    setting: PlacedPair,
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
    if not isinstance(shape, CurvedShape):
        raise ValueError(f"shape: neither a polytope nor curved: {shape!r}")
    x, y, z = (column(pose.rotation, i) for i in range(3))
    # The rotation need not be orthogonal: its inverse is not its transpose.
    rows, volume = (cross(y, z), cross(z, x), cross(x, y)), dot(x, cross(y, z))
    return tuple(
        shape.move_inside((dot(rows[0], p) / volume, dot(rows[1], p) / volume, dot(rows[2], p) / volume))
        for p in points
    )
