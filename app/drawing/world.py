"""The world view: the shapes where they stand, and what the algorithm says about them there."""

from collections.abc import Collection, Sequence
from enum import Enum
from functools import lru_cache

import numpy as np

from gjkscope.app.base.identity import Identities
from gjkscope.app.drawing import palette
from gjkscope.app.drawing.boxes import edges_of
from gjkscope.app.drawing.builder import Builder, anchor_near
from gjkscope.app.drawing.crowd import draw_crowd
from gjkscope.app.drawing.drawlist import Color, DrawList, Extent, Floats, Layer
from gjkscope.app.drawing.ghost import draw_ghost
from gjkscope.app.drawing.marks.motion import Course, course_of, draw_course, draw_velocity
from gjkscope.app.drawing.marks.registry import marks_of, sight_of
from gjkscope.app.drawing.marks.sight import Sight
from gjkscope.app.drawing.marks.witnesses import draw_between
from gjkscope.app.drawing.outline import folds
from gjkscope.app.drawing.surfaces import SURFACES_KEPT, surface
from gjkscope.app.inspection.extents import world_ball
from gjkscope.app.inspection.traces import inspect
from gjkscope.app.model import Gizmo, State, Theme
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.resolution.pair import moved
from gjkscope.engine.result import Result, Verdict
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.text import number
from gjkscope.engine.vectors import IDENTITY, Vec3, add, along, column, norm, scale, sub, unit

EDGE_WIDTH, SELECTED_WIDTH, FORM_WIDTH, POINT_SIZE = 1.6, 2.8, 1.2, 9.0
SEE_THROUGH = 0.42  # the opacity of shapes that overlap
SOFT_EDGE = 0.5  # of lines on a smooth surface, which only tell its form
TINY = 0.004  # of the radius of the scene: a pixel or two
MANY_EDGES = 60  # thick lines on so many would cover the surface between them
FINE = 20_000  # triangles: the lines of a finer surface would cover it, and take longer to draw than all else
# The dashes of A's and B's bounding boxes differ, so that colour is not the only thing that tells them apart.
DASH_A, DASH_B = 5.0, 10.0
LOCK_REACH, LOCK_DASH = 3.0, 3.0  # radii of the scene, pixels
LABEL_PLACES = 2000  # so many of a surface tell well enough where its top is on the screen
# A push-out shorter than this part of the scene's radius could not be seen: it is drawn at the other length, and its
# label says so.
SHORTEST_ARROW, STAND_IN_ARROW = 0.08, 0.25


MANY_NAMES = 16  # of more bodies only those that are looked at have their names beside them
CROWD = 100  # of more bodies only those that are looked at have outlines


class Stress(Enum):
    """How much a body stands out."""

    NONE = 0
    HOVERED = 1
    SELECTED = 2


EDGE_INK = {Stress.NONE: 0.25, Stress.HOVERED: 0.5, Stress.SELECTED: 0.75}
OUTLINE_WIDTHS = {Stress.NONE: 2.0, Stress.HOVERED: 3.0, Stress.SELECTED: 3.8}


def world_drawing(state: State) -> DrawList:
    """Everything in the world view but the gizmo; rebuilt only when something it shows has changed."""
    return _world(
        Identities(state.document.shown_bodies),
        state.document.pair,
        state.document.selected,
        state.pointer.hovered,
        inspect(state).answer,
        sight_of(state),
        world_ball(state),
        state.appearance.theme,
        _lock(state),
        _shift(state),
        course_of(state.motion.simulation),
    )


def body_color(body: Body, pair: tuple[str, str]) -> Color:
    """A's and B's colours are fixed; others have their own, or grey."""
    if body.name == pair[0]:
        return palette.A
    if body.name == pair[1]:
        return palette.B
    return palette.hex_color(body.color) if body.color else palette.BYSTANDER


