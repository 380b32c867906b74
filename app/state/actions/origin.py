"""Dragging the origin of A − B.

A − B is the set of all a − b: translating A by −δ translates it by −δ, which looks like moving the origin by δ if the
camera moves along.  So the origin follows the pointer, A − B stays in place on the screen, and A moves in the world.
"""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.document import body_named, place_body
from gjkscope.app.state.actions.handles import snap
from gjkscope.app.state.actions.history import end_gesture
from gjkscope.app.state.model import Gesture, OriginDrag, State, View
from gjkscope.engine.vectors import ZERO, Vec3, add, sub


class BeginOriginDrag(Action, frozen=True):
    """Starts to drag the origin of A − B at the point `grabbed`, near it."""

    grabbed: Vec3 = ZERO


class DragOrigin(Action, frozen=True):
    """Drags the origin by `shift` from where the drag began; `decimals` and `snaps` are as in `DragTo`.

    Without a drag in progress, the origin is moved once.
    """

    shift: Vec3
    decimals: int | None = None
    snaps: bool = False


class HoverOrigin(Action, frozen=True):
    """The pointer has entered or left the origin of A − B, which can be dragged."""

    over: bool
    passing = True
    recorded = False


@updates(BeginOriginDrag)
def _begin(state: State, action: BeginOriginDrag) -> State:
    return replace(end_gesture(state), gesture=Gesture(origin=replace(_drag(state), grabbed=action.grabbed)))


@updates(DragOrigin)
def _drag_origin(state: State, action: DragOrigin) -> State:
    drag = state.gesture.origin or _drag(state)
    body = body_named(state, drag.body)
    if body is None:
        return state
    position = snap(state, drag.start, sub(drag.start, action.shift), action.decimals, action.snaps)
    moved = place_body(state, body, body.placement.moved(position))
    if moved.document.scene is state.document.scene:
        return moved
    camera = replace(moved.view.cameras.difference, target=add(drag.target, sub(position, drag.start)))
    return replace(moved, view=replace(moved.view, cameras=moved.view.cameras.placed(View.DIFFERENCE, camera)))


@updates(HoverOrigin)
def _hover_origin(state: State, action: HoverOrigin) -> State:
    return replace(state, pointer=replace(state.pointer, over_origin=action.over))


def _drag(state: State) -> OriginDrag:
    body = state.document.pair_bodies[0]
    return OriginDrag(body.name, body.pose.position, state.view.cameras.difference.target)
