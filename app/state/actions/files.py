"""Actions that open and save scenes, with their dialogs, prompts and messages."""

from collections.abc import Collection
from pathlib import Path

from gjkscope.app.ask.runs.choices import CHOICES, is_offered
from gjkscope.app.base.picture_size import SMALLEST_SIDE
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body, Pair, Planar, PositionOrientation, Scene
from gjkscope.app.state import model
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.comparison import beside_report
from gjkscope.app.state.actions.fitting import in_fitting_workspace, with_named_algorithm
from gjkscope.app.state.actions.history import edit_at_once, with_opened
from gjkscope.app.state.actions.playback import at_last, with_steps
from gjkscope.app.state.actions.tools import restore_tools, set_aside
from gjkscope.app.state.actions.views import in_view
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.state.model.ownership import Of, with_parts
from gjkscope.engine.plane.shapes.kinds import Box2, Polygon
from gjkscope.engine.shapes.kinds import Box

RECENT_FILES = 12
DEFAULT_ALGORITHM = "gjk"
LARGEST_SCALE = 4  # maximum scale of an exported picture
LARGEST_FILM = 3840  # pixels: the longer side of a film
HALF = (0.5, 0.5, 0.5)
NEW_SCENE = Scene("untitled", (Body("A", Box(HALF)), Body("B", Box(HALF), PositionOrientation((1.5, 0.0, 0.0)))))
"""The contents of a new scene: two unit cubes half a metre apart, so that there is a pair to show."""
NEW_PLANE_SCENE = Scene(
    "untitled",
    (
        Body("A", Polygon(((-0.6, -0.5), (0.6, -0.5), (0.0, 0.6)))),
        Body("B", Box2((0.5, 0.5)), Planar((1.7, 0.0))),
    ),
    dimension=2,
)
"""The contents of a new 2D scene: a triangle and a square."""


class OpenScene(Action, frozen=True):
    """Opens a scene in place of the current one.  Undo returns to an imported scene, which has no file."""

    scene: Scene
    path: str | None = None


class ImportScene(Action, frozen=True):
    """Opens an imported scene in place of the current one; undo returns to that.  It has no file until it is saved.

    `z_up` is its vertical axis; None: it is not known, and the user's setting applies.
    """

    scene: Scene
    z_up: bool | None = None


class MarkSaved(Action, frozen=True):
    """Marks the scene as saved to `path`; the caller writes the file."""

    scene: Scene
    path: str
    recorded = False


class RestoreJournal(Action, frozen=True):
    """Restores a document with changes that were never saved."""

    scene: Scene
    pair: Pair


class OfferRecovery(Action, frozen=True):
    """Prompts to restore changes that were never saved."""

    recovery: model.Recovery
    recorded = False


class RememberFile(Action, frozen=True):
    """Moves a file to the top of the list of recent files."""

    path: str
    recorded = False


class ForgetFiles(Action, frozen=True):
    """Removes files from the list of recent files."""

    paths: tuple[str, ...]
    recorded = False


class Notify(Action, frozen=True):
    """Shows a message."""

    text: str
    is_error: bool = False
    recorded = False


class ShowTask(Action, frozen=True):
    """Shows the progress of a background task; None hides it."""

    task: model.Task | None
    passing = True
    recorded = False


class AwaitExports(Action, frozen=True):
    """Quits as soon as running exports have finished."""

    recorded = False


class DismissMessage(Action, frozen=True):
    """Dismisses the message with this text."""

    text: str
    passing = True
    recorded = False


class ShowDialog(Action, frozen=True):
    """Opens a file dialog, or updates its folder, name, prompt or error."""

    dialog: model.FileDialog
    recorded = False


class SetPicture(Action, frozen=True):
    """Sets the options for exporting pictures."""

    picture: model.Picture
    recorded = False


class SetFilm(Action, frozen=True):
    """Sets the options for exporting films."""

    film: model.Film
    recorded = False


class AskUnsaved(Action, frozen=True):
    """Prompts to save before an action that would lose unsaved changes."""

    question: model.Unsaved
    recorded = False


class CloseDialog(Action, frozen=True):
    """Closes the open file dialog, prompt, palette or help."""

    recorded = False


def initial_state(scene: Scene, path: str | None = None) -> model.State:
    """The state of a newly opened scene: first pair selected, last step shown, everything in view.

    Raises `ValueError` if the scene has fewer than two bodies, as there is no pair.
    """
    pair = first_pair(scene)
    state = model.State(model.Document(scene, pair, selected=pair[0]), model.SceneFile(path, saved=scene))
    return at_last(in_view(note_used_file(with_named_algorithm(state), path)))


def first_pair(scene: Scene) -> Pair:
    """The initial pair: the one that the scene names, the first one listed, or else the first two bodies.

    Raises `ValueError` if there are fewer.
    """
    if scene.opens.pair is not None:
        return scene.opens.pair
    if scene.pairs:
        return scene.pairs[0]
    if len(scene.bodies) < 2:
        raise ValueError(
            f"{scene.name}: a scene needs at least two shapes to form a pair, this one has {len(scene.bodies)}"
        )
    return (scene.bodies[0].name, scene.bodies[1].name)


