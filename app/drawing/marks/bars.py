"""Draws intervals on an axis as bars; used for separating axes and bounding boxes."""

from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.drawlist import Color
from gjkscope.engine.vectors import Vec3, along

WIDTH = 6.0


def draw_bar(
    builder: Builder, base: Vec3, direction: Vec3, interval: tuple[float, float], color: Color
) -> tuple[Vec3, Vec3]:
    """Draws a bar with a dot at each end, and returns its end points; `interval` is measured from `base`."""
    start, end = (along(base, direction, t) for t in interval)
    builder.line(start, end, color, WIDTH)
    for tip in (start, end):
        builder.point(tip, color, 9)
    return start, end
