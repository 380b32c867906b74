"""Scenes that come and go, and what is asked or told about them."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from engine.shapes import Box

from ..ownership import Of, parts_of
from ..scene import Body, Pair, PositionOrientation, Scene
from ..state import FileDialog, Left, Message, Picture, State, Task, Unsaved
from .action import Action, updates
from .history import edited_at_once
from .looking import in_view
from .playing import at_last, with_steps
from .tools import own_again

RECENT_FILES = 12
LARGEST_SCALE = 4  # of a picture
HALF = (0.5, 0.5, 0.5)
NEW_SCENE = Scene("untitled", (Body("A", Box(HALF)), Body("B", Box(HALF), PositionOrientation((1.5, 0.0, 0.0)))))
"""What a new scene begins with: two cubes, half a metre apart, as there is nothing to see without a pair."""


@dataclass(frozen=True)
class OpenScene(Action):
    scene: Scene
    path: str | None = None


@dataclass(frozen=True)
class MarkSaved(Action):
    """The scene was written to `path` (by whoever has the file system; update has not)."""

    scene: Scene
    path: str
    recorded = False


@dataclass(frozen=True)
class BringBack(Action):
    """The document is to be this one, which was changed and never saved."""

    scene: Scene
    pair: Pair


@dataclass(frozen=True)
class OfferBack(Action):
    """Asks whether changes that were never saved are to be brought back."""

    left: Left
    recorded = False


@dataclass(frozen=True)
class RememberFile(Action):
    """Puts it at the head of the list of recent files."""

    path: str
    recorded = False


@dataclass(frozen=True)
class ForgetFiles(Action):
    """Takes these off the list of recent files."""

    paths: tuple[str, ...]
    recorded = False


@dataclass(frozen=True)
class Tell(Action):
    text: str
    is_error: bool = False
    recorded = False


@dataclass(frozen=True)
class ShowTask(Action):
    """What goes on beside the window; None: nothing any more."""

    task: Task | None
    passing = True
    recorded = False


@dataclass(frozen=True)
class AwaitExports(Action):
    """The user leaves as soon as what is being written is written."""

    recorded = False


@dataclass(frozen=True)
class DismissMessage(Action):
    """Puts away the message that says so."""

    text: str
    passing = True
    recorded = False


@dataclass(frozen=True)
class ShowDialog(Action):
    """Opens a file dialog, or shows another folder, name, question or fault in it."""

    dialog: FileDialog
    recorded = False


@dataclass(frozen=True)
class SetPicture(Action):
    """How pictures are exported."""

    picture: Picture
    recorded = False


@dataclass(frozen=True)
class AskUnsaved(Action):
    """Asks what is to become of unsaved changes before something else happens."""

    question: Unsaved
    recorded = False


@dataclass(frozen=True)
class CloseDialog(Action):
    """Closes what is open over the window: a file dialog, a question, palette or help."""

    recorded = False


def initial_state(scene: Scene, path: str | None = None) -> State:
    """A scene just opened: its first pair selected, at the last step, everything in view.

    Raises `ValueError` when the scene has fewer than two bodies: there is no pair to look at.
    """
    pair = first_pair(scene)
    state = State(scene, pair, path=path, saved=scene, selected=pair[0])
    return at_last(in_view(used(state, path)))


def first_pair(scene: Scene) -> Pair:
    """The pair to begin with: the first of the file, or its first two bodies."""
    if scene.pairs:
        return scene.pairs[0]
    if len(scene.bodies) < 2:
        raise ValueError(
            f"{scene.name}: a scene needs at least two shapes to look at, this one has {len(scene.bodies)}"
        )
    return (scene.bodies[0].name, scene.bodies[1].name)


@updates(OpenScene)
def _open_scene(state: State, action: OpenScene) -> State:
    opened = initial_state(action.scene, action.path)
    fresh = {name: getattr(opened, name) for name in parts_of(State, Of.SCENE)}
    cameras = replace(opened.cameras, linked=state.cameras.linked)
    playback = replace(state.playback, playing=False, elapsed=0.0)
    lesson = replace(state.lesson, away=True) if state.lesson is not None else None
    kept = replace(used(state, action.path), cameras=cameras, playback=playback, lesson=lesson)
    return at_last(with_steps(own_again(replace(kept, **fresh))))


@updates(MarkSaved)
def _mark_saved(state: State, action: MarkSaved) -> State:
    return replace(used(state, action.path), saved=action.scene, path=action.path)


def used(state: State, path: str | None) -> State:
    """With that file at the head of the recent ones."""
    if not path:
        return state
    full = str(Path(path).absolute())
    return replace(state, recent_files=(full, *_others(state, {full}))[:RECENT_FILES])


@updates(BringBack)
def _bring_back(state: State, action: BringBack) -> State:
    changes = {"scene": action.scene, "pair": action.pair, "selected": action.pair[0], "simulation": None}
    return at_last(with_steps(edited_at_once(state, "bring back", **changes)))


@updates(OfferBack)
def _offer_back(state: State, action: OfferBack) -> State:
    return replace(state, left=action.left)


@updates(RememberFile)
def _remember_file(state: State, action: RememberFile) -> State:
    return used(state, action.path)


@updates(ForgetFiles)
def _forget_files(state: State, action: ForgetFiles) -> State:
    return replace(state, recent_files=_others(state, set(action.paths)))


def _others(state: State, paths: Collection[str]) -> tuple[str, ...]:
    return tuple(path for path in state.recent_files if path not in paths)


@updates(Tell)
def _tell(state: State, action: Tell) -> State:
    return state.told(action.text, action.is_error)


@updates(ShowTask)
def _show_task(state: State, action: ShowTask) -> State:
    return replace(state, task=action.task)


@updates(AwaitExports)
def _await_exports(state: State, _: AwaitExports) -> State:
    return replace(state, leaving=True, dialog=None)


@updates(DismissMessage)
def _dismiss_message(state: State, action: DismissMessage) -> State:
    def kept(told: Message | None) -> Message | None:
        return None if told is None or told.text == action.text else told

    return replace(state, message=kept(state.message), fault=kept(state.fault))


@updates(ShowDialog)
def _show_dialog(state: State, action: ShowDialog) -> State:
    return replace(state, dialog=action.dialog, unsaved=None)


@updates(SetPicture)
def _set_picture(state: State, action: SetPicture) -> State:
    return replace(state, picture=action.picture) if 1 <= action.picture.scale <= LARGEST_SCALE else state


@updates(AskUnsaved)
def _ask_unsaved(state: State, action: AskUnsaved) -> State:
    return replace(state, unsaved=action.question, dialog=None)


@updates(CloseDialog)
def _close_dialog(state: State, _: CloseDialog) -> State:
    return replace(state, dialog=None, unsaved=None, overlay=None, left=None, leaving=False)
