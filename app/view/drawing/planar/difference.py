"""A − B of two 2D shapes, a polygon with rounded corners, as the difference view draws it."""

from gjkscope.app.state.model import Theme
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, Floats, Layer
from gjkscope.engine.geometry.minkowski import MinkowskiDifference
from gjkscope.engine.geometry.outlines import outline_of, rounded_outline
from gjkscope.engine.vectors import Vec3, add

FILL, WIDTH, CORE_WIDTH, CORE_DASH = 0.22, 2.2, 1.4, 5.0
STRAIGHT = 4.0  # the width of an outline without area, pixels


def draw_planar_difference(
    builder: Builder, theme: Theme, difference: MinkowskiDifference, shift: Vec3, tone: Color
) -> None:
    """Draws A − B, moved by `shift`, filled and outlined in `tone`.

    For rounded shapes, the difference of the cores is dashed inside it.
    """
    edge = palette.toward_ink(tone, 0.25, theme)
    core = [_place(difference.core.vertices[i], shift) for i in outline_of(difference.core)]
    if difference.radius == 0:
        _draw_outline(builder, core, tone, edge)
        return
    rounded, _ = rounded_outline(difference.core, difference.radius)
    _draw_outline(builder, [_place(corner, shift) for corner in rounded], tone, edge)
    _draw_core(builder, core, edge)


def _draw_outline(builder: Builder, outline: list[Vec3], tone: Color, edge: Color) -> None:
    if len(outline) > 2:
        builder.polygon(outline, palette.faded(tone, FILL))
        builder.path(outline, edge, WIDTH, layer=Layer.SOLID, closed=True)
    elif len(outline) == 2:
        builder.line(outline[0], outline[1], edge, STRAIGHT, layer=Layer.SOLID)
    else:
        builder.point(outline[0], edge, 2 * STRAIGHT, layer=Layer.SOLID)


def _draw_core(builder: Builder, core: list[Vec3], edge: Color) -> None:
    if len(core) > 1:
        builder.path(core, edge, CORE_WIDTH, CORE_DASH, Layer.SOLID, closed=len(core) > 2)
    else:
        builder.point(core[0], edge, STRAIGHT, layer=Layer.SOLID)


def _place(point: Floats, shift: Vec3) -> Vec3:
    x, y, z = point.tolist()
    return add((x, y, z), shift)
