"""Builds the draw list of the Minkowski difference view: A − B, the origin, and the marks of the current step."""

from collections.abc import Sequence
from functools import lru_cache

from gjkscope.app.ask.runs.choices import REPORT
from gjkscope.app.scenes.scene import Reported
from gjkscope.app.state.inspection.extents import difference_ball
from gjkscope.app.state.inspection.probe import ProbePoints, probe_points
from gjkscope.app.state.inspection.reports import drawn_report
from gjkscope.app.state.inspection.traces import asked_bodies, current_step, inspect, last_step, pair_of
from gjkscope.app.state.model import State, Theme, View
from gjkscope.app.state.model.direction import DIFFERENCE_NAME
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, DrawList, Layer, PointStyle
from gjkscope.app.view.drawing.gauss_map import draw_gauss_map
from gjkscope.app.view.drawing.grips import DrawnGrips, draw_grips, drawn_grips
from gjkscope.app.view.drawing.marks.registry import is_difference_shown, marks_of, sight_of
from gjkscope.app.view.drawing.marks.report import draw_report_in_difference
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.origin import OriginView, difference_tone, draw_origin, floor_height
from gjkscope.app.view.drawing.outline import folds
from gjkscope.app.view.drawing.planar.difference import draw_planar_difference
from gjkscope.app.view.drawing.predictions import PredictionSight, draw_prediction, prediction_sight
from gjkscope.app.view.drawing.probe import draw_probe_in_difference, seen_with_probe
from gjkscope.app.view.drawing.push_out import draw_push_out_in_difference
from gjkscope.app.view.drawing.surfaces import drawn_hull
from gjkscope.engine import sat
from gjkscope.engine.geometry.face_kinds import FaceKind, face_kinds
from gjkscope.engine.geometry.minkowski import MinkowskiDifference, minkowski_difference
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Result
from gjkscope.engine.shapes.hulls import ConvexHull
from gjkscope.engine.shapes.kinds import PlacedPair, Shape
from gjkscope.engine.vectors import ZERO, Vec3, add, sub

OPACITY = 0.3  # of the surface of A − B
MOST_FADED = 0.85  # how much of its opacity it loses when it recedes: a polytope inside it must be seen
KINDS = {
    FaceKind.OF_A: palette.A,
    FaceKind.OF_B: palette.B,
    FaceKind.OF_BOTH: palette.mixed(palette.A, palette.B, 0.5),
    FaceKind.OF_EDGES: palette.DIFFERENCE,
}
SIDE_WIDTH = 1.2  # pixels
HANDLE = 38.0  # pixels, the ring around the origin while it can be grabbed


def difference_drawing(state: State) -> DrawList:
    """The draw list of the difference view, rebuilt only when something it shows has changed."""
    return _difference(
        pair_of(state),
        inspect(state).answer,
        sight_of(state),
        difference_ball(state),
        state.appearance.theme,
        _drawn_answer(state),
        _origin_view(state),
        probe_points(state),
        prediction_sight(state),
        state.pointer.over_origin or state.gesture.origin is not None,
        state.direction.dimmed_amounts().get(DIFFERENCE_NAME, 0.0),
        drawn_grips(state),
    )


def difference_floor(state: State) -> float | None:
    """The height of the floor below A − B; None if it is hidden, and in 2D."""
    if not state.display.visible.origin_floor or state.document.scene.is_plane:
        return None
    a, b = asked_bodies(state)
    vertical = state.view.cameras.difference.height_axis
    return floor_height(min(a.box[0][vertical] - b.box[1][vertical], 0.0), difference_ball(state)[1])


def _origin_view(state: State) -> OriginView:
    """What is drawn at the origin; its position is hidden while A − B is being built or a question asks for it."""
    visible, sight = state.display.visible, sight_of(state)
    is_made = probe_points(state) is None and is_difference_shown(sight.step.value)
    axes = (0, 1) if state.document.scene.is_plane else (0, 1, 2)
    is_known = is_made and state.visible_steps is None
    return OriginView(
        answer=inspect(state).answer,
        shows_answer=visible.inside_outside and is_known,
        shows_nearest=sight.is_last or not visible.steps or sight.step.value is None,
        axes=axes if visible.origin_axes and is_known else (),
        floor=difference_floor(state),
        vertical=state.view.cameras.difference.height_axis,
        flat=state.document.scene.is_plane,
    )


def _drawn_answer(state: State) -> Reported | None:
    """The report whose answer is drawn; not over an earlier iteration of its own."""
    if state.visible_steps is not None:
        return None
    is_between = state.run.algorithm == REPORT and current_step(state) < last_step(state)
    return drawn_report(state) if state.display.visible.reports and not is_between else None


