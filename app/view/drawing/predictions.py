"""Draws the prediction that is being asked: what can be chosen, and why the last answer is wrong.

The marks of the step that has the answer are not drawn meanwhile.
"""

from collections.abc import Sequence
from itertools import combinations
from math import dist, hypot
from typing import NamedTuple

from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.cameras.lens import Lens
from gjkscope.app.state.inspection.extents import Ball, world_ball
from gjkscope.app.state.inspection.predictions import (
    Challenge,
    Target,
    dragged_answer,
    drawn_challenge,
    origin_shift,
    wrong_targets,
)
from gjkscope.app.state.model import PredictionKind, State, Subject, View
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, Layer, PointStyle
from gjkscope.app.view.drawing.marks.registry import marks_of
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.simplex import PLANE, draw_plane
from gjkscope.app.view.drawing.planar.closer import draw_closer
from gjkscope.engine.plane.gjk import steps as plane_gjk
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, add, along, dot, scale, sub, unit

RING, HOVERED_RING, DOT = 19.0, 26.0, 8.0  # pixels
AXIS_REACH, SEARCH_REACH = 0.8, 0.55  # fractions of the view's radius
REACHED = 13.0  # pixels within which a target can be clicked


class PredictionSight(NamedTuple):
    """What the drawing of a prediction depends on; serves as a cache key."""

    challenge: Identity
    hovered: int | None
    wrong: tuple[int, ...]
    nearest: int | None  # the feature that the origin has been dragged to; None while it is being dragged to answer
    is_right: bool  # the nearest feature is the answer that was asked for
    shift: Vec3  # of A − B since the beginning of the page


def prediction_sight(state: State) -> PredictionSight | None:
    """The prediction to draw; None if none is being asked, or if an earlier step of the run is shown."""
    challenge = drawn_challenge(state)
    if challenge is None:
        return None
    settled, wrong = state.open_prediction is None, wrong_targets(state)
    answered = bool(wrong) or (
        state.lesson is not None and state.lesson.asked is not None and state.lesson.asked.continues
    )
    nearest = None
    if challenge.is_dragged and (settled or (answered and state.gesture.origin is None)):
        nearest = dragged_answer(challenge, state)
    pointed = state.pointer.hovered_target
    return PredictionSight(Identity(challenge), pointed, wrong, nearest, settled or not wrong, origin_shift(state))


def draw_prediction(builder: Builder, asked: PredictionSight, view: View, sight: Sight, ball: Ball) -> None:
    """Draws the prediction in one of the views; `ball` bounds the contents of the view."""
    challenge: Challenge = asked.challenge.value
    shows = view.shows_world == challenge.view.shows_world
    if not shows:
        return
    if challenge.vertices and not view.shows_world:
        _draw_known(builder, challenge, asked.shift, ball[1])
    if sight.visible.closer and not view.shows_world and asked.shift == ZERO:
        _draw_closer(builder, challenge, ball[1])
    if challenge.direction is not None:
        _draw_search(builder, challenge, ball)
    if challenge.is_dragged:
        if asked.nearest is not None:
            _draw_nearest(builder, challenge, asked, asked.nearest)
        return
    for i, target in enumerate(challenge.targets):
        corners = target_corners(challenge, target, ball, asked.shift)
        if corners:
            _draw_target(builder, challenge, target, corners, i == asked.hovered, i in asked.wrong)
    if asked.wrong:
        _draw_why(builder, challenge, asked, sight, ball)


def target_corners(challenge: Challenge, target: Target, ball: Ball, shift: Vec3) -> tuple[Vec3, ...]:
    """Where the target is drawn: its corners, or the ends of an axis through the middle of the view's contents."""
    center, radius = ball
    if challenge.axes:
        way = target.corners[1]
        return along(center, way, -AXIS_REACH * radius), along(center, way, AXIS_REACH * radius)
    return tuple(add(corner, shift) for corner in target.corners)


