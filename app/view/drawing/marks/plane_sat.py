"""Marks for the separating axis test in the plane: one axis, in the world view and in the difference view."""

from gjkscope.app.scenes.cameras.easing import direction_between
from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.planar.projections import (
    ProjectedPair,
    ShownProjections,
    draw_projections,
    draw_touching_edge,
)
from gjkscope.app.view.drawing.planar.strokes import ACROSS, draw_line_across, into_view
from gjkscope.engine.geometry.polytope import corners_at
from gjkscope.engine.plane.sat import steps as sat
from gjkscope.engine.plane.sat.explain import axis_origin, axis_overlap
from gjkscope.engine.plane.vectors import cross2, in_plane, in_space, scale2
from gjkscope.engine.vectors import ZERO, dot, neg, scale

STEPS = (sat.PlaneAxis,)

FEATURE_WIDTH = 7.0
SAME_WAY = 1e-3  # sine of the angle between axes that look the same

Kind = sat.PlaneAxisKind


def draw_in_world(builder: Builder, axis: sat.PlaneAxis, sight: Sight, radius: float) -> None:
    """Draws both projections onto a line beside the bodies, and the edge or vertices that the axis comes from."""
    if axis.same_as >= 0:
        return
    body_a, body_b = sight.bodies
    shown = ShownProjections(*(sight.part(beat) for beat in ("axis", "a", "b", "overlap")))
    previous = _axis_before(sight)
    before = _project(previous, sight) if previous is not None else None
    draw_projections(builder, _project(axis, sight), sight.bodies, radius, shown, before)
    for body, corners, color in ((body_a, _corners(axis, 0), palette.A), (body_b, _corners(axis, 1), palette.B)):
        _draw_feature(builder, body, corners, color)


def draw_in_difference(builder: Builder, axis: sat.PlaneAxis, sight: Sight, radius: float) -> None:
    """Draws the axis as a normal of A − B: the overlap is the origin's distance from the line that touches A − B."""
    if axis.same_as >= 0:
        return
    foot = scale2(axis.direction, axis.overlap)
    color = palette.TEXT if axis.relation == sat.PlaneRelation.GAP else palette.OVERLAP
    axis_color = palette.faded(palette.TEXT, 0.7)
    way, previous = in_space(axis.direction), _axis_before(sight)
    if previous is not None:
        start = in_space(previous.direction)
        way = direction_between(start if dot(start, way) >= 0 else neg(start), way, sight.part("axis"))
    builder.line(scale(way, -radius), scale(way, radius), axis_color, 1.5, 6)
    if sight.shows("overlap"):
        if sight.visible.planes:
            normal = in_space(axis.direction)
            draw_line_across(builder, in_space(foot), normal, ACROSS * radius, palette.faded(color, 0.8))
        builder.arrow(ZERO, in_space(scale2(foot, sight.part("overlap"))), color, 3.5)
        # At the end of a run, the depth itself is labelled at the same place.
        if sight.part("overlap") == 1 and not (sight.is_last and axis.relation == sat.PlaneRelation.OVERLAP):
            point = into_view(builder, in_space(foot), radius)
            builder.label(" ".join(axis_overlap(axis)), point, palette.OVERLAP, 6, away_from=ZERO)
    if runner_up := _runner_up(sight):
        tip = in_space(scale2(runner_up.direction, runner_up.overlap))
        builder.arrow(ZERO, tip, palette.DROPPED, 2)
        name = "tie" if sat.plane_axes_tie(sight.so_far[-1]) else "runner-up"
        builder.label(f"{name}: {' '.join(axis_overlap(runner_up))}", tip, palette.DROPPED, 2, away_from=ZERO)


def _axis_before(sight: Sight) -> sat.PlaneAxis | None:
    """The last axis before this step's that was drawn, if it has another direction.

    None for the first one, and in a step that is drawn as a whole.
    """
    if sight.beat is None:
        return None
    before = next((step.axis for step in reversed(sight.so_far[:-1]) if step.axis.same_as < 0), None)
    is_same = before is not None and abs(cross2(before.direction, sight.step.value.direction)) < SAME_WAY
    return None if is_same else before


def _project(axis: sat.PlaneAxis, sight: Sight) -> ProjectedPair:
    body_a, body_b = sight.bodies
    return ProjectedPair(
        start=in_plane(body_a.pose.position),
        direction=axis.direction,
        interval_a=axis.interval_a,
        interval_b=axis.interval_b,
        is_gap=axis.relation == sat.PlaneRelation.GAP,
        name=axis_origin(axis, body_a.name, body_b.name),
        words=" ".join(axis_overlap(axis)),
    )


def _corners(axis: sat.PlaneAxis, side: int) -> tuple[int, ...]:
    """The corners of A (0) or B (1) that the axis comes from."""
    if axis.kind == Kind.VERTICES:
        return (axis.corners[side],)
    if axis.kind == Kind.CHOSEN:
        return ()
    of_a = axis.kind in (Kind.EDGE_A, Kind.ALONG_A)
    return axis.corners if of_a == (side == 0) else ()


def _draw_feature(builder: Builder, body: Body, corners: tuple[int, ...], color: Color) -> None:
    points = corners_at(body.shape, body.pose, corners)
    draw_touching_edge(builder, points, color, FEATURE_WIDTH)
    if len(points) == 1:
        builder.point(points[0], palette.lighter(color, 0.5), 10)


def _runner_up(sight: Sight) -> sat.PlaneAxis | None:
    """The axis with the second smallest overlap, at the end of a run; None while another axis is shown."""
    if not sight.is_last or not sight.so_far or sight.so_far[-1].runner_up_at < 0:
        return None
    runner_up: sat.PlaneAxis = sight.so_far[sight.so_far[-1].runner_up_at].axis
    return runner_up
