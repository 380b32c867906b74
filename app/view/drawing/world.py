"""Builds the draw list of the world view: the bodies, and the marks and results of the current step."""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import compress
from operator import not_
from typing import NamedTuple

import numpy as np

from gjkscope.app.base.identity import Identities
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body, Reported, Transform
from gjkscope.app.state.inspection.extents import world_ball
from gjkscope.app.state.inspection.probe import ProbePoints, probe_points
from gjkscope.app.state.inspection.reports import drawn_report
from gjkscope.app.state.inspection.resting import is_at_rest
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import Gizmo, State, Theme, View, Visibility
from gjkscope.app.state.model.direction import DimmedBody
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.boxes import edges_of
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.crowd import MANY_NAMES, draw_crowd
from gjkscope.app.view.drawing.drawlist import Color, DrawList, Extent, Floats, Layer
from gjkscope.app.view.drawing.gradient import draw_gradient
from gjkscope.app.view.drawing.grips import DrawnGrips, draw_grips, drawn_grips
from gjkscope.app.view.drawing.marks.motion import MotionTrail, draw_trail, draw_velocity, trail_of
from gjkscope.app.view.drawing.marks.registry import Marks, marks_of, sight_of
from gjkscope.app.view.drawing.marks.report import draw_report
from gjkscope.app.view.drawing.marks.segments import draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.outline import folds
from gjkscope.app.view.drawing.predictions import PredictionSight, draw_prediction, prediction_sight
from gjkscope.app.view.drawing.probe import draw_probe_in_world, seen_with_probe
from gjkscope.app.view.drawing.push_out import draw_push_out_in_world
from gjkscope.app.view.drawing.separation import draw_separating_plane, plane_between
from gjkscope.app.view.drawing.surfaces import SURFACES_KEPT, core_outline, surface
from gjkscope.engine.advancement.motion import STILL
from gjkscope.engine.compound.parts import is_compound, parts_of
from gjkscope.engine.impulses.records import State as SolverStep
from gjkscope.engine.plane.shapes.kinds import PlanarShape
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Result, Verdict
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.text import number
from gjkscope.engine.vectors import IDENTITY, Vec3, along, column, sub

EDGE_WIDTH, SELECTED_WIDTH, FORM_WIDTH, POINT_SIZE = 1.6, 2.8, 1.2, 9.0
SEE_THROUGH = 0.42  # the opacity of shapes that overlap
PLANE_OPACITY = 0.3  # of the region of a 2D shape: where two overlap, both colours show
CORE_INK, CORE_DASH = 0.8, 4.0  # opacity and dashes of the core's outline of a rounded 2D shape
SOFT_EDGE = 0.5  # opacity of lines on a smooth surface, which only hint at its form
TINY = 0.004  # fraction of the scene's radius: one or two pixels
MANY_EDGES = 60  # above this, thick edges would cover the surface
FINE = 20_000  # triangles: the lines of a finer surface would cover it and dominate the drawing time
# The dashes of A's and B's bounding boxes differ, so that colour is not the only distinction.
DASH_A, DASH_B = 5.0, 10.0
BOX_IN_PLANE = 0.4  # opacity of a 2D body's bounding box
LOCK_REACH, LOCK_DASH = 3.0, 3.0  # radii of the scene, pixels
LABEL_PLACES = 2000  # enough points of a surface to find its top on the screen


MOST_SPEEDS = 5  # moving bodies whose speeds are all written; of more, only those of the chosen bodies
CROWD = 48  # above this number of bodies, draw only those in full; the others become a crowd


class Stress(Enum):
    """How strongly a body is emphasised."""

    NONE = 0
    HOVERED = 1
    SELECTED = 2


EDGE_INK = {Stress.NONE: 0.25, Stress.HOVERED: 0.5, Stress.SELECTED: 0.75}
OUTLINE_WIDTHS = {Stress.NONE: 2.0, Stress.HOVERED: 3.0, Stress.SELECTED: 3.8}


class WorldContents(NamedTuple):
    """Everything that the world view depends on: the key of its cache."""

    bodies: Identities
    pair: tuple[str, str]
    selected: str | None
    hovered: str | None
    answer: Result
    sight: Sight
    ball: tuple[Vec3, float]
    theme: Theme
    lock: tuple[Vec3, Vec3, str] | None
    shift: tuple[Vec3, Vec3] | None
    course: MotionTrail | None
    report: Reported | None
    probe: ProbePoints | None
    asked: PredictionSight | None
    dimmed: tuple[DimmedBody, ...]
    grips: DrawnGrips

    @property
    def wanted(self) -> set[str | None]:
        """The names of the bodies that are drawn alone, with a label."""
        return {*self.pair, self.selected, self.hovered}

    def color(self, body: Body) -> Color:
        """The colour of a body, which may recede towards the background."""
        amount = next((dimming.amount for dimming in self.dimmed if dimming.body == body.name), 0.0)
        return palette.receding(body_color(body, self.pair), self.theme, amount)


