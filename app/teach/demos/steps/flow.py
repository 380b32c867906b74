"""Demo steps that let time pass, divide it for presenters and players, and run other steps together."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from gjkscope.app.base.decoding import meaning
from gjkscope.app.state.model import Cue, Motion, State
from gjkscope.app.state.model.demo import DemoMark, MarkKind
from gjkscope.app.teach.demos.steps.step import Step, StepKeys, instant

if TYPE_CHECKING:
    from gjkscope.app.teach.demos.steps.step import AnyStep


class WaitStep(Step, tag="wait"):
    """Waits."""

    def begin(self, state: State) -> Motion:
        return instant()


class ChapterStep(Step, tag="chapter"):
    """Begins a chapter, which players of films and the presenter can jump to."""

    name: Annotated[str, Meta(min_length=1), meaning("the name of the chapter")]

    def marks(self, start: int) -> Iterator[DemoMark]:
        yield DemoMark(start, self.name, MarkKind.CHAPTER)

    def begin(self, state: State) -> Motion:
        return instant()


class PauseStep(Step, tag="pause"):
    """Stops a presentation until the presenter continues; films and plain playback continue at once."""

    def marks(self, start: int) -> Iterator[DemoMark]:
        yield DemoMark(start, kind=MarkKind.PAUSE)

    def begin(self, state: State) -> Motion:
        return instant()


class NotesStep(Step, tag="notes"):
    """Sets the notes that only the presenter sees, until the next ones."""

    text: Annotated[str, meaning("the notes, as Markdown; empty for none")]

    def marks(self, start: int) -> Iterator[DemoMark]:
        yield DemoMark(start, self.text, MarkKind.NOTES)

    def begin(self, state: State) -> Motion:
        return instant()


class TogetherStep(Step, tag="together"):
    """Runs several steps at the same time."""

    steps: Annotated[tuple["AnyStep", ...], Meta(min_length=1), meaning("the steps")]

    @property
    def length(self) -> int:
        return max(step.whole for step in self.steps)

    @property
    def speech(self) -> int:
        return max(step.speech for step in self.steps)

    @property
    def waits_for_speech(self) -> bool:  # type: ignore[override]
        return any(step.waits_for_speech for step in self.steps)

    def cues(self, start: int, keys: StepKeys) -> Iterator[Cue]:
        for i, step in enumerate(self.steps):
            yield from step.placed_cues(start, (*keys, "steps", i))

    def marks(self, start: int) -> Iterator[DemoMark]:
        for step in self.steps:
            yield from step.placed_marks(start)

    def begin(self, state: State) -> Motion:
        return instant()
