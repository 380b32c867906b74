"""What becomes of a state."""

from functools import reduce

from gjkscope.app.state.actions import Action, update
from gjkscope.app.state.model import State


def act(state: State, *actions: Action) -> State:
    """The state after the actions, one after the other."""
    return reduce(update, actions, state)
