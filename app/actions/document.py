"""The document: its bodies, the pair that is looked at, and undo.

Undo brings back the document (scene, pair, selection), not the camera or the step: nobody who takes back a move
wants to lose the place they were looking at.  Changes of one gesture (a drag, a number being typed) share a
history entry; `EndGesture` closes it.
"""

from dataclasses import dataclass, replace

from engine.pose import as_pose
from engine.shapes import Shape
from engine.vectors import Vec3, add, sub

from ..scene import Body, Pair, PositionOrientation, Scene, Transform
from ..state import Drag, Edit, History, State
from .action import Action, updates
from .looking import in_view
from .playing import at_last, with_steps

UNDO_LIMIT = 500  # entries; a scene is shared between them but for what changed


@dataclass(frozen=True)
class Select(Action):
    body: str | None


@dataclass(frozen=True)
class ChoosePair(Action):
    pair: Pair


@dataclass(frozen=True)
class PlaceBody(Action):
    body: str
    placement: PositionOrientation | Transform


@dataclass(frozen=True)
class ReshapeBody(Action):
    body: str
    shape: Shape


@dataclass(frozen=True)
class BeginDrag(Action):
    """The pointer takes hold of `body` at the world point `grabbed`."""

    body: str
    grabbed: Vec3


@dataclass(frozen=True)
class DragTo(Action):
    """The point that was grabbed is to come to `point`; the body's position is rounded to `decimals`, if given."""

    point: Vec3
    decimals: int | None = None


@dataclass(frozen=True)
class EndGesture(Action):
    """The pointer was let go, or the number is typed: later changes are undone on their own."""


@dataclass(frozen=True)
class Undo(Action):
    pass


@dataclass(frozen=True)
class Redo(Action):
    pass


@updates(Select)
def _select(state: State, action: Select) -> State:
    if action.body is not None and _find(state, action.body) is None:
        return state
    return replace(state, selected=action.body)


@updates(ChoosePair)
def _choose_pair(state: State, action: ChoosePair) -> State:
    names = {body.name for body in state.scene.bodies}
    a, b = action.pair
    if action.pair == state.pair or a == b or not {a, b} <= names:
        return state
    chosen = with_steps(replace(_remembered(state, "choose pair"), pair=action.pair, selected=a))
    return gesture_ended(at_last(in_view(chosen)))


@updates(PlaceBody)
def _place_body(state: State, action: PlaceBody) -> State:
    body = _find(state, action.body)
    if body is None or body.placement == action.placement:
        return state
    if fault := _fault(action.placement, body.name):
        return state.told(fault, is_error=True)
    deed = "move" if action.placement.pose.rotation == body.pose.rotation else "turn"
    return _edited(state, state.scene.with_body(replace(body, placement=action.placement)), f"{deed} {body.name}")


@updates(ReshapeBody)
def _reshape_body(state: State, action: ReshapeBody) -> State:
    body = _find(state, action.body)
    if body is None or body.shape == action.shape:
        return state
    return _edited(state, state.scene.with_body(replace(body, shape=action.shape)), f"reshape {body.name}")


@updates(BeginDrag)
def _begin_drag(state: State, action: BeginDrag) -> State:
    body = _find(state, action.body)
    if body is None:
        return state
    drag = Drag(body.name, action.grabbed, sub(body.pose.position, action.grabbed))
    return replace(gesture_ended(state), drag=drag, selected=body.name)


@updates(DragTo)
def _drag_to(state: State, action: DragTo) -> State:
    if state.drag is None or (body := _find(state, state.drag.body)) is None:
        return state
    x, y, z = add(action.point, state.drag.offset)
    if action.decimals is not None:
        x, y, z = (round(part, action.decimals) for part in (x, y, z))
    placement = body.placement.moved((x, y, z))
    moved = _place_body(state, PlaceBody(body.name, placement))
    return replace(moved, drag=replace(state.drag, grabbed=action.point))


@updates(EndGesture)
def _end_gesture(state: State, _: EndGesture) -> State:
    return gesture_ended(state)


def gesture_ended(state: State) -> State:
    if state.drag is None and state.history.gesture is None:
        return state
    return replace(state, drag=None, history=replace(state.history, gesture=None))


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


def _find(state: State, name: str) -> Body | None:
    return next((body for body in state.scene.bodies if body.name == name), None)


def _fault(placement: PositionOrientation | Transform, name: str) -> str | None:
    """What keeps a placement from being used: a quaternion of zeros, a number that is not finite …"""
    try:
        as_pose(placement.pose, name)
    except ValueError as fault:
        return str(fault)
    return None


def _edited(state: State, scene: Scene, label: str) -> State:
    """The state with a new scene and, unless the gesture goes on, a new history entry."""
    return replace(_remembered(state, label), scene=scene)


def _remembered(state: State, label: str) -> State:
    if state.history.gesture == label:
        return state
    past = (*state.history.past, _edit_of(state, label))[-UNDO_LIMIT:]
    return replace(state, history=History(past, (), label))


def _edit_of(state: State, label: str) -> Edit:
    return Edit(label, state.scene, state.pair, state.selected)


def _restored(state: State, edit: Edit, history: History) -> State:
    return replace(state, scene=edit.scene, pair=edit.pair, selected=edit.selected, history=history, drag=None)
