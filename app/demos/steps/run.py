"""Demo steps that choose the algorithm, go through its steps, highlight, and push out."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from gjkscope import engine
from gjkscope.app.actions import (
    Action,
    ChooseAlgorithm,
    GoToBeat,
    GoToStep,
    HoverAxis,
    HoverBody,
    HoverFace,
    HoverRegion,
    PushOut,
    SetOptions,
    update,
)
from gjkscope.app.actions.beats import LONGEST, SHORTEST
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.cameras.easing import interpolate
from gjkscope.app.demos.idle import Unseen
from gjkscope.app.demos.steps.step import Ease, MotionStep, Step, body_of, instant
from gjkscope.app.inspection.beats import beats_between
from gjkscope.app.inspection.comparison import end, position
from gjkscope.app.inspection.pointing import refusal_to_point
from gjkscope.app.inspection.traces import inspect, step_record
from gjkscope.app.model import LAST_STEP, Motion, State, View
from gjkscope.app.model.direction import AxisTarget
from gjkscope.app.runs.choices import CHOICES

ROUNDING = 1e-9  # of the duration of beats, which is a sum of decimals


class AlgorithmStep(Step):
    """Chooses the algorithm to step through."""

    do: Literal["algorithm"]
    name: str = Field(description=f"one of {', '.join(CHOICES)}")
    float32: bool = Field(False, description="single precision")
    crossings: bool = Field(False, description="brute force: also test edges against faces")

    def begin(self, state: State) -> Motion:
        if self.name not in CHOICES:
            near = did_you_mean(self.name, CHOICES)
            raise ValueError(f"name: must be one of {', '.join(CHOICES)}, got {self.name!r}{near}")
        chosen = update(state, ChooseAlgorithm(self.name))
        if (refusal := inspect(chosen).refusal) is not None:
            raise ValueError(f"name: {refusal}")
        options = engine.Options(self.float32, self.crossings)
        return instant(SetOptions(options), ChooseAlgorithm(self.name))


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
        motion = instant(HoverBody(self.body), HoverAxis(self.axis), HoverRegion(self.region), HoverFace(self.face))
        reason = self._reason_unseen(state)
        return motion if reason is None else Unseen(motion, reason)

    def _reason_unseen(self, state: State) -> str | None:
        if self.axis is not None:
            return refusal_to_point(state, AxisTarget(self.axis), View.WORLD)
        step = step_record(state)
        faces = getattr(step, "faces", getattr(step, "edges", ()))
        if self.face is not None and self.face >= len(faces):
            return f"the step shown has no face {self.face}"
        return None


class PushStep(Step):
    """Applies the chosen push-out."""

    do: Literal["push out"]

    def begin(self, state: State) -> Motion:
        return instant(PushOut())
