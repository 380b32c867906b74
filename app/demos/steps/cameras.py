"""Demo steps that move a camera."""

from collections.abc import Iterable
from math import radians
from typing import Literal

from pydantic import Field

from gjkscope.app.actions import Action, FrameAll, FrameBody, PlaceCamera, update
from gjkscope.app.base.records import replace
from gjkscope.app.cameras.camera import PICTURE_ASPECT, STANDARD_ANGLES, OrbitCamera, ViewSide
from gjkscope.app.cameras.easing import camera_between
from gjkscope.app.demos.steps.step import MotionStep, body_of, vec3_from_list
from gjkscope.app.model import Motion, State, View
from gjkscope.app.scenes.file_models import AnyVector, Number, Positive


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
