"""The list of all demo steps, and those that concern neither cameras nor bodies.

Steps run one after another; those inside `together` start at the same time, and it ends with the longest of them.

This module imports pydantic, which is slow; import it only to read a demo.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Annotated, Literal

from pydantic import Field, PrivateAttr

from gjkscope import engine
from gjkscope.app.actions import (
    Action,
    ChooseAlgorithm,
    ChooseLayout,
    ChooseTheme,
    GoToBeat,
    GoToStep,
    HoverAxis,
    HoverBody,
    HoverFace,
    HoverRegion,
    Lecture,
    LineBy,
    OpenScene,
    PushOut,
    Say,
    SetOptions,
    SetVisible,
    update,
)
from gjkscope.app.actions.beats import LONGEST, SHORTEST
from gjkscope.app.cameras.easing import interpolate
from gjkscope.app.demos.body_steps import DragOriginStep, MoveStep, SetStep, TurnStep
from gjkscope.app.demos.camera_steps import LookStep, OrbitStep
from gjkscope.app.demos.probe_step import ProbeStep
from gjkscope.app.demos.step import Ease, MotionStep, Names, Place, Step, body_of, instant
from gjkscope.app.inspection.beats import beats_between
from gjkscope.app.inspection.comparison import end, position
from gjkscope.app.inspection.traces import inspect
from gjkscope.app.model import LAST_STEP, Cue, Layout, Motion, State, Theme, Visibility
from gjkscope.app.persistence.action_json import from_json
from gjkscope.app.runs.choices import CHOICES
from gjkscope.app.scenes.file_models import Strict
from gjkscope.app.scenes.scene import Scene


class WaitStep(Step):
    """Waits."""

    do: Literal["wait"]

    def begin(self, state: State) -> Motion:
        return instant()


class CaptionStep(Step):
    """Shows a caption over the views until the next one."""

    do: Literal["caption"]
    text: str | None = Field(description="the text, as Markdown; null removes the caption")

    def captions(self, start: int) -> Iterator[tuple[int, str]]:
        if self.text:
            yield start, self.text

    def begin(self, state: State) -> Motion:
        return instant(Say(self.text))


class OpenStep(Step):
    """Opens another scene."""

    do: Literal["open"]
    scene: Names | str = Field(description="a scene, the name of an example, or a scene file in the demo's folder")
    _found: Scene = PrivateAttr()

    def found(self, scene: Scene) -> None:
        """Sets the scene to open; only the reader of the file can locate it."""
        self._found = scene

    def begin(self, state: State) -> Motion:
        return instant(OpenScene(self._found))


class AlgorithmStep(Step):
    """Chooses the algorithm to step through."""

    do: Literal["algorithm"]
    name: str = Field(description="a name that `gjkscope render --help` lists for --algorithm")
    float32: bool = Field(False, description="single precision")
    crossings: bool = Field(False, description="brute force: also test edges against faces")

    def begin(self, state: State) -> Motion:
        if self.name not in CHOICES:
            raise ValueError(f"name: must be one of {', '.join(CHOICES)}, got {self.name!r}")
        chosen = update(state, ChooseAlgorithm(self.name))
        if (refusal := inspect(chosen).refusal) is not None:
            raise ValueError(f"name: {refusal}")
        options = engine.Options(self.float32, self.crossings)
        return instant(SetOptions(options), ChooseAlgorithm(self.name))


ROUNDING = 1e-9  # of the duration of beats, which is a sum of decimals


class GoStep(MotionStep):
    """Goes to a step of the run, passing through the steps in between."""

    do: Literal["go"]
    step: Annotated[int, Field(ge=0)] | Literal["last"] = Field(description='the number of the step, from 0, or "last"')
    ease: Ease = "linear"
    beats: bool | Annotated[float, Field(ge=SHORTEST, le=LONGEST)] = Field(
        False,
        description="animates the beats of each step: true spreads them over `seconds`, a number is seconds per beat",
    )

    def begin(self, state: State) -> Motion:
        first, last = position(state), end(state)
        if self.step != "last" and self.step > last:
            raise ValueError(f"step: must be at most {last}, the last step of this run, got {self.step}")
        goal = last if self.step == "last" else self.step
        final = LAST_STEP if self.step == "last" else self.step
        if self.beats is not False and goal >= first:
            return self._through_beats(beats_between(state, min(first + 1, goal), goal), final)

        def at(state: State, part: float) -> Iterable[Action]:
            step = final if part == 1 else round(interpolate(first, goal, part))
            return [GoToStep(step)] if step != position(state) or part == 1 else []

        return self.eased(at)

    def _through_beats(self, beats: tuple[tuple[int, int | None], ...], final: int) -> Motion:
        """Goes through the beats at an even pace; raises `ValueError` if `seconds` is too short for them."""
        count, spread = len(beats), 1.0  # the fraction of `seconds` that the beats take
        if self.beats is not True:
            needed = count * self.beats
            if self.seconds < needed * (1 - ROUNDING):
                number = f"{count} beats of {self.beats:g} s" if count > 1 else f"a beat of {self.beats:g} s"
                raise ValueError(f"seconds: must be at least {needed:g} for {number}, got {self.seconds:g}")
            spread = needed / self.seconds

        def at(_: State, part: float) -> Iterable[Action]:
            passed = part * count / spread
            if part == 1 or passed >= count:
                return [GoToStep(final)]
            step, beat = beats[int(passed)]
            return [GoToStep(step) if beat is None else GoToBeat(step, beat, passed % 1)]

        return self.eased(at)


class HighlightStep(Step):
    """Highlights a body, a SAT axis, a Voronoi region or an EPA face; with none given, clears the highlight."""

    do: Literal["highlight"]
    body: str | None = Field(None, description="the name of a body")
    axis: Annotated[int, Field(ge=0)] | None = Field(None, description="the number of a SAT axis, from 0")
    region: Annotated[int, Field(ge=0)] | None = Field(None, description="the number of a Voronoi region, from 0")
    face: Annotated[int, Field(ge=0)] | None = Field(None, description="the number of an EPA face, from 0")

    def begin(self, state: State) -> Motion:
        if self.body is not None:
            body_of(state, self.body, "body")
        return instant(HoverBody(self.body), HoverAxis(self.axis), HoverRegion(self.region), HoverFace(self.face))


class ViewsStep(Step):
    """Sets the layout and appearance of the views."""

    do: Literal["views"]
    layout: Layout | None = Field(None, description="both, world, difference or three", strict=False)
    theme: Theme | None = Field(None, description="dark or light", strict=False)
    lecture: bool | None = Field(None, description="large text and thick lines")
    visible: list[str] = Field(
        [], description=f"what to show from here on: any of {', '.join(Visibility.__annotations__)}"
    )
    hidden: list[str] = Field([], description="what to hide, from the same list")

    def begin(self, state: State) -> Motion:
        for key in ("visible", "hidden"):
            for name in getattr(self, key):
                if name not in Visibility.__annotations__:
                    raise ValueError(f"{key}: must be among {', '.join(Visibility.__annotations__)}, got {name!r}")
        return instant(
            *([ChooseLayout(self.layout)] if self.layout is not None else []),
            *([ChooseTheme(self.theme)] if self.theme is not None else []),
            *([Lecture(self.lecture)] if self.lecture is not None else []),
            *(SetVisible(name, True) for name in self.visible),
            *(SetVisible(name, False) for name in self.hidden),
        )


class PushStep(Step):
    """Applies the chosen push-out."""

    do: Literal["push out"]

    def begin(self, state: State) -> Motion:
        return instant(PushOut())


class ActStep(Step):
    """Performs any user action, as written by a recording."""

    do: Literal["act"]
    action: Names = Field(description='an action, with the name of its class under "is"')

    def begin(self, state: State) -> Motion:
        return instant(decode_action(self.action))


class TimedAction(Strict):
    """An action and its time."""

    tick: Annotated[int, Field(ge=0)] = Field(description="time since the start of the step, in sixtieths of a second")
    action: Names = Field(description='an action, with the name of its class under "is"')

    def begin(self, state: State) -> Motion:
        """The action as a motion.  Raises `ValueError`."""
        return instant(decode_action(self.action))


class RecordedStep(Step):
    """Actions recorded live."""

    do: Literal["recorded"]
    actions: list[TimedAction] = Field(description="the actions, in order")

    def cues(self, start: int, place: Place) -> Iterator[Cue]:
        for i, timed in enumerate(self.actions):
            yield Cue(start + timed.tick, 0, timed.begin, (*place, "actions", i))

    def captions(self, start: int) -> Iterator[tuple[int, str]]:
        for timed in self.actions:
            if timed.action.get("is") == Say.__name__ and timed.action.get("text"):
                yield start + timed.tick, str(timed.action["text"])

    def begin(self, state: State) -> Motion:
        return instant()


class TogetherStep(Step):
    """Runs several steps at the same time."""

    do: Literal["together"]
    steps: list["AnyStep"] = Field(min_length=1, description="the steps")

    @property
    def length(self) -> int:
        return max(step.length for step in self.steps)

    def cues(self, start: int, place: Place) -> Iterator[Cue]:
        for i, step in enumerate(self.steps):
            yield from step.cues(start, (*place, "steps", i))

    def captions(self, start: int) -> Iterator[tuple[int, str]]:
        for step in self.steps:
            yield from step.captions(start)

    def begin(self, state: State) -> Motion:
        return instant()


AnyStep = Annotated[
    WaitStep
    | CaptionStep
    | OpenStep
    | AlgorithmStep
    | GoStep
    | OrbitStep
    | LookStep
    | HighlightStep
    | MoveStep
    | TurnStep
    | DragOriginStep
    | SetStep
    | ViewsStep
    | PushStep
    | ProbeStep
    | ActStep
    | RecordedStep
    | TogetherStep,
    Field(discriminator="do"),
]
TogetherStep.model_rebuild()
KINDS = (
    *(
        WaitStep,
        CaptionStep,
        OpenStep,
        AlgorithmStep,
        GoStep,
        OrbitStep,
        LookStep,
        HighlightStep,
        MoveStep,
        TurnStep,
        DragOriginStep,
        SetStep,
        ViewsStep,
        PushStep,
        ProbeStep,
        ActStep,
        RecordedStep,
    ),
    TogetherStep,
)
STEPS: dict[str, type[Step]] = {model.model_fields["do"].annotation.__args__[0]: model for model in KINDS}  # type: ignore[union-attr]


def timed(steps: Iterable[Step]) -> Iterator[tuple[int, Step]]:
    """The steps, each with its first tick."""
    steps = list(steps)
    starts = accumulate((step.length for step in steps), initial=0)
    yield from zip(starts, steps, strict=False)


MOST_LINES = 10_000
"""Limit for `LineBy` in a demo: each line takes up to a millisecond."""


def decode_action(document: Names) -> Action:
    """Decodes an action of a demo file.  Raises `ValueError`."""
    try:
        action = from_json(document)
    except ValueError as fault:
        raise ValueError(f"action: {fault}") from None
    if not isinstance(action, Action) or not action.recorded:
        raise ValueError(f"action: {document.get('is')!r} is not allowed in a demo")
    if isinstance(action, LineBy) and abs(action.count) > MOST_LINES:
        raise ValueError(f"action: LineBy.count: must be from -{MOST_LINES} to {MOST_LINES}, got {action.count}")
    return action
