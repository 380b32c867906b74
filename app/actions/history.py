"""Undo and redo: the history of changes to the document.

Undo restores the document (scene, pair, selection, hidden bodies) but not the camera or the step, so that the user does
not lose the view.  Only a camera that had everything in view is adjusted to keep it so.  Changes within one gesture
(a drag, a number being typed) share a history entry; `EndGesture` closes it.
"""

from typing import Any

from engine.dataclass import dataclass, replace

from ..scene import Scene
from ..state import Edit, History, State, View
from .action import Action, updates
from .looking import following, kept_in_view
from .viewing import approaching

UNDO_LIMIT = 500  # entries; they share all unchanged parts of the scene


@dataclass(frozen=True)
class EndGesture(Action):
    """Ends a drag or the typing of a number: later changes get a history entry of their own.

    With `follows` the difference view is adjusted if A − B has left it.
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
    past, gesture = state.history.past, state.history.gesture
    if gesture is None or not past or not action.follows:  # no past: a demo can open a scene in the middle of a drag
        return ended
    edit = past[-1]
    camera = following(replace(state, scene=edit.scene, pair=edit.pair), ended, View.DIFFERENCE)
    return ended if camera is ended.cameras.difference else approaching(ended, View.DIFFERENCE, camera)


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
    if state.drag is None and state.pull is None and state.history.gesture is None:
        return state
    return replace(state, drag=None, pull=None, history=replace(state.history, gesture=None))


def edited(state: State, scene: Scene, label: str, **changes: Any) -> State:
    """The state with a new scene and changed fields, and a new history entry unless a gesture continues."""
    return replace(remembered(state, label), scene=scene, **changes)


def edited_at_once(state: State, label: str, **changes: Any) -> State:
    """The state with changed fields and a history entry of its own, even if the same edit is repeated."""
    return gesture_ended(replace(remembered(gesture_ended(state), label), **changes))


def remembered(state: State, label: str) -> State:
    """The state with a history entry that restores the current document, unless a gesture with that label continues."""
    if state.history.gesture == label:
        return state
    past = (*state.history.past, _edit_of(state, label))[-UNDO_LIMIT:]
    return replace(state, history=History(past, (), label))


def _edit_of(state: State, label: str) -> Edit:
    return Edit(label, state.document, state.pair, state.selected, state.hidden)


def _restored(state: State, edit: Edit, history: History) -> State:
    # An entry that did not change the document, such as the choice of a pair, does not end the simulation.
    scene = state.scene if edit.scene == state.document else edit.scene
    restored = replace(
        state,
        scene=scene,
        pair=edit.pair,
        selected=edit.selected,
        hidden=edit.hidden,
        history=history,
        drag=None,
        pull=None,
        renaming=None,
        simulation=state.simulation if edit.scene == state.document else None,
    )
    return kept_in_view(state, restored)
