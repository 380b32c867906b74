"""Marks shared by all algorithms that search A − B: the simplex, its vertices, directions and support points."""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from typing import NamedTuple, Protocol

from gjkscope.app.scenes.cameras.easing import direction_between, interpolate, point_between
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import frame, square
from gjkscope.app.view.drawing.drawlist import Color, Layer, PointStyle
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.planar.strokes import ACROSS, LINE, LINE_OPACITY, draw_line_across
from gjkscope.app.view.drawing.timing import stage
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, add, along, neg, norm, scale, sub, unit

NUMBER_ROOM = 0.06  # fraction of the view's radius: minimum distance between two numbered dots
NEXT_OPACITY = 0.65
RECEDED = 0.3  # opacity of planes behind what is shown after them
SWEEPING = 1.8  # of those that move
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


class SearchMotion(NamedTuple):
    """How much of a search along a direction is drawn; by default all of it."""

    turned: float = 1.0  # from the previous direction to this one
    previous: Vec3 | None = None  # None: the first direction grows instead of turning
    found: float = 1.0  # of the search for the support point
    receded: float = 0.0  # how far its planes have faded, as other things are shown

    @property
    def swept(self) -> float:
        """How far the plane has moved to the support point."""
        return stage(self.found, 0.0, 0.8)

    @property
    def appeared(self) -> float:
        """How much of the support point is visible, once the plane touches it."""
        return stage(self.found, 0.8, 1.0)

    def way(self, direction: Vec3) -> Vec3:
        """The direction to draw, as it turns towards `direction`; a unit vector, or zero."""
        to = unit(direction)
        if self.previous is None or to == ZERO or self.previous == ZERO:
            return to
        return direction_between(unit(self.previous), to, self.turned)

    @property
    def strength(self) -> float:
        """The opacity of its planes, relative to that in a complete step; they are more opaque while they sweep."""
        if 0 < self.found < 1:
            return interpolate(SWEEPING, 1.0, self.appeared)
        return interpolate(1.0, RECEDED, self.receded)

    @property
    def grown(self) -> float:
        """The length of the arrow, relative to its full one."""
        return self.turned if self.previous is None else 1.0


WHOLE = SearchMotion()


def draw_supports(
    builder: Builder,
    vertex: MarkedVertex,
    direction: Vec3,
    origin: Vec3,
    sight: Sight,
    radius: float,
    motion: SearchMotion = WHOLE,
) -> None:
    """Draws both support points of a step and their search directions; the points are relative to `origin`.

    Until a support point is found, its direction and plane are on the way to it from the body's centre.
    """
    way = motion.way(direction)
    body_a, body_b = sight.bodies
    supports = (
        (body_a, add(vertex.a, origin), way, ("d", f"s_{body_a.name}(d)"), palette.A),
        (body_b, add(vertex.b, origin), neg(way), ("−d", f"s_{body_b.name}(−d)"), palette.B),
    )
    for body, point, towards, (searched, label), color in supports:
        there = point if motion.swept == 1 else point_between(convex(body.shape, body.pose).center, point, motion.swept)
        if sight.visible.planes and towards != ZERO and motion.found > 0:
            _draw_tangent(builder, there, towards, sight, radius, color, motion.strength, LINE)
        head = along(there, towards, 0.28 * radius * motion.grown)
        if head != there:
            builder.arrow(there, head, palette.SEARCH, 2.5)
        if motion.appeared > 0:
            builder.point(there, palette.SEARCH, 9 * motion.appeared)
            builder.label(label, there, palette.SEARCH, 2, away_from=head)
        elif head != there:
            builder.label(searched, head, palette.SEARCH, 2, away_from=there)


def draw_direction(
    builder: Builder, tail: Vec3, direction: Vec3, radius: float, motion: SearchMotion = WHOLE, name: str = "d"
) -> None:
    """Draws the search direction from `tail`; nothing for the zero direction of concentric shapes."""
    way = motion.way(direction)
    head = along(tail, way, 0.35 * radius * motion.grown)
    if head == tail:
        return
    builder.arrow(tail, head, palette.SEARCH, 3)
    builder.label(name, head, palette.SEARCH, 5, away_from=tail)


def draw_next_direction(builder: Builder, tail: Vec3, direction: Vec3, radius: float, name: str = "next") -> None:
    """Draws the direction that the next step searches, paler than that of this step; without a name, unlabelled."""
    if direction == ZERO:
        return
    head = along(tail, unit(direction), 0.35 * radius)
    builder.arrow(tail, head, palette.faded(palette.SEARCH, NEXT_OPACITY), 2)
    if name:
        builder.label(name, head, palette.SEARCH, 4, away_from=tail)


def draw_support_plane(
    builder: Builder,
    vertex: MarkedVertex,
    direction: Vec3,
    sight: Sight,
    radius: float,
    motion: SearchMotion = WHOLE,
    start: Vec3 = ZERO,
) -> None:
    """Draws the supporting plane: through the support point, normal to `direction` (nothing if that is zero).

    Until the support point is found, the plane is on the way to it from `start`.
    """
    if sight.visible.planes and direction != ZERO and motion.found > 0:
        through = point_between(start, vertex.point, motion.swept)
        _draw_tangent(builder, through, direction, sight, radius, palette.SEARCH, motion.strength, ACROSS)
        if motion.swept < 1:  # the support point comes along with its plane
            builder.line(start, through, palette.faded(palette.SEARCH, 0.6), 1.5, 4)
            builder.point(through, palette.SEARCH, 9 * motion.swept)