@updates(OpenScene)
def _open_scene(state: model.State, action: OpenScene) -> model.State:
    state, opened = set_aside(state), initial_state(action.scene, action.path)
    restored = with_offered_run(restore_tools(with_parts(note_used_file(state, action.path), opened, Of.SCENE)))
    shown = beside_report(at_last(with_steps(in_fitting_workspace(restored))))
    return with_opened(state, shown, "open") if state.file.imported is not None else shown


def with_offered_run(state: model.State) -> model.State:
    """The state with the default algorithm, and a message, if the chosen one has no version of this dimension."""
    dimension, run = state.document.scene.dimension, state.run
    if run.comparison is not None and not is_offered(run.comparison.algorithm, dimension):
        run = replace(run, comparison=None, second_inspected=False)
    if not is_offered(run.algorithm, dimension):
        state = state.with_message(f"{CHOICES[run.algorithm].title} has no {dimension}D version: switched to GJK")
        run = replace(run, algorithm=DEFAULT_ALGORITHM)
    return state if run == state.run else replace(state, run=run)


@updates(ImportScene)
def _import_scene(state: model.State, action: ImportScene) -> model.State:
    state = set_aside(state)
    opened = _open_scene(state, OpenScene(action.scene))
    cameras = replace(opened.view.cameras, scene_z_up=action.z_up)
    opened = replace(opened, file=model.SceneFile(imported=action.scene), view=replace(opened.view, cameras=cameras))
    return with_opened(state, opened, "import")


@updates(MarkSaved)
def _mark_saved(state: model.State, action: MarkSaved) -> model.State:
    return replace(note_used_file(state, action.path), file=model.SceneFile(action.path, action.scene))


def note_used_file(state: model.State, path: str | None) -> model.State:
    """The state with that file at the top of the recent files."""
    if not path:
        return state
    full = str(Path(path).absolute())
    files = (full, *_others(state, {full}))[:RECENT_FILES]
    return replace(state, preferences=replace(state.preferences, recent_files=files))


@updates(RestoreJournal)
def _bring_back(state: model.State, action: RestoreJournal) -> model.State:
    document = replace(state.document, scene=action.scene, pair=action.pair, selected=action.pair[0])
    at_rest = replace(edit_at_once(state, "restore changes", document), motion=replace(state.motion, simulation=None))
    shown = at_last(with_steps(with_offered_run(at_rest)))
    return shown if action.scene.dimension == state.document.scene.dimension else in_view(shown)


@updates(OfferRecovery)
def _offer_recovery(state: model.State, action: OfferRecovery) -> model.State:
    return replace(state, shell=replace(state.shell, recovery=action.recovery))


@updates(RememberFile)
def _remember_file(state: model.State, action: RememberFile) -> model.State:
    return note_used_file(state, action.path)


@updates(ForgetFiles)
def _forget_files(state: model.State, action: ForgetFiles) -> model.State:
    return replace(state, preferences=replace(state.preferences, recent_files=_others(state, set(action.paths))))


def _others(state: model.State, paths: Collection[str]) -> tuple[str, ...]:
    return tuple(path for path in state.preferences.recent_files if path not in paths)


@updates(Notify)
def _tell(state: model.State, action: Notify) -> model.State:
    return state.with_message(action.text, action.is_error)


@updates(ShowTask)
def _show_task(state: model.State, action: ShowTask) -> model.State:
    return replace(state, shell=replace(state.shell, task=action.task))


@updates(AwaitExports)
def _await_exports(state: model.State, _: AwaitExports) -> model.State:
    return replace(state, shell=replace(state.shell, leaving=True, dialog=None))


@updates(DismissMessage)
def _dismiss_message(state: model.State, action: DismissMessage) -> model.State:
    def keep(message: model.Message | None) -> model.Message | None:
        return None if message is None or message.text == action.text else message

    return replace(state, shell=replace(state.shell, message=keep(state.shell.message), fault=keep(state.shell.fault)))


@updates(ShowDialog)
def _show_dialog(state: model.State, action: ShowDialog) -> model.State:
    return replace(state, shell=replace(state.shell, dialog=action.dialog, unsaved=None))


@updates(SetPicture)
def _set_picture(state: model.State, action: SetPicture) -> model.State:
    return (
        replace(state, preferences=replace(state.preferences, picture=action.picture))
        if 1 <= action.picture.scale <= LARGEST_SCALE
        else state
    )


@updates(SetFilm)
def _set_film(state: model.State, action: SetFilm) -> model.State:
    film = action.film
    is_possible = 1 <= film.rate <= TICKS and all(
        SMALLEST_SIDE <= side <= LARGEST_FILM and side % 2 == 0 for side in film.size
    )
    return replace(state, preferences=replace(state.preferences, film=film)) if is_possible else state


@updates(AskUnsaved)
def _ask_unsaved(state: model.State, action: AskUnsaved) -> model.State:
    return replace(state, shell=replace(state.shell, unsaved=action.question, dialog=None))


@updates(CloseDialog)
def _close_dialog(state: model.State, _: CloseDialog) -> model.State:
    """Closes what is open; a prompt or a file dialog leaves the import dialog or the film's settings below it open."""
    shell = state.shell
    is_over = shell.dialog is not None or shell.unsaved is not None or shell.recovery is not None
    overlay = shell.overlay if isinstance(shell.overlay, model.ImportDialog | model.FilmCard) and is_over else None
    return replace(
        state, shell=replace(shell, dialog=None, unsaved=None, overlay=overlay, recovery=None, leaving=False)
    )
