"""The axis-aligned boxes of a broad phase, and operations on them.

Boxes are closed: two that share only a corner intersect (`volumes.apart_on`).
"""

from collections.abc import Iterable, Sequence
from math import isfinite, ulp
from typing import Any, NamedTuple

from gjkscope.engine.arguments import as_items, as_vector, items, short_repr
from gjkscope.engine.geometry.volumes import Aabb
from gjkscope.engine.pose import as_plane_pose, as_pose
from gjkscope.engine.result import TOUCHING
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.kinds import Shape

Boxes = tuple[Aabb, ...]
Pair = tuple[int, int]  # the numbers of two bodies, the smaller first

# The side of a shape's box is the sum of its position, its core's extent, its radius and the margin: three additions,
# each with an error of half a unit in the last place.
ROUNDINGS = 2


class BoxComparison(NamedTuple):
    """One box compared with another."""

    other: int  # the number of the other body
    apart: int  # the first axis (0, 1, 2: x, y, z) on which there is a gap; `MEET`


def boxes_of(bodies: Sequence[Any]) -> Boxes:
    """The boxes of bodies, each given as (shape, pose) or as a box (least corner, greatest corner).

    Boxes are used as given; those of shapes are slightly enlarged, see `expanded_box`.  Raises a `ValueError`
    that names the body and the value.
    """
    return tuple(_box(f"bodies[{number}]", body) for number, body in enumerate(as_items("bodies", bodies, "bodies")))


def expanded_box(shape: Shape, pose: Any, name: str = "pose") -> Aabb:
    """The box of a placed shape, enlarged by the tolerance for touching.

    Two shapes touch up to a gap of `TOUCHING` times the size of the larger one, so each box grows by that part of its
    size, and by `ROUNDINGS` for the rounding of large coordinates.  Raises `ValueError` if the box overflows.
    """
    placed = as_pose(pose, name) if shape.dimension == 3 else as_plane_pose(pose, name)
    lo, hi = aabb(shape, placed)
    furthest = max(abs(coordinate) for coordinate in (*lo, *hi, *placed.position))
    margin = TOUCHING * max(hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]) + ROUNDINGS * ulp(furthest)
    least = (lo[0] - margin, lo[1] - margin, lo[2] - margin)
    greatest = (hi[0] + margin, hi[1] + margin, hi[2] + margin)
    if not all(isfinite(coordinate) for coordinate in (*least, *greatest)):
        raise ValueError(f"{name}: the box of the shape must be finite, got {least} to {greatest}")
    return Aabb(least, greatest)


def union(boxes: Iterable[Aabb]) -> Aabb:
    """The smallest box that contains all `boxes`, at least one."""
    lows, highs = zip(*boxes, strict=True)
    x0, y0, z0 = map(min, zip(*lows, strict=True))
    x1, y1, z1 = map(max, zip(*highs, strict=True))
    return Aabb((x0, y0, z0), (x1, y1, z1))


def box_center(box: Aabb, axis: int) -> float:
    """The box's centre on an axis.  Halved before the sum, which could overflow."""
    return box.lo[axis] / 2 + box.hi[axis] / 2


def midpoint_between(a: Aabb, b: Aabb, axis: int) -> float:
    """Halfway between the centres of the two on an axis."""
    return box_center(a, axis) / 2 + box_center(b, axis) / 2


def longest_first(boxes: Boxes, items: Sequence[int]) -> list[int]:
    """The three axes, in order of decreasing extent of the bodies' centres."""
    return sorted(range(3), key=lambda axis: -_reach([box_center(boxes[item], axis) for item in items]))


def ordered(one: int, other: int) -> Pair:
    """The pair with the smaller number first."""
    return (one, other) if one < other else (other, one)


def _reach(centers: list[float]) -> float:
    return max(centers) - min(centers)


def _box(name: str, body: Any) -> Aabb:
    try:
        first, second = items(body)
    except (TypeError, ValueError):
        raise ValueError(
            f"{name}: must be (shape, pose) or a box (least, greatest corner), got {short_repr(body)}"
        ) from None
    if isinstance(first, Shape):
        return expanded_box(first, second, name)
    lo, hi = as_vector(f"{name}[0]", first), as_vector(f"{name}[1]", second)
    for axis in range(3):
        if lo[axis] > hi[axis]:
            raise ValueError(f"{name}: the least corner must not exceed the greatest, got {lo} and {hi}")
    return Aabb(lo, hi)
