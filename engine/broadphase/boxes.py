"""The axis-aligned boxes of a broad phase, and operations on them.

Boxes are closed: two that share only a corner intersect (`volumes.apart_on`).
"""

from collections.abc import Iterable, Iterator, Sequence
from math import isfinite, ulp
from typing import Any, NamedTuple

from gjkscope.engine.arguments import as_items, as_vector, items, short_repr
from gjkscope.engine.geometry.volumes import Aabb, apart_on
from gjkscope.engine.native.boxes import measured_boxes
from gjkscope.engine.pose import Pose, as_plane_pose, as_pose
from gjkscope.engine.result import TOUCHING
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3

Boxes = Sequence[Aabb]
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

    Boxes are used as given; those of shapes are slightly enlarged, see `expand_box`.  Raises a `ValueError`
    that names the body and the value.
    """
    return tuple(_box(f"bodies[{number}]", body) for number, body in enumerate(as_items("bodies", bodies, "bodies")))


def expand_box(shape: Shape, pose: Any, name: str = "pose") -> Aabb:
    """The box of a placed shape, enlarged by the tolerance for touching.

    Two shapes touch up to a gap of `TOUCHING` times the size of the larger one, so each box grows by that part of its
    size, and by `ROUNDINGS` for the rounding of large coordinates.  Raises `ValueError` if the box overflows.
    """
    return expand_placed(shape, as_pose(pose, name) if shape.dimension == 3 else as_plane_pose(pose, name), name)


def expand_placed(shape: Shape, placed: Pose, name: str = "pose") -> Aabb:
    """`expand_box` of a pose that has been validated."""
    return _grow(*aabb(shape, placed), placed.position, name)


def expand_all(shapes: Sequence[Shape], poses: Sequence[Pose]) -> list[Aabb]:
    """`expand_placed` of bodies; by machine code, where it has been loaded (`native.boxes`)."""
    boxes = measured_boxes(shapes, poses) or [aabb(shape, pose) for shape, pose in zip(shapes, poses, strict=True)]
    return [
        _grow(lo, hi, pose.position, f"bodies[{i}]")
        for i, ((lo, hi), pose) in enumerate(zip(boxes, poses, strict=True))
    ]


def _grow(lo: Vec3, hi: Vec3, position: Vec3, name: str) -> Aabb:
    """A box, enlarged as `expand_box` describes."""
    furthest = max(map(abs, (*lo, *hi, *position)))
    margin = TOUCHING * max(hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]) + ROUNDINGS * ulp(furthest)
    least = (lo[0] - margin, lo[1] - margin, lo[2] - margin)
    greatest = (hi[0] + margin, hi[1] + margin, hi[2] + margin)
    if not all(map(isfinite, (*least, *greatest))):
        raise ValueError(f"{name}: the box of the shape must be finite, got {least} to {greatest}")
    return Aabb(least, greatest)


class FoundPairs(NamedTuple):
    """The findings of a search: a log with an entry for each step of the trace, which compiled code writes as well."""

    pairs: list[Pair]  # in the order in which they were found
    ends: list[int]  # the number of pairs after each step
    comparisons: list[int]  # their number after each step


def start_search() -> FoundPairs:
    """The log before the first step.  The empty lists are slices of others, which tells the compiler their types."""
    return FoundPairs([(0, 0)][:0], [0][:0], [0][:0])


def note_step(search: FoundPairs, comparisons: int) -> None:
    """Ends a step that made that many comparisons."""
    before = search.comparisons[-1] if len(search.comparisons) > 0 else 0
    search.ends.append(len(search.pairs))
    search.comparisons.append(before + comparisons)


def pairs_of_steps(search: FoundPairs) -> Iterator[tuple[tuple[Pair, ...], int]]:
    """For each step: the pairs that it found, and the number of comparisons up to its end."""
    begin = 0
    for end, comparisons in zip(search.ends, search.comparisons, strict=True):
        yield tuple(search.pairs[begin:end]), comparisons
        begin = end


def comparisons_with(boxes: Boxes, body: int, others: Iterable[int]) -> tuple[BoxComparison, ...]:
    """The comparisons of a body with others, in their order."""
    return tuple(BoxComparison(other, apart_on(boxes[body], boxes[other])) for other in others)


def box_around(a: Aabb, b: Aabb) -> Aabb:
    """The smallest box that contains both."""
    return Aabb(lesser(a.lo, b.lo), greater(a.hi, b.hi))


def lesser(a: Vec3, b: Vec3) -> Vec3:
    """The lesser coordinate on each axis."""
    return (min(a[0], b[0]), min(a[1], b[1]), min(a[2], b[2]))


def greater(a: Vec3, b: Vec3) -> Vec3:
    """The greater coordinate on each axis."""
    return (max(a[0], b[0]), max(a[1], b[1]), max(a[2], b[2]))


def middle_of(box: Aabb) -> Vec3:
    """The box's centre."""
    return (box_center(box, 0), box_center(box, 1), box_center(box, 2))


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


def reaches(boxes: Boxes, items: Sequence[int], begin: int, end: int) -> Vec3:
    """The extent, on each axis, of the centres of the bodies `items[begin:end]`, at least one."""
    return (
        _reach(boxes, items, begin, end, 0),
        _reach(boxes, items, begin, end, 1),
        _reach(boxes, items, begin, end, 2),
    )


def longest_axis(extents: Vec3) -> int:
    """The axis of the greatest extent; the first of equals."""
    x, y, z = extents
    if x >= y and x >= z:
        return 0
    return 1 if y >= z else 2


def sort_pair(first: int, second: int) -> Pair:
    """The pair with the smaller number first."""
    return (first, second) if first < second else (second, first)


def _reach(boxes: Boxes, items: Sequence[int], begin: int, end: int, axis: int) -> float:
    """Halved twice in all, as the difference of two centres may overflow."""
    least = greatest = box_center(boxes[items[begin]], axis)
    for i in range(begin + 1, end):
        center = box_center(boxes[items[i]], axis)
        least, greatest = min(least, center), max(greatest, center)
    return greatest / 2 - least / 2


def _box(name: str, body: Any) -> Aabb:
    try:
        first, second = items(body)
    except (TypeError, ValueError):
        raise ValueError(
            f"{name}: must be (shape, pose) or a box (least, greatest corner), got {short_repr(body)}"
        ) from None
    if isinstance(first, Shape):
        return expand_box(first, second, name)
    lo, hi = as_vector(f"{name}[0]", first), as_vector(f"{name}[1]", second)
    for axis in range(3):
        if lo[axis] > hi[axis]:
            raise ValueError(f"{name}: the least corner must not exceed the greatest, got {lo} and {hi}")
    return Aabb(lo, hi)
