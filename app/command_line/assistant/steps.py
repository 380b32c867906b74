"""The arguments and the state that the tools about single steps share: which scene, which run, which step."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.base.decoding import meaning
from gjkscope.app.command_line.assistant.arguments import SceneArguments, name_among
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.share.export.picture import at_step
from gjkscope.app.share.web.content import page_state
from gjkscope.app.state.actions import initial_state
from gjkscope.app.state.inspection.sentences import step_sentence
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step, names_in_steps, step_record
from gjkscope.app.state.model import State
from gjkscope.engine.explain import headline
from gjkscope.engine.options import DEFAULT

if TYPE_CHECKING:
    ChoiceName = str
else:
    ChoiceName = name_among("algorithm", CHOICES)

MOST_STEP = 1_000_000


class StepArguments(SceneArguments, kw_only=True):
    """A step of an algorithm on the pair, or on the first pair of the scene."""

    algorithm: Annotated[ChoiceName, meaning("what runs")] = "gjk"
    step: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_STEP)] | Literal["last"], meaning("the number of a step, from 0, or last")
    ] = "last"


def state_at_step(scene: Scene, arguments: StepArguments) -> State:
    """The state that shows the step.  Raises `ValueError`."""
    return at_step(page_state(initial_state(scene), arguments.algorithm, DEFAULT), arguments.step)


def step_data(state: State) -> dict[str, Any]:
    """Which step the state shows, of how many, and what happens in it."""
    names = names_in_steps(state)
    trace = inspect(state).trace
    assert trace is not None, "at_step has checked it"
    return {
        "algorithm": state.run.algorithm,
        "pair": list(state.document.pair),
        "step": current_step(state),
        "last_step": last_step(state),
        "headline": headline(step_record(state), *names),
        "words": step_sentence(state),
    }
