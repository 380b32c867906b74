"""Marks of the 2D algorithms: lines perpendicular to a direction, paths, circles.

Everything else about a simplex is drawn as in 3D (`marks/simplex.py`), of vertices placed in the plane z = 0.
"""

from collections.abc import Sequence
from math import cos, inf, pi, sin
from typing import NamedTuple, Protocol

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, Layer
from gjkscope.engine.plane.vectors import Vec2, in_plane, in_space, right2, unit2
from gjkscope.engine.vectors import Vec3, along, dot, sub, unit

LINE = 0.5  # fraction of the view's radius: half the length of a line that touches a body
ACROSS = 3.0  # the same of a line that crosses the view
ARROW = 0.35  # the same of the arrow of a search direction in A − B
SEEN = 0.95  # fraction of the view's radius, from its centre, that is surely in the view
NEAR_ORIGIN = (0.7, 1.5)  # lengths of an arrow's tail from the origin at which the arrow ends beside it
SHORT_OF, SHORTEST = 0.6, 0.3
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


def place_in_space(vertex: PlanarVertex) -> PlacedVertex:
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


class ArrowRoom(NamedTuple):
    """Where the arrow of a search direction starts, and the fraction of its usual length that it has."""

    tail: Vec3
    share: float


def arrow_room(builder: Builder, tail: Vec3, direction: Vec3, radius: float) -> ArrowRoom:
    """Keeps the arrow in the view, and its head away from the origin, where there would be no room for its name."""
    way, length = unit(direction), ARROW * radius
    if length == 0:  # of two points that coincide
        return ArrowRoom(tail, 1.0)
    ahead = -dot(way, tail)
    room = reach_in_view(builder, tail, way, radius)
    if NEAR_ORIGIN[0] * length < ahead < NEAR_ORIGIN[1] * length:
        room = min(room, SHORT_OF * ahead)
    share = min(max(room / length, SHORTEST), 1.0)
    return ArrowRoom(along(tail, way, min(room - share * length, 0.0)), share)


def reach_in_view(builder: Builder, start: Vec3, way: Vec3, radius: float) -> float:
    """A distance from `start` along a unit vector that is certainly within the view; negative if it starts outside."""
    offset, half = sub(start, builder.center), SEEN * radius
    sides = ((half - o * (1 if w > 0 else -1)) / abs(w) for o, w in zip(offset[:2], way[:2], strict=True) if w)
    return min(sides, default=inf)


def into_view(builder: Builder, point: Vec3, radius: float) -> Vec3:
    """The nearest point that is certainly in the view, for a label."""
    half = SEEN * radius
    x, y = (
        min(max(number, middle - half), middle + half)
        for number, middle in zip(point[:2], builder.center[:2], strict=True)
    )
    return (x, y, 0.0)


def draw_closest_path(builder: Builder, places: Sequence[Vec2]) -> None:
    """Draws the path of the closest point, with a dot per step."""
    path, faint = [in_space(point) for point in places], palette.faded(palette.TEXT, 0.55)
    builder.path(path, faint, 1.3)
    for point in path[:-1]:
        builder.point(point, faint, 5)


def draw_circle(builder: Builder, center: Vec2, size: float, color: Color, width: float, dash: float = 0.0) -> None:
    """Draws a circle of radius `size`; nothing if that is not positive."""
    if size <= 0:
        return
    x, y = center
    angles = (2 * pi * i / CIRCLE for i in range(CIRCLE))
    builder.path([(x + size * cos(t), y + size * sin(t), 0.0) for t in angles], color, width, dash, closed=True)
