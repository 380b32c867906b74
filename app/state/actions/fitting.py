"""The workspace that suits the contents of a scene, and the algorithm and the views that a workspace shows."""

from reprlib import repr as shown

from gjkscope.app.ask.runs.choices import CHOICES_OF, group_of, is_offered
from gjkscope.app.base.records import replace
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.actions.action import update
from gjkscope.app.state.actions.cameras import ChooseLayout
from gjkscope.app.state.actions.playback import ChooseAlgorithm, with_steps
from gjkscope.app.state.actions.setups import with_workspace
from gjkscope.app.state.model import HOMES, State, Workspace, setup_of
from gjkscope.engine.advancement.motion import STILL
from gjkscope.engine.shapes.kinds import TriangleSurface
from gjkscope.engine.vectors import ZERO

CROWD = 20  # bodies: more than a person compares pair by pair
PAIRS = "gjk"  # applies to all pairs
SLIDE = "slide-none"  # what the algorithms of internal edges correct


def in_fitting_workspace(state: State) -> State:
    """The state in the workspace that its scene names or that suits its contents, with an algorithm for it."""
    scene = state.document.scene
    workspace, algorithm = fitting_workspace(scene)
    is_named = scene.opens.workspace is not None
    if workspace is Workspace.PAIR and state.shell.workspace is Workspace.ENGINES and not is_named:
        return state  # one of the pairs that are listed there
    shown = with_workspace(state, workspace)
    if named_algorithm(scene) is None and HOMES[group_of(shown.run.algorithm)] is workspace:
        return shown
    return with_setup(shown, algorithm)


def fitting_workspace(scene: Scene) -> tuple[Workspace, str | None]:
    """The workspace for a scene, and the algorithm there if the scene names or its contents suggest one."""
    named = named_algorithm(scene)
    workspace, algorithm = _by_contents(scene) if named is None else (HOMES[group_of(named)], named)
    if scene.opens.workspace not in (None, workspace):
        return scene.opens.workspace, named
    return workspace, algorithm


def running_workspace(state: State) -> Workspace:
    """The workspace of the algorithm that is shown; if it answers about a pair, that which suits the scene."""
    home = HOMES[group_of(state.run.algorithm)]
    return home if home is not Workspace.PAIR else fitting_workspace(state.document.scene)[0]


def _by_contents(scene: Scene) -> tuple[Workspace, str | None]:
    moves = any(body.motion != STILL for body in scene.bodies)
    if scene.gravity != ZERO:
        return Workspace.MOTION, PAIRS  # contacts come with the simulation
    if moves and any(isinstance(body.shape, TriangleSurface) for body in scene.bodies):
        return Workspace.CONTACTS, SLIDE
    if moves:
        return Workspace.MOTION, None
    return (Workspace.MANY if len(scene.bodies) >= CROWD else Workspace.PAIR), None


def named_algorithm(scene: Scene) -> str | None:
    """The algorithm that the scene names, if it is offered for such scenes."""
    name = scene.opens.algorithm
    return name if name is not None and is_offered(name, scene.dimension) else None


def with_named_algorithm(state: State) -> State:
    """The state with the algorithm that its scene names, or with a message if there is no such algorithm here."""
    scene = state.document.scene
    name, known = scene.opens.algorithm, named_algorithm(scene)
    if known is not None:
        return replace(state, run=replace(state.run, algorithm=known))
    if name is None:
        return state
    near = did_you_mean(name, CHOICES_OF[scene.dimension])
    return state.with_message(
        f"This version of gjkscope has no {scene.dimension}D algorithm {shown(name)}, which {scene.name} names{near}"
    )


def with_setup(state: State, algorithm: str | None = None) -> State:
    """The state with the remembered algorithm and views of its workspace, if the scene has that algorithm."""
    setup = setup_of(state.shell.workspace, state.shell.setups)
    shown = state if setup.layout is None else update(state, ChooseLayout(setup.layout))
    name = algorithm or setup.algorithm
    if name is None or not is_offered(name, state.document.scene.dimension):
        return shown
    chosen = update(shown, ChooseAlgorithm(name))
    kept = {part: getattr(shown.shell, part) for part in ("workspace", "setups", "sides")}  # not those of its home
    return with_steps(replace(chosen, shell=replace(chosen.shell, **kept)))
