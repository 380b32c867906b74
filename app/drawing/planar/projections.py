"""Draws the projections of two bodies onto an axis as intervals on a line beside them, as SAT compares them."""

from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.drawlist import Color, Layer
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.plane.vectors import Vec2, add2, dot2, in_plane, in_space, neg2, right2, scale2, sub2
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import Vec3, along

BAR_WIDTH, LINE_WIDTH, DASH = 7.0, 1.3, 5.0
# Fractions of the view's radius: the distance of the line from the bodies, and how far the bars are from it on either
# side; how far the line and the band extend.
ASIDE, RAIL, BEYOND, BAND_BEYOND = 0.16, 0.022, 0.14, 0.06
BAND = 0.16  # opacity


class ProjectedPair(NamedTuple):
    """The projections of a pair onto an axis; intervals are measured along `direction` from the point `start`."""

    start: Vec2
    direction: Vec2  # unit
    interval_a: tuple[float, float]
    interval_b: tuple[float, float]
    is_gap: bool
    name: str  # of the axis
    words: str  # the gap or the overlap


def draw_projections(builder: Builder, pair: ProjectedPair, bodies: tuple[Body, Body], radius: float) -> None:
    """Draws the line beside the bodies, a bar on either side of it, and the strip of the gap or the overlap."""
    out = _outwards(pair.direction, bodies, in_plane(builder.anchor))
    base = along_by(pair.start, out, _height(bodies, out, pair.start) + ASIDE * radius)
    color = palette.TEXT if pair.is_gap else palette.CHOSEN
    _draw_band(builder, pair, bodies, out, base, radius, palette.faded(color, BAND))
    low = min(pair.interval_a[0], pair.interval_b[0]) - BEYOND * radius
    high = max(pair.interval_a[1], pair.interval_b[1]) + BEYOND * radius
    tail, head = (in_space(along_by(base, pair.direction, end)) for end in (low, high))
    builder.arrow(tail, head, palette.TEXT, 1.6)
    builder.label(pair.name, head, palette.TEXT, 3, away_from=tail)
    rails = (-RAIL * radius, RAIL * radius)
    intervals = (pair.interval_a, pair.interval_b)
    for body, interval, its, rail in zip(bodies, intervals, (palette.A, palette.B), rails, strict=True):
        ends = [along_by(along_by(base, out, rail), pair.direction, end) for end in interval]
        _draw_projection_lines(builder, body, pair.direction, ends, its)
        builder.line(in_space(ends[0]), in_space(ends[1]), its, BAR_WIDTH)
    start, end = (in_space(along_by(base, pair.direction, t)) for t in (pair.interval_b[0], pair.interval_a[1]))
    builder.line(start, end, color, 3.0)
    middle = along_by(base, pair.direction, (pair.interval_b[0] + pair.interval_a[1]) / 2)
    builder.label(
        pair.words, in_space(middle), palette.CHOSEN_TEXT, 5, away_from=in_space(along_by(middle, out, -radius))
    )


def draw_touching_edge(builder: Builder, corners: Sequence[Vec3], color: Color, width: float) -> None:
    """Highlights the edge of a body that the axis is perpendicular to."""
    if len(corners) > 1:
        builder.line(corners[0], corners[-1], palette.lighter(color, 0.5), width)


def along_by(start: Vec2, direction: Vec2, distance: float) -> Vec2:
    return add2(start, scale2(direction, distance))


def _draw_projection_lines(builder: Builder, body: Body, direction: Vec2, ends: Sequence[Vec2], color: Color) -> None:
    """Draws a line from each end of the bar to the point of the body that it is the projection of."""
    core = convex(body.shape, body.pose)
    for end, way in zip(ends, (neg2(direction), direction), strict=True):
        furthest = along(support(core, in_space(way))[0], in_space(way), core.radius)
        builder.line(in_space(end), furthest, palette.faded(color, 0.8), LINE_WIDTH, DASH, Layer.SOLID)


def _draw_band(
    builder: Builder, pair: ProjectedPair, bodies: tuple[Body, Body], out: Vec2, base: Vec2, radius: float, color: Color
) -> None:
    """Fills the strip between A's end and B's start, from the line across both bodies."""
    depth = dot2(out, sub2(base, pair.start)) + _height(bodies, neg2(out), pair.start) + BAND_BEYOND * radius
    near = [along_by(base, pair.direction, t) for t in (pair.interval_b[0], pair.interval_a[1])]
    far = [along_by(corner, out, -depth) for corner in near]
    builder.polygon([in_space(corner) for corner in (near[0], near[1], far[1], far[0])], color)


def _outwards(direction: Vec2, bodies: tuple[Body, Body], middle: Vec2) -> Vec2:
    """Perpendicular to the axis, to the side on which the bodies reach out least from the middle of the view.

    Where both sides are alike, the line goes below the bodies.
    """
    sides = sorted((right2(direction), neg2(right2(direction))), key=lambda side: (side[1], side[0]))
    return min(sides, key=lambda side: round(_height(bodies, side, middle), 9))


def _height(bodies: tuple[Body, Body], way: Vec2, start: Vec2) -> float:
    """How far the two bodies reach along `way` from `start`."""
    cores = [convex(body.shape, body.pose) for body in bodies]
    tops = [(in_plane(support(core, in_space(way))[0]), core.radius) for core in cores]
    return max(dot2(way, sub2(top, start)) + radius for top, radius in tops)
