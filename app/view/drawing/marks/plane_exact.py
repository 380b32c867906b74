"""Marks for the exact algorithm in the plane: the edges of A − B measured so far, and the one being measured."""

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.planar.polygon import WIDE, WIDTH
from gjkscope.app.view.drawing.planar.strokes import ACROSS, draw_line_across
from gjkscope.engine.plane.exact import steps as exact
from gjkscope.engine.plane.exact.outline import ExactPlaneVertex
from gjkscope.engine.plane.vectors import Vec2, add2, in_plane, in_space, norm2, right2, sub2
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, add, scale

STEPS = (exact.State,)

FEATURE_WIDTH = 4.5


def draw_in_world(builder: Builder, step: exact.State, sight: Sight, radius: float) -> None:
    """Highlights the features of both bodies whose difference the edge is."""
    if not sight.visible.supports:
        return
    p, q = _ends(step, _shown_edge(step).number)
    origin = in_plane(sight.bodies[0].pose.position)
    for start, end, color in ((p.a, q.a, palette.A), (p.b, q.b, palette.B)):
        _draw_feature(builder, add2(start, origin), add2(end, origin), palette.lighter(color, 0.5))


def draw_in_difference(builder: Builder, step: exact.State, sight: Sight, radius: float) -> None:
    """Draws the edges measured so far, the edge of the step with its line, and its nearest point."""
    edge = _shown_edge(step)
    for i in range(step.iteration + 1):
        p, q = _ends(step, i)
        builder.line(in_space(p.point), in_space(q.point), palette.SIMPLEX, WIDE if i == edge.number else WIDTH)
    p, q = _ends(step, edge.number)
    middle = scale(add(in_space(p.point), in_space(q.point)), 0.5)
    for vertex in {p.birth: p, q.birth: q}.values():
        builder.point(in_space(vertex.point), palette.SIMPLEX, 9)
        builder.label(f"w{vertex.birth}", in_space(vertex.point), palette.SIMPLEX_TEXT, 8, away_from=middle)
    if sight.visible.planes and p != q:
        across = palette.faded(palette.TEXT, 0.5)
        normal = in_space(right2(sub2(q.point, p.point)))
        draw_line_across(builder, in_space(p.point), normal, ACROSS * radius, across, 1.2, 5)
    if step.exit == Exit.RUNNING or not step.inside:  # the depth itself is drawn at the end of a run
        _draw_nearest_point(builder, step)


def _draw_nearest_point(builder: Builder, step: exact.State) -> None:
    """Draws the nearest point of the edge, joined to the origin."""
    point = step.closest
    if step.exit != Exit.RUNNING:
        point = _nearest_point(step, exact.contact_edge(step))
    builder.line(ZERO, in_space(point), palette.TEXT, 2, 4)
    builder.point(in_space(point), palette.TEXT, 8)
    builder.label(f"{number(norm2(point))} m", in_space(point), palette.TEXT, 6, away_from=ZERO)


def _shown_edge(step: exact.State) -> exact.PlaneExactEdge:
    """The edge that the step measures; at the end the one that decides."""
    return step.edge if step.exit == Exit.RUNNING else exact.contact_edge(step)


def _ends(step: exact.State, edge: int) -> tuple[ExactPlaneVertex, ExactPlaneVertex]:
    return step.outline[edge], step.outline[(edge + 1) % len(step.outline)]


def _nearest_point(step: exact.State, edge: exact.PlaneExactEdge) -> Vec2:
    """The nearest point of an edge."""
    (p, q), (wp, wq) = _ends(step, edge.number), edge.weights
    share = wq / (wp + wq)
    return (p.point[0] + share * (q.point[0] - p.point[0]), p.point[1] + share * (q.point[1] - p.point[1]))


def _draw_feature(builder: Builder, start: Vec2, end: Vec2, color: Color) -> None:
    if start == end:
        builder.point(in_space(start), color, 10)
    else:
        builder.line(in_space(start), in_space(end), color, FEATURE_WIDTH)
