"""Shows how an engine failed on the pair: its own algorithm, at the first test that it got wrong."""

from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.playback import ChooseAlgorithm, GoToStep, choose_algorithm, go_to_step
from gjkscope.app.state.model import LAST_STEP, State


class ExplainFailure(Action, frozen=True):
    """Runs the algorithm of the engine that was reported to fail on the pair, or one that fails in the same way."""


def is_failure_known(state: State) -> bool:
    """Whether the scene should open at a failure: see `retelling.is_retold`."""
    from gjkscope.app.judge.retelling import is_retold

    return is_retold(state.document.scene, state.document.pair)


@updates(ExplainFailure)
def _explain_failure(state: State, _: ExplainFailure) -> State:
    """The state at the first mistake of that algorithm, with a message; if there is no algorithm, only the message is
    new.
    """
    from gjkscope.app.judge.retelling import failure_words, retell_pair

    scene, pair = state.document.scene, state.document.pair
    if scene.is_plane:
        return state.with_message("The algorithms of engines take 3D shapes only")
    retelling = retell_pair(scene, pair)
    if retelling is None:
        return state.with_message("None of the engines' algorithms takes these two shapes")
    chosen = choose_algorithm(state, ChooseAlgorithm(retelling.algorithm))
    mistake = retelling.first_mistake
    shown = go_to_step(chosen, GoToStep(LAST_STEP if mistake is None else mistake))
    return shown.with_message(failure_words(retelling))
