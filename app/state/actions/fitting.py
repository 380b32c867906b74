"""The workspace that suits the contents of a scene, and the algorithm and the views that a workspace shows."""

from gjkscope.app.ask.runs.choices import group_of, is_offered
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.actions.action import update
from gjkscope.app.state.actions.cameras import ChooseLayout
from gjkscope.app.state.actions.playback import ChooseAlgorithm, with_steps
from gjkscope.app.state.actions.setups import with_workspace
from gjkscope.app.state.model import HOMES, State, Workspace, setup_of
from gjkscope.engine.advancement.motion import STILL
from gjkscope.engine.shapes.kinds import Mesh
from gjkscope.engine.vectors import ZERO

CROWD = 20  # bodies: more than a person compares pair by pair
PAIRS = "gjk"  # applies to all pairs
SLIDE = "slide-none"  # what the algorithms of internal edges correct


def in_fitting_workspace(state: State) -> State:
    """The state in the workspace that suits the contents of its scene, with an algorithm of that workspace."""
    workspace, algorithm = fitting_workspace(state.document.scene)
    if workspace is Workspace.PAIR and state.shell.workspace is Workspace.ENGINES:
        return state  # one of the pairs that are listed there
    shown = with_workspace(state, workspace)
    is_home = HOMES[group_of(shown.run.algorithm)] is workspace
    return shown if is_home else with_setup(shown, algorithm)


def fitting_workspace(scene: Scene) -> tuple[Workspace, str | None]:
    """The workspace for a scene, and the algorithm there if the contents suggest one."""
    moves = any(body.motion != STILL for body in scene.bodies)
    if scene.gravity != ZERO:
        return Workspace.MOTION, PAIRS  # contacts come with the simulation
    if moves and any(isinstance(body.shape, Mesh) for body in scene.bodies):
        return Workspace.CONTACTS, SLIDE
    if moves:
        return Workspace.MOTION, None
    return (Workspace.MANY if len(scene.bodies) >= CROWD else Workspace.PAIR), None


def with_setup(state: State, algorithm: str | None = None) -> State:
    """The state with the remembered algorithm and views of its workspace, if the scene has that algorithm."""
    setup = setup_of(state.shell.workspace, state.shell.setups)
    shown = state if setup.layout is None else update(state, ChooseLayout(setup.layout))
    name = algorithm or setup.algorithm
    if name is None or not is_offered(name, state.document.scene.dimension):
        return shown
    return with_steps(update(shown, ChooseAlgorithm(name)))
