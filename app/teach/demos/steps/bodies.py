"""Demo steps that move, rotate and change bodies."""

from collections.abc import Iterable, Sequence
from math import radians
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from gjkscope.app.base.decoding import decode, meaning, rule
from gjkscope.app.base.numbers import parse_hex_float
from gjkscope.app.base.records import field_names
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.scenes.cameras.easing import along_path, interpolate
from gjkscope.app.scenes.cameras.maths import quaternion_about, quaternion_from_rotation, quaternion_product
from gjkscope.app.scenes.file_models import AnyVector, Number, Vector
from gjkscope.app.scenes.scene import Planar, PositionOrientation
from gjkscope.app.state.actions import (
    Action,
    BeginOriginDrag,
    DragOrigin,
    EndGesture,
    PlaceBody,
    SetProperty,
    SetShapeField,
)
from gjkscope.app.state.actions.bodies import PROPERTIES
from gjkscope.app.state.model import Motion, State
from gjkscope.app.teach.demos.steps.step import MotionStep, body_of, vec3_from_list
from gjkscope.engine.plane.vectors import in_plane
from gjkscope.engine.vectors import Vec3, add, norm, scale


def _value(value: object) -> object:
    if not isinstance(value, str):
        return decode(value, AnyVector if isinstance(value, list) else Number)
    try:
        return parse_hex_float(value)
    except (OverflowError, ValueError):
        return value


if TYPE_CHECKING:
    Value = float | AnyVector | str
else:
    Value = rule("", _value, {"anyOf": [{"$ref": "#/$defs/Number"}, {"$ref": "#/$defs/AnyVector"}, {"type": "string"}]})


class MoveStep(MotionStep, tag="move"):
    """Moves a body along a path of straight lines."""

    body: Annotated[str, meaning("the name of a body")]
    to: Annotated[AnyVector | None, meaning("the new position, in metres")] = None
    by: Annotated[AnyVector | None, meaning("the displacement, in metres")] = None
    path: Annotated[
        Annotated[tuple[AnyVector, ...], Meta(min_length=1)] | None,
        meaning("the positions to pass through in turn, in metres"),
    ] = None

    def begin(self, state: State) -> Motion:
        body = body_of(state, self.body, "body")
        start = body.pose.position
        points = [start, *self._ways(start, isinstance(body.placement, Planar))]

        def at(state: State, part: float) -> Iterable[Action]:
            placement = body_of(state, self.body, "body").placement.moved(along_path(points, part))
            return [PlaceBody(self.body, placement), *([EndGesture(follows=False)] if part == 1 else [])]

        return self.eased(at)

    def _ways(self, start: Vec3, is_plane: bool) -> list[Vec3]:
        given = [way for way in (self.to, self.by, self.path) if way is not None]
        if len(given) != 1:
            raise ValueError(f"to: exactly one of to, by and path must be given, got {len(given)}")
        if self.by is not None:
            return [add(start, _world_vector("by", self.by, is_plane))]
        if self.to is not None:
            return [_world_vector("to", self.to, is_plane)]
        return [_world_vector(f"path[{i}]", point, is_plane) for i, point in enumerate(self.path or ())]


