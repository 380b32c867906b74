"""Time passes: all that goes on by itself goes on."""

from dataclasses import dataclass
from math import inf

from ..state import State
from .action import Action, updates
from .performing import passed
from .showing import shown_on


@dataclass(frozen=True)
class Tick(Action):
    """Time passes, seconds: the only clock that anything in the state knows."""

    seconds: float
    passing = True
    recorded = False  # a demo has a clock of its own


@updates(Tick)
def _tick(state: State, action: Tick) -> State:
    if not 0 < action.seconds < inf:
        return state
    show = state.show
    if show is None or show.taken_over:
        return passed(state, action.seconds)
    return shown_on(state, action.seconds) if show.animating else state
