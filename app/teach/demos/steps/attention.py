"""Demo steps that direct attention: pointers, bodies that recede, and a fade of the views."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from gjkscope.app.scenes.cameras.easing import interpolate
from gjkscope.app.scenes.file_models import AnyVector, Strict
from gjkscope.app.state.actions import Action, DimBodies, DrawCurtain, PointAt
from gjkscope.app.state.inspection.pointing import refusal_to_point
from gjkscope.app.state.model import Motion, State, View
from gjkscope.app.state.model.direction import (
    AxisTarget,
    BodyTarget,
    CornerTarget,
    DimmedBody,
    FaceTarget,
    PlaceTarget,
    PointerShape,
    Target,
    WitnessTarget,
)
from gjkscope.app.teach.demos.idle import Unseen
from gjkscope.app.teach.demos.steps.step import MotionStep, Step, body_of, instant, vec3_from_list


def _of_body(what: str, count: int = 1) -> Any:
    """The type of a list with the name of a body and `count` numbers of its parts."""
    numbers = " and ".join([f"the number of {what}"] * count)

    def check(entries: list[str | int]) -> list[str | int]:
        kinds = [type(entry) for entry in entries]
        if kinds != [str, *[int] * count]:
            raise ValueError(f"must be a list with the name of a body and {numbers}")
        return entries

    prefix = [{"type": "string"}, *[{"type": "integer", "minimum": 0}] * count]
    schema = {"type": "array", "prefixItems": prefix, "minItems": count + 1, "maxItems": count + 1}
    return Annotated[list[str | int], AfterValidator(check), WithJsonSchema(schema)]


class PointedAt(Strict):
    """What a pointer points at: exactly one of these."""

    body: str | None = Field(None, description="the name of a body")
    vertex: _of_body("a vertex") | None = Field(  # type: ignore[valid-type]  # made by a function
        None, description='a body and a vertex, such as ["A", 3]'
    )
    edge: _of_body("a vertex", 2) | None = Field(  # type: ignore[valid-type]
        None, description='a body and the two vertices of an edge, such as ["A", 0, 1]'
    )
    face: _of_body("a face") | None = Field(  # type: ignore[valid-type]
        None, description='a body and a face, such as ["A", 2]; of a box, 0 to 2 face +x, +y, +z, and 3 to 5 the others'
    )
    axis: Annotated[int, Field(ge=0)] | None = Field(None, description="the number of a SAT axis, while it is shown")
    point: AnyVector | None = Field(None, description="a point, in metres")
    witness: str | None = Field(
        None, description="a body of the pair, whose witness point is meant; of A − B in the difference view"
    )

    def target(self) -> Target:
        """Raises `ValueError` unless exactly one is given."""
        given = [name for name in type(self).model_fields if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"at: must have exactly one of {', '.join(type(self).model_fields)}, got {len(given)}")
        value = getattr(self, given[0])
        if given[0] in ("vertex", "edge"):
            return CornerTarget(value[0], tuple(value[1:]))
        if self.face is not None:
            return FaceTarget(*self.face)
        if self.point is not None:
            return PlaceTarget(vec3_from_list(self.point))
        kinds: dict[str, type[BodyTarget | AxisTarget | WitnessTarget]] = {
            "body": BodyTarget,
            "axis": AxisTarget,
            "witness": WitnessTarget,
        }
        return kinds[given[0]](value)


def _as_object(value: object) -> object:
    """The value; raises `ValueError` for a plain name or place, which says what to write instead."""
    if value is None or isinstance(value, dict | PointedAt):
        return value
    raise ValueError('must be an object, such as {"body": "A"} or {"point": [0, 0, 0]}')


class PointStep(Step):
    """Points at something that may move; without `seconds`, until a step with "at": null, which ends all pointers."""

    do: Literal["point"]
    at: Annotated[PointedAt | None, BeforeValidator(_as_object)] = Field(
        description="what to point at; null removes all pointers"
    )
    view: View = Field(View.WORLD, description="world, difference or second", strict=False)
    shape: PointerShape = Field(PointerShape.ARROW, description="arrow, circle or spotlight", strict=False)
    text: str = Field("", description="a short label")

    def begin(self, state: State) -> Motion:
        target = None if self.at is None else self.at.target()
        if target is not None and (refusal := refusal_to_point(state, target, self.view)) is not None:
            raise ValueError(f"at: {refusal}")
        motion = instant(PointAt(target, self.view, self.shape, self.text, self.seconds or None))
        if target is not None and self.view not in state.display.layout.views:
            return Unseen(motion, f"the layout {state.display.layout} does not show the {self.view} view")
        return motion


class DimStep(MotionStep):
    """Lets bodies recede: their colours fade, and all other bodies get theirs back."""

    do: Literal["dim"]
    bodies: list[str] = Field(description="the names of the bodies; an empty list ends it")

    def begin(self, state: State) -> Motion:
        for name in self.bodies:
            body_of(state, name, "bodies")
        before = state.direction.dimmed_amounts()
        names = dict.fromkeys((*before, *self.bodies))

        def at(_: State, part: float) -> Iterable[Action]:
            amounts = {name: interpolate(before.get(name, 0.0), float(name in self.bodies), part) for name in names}
            return [DimBodies(tuple(DimmedBody(name, amount) for name, amount in amounts.items()))]

        return self.eased(at)


class FadeStep(MotionStep):
    """Fades the views to the background colour, or back."""

    do: Literal["fade"]
    to: Literal["out", "in"] = Field(description="out: the views disappear; in: they come back")

    def begin(self, state: State) -> Motion:
        start, goal = state.direction.curtain, 1.0 if self.to == "out" else 0.0
        return self.eased(lambda _, part: [DrawCurtain(interpolate(start, goal, part))])
