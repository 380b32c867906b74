"""The world view: the shapes where they stand, and what the algorithm says about them there."""

from functools import lru_cache

import numpy as np

from engine.bounds import aabb, bounding_sphere
from engine.result import Result, Verdict
from engine.vectors import Vec3, add, along, norm, scale, unit
from engine.words import number

from ..extents import world_ball
from ..scene import Body
from ..state import State, Theme
from ..traces import inspect
from . import palette
from .builder import Builder
from .drawlist import Color, DrawList, Layer
from .marks import MARKS, sight_of
from .sight import Sight
from .surfaces import placed, surface
from .witnesses import draw_between

EDGE_WIDTH, SELECTED_WIDTH, POINT_SIZE = 1.6, 2.8, 9.0
TINY = 0.004  # of the radius of the scene: a pixel or two
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
        sight_of(state),
        world_ball(state),
        state.theme,
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
    bodies: tuple[Body, ...],
    pair: tuple[str, str],
    selected: str | None,
    answer: Result,
    sight: Sight,
    ball: tuple[Vec3, float],
    theme: Theme,
) -> DrawList:
    center, radius = ball
    builder, visible = Builder(center, theme), sight.visible
    see_through = answer.verdict is not Verdict.SEPARATED
    for body in bodies:
        _draw_body(builder, body, body_color(body, pair), see_through and body.name in pair, body.name == selected)
        _mark_if_tiny(builder, body, body_color(body, pair), radius)
    body_a, body_b = sight.bodies
    if visible.aabbs:
        _draw_aabb(builder, body_a, palette.A, DASH_A)
        _draw_aabb(builder, body_b, palette.B, DASH_B)
    if marks := MARKS.get(type(sight.step.value)):
        marks.draw_in_world(builder, sight.step.value, sight, radius)
    if visible.witnesses and sight.is_last:
        _draw_witnesses(builder, answer)
    if visible.push_out and sight.is_last:
        _draw_push_out(builder, answer, body_a, radius)
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


def _mark_if_tiny(builder: Builder, body: Body, color: Color, radius: float) -> None:
    """A disc where a body is that is a single point, or too small to be seen beside the others."""
    center, size = bounding_sphere(body.shape, body.pose)
    if size <= TINY * radius:
        builder.point(center, color, POINT_SIZE, layer=Layer.SOLID)


def _draw_aabb(builder: Builder, body: Body, color: Color, dash: float) -> None:
    low, high = aabb(body.shape, body.pose)
    corners = np.array([[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)])
    edges = [(i, i | 1 << k) for i in range(8) for k in range(3) if not i >> k & 1]
    builder.segments(corners[np.array(edges)], palette.faded(color, 0.75), 1.2, dash)


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
        _draw_ghost(builder, body_a, push)
    else:  # a ghost so close would only blur A's own edges
        tip, text = along(tail, unit(push), STAND_IN_ARROW * radius), f"{text} (arrow not to scale)"
    builder.arrow(tail, tip, palette.CHOSEN, 4)
    builder.label(text, tip, palette.CHOSEN_TEXT, 4, away_from=tail)


def _draw_ghost(builder: Builder, body: Body, shift: Vec3) -> None:
    ghost = placed(surface(body.shape), body.pose._replace(position=add(body.pose.position, shift)))
    builder.mesh(ghost.positions, ghost.normals, palette.faded(palette.A, 0.13), Layer.TRANSLUCENT)
    builder.segments(ghost.edges, palette.faded(palette.A, 0.9), 1.4, 7)


def _label_body(builder: Builder, body: Body, color: Color) -> None:
    """The name at the top of the body's bounding box."""
    low, high = aabb(body.shape, body.pose)
    top = ((low[0] + high[0]) / 2, high[1], (low[2] + high[2]) / 2)
    builder.label(body.name, top, palette.lighter(color, 0.3), 6)