@lru_cache(maxsize=8)
def _difference(
    pair: PlacedPair,
    answer: Result,
    sight: Sight,
    ball: tuple[Vec3, float],
    theme: Theme,
    report: Reported | None,
    origin: OriginView,
    probe: ProbePoints | None,
    asked: PredictionSight | None,
    grabbed: bool,
    dimmed: float,
    rings: DrawnGrips,
) -> DrawList:
    center, radius = ball
    builder = Builder(center, theme, radius)
    if sight.visible.gauss_map and isinstance(sight.step.value, sat.Axis):
        draw_gauss_map(builder, sight, ball)
        return builder.build()
    visible = seen_with_probe(sight.visible, sight.step.value, probe)
    shape_a, pose_a, shape_b, pose_b = pair
    shift = sub(pose_a.position, pose_b.position)
    difference = None
    if visible.difference and is_difference_shown(sight.step.value):
        difference = minkowski_difference(shape_a, pose_a.rotation, shape_b, pose_b.rotation)
        tone = difference_tone(answer if origin.shows_answer else None)
        kinds = face_kinds(shape_a, pose_a.rotation, shape_b, pose_b.rotation) if visible.face_kinds else ()
        _draw_hull(builder, theme, difference, shift, palette.receding(tone, theme, dimmed), shape_a, kinds, dimmed)
        builder.focus = ZERO if visible.opening and shape_a.dimension == 3 else None
    if visible.steps and sight.step.value is not None:
        marks_of(sight.step.value).draw_in_difference(builder, sight.step.value, sight, radius)
    if visible.push_out and sight.is_last:
        draw_push_out_in_difference(builder, answer, sight, radius, measured=not origin.shows_answer)
    if report and visible.reports:
        draw_report_in_difference(builder, report, radius)
    if asked:
        draw_prediction(builder, asked, View.DIFFERENCE, sight, ball)
    if probe is not None:
        draw_probe_in_difference(builder, probe)
    draw_grips(builder, rings, shows_world=False)
    if grabbed:
        builder.point(ZERO, palette.NEW, HANDLE, PointStyle.RING)
    draw_origin(builder, origin, difference.hull if difference else None, shift, radius)
    return builder.build()


def _draw_hull(
    builder: Builder,
    theme: Theme,
    difference: MinkowskiDifference,
    shift: Vec3,
    tone: Color,
    shape_a: Shape,
    kinds: Sequence[FaceKind],
    dimmed: float,
) -> None:
    """Draws A − B and, for rounded shapes, the difference of the cores inside it, on which GJK runs.

    With the `kinds` of its faces, it is a solid whose faces have the colours of what they come from.  `dimmed`, 0 … 1,
    is how far it has faded to its edges.
    """
    if shape_a.dimension == 2:
        draw_planar_difference(builder, theme, difference, shift, tone)
        return
    smooth, pose = difference.smooth, Pose(position=shift)
    if kinds:
        _draw_kinds(builder, difference.hull, shift, kinds)
        return
    hull = drawn_hull(difference.hull, smooth)
    builder.skin(hull, pose, palette.faded(tone, OPACITY * (1 - MOST_FADED * dimmed)), Layer.TRANSLUCENT, shell=True)
    # The creases of a sampled hull are artefacts of the sampling: faint lines hint at the form.
    faint = 0.45 if smooth else 1.0
    edge = palette.toward_ink(tone, 0.35, theme)
    builder.edges(hull.edges, pose, palette.faded(edge, faint), 1.4, layer=Layer.TRANSLUCENT)
    builder.outline(folds(hull), pose, edge, 1.8, Layer.TRANSLUCENT)
    if difference.core is not difference.hull:
        core = drawn_hull(difference.core, smooth)
        inner = palette.toward_ink(tone, 0.6, theme)
        builder.skin(core, pose, palette.faded(inner, 0.12), Layer.TRANSLUCENT)
        builder.edges(core.edges, pose, palette.faded(inner, faint), 1.3, 4, Layer.TRANSLUCENT)


def _draw_kinds(builder: Builder, hull: ConvexHull, shift: Vec3, kinds: Sequence[FaceKind]) -> None:
    """Draws each face in the colour of its kind; opaque, as faces behind others would mix their colours."""
    for loop, kind in zip(hull.faces, kinds, strict=True):
        corners = [add((x, y, z), shift) for x, y, z in hull.vertices[list(loop)].tolist()]
        builder.polygon(corners, KINDS[kind], Layer.SOLID)
        builder.path(corners, palette.BLACK, SIDE_WIDTH, layer=Layer.SOLID, closed=True)
