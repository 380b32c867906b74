"""The action that builds A − B before the viewer."""

from gjkscope.app.ask.runs.choices import CONSTRUCT
from gjkscope.app.state.actions.action import Action, update, updates
from gjkscope.app.state.actions.playback import ChooseAlgorithm, GoToStep, go_to_step
from gjkscope.app.state.model import State


class BuildDifference(Action, frozen=True):
    """Chooses the construction of A − B, and goes to its first step."""


@updates(BuildDifference)
def _build_difference(state: State, _: BuildDifference) -> State:
    return go_to_step(update(state, ChooseAlgorithm(CONSTRUCT)), GoToStep(0))
