"""The action that advances time, and with it all animations."""

from math import inf

from engine.dataclass import dataclass

from ..state import State
from .action import Action, updates
from .performing import passed
from .showing import shown_on


@dataclass(frozen=True)
class Tick(Action):
    """Advances time by seconds; the state has no other clock."""

    seconds: float
    passing = True
    recorded = False  # a demo has its own clock


@updates(Tick)
def _tick(state: State, action: Tick) -> State:
    if not 0 < action.seconds < inf:
        return state
    show = state.show
    if show is None or show.taken_over:
        return passed(state, action.seconds)
    return shown_on(state, action.seconds) if show.animating else state
