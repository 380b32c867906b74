"""Segments with a dot at each end: between witness points, and intervals on an axis as bars."""

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.engine.vectors import Vec3, along

WIDTH = 6.0


def draw_between(builder: Builder, on_a: Vec3, on_b: Vec3) -> None:
    """Draws a pair of witness points, one on each shape, and the segment between them."""
    builder.line(on_a, on_b, palette.TEXT, 2.5)
    builder.point(on_a, palette.A, 10)
    builder.point(on_b, palette.B, 10)


def draw_bar(
    builder: Builder, base: Vec3, direction: Vec3, interval: tuple[float, float], color: Color
) -> tuple[Vec3, Vec3]:
    """Draws a bar with a dot at each end, and returns its end points; `interval` is measured from `base`."""
    start, end = (along(base, direction, t) for t in interval)
    builder.line(start, end, color, WIDTH)
    for tip in (start, end):
        builder.point(tip, color, 9)
    return start, end