def world_drawing(state: State) -> DrawList:
    """The draw list of the world view without the gizmo, rebuilt only when something it shows has changed."""
    return _world(
        WorldContents(
            Identities(state.document.shown_bodies),
            state.document.pair,
            state.document.selected,
            state.pointer.hovered,
            inspect(state).answer_in_world,
            sight_of(state),
            world_ball(state),
            state.appearance.theme,
            _lock(state),
            _shift(state),
            trail_of(state.motion.simulation),
            drawn_report(state) if state.display.visible.reports and state.visible_steps is None else None,
            probe_points(state),
            prediction_sight(state),
            state.direction.dimmed,
            drawn_grips(state),
        )
    )


def body_color(body: Body, pair: tuple[str, str]) -> Color:
    """The fixed colour of A or B; for other bodies their own colour, or grey."""
    if body.name == pair[0]:
        return palette.A
    if body.name == pair[1]:
        return palette.B
    return palette.hex_color(body.color) if body.color else palette.BYSTANDER


@lru_cache(maxsize=8)
def _world(contents: WorldContents) -> DrawList:
    sight, (center, radius), wanted = contents.sight, contents.ball, contents.wanted
    builder, step = Builder(center, contents.theme, radius), sight.step.value
    visible = seen_with_probe(sight.visible, step, contents.probe)
    marks = marks_of(step) if visible.steps and step is not None else None
    shown = _placed_bodies(contents, marks)
    looked_at, crowd = _split_crowd(shown, wanted)
    draw_crowd(builder, crowd)
    _draw_bodies(builder, contents, looked_at)
    if visible.aabbs:
        _draw_boxes(builder, sight, {body.name for body in looked_at})
    if marks is not None:
        marks.draw_in_world(builder, step, sight, radius)
    _draw_result(builder, contents, visible)
    if contents.asked:
        draw_prediction(builder, contents.asked, View.WORLD, sight, contents.ball)
    if visible.motion:
        _draw_motion(builder, contents, looked_at)
    if contents.lock:
        _draw_lock(builder, *contents.lock, radius)
    if contents.shift:
        _label_shift(builder, *contents.shift)
    if contents.probe is not None:
        draw_probe_in_world(builder, contents.probe)
    draw_grips(builder, contents.grips, shows_world=True)
    if visible.labels:
        for body in shown if len(shown) <= MANY_NAMES else looked_at:
            if body.name in wanted or len(shown) <= MANY_NAMES:
                _label_body(builder, body, contents.color(body))
    return builder.build()


def _placed_bodies(contents: WorldContents, marks: Marks | None) -> tuple[Body, ...]:
    """The bodies where the step has them."""
    bodies: tuple[Body, ...] = contents.bodies.values
    if marks is None:
        return bodies
    step, sight = contents.sight.step.value, contents.sight
    places, speeds = marks.moved_bodies(step, sight), marks.velocities(step, sight)
    return tuple(_place(body, places, speeds) for body in bodies) if places else bodies


def _draw_bodies(builder: Builder, contents: WorldContents, bodies: Sequence[Body]) -> None:
    see_through = contents.answer.verdict is not Verdict.SEPARATED
    for body in bodies:
        stress, color = _stress(body.name, contents.selected, contents.hovered), contents.color(body)
        decider = next((placed.shape for placed in contents.sight.bodies if placed.name == body.name), None)
        is_clear = see_through and body.name in contents.pair
        _draw_body(builder, body, color, is_clear, stress, contents.theme, decider)
        _mark_if_tiny(builder, body, color, contents.ball[1])


def _draw_boxes(builder: Builder, sight: Sight, names: set[str]) -> None:
    """Draws the bounding boxes of the pair."""
    for body, color, dash in zip(sight.bodies, (palette.A, palette.B), (DASH_A, DASH_B), strict=True):
        if body.name in names:
            _draw_aabb(builder, body, color, dash)


