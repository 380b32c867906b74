"""Draws a pair of witness points, one on each shape, and the segment between them."""

from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import Builder
from gjkscope.engine.vectors import Vec3


def draw_between(builder: Builder, on_a: Vec3, on_b: Vec3) -> None:
    builder.line(on_a, on_b, palette.TEXT, 2.5)
    builder.point(on_a, palette.A, 10)
    builder.point(on_b, palette.B, 10)
