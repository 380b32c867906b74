"""The convex parts of shapes, and the parts of two bodies that may be nearest."""

from functools import lru_cache
from math import hypot
from typing import NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.hull import Hull
from gjkscope.engine.shapes.mesh import Mesh
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.vectors import Vec3


class PartPair(NamedTuple):
    """A part of A and a part of B by their numbers, and a lower bound on their signed distance."""

    a: int
    b: int
    bound: float  # of their boxes, metres: the gap, or minus the least overlap along an axis


@lru_cache(maxsize=SHAPES_KEPT)
def parts_of(shape: Shape) -> tuple[Shape, ...]:
    """The convex parts of a shape, in its frame; a shape without parts is its only part.

    So is a mesh that is not convex and has a single part: that part is its hull, which replaces the mesh anyway.

    >>> from gjkscope import Box, Mesh
    >>> corner = ((0, 0, 0), (1, 0, 0), (0, 1, 0))
    >>> len(parts_of(Mesh(corner, [(0, 1, 2)], parts=[corner[:2], corner[1:]]))), len(parts_of(Box((1, 1, 1))))
    (2, 1)
    """
    if isinstance(shape, Mesh) and _has_parts(shape):
        return tuple(Hull(part, shape.rounding) for part in shape.parts)
    return (shape,)


def _has_parts(mesh: Mesh) -> bool:
    """Whether the shape has parts that can fill it; without faces, the parts alone define it."""
    return len(mesh.parts) > 1 or (len(mesh.parts) == 1 and (not mesh.faces or is_hull(mesh)))


def is_compound(*shapes: Shape) -> bool:
    """Whether one of the shapes is made of parts."""
    return any(isinstance(shape, Mesh) and _has_parts(shape) for shape in shapes)


def pairs_of_parts(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> tuple[PartPair, ...]:
    """All pairs of parts, those with the least bound first."""
    boxes_a = [aabb(part, pose_a) for part in parts_of(shape_a)]
    boxes_b = [aabb(part, pose_b) for part in parts_of(shape_b)]
    pairs = [PartPair(i, j, _bound(box_a, box_b)) for i, box_a in enumerate(boxes_a) for j, box_b in enumerate(boxes_b)]
    return tuple(sorted(pairs, key=lambda pair: pair.bound))


def _bound(box_a: tuple[Vec3, Vec3], box_b: tuple[Vec3, Vec3]) -> float:
    """Shapes are at least as far apart as their boxes, and overlap by no more than these do along any axis."""
    (low_a, high_a), (low_b, high_b) = box_a, box_b
    gaps = [max(low_b[k] - high_a[k], low_a[k] - high_b[k]) for k in range(3)]
    return hypot(*(gap for gap in gaps if gap > 0)) if max(gaps) > 0 else max(gaps)
