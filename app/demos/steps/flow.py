"""Demo steps that let time pass, and that run other steps together."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from gjkscope.app.demos.steps.step import Place, Step, instant
from gjkscope.app.model import Cue, Motion, State

if TYPE_CHECKING:
    from gjkscope.app.demos.steps.step import AnyStep


class WaitStep(Step):
    """Waits."""

    do: Literal["wait"]

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
