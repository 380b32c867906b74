"""The choice of a workspace, and of the panels that are open around its views."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, update, updates
from gjkscope.app.state.actions.fitting import with_setup
from gjkscope.app.state.actions.lessons import ExploreLesson, ResumeLesson
from gjkscope.app.state.actions.setups import with_workspace
from gjkscope.app.state.model import Sides, State, Workspace


class ChooseWorkspace(Action, frozen=True):
    """Shows another workspace, with the algorithm and the views that it had before; Learn returns to an open lesson."""

    workspace: Workspace
    passing = True


class OpenSides(Action, frozen=True):
    """Opens and closes the panels beside and below the views."""

    sides: Sides
    passing = True
    recorded = False


@updates(ChooseWorkspace)
def _choose_workspace(state: State, action: ChooseWorkspace) -> State:
    if action.workspace is state.workspace:
        return state
    if action.workspace is Workspace.LEARN and state.lesson is not None:
        return update(state, ResumeLesson())
    shown = state if state.page is None else update(state, ExploreLesson())
    return with_setup(with_workspace(shown, action.workspace))


@updates(OpenSides)
def _open_sides(state: State, action: OpenSides) -> State:
    return replace(state, shell=replace(state.shell, sides=action.sides))
