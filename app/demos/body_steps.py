"""Demo steps that move, rotate and change bodies."""

from collections.abc import Iterable
from math import radians
from typing import Any, Literal

from pydantic import Field

from gjkscope.app.actions import Action, BeginOriginDrag, DragOrigin, EndGesture, PlaceBody, SetProperty, SetShapeField
from gjkscope.app.actions.bodies import PROPERTIES
from gjkscope.app.cameras.easing import along_path, interpolate
from gjkscope.app.cameras.maths import quaternion_about, quaternion_from_rotation, quaternion_product
from gjkscope.app.demos.step import MotionStep, body_of, vec3_from_list
from gjkscope.app.model import Motion, State
from gjkscope.app.scenes.file_models import Number, Vector
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.engine.vectors import Vec3, add, norm, scale


class MoveStep(MotionStep):
    """Moves a body along a path of straight lines."""

    do: Literal["move"]
    body: str = Field(description="the name of a body")
    to: Vector | None = Field(None, description="the new position, in metres")
    by: Vector | None = Field(None, description="the displacement, in metres")
    path: list[Vector] | None = Field(
        None, min_length=1, description="the positions to pass through in turn, in metres"
    )

    def begin(self, state: State) -> Motion:
        body = body_of(state, self.body, "body")
        start = body.pose.position
        points = [start, *self._ways(start)]

        def at(state: State, part: float) -> Iterable[Action]:
            place = body_of(state, self.body, "body").placement.moved(along_path(points, part))
            return [PlaceBody(self.body, place), *([EndGesture(follows=False)] if part == 1 else [])]

        return self.eased(at)

    def _ways(self, start: Vec3) -> list[Vec3]:
        given = [way for way in (self.to, self.by, self.path) if way is not None]
        if len(given) != 1:
            raise ValueError(f"to: exactly one of to, by and path must be given, got {len(given)}")
        if self.by is not None:
            return [add(start, vec3_from_list(self.by))]
        return [vec3_from_list(point) for point in (self.path if self.path is not None else [self.to or []])]


class TurnStep(MotionStep):
    """Rotates a body about a world axis through its own origin."""

    do: Literal["turn"]
    body: str = Field(description="the name of a body")
    degrees: Number = Field(description="the angle, anticlockwise seen from the tip of the axis")
    axis: Vector = Field([0.0, 1.0, 0.0], description="the axis, of any non-zero length")

    def begin(self, state: State) -> Motion:
        start = body_of(state, self.body, "body").placement
        length = norm(vec3_from_list(self.axis))
        if length == 0:
            raise ValueError("axis: must not be zero")
        axis = scale(vec3_from_list(self.axis), 1 / length)
        if isinstance(start, PositionOrientation):
            before = start.orientation
        else:
            before = quaternion_from_rotation(start.pose.rotation)

        def at(state: State, part: float) -> Iterable[Action]:
            turn = quaternion_product(quaternion_about(axis, radians(self.degrees) * part), before)
            place = body_of(state, self.body, "body").placement.turned(turn)
            return [PlaceBody(self.body, place), *([EndGesture(follows=False)] if part == 1 else [])]

        return self.eased(at)


class DragOriginStep(MotionStep):
    """Drags the origin of A − B: the first body of the pair moves the opposite way, and A − B stays on the screen."""

    do: Literal["drag-origin"]
    by: Vector = Field(description="the displacement of the origin, in metres")

    def begin(self, state: State) -> Motion:
        shift = vec3_from_list(self.by)

        def at(state: State, part: float) -> Iterable[Action]:
            begins = [] if state.gesture.origin is not None else [BeginOriginDrag()]
            ends = [EndGesture(follows=False)] if part == 1 else []
            return [*begins, DragOrigin(scale(shift, part)), *ends]

        return self.eased(at)


class SetStep(MotionStep):
    """Sets a property of a body or of its shape; numbers and vectors change gradually."""

    do: Literal["set"]
    body: str = Field(description="the name of a body")
    name: str = Field(description="radius, half_extents, rounding, mass, velocity …")
    to: Number | Vector | str = Field(description="its new value")

    def begin(self, state: State) -> Motion:
        body = body_of(state, self.body, "body")
        owner: Any = body if self.name in PROPERTIES else body.shape
        if not hasattr(owner, self.name):
            raise ValueError(f"name: {self.body} has no {self.name!r}")
        start = getattr(owner, self.name)
        goal: Any = vec3_from_list(self.to) if isinstance(self.to, list) else self.to
        kind = SetProperty if self.name in PROPERTIES else SetShapeField

        def at(_: State, part: float) -> Iterable[Action]:
            value = goal if part == 1 else _value_between(start, goal, part)
            return [kind(self.body, self.name, value), *([EndGesture(follows=False)] if part == 1 else [])]

        return self.eased(at)


def _value_between(start: Any, goal: Any, part: float) -> Any:
    """Interpolates numbers and vectors; other values change only at the end."""
    if isinstance(start, float | int) and isinstance(goal, float | int):
        return interpolate(start, goal, part)
    if isinstance(start, tuple) and isinstance(goal, tuple) and len(start) == len(goal):
        return tuple(interpolate(a, b, part) for a, b in zip(start, goal, strict=True))
    return start
