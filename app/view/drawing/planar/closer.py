"""Draws why a search towards the origin finds something closer: a wall, a circle, and a segment that enters the circle.

In the plane, all points that are closer to the origin than the closest point so far lie in a circle around the origin
through that point.  The wall through it, perpendicular to its line to the origin, touches the circle there: so
whatever is closer lies beyond the wall.  A support point beyond it makes the segment to it lean towards the origin,
into the circle.  The next simplex contains this segment, so its closest point is closer.
"""

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.planar.outline import clipped, square_around
from gjkscope.app.view.drawing.planar.strokes import ACROSS, draw_circle, draw_line_across, into_view
from gjkscope.engine.plane.vectors import ORIGIN2, Vec2, add2, dot2, in_space, norm2, right2, scale2, sub2, unit2
from gjkscope.engine.vectors import ZERO

BEYOND, WALL, CIRCLE = 0.10, 0.9, 0.75  # opacities
WALL_WIDTH, CIRCLE_WIDTH, DASH = 2.2, 1.6, 5.0
ENTERING, OUTSIDE = 4.5, 1.6  # widths of the parts of the segment within the circle, and before and after it
WALL_NAME = 0.55  # fraction of the view's radius from the closest point to the name of the wall, along it


def draw_closer(builder: Builder, closest: Vec2, found: Vec2 | None, radius: float) -> None:
    """Draws the wall and the circle through `closest`, and the segment from there to the support point `found`.

    Nothing is drawn if the closest point is the origin.
    """
    if closest == ORIGIN2:
        return
    away = unit2(closest)
    beyond = clipped(square_around(closest, ACROSS * radius), [(closest, away)])
    builder.polygon([in_space(corner) for corner in beyond], palette.faded(palette.SEARCH, BEYOND))
    wall = palette.faded(palette.SEARCH, WALL)
    draw_line_across(builder, in_space(closest), in_space(away), ACROSS * radius, wall, WALL_WIDTH)
    way = right2(away)
    end = into_view(builder, in_space(add2(closest, scale2(way, WALL_NAME * radius))), radius)
    builder.label("wall", end, palette.SEARCH, 4, away_from=ZERO)
    draw_circle(builder, ORIGIN2, norm2(closest), palette.faded(palette.TEXT, CIRCLE), CIRCLE_WIDTH, DASH)
    if found is not None and found != closest:
        _draw_leaning(builder, closest, found)


def part_inside(start: Vec2, end: Vec2) -> float:
    """The part of a segment from its start that is closer to the origin than the start: 0 if it leans away.

    It is where the segment leaves the circle around the origin that passes through its start.

    >>> part_inside((0.0, 2.0), (0.0, -1.0))
    1.0
    >>> part_inside((1.0, 0.0), (-3.0, 0.0))
    0.5
    >>> part_inside((1.0, 0.0), (1.0, 1.0))
    0.0
    """
    way = sub2(end, start)
    lean = -dot2(start, way)
    return min(max(2 * lean / dot2(way, way), 0.0), 1.0)


def _draw_leaning(builder: Builder, start: Vec2, end: Vec2) -> None:
    """Draws the segment, thick where it is closer to the origin than its start."""
    inside = part_inside(start, end)
    leaves = add2(start, scale2(sub2(end, start), inside))
    builder.line(in_space(start), in_space(end), palette.faded(palette.TEXT, CIRCLE), OUTSIDE)
    if inside > 0:
        builder.line(in_space(start), in_space(leaves), palette.NEW, ENTERING)
