"""Marks shared by all algorithms that search A − B: the simplex, its vertices, directions and support points."""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from typing import Protocol

from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.cut import frame, square
from gjkscope.app.drawing.drawlist import Color, Layer, PointStyle
from gjkscope.app.drawing.marks.sight import Sight
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, add, along, neg, norm, scale, sub, unit

NUMBER_ROOM = 0.06  # fraction of the view's radius: minimum distance between two numbered dots
PLANE = 0.3  # fraction of the view's radius: half the side of the square that represents a plane


class MarkedVertex(Protocol):
    """A point a − b of A − B, with a and b; `birth` is its number in labels."""

    @property
    def point(self) -> Vec3: ...
    @property
    def a(self) -> Vec3: ...
    @property
    def b(self) -> Vec3: ...
    @property
    def birth(self) -> int: ...


def draw_supports(
    builder: Builder, vertex: MarkedVertex, direction: Vec3, origin: Vec3, sight: Sight, radius: float
) -> None:
    """Draws both support points of a step and their search directions; the points are relative to `origin`."""
    supports = (
        (add(vertex.a, origin), unit(direction), f"s_{sight.bodies[0].name}(d)", palette.A),
        (add(vertex.b, origin), neg(unit(direction)), f"s_{sight.bodies[1].name}(−d)", palette.B),
    )
    for point, way, name, color in supports:
        if sight.visible.planes and way != ZERO:
            draw_plane(builder, point, way, PLANE * radius, color)
        head = along(point, way, 0.28 * radius)
        if head != point:
            builder.arrow(point, head, palette.SEARCH, 2.5)
        builder.point(point, palette.SEARCH, 9)
        builder.label(name, point, palette.SEARCH, 2, away_from=head)


def draw_direction(builder: Builder, tail: Vec3, direction: Vec3, radius: float) -> None:
    """Draws the search direction from `tail`; nothing for the zero direction of concentric shapes."""
    if direction == ZERO:
        return
    head = along(tail, unit(direction), 0.35 * radius)
    builder.arrow(tail, head, palette.SEARCH, 3)
    builder.label("d", head, palette.SEARCH, 5, away_from=tail)


def draw_support_plane(builder: Builder, vertex: MarkedVertex, direction: Vec3, sight: Sight, radius: float) -> None:
    """Draws the supporting plane: through the support point, normal to `direction` (nothing if that is zero)."""
    if sight.visible.planes and direction != ZERO:
        draw_plane(builder, vertex.point, direction, PLANE * radius, palette.SEARCH)


def draw_plane(builder: Builder, through: Vec3, normal: Vec3, size: float, color: Color) -> None:
    """Draws a square of the plane, centred on the point `through`."""
    _, u, v = frame(normal)
    corners = square(through, u, v, size, size)
    builder.polygon(corners, palette.faded(color, 0.1))
    builder.path(corners, palette.faded(color, 0.55), 1.2, layer=Layer.TRANSLUCENT, closed=True)


def draw_path(builder: Builder, places: Sequence[Vec3], radius: float) -> None:
    """Draws the path of the closest point, one dot per step; dots are numbered where there is room."""
    if len(places) < 2:
        return
    builder.path(places, palette.faded(palette.TEXT, 0.8), 1.5)
    numbered: list[Vec3] = [places[-1]]
    for index, place in enumerate(places[:-1]):
        builder.point(place, palette.faded(palette.TEXT, 0.8), 5)
        if min(norm(sub(place, other)) for other in numbered) > NUMBER_ROOM * radius:
            numbered.append(place)
            builder.label(f"{index}", place, palette.DROPPED, 0)


def draw_closest(builder: Builder, closest: Vec3, rounding: float) -> None:
    """Draws the closest point, joined to the origin; a distance within `rounding` is shown as 0."""
    shown = number(norm(closest)) if norm(closest) > rounding else "0"
    builder.line(ZERO, closest, palette.TEXT, 2, 4)
    builder.point(closest, palette.TEXT, 8)
    builder.label(f"closest {shown} m", closest, palette.TEXT, 6, away_from=ZERO)


def draw_simplex(builder: Builder, kept: Sequence[MarkedVertex]) -> None:
    for p, q in combinations(kept, 2):
        builder.line(p.point, q.point, palette.CHOSEN, 3.5)
    for face in combinations(kept, 3):
        builder.polygon([vertex.point for vertex in face], palette.faded(palette.CHOSEN, 0.3))
    inside = mean_of_vertices(kept)
    for vertex in kept:
        builder.point(vertex.point, palette.CHOSEN, 12)
        builder.label(f"w{vertex.birth}", vertex.point, palette.CHOSEN_TEXT, 8, away_from=inside)


def draw_dropped(builder: Builder, dropped: Sequence[MarkedVertex], everyone: Iterable[MarkedVertex]) -> None:
    """Draws the dropped vertices, and their edges to the others, faded and dashed."""
    for p, q in combinations(everyone, 2):
        if p in dropped or q in dropped:
            builder.line(p.point, q.point, palette.faded(palette.DROPPED, 0.8), 1.8, 6)
    for vertex in dropped:
        builder.point(vertex.point, palette.DROPPED, 9)
        builder.label(f"w{vertex.birth} dropped", vertex.point, palette.DROPPED, 4)


def draw_new(builder: Builder, vertex: MarkedVertex) -> None:
    builder.point(vertex.point, palette.NEW, 21, PointStyle.RING)


def draw_refused(builder: Builder, vertex: MarkedVertex, why: str) -> None:
    """Draws a support point that was not added to the simplex."""
    builder.point(vertex.point, palette.DROPPED, 19, PointStyle.RING)
    builder.label(f"w{vertex.birth} {why}", vertex.point, palette.DROPPED, 4)


def mean_of_vertices(vertices: Sequence[MarkedVertex]) -> Vec3:
    """The mean of the vertices' points; the origin if there are none."""
    return scale(reduce(add, (vertex.point for vertex in vertices), ZERO), 1 / max(len(vertices), 1))
