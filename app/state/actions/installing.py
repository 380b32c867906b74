"""Actions of the card that installs an engine."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.model import Installing, State


class ShowInstallation(Action, frozen=True):
    """Shows what is being installed, and how far it is; None: nothing."""

    installing: Installing | None
    passing = True
    recorded = False


@updates(ShowInstallation)
def _show_installation(state: State, action: ShowInstallation) -> State:
    return replace(state, installing=action.installing)
