"""The simplex of `b3ShapeDistance`: four slots, of which those beyond its size keep what was left in them."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.vectors import Vec3, add, scale

float32: Callable[[float], Any] = np.float32
"""A number of single precision, with which Python's operators compute in single precision."""


class Box3dVertex(NamedTuple):
    """`b3SimplexVertex`: a point of B − A, in A's frame."""

    point: Vec3
    a: Vec3
    b: Vec3
    index_a: int
    index_b: int
    birth: int
    weight: float  # barycentric; of a new vertex, what the slot held before

    def in_single(self) -> "Box3dVertex":
        """The vertex with numbers of single precision, from Python's floats."""
        point, a, b = ((float32(x), float32(y), float32(z)) for x, y, z in (self.point, self.a, self.b))
        return self._replace(point=point, a=a, b=b, weight=float32(self.weight))


class Box3dSimplex(NamedTuple):
    """`b3Simplex`."""

    slots: tuple[Box3dVertex, ...] = ()
    size: int = 0

    @property
    def kept(self) -> tuple[Box3dVertex, ...]:
        return self.slots[: self.size]

    def in_single(self) -> "Box3dSimplex":
        return self._replace(slots=tuple(vertex.in_single() for vertex in self.slots))

    def with_kept(self, kept: tuple[Box3dVertex, ...]) -> "Box3dSimplex":
        """These vertices in the first slots; the others stay."""
        return Box3dSimplex((*kept, *self.slots[len(kept) :]), len(kept))

    def closest(self) -> Vec3:
        """The weighted sum of the vertices, which is not used for four of them."""
        return _blend(self.kept, [vertex.point for vertex in self.kept])

    def witnesses(self) -> tuple[Vec3, Vec3]:
        """`b3ComputeWitnessPoints`; of four vertices the point on A is taken for both."""
        a = _blend(self.kept, [vertex.a for vertex in self.kept])
        return a, a if self.size == 4 else _blend(self.kept, [vertex.b for vertex in self.kept])


def _blend(kept: tuple[Box3dVertex, ...], points: list[Vec3]) -> Vec3:
    """The sum of the points by weight, in pairs if there are four; the weight of a single one is 1."""
    if len(kept) == 1:
        return points[0]
    parts = [scale(point, vertex.weight) for point, vertex in zip(points, kept, strict=True)]
    if len(parts) == 4:
        return add(add(parts[0], parts[1]), add(parts[2], parts[3]))
    return add(add(parts[0], parts[1]), parts[2]) if len(parts) == 3 else add(parts[0], parts[1])
