"""Marks of the 2D algorithms: lines perpendicular to a direction, paths, circles.

Everything else about a simplex is drawn as in 3D (`marks/simplex.py`), of vertices placed in the plane z = 0.
"""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple, Protocol

from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.drawlist import Color, Layer
from gjkscope.engine.plane.vectors import Vec2, in_plane, in_space, right2, unit2
from gjkscope.engine.vectors import Vec3, along

LINE = 0.5  # fraction of the view's radius: half the length of a line that touches a body
ACROSS = 3.0  # the same of a line that crosses the view
LINE_WIDTH, LINE_OPACITY = 1.5, 0.85
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
    through: Vec3,
    normal: Vec3,
    reach: float,
    color: Color,
    width: float = LINE_WIDTH,
    dash: float = 0,
) -> None:
    """Draws the line through a point, perpendicular to `normal` (not zero), up to `reach` on both sides."""
    way = in_space(right2(unit2(in_plane(normal))))
    builder.line(along(through, way, -reach), along(through, way, reach), color, width, dash, Layer.SOLID)


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