def target_at(state: State, view: View, lens: Lens, pixel: tuple[float, float], scale_: float) -> int | None:
    """The target of the open prediction at a pixel of the view; None if there is none."""
    asked = prediction_sight(state)
    if asked is None:
        return None
    challenge: Challenge = asked.challenge.value
    if challenge.is_dragged or view.shows_world != challenge.view.shows_world:
        return None
    ball, near = world_ball(state), REACHED * scale_
    drawn = [
        (i, [lens.pixel(corner)[:2] for corner in corners])
        for i, target in enumerate(challenge.targets)
        if (corners := target_corners(challenge, target, ball, asked.shift))
    ]
    # Handles first: an edge may pass close to that of a face.
    handles = [(dist(_handle(places, bool(challenge.axes)), pixel), i) for i, places in drawn]
    lines = [(_from_segment(places[0], places[1], pixel), i) for i, places in drawn if len(places) == 2]
    target = min((candidate for candidate in handles if candidate[0] <= near), default=None)
    target = target or min((candidate for candidate in lines if candidate[0] <= near), default=None)
    return target[1] if target else None


def _handle(places: Sequence[tuple[float, float]], is_axis: bool) -> tuple[float, float]:
    """The pixel of the ring of a target with corners at these pixels: in its middle, or at the head of an axis."""
    if is_axis:
        return places[1]
    x, y = (sum(pixel[i] for pixel in places) / len(places) for i in (0, 1))
    return x, y


def _from_segment(p: tuple[float, float], q: tuple[float, float], pixel: tuple[float, float]) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = dx * dx + dy * dy
    part = ((pixel[0] - p[0]) * dx + (pixel[1] - p[1]) * dy) / length if length else 0.0
    part = min(max(part, 0.0), 1.0)
    return hypot(p[0] + part * dx - pixel[0], p[1] + part * dy - pixel[1])


def _draw_known(builder: Builder, challenge: Challenge, shift: Vec3, radius: float) -> None:
    """Draws what is known before the step: its simplex, or what the marks of its algorithm declare as `draw_known`."""
    draw_known = marks_of(challenge.step).draw_known
    if draw_known is not None and challenge.prediction.kind is PredictionKind.SUPPORT:
        draw_known(builder, challenge.step, radius)
    else:
        _draw_simplex(builder, challenge, shift)


def _draw_closer(builder: Builder, challenge: Challenge, radius: float) -> None:
    """Draws where something closer can be, with the support point unless that is what is asked."""
    step = challenge.step
    if isinstance(step, plane_gjk.State) and step.iteration > 0:
        asks_support = challenge.prediction.kind is PredictionKind.SUPPORT
        draw_closer(builder, step.closest_before, None if asks_support else step.support.point, radius)


def _draw_simplex(builder: Builder, challenge: Challenge, shift: Vec3) -> None:
    """Draws the simplex and names its vertices, without saying which of them stay."""
    points = [add(point, shift) for point, _ in challenge.vertices]
    for p, q in combinations(points, 2):
        builder.line(p, q, palette.SIMPLEX, 3.0)
    for face in combinations(points, 3):
        builder.polygon(face, palette.faded(palette.SIMPLEX, 0.2))
    middle = _mean(points)
    for point, (_, name) in zip(points, challenge.vertices, strict=True):
        builder.point(point, palette.SIMPLEX, 11)
        if name:
            builder.label(name, point, palette.SIMPLEX_TEXT, 8, away_from=middle, asked=True)


def _draw_search(builder: Builder, challenge: Challenge, ball: Ball) -> None:
    """Draws the search direction: from the origin, or from the middle of the body."""
    assert challenge.direction is not None, "the caller has checked it"
    in_world = challenge.view.shows_world
    tail = _mean([target.corners[0] for target in challenge.targets]) if in_world else ZERO
    head = along(tail, challenge.direction, SEARCH_REACH * ball[1])
    builder.arrow(tail, head, palette.SEARCH, 3.5)
    sign = "−d" if challenge.prediction.of is Subject.BODY_B else "d"
    builder.label(sign, head, palette.SEARCH, 8, away_from=tail, asked=True)


