"""Marks of the 2D algorithms: lines perpendicular to a direction, support points on the bodies, circles.

Everything else about a simplex is drawn as in 3D (`marks/simplex.py`), of vertices placed in the plane z = 0.
"""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple, Protocol

from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.drawlist import Color, Layer
from gjkscope.app.drawing.marks.sight import Sight
from gjkscope.engine.plane.vectors import (
    ORIGIN2,
    Vec2,
    add2,
    dot2,
    in_plane,
    in_space,
    neg2,
    right2,
    scale2,
    sub2,
    unit2,
)
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import Vec3, along

LINE = 0.5  # fraction of the view's radius: half the length of a line that touches a body
ACROSS = 3.0  # the same of a line that crosses the view
ARROW = 0.28  # fraction of the view's radius: the length of an arrow at a support point
LINE_WIDTH = 1.5
CIRCLE = 128  # lines in a circle


class PlanarVertex(Protocol):
    """A vertex of a simplex of a 2D algorithm."""

    @property
    def point(self) -> Vec2: ...
    @property
    def a(self) -> Vec2: ...
    @property
    def b(self) -> Vec2: ...
    @property
    def birth(self) -> int: ...


class PlacedVertex(NamedTuple):
    """The same vertex in space, as the marks of simplices take it."""

    point: Vec3
    a: Vec3
    b: Vec3
    birth: int


def placed(vertex: PlanarVertex) -> PlacedVertex:
    return PlacedVertex(in_space(vertex.point), in_space(vertex.a), in_space(vertex.b), vertex.birth)


def draw_line_across(
    builder: Builder,
    through: Vec2,
    normal: Vec2,
    reach: float,
    color: Color,
    width: float = LINE_WIDTH,
    dash: float = 0,
) -> None:
    """Draws the line through a point, perpendicular to `normal`, up to `reach` on both sides."""
    if normal == ORIGIN2:
        return
    middle, way = in_space(through), in_space(right2(unit2(normal)))
    builder.line(along(middle, way, -reach), along(middle, way, reach), color, width, dash, Layer.SOLID)


def draw_support_line(
    builder: Builder, support: Vec2, direction: Vec2, radius: float, start: Vec2 | None = None, part: float = 1.0
) -> None:
    """Draws the line across A − B that no point of it lies beyond: through the support point, perpendicular to d.

    `part` of the way there from `start`, along d.
    """
    through = support if start is None else swept(start, support, direction, part)
    draw_line_across(builder, through, direction, ACROSS * radius, palette.faded(palette.SEARCH, 0.8))


def draw_support_points(
    builder: Builder, vertex: PlanarVertex, direction: Vec2, sight: Sight, radius: float, part: float = 1.0
) -> None:
    """Draws both support points of a step, the lines that touch the bodies there, and the directions searched.

    The points are relative to A's position.  `part` of the way, the lines sweep out from the bodies' centres.
    """
    way, origin = unit2(direction), in_plane(sight.bodies[0].pose.position)
    supports = (
        (sight.bodies[0], add2(vertex.a, origin), way, "d", palette.A),
        (sight.bodies[1], add2(vertex.b, origin), neg2(way), "−d", palette.B),
    )
    for body, place, outwards, letter, color in supports:
        point = in_space(place)
        if sight.visible.planes:
            start = in_plane(convex(body.shape, body.pose).center)
            draw_line_across(builder, swept(start, place, outwards, part), outwards, LINE * radius, color)
        if part < 1:
            continue
        head = along(point, in_space(outwards), ARROW * radius)
        if head != point:
            builder.arrow(point, head, palette.SEARCH, 2.5)
        builder.point(point, palette.SEARCH, 9)
        builder.label(f"s_{body.name}({letter})", point, palette.SEARCH, 2, away_from=head)


def swept(start: Vec2, end: Vec2, direction: Vec2, part: float) -> Vec2:
    """The point whose height along a unit direction is between those of `start` (0) and `end` (1)."""
    return add2(end, scale2(direction, (1 - part) * dot2(direction, sub2(start, end))))


def draw_closest_path(builder: Builder, places: Sequence[Vec2]) -> None:
    """Draws the path of the closest point, with a dot per step."""
    path, faint = [in_space(place) for place in places], palette.faded(palette.TEXT, 0.55)
    builder.path(path, faint, 1.3)
    for place in path[:-1]:
        builder.point(place, faint, 5)


def draw_circle(builder: Builder, center: Vec2, size: float, color: Color, width: float, dash: float = 0.0) -> None:
    """Draws a circle of radius `size`; nothing if that is not positive."""
    if size <= 0:
        return
    x, y = center
    angles = (2 * pi * i / CIRCLE for i in range(CIRCLE))
    builder.path([(x + size * cos(t), y + size * sin(t), 0.0) for t in angles], color, width, dash, closed=True)
