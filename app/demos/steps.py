"""The steps of a demo file as models, each with what it does: the one place that says what a demo may hold.

A step takes its `seconds`: one that moves something is under way for so long, one that does something at once is
followed by a pause.  Then comes the next step, or, inside `together`, when all of them are over.

Importing pydantic takes time that only the reading of a demo should cost.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import accumulate
from math import radians
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, PrivateAttr

import engine
from engine.vectors import Vec3, add, norm, scale

from ..action_json import from_json
from ..actions import (
    Action,
    ChooseAlgorithm,
    ChooseLayout,
    ChooseTheme,
    EndGesture,
    Frame,
    FrameBody,
    GoToStep,
    HoverAxis,
    HoverBody,
    HoverRegion,
    Lecture,
    OpenScene,
    PlaceBody,
    PlaceCamera,
    PushOut,
    Say,
    SetOptions,
    SetProperty,
    SetShapeField,
    Show,
    update,
)
from ..actions.bodies import PROPERTIES
from ..camera import STANDARD_ANGLES, OrbitCamera, Side
from ..choices import CHOICES
from ..demo import TICKS, Cue, Motion
from ..file_models import NotNegative, Number, Positive, Strict, Vector
from ..maths import quaternion_about, quaternion_from_rotation, quaternion_product
from ..scene import Body, PositionOrientation, Scene
from ..state import LAST_STEP, Layout, State, Theme, View, Visibility
from ..traces import inspect
from ..versus import end, position
from .easing import EASES, along_path, between, camera_between

PICTURE_ASPECT = 16 / 9  # of the film that is most often made
Ease = Literal["smooth", "linear", "in", "out"]
Names = dict[str, Any]
Place = tuple[str | int, ...]


class Step(Strict):
    """Something that happens in a demo."""

    seconds: NotNegative = Field(0.0, description="how long the step takes, in seconds")
    moves: ClassVar[bool] = False  # it is under way while the seconds pass; else it is done at their beginning

    @property
    def length(self) -> int:
        """How many ticks it takes."""
        return round(self.seconds * TICKS)

    def cues(self, start: int, place: Place) -> Iterator[Cue]:
        """What it does from the tick `start` on."""
        yield Cue(start, self.length if self.moves else 0, self.begin, place)

    @abstractmethod
    def begin(self, state: State) -> Motion:
        """The motion from `state` on.  Raises `ValueError` that names what does not fit the scene."""


class _Moving(Step):
    ease: Ease = Field("smooth", description="smooth, linear, in (begins at rest) or out (ends at rest)")
    moves: ClassVar[bool] = True

    def eased(self, at: Callable[[State, float], Iterable[Action]]) -> Motion:
        """The motion that goes through `at` at this step's pace."""
        ease = EASES[self.ease]
        return lambda state, part: at(state, ease(part))


class Wait(Step):
    """Nothing happens."""

    do: Literal["wait"]

    def begin(self, state: State) -> Motion:
        return done()


class Caption(Step):
    """Shows words over the views, until the next caption."""

    do: Literal["caption"]
    text: str | None = Field(description="what it says, Markdown; null takes the caption away")

    def begin(self, state: State) -> Motion:
        return done(Say(self.text))


class Open(Step):
    """Opens another scene."""

    do: Literal["open"]
    scene: Names | str = Field(description="a scene, the name of an example, or a scene file beside the demo")
    _found: Scene = PrivateAttr()

    def found(self, scene: Scene) -> None:
        """What it opens: the reader of the file knows where scenes are."""
        self._found = scene

    def begin(self, state: State) -> Motion:
        return done(OpenScene(self._found))


class Algorithm(Step):
    """Chooses the algorithm that is stepped."""

    do: Literal["algorithm"]
    name: str = Field(description=f"one of {', '.join(CHOICES)}")
    float32: bool = Field(False, description="single precision")
    crossings: bool = Field(False, description="brute force: edges against faces too")

    def begin(self, state: State) -> Motion:
        if self.name not in CHOICES:
            raise ValueError(f"name: must be one of {', '.join(CHOICES)}, got {self.name!r}")
        chosen = update(state, ChooseAlgorithm(self.name))
        if (refusal := inspect(chosen).refusal) is not None:
            raise ValueError(f"name: {refusal}")
        options = engine.Options(self.float32, self.crossings)
        return done(SetOptions(options), ChooseAlgorithm(self.name))


