"""Draws the projections of two bodies onto an axis as intervals on a line beside them, as SAT compares them."""

from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.app.scenes.cameras.easing import point_between, segment_between
from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, Layer
from gjkscope.app.view.drawing.planar.strokes import into_view, reach_in_view
from gjkscope.app.view.drawing.timing import stage
from gjkscope.engine.plane.vectors import Vec2, add2, dot2, in_plane, in_space, neg2, right2, scale2, sub2
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import Vec3, along, neg

BAR_WIDTH, LINE_WIDTH, DASH = 7.0, 1.3, 5.0
# Fractions of the view's radius: the distance of the line from the bodies, and how far the bars are from it on either
# side; how far the line and the band extend.
ASIDE, RAIL, BEYOND, BAND_BEYOND = 0.16, 0.022, 0.14, 0.06
BAND, GAP = 0.16, 0.35  # opacity of the strip of an overlap, and of a gap


class ProjectedPair(NamedTuple):
    """The projections of a pair onto an axis; intervals are measured along `direction` from the point `start`."""

    start: Vec2
    direction: Vec2  # unit
    interval_a: tuple[float, float]
    interval_b: tuple[float, float]
    is_gap: bool
    name: str  # of the axis
    words: str  # the gap or the overlap

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of both intervals together."""
        return min(self.interval_a[0], self.interval_b[0]), max(self.interval_a[1], self.interval_b[1])


class ShownProjections(NamedTuple):
    """How much of each part is drawn, 0 … 1."""

    axis: float = 1.0
    a: float = 1.0
    b: float = 1.0
    overlap: float = 1.0


def draw_projections(
    builder: Builder,
    pair: ProjectedPair,
    bodies: tuple[Body, Body],
    radius: float,
    shown: ShownProjections,
    before: ProjectedPair | None = None,
) -> None:
    """Draws the line beside the bodies, a bar on either side of it, and the strip of the gap or the overlap.

    The line is on its way from that of the projections `before`, if there are any.
    """
    out, height = _place_beside(builder, pair, bodies, radius)
    base = along_by(pair.start, out, height)
    color = palette.TEXT if pair.is_gap else palette.OVERLAP
    tail, head = _arrow(builder, pair, base, radius)
    if before is None:
        head = point_between(tail, head, shown.axis)
    elif shown.axis < 1:
        beside = along_by(before.start, *_place_beside(builder, before, bodies, radius))
        tail, head = segment_between(_arrow(builder, before, beside, radius), (tail, head), shown.axis)
    _draw_axis(builder, pair, tail, head)
    if shown.overlap > 0:
        filled = palette.faded(palette.BYSTANDER, GAP) if pair.is_gap else palette.faded(palette.OVERLAP, BAND)
        _draw_band(builder, pair, bodies, out, base, radius, palette.faded(filled, filled[3] * shown.overlap))
    intervals, parts = (pair.interval_a, pair.interval_b), (shown.a, shown.b)
    rails = (along_by(base, out, -RAIL * radius), along_by(base, out, RAIL * radius))
    for body, interval, its, rail, part in zip(bodies, intervals, (palette.A, palette.B), rails, parts, strict=True):
        if part > 0:
            _draw_bar(builder, body, pair.direction, [along_by(rail, pair.direction, t) for t in interval], its, part)
    if shown.overlap > 0:
        begin, end = (along_by(base, pair.direction, t) for t in (pair.interval_b[0], pair.interval_a[1]))
        builder.line(in_space(begin), in_space(add2(begin, scale2(sub2(end, begin), shown.overlap))), color, 3.0)
    if shown.overlap == 1:
        named = into_view(builder, in_space(scale2(add2(begin, end), 0.5)), radius)
        builder.label(pair.words, named, palette.OVERLAP, 5, along(named, in_space(out), -radius))


def draw_touching_edge(builder: Builder, corners: Sequence[Vec3], color: Color, width: float) -> None:
    """Highlights the edge of a body that the axis is perpendicular to."""
    if len(corners) > 1:
        builder.line(corners[0], corners[-1], palette.lighter(color, 0.5), width)


def along_by(start: Vec2, direction: Vec2, distance: float) -> Vec2:
    return add2(start, scale2(direction, distance))


def _arrow(builder: Builder, pair: ProjectedPair, base: Vec2, radius: float) -> tuple[Vec3, Vec3]:
    """The tail and the head of the line, within the view."""
    (first, last), start, way = pair.ends, in_space(base), in_space(pair.direction)
    low = min(first, max(first - BEYOND * radius, -reach_in_view(builder, start, neg(way), radius)))
    high = max(last, min(last + BEYOND * radius, reach_in_view(builder, start, way, radius)))
    return in_space(along_by(base, pair.direction, low)), in_space(along_by(base, pair.direction, high))


def _draw_axis(builder: Builder, pair: ProjectedPair, tail: Vec3, head: Vec3) -> None:
    if head != tail:
        builder.arrow(tail, head, palette.TEXT, 1.6)
        builder.label(pair.name, head, palette.TEXT, 3, away_from=tail)


def _draw_bar(builder: Builder, body: Body, direction: Vec2, ends: Sequence[Vec2], color: Color, part: float) -> None:
    """Draws the interval, and lines to it from the points of the body that are furthest along the axis, both ways.

    The lines grow first; then the interval spreads from its middle.
    """
    core = convex(body.shape, body.pose)
    for end, way in zip(ends, (neg2(direction), direction), strict=True):
        furthest = along(support(core, in_space(way))[0], in_space(way), core.radius)
        tip = in_space(add2(in_plane(furthest), scale2(sub2(end, in_plane(furthest)), stage(part, 0.0, 0.6))))
        builder.line(furthest, tip, palette.faded(color, 0.8), LINE_WIDTH, DASH, Layer.SOLID)
    if (spread := stage(part, 0.5, 1.0)) > 0:
        middle = scale2(add2(ends[0], ends[1]), 0.5)
        low, high = (add2(middle, scale2(sub2(end, middle), spread)) for end in ends)
        builder.line(in_space(low), in_space(high), color, BAR_WIDTH)


def _draw_band(
    builder: Builder, pair: ProjectedPair, bodies: tuple[Body, Body], out: Vec2, base: Vec2, radius: float, color: Color
) -> None:
    """Fills the strip between A's end and B's start, from the line across both bodies."""
    depth = dot2(out, sub2(base, pair.start)) + _height(bodies, neg2(out), pair.start) + BAND_BEYOND * radius
    near = [along_by(base, pair.direction, t) for t in (pair.interval_b[0], pair.interval_a[1])]
    far = [along_by(corner, out, -depth) for corner in near]
    builder.polygon([in_space(corner) for corner in (near[0], near[1], far[1], far[0])], color)


def _place_beside(
    builder: Builder, pair: ProjectedPair, bodies: tuple[Body, Body], radius: float
) -> tuple[Vec2, float]:
    """The side of the bodies on which the line lies, as a unit vector perpendicular to it, and how far from the start.

    It lies where both projections are in the view: on the side with more room, and nearer to the bodies if even that
    has too little.  Where both sides are alike, it goes below the bodies.
    """
    middle = in_plane(builder.center)

    def beside(side: Vec2) -> float:
        return _height(bodies, side, pair.start) + ASIDE * radius

    def room(side: Vec2) -> float:
        ends = (in_space(along_by(pair.start, pair.direction, end)) for end in pair.ends)
        return min(reach_in_view(builder, end, in_space(side), radius) for end in ends)

    def badness(side: Vec2) -> tuple[float, float]:
        return max(round(beside(side) - room(side), 9), 0.0), round(_height(bodies, side, middle), 9)

    sides = sorted((right2(pair.direction), neg2(right2(pair.direction))), key=lambda side: (side[1], side[0]))
    out = min(sides, key=badness)
    return out, min(beside(out), max(room(out), dot2(out, sub2(middle, pair.start))))


def _height(bodies: tuple[Body, Body], way: Vec2, start: Vec2) -> float:
    """How far the two bodies reach along `way` from `start`."""
    cores = [convex(body.shape, body.pose) for body in bodies]
    tops = [(in_plane(support(core, in_space(way))[0]), core.radius) for core in cores]
    return max(dot2(way, sub2(top, start)) + radius for top, radius in tops)
