"""Demo steps that move a camera."""

import json
from collections.abc import Iterable
from math import radians, tan
from statistics import fmean
from typing import Annotated

from msgspec import field

from gjkscope.app.base.decoding import meaning
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
from gjkscope.app.state.inspection.labelled import FOUND, labelled_place
from gjkscope.app.state.inspection.pointing import pointed_places, refusal_to_point
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import Motion, State, View
from gjkscope.app.state.model.direction import LabelTarget, Target
from gjkscope.app.teach.demos.steps.attention import PointedAt
from gjkscope.app.teach.demos.steps.step import MotionStep, Names, body_of, vec3_from_list
from gjkscope.engine.vectors import ZERO, Vec3, add, scale, sub


class _Camera(MotionStep, kw_only=True):
    view: Annotated[View, meaning("world, difference or second")] = View.WORLD

    def goal(self, state: State) -> OrbitCamera:
        """The camera at the end of the step."""
        raise NotImplementedError

    def begin(self, state: State) -> Motion:
        start, goal = state.view.cameras.of(self.view), self.goal(state)
        return self.eased(lambda _, part: [PlaceCamera(self.view, camera_between(start, goal, part))])


class OrbitStep(_Camera, tag="orbit"):
    """Orbits and zooms the camera from its current position."""

    yaw: Annotated[Number, meaning("degrees to the right")] = 0.0
    pitch: Annotated[Number, meaning("degrees up")] = 0.0
    zoom: Annotated[Positive, meaning("zoom factor: 2 ends at half the distance")] = 1.0

    def begin(self, state: State) -> Motion:
        start = state.view.cameras.of(self.view)

        def at(_: State, part: float) -> Iterable[Action]:
            turned = start.looking(start.yaw + radians(self.yaw) * part, start.pitch + radians(self.pitch) * part)
            return [PlaceCamera(self.view, replace(turned, distance=start.distance / self.zoom**part))]

        return self.eased(at)


class LookStep(_Camera, tag="look"):
    """Looks from a side, at a body, at a point, or at everything."""

    side: Annotated[ViewSide | None, meaning(f"one of {', '.join(ViewSide)}")] = field(name="from", default=None)
    at: Annotated[str | None, meaning('the name of a body, or "all"')] = None
    point: Annotated[AnyVector | None, meaning("the point to centre on, in metres")] = None
    zoom: Annotated[Positive, meaning("zoom factor applied to that view")] = 1.0

    def goal(self, state: State) -> OrbitCamera:
        camera = self._frame(state) if self.at is not None else state.view.cameras.of(self.view)
        if self.side is not None:
            camera = camera.looking(*STANDARD_ANGLES[self.side])
        target = vec3_from_list(self.point) if self.point is not None else camera.target
        return replace(camera, target=target, distance=camera.distance / self.zoom)

    def _frame(self, state: State) -> OrbitCamera:
        aspect = PICTURE_ASPECT / min(len(state.display.layout.views), 2)
        if self.at == "all":
            return update(state, FrameAll(aspect)).view.cameras.of(self.view)
        body = body_of(state, self.at or "", "at")
        return update(state, FrameBody(self.view, body.name, aspect)).view.cameras.of(self.view)


class CameraStep(_Camera, tag="camera"):
    """Moves the camera to one that the command Copy camera has put on the clipboard."""

    to: Annotated[Names, meaning("the copied camera")]

    def goal(self, state: State) -> OrbitCamera:
        try:
            return read_camera(json.dumps(self.to))
        except ValueError as fault:
            raise ValueError(f"to: {fault}") from None


class CloseUpStep(MotionStep, tag="close_up"):
    """Moves the camera close to something small; while it moves it follows what moves."""

    on: Annotated[
        str | AnyVector | PointedAt,
        meaning(
            'the name of a body, "witnesses" (the middle between them), "origin", a point in metres, or a vertex, edge '
            'or face as in `point`, such as {"face": ["A", 2]}; or a vertex of A − B, {"label": "w4"}'
        ),
    ]
    size: Annotated[Positive, meaning("how many metres the view shows from top to bottom")]
    view: Annotated[
        View | None,
        meaning('world, difference or second; by default world, and difference for "origin" and labels'),
    ] = None

    def begin(self, state: State) -> Motion:
        of_difference = self.on == "origin" or (isinstance(self.on, PointedAt) and self.on.label is not None)
        view = self.view or (View.DIFFERENCE if of_difference else View.WORLD)
        start = state.view.cameras.of(view)
        self._target(state, view)  # reports now if there is none

        def at(state: State, part: float) -> Iterable[Action]:
            return [PlaceCamera(view, camera_between(start, self._close(start, state, view), part))]

        return self.eased(at)

    def _close(self, camera: OrbitCamera, state: State, view: View) -> OrbitCamera:
        distance = self.size / 2 / tan(camera.fov_y / 2)
        distance = min(max(distance, MIN_DISTANCE), MAX_DISTANCE)
        return replace(camera, target=self._target(state, view), distance=distance)

    def _target(self, state: State, view: View) -> Vec3:
        if isinstance(self.on, tuple):
            return vec3_from_list(self.on)
        if isinstance(self.on, PointedAt):
            return _middle_of(state, self.on.target(), view)
        if self.on == "origin":
            return ZERO
        if self.on == "witnesses":
            return _between_witnesses(state, view)
        if not view.shows_world:
            raise ValueError("on: the difference view shows no bodies; use witnesses, origin or a point")
        return body_of(state, self.on, "on").ball[0]


def _middle_of(state: State, target: Target, view: View) -> Vec3:
    """The middle of a vertex, an edge or a face, or the place of a label."""
    if isinstance(target, LabelTarget):
        place = labelled_place(state, target.label, view)
        if place is None:
            raise ValueError(f"on: this step has no {target.label!r} for the camera, which finds {FOUND}")
        return place
    if (refusal := refusal_to_point(state, target, view)) is not None:
        raise ValueError(f"on: {refusal}")
    places = pointed_places(state, target, view)
    if not places:
        raise ValueError("on: the camera finds vertices, edges, faces, points and witnesses; name a body as text")
    x, y, z = (fmean(components) for components in zip(*places, strict=True))
    return (x, y, z)


def _between_witnesses(state: State, view: View) -> Vec3:
    """The middle between the witness points; in the difference view, between the origin and the nearest point."""
    answer = inspect(state).answer
    if answer.witness_a is None or answer.witness_b is None:
        raise ValueError("on: the pair has no witness points")
    if not view.shows_world:
        return scale(sub(answer.witness_a, answer.witness_b), 0.5)
    return scale(add(answer.witness_a, answer.witness_b), 0.5)