def _draw_target(
    builder: Builder, challenge: Challenge, target: Target, corners: Sequence[Vec3], hovered: bool, wrong: bool
) -> None:
    color = palette.DROPPED if wrong else palette.NEW if hovered else palette.TEXT
    width = 5.0 if hovered else 2.0
    if len(corners) == 2 and (challenge.axes or hovered):
        builder.line(corners[0], corners[1], color, width, 6 if wrong else 0)
    if len(corners) >= 3 and hovered:
        for face in combinations(corners, 3):
            builder.polygon(face, palette.faded(palette.NEW, 0.25))
    handle = corners[1] if challenge.axes else _mean(corners)
    builder.point(handle, color, HOVERED_RING if hovered else RING, PointStyle.RING)
    if hovered or len(corners) > 1:
        builder.point(handle, color, DOT)
    is_named = any(name == target.label for _, name in challenge.vertices)
    if hovered or not (is_named or len(corners) > 1) or challenge.axes:
        text = target.name if hovered and not challenge.axes else target.label
        if hovered and challenge.prediction.kind is PredictionKind.SUPPORT:
            text = target.label
        builder.label(f"{text}: no" if wrong else text, handle, _text_color(color), 9 if hovered else 7, asked=True)


def _text_color(color: Color) -> Color:
    return palette.TEXT if color == palette.TEXT else palette.lighter(color, 0.2)


def _draw_nearest(builder: Builder, challenge: Challenge, asked: PredictionSight, nearest: int) -> None:
    """Draws the feature that the origin is nearest to, and its closest point."""
    target, color = challenge.targets[nearest], palette.NEW if asked.is_right else palette.DROPPED
    corners = [add(corner, asked.shift) for corner in target.corners]
    for p, q in combinations(corners, 2):
        builder.line(p, q, color, 6.0)
    for face in combinations(corners, 3):
        builder.polygon(face, palette.faded(color, 0.4))
    closest = foot_of_origin(corners)
    builder.line(closest, ZERO, color, 1.5, 5, Layer.ON_TOP)
    builder.point(closest, color, RING, PointStyle.RING)
    builder.point(closest, color, DOT)
    builder.label(f"nearest: {target.name}", closest, color, 9, away_from=ZERO, asked=True)


def foot_of_origin(corners: Sequence[Vec3]) -> Vec3:
    """The point closest to the origin of the line, plane or space through the corners of a nearest feature."""
    foot, ways = corners[0], list[Vec3]()
    for corner in corners[1:]:
        way = sub(corner, corners[0])
        for known in ways:
            way = along(way, known, -dot(way, known))
        ways.append(unit(way))
        foot = along(foot, ways[-1], -dot(foot, ways[-1]))
    return foot


def _draw_why(builder: Builder, challenge: Challenge, asked: PredictionSight, sight: Sight, ball: Ball) -> None:
    """Draws what the explanation of the last wrong answer says."""
    last = asked.wrong[-1]
    if challenge.axes:
        axis = challenge.axes[last]
        marks_of(axis).draw_in_world(builder, axis, sight, ball[1])
    elif challenge.reaches and challenge.direction is not None:
        _draw_reach(builder, challenge, last, sight, ball[1])


def _draw_reach(builder: Builder, challenge: Challenge, chosen: int, sight: Sight, radius: float) -> None:
    """Draws the plane through the chosen point, and how much further along d another point reaches, but not where."""
    assert challenge.direction is not None, "the caller has checked it"
    point = challenge.targets[chosen].corners[0]
    further = challenge.best - challenge.reaches[chosen]
    head = along(point, challenge.direction, further)
    if sight.bodies[0].shape.dimension == 2:
        along_line = (-challenge.direction[1], challenge.direction[0], 0.0)
        reach = PLANE * radius
        builder.line(along(point, along_line, -reach), along(point, along_line, reach), palette.SEARCH, 1.5)
    else:
        draw_plane(builder, point, challenge.direction, PLANE * radius, palette.SEARCH)
    builder.line(point, head, palette.SEARCH, 2.0, 5, Layer.ON_TOP)
    builder.point(head, palette.SEARCH, 7)
    builder.label(f"{number(further, 3)} m short", head, palette.SEARCH, 6, away_from=point, asked=True)


def _mean(points: Sequence[Vec3]) -> Vec3:
    total = ZERO
    for point in points:
        total = add(total, point)
    return scale(total, 1 / len(points))