@lru_cache(maxsize=8)
def _world(
    bodies: Identities,
    pair: tuple[str, str],
    selected: str | None,
    hovered: str | None,
    answer: Result,
    sight: Sight,
    ball: tuple[Vec3, float],
    theme: Theme,
    lock: tuple[Vec3, Vec3, str] | None,
    shift: tuple[Vec3, Vec3] | None,
    course: Course | None,
) -> DrawList:
    center, radius = ball
    builder, visible = Builder(anchor_near(center, radius), theme), sight.visible
    see_through = answer.verdict is not Verdict.SEPARATED
    wanted = {*pair, selected, hovered}
    looked_at, crowd = _parted(bodies.values, wanted)
    draw_crowd(builder, crowd)
    for body in looked_at:
        stress = _stress(body.name, selected, hovered)
        _draw_body(builder, body, body_color(body, pair), see_through and body.name in pair, stress, theme)
        _mark_if_tiny(builder, body, body_color(body, pair), radius)
    body_a, body_b = sight.bodies
    if visible.aabbs:
        for body, color, dash in ((body_a, palette.A, DASH_A), (body_b, palette.B, DASH_B)):
            if body in looked_at:
                _draw_aabb(builder, body, color, dash)
    if visible.steps and sight.step.value is not None:
        marks_of(sight.step.value).draw_in_world(builder, sight.step.value, sight, radius)
    if visible.witnesses and sight.is_last:
        _draw_witnesses(builder, answer)
    if visible.push_out and sight.is_last:
        _draw_push_out(builder, answer, body_a, radius)
    if visible.motion:
        for body in looked_at:
            draw_velocity(builder, body, radius)
        if course:
            draw_course(builder, course, {body.name: body_color(body, pair) for body in looked_at}, radius)
    if lock:
        _draw_lock(builder, *lock, radius)
    if shift:
        _label_shift(builder, *shift)
    if visible.labels:
        for body in bodies.values:
            if body.name in wanted or len(bodies.values) <= MANY_NAMES:
                _label_body(builder, body, body_color(body, pair))
    return builder.build()


def _lock(state: State) -> tuple[Vec3, Vec3, str] | None:
    """Where the selected body is, the axis that it is kept to, and what that is called."""
    body, axis = state.document.selected_body, state.tools.axis_lock
    if body is None or axis is None:
        return None
    if state.display.gizmo is Gizmo.ROTATE and state.gesture.drag is None:
        return body.pose.position, column(body.pose.rotation, axis), f"about its {'xyz'[axis]} only"
    return body.pose.position, IDENTITY[axis], f"{'xyz'[axis]} only"


def _draw_lock(builder: Builder, place: Vec3, axis: Vec3, words: str, radius: float) -> None:
    """A line through the body, along the axis that moves and turns are kept to."""
    start, end = along(place, axis, -LOCK_REACH * radius), along(place, axis, LOCK_REACH * radius)
    builder.line(start, end, palette.faded(palette.TEXT, 0.6), 1.4, LOCK_DASH, Layer.SOLID)
    builder.label(words, along(place, axis, radius), palette.TEXT, 5)


def _shift(state: State) -> tuple[Vec3, Vec3] | None:
    """Where the body is that is pulled at its arrows, and how far it has come."""
    body = state.document.selected_body
    if (
        body is None
        or state.display.gizmo is not Gizmo.MOVE
        or state.gesture.drag is not None
        or state.gesture.label is None
    ):
        return None
    before = next((b for b in state.history.past[-1].scene.bodies if b.name == body.name), None)
    if before is None or before.pose == body.pose or before.pose.rotation != body.pose.rotation:
        return None
    return body.pose.position, sub(body.pose.position, before.pose.position)


def _label_shift(builder: Builder, place: Vec3, shift: Vec3) -> None:
    words = ", ".join(f"{'xyz'[i]} {number(way)} m" for i, way in enumerate(shift) if way)
    builder.label(f"moved {words}", place, palette.TEXT, 7, away_from=sub(place, shift))


def _parted(bodies: Sequence[Body], names: Collection[str | None]) -> tuple[tuple[Body, ...], tuple[Body, ...]]:
    """The bodies to be drawn each on its own; and the others, where there are many."""
    if len(bodies) <= CROWD:
        return tuple(bodies), ()
    looked_at = tuple(body for body in bodies if body.name in names)
    return looked_at, tuple(body for body in bodies if body.name not in names)


