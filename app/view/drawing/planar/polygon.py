"""Draws the polygon that EPA expands in the plane, and the bounds on the depth that it gives."""

from collections.abc import Sequence
from itertools import pairwise

from gjkscope.app.scenes.cameras.easing import point_between
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Layer
from gjkscope.app.view.drawing.planar.strokes import ACROSS, PlacedVertex, draw_circle, draw_line_across
from gjkscope.engine.plane.vectors import ORIGIN2, Vec2, in_space, scale2
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, add, scale

FILL, WIDTH, WIDE = 0.14, 2.2, 5.5
GONE_DASH, RING_DASH = 6.0, 4.0
FEW_VERTICES = 12  # label all vertices up to this count; more labels would cover the polygon

Side = tuple[PlacedVertex, PlacedVertex]


def polygon_sides(polygon: Sequence[PlacedVertex]) -> list[Side]:
    """The edges: each vertex with the next one."""
    return list(pairwise((*polygon, polygon[0])))


def draw_expanding_polygon(builder: Builder, polygon: Sequence[PlacedVertex], searched: int) -> None:
    """Draws the polygon with its vertices named, and the edge of that number thick (−1 for none)."""
    builder.polygon([vertex.point for vertex in polygon], palette.faded(palette.SIMPLEX, FILL))
    for i, (p, q) in enumerate(polygon_sides(polygon)):
        builder.line(p.point, q.point, palette.SIMPLEX, WIDE if i == searched else WIDTH)
    middle = scale(_sum_of(polygon), 1 / len(polygon))
    newest = max(polygon, key=lambda vertex: vertex.birth)
    for vertex in polygon:
        builder.point(vertex.point, palette.SIMPLEX, 9)
        if len(polygon) <= FEW_VERTICES or vertex == newest:
            builder.label(f"w{vertex.birth}", vertex.point, palette.SIMPLEX_TEXT, 8, away_from=middle)


def draw_unfolding_edges(builder: Builder, side: Side, tip: Vec3, unfolded: float) -> None:
    """Draws two edges that replace one: their corner moves from its middle to `tip`."""
    start, end = side[0].point, side[1].point
    reached = point_between(point_between(start, end, 0.5), tip, unfolded)
    builder.polygon([start, reached, end], palette.faded(palette.SIMPLEX, FILL))
    builder.path([start, reached, end], palette.SIMPLEX, WIDTH)


def draw_replaced_edge(builder: Builder, side: Side) -> None:
    """Draws the edge that two others have replaced."""
    builder.line(side[0].point, side[1].point, palette.DROPPED, 1.8, GONE_DASH)


def draw_pointed_edge(builder: Builder, side: Side, words: str) -> None:
    """Highlights the edge whose table row is under the pointer."""
    builder.line(side[0].point, side[1].point, palette.SIMPLEX_TEXT, WIDE)
    builder.label(words, scale(add(side[0].point, side[1].point), 0.5), palette.SIMPLEX_TEXT, 9, away_from=ZERO)


def draw_least_depth(
    builder: Builder, normal: Vec2, distance: float, is_depth: bool = False, reached: float = 1.0
) -> None:
    """Draws the segment to the nearest edge, whose length is a lower bound on the depth, and the circle of that radius.

    `is_depth` means that the depth is proved to be no larger; `reached` is the part of the segment to draw.
    """
    foot = in_space(scale2(normal, distance))
    draw_circle(builder, ORIGIN2, distance * reached, palette.faded(palette.TEXT, 0.5), 1.2, RING_DASH)
    builder.line(ZERO, scale(foot, reached), palette.TEXT, 2, 4)
    if reached < 1:
        return
    builder.point(foot, palette.TEXT, 8)
    length = f"{number(max(distance, 0.0))} m"
    builder.label(f"depth {length}" if is_depth else f"at least {length} deep", foot, palette.TEXT, 6, away_from=ZERO)


def draw_most_depth(builder: Builder, normal: Vec2, distance: float, radius: float) -> None:
    """Draws the line that A − B does not cross, so that the depth is at most its distance."""
    foot = scale2(normal, distance)
    draw_line_across(builder, in_space(foot), in_space(normal), ACROSS * radius, palette.faded(palette.TEXT, 0.7))
    builder.point(in_space(foot), palette.faded(palette.TEXT, 0.8), 6, layer=Layer.ON_TOP)
    builder.label(f"at most {number(distance)} m deep", in_space(foot), palette.TEXT, 5, away_from=ZERO)


def _sum_of(polygon: Sequence[PlacedVertex]) -> tuple[float, float, float]:
    total = ZERO
    for vertex in polygon:
        total = add(total, vertex.point)
    return total
