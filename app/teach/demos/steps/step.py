"""Base classes and helpers of demo steps.

Steps run one after another.  A step lasts `seconds`: a motion takes that long, and an instantaneous step is followed
by a pause of that length.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import Meta

from gjkscope.app.base.decoding import meaning
from gjkscope.app.base.mismatch import Mismatch, shown
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.scenes.cameras.easing import EASES
from gjkscope.app.scenes.file_models import NotNegative, Strict, from_zero_to
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.actions import Action
from gjkscope.app.state.inspection.label_names import BODIES, LABELS, is_label_name
from gjkscope.app.state.model import Cue, Motion, State
from gjkscope.app.state.model.demo import TICKS, DemoMark, MarkKind, Spans, join_spans, with_spans, without_spans
from gjkscope.engine.vectors import Vec3

Ease = Literal["smooth", "linear", "in", "out"]
Names = dict[str, Any]
StepKeys = tuple[str | int, ...]

# Longest step, and longest demo, in seconds.  Reading a demo performs it once, and a typo must not make that take days.
MAX_SECONDS = 3600


if TYPE_CHECKING:
    Seconds = float
else:
    Seconds = from_zero_to("Seconds", MAX_SECONDS)


FROM_TO = "be two numbers of seconds, the first not larger than the second"
SkippedSpan = Annotated[tuple[NotNegative, NotNegative], Meta(extra={"length": FROM_TO})]


class Step(Strict, kw_only=True, tag_field="do"):
    """A step of a demo."""

    seconds: Annotated[Seconds, meaning("duration of the step in seconds, at most an hour")] = 0.0
    delay: Annotated[
        Seconds, meaning("seconds to wait before the step begins, such as a caption in `together` with a motion")
    ] = 0.0
    skip: Annotated[
        tuple[SkippedSpan, ...],
        meaning("spans of the step's own time to jump over, each from one second to another, as cuts make them"),
    ] = ()
    moves: ClassVar[bool] = False  # whether it takes `seconds`; otherwise it happens at their beginning
    waits_for_speech: ClassVar[bool] = False  # whether it begins only when the synthetic voice has ended

    def __post_init__(self) -> None:
        for i, (first, last) in enumerate(self.skip):
            if first > last:
                raise Mismatch(
                    ["skip", i],
                    f"must {FROM_TO}, got {shown([first, last])}",
                )
        for (_, end), (start, _) in pairwise(self.skip):
            if start < end:
                raise Mismatch(["skip"], "must be in order and must not overlap")

    @property
    def do(self) -> str:
        """The name of the step in files."""
        return str(self.__struct_config__.tag)

    @property
    def length(self) -> int:
        """Duration in ticks, with what it skips."""
        return round(self.seconds * TICKS)

    @property
    def speech(self) -> int:
        """Ticks that its synthetic voice takes, from its beginning."""
        return 0

    @property
    def waits(self) -> int:
        """The ticks before it begins."""
        return round(self.delay * TICKS)

    @property
    def skips(self) -> Spans:
        """The spans of its own time that it skips."""
        spans = [(round(first * TICKS), min(round(last * TICKS), self.length)) for first, last in self.skip]
        return tuple((first, last) for first, last in spans if first < last)

    @property
    def whole(self) -> int:
        """The ticks that it occupies in the demo."""
        return self.waits + without_spans(self.length, self.skips)

    def placed_cues(self, start: int, keys: StepKeys) -> Iterator[Cue]:
        """The cues, without what the step skips, if the step starts at tick `start`."""
        begin, skips = start + self.waits, self.skips
        cues = self.cues(begin, keys)
        return (_cut(cue, begin, skips) for cue in cues) if skips else cues

    def placed_marks(self, start: int) -> Iterator[DemoMark]:
        """The marks, as `placed_cues` gives the cues."""
        begin, skips = start + self.waits, self.skips
        marks = self.marks(begin)
        return (_cut_mark(mark, begin, skips) for mark in marks) if skips else marks

    def cues(self, start: int, keys: StepKeys) -> Iterator[Cue]:
        """The cues of the step, which begins at tick `start`."""
        yield Cue(start, self.length if self.moves else 0, self.begin, keys)

    def marks(self, start: int) -> Iterator[DemoMark]:
        """The marks that the step makes on the time line, if it begins at tick `start`."""
        yield from ()

    def begin(self, state: State) -> Motion:
        """The motion that starts from `state`.  Raises `ValueError` if the step does not fit the scene."""
        raise NotImplementedError


if TYPE_CHECKING:
    AnyStep = Step  # for decoding, `registry` defines it as the union of all steps


class MotionStep(Step, kw_only=True):
    ease: Annotated[Ease, meaning("smooth, linear, in (starts at rest) or out (ends at rest)")] = "smooth"
    moves: ClassVar[bool] = True

    def eased(self, at: Callable[[State, float], Iterable[Action]]) -> Motion:
        """The motion `at` with this step's easing."""
        ease = EASES[self.ease]
        return lambda state, part: at(state, ease(part))


