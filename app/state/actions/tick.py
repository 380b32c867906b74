"""The action that advances time, and with it all animations."""

from math import inf

from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.demo_playback import pass_time
from gjkscope.app.state.actions.demos import shown_on
from gjkscope.app.state.actions.presenting import fade_laser
from gjkscope.app.state.model import State


class Tick(Action, frozen=True):
    """Advances time by seconds; the state has no other clock."""

    seconds: float
    passing = True
    recorded = False  # a demo has its own clock


@updates(Tick)
def _tick(state: State, action: Tick) -> State:
    if not 0 < action.seconds < inf:
        return state
    state, show = fade_laser(state, action.seconds), state.show
    if show is None or show.taken_over:
        return pass_time(state, action.seconds)
    return shown_on(state, action.seconds) if show.animating else state
