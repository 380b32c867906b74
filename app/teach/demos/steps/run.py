"""Demo steps that choose the algorithm, go through its steps, highlight, and push out."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Annotated, Literal

from msgspec import Meta

from gjkscope import engine
from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.base.decoding import meaning
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.scenes.cameras.easing import interpolate, point_between
from gjkscope.app.scenes.file_models import Index
from gjkscope.app.state.actions import (
    Action,
    ChooseAlgorithm,
    EndGesture,
    GoToBeat,
    GoToStep,
    HoverAxis,
    HoverBody,
    HoverFace,
    HoverRegion,
    MoveBodies,
    SetOptions,
    update,
)
from gjkscope.app.state.actions.beats import LONGEST, SHORTEST
from gjkscope.app.state.actions.push_out import push_label, pushed_places
from gjkscope.app.state.inspection.beats import BeatOfRun, beats_between, names_of_beats
from gjkscope.app.state.inspection.comparison import end, position
from gjkscope.app.state.inspection.pointing import refusal_to_highlight_face, refusal_to_point, shown_faces
from gjkscope.app.state.inspection.traces import inspect, step_record
from gjkscope.app.state.model import LAST_STEP, Motion, State, View
from gjkscope.app.state.model.direction import AxisTarget
from gjkscope.app.teach.demos.idle import Unseen
from gjkscope.app.teach.demos.steps.step import Ease, MotionStep, Step, body_of, instant
from gjkscope.engine.options import REGIONS, SUBDISTANCES
from gjkscope.engine.query import check_options

ROUNDING = 1e-9  # of the duration of beats, which is a sum of decimals
OTHERS = "others"  # in place of the name of a beat
BeatSeconds = Annotated[float, Meta(ge=SHORTEST, le=LONGEST)]


class AlgorithmStep(Step, tag="algorithm"):
    """Chooses the algorithm to step through."""

    name: Annotated[str, meaning(f"one of {', '.join(CHOICES)}")]
    float32: Annotated[bool, meaning("single precision")] = False
    crossings: Annotated[bool, meaning("brute force: also test edges against faces")] = False
    corrected: Annotated[str, meaning("the kind of an engine's test that exact arithmetic decides instead")] = ""
    subdistance: Annotated[str, meaning(f"GJK: one of {', '.join(SUBDISTANCES)}")] = REGIONS

    def begin(self, state: State) -> Motion:
        if self.name not in CHOICES:
            near = did_you_mean(self.name, CHOICES)
            raise ValueError(f"name: must be one of {', '.join(CHOICES)}, got {self.name!r}{near}")
        chosen = update(state, ChooseAlgorithm(self.name))
        if (refusal := inspect(chosen).refusal) is not None:
            raise ValueError(f"name: {refusal}")
        options = engine.Options(
            self.float32, self.crossings, corrected=(self.corrected,), subdistance=self.subdistance
        )
        if self.corrected or self.subdistance != REGIONS:
            check_options(self.name, options)
        return instant(SetOptions(options), ChooseAlgorithm(self.name))


class GoStep(MotionStep, kw_only=True, tag="go"):
    """Goes to a step of the run, passing through the steps in between."""

    step: Annotated[Index | Literal["last"], meaning('the number of the step, from 0, or "last"')]
    ease: Ease = "linear"
    beats: Annotated[
        bool | BeatSeconds | dict[str, BeatSeconds],
        meaning(
            "animates the beats of each step: true spreads them evenly over `seconds`, a number is seconds per "
            'beat, and an object has the seconds of beats by their names, with "others" for all that it does not name; '
            'without "others", these share the rest of `seconds` evenly',
            must=f"be true, false, seconds from {SHORTEST:g} to {LONGEST:g}, "
            "or an object with such seconds by the names of beats",
        ),
    ] = False

    def begin(self, state: State) -> Motion:
        first, last = position(state), end(state)
        if self.step != "last" and self.step > last:
            raise ValueError(f"step: must be at most {last}, the last step of this run, got {self.step}")
        goal = last if self.step == "last" else self.step
        final = LAST_STEP if self.step == "last" else self.step
        self._check_names(names_of_beats(state))
        if self.beats is True and self.seconds == 0 and goal > first:
            raise ValueError('seconds: must be > 0 with "beats": true, which spreads them over that time')
        if self.beats is not False and goal >= first:
            return self._through_beats(beats_between(state, min(first + 1, goal), goal), final)

        def at(state: State, part: float) -> Iterable[Action]:
            step = final if part == 1 else round(interpolate(first, goal, part))
            return [GoToStep(step)] if step != position(state) or part == 1 else []

        return self.eased(at)

    def _through_beats(self, beats: Sequence[BeatOfRun], final: int) -> Motion:
        """Goes through the beats one after another; what is left of `seconds` is a pause."""
        lengths = self._lengths(beats)
        ends = list(accumulate(lengths))
        slack = ROUNDING * self.seconds

        def at(_: State, part: float) -> Iterable[Action]:
            passed = part * self.seconds
            number = bisect_right(ends, passed + slack)
            if part == 1 or number == len(beats):
                return [GoToStep(final)]
            at_work = beats[number]
            if at_work.beat is None:
                return [GoToStep(at_work.step)]
            return [GoToBeat(at_work.step, at_work.beat, max(1 - (ends[number] - passed) / lengths[number], 0.0))]

        return self.eased(at)

    def _lengths(self, beats: Sequence[BeatOfRun]) -> list[float]:
        """The seconds of each beat; raises `ValueError` if `seconds` is too short for them."""
        given = self.beats if isinstance(self.beats, dict) else {}
        seconds = given.get(OTHERS) if isinstance(self.beats, dict | bool) else self.beats
        others = [beat for beat in beats if beat.name not in given]
        needed = sum(given[beat.name] for beat in beats if beat.name in given) + len(others) * (seconds or 0.0)
        if self.seconds < needed * (1 - ROUNDING):
            each = f" of {seconds:g} s" if seconds is not None and len(others) == len(beats) else ""
            count = f"{len(beats)} beats{each}" if len(beats) > 1 else f"a beat{each}"
            raise ValueError(f"seconds: must be at least {needed:g} for {count}, got {self.seconds:g}")
        if seconds is None:
            seconds = max(self.seconds - needed, 0.0) / max(len(others), 1)
        return [given.get(beat.name, seconds) for beat in beats]

    def _check_names(self, declared: Sequence[str]) -> None:
        """Raises `ValueError` for a beat that the algorithm does not have."""
        for name in self.beats if isinstance(self.beats, dict) else ():
            if name not in (*declared, OTHERS):
                known = ", ".join((*declared, OTHERS))
                raise ValueError(f"beats: must name beats of this algorithm, {known}, got {name!r}")


class HighlightStep(Step, tag="highlight"):
    """Highlights a body, a SAT axis, a Voronoi region or an EPA face; with none given, clears the highlight."""

    body: Annotated[str | None, meaning("the name of a body")] = None
    axis: Annotated[Index | None, meaning("the number of a SAT axis, from 0")] = None
    region: Annotated[Index | None, meaning("the number of a Voronoi region, from 0")] = None
    face: Annotated[Index | None, meaning("the number of an EPA face, from 0")] = None

    def begin(self, state: State) -> Motion:
        if self.body is not None:
            body_of(state, self.body, "body")
        motion = instant(HoverBody(self.body), HoverAxis(self.axis), HoverRegion(self.region), HoverFace(self.face))
        check_highlight(state, self.axis, self.face)
        if self.face is not None and self.face >= shown_faces(step_record(state)):
            return Unseen(motion, f"the step shown has no face {self.face}")
        return motion


def check_highlight(state: State, axis: int | None, face: int | None) -> None:
    """Raises `ValueError` if the pair has no such SAT axis, or if no step of the run has such a face."""
    if axis is not None and (refusal := refusal_to_point(state, AxisTarget(axis), View.WORLD)) is not None:
        raise ValueError(f"axis: {refusal}")
    if face is not None and (refusal := refusal_to_highlight_face(state, face)) is not None:
        raise ValueError(f"face: {refusal}")


class PushStep(MotionStep, tag="push out"):
    """Applies the chosen push-out: the bodies move apart within `seconds`, or at once without."""

    def begin(self, state: State) -> Motion:
        after = pushed_places(state)
        before = [(name, state.document.scene.body(name).pose.position) for name, _ in after]
        label = push_label(after)

        def at(_: State, part: float) -> Iterable[Action]:
            if part == 1:
                return [MoveBodies(label, after), EndGesture(follows=False)] if after else []
            ways = zip(before, after, strict=True)
            return [MoveBodies(label, tuple((name, point_between(a, b, part)) for (name, a), (_, b) in ways))]

        return self.eased(at)
