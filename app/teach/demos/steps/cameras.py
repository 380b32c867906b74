"""Demo steps that move a camera."""

import json
from collections.abc import Iterable
from math import radians, tan
from typing import Literal

from pydantic import Field

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import (
    MAX_DISTANCE,
    MIN_DISTANCE,
    PICTURE_ASPECT,
    STANDARD_ANGLES,
    OrbitCamera,
    ViewSide,
    read_camera,
)
from gjkscope.app.scenes.cameras.easing import camera_between
from gjkscope.app.scenes.file_models import AnyVector, Number, Positive
from gjkscope.app.state.actions import Action, FrameAll, FrameBody, PlaceCamera, update
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import Motion, State, View
from gjkscope.app.teach.demos.steps.step import MotionStep, Names, body_of, vec3_from_list
from gjkscope.engine.vectors import ZERO, Vec3, add, scale, sub


class _Camera(MotionStep):
    view: View = Field(View.WORLD, description="world, difference or second", strict=False)

    def goal(self, state: State) -> OrbitCamera:
        """The camera at the end of the step."""
        raise NotImplementedError

    def begin(self, state: State) -> Motion:
        start, goal = state.view.cameras.of(self.view), self.goal(state)
        return self.eased(lambda _, part: [PlaceCamera(self.view, camera_between(start, goal, part))])


class OrbitStep(_Camera):
    """Orbits and zooms the camera from its current position."""

    do: Literal["orbit"]
    yaw: Number = Field(0.0, description="degrees to the right")
    pitch: Number = Field(0.0, description="degrees up")
    zoom: Positive = Field(1.0, description="zoom factor: 2 ends at half the distance")

    def begin(self, state: State) -> Motion:
        start = state.view.cameras.of(self.view)

        def at(_: State, part: float) -> Iterable[Action]:
            turned = start.looking(start.yaw + radians(self.yaw) * part, start.pitch + radians(self.pitch) * part)
            return [PlaceCamera(self.view, replace(turned, distance=start.distance / self.zoom**part))]

        return self.eased(at)


class LookStep(_Camera):
    """Looks from a side, at a body, at a point, or at everything."""

    do: Literal["look"]
    side: ViewSide | None = Field(None, alias="from", description=f"one of {', '.join(ViewSide)}", strict=False)
    at: str | None = Field(None, description='the name of a body, or "all"')
    point: AnyVector | None = Field(None, description="the point to centre on, in metres")
    zoom: Positive = Field(1.0, description="zoom factor applied to that view")

    def goal(self, state: State) -> OrbitCamera:
        camera = self._framed(state) if self.at is not None else state.view.cameras.of(self.view)
        if self.side is not None:
            camera = camera.looking(*STANDARD_ANGLES[self.side])
        target = vec3_from_list(self.point) if self.point is not None else camera.target
        return replace(camera, target=target, distance=camera.distance / self.zoom)

    def _framed(self, state: State) -> OrbitCamera:
        aspect = PICTURE_ASPECT / min(len(state.display.layout.views), 2)
        if self.at == "all":
            return update(state, FrameAll(aspect)).view.cameras.of(self.view)
        body = body_of(state, self.at or "", "at")
        return update(state, FrameBody(self.view, body.name, aspect)).view.cameras.of(self.view)


class CameraStep(_Camera):
    """Moves the camera to one that View > Camera > Copy camera has put on the clipboard."""

    do: Literal["camera"]
    to: Names = Field(description="the copied camera")

    def goal(self, state: State) -> OrbitCamera:
        try:
            return read_camera(json.dumps(self.to))
        except ValueError as fault:
            raise ValueError(f"to: {fault}") from None


class CloseUpStep(MotionStep):
    """Moves the camera close to something small; while it moves it follows what moves."""

    do: Literal["close_up"]
    on: str | AnyVector = Field(
        description='the name of a body, "witnesses" (the middle between them), "origin", or a point in metres'
    )
    size: Positive = Field(description="how many metres the view shows from top to bottom")
    view: View | None = Field(
        None, description='world, difference or second; by default world, and difference for "origin"', strict=False
    )

    def begin(self, state: State) -> Motion:
        view = self.view or (View.DIFFERENCE if self.on == "origin" else View.WORLD)
        start = state.view.cameras.of(view)
        self._target(state, view)  # reports now that there is none

        def at(state: State, part: float) -> Iterable[Action]:
            return [PlaceCamera(view, camera_between(start, self._close(start, state, view), part))]

        return self.eased(at)

    def _close(self, camera: OrbitCamera, state: State, view: View) -> OrbitCamera:
        distance = self.size / 2 / tan(camera.fov_y / 2)
        distance = min(max(distance, MIN_DISTANCE), MAX_DISTANCE)
        return replace(camera, target=self._target(state, view), distance=distance)

    def _target(self, state: State, view: View) -> Vec3:
        if isinstance(self.on, list):
            return vec3_from_list(self.on)
        if self.on == "origin":
            return ZERO
        if self.on == "witnesses":
            return _between_witnesses(state, view)
        if not view.shows_world:
            raise ValueError("on: the difference view shows no bodies; use witnesses, origin or a point")
        return body_of(state, self.on, "on").ball[0]


def _between_witnesses(state: State, view: View) -> Vec3:
    """The middle between the witness points; in the difference view, between the origin and the nearest point."""
    answer = inspect(state).answer
    if answer.witness_a is None or answer.witness_b is None:
        raise ValueError("on: the pair has no witness points")
    if not view.shows_world:
        return scale(sub(answer.witness_a, answer.witness_b), 0.5)
    return scale(add(answer.witness_a, answer.witness_b), 0.5)
