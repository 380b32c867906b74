"""Undo and redo: the history of changes to the document.

Undo restores the document (scene, pair, selection, hidden bodies) but not the camera or the step, so that the user does
not lose the view.  Only two kinds of cameras are adjusted: one that had everything in view, to keep it so, and that of
the difference view if it loses the middle of A − B, as after a drag of the origin, which moves that camera.  Changes
within one gesture (a drag, a number being typed) share a history entry; `EndGesture` closes it.
"""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.cameras import approaching
from gjkscope.app.state.actions.views import difference_in_view, following, kept_in_view
from gjkscope.app.state.model import Document, Edit, Gesture, History, State, View

UNDO_LIMIT = 500  # entries; they share all unchanged parts of the scene


class EndGesture(Action, frozen=True):
    """Ends a drag or the typing of a number: later changes get a new history entry.

    With `follows`, the difference view is adjusted if A − B has left it; so is the world view after a drag of the
    origin, which moves A.
    """

    follows: bool = True


class Undo(Action, frozen=True):
    pass


class Redo(Action, frozen=True):
    pass


@updates(EndGesture)
def _end_gesture(state: State, action: EndGesture) -> State:
    ended = end_gesture(state)
    past, gesture = state.history.past, state.gesture.label
    if gesture is None or not past or not action.follows:  # a demo can open a scene in mid-drag
        return ended
    edit = past[-1]
    document = replace(state.document, scene=edit.scene, pair=edit.pair)
    before = replace(state, document=document)
    for view in (View.DIFFERENCE,) if state.gesture.origin is None else (View.DIFFERENCE, View.WORLD):
        camera = following(before, ended, view)
        if camera is not ended.view.cameras.of(view):
            return approaching(ended, view, camera)
    return ended


@updates(Undo)
def _undo(state: State, _: Undo) -> State:
    if not state.history.past:
        return state
    *past, edit = state.history.past
    history = History(tuple(past), (_inverse(state, edit), *state.history.future))
    return _restore(state, edit, history).with_message(f"Undone: {edit.label}")


@updates(Redo)
def _redo(state: State, _: Redo) -> State:
    if not state.history.future:
        return state
    edit, *future = state.history.future
    history = History((*state.history.past, _inverse(state, edit)), tuple(future))
    return _restore(state, edit, history).with_message(f"Redone: {edit.label}")


def end_gesture(state: State) -> State:
    return state if state.gesture == Gesture() else replace(state, gesture=Gesture())


def edit(state: State, label: str, document: Document) -> State:
    """The state with this document, and a new history entry unless a gesture continues."""
    return replace(remember(state, label), document=document)


def edit_at_once(state: State, label: str, document: Document) -> State:
    """The state with this document and a history entry of its own, even if the same edit is repeated."""
    return end_gesture(edit(end_gesture(state), label, document))


def remember(state: State, label: str) -> State:
    """The state with a history entry that restores the current document, unless a gesture with that label continues."""
    if state.gesture.label == label:
        return state
    past = (*state.history.past, _edit_of(state, label))[-UNDO_LIMIT:]
    return replace(state, history=History(past), gesture=replace(state.gesture, label=label))


def _edit_of(state: State, label: str) -> Edit:
    document = state.document
    return Edit(label, state.authored_scene, document.pair, document.selected, document.hidden)


def _inverse(state: State, edit: Edit) -> Edit:
    """The inverse of `edit`: it restores the present document."""
    inverse = _edit_of(state, edit.label)
    return inverse if edit.file is None else _with_file(inverse, state)


def _with_file(edit: Edit, state: State) -> Edit:
    """The edit, which also restores the file of the present document and its cameras or their vertical axis."""
    return replace(edit, file=state.file, cameras=state.view.cameras)


def with_opened(state: State, opened: State, label: str) -> State:
    """`opened`, a scene opened in place of that of `state`, with a history entry that returns to it and its file."""
    past = (*state.history.past, _with_file(_edit_of(state, label), state))[-UNDO_LIMIT:]
    return replace(opened, history=History(past))


def _restore(state: State, edit: Edit, history: History) -> State:
    # An entry that did not change the document, such as the choice of a pair, does not end the simulation.
    moves_on = edit.scene == state.authored_scene
    cameras = state.view.cameras
    if edit.cameras is not None:
        same_dimension = edit.cameras.flat == cameras.flat
        cameras = replace(cameras, scene_z_up=edit.cameras.scene_z_up) if same_dimension else edit.cameras
    restored = replace(
        state,
        document=Document(state.document.scene if moves_on else edit.scene, edit.pair, edit.selected, edit.hidden),
        history=history,
        file=edit.file or state.file,
        view=replace(state.view, cameras=cameras),
        gesture=Gesture(),
        shell=replace(state.shell, renaming=None),
        motion=state.motion if moves_on else replace(state.motion, simulation=None),
    )
    return difference_in_view(state, kept_in_view(state, restored))
