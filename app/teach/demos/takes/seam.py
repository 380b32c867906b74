"""Seams: steps that lead from one state towards another, as a person would write them.

A seam is where a demo goes on after a new part.  What such steps cannot express still differs afterwards; `repair`
restores it.
"""

from collections.abc import Iterator
from math import atan2, degrees
from typing import Any

from gjkscope.app.base.records import field_names, replace
from gjkscope.app.scenes.cameras.maths import quaternion_from_rotation
from gjkscope.app.scenes.scene import Body, Planar
from gjkscope.app.state.actions import ChooseAlgorithm, EndGesture, PlaceBody, PlayMotion, Select, update
from gjkscope.app.state.inspection.comparison import end
from gjkscope.app.state.model import LAST_STEP, State, Visibility
from gjkscope.app.state.persistence.action_json import to_json
from gjkscope.app.teach.demos.takes.camera_moves import cameras_to
from gjkscope.app.teach.demos.takes.captions import shown_caption
from gjkscope.app.teach.demos.takes.timeline import Words, in_seconds
from gjkscope.engine.vectors import Vec3, norm, product

UNTURNED = 1e-9  # radians


def leading(start: State, goal: State, ticks: int = 0) -> list[Words]:
    """Steps from one state towards another: bodies and cameras move in `ticks`, the rest follows at once.

    If none of them moves, the steps take no time.
    """
    moves = [*_bodies(start, goal), *cameras_to(start, goal.view.cameras)]
    moving = _together([move | {"seconds": in_seconds(ticks)} for move in moves] if ticks else moves)
    stops = [_act(PlayMotion(playing=False))] if ticks and moving and _in_motion(start) else []
    placed = [_act(PlaceBody(body.name, body.placement)) for body in _turned(start, goal)]
    settled = [*_selects(start, goal), *_run(start, goal), *_caption(start, goal)]
    return [*stops, *_views(start, goal), *moving, *placed, *settled]


def turn_between(start: Body, goal: Body) -> Words | None:
    """The step, without a duration, that turns a body from one orientation to another, apart from rounding."""
    words = {"do": "turn", "body": start.name}
    if isinstance(start.placement, Planar) and isinstance(goal.placement, Planar):
        by = goal.placement.angle - start.placement.angle
        return words | {"degrees": degrees(by)} if by else None
    (a, b, c), rotation = zip(*start.pose.rotation, strict=True), goal.pose.rotation
    x, y, z, w = quaternion_from_rotation(product(rotation, (a, b, c)))
    angle = 2 * atan2(norm((x, y, z)), w)
    return words | {"axis": [x, y, z], "degrees": degrees(angle)} if angle > UNTURNED else None


def coordinates(point: Vec3, body: Body) -> list[float]:
    """A position of the body as steps have it: two numbers in a 2D scene."""
    return list(point[:2]) if isinstance(body.placement, Planar) else list(point)


def _act(action: Any) -> Words:
    return {"do": "act", "action": to_json(action)}


def _together(moves: list[Words]) -> list[Words]:
    return [{"do": "together", "steps": moves}] if len(moves) > 1 else moves


def _in_motion(state: State) -> bool:
    return state.motion.simulation is not None and state.motion.simulation.playing


def _displaced(start: State, goal: State) -> Iterator[tuple[Body, Body]]:
    """The bodies that are elsewhere in `goal`, before and after; none if the scenes have other bodies."""
    if start.document.scene.names != goal.document.scene.names:
        return
    for before, after in zip(start.document.scene.bodies, goal.document.scene.bodies, strict=True):
        if before.placement != after.placement:
            yield before, after


def _bodies(start: State, goal: State) -> Iterator[Words]:
    for before, after in _displaced(start, goal):
        if before.pose.position != after.pose.position:
            yield {"do": "move", "body": before.name, "to": coordinates(after.pose.position, after)}
        if (turn := turn_between(before, after)) is not None:
            yield turn


def _turned(start: State, goal: State) -> Iterator[Body]:
    """The bodies that do not only move: a turn ends near their orientation."""
    for before, after in _displaced(start, goal):
        if before.placement.moved(after.pose.position) != after.placement:
            yield after


def _views(start: State, goal: State) -> list[Words]:
    words: Words = {}
    if goal.display.layout is not start.display.layout:
        words["layout"] = goal.display.layout.value
    if goal.appearance.theme is not start.appearance.theme:
        words["theme"] = goal.appearance.theme.value
    if goal.appearance.lecture != start.appearance.lecture:
        words["lecture"] = goal.appearance.lecture
    for name in ("header", "verdict"):
        if (shown := getattr(goal.direction, name)) != getattr(start.direction, name):
            words[name] = "shown" if shown else "hidden"
    have, want = start.display.visible, goal.display.visible
    others = [name for name in field_names(Visibility) if getattr(have, name) != getattr(want, name)]
    for key, shown in (("visible", True), ("hidden", False)):
        if names := [name for name in others if getattr(want, name) is shown]:
            words[key] = names
    return [{"do": "views"} | words] if words else []


def _selects(start: State, goal: State) -> list[Words]:
    body = goal.document.selected
    is_known = body is None or body in start.document.scene.names
    return [_act(Select(body))] if is_known and body != start.document.selected else []


def _run(start: State, goal: State) -> list[Words]:
    """The choice of the algorithm and of the step; nothing if more of the run differs."""
    steps: list[Words] = []
    state = start
    for before, after in _displaced(start, goal):
        state = update(update(state, PlaceBody(before.name, after.placement)), EndGesture(follows=False))
    if state.run.algorithm != goal.run.algorithm:
        state = update(state, ChooseAlgorithm(goal.run.algorithm))
        steps.append(_act(ChooseAlgorithm(goal.run.algorithm)))
    step = goal.run.step
    if replace(state.run, step=step) != goal.run or (step != LAST_STEP and step > end(goal)):
        return []
    if state.run.step != step:
        steps.append({"do": "go", "step": "last" if step == LAST_STEP else step})
    return steps


def _caption(start: State, goal: State) -> list[Words]:
    text = shown_caption(goal)
    return [] if text == shown_caption(start) else [{"do": "caption", "text": text}]
