"""The world view: the shapes where they stand, and what the algorithm says about them there."""

from functools import lru_cache
from typing import Any

import numpy as np

from engine import gjk, sat
from engine.bounds import aabb
from engine.explain import number, provenance
from engine.result import Exit, Result, Verdict
from engine.support import convex, support
from engine.vectors import Vec3, add, along, dot, neg, norm, scale, sub, unit

from ..extents import world_ball
from ..scene import Body
from ..state import State, Visibility
from ..traces import inspect, step_record
from . import palette
from .builder import Builder
from .drawlist import Color, DrawList, Layer
from .surfaces import placed, surface

EDGE_WIDTH, SELECTED_WIDTH, POINT_SIZE = 1.6, 2.8, 9.0
MANY_EDGES = 60  # thick lines on so many would cover the surface between them
# The dashes of A's and B's bounding boxes differ, so that colour is not the only thing that tells them apart.
DASH_A, DASH_B = 5.0, 10.0
# A push-out shorter than this part of the scene's radius could not be seen: it is drawn at the other length, and its
# label says so.
SHORTEST_ARROW, STAND_IN_ARROW = 0.08, 0.25


def world_drawing(state: State) -> DrawList:
    """Everything in the world view but the gizmo; rebuilt only when something it shows has changed."""
    return _world(
        state.scene.bodies,
        state.pair,
        state.selected,
        inspect(state).answer,
        Identity(step_record(state)),
        shown_axis(state),
        shows_result(state),
        state.visible,
        world_ball(state),
    )


def shows_result(state: State) -> bool:
    """Whether the result is shown: at the end of a run, unless an axis is looked at instead."""
    step = step_record(state)
    return state.hovered_axis is None and (step is None or step.exit != Exit.RUNNING)


def shown_axis(state: State) -> sat.Axis | None:
    """The SAT axis to show: the one under the pointer, else that of the step when SAT is what runs."""
    axes = inspect(state).axes
    if axes and state.hovered_axis is not None:
        axis: sat.Axis = axes.steps[state.hovered_axis].axis
        return axis
    step = step_record(state)
    return step.axis if isinstance(step, sat.State) else None


def body_color(body: Body, pair: tuple[str, str]) -> Color:
    """A's and B's colours are fixed; others have their own, or grey."""
    if body.name == pair[0]:
        return palette.A
    if body.name == pair[1]:
        return palette.B
    return palette.hex_color(body.color) if body.color else palette.BYSTANDER