def _draw_result(builder: Builder, contents: WorldContents, visible: Visibility) -> None:
    """Draws the separating plane, the witness points, the push-out and what an engine reported."""
    answer, sight, (center, radius) = contents.answer, contents.sight, contents.ball
    plane = plane_between(sight.step.value, sight.bodies) if visible.separating_plane else None
    if plane is not None and (grown := sight.last_part) > 0:
        draw_separating_plane(builder, *plane, sight.bodies, radius, grown)
    if visible.witnesses and sight.is_last:
        _draw_witnesses(builder, answer)
    if visible.push_out and sight.is_last:
        draw_push_out_in_world(builder, answer, sight, radius)
    if visible.gradient and sight.bodies[0].shape.dimension == 3:
        draw_gradient(builder, sight.bodies, radius)
    if contents.report and visible.reports:
        draw_report(builder, contents.report, sight.bodies, answer.witness_a, center, radius)


def _draw_motion(builder: Builder, contents: WorldContents, bodies: Sequence[Body]) -> None:
    """Draws velocities, named if there are few, and the trail of a simulation."""
    course, radius = contents.course, contents.ball[1]
    moving = sum(body.motion != STILL for body in bodies)
    start = course.start.value if course else None
    for body in (body for body in bodies if not is_at_rest(body, start)):
        draw_velocity(builder, body, radius, body.name in contents.wanted or moving <= MOST_SPEEDS)
    if course:
        colors = {body.name: body_color(body, contents.pair) for body in bodies}
        has_contacts = not isinstance(contents.sight.step.value, SolverStep)
        draw_trail(builder, course, colors, radius, contacts=has_contacts)


def _lock(state: State) -> tuple[Vec3, Vec3, str] | None:
    """The selected body's position, the axis that a drag is locked to, and its label; None without a lock."""
    body, axis = state.document.selected_body, state.tools.axis_lock
    if state.document.scene.is_plane and (axis == 2 or state.display.gizmo is Gizmo.ROTATE):
        return None
    if body is None or axis is None:
        return None
    if state.display.gizmo is Gizmo.ROTATE and not state.gesture.drags:
        return body.pose.position, column(body.pose.rotation, axis), f"about its {'xyz'[axis]} only"
    return body.pose.position, IDENTITY[axis], f"{'xyz'[axis]} only"


def _draw_lock(builder: Builder, center: Vec3, axis: Vec3, words: str, radius: float) -> None:
    """Draws a line through the body along the locked axis."""
    start, end = along(center, axis, -LOCK_REACH * radius), along(center, axis, LOCK_REACH * radius)
    builder.line(start, end, palette.faded(palette.TEXT, 0.6), 1.4, LOCK_DASH, Layer.SOLID)
    builder.label(words, along(center, axis, radius), palette.TEXT, 5)


def _shift(state: State) -> tuple[Vec3, Vec3] | None:
    """The position of the body being moved with the gizmo, and its displacement since the drag began; else None."""
    body = state.document.selected_body
    if body is None or state.display.gizmo is not Gizmo.MOVE or state.gesture.drags or state.gesture.label is None:
        return None
    before = next((b for b in state.history.past[-1].scene.bodies if b.name == body.name), None)
    if before is None or before.pose == body.pose or before.pose.rotation != body.pose.rotation:
        return None
    return body.pose.position, sub(body.pose.position, before.pose.position)


def _label_shift(builder: Builder, center: Vec3, shift: Vec3) -> None:
    words = ", ".join(f"{'xyz'[i]} {number(way)} m" for i, way in enumerate(shift) if way)
    builder.label(f"moved {words}", center, palette.TEXT, 7, away_from=sub(center, shift))


def _place(body: Body, places: Mapping[str, Pose], speeds: Mapping[str, Vec3]) -> Body:
    """The body where the step has moved it, at the velocity that it has given it."""
    if body.name not in places:
        return body
    (x, y, z), position = places[body.name]
    rows = ((*x, position[0]), (*y, position[1]), (*z, position[2]), (0.0, 0.0, 0.0, 1.0))
    return replace(body, placement=Transform(rows), velocity=speeds.get(body.name, body.velocity))


def _split_crowd(bodies: Sequence[Body], names: Collection[str | None]) -> tuple[tuple[Body, ...], tuple[Body, ...]]:
    """Splits the bodies into those drawn individually and the crowd, which is empty for small scenes."""
    if len(bodies) <= CROWD:
        return tuple(bodies), ()
    is_looked_at = [body.name in names for body in bodies]
    return tuple(compress(bodies, is_looked_at)), tuple(compress(bodies, map(not_, is_looked_at)))


def _stress(name: str, selected: str | None, hovered: str | None) -> Stress:
    if name == selected:
        return Stress.SELECTED
    return Stress.HOVERED if name == hovered else Stress.NONE