def _stress(name: str, selected: str | None, hovered: str | None) -> Stress:
    if name == selected:
        return Stress.SELECTED
    return Stress.HOVERED if name == hovered else Stress.NONE


def _draw_body(builder: Builder, body: Body, color: Color, see_through: bool, stress: Stress, theme: Theme) -> None:
    skin, pose = surface(body.shape), body.pose
    layer = Layer.TRANSLUCENT if see_through else Layer.SOLID
    opacity = SEE_THROUGH if see_through else 1.0
    builder.skin(skin, pose, palette.faded(color, opacity), layer, casts_shadow=True)
    if stress is Stress.NONE and not see_through:
        edge = palette.darker(color, 0.45)
    else:
        edge = palette.toward_ink(color, EDGE_INK[stress], theme)
    width = SELECTED_WIDTH if stress is Stress.SELECTED and len(skin.edges) <= MANY_EDGES else EDGE_WIDTH
    if len(skin.positions) > FINE:
        return
    if skin.soft:
        builder.edges(skin.edges, pose, palette.faded(edge, SOFT_EDGE), FORM_WIDTH)
    else:
        builder.edges(skin.edges, pose, edge, width)
    builder.outline(folds(skin), pose, edge, OUTLINE_WIDTHS[stress])


def _mark_if_tiny(builder: Builder, body: Body, color: Color, radius: float) -> None:
    """A disc where a body is that is a single point, or too small to be seen beside the others."""
    center, size = body.ball
    if size <= TINY * radius:
        builder.point(center, color, POINT_SIZE, layer=Layer.SOLID)


def _draw_aabb(builder: Builder, body: Body, color: Color, dash: float) -> None:
    builder.segments(edges_of(body.box), color, 1.2, dash)  # opaque, or they are too pale on a light ground


def _draw_witnesses(builder: Builder, answer: Result) -> None:
    """The two points that realise the distance or the depth, and what is between them."""
    if answer.witness_a is None or answer.witness_b is None:
        return
    draw_between(builder, answer.witness_a, answer.witness_b)
    if answer.verdict is Verdict.SEPARATED and answer.signed_distance is not None:
        middle = scale(add(answer.witness_a, answer.witness_b), 0.5)
        builder.label(f"{number(answer.signed_distance)} m", middle, palette.TEXT, 3)


def _draw_push_out(builder: Builder, answer: Result, body_a: Body, radius: float) -> None:
    """An arrow from where A is to where it would just be clear, and its ghost there."""
    push = answer.push_out
    if push is None or answer.witness_a is None:
        return
    tail, text = answer.witness_a, f"push-out {number(norm(push))} m"
    if norm(push) >= SHORTEST_ARROW * radius:
        tip = add(tail, push)
        draw_ghost(builder, body_a, moved(body_a.pose, push), palette.A)
    else:  # a ghost so close would only blur A's own edges
        tip, text = along(tail, unit(push), STAND_IN_ARROW * radius), f"{text} (arrow not to scale)"
    builder.arrow(tail, tip, palette.CHOSEN, 4)
    builder.label(text, tip, palette.CHOSEN_TEXT, 4, away_from=tail)


def _label_body(builder: Builder, body: Body, color: Color) -> None:
    """The name above the body, from wherever it is seen: not over what it names."""
    low, high = body.box
    top = ((low[0] + high[0]) / 2, high[1], (low[2] + high[2]) / 2)
    places = _places(body.shape)
    extent = Extent(places, body.pose) if len(places) else None
    builder.label(body.name, top, palette.lighter(color, 0.3), 6, extent=extent)


@lru_cache(maxsize=SURFACES_KEPT)
def _places(shape: Shape) -> Floats:
    """Places (n, 3) of a shape's surface, in its own frame, that tell where its top is from wherever it is seen."""
    corners = surface(shape).positions.reshape(-1, 3)
    few = corners[:: 1 + len(corners) // LABEL_PLACES]
    # Asked for the rows alone, NumPy would first load its masked arrays: as long as all of our panels take.
    places, _ = np.unique(few, axis=0, return_index=True)
    return places
