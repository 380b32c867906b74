"""What an action is, and the register of what each one does.

An action is a small frozen dataclass that derives from `Action`; the function that carries it out stands beside it:

    @dataclass(frozen=True)
    class Select(Action):
        body: str | None

    @updates(Select)
    def _select(state: State, action: Select) -> State: ...

Such a function is pure: no file, no window, no clock.  An action that makes no sense in a state (a step past the end,
a body that is gone) leaves it as it is.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from ..state import State


class Action:
    """Something that a person can do."""

    passing: ClassVar[bool] = False  # a deed beside which a message stays: time passes, somebody looks around
    recorded: ClassVar[bool] = True  # a part of a demo: it changes what is seen, and nothing but the state


Deed = TypeVar("Deed", bound=Action)
Update = Callable[[State, Any], State]

ENDED = "The scene now begins as it is shown; undo brings back where it began to move"

UPDATES: dict[type[Action], Update] = {}


def updates(kind: type[Deed]) -> Callable[[Callable[[State, Deed], State]], Callable[[State, Deed], State]]:
    """Registers the function that it decorates as what an action of that kind does."""

    def register(function: Callable[[State, Deed], State]) -> Callable[[State, Deed], State]:
        UPDATES[kind] = function
        return function

    return register


def update(state: State, action: Action) -> State:
    """The state after `action`: the only way from one to the next; the same object when nothing changes."""
    after: State = _at_rest(state, UPDATES[type(action)](state, action))
    if after == state:  # cheap: what was not touched is the same object
        return state
    return after if action.passing else _without_old_news(state, after)


def _at_rest(before: State, after: State) -> State:
    """Whoever changes the bodies of a scene in motion ends it: the document is what is shown, with the change."""
    simulation = after.simulation
    if simulation is None or simulation is not before.simulation or after.scene == before.scene:
        return after
    ended = replace(after, simulation=None)
    return ended.told(ENDED) if simulation.number > 0 and after.message is before.message else ended


def _without_old_news(before: State, after: State) -> State:
    """What was told before is over with the next deed; an error stays until it is clicked away."""
    is_old = after.message is not None and after.message is before.message and not after.message.is_error
    return replace(after, message=None) if is_old else after