def _draw_body(
    builder: Builder,
    body: Body,
    color: Color,
    see_through: bool,
    stress: Stress,
    theme: Theme,
    decider: Shape | None,
) -> None:
    """Draws a body; each of its convex parts in a hue of its own, and the deciding one emphasised."""
    if isinstance(body.shape, PlanarShape):
        _draw_planar(builder, body.shape, body.pose, color, stress, theme)
        return
    if not is_compound(body.shape):
        _draw_solid(builder, body.shape, body.pose, color, see_through, stress, theme)
        return
    for part_number, part in enumerate(parts_of(body.shape)):
        hue = palette.part_color(color, part_number)
        emphasis = Stress.HOVERED if part == decider and stress is Stress.NONE else stress
        _draw_solid(builder, part, body.pose, hue, see_through, emphasis, theme)


def _draw_solid(
    builder: Builder, shape: Shape, pose: Pose, color: Color, see_through: bool, stress: Stress, theme: Theme
) -> None:
    skin = surface(shape)
    layer = Layer.TRANSLUCENT if see_through else Layer.SOLID
    opacity = SEE_THROUGH if see_through else 1.0
    builder.skin(skin, pose, palette.faded(color, opacity), layer, casts_shadow=True, shell=see_through)
    if stress is Stress.NONE and not see_through:
        edge = palette.darker(color, 0.45)
    else:
        edge = palette.toward_ink(color, EDGE_INK[stress], theme)
    width = SELECTED_WIDTH if stress is Stress.SELECTED and len(skin.edges) <= MANY_EDGES else EDGE_WIDTH
    if len(skin.positions) > FINE:
        return
    if skin.soft:
        builder.edges(skin.edges, pose, palette.faded(edge, SOFT_EDGE), FORM_WIDTH, layer=layer)
    else:
        builder.edges(skin.edges, pose, edge, width, layer=layer)
    builder.outline(folds(skin), pose, edge, OUTLINE_WIDTHS[stress], layer)


def _draw_planar(builder: Builder, shape: PlanarShape, pose: Pose, color: Color, stress: Stress, theme: Theme) -> None:
    """Draws a 2D shape: a translucent region with its outline, and the outline of its core in dashes."""
    skin = surface(shape)
    builder.skin(skin, pose, palette.faded(color, PLANE_OPACITY), Layer.TRANSLUCENT)
    edge = palette.toward_ink(color, EDGE_INK[stress], theme)
    builder.edges(skin.edges, pose, edge, OUTLINE_WIDTHS[stress])
    builder.edges(core_outline(shape), pose, palette.faded(edge, CORE_INK), FORM_WIDTH, CORE_DASH)


def _mark_if_tiny(builder: Builder, body: Body, color: Color, radius: float) -> None:
    """Draws a disc at a body that is a single point, or too small to be visible."""
    center, size = body.ball
    if size <= TINY * radius:
        builder.point(center, color, POINT_SIZE, layer=Layer.SOLID)


def _draw_aabb(builder: Builder, body: Body, color: Color, dash: float) -> None:
    # Opaque in space, where faded lines are too pale in the light theme; in the plane they lie on the bodies' sides.
    color = palette.faded(color, BOX_IN_PLANE) if body.shape.dimension == 2 else color
    builder.segments(edges_of(body.box), color, 1.2, dash)


def _draw_witnesses(builder: Builder, answer: Result) -> None:
    """Draws the witness points of the distance or depth, the segment between them, and the distance."""
    if answer.witness_a is None or answer.witness_b is None:
        return
    draw_between(builder, answer.witness_a, answer.witness_b)
    if answer.verdict is Verdict.SEPARATED and answer.signed_distance is not None:
        words, end = f"{number(answer.signed_distance)} m", answer.witness_b
        builder.label(words, end, palette.TEXT, 3, away_from=answer.witness_a)  # beside the gap, not over it


def _label_body(builder: Builder, body: Body, color: Color) -> None:
    """Labels the body above its top as seen on the screen, so that the name does not cover it."""
    low, high = body.box
    top = ((low[0] + high[0]) / 2, high[1], (low[2] + high[2]) / 2)
    places = surface_points(body.shape)
    extent = Extent(places, body.pose) if len(places) else None
    builder.label(body.name, top, palette.lighter(color, 0.3), 6, extent=extent)


@lru_cache(maxsize=SURFACES_KEPT)
def surface_points(shape: Shape) -> Floats:
    """Sample points (n, 3) of a shape's surface in its local frame, to find its top from any viewpoint."""
    corners = surface(shape).positions.reshape(-1, 3)
    few = corners[:: 1 + len(corners) // LABEL_PLACES]
    # Without `return_index` NumPy would import `numpy.ma`, which takes as long as importing all panels.
    places, _ = np.unique(few, axis=0, return_index=True)
    return places