class TurnStep(MotionStep, tag="turn"):
    """Rotates a body about a world axis through its own origin."""

    body: Annotated[str, meaning("the name of a body")]
    degrees: Annotated[Number, meaning("the angle, anticlockwise seen from the tip of the axis")]
    axis: Annotated[
        Vector | None, meaning("the axis, of any non-zero length: by default y, and in a 2D scene always z")
    ] = None

    def begin(self, state: State) -> Motion:
        start = body_of(state, self.body, "body").placement
        if isinstance(start, Planar):
            return self._begin_in_plane(start)
        given = (0.0, 1.0, 0.0) if self.axis is None else vec3_from_list(self.axis)
        length = norm(given)
        if length == 0:
            raise ValueError("axis: must not be zero")
        axis = scale(given, 1 / length)
        if isinstance(start, PositionOrientation):
            before = start.orientation
        else:
            before = quaternion_from_rotation(start.pose.rotation)

        def at(state: State, part: float) -> Iterable[Action]:
            turn = quaternion_product(quaternion_about(axis, radians(self.degrees) * part), before)
            placement = body_of(state, self.body, "body").placement.turned(turn)
            return [PlaceBody(self.body, placement), *([EndGesture(follows=False)] if part == 1 else [])]

        return self.eased(at)

    def _begin_in_plane(self, start: Planar) -> Motion:
        if self.axis is not None:
            raise ValueError("axis: a body of a 2D scene has none")

        def at(state: State, part: float) -> Iterable[Action]:
            position = in_plane(body_of(state, self.body, "body").pose.position)
            turned = Planar(position, start.angle + radians(self.degrees) * part)
            return [PlaceBody(self.body, turned), *([EndGesture(follows=False)] if part == 1 else [])]

        return self.eased(at)


class DragOriginStep(MotionStep, tag="drag-origin"):
    """Drags the origin of A − B: the first body of the pair moves the opposite way, and A − B stays on the screen."""

    by: Annotated[Vector, meaning("the displacement of the origin, in metres")]

    def begin(self, state: State) -> Motion:
        shift = vec3_from_list(self.by)

        def at(state: State, part: float) -> Iterable[Action]:
            begins = [] if state.gesture.origin is not None else [BeginOriginDrag()]
            ends = [EndGesture(follows=False)] if part == 1 else []
            return [*begins, DragOrigin(scale(shift, part)), *ends]

        return self.eased(at)


class SetStep(MotionStep, tag="set"):
    """Sets a property of a body or of its shape; numbers and vectors change gradually."""

    body: Annotated[str, meaning("the name of a body")]
    name: Annotated[str, meaning("radius, half_extents, rounding, mass, velocity …")]
    to: Annotated[Value, meaning("its new value")]

    def begin(self, state: State) -> Motion:
        body = body_of(state, self.body, "body")
        owner: Any = body if self.name in PROPERTIES else body.shape
        if not hasattr(owner, self.name):
            known = (*PROPERTIES, *field_names(type(body.shape)))
            raise ValueError(f"name: {self.body} has no {self.name!r}{did_you_mean(self.name, known)}")
        start = getattr(owner, self.name)
        goal = self._goal(body.shape.dimension == 2)
        kind = SetProperty if self.name in PROPERTIES else SetShapeField

        def at(_: State, part: float) -> Iterable[Action]:
            value = goal if part == 1 else _value_between(start, goal, part)
            return [kind(self.body, self.name, value), *([EndGesture(follows=False)] if part == 1 else [])]

        return self.eased(at)

    def _goal(self, is_plane: bool) -> Any:
        """The value; a world vector of a 2D body is given by two numbers, and its angular velocity by one."""
        if is_plane and self.name == "angular_velocity" and isinstance(self.to, float):
            return (0.0, 0.0, self.to)
        if isinstance(self.to, tuple):
            return _world_vector("to", self.to, is_plane) if self.name in PROPERTIES else self.to
        return self.to


def _world_vector(name: str, numbers: Sequence[float], is_plane: bool) -> Vec3:
    """A vector of the world: three numbers, or two in a 2D scene."""
    if len(numbers) != (2 if is_plane else 3):
        raise ValueError(f"{name}: must have {'2 entries, as the scene is 2D' if is_plane else '3 entries'}")
    return vec3_from_list(numbers)


def _value_between(start: Any, goal: Any, part: float) -> Any:
    """Interpolates numbers and vectors; other values change only at the end."""
    if isinstance(start, float | int) and isinstance(goal, float | int):
        return interpolate(start, goal, part)
    if isinstance(start, tuple) and isinstance(goal, tuple) and len(start) == len(goal):
        return tuple(interpolate(a, b, part) for a, b in zip(start, goal, strict=True))
    return start
