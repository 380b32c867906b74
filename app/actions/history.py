"""Undo and redo: what was done to the document, entry by entry.

Undo brings back the document (scene, pair, selection, what is hidden), not the camera or the step: nobody who takes
back a move wants to lose the place they were looking at.  Only a view that showed everything goes on to do so.
Changes of one gesture (a drag, a number being typed) share a history entry; `EndGesture` closes it.
"""

from dataclasses import dataclass, replace

from gjkscope.app.actions.action import Action, updates
from gjkscope.app.actions.cameras import approaching
from gjkscope.app.actions.views import following, kept_in_view
from gjkscope.app.model import Document, Edit, Gesture, History, State, View

UNDO_LIMIT = 500  # entries; a scene is shared between them but for what changed


@dataclass(frozen=True)
class EndGesture(Action):
    """The pointer was let go, or the number is typed: later changes are undone on their own.

    The difference view `follows` where A − B has left it.
    """

    follows: bool = True


@dataclass(frozen=True)
class Undo(Action):
    pass


@dataclass(frozen=True)
class Redo(Action):
    pass


@updates(EndGesture)
def _end_gesture(state: State, action: EndGesture) -> State:
    ended = gesture_ended(state)
    past, gesture = state.history.past, state.gesture.label
    if gesture is None or not past or not action.follows:  # a demo can open a scene amid a move, which then has no past
        return ended
    edit = past[-1]
    document = replace(state.document, scene=edit.scene, pair=edit.pair)
    camera = following(replace(state, document=document), ended, View.DIFFERENCE)
    return ended if camera is ended.view.cameras.difference else approaching(ended, View.DIFFERENCE, camera)


@updates(Undo)
def _undo(state: State, _: Undo) -> State:
    if not state.history.past:
        return state
    *past, edit = state.history.past
    history = History(tuple(past), (_edit_of(state, edit.label), *state.history.future))
    return _restored(state, edit, history).told(f"Undone: {edit.label}")


@updates(Redo)
def _redo(state: State, _: Redo) -> State:
    if not state.history.future:
        return state
    edit, *future = state.history.future
    history = History((*state.history.past, _edit_of(state, edit.label)), tuple(future))
    return _restored(state, edit, history).told(f"Redone: {edit.label}")


def gesture_ended(state: State) -> State:
    return state if state.gesture == Gesture() else replace(state, gesture=Gesture())


def edited(state: State, label: str, document: Document) -> State:
    """The state with this document and, unless the gesture goes on, a new history entry."""
    return replace(remembered(state, label), document=document)


def edited_at_once(state: State, label: str, document: Document) -> State:
    """The state with this document: an entry of its own, however often it is done in a row."""
    return gesture_ended(edited(gesture_ended(state), label, document))


def remembered(state: State, label: str) -> State:
    """The state with an entry that brings back what is there now, unless a gesture of that label is under way."""
    if state.gesture.label == label:
        return state
    past = (*state.history.past, _edit_of(state, label))[-UNDO_LIMIT:]
    return replace(state, history=History(past), gesture=replace(state.gesture, label=label))


def _edit_of(state: State, label: str) -> Edit:
    document = state.document
    return Edit(label, state.authored_scene, document.pair, document.selected, document.hidden)


def _restored(state: State, edit: Edit, history: History) -> State:
    # What did not touch the document, as the choice of a pair, leaves its bodies in motion.
    moves_on = edit.scene == state.authored_scene
    restored = replace(
        state,
        document=Document(state.document.scene if moves_on else edit.scene, edit.pair, edit.selected, edit.hidden),
        history=history,
        gesture=Gesture(),
        shell=replace(state.shell, renaming=None),
        motion=state.motion if moves_on else replace(state.motion, simulation=None),
    )
    return kept_in_view(state, restored)