class Go(_Moving):
    """Goes to a step of the run, over the steps between."""

    do: Literal["go"]
    step: Annotated[int, Field(ge=0)] | Literal["last"] = Field(description='its number, from 0, or "last"')
    ease: Ease = "linear"

    def begin(self, state: State) -> Motion:
        first, last = position(state), end(state)
        if self.step != "last" and self.step > last:
            raise ValueError(f"step: must be at most {last}, the last of this run, got {self.step}")
        goal = last if self.step == "last" else self.step
        final = LAST_STEP if self.step == "last" else self.step

        def at(state: State, part: float) -> Iterable[Action]:
            step = final if part == 1 else round(between(first, goal, part))
            return [GoToStep(step)] if step != position(state) or part == 1 else []

        return self.eased(at)


class _Camera(_Moving):
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
        target = _vec3(self.point) if self.point is not None else camera.target
        return replace(camera, target=target, distance=camera.distance / self.zoom)

    def _framed(self, state: State) -> OrbitCamera:
        aspect = PICTURE_ASPECT / min(len(state.layout.views), 2)
        if self.at == "all":
            return update(state, Frame(aspect)).cameras.of(self.view)
        body = body_of(state, self.at or "", "at")
        return update(state, FrameBody(self.view, body.name, aspect)).cameras.of(self.view)


class Highlight(Step):
    """Points at a body, a row of the SAT table or a Voronoi region; at nothing, when none is given."""

    do: Literal["highlight"]
    body: str | None = Field(None, description="the name of a body")
    axis: Annotated[int, Field(ge=0)] | None = Field(None, description="the number of an axis of SAT, from 0")
    region: Annotated[int, Field(ge=0)] | None = Field(None, description="the number of a Voronoi region, from 0")

    def begin(self, state: State) -> Motion:
        if self.body is not None:
            body_of(state, self.body, "body")
        return done(HoverBody(self.body), HoverAxis(self.axis), HoverRegion(self.region))


class Move(_Moving):
    """Moves a body along a path of straight lines."""

    do: Literal["move"]
    body: str = Field(description="the name of a body")
    to: Vector | None = Field(None, description="where it comes to, in metres")
    by: Vector | None = Field(None, description="how far it comes, in metres")
    path: list[Vector] | None = Field(None, min_length=1, description="the places that it comes to in turn, in metres")

    def begin(self, state: State) -> Motion:
        body = body_of(state, self.body, "body")
        start = body.pose.position
        points = [start, *self._ways(start)]

        def at(state: State, part: float) -> Iterable[Action]:
            place = body_of(state, self.body, "body").placement.moved(along_path(points, part))
            return [PlaceBody(self.body, place), *([EndGesture()] if part == 1 else [])]

        return self.eased(at)

    def _ways(self, start: Vec3) -> list[Vec3]:
        given = [way for way in (self.to, self.by, self.path) if way is not None]
        if len(given) != 1:
            raise ValueError(f"to: a body is moved either to, or by, or along a path; got {len(given)} of them")
        if self.by is not None:
            return [add(start, _vec3(self.by))]
        return [_vec3(point) for point in (self.path if self.path is not None else [self.to or []])]


class Turn(_Moving):
    """Turns a body about an axis of the world through its own origin."""

    do: Literal["turn"]
    body: str = Field(description="the name of a body")
    degrees: Number = Field(description="how far, counter-clockwise seen from the tip of the axis")
    axis: Vector = Field([0.0, 1.0, 0.0], description="the axis, of any length but 0")

    def begin(self, state: State) -> Motion:
        start = body_of(state, self.body, "body").placement
        length = norm(_vec3(self.axis))
        if length == 0:
            raise ValueError("axis: must not be zero")
        axis = scale(_vec3(self.axis), 1 / length)
        if isinstance(start, PositionOrientation):
            before = start.orientation
        else:
            before = quaternion_from_rotation(start.pose.rotation)

        def at(state: State, part: float) -> Iterable[Action]:
            turn = quaternion_product(quaternion_about(axis, radians(self.degrees) * part), before)
            place = body_of(state, self.body, "body").placement.turned(turn)
            return [PlaceBody(self.body, place), *([EndGesture()] if part == 1 else [])]

        return self.eased(at)


class Set(_Moving):
    """Sets a property of a body or of its shape; one that is a number or three goes there evenly."""

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
        goal: Any = _vec3(self.to) if isinstance(self.to, list) else self.to
        kind = SetProperty if self.name in PROPERTIES else SetShapeField

        def at(_: State, part: float) -> Iterable[Action]:
            value = goal if part == 1 else _value_between(start, goal, part)
            return [kind(self.body, self.name, value), *([EndGesture()] if part == 1 else [])]

        return self.eased(at)