class Identity:
    """A step record as a cache key: records are cached themselves, so the same one is the same object."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


@lru_cache(maxsize=8)
def _world(
    bodies: tuple[Body, ...],
    pair: tuple[str, str],
    selected: str | None,
    answer: Result,
    step: Identity,
    axis: sat.Axis | None,
    with_result: bool,
    visible: Visibility,
    ball: tuple[Vec3, float],
) -> DrawList:
    center, radius = ball
    builder = Builder(center)
    see_through = answer.verdict is not Verdict.SEPARATED
    for body in bodies:
        _draw_body(builder, body, body_color(body, pair), see_through and body.name in pair, body.name == selected)
    body_a, body_b = (next(body for body in bodies if body.name == name) for name in pair)
    if visible.aabbs:
        _draw_aabb(builder, body_a, palette.A, DASH_A)
        _draw_aabb(builder, body_b, palette.B, DASH_B)
    if visible.supports and isinstance(step.value, gjk.State) and axis is None:
        _draw_supports(builder, step.value, body_a, body_b, radius)
    if visible.witnesses and with_result:
        _draw_witnesses(builder, answer)
    elif visible.witnesses and isinstance(step.value, gjk.State) and axis is None:
        _draw_closest_so_far(builder, step.value, body_a)
    if visible.push_out and with_result:
        _draw_push_out(builder, answer, body_a, radius)
    if axis is not None and not axis.skipped:
        _draw_axis(builder, axis, body_a, body_b, ball)
    if visible.labels:
        for body in bodies:
            _label_body(builder, body, body_color(body, pair))
    return builder.build()


def _draw_body(builder: Builder, body: Body, color: Color, see_through: bool, selected: bool) -> None:
    skin = placed(surface(body.shape), body.pose)
    if see_through:
        builder.mesh(skin.positions, skin.normals, palette.faded(color, 0.42), Layer.TRANSLUCENT)
    else:
        builder.mesh(skin.positions, skin.normals, color)
    edge = palette.lighter(color, 0.75) if selected else palette.darker(color, 0.45)
    if see_through and not selected:
        edge = palette.lighter(color, 0.25)
    width = SELECTED_WIDTH if selected and len(skin.edges) <= MANY_EDGES else EDGE_WIDTH
    builder.segments(skin.edges, edge, width)
    low, high = aabb(body.shape, body.pose)
    if low == high:  # a single point has neither surface nor edges
        builder.point(low, edge if selected else color, POINT_SIZE, layer=Layer.SOLID)


def _draw_aabb(builder: Builder, body: Body, color: Color, dash: float) -> None:
    low, high = aabb(body.shape, body.pose)
    corners = np.array([[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)])
    edges = [(i, i | 1 << k) for i in range(8) for k in range(3) if not i >> k & 1]
    builder.segments(corners[np.array(edges)], palette.faded(color, 0.75), 1.2, dash)


def _draw_supports(builder: Builder, step: gjk.State, body_a: Body, body_b: Body, radius: float) -> None:
    """The two support points of the step, each with the direction it was searched in."""
    origin = body_a.pose.position
    on_a, on_b = add(step.support.a, origin), add(step.support.b, origin)
    for point, direction, name in (
        (on_a, step.direction, f"s_{body_a.name}(d)"),
        (on_b, neg(step.direction), f"s_{body_b.name}(−d)"),
    ):
        head = along(point, direction, 0.28 * radius)
        builder.arrow(point, head, palette.SEARCH, 2.5)
        builder.point(point, palette.SEARCH, 9)
        builder.label(name, point, palette.SEARCH, 2, away_from=head)


def _draw_witnesses(builder: Builder, answer: Result) -> None:
    """The two points that realise the distance or the depth, and what is between them."""
    if answer.witness_a is None or answer.witness_b is None:
        return
    _draw_between(builder, answer.witness_a, answer.witness_b)
    if answer.verdict is Verdict.SEPARATED and answer.signed_distance is not None:
        middle = scale(add(answer.witness_a, answer.witness_b), 0.5)
        builder.label(f"{number(answer.signed_distance)} m", middle, palette.TEXT, 3)


def _draw_closest_so_far(builder: Builder, step: gjk.State, body_a: Body) -> None:
    """The points of the two cores that the closest point of the simplex is the difference of."""
    on_a, on_b = (add(point, body_a.pose.position) for point in gjk.witnesses(step))
    _draw_between(builder, on_a, on_b)
    builder.label(f"{number(norm(step.closest))} m so far", scale(add(on_a, on_b), 0.5), palette.TEXT, 1)


def _draw_between(builder: Builder, on_a: Vec3, on_b: Vec3) -> None:
    builder.line(on_a, on_b, palette.TEXT, 2.5)
    builder.point(on_a, palette.A, 10)
    builder.point(on_b, palette.B, 10)


def _draw_push_out(builder: Builder, answer: Result, body_a: Body, radius: float) -> None:
    """An arrow from where A is to where it would just be clear, and its ghost there."""
    push = answer.push_out
    if push is None or answer.witness_a is None:
        return
    tail, text = answer.witness_a, f"push-out {number(norm(push))} m"
    if norm(push) >= SHORTEST_ARROW * radius:
        tip = add(tail, push)
        _draw_ghost(builder, body_a, push)
    else:  # a ghost so close would only blur A's own edges
        tip, text = along(tail, unit(push), STAND_IN_ARROW * radius), f"{text} (arrow not to scale)"
    builder.arrow(tail, tip, palette.CHOSEN, 4)
    builder.label(text, tip, palette.CHOSEN_TEXT, 4, away_from=tail)


def _draw_ghost(builder: Builder, body: Body, shift: Vec3) -> None:
    ghost = placed(surface(body.shape), body.pose._replace(position=add(body.pose.position, shift)))
    builder.mesh(ghost.positions, ghost.normals, palette.faded(palette.A, 0.13), Layer.TRANSLUCENT)
    builder.segments(ghost.edges, palette.faded(palette.A, 0.9), 1.4, 7)


def _draw_axis(builder: Builder, axis: sat.Axis, body_a: Body, body_b: Body, ball: tuple[Vec3, float]) -> None:
    """The axis above the shapes, both projections on it as bars, and lines down to what made their ends."""
    center_a, (_, radius) = body_a.pose.position, ball
    up = _square_to_axis(axis.direction)
    base = along(center_a, up, _height(body_a, body_b, up, center_a) + 0.12 * radius)
    rails = (0.0, 0.07 * radius, 0.14 * radius)
    for body, interval, color, rail in (
        (body_a, axis.interval_a, palette.A, rails[0]),
        (body_b, axis.interval_b, palette.B, rails[1]),
    ):
        start, end = (along(along(base, up, rail), axis.direction, t) for t in interval)
        builder.line(start, end, color, 6)
        core = convex(body.shape, body.pose)
        for tip, direction in ((start, neg(axis.direction)), (end, axis.direction)):
            furthest = along(support(core, direction)[0], direction, core.radius)
            builder.line(tip, furthest, palette.faded(color, 0.8), 1.3, 5, Layer.SOLID)
            builder.point(tip, color, 9)
    reach = (min(axis.interval_a[0], axis.interval_b[0]), max(axis.interval_a[1], axis.interval_b[1]))
    tail = along(base, axis.direction, reach[0] - 0.25 * radius)
    head = along(base, axis.direction, reach[1] + 0.25 * radius)
    builder.arrow(tail, head, palette.TEXT, 1.6)
    _draw_overlap(builder, axis, along(base, up, rails[2]), center_a)
    builder.label(provenance(axis, body_a.name, body_b.name), head, palette.TEXT, 3, away_from=tail)


def _draw_overlap(builder: Builder, axis: sat.Axis, base: Vec3, below: Vec3) -> None:
    """Between A's end and B's beginning: what they share, or the gap.  Its label lies away from the point `below`."""
    start, end = (along(base, axis.direction, t) for t in (axis.interval_b[0], axis.interval_a[1]))
    builder.line(start, end, palette.CHOSEN if axis.overlap >= 0 else palette.TEXT, 3)
    word = "overlap" if axis.overlap >= 0 else "gap"
    middle = scale(add(start, end), 0.5)
    builder.label(f"{word} {number(abs(axis.overlap))} m", middle, palette.CHOSEN_TEXT, 5, away_from=below)


def _square_to_axis(direction: Vec3) -> Vec3:
    """The unit vector square to the axis that points most upwards; sideways for an upright axis."""
    up = (0.0, 1.0, 0.0) if abs(direction[1]) < 0.9 else (0.0, 0.0, -1.0)
    return unit(along(up, direction, -dot(up, direction)))


def _height(body_a: Body, body_b: Body, up: Vec3, base: Vec3) -> float:
    """How far the two bodies reach along `up` from `base`."""
    tops = [support(convex(body.shape, body.pose), up)[0] for body in (body_a, body_b)]
    return max(dot(up, sub(top, base)) for top in tops)


def _label_body(builder: Builder, body: Body, color: Color) -> None:
    """The name at the top of the body's bounding box."""
    low, high = aabb(body.shape, body.pose)
    top = ((low[0] + high[0]) / 2, high[1], (low[2] + high[2]) / 2)
    builder.label(body.name, top, palette.lighter(color, 0.3), 6)
