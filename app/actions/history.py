"""Undo and redo: what was done to the document, entry by entry.

Undo brings back the document (scene, pair, selection, what is hidden), not the camera or the step: nobody who takes
back a move wants to lose the place they were looking at.  Only a view that showed everything goes on to do so.
Changes of one gesture (a drag, a number being typed) share a history entry; `EndGesture` closes it.
"""

from dataclasses import dataclass, replace
from typing import Any

from ..scene import Scene
from ..state import Edit, History, State, View
from .action import Action, updates
from .looking import following, kept_in_view
from .viewing import approaching

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
    past, gesture = state.history.past, state.history.gesture
    if gesture is None or not past or not action.follows:  # a demo can open a scene amid a move, which then has no past
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
    """The state with a new scene and these fields changed and, unless the gesture goes on, a new history entry."""
    return replace(remembered(state, label), scene=scene, **changes)


def edited_at_once(state: State, label: str, **changes: Any) -> State:
    """The state with these fields of it changed: an entry of its own, however often it is done in a row."""
    return gesture_ended(replace(remembered(gesture_ended(state), label), **changes))


def remembered(state: State, label: str) -> State:
    """The state with an entry that brings back what is there now, unless a gesture of that label is under way."""
    if state.history.gesture == label:
        return state
    past = (*state.history.past, _edit_of(state, label))[-UNDO_LIMIT:]
    return replace(state, history=History(past, (), label))


def _edit_of(state: State, label: str) -> Edit:
    return Edit(label, state.document, state.pair, state.selected, state.hidden)


def _restored(state: State, edit: Edit, history: History) -> State:
    # What did not touch the document, as the choice of a pair, leaves its bodies in motion.
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
