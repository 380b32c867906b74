"""Demo steps that direct attention: pointers, bodies that recede, and a fade of the views."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta

from gjkscope.app.base.decoding import meaning
from gjkscope.app.scenes.cameras.easing import interpolate
from gjkscope.app.scenes.file_models import AnyVector, Index, Strict
from gjkscope.app.state.actions import Action, DimBodies, DrawCurtain, PointAt
from gjkscope.app.state.inspection.pointing import refusal_to_point
from gjkscope.app.state.model import Motion, State, View
from gjkscope.app.state.model.direction import (
    DIFFERENCE_NAME,
    AxisTarget,
    BodyTarget,
    CornerTarget,
    DimmedBody,
    FaceTarget,
    LabelTarget,
    PlaceTarget,
    PointerShape,
    Target,
    WitnessTarget,
)
from gjkscope.app.teach.demos.idle import Unseen
from gjkscope.app.teach.demos.steps.step import MotionStep, Step, body_of, check_label_names, instant, vec3_from_list

TYPED_DIFFERENCE = "A - B"  # as keyboards have it


def _of_body(description: str, numbers: str) -> Meta:
    return meaning(description, must=f"be a list with the name of a body and {numbers}")


class PointedAt(Strict):
    """What a pointer points at: exactly one of these."""

    body: Annotated[str | None, meaning("the name of a body")] = None
    vertex: Annotated[
        tuple[str, Index] | None, _of_body('a body and a vertex, such as ["A", 3]', "the number of a vertex")
    ] = None
    edge: Annotated[
        tuple[str, Index, Index] | None,
        _of_body(
            'a body and the two vertices of an edge, such as ["A", 0, 1]',
            "the number of a vertex and the number of a vertex",
        ),
    ] = None
    face: Annotated[
        tuple[str, Index] | None,
        _of_body(
            'a body and a face, such as ["A", 2]; of a box, 0 to 2 face +x, +y, +z, and 3 to 5 the others',
            "the number of a face",
        ),
    ] = None
    axis: Annotated[Index | None, meaning("the number of a SAT axis, while it is shown")] = None
    point: Annotated[AnyVector | None, meaning("a point, in metres")] = None
    witness: Annotated[
        str | None, meaning("a body of the pair, whose witness point is meant; of A − B in the difference view")
    ] = None

    label: Annotated[
        str | None,
        meaning('a label of the view, such as "w4", "d" or "face 2", or the first of a kind, such as "contacts"'),
    ] = None

    def target(self) -> Target:
        """Raises `ValueError` unless exactly one is given."""
        given = [name for name in self.__struct_fields__ if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"at: must have exactly one of {', '.join(self.__struct_fields__)}, got {len(given)}")
        value = getattr(self, given[0])
        if given[0] in ("vertex", "edge"):
            return CornerTarget(value[0], tuple(value[1:]))
        if self.face is not None:
            return FaceTarget(*self.face)
        if self.point is not None:
            return PlaceTarget(vec3_from_list(self.point))
        kinds: dict[str, type[BodyTarget | AxisTarget | WitnessTarget | LabelTarget]] = {
            "body": BodyTarget,
            "label": LabelTarget,
            "axis": AxisTarget,
            "witness": WitnessTarget,
        }
        return kinds[given[0]](value)


class PointStep(Step, tag="point"):
    """Points at something that may move; without `seconds`, until a step with "at": null, which ends all pointers."""

    at: Annotated[
        PointedAt | None,
        meaning(
            "what to point at; null removes all pointers",
            must='be an object, such as {"body": "A"} or {"point": [0, 0, 0]}',
        ),
    ]
    view: Annotated[View, meaning("world, difference or second")] = View.WORLD
    shape: Annotated[PointerShape, meaning("arrow, circle or spotlight")] = PointerShape.ARROW
    text: Annotated[str, meaning("a short label")] = ""

    def begin(self, state: State) -> Motion:
        target = None if self.at is None else self.at.target()
        if isinstance(target, LabelTarget):
            check_label_names(state, [target.label], "at")
        if target is not None and (refusal := refusal_to_point(state, target, self.view)) is not None:
            raise ValueError(f"at: {refusal}")
        motion = instant(PointAt(target, self.view, self.shape, self.text, self.seconds or None))
        if target is not None and self.view not in state.display.layout.views:
            return Unseen(motion, f"the layout {state.display.layout} does not show the {self.view} view")
        return motion


class DimStep(MotionStep, tag="dim"):
    """Lets bodies recede: their colours fade, and all other bodies get theirs back."""

    bodies: Annotated[
        tuple[str, ...], meaning('the names of the bodies, and "A − B" or "A - B"; an empty list ends it')
    ]

    def begin(self, state: State) -> Motion:
        wanted = [DIFFERENCE_NAME if name == TYPED_DIFFERENCE else name for name in self.bodies]
        for name in wanted:
            if name != DIFFERENCE_NAME:
                body_of(state, name, "bodies")
        before = state.direction.dimmed_amounts()
        names = dict.fromkeys((*before, *wanted))

        def at(_: State, part: float) -> Iterable[Action]:
            amounts = {name: interpolate(before.get(name, 0.0), float(name in wanted), part) for name in names}
            return [DimBodies(tuple(DimmedBody(name, amount) for name, amount in amounts.items()))]

        return self.eased(at)


class FadeStep(MotionStep, tag="fade"):
    """Fades the views to the background colour, or back."""

    to: Annotated[Literal["out", "in"], meaning("out: the views disappear; in: they come back")]

    def begin(self, state: State) -> Motion:
        start, goal = state.direction.curtain, 1.0 if self.to == "out" else 0.0
        return self.eased(lambda _, part: [DrawCurtain(interpolate(start, goal, part))])
