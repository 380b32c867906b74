"""Screen-space bounding rectangles of boxes."""

from math import floor

from gjkscope.app.view.renderer.frame import Row, Size, ToClip
from gjkscope.app.view.renderer.passes import Rectangle
from gjkscope.engine.geometry.volumes import Aabb
from gjkscope.engine.vectors import Vec3, sub

OUT_OF_VIEW = 100.0  # a clip coordinate so far out that no margin reaches the view


def rectangle_of(extent: Aabb | None, anchor: Vec3, transform: ToClip, size: Size, margin: int = 1) -> Rectangle:
    """The part of the view that a box covers, and `margin` pixels around it.

    Limits full-screen passes, which are slow without a GPU.
    """
    if extent is None:
        return (0, 0, 0, 0)
    box = Aabb(sub(extent.lo, anchor), sub(extent.hi, anchor))
    xs, ys, depths, weights = (_at_corners(row, box) for row in transform)
    if any(depth < -weight for depth, weight in zip(depths, weights, strict=True)):
        return (0, 0, *size)  # part of the box is in front of the near plane or behind the camera
    left, right = _pixels([x / weight for x, weight in zip(xs, weights, strict=True)], size[0], margin)
    low, high = _pixels([y / weight for y, weight in zip(ys, weights, strict=True)], size[1], margin)
    return left, low, max(right - left, 0), max(high - low, 0)


def shifted(rectangle: Rectangle, corner: Size) -> Rectangle:
    """The same pixels, relative to `corner`."""
    left, bottom, width, height = rectangle
    return left - corner[0], bottom - corner[1], width, height


def intersection(rectangle: Rectangle, size: Size) -> Rectangle:
    """The part of the rectangle within (0, 0) … `size`."""
    left, bottom = max(rectangle[0], 0), max(rectangle[1], 0)
    right, top = min(rectangle[0] + rectangle[2], size[0]), min(rectangle[1] + rectangle[3], size[1])
    return left, bottom, max(right - left, 0), max(top - bottom, 0)


def _at_corners(row: Row, box: Aabb) -> list[float]:
    """The value of one row of a transform at the eight corners."""
    (x0, y0, z0), (x1, y1, z1) = box
    a, b, c, d = row
    sides = (b * y0 + d, b * y1 + d)
    return [x + y + z for x in (a * x0, a * x1) for y in sides for z in (c * z0, c * z1)]


def _pixels(places: list[float], size: int, margin: int) -> tuple[int, int]:
    """The pixel range (first, one past the last) that covers clip coordinates (−1 … 1) and the margin."""
    first, last = max(min(places), -OUT_OF_VIEW), min(max(places), OUT_OF_VIEW)
    return max(floor((first * 0.5 + 0.5) * size) - margin, 0), min(floor((last * 0.5 + 0.5) * size) + 1 + margin, size)