class Views(Step):
    """Which views are seen, and how."""

    do: Literal["views"]
    layout: Layout | None = Field(None, description="both, world, difference or three", strict=False)
    theme: Theme | None = Field(None, description="dark or light", strict=False)
    lecture: bool | None = Field(None, description="large text and thick lines")
    visible: list[str] = Field(
        [], description=f"what is shown from here on, of {', '.join(Visibility.__annotations__)}"
    )
    hidden: list[str] = Field([], description="what is not, of the same")

    def begin(self, state: State) -> Motion:
        for key in ("visible", "hidden"):
            for name in getattr(self, key):
                if name not in Visibility.__annotations__:
                    raise ValueError(f"{key}: must be of {', '.join(Visibility.__annotations__)}, got {name!r}")
        return done(
            *([ChooseLayout(self.layout)] if self.layout is not None else []),
            *([ChooseTheme(self.theme)] if self.theme is not None else []),
            *([Lecture(self.lecture)] if self.lecture is not None else []),
            *(Show(name, True) for name in self.visible),
            *(Show(name, False) for name in self.hidden),
        )


class Push(Step):
    """Carries out the push-out that is chosen."""

    do: Literal["push out"]

    def begin(self, state: State) -> Motion:
        return done(PushOut())


class Act(Step):
    """Does anything that a person can do, as a recording would write it."""

    do: Literal["act"]
    action: Names = Field(description='an action with its class under "is"')

    def begin(self, state: State) -> Motion:
        return done(action_of(self.action))


class Timed(Strict):
    """An action, and when it was done."""

    tick: Annotated[int, Field(ge=0)] = Field(description="sixtieths of a second since the step began")
    action: Names = Field(description='an action with its class under "is"')

    def begin(self, state: State) -> Motion:
        """The action as a motion.  Raises `ValueError`."""
        return done(action_of(self.action))


class Recorded(Step):
    """What was done while a demo was recorded live."""

    do: Literal["recorded"]
    actions: list[Timed] = Field(description="in the order in which they were done")

    def cues(self, start: int, place: Place) -> Iterator[Cue]:
        for i, timed in enumerate(self.actions):
            yield Cue(start + timed.tick, 0, timed.begin, (*place, "actions", i))

    def begin(self, state: State) -> Motion:
        return done()


class Together(Step):
    """Several steps that begin at the same time."""

    do: Literal["together"]
    steps: list["AnyStep"] = Field(min_length=1, description="the steps")

    @property
    def length(self) -> int:
        return max(step.length for step in self.steps)

    def cues(self, start: int, place: Place) -> Iterator[Cue]:
        for i, step in enumerate(self.steps):
            yield from step.cues(start, (*place, "steps", i))

    def begin(self, state: State) -> Motion:
        return done()


AnyStep = Annotated[
    Wait
    | Caption
    | Open
    | Algorithm
    | Go
    | Orbit
    | Look
    | Highlight
    | Move
    | Turn
    | Set
    | Views
    | Push
    | Act
    | Recorded
    | Together,
    Field(discriminator="do"),
]
Together.model_rebuild()
KINDS = (
    *(Wait, Caption, Open, Algorithm, Go, Orbit, Look, Highlight, Move, Turn, Set, Views, Push, Act, Recorded),
    Together,
)
STEPS: dict[str, type[Step]] = {model.model_fields["do"].annotation.__args__[0]: model for model in KINDS}  # type: ignore[union-attr]


def timed(steps: Iterable[Step]) -> Iterator[tuple[int, Step]]:
    """Each step with the tick at which it begins."""
    steps = list(steps)
    starts = accumulate((step.length for step in steps), initial=0)
    yield from zip(starts, steps, strict=False)


def done(*actions: Action) -> Motion:
    """The motion that is just these actions."""
    return lambda state, part: actions


def action_of(document: Names) -> Action:
    """The action that a file holds.  Raises `ValueError`."""
    try:
        action = from_json(document)
    except ValueError as fault:
        raise ValueError(f"action: {fault}") from None
    if not isinstance(action, Action) or not action.recorded:
        raise ValueError(f"action: {document.get('is')!r} is nothing that a demo can do")
    return action


def body_of(state: State, name: str, key: str) -> Body:
    """The body that the key of a step names.  Raises `ValueError`."""
    for body in state.scene.bodies:
        if body.name == name:
            return body
    raise ValueError(f"{key}: no body is named {name!r}; there are {', '.join(state.scene.names)}")


def _value_between(start: Any, goal: Any, part: float) -> Any:
    """For numbers, and three of them; anything else stays as it is until the end."""
    if isinstance(start, float | int) and isinstance(goal, float | int):
        return between(start, goal, part)
    if isinstance(start, tuple) and isinstance(goal, tuple) and len(start) == len(goal):
        return tuple(between(a, b, part) for a, b in zip(start, goal, strict=True))
    return start


def _vec3(numbers: list[float]) -> Vec3:
    x, y, z = numbers
    return (x, y, z)