def instant(*actions: Action) -> Motion:
    """The motion that performs these actions at once."""
    return lambda state, part: actions


def check_label_names(state: State, names: Iterable[str], field: str) -> None:
    """Raises `ValueError` for a name that no label can have, or whose form is wrong."""
    bodies = state.document.scene.names
    for name in names:
        if not is_label_name(name, bodies):
            known = (*LABELS, BODIES, *bodies)
            near = did_you_mean(name, known)
            raise ValueError(
                f"{field}: must be the text of a label, such as w4, or one of {', '.join(known)}, got {name!r}{near}"
            )


def body_of(state: State, name: str, key: str) -> Body:
    """The body called `name`; `key` is where the step refers to it.  Raises `ValueError`."""
    for body in state.document.scene.bodies:
        if body.name == name:
            return body
    names = state.document.scene.names
    raise ValueError(f"{key}: no body is named {name!r}; the bodies are {', '.join(names)}{did_you_mean(name, names)}")


def vec3_from_list(numbers: Sequence[float]) -> Vec3:
    """A vector; two numbers give one in the plane z = 0."""
    x, y, z = numbers if len(numbers) == 3 else (*numbers, 0.0)
    return (x, y, z)


def time_steps(steps: Iterable[Step]) -> tuple[list[tuple[int, Step]], int]:
    """The steps, each with its first tick, and the length of all."""
    starts: list[tuple[int, Step]] = []
    clock = silence = 0  # the end of the step before, and of its synthetic voice
    for step in steps:
        start = max(clock, silence) if step.waits_for_speech else clock
        starts.append((start, step))
        clock, silence = start + step.whole, max(silence, start + step.waits + step.speech)
    return starts, max(clock, silence)


def _cut(cue: Cue, begin: int, skips: Spans) -> Cue:
    """The cue of a step that begins at tick `begin` and skips these spans of its time."""
    start, length, own = _without(cue.start - begin, cue.length, cue.skips, skips)
    return cue._replace(start=begin + start, length=length, skips=own)


def _cut_mark(mark: DemoMark, begin: int, skips: Spans) -> DemoMark:
    """The mark of such a step; a sound skips the same spans."""
    start, length, own = _without(mark.tick - begin, mark.length, mark.skips, skips)
    heard = own if mark.kind is MarkKind.SOUND else ()
    return mark._replace(tick=begin + start, length=length, skips=heard)


def _without(first: int, length: int, known: Spans, skips: Spans) -> tuple[int, int, Spans]:
    """The beginning, the length and the skipped spans of a part of a step that skips `skips`.

    The part already skips the spans `known` of its own time, which `length` does not include.
    """
    last = first + length
    parts = [(max(a, first) - first, min(b, last) - first) for a, b in skips if a < last and first < b]
    own = [(with_spans(a, known), with_spans(b, known)) for a, b in parts]
    start, end = without_spans(first, skips), without_spans(last, skips)
    return start, end - start, join_spans([*known, *own])
