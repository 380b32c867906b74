"""Turns the cameras of a recording, tick by tick, into steps that move them."""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import degrees, log, remainder, tau
from typing import Any

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import STANDARD_ANGLES, OrbitCamera, camera_text
from gjkscope.app.state.actions import PlaceCamera, update
from gjkscope.app.state.model import Cameras, State, View
from gjkscope.app.teach.demos.takes.polyline import PathPoint, kept_corners, significant
from gjkscope.app.teach.demos.takes.timeline import Words, in_seconds

STILL = 20  # ticks without motion that end a camera move
OFF = 0.12  # how far the camera may be from where it was: radians, or relative to its distance
MOST_TURNED = 2.0  # radians in one step, as a camera takes the shorter way round
USUAL = json.loads(camera_text(OrbitCamera()))
MARKER = next(iter(USUAL))


def camera_steps(state: State, cameras: Sequence[Cameras]) -> list[Words]:
    """The steps that take the cameras from those of `state`, the first, to the last, with waits in between."""
    steps: list[Words] = []
    done = 0
    for first, last in _moving(cameras):
        if first > done:
            steps.append({"do": "wait", "seconds": in_seconds(first - done)})
        steps += _move(state, cameras[first : last + 1])
        done = last
    if done < len(cameras) - 1:
        steps.append({"do": "wait", "seconds": in_seconds(len(cameras) - 1 - done)})
    return steps


def cameras_to(state: State, goal: Cameras) -> list[Words]:
    """The steps, without a duration, that move the cameras of `state` exactly to `goal`, apart from their reach."""
    start = state.view.cameras
    views = _views_to_place(state, [start, goal])
    seen = (view for view in views if replace(start.of(view), reach=goal.of(view).reach) != goal.of(view))
    return [_place_camera(view, goal.of(view), exactly=True) for view in seen]


def _moving(cameras: Sequence[Cameras]) -> list[tuple[int, int]]:
    """The spans in which a camera moves, without long rests."""
    moving: list[tuple[int, int]] = []
    for tick, (before, after) in enumerate(pairwise(cameras)):
        if before.all == after.all:
            continue
        if moving and tick - moving[-1][1] < STILL:
            moving[-1] = (moving[-1][0], tick + 1)
        else:
            moving.append((tick, tick + 1))
    return moving


def _move(state: State, cameras: Sequence[Cameras]) -> list[Words]:
    """The steps for cameras that move without rest: one for each stretch of the way."""
    views = _views_to_place(state, cameras)
    corners = sorted({corner for view in views for corner in _corners([moment.of(view) for moment in cameras])})
    ease = {} if len(corners) <= 2 else {"ease": "linear"}
    steps: list[Words] = []
    for first, last in pairwise(corners):
        seconds = {"seconds": in_seconds(last - first)} | ease
        moves = [_move_of(view, cameras[first].of(view), cameras[last].of(view)) | seconds for view in views]
        steps.append(moves[0] if len(moves) == 1 else {"do": "together", "steps": moves})
    return steps


def _views_to_place(state: State, cameras: Sequence[Cameras]) -> list[View]:
    """The views whose cameras must be placed; linked ones turn with others."""
    goal, placed, views = cameras[-1], state, []
    for view in View:
        moves = any(moment.of(view) != cameras[0].of(view) for moment in cameras)
        if moves and (placed.view.cameras.of(view) != goal.of(view) or goal.of(view) == cameras[0].of(view)):
            views.append(view)
            placed = update(placed, PlaceCamera(view, goal.of(view)))
    return views


def _corners(way: Sequence[OrbitCamera]) -> Iterator[int]:
    """The indices of the cameras to pass through."""
    places, turned = [], way[0].yaw
    for before, camera in zip([way[0], *way], way, strict=False):
        turned += _nearest_turn(camera.yaw - before.yaw)
        places.append(_place(camera, turned))
    corners = kept_corners(places, OFF)
    for first, last in pairwise(corners):
        parts = int(abs(places[last][0] - places[first][0]) / MOST_TURNED) + 1
        yield from (first + (last - first) * part // parts for part in range(parts))
    yield corners[-1]


def _place(camera: OrbitCamera, yaw: float) -> PathPoint:
    x, y, z = (part / camera.distance for part in camera.target)
    return (yaw, camera.pitch, log(camera.distance), x, y, z)


def _nearest_turn(angle: float) -> float:
    return remainder(angle, tau)


def _move_of(view: View, start: OrbitCamera, goal: OrbitCamera) -> Words:
    """The step that moves a camera from `start` to `goal`: a readable one if it only turns."""
    words = {} if view is View.WORLD else {"view": view.value}
    if replace(start, yaw=goal.yaw, pitch=goal.pitch, reach=goal.reach) != goal:
        return _place_camera(view, goal)
    for side, angles in STANDARD_ANGLES.items():
        if (goal.yaw, goal.pitch) == angles:
            return {"do": "look", "from": side.value} | words
    turns = {"yaw": _nearest_turn(goal.yaw - start.yaw), "pitch": goal.pitch - start.pitch}
    return {"do": "orbit"} | {name: significant(degrees(angle)) for name, angle in turns.items() if angle} | words


def _place_camera(view: View, camera: OrbitCamera, exactly: bool = False) -> Words:
    """The step that moves a camera there, without values that every new camera has."""
    values = json.loads(camera_text(camera))
    told = {key: value for key, value in values.items() if key == MARKER or value != USUAL[key]}
    to = told if exactly else {key: _round(value) for key, value in told.items()}
    to.pop("reach", None)  # which no step can set
    return {"do": "camera", "view": view.value, "to": to}


def _round(value: Any) -> Any:
    if isinstance(value, list):
        return [_round(part) for part in value]
    return significant(value) if isinstance(value, float) else value
