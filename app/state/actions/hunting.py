"""Actions of the Hunt panel, which looks for pairs of shapes that a solver gets wrong."""

from math import isfinite

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.overlays import with_panels
from gjkscope.app.state.model import HuntRun, HuntSetup, State

MOST_PAIRS = 1_000_000_000


class ShowHunt(Action, frozen=True):
    """Brings the Hunt panel to the front."""

    passing = True
    recorded = False


class SetHunt(Action, frozen=True):
    """Sets what the next hunt does."""

    setup: HuntSetup
    passing = True
    recorded = False


class ShowHuntRun(Action, frozen=True):
    """Shows the progress of the hunt and what it has found."""

    run: HuntRun
    passing = True
    recorded = False


@updates(ShowHunt)
def _show_hunt(state: State, _: ShowHunt) -> State:
    """Shows the panels if they are hidden; the layout brings this panel to the front."""
    return state if state.shows_panels else with_panels(state, shown=True)


@updates(SetHunt)
def _set_hunt(state: State, action: SetHunt) -> State:
    setup = action.setup
    if not 1 <= setup.pairs <= MOST_PAIRS:
        return state.with_message(f"pairs: must be from 1 to {MOST_PAIRS:,}, got {setup.pairs:,}", is_error=True)
    if not (isfinite(setup.seconds) and setup.seconds > 0):
        return state.with_message(f"seconds: must be > 0, got {setup.seconds:g}", is_error=True)
    return replace(state, hunt=replace(state.hunt, setup=setup))


@updates(ShowHuntRun)
def _show_hunt_run(state: State, action: ShowHuntRun) -> State:
    return replace(state, hunt=replace(state.hunt, run=action.run))
