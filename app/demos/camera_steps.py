"""Steps of a demo that move a camera."""

from collections.abc import Iterable
from dataclasses import replace
from math import radians
from typing import Literal

from pydantic import Field

from ..actions import Action, Frame, FrameBody, PlaceCamera, update
from ..camera import STANDARD_ANGLES, OrbitCamera, Side
from ..demo import Motion
from ..easing import camera_between
from ..file_models import Number, Positive, Vector
from ..state import State, View
from .step import Moving, body_of, vec3

PICTURE_ASPECT = 16 / 9  # of the film that is most often made


class _Camera(Moving):
    view: View = Field(View.WORLD, description="world, difference or second", strict=False)

    def goal(self, state: State) -> OrbitCamera:
        """The camera that it moves to."""
        raise NotImplementedError

    def begin(self, state: State) -> Motion:
        start, goal = state.cameras.of(self.view), self.goal(state)
        return self.eased(lambda _, part: [PlaceCamera(self.view, camera_between(start, goal, part))])


class Orbit(_Camera):
    """Turns and moves the camera from where it is."""

    do: Literal["orbit"]
    yaw: Number = Field(0.0, description="degrees to the right")
    pitch: Number = Field(0.0, description="degrees up")
    zoom: Positive = Field(1.0, description="how many times as near it ends")

    def begin(self, state: State) -> Motion:
        start = state.cameras.of(self.view)

        def at(_: State, part: float) -> Iterable[Action]:
            turned = start.looking(start.yaw + radians(self.yaw) * part, start.pitch + radians(self.pitch) * part)
            return [PlaceCamera(self.view, replace(turned, distance=start.distance / self.zoom**part))]

        return self.eased(at)


class Look(_Camera):
    """Looks from a side, at a body, at a point, or at all there is."""

    do: Literal["look"]
    side: Side | None = Field(None, alias="from", description=f"one of {', '.join(Side)}", strict=False)
    at: str | None = Field(None, description='the name of a body, or "all"')
    point: Vector | None = Field(None, description="what comes into the middle, in metres")
    zoom: Positive = Field(1.0, description="how many times as near it ends as it would")

    def goal(self, state: State) -> OrbitCamera:
        camera = self._framed(state) if self.at is not None else state.cameras.of(self.view)
        if self.side is not None:
            camera = camera.looking(*STANDARD_ANGLES[self.side])
        target = vec3(self.point) if self.point is not None else camera.target
        return replace(camera, target=target, distance=camera.distance / self.zoom)

    def _framed(self, state: State) -> OrbitCamera:
        aspect = PICTURE_ASPECT / min(len(state.layout.views), 2)
        if self.at == "all":
            return update(state, Frame(aspect)).cameras.of(self.view)
        body = body_of(state, self.at or "", "at")
        return update(state, FrameBody(self.view, body.name, aspect)).cameras.of(self.view)
