"""The demo step that shows two runs side by side."""

from typing import Annotated

from msgspec import field

from gjkscope import engine
from gjkscope.app.ask.runs.choices import ALL_ALGORITHMS, CHOICES, can_be_compared
from gjkscope.app.base.decoding import meaning
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.scenes.file_models import Index
from gjkscope.app.state.actions import Action, CompareWith, GoToStep, update
from gjkscope.app.state.inspection.comparison import end
from gjkscope.app.state.model import ComparedRun, Motion, State
from gjkscope.app.teach.demos.steps.step import Step, instant
from gjkscope.engine.query import check_options


class CompareStep(Step, tag="compare"):
    """Shows the run of another algorithm beside the chosen one, in every view."""

    algorithm: Annotated[str | None, meaning("the other algorithm; null ends the comparison")] = field(name="with")
    step: Annotated[Index | None, meaning("the step to go to in both")] = None
    swapped: Annotated[bool, meaning("the other run is of B–A instead of A–B")] = False
    float32: Annotated[bool, meaning("the other run is in single precision")] = False
    crossings: Annotated[bool, meaning("the other run is brute force with edges tested against faces")] = False
    corrected: Annotated[str, meaning("the kind of an engine's test that exact arithmetic decides in the other")] = ""

    def begin(self, state: State) -> Motion:
        goes: list[Action] = [GoToStep(self.step)] if self.step is not None else []
        if self.algorithm is None:
            return instant(CompareWith(None), *goes)
        known = [name for name in ALL_ALGORITHMS if can_be_compared(name)]
        if self.algorithm not in known:
            near = did_you_mean(self.algorithm, known)
            raise ValueError(f"with: must be one of {', '.join(known)}, got {self.algorithm!r}{near}")
        if not can_be_compared(state.run.algorithm):
            title = CHOICES[state.run.algorithm].title
            raise ValueError(f"with: {title} is shown, and only algorithms on a pair can be compared")
        options = engine.Options(self.float32, self.crossings, corrected=(self.corrected,))
        if self.corrected:
            check_options(self.algorithm, options)
        compares = CompareWith(ComparedRun(self.algorithm, options, self.swapped))
        last = end(update(state, compares))
        if self.step is not None and self.step > last:
            raise ValueError(f"step: must be at most {last}, the last step of the longer run, got {self.step}")
        return instant(compares, *goes)
