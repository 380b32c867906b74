"""Marks of the nearest feature of a simplex: on both bodies, and within the whole simplex."""

from collections.abc import Sequence
from itertools import combinations

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.simplex import MarkedVertex, draw_simplex, mean_of_vertices
from gjkscope.engine.vectors import Vec3, add

FEATURE_WIDTH, REST_WIDTH = 4.5, 2.0
REST_OPACITY = 0.6


def draw_nearest_features(builder: Builder, feature: Sequence[MarkedVertex], sight: Sight) -> None:
    """Highlights the vertices of both bodies whose differences are the nearest feature, and the lines between them."""
    if not sight.visible.supports:
        return
    origin = sight.bodies[0].pose.position
    for points, color in (({vertex.a for vertex in feature}, palette.A), ({vertex.b for vertex in feature}, palette.B)):
        _draw_feature(builder, [add(point, origin) for point in sorted(points)], palette.lighter(color, 0.5))


def draw_feature_of_simplex(builder: Builder, whole: Sequence[MarkedVertex], feature: Sequence[MarkedVertex]) -> None:
    """Draws the whole simplex thin, and its nearest feature as a simplex of its own."""
    thin, middle = palette.faded(palette.SIMPLEX, REST_OPACITY), mean_of_vertices(whole)
    for p, q in combinations(whole, 2):
        builder.line(p.point, q.point, thin, REST_WIDTH)
    for vertex in whole:
        if vertex not in feature:
            builder.point(vertex.point, thin, 8)
            builder.label(f"w{vertex.birth}", vertex.point, palette.SIMPLEX_TEXT, 7, away_from=middle)
    draw_simplex(builder, feature)


def _draw_feature(builder: Builder, points: Sequence[Vec3], color: Color) -> None:
    for p, q in combinations(points, 2):
        builder.line(p, q, color, FEATURE_WIDTH)
    if len(points) == 1:
        builder.point(points[0], color, 10)
