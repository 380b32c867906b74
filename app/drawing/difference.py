"""Builds the draw list of the Minkowski difference view: A − B, the origin, and the marks of the current step."""

from functools import lru_cache

from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import Builder, anchor_near
from gjkscope.app.drawing.drawlist import DrawList, Layer, PointStyle
from gjkscope.app.drawing.marks.registry import marks_of, sight_of
from gjkscope.app.drawing.marks.report import draw_report_in_difference
from gjkscope.app.drawing.marks.sight import Sight
from gjkscope.app.drawing.outline import folds
from gjkscope.app.drawing.predictions import PredictionSight, draw_prediction, prediction_sight
from gjkscope.app.drawing.surfaces import drawn_hull
from gjkscope.app.inspection.extents import difference_ball
from gjkscope.app.inspection.reports import drawn_report
from gjkscope.app.inspection.traces import current_step, inspect, last_step
from gjkscope.app.model import State, Theme, View
from gjkscope.app.runs.choices import REPORT
from gjkscope.app.scenes.scene import Reported
from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Result
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, norm, scale, sub

HANDLE = 38.0  # pixels, the ring around the origin while it can be grabbed


def difference_drawing(state: State) -> DrawList:
    """The draw list of the difference view, rebuilt only when something it shows has changed."""
    a, b = state.document.pair_bodies
    return _difference(
        (a.shape, a.pose, b.shape, b.pose),
        inspect(state).answer,
        sight_of(state),
        difference_ball(state),
        state.appearance.theme,
        _drawn_answer(state),
        prediction_sight(state),
        state.pointer.over_origin or state.gesture.origin is not None,
    )


def _drawn_answer(state: State) -> Reported | None:
    """The report whose answer is drawn; not over an earlier iteration of its own."""
    if state.visible_steps is not None:
        return None
    is_between = state.run.algorithm == REPORT and current_step(state) < last_step(state)
    return drawn_report(state) if state.display.visible.reports and not is_between else None


@lru_cache(maxsize=8)
def _difference(
    pair: tuple[Shape, Pose, Shape, Pose],
    answer: Result,
    sight: Sight,
    ball: tuple[Vec3, float],
    theme: Theme,
    report: Reported | None,
    asked: PredictionSight | None,
    grabbed: bool,
) -> DrawList:
    center, radius = ball
    builder, visible = Builder(anchor_near(center, radius), theme), sight.visible
    if visible.difference:
        _draw_hull(builder, theme, *pair)
    if visible.steps and sight.step.value is not None:
        marks_of(sight.step.value).draw_in_difference(builder, sight.step.value, sight, radius)
    if visible.push_out and sight.is_last and answer.push_out is not None:
        _draw_depth(builder, answer.push_out)
    if report:
        draw_report_in_difference(builder, report, radius)
    if asked:
        draw_prediction(builder, asked, View.DIFFERENCE, sight, ball)
    if grabbed:
        builder.point(ZERO, palette.NEW, HANDLE, PointStyle.RING)
    builder.point(ZERO, palette.ORIGIN, 26, PointStyle.CROSSHAIR)
    builder.label("origin", ZERO, palette.ORIGIN, 9)
    return builder.build()


def _draw_hull(builder: Builder, theme: Theme, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> None:
    """Draws A − B and, for rounded shapes, the difference of the cores inside it, on which GJK runs."""
    difference = minkowski_difference(shape_a, pose_a.rotation, shape_b, pose_b.rotation)
    smooth = difference.smooth
    pose = Pose(position=sub(pose_a.position, pose_b.position))
    hull = drawn_hull(difference.hull, smooth)
    builder.skin(hull, pose, palette.faded(palette.DIFFERENCE, 0.3), Layer.TRANSLUCENT)
    # The creases of a sampled hull are artefacts of the sampling: faint lines hint at the form.
    faint = 0.45 if smooth else 1.0
    edge = palette.toward_ink(palette.DIFFERENCE, 0.35, theme)
    builder.edges(hull.edges, pose, palette.faded(edge, faint), 1.4)
    builder.outline(folds(hull), pose, edge, 1.8)
    if difference.core is not difference.hull:
        core = drawn_hull(difference.core, smooth)
        inner = palette.toward_ink(palette.DIFFERENCE, 0.6, theme)
        builder.skin(core, pose, palette.faded(inner, 0.12), Layer.TRANSLUCENT)
        builder.edges(core.edges, pose, palette.faded(inner, faint), 1.3, 4)


def _draw_depth(builder: Builder, push_out: Vec3) -> None:
    """Draws the penetration depth: the shortest vector from the origin to the boundary of A − B."""
    exit_point = scale(push_out, -1.0)
    builder.arrow(ZERO, exit_point, palette.CHOSEN, 3.5)
    builder.label(f"depth {number(norm(push_out))} m", exit_point, palette.CHOSEN_TEXT, 5, away_from=ZERO)
