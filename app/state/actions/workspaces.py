"""The choice of a workspace, and of the panels that are open around its views."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, update, updates
from gjkscope.app.state.actions.cameras import ChooseLayout
from gjkscope.app.state.actions.fitting import with_setup
from gjkscope.app.state.actions.lessons import ExploreLesson, ResumeLesson
from gjkscope.app.state.actions.setups import with_workspace
from gjkscope.app.state.model import Layout, Sides, State, Surroundings, Workspace


class ChooseWorkspace(Action, frozen=True):
    """Shows another workspace, with the algorithm and the views that it had before; Learn returns to an open lesson."""

    workspace: Workspace
    passing = True


class OpenSides(Action, frozen=True):
    """Opens and closes the panels beside and below the views."""

    sides: Sides
    passing = True
    recorded = False


class ArrangeComparison(Action, frozen=True):
    """Gives each of two compared runs one large view, or opens again what was open before the comparison."""

    on: bool
    passing = True


@updates(ArrangeComparison)
def _arrange_comparison(state: State, action: ArrangeComparison) -> State:
    shell, before = state.shell, state.shell.arranged
    if action.on:
        kept = before or Surroundings(state.display.layout, shell.sides)
        layout = Layout.DIFFERENCE if len(state.display.layout.views) > 1 else state.display.layout
        arranged = replace(state, shell=replace(shell, arranged=kept, sides=replace(shell.sides, tables=False)))
        return update(arranged, ChooseLayout(layout))
    if before is None:
        return state
    restored = replace(state, shell=replace(shell, arranged=None, sides=before.sides))
    return update(restored, ChooseLayout(before.layout))


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
