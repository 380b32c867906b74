"""Which workspace is shown, and what the others remember."""

from gjkscope.app.ask.runs.choices import group_of
from gjkscope.app.base.records import replace
from gjkscope.app.state.model import HOMES, Setup, State, Surroundings, Workspace, setup_of

HOMELESS = (Workspace.LEARN, Workspace.ENGINES)  # they take the algorithms of all others


def with_workspace(state: State, workspace: Workspace) -> State:
    """The state in another workspace with its panels; that which is left remembers its algorithm and its views."""
    shell = state.shell
    if workspace is shell.workspace:
        return state
    around = shell.arranged or Surroundings(state.display.layout, shell.sides)  # not those of a comparison
    left = Setup(shell.workspace, state.run.algorithm, around.layout, around.sides)
    setups = tuple(left if setup.workspace is left.workspace else setup for setup in shell.setups)
    sides = setup_of(workspace, setups).sides
    return replace(state, shell=replace(shell, workspace=workspace, setups=setups, sides=sides, arranged=None))


def in_home(before: State, chosen: State) -> State:
    """The state after another algorithm was chosen, in the workspace of that algorithm.

    Learn and Engines take any algorithm, and demos never change the workspace.
    """
    home, here = HOMES[group_of(chosen.run.algorithm)], before.workspace
    if here in HOMELESS or before.show is not None:
        return chosen
    return replace(chosen, shell=with_workspace(before, home).shell)