def _draw_tangent(
    builder: Builder,
    through: Vec3,
    normal: Vec3,
    sight: Sight,
    radius: float,
    color: Color,
    strength: float,
    reach: float,
) -> None:
    """Draws the supporting plane, or in the plane the supporting line, up to `reach` radii on both sides."""
    if sight.bodies[0].shape.dimension == 2:
        draw_line_across(
            builder, through, normal, reach * radius, palette.faded(color, min(LINE_OPACITY * strength, 1.0))
        )
    else:
        draw_plane(builder, through, normal, PLANE * radius, color, strength)


def draw_plane(builder: Builder, through: Vec3, normal: Vec3, size: float, color: Color, strength: float = 1.0) -> None:
    """Draws a square of the plane, centred on the point `through`; `strength` scales its opacity."""
    _, u, v = frame(normal)
    corners = square(through, u, v, size, size)
    builder.polygon(corners, palette.faded(color, 0.1 * strength))
    builder.path(corners, palette.faded(color, 0.55 * strength), 1.2, layer=Layer.TRANSLUCENT, closed=True)


def draw_path(builder: Builder, places: Sequence[Vec3], radius: float) -> None:
    """Draws the path of the closest point, one dot per step; dots are numbered where there is room."""
    if len(places) < 2:
        return
    builder.path(places, palette.faded(palette.TEXT, 0.8), 1.5)
    numbered: list[Vec3] = [places[-1]]
    for index, point in enumerate(places[:-1]):
        builder.point(point, palette.faded(palette.TEXT, 0.8), 5)
        if min(norm(sub(point, other)) for other in numbered) > NUMBER_ROOM * radius:
            numbered.append(point)
            builder.label(f"{index}", point, palette.DROPPED, 0)


def draw_closest(builder: Builder, closest: Vec3, rounding: float, moving: bool = False) -> None:
    """Draws the closest point, joined to the origin; a distance within `rounding` is shown as 0.

    Of a point that is `moving` from one closest point to the next, the distance is not shown.
    """
    shown = number(norm(closest)) if norm(closest) > rounding else "0"
    builder.line(ZERO, closest, palette.TEXT, 2, 4)
    builder.point(closest, palette.TEXT, 8)
    if not moving:
        builder.label(f"closest {shown} m", closest, palette.TEXT, 6, away_from=ZERO)


def draw_simplex(
    builder: Builder,
    kept: Sequence[MarkedVertex],
    new: MarkedVertex | None = None,
    grown: float = 1.0,
    notes: Sequence[str] = (),
) -> None:
    """Draws a simplex; the edges from the `new` vertex reach the fraction `grown` of the way to the other vertices.

    `notes` are appended to the names of the vertices.
    """
    for p, q in combinations(kept, 2):
        start, end = (q.point, p.point) if q == new else (p.point, q.point)
        reached = point_between(start, end, grown) if new in (p, q) else end
        builder.line(start, reached, palette.SIMPLEX, 3.5)
    for face in combinations(kept, 3):
        opacity = 0.3 * grown if new in face else 0.3
        builder.polygon([vertex.point for vertex in face], palette.faded(palette.SIMPLEX, opacity))
    inside = mean_of_vertices(kept)
    for vertex, note in zip(kept, notes or [""] * len(kept), strict=True):
        builder.point(vertex.point, palette.SIMPLEX, 12)
        builder.label(f"w{vertex.birth}{note}", vertex.point, palette.SIMPLEX_TEXT, 8, away_from=inside)


def draw_dropped(
    builder: Builder, dropped: Sequence[MarkedVertex], everyone: Iterable[MarkedVertex], gone: float = 1.0
) -> None:
    """Draws the dropped vertices, and their edges to the others, faded and dashed.

    `gone` is how far they have changed from vertices of the simplex to that.
    """
    color, text = palette.mixed(palette.SIMPLEX, palette.DROPPED, gone), " dropped" if gone == 1 else ""
    for p, q in combinations(everyone, 2):
        if p in dropped or q in dropped:
            builder.line(
                p.point, q.point, palette.faded(color, 1 - 0.2 * gone), interpolate(3.5, 1.8, gone), 6 if gone else 0
            )
    for vertex in dropped:
        builder.point(vertex.point, color, interpolate(12, 9, gone))
        builder.label(f"w{vertex.birth}{text}", vertex.point, palette.DROPPED, 4)


def draw_new(builder: Builder, vertex: MarkedVertex, appeared: float = 1.0) -> None:
    """Draws a ring around the new vertex, which shrinks to it while it appears."""
    builder.point(vertex.point, palette.faded(palette.NEW, appeared), 21 * (3 - 2 * appeared), PointStyle.RING)


def draw_found_support(builder: Builder, vertex: MarkedVertex, away_from: Vec3, appeared: float = 1.0) -> None:
    """Draws a support point that is not yet a vertex of the simplex."""
    draw_new(builder, vertex, appeared)
    builder.point(vertex.point, palette.SEARCH, 9 * appeared)
    builder.label(f"w{vertex.birth}", vertex.point, palette.SEARCH, 8, away_from=away_from)


def draw_refused(builder: Builder, vertex: MarkedVertex, why: str, appeared: float = 1.0) -> None:
    """Draws a support point that was not added to the simplex, in a ring that shrinks to it while it appears."""
    builder.point(vertex.point, palette.faded(palette.DROPPED, appeared), 19 * (3 - 2 * appeared), PointStyle.RING)
    words = f" {why}" if appeared == 1 else ""
    builder.label(f"w{vertex.birth}{words}", vertex.point, palette.DROPPED, 4)


def mean_of_vertices(vertices: Sequence[MarkedVertex]) -> Vec3:
    """The mean of the vertices' points; the origin if there are none."""
    return scale(reduce(add, (vertex.point for vertex in vertices), ZERO), 1 / max(len(vertices), 1))
