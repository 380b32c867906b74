"""`Action`, the registry of the functions that apply actions, and `update`.

An action is a small frozen struct derived from `Action`; the function that applies it is defined next to it:

    class Select(Action, frozen=True):
        body: str | None

    @updates(Select)
    def _select(state: State, action: Select) -> State: ...

msgspec's structs behave like frozen dataclasses and take a thirtieth of the time to define.  There are a hundred
actions: as dataclasses, they would delay the first frame by a tenth.

To add an action, write both in a module of `app/state/actions/`, and re-export the class in
`app/state/actions/__init__.py`.  The tests need a sample in `tests/app/state/persistence/test_action_json.py` and a
generator in `tests/app/random_actions.py`.  Recordings need no change: the recorder compares the captured records after
each action.  `GJKSCOPE_RECORDINGS=5000 .venv/bin/pytest tests/app/teach/demos/test_recordings.py` tests more random
sequences than the suite.

Such a function is pure: it uses no files, window or clock.  An action that does not apply to a state (a step past the
end, a deleted body) leaves it unchanged.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from gjkscope.app.base.records import replace
from gjkscope.app.state.model import State
from gjkscope.app.state.model.action import Action as Action

ActionT = TypeVar("ActionT", bound=Action)
Update = Callable[[State, Any], State]

ENDED = "Simulation ended: the scene now starts from the poses shown; undo restores its original start"

UPDATES: dict[type[Action], Update] = {}

Guard = Callable[[State, Action, State], str | None]
"""Why an action that would turn the first state into the second is refused; None if it is not."""

GUARDS: list[Guard] = []


def updates(kind: type[ActionT]) -> Callable[[Callable[[State, ActionT], State]], Callable[[State, ActionT], State]]:
    """Decorator that registers the function that applies actions of type `kind`."""

    def register(function: Callable[[State, ActionT], State]) -> Callable[[State, ActionT], State]:
        UPDATES[kind] = function
        return function

    return register


def guards(function: Guard) -> Guard:
    """Decorator that registers a function that can refuse actions."""
    GUARDS.append(function)
    return function


def update(state: State, action: Action) -> State:
    """Applies `action` to `state`; returns the same object if nothing changes."""
    after: State = _at_rest(state, UPDATES[type(action)](state, action))
    for guard in GUARDS:
        if (reason := guard(state, action, after)) is not None:
            return state.with_message(reason)
    if after == state:  # cheap, because unchanged fields are the same objects
        return state
    return after if action.passing else _without_old_message(state, after)


def _at_rest(before: State, after: State) -> State:
    """Ends the simulation if the action edited its bodies: the edited poses become the document."""
    simulation = after.motion.simulation
    if (
        simulation is None
        or simulation is not before.motion.simulation
        or after.document.scene == before.document.scene
    ):
        return after
    ended = replace(after, motion=replace(after.motion, simulation=None))
    return ended.with_message(ENDED) if simulation.number > 0 and after.shell.message is before.shell.message else ended


def _without_old_message(before: State, after: State) -> State:
    """Removes the previous message; an error stays until it is dismissed."""
    is_old = (
        after.shell.message is not None
        and after.shell.message is before.shell.message
        and not after.shell.message.is_error
    )
    return replace(after, shell=replace(after.shell, message=None)) if is_old else after
