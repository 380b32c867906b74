"""Everything that a person can do, as small frozen values, and the one function that does it.

`update(state, action)` is the only way from one state to the next.  It is pure: no file, no window, no clock.  An
action that makes no sense in a state (a step past the end, a body that is gone) leaves it as it is.

Undo brings back the document (scene, pair, selection), not the camera or the step: nobody who takes back a move
wants to lose the place they were looking at.  Changes of one gesture (a drag, a number being typed) share a
history entry; `EndGesture` closes it.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from math import inf
from typing import Any

import engine
from engine.pose import as_pose
from engine.shapes import Shape
from engine.vectors import Vec3, add, sub

from .camera import OrbitCamera
from .extents import difference_ball, framed_ball
from .scene import Body, Pair, PositionOrientation, Scene, Transform
from .state import Cameras, Drag, Edit, FileDialog, Gizmo, History, Purpose, State, Unsaved, View
from .traces import current_step, inspect, last_step

VIEW_ASPECT = 0.85  # of a view in the window as it first opens
UNDO_LIMIT = 500  # entries; a scene is shared between them but for what changed


# --- files ---


@dataclass(frozen=True)
class OpenScene:
    scene: Scene
    path: str | None = None


@dataclass(frozen=True)
class MarkSaved:
    """The scene was written to `path` (by whoever has the file system; update has not)."""

    scene: Scene
    path: str


# --- the document ---


@dataclass(frozen=True)
class Select:
    body: str | None


@dataclass(frozen=True)
class ChoosePair:
    pair: Pair


@dataclass(frozen=True)
class PlaceBody:
    body: str
    placement: PositionOrientation | Transform


@dataclass(frozen=True)
class ReshapeBody:
    body: str
    shape: Shape


@dataclass(frozen=True)
class BeginDrag:
    """The pointer takes hold of `body` at the world point `grabbed`."""

    body: str
    grabbed: Vec3


@dataclass(frozen=True)
class DragTo:
    """The point that was grabbed is to come to `point`; the body's position is rounded to `decimals`, if given."""

    point: Vec3
    decimals: int | None = None


@dataclass(frozen=True)
class EndGesture:
    """The pointer was let go, or the number is typed: later changes are undone on their own."""


@dataclass(frozen=True)
class Undo:
    pass


@dataclass(frozen=True)
class Redo:
    pass


# --- the algorithm and its steps ---


@dataclass(frozen=True)
class ChooseAlgorithm:
    name: str


@dataclass(frozen=True)
class GoToStep:
    step: int


@dataclass(frozen=True)
class StepBy:
    count: int


@dataclass(frozen=True)
class GoToLast:
    pass


@dataclass(frozen=True)
class TogglePlay:
    pass


@dataclass(frozen=True)
class SetRate:
    """Playback speed, steps a second."""

    rate: float


@dataclass(frozen=True)
class Tick:
    """Time passes, seconds: the only clock that playback knows."""

    seconds: float


@dataclass(frozen=True)
class HoverAxis:
    """The pointer is over that row of the SAT table, or over none."""

    axis: int | None


# --- looking ---


@dataclass(frozen=True)
class Orbit:
    dx: float  # pixels
    dy: float


@dataclass(frozen=True)
class Pan:
    view: View
    dx: float  # pixels
    dy: float
    height: float  # of the view, pixels


@dataclass(frozen=True)
class Zoom:
    """By notches of the wheel, towards a place in `view` (normalised device coordinates)."""

    view: View
    notches: float
    toward: tuple[float, float] = (0.0, 0.0)
    aspect: float = 1.0


@dataclass(frozen=True)
class Frame:
    """Both views show all there is; `aspect` is that of one view, width / height."""

    aspect: float = VIEW_ASPECT


@dataclass(frozen=True)
class Show:
    """Switches a field of `Visibility`."""

    what: str
    shown: bool


@dataclass(frozen=True)
class ChooseGizmo:
    gizmo: Gizmo | None


@dataclass(frozen=True)
class Tell:
    text: str
    is_error: bool = False


@dataclass(frozen=True)
class DismissMessage:
    pass


@dataclass(frozen=True)
class ShowDialog:
    """Opens a file dialog on a folder, or shows another folder, name or question in it."""

    purpose: Purpose
    folder: str
    name: str = ""
    replacing: bool = False


@dataclass(frozen=True)
class AskUnsaved:
    """Asks what is to become of unsaved changes before something else happens."""

    question: Unsaved


@dataclass(frozen=True)
class CloseDialog:
    """Closes the file dialog, or the question about unsaved changes."""


Action = (
    OpenScene
    | MarkSaved
    | Select
    | ChoosePair
    | PlaceBody
    | ReshapeBody
    | BeginDrag
    | DragTo
    | EndGesture
    | Undo
    | Redo
    | ChooseAlgorithm
    | GoToStep
    | StepBy
    | GoToLast
    | TogglePlay
    | SetRate
    | Tick
    | HoverAxis
    | Orbit
    | Pan
    | Zoom
    | Frame
    | Show
    | ChooseGizmo
    | Tell
    | DismissMessage
    | ShowDialog
    | AskUnsaved
    | CloseDialog
)


def update(state: State, action: Action) -> State:
    """The state after `action`; the same object when nothing changes."""
    after: State = _UPDATES[type(action)](state, action)
    if after == state:  # cheap: what was not touched is the same object
        return state
    return after if isinstance(action, PASSING) else _without_old_news(state, after)


def _without_old_news(before: State, after: State) -> State:
    """What was told before is over with the next deed; an error stays until it is clicked away."""
    is_old = after.message is not None and after.message is before.message and not after.message.is_error
    return replace(after, message=None) if is_old else after


def initial_state(scene: Scene, path: str | None = None) -> State:
    """A scene just opened: its first pair selected, at the last step, everything in view.

    Raises `ValueError` when the scene has fewer than two bodies: there is no pair to look at.
    """
    pair = first_pair(scene)
    state = State(scene, pair, path=path, saved=scene, selected=pair[0])
    return _go_to_last(_frame(state, Frame()), GoToLast())


def first_pair(scene: Scene) -> Pair:
    """The pair to begin with: the first of the file, or its first two bodies."""
    if scene.pairs:
        return scene.pairs[0]
    if len(scene.bodies) < 2:
        raise ValueError(
            f"{scene.name}: a scene needs at least two shapes to look at, this one has {len(scene.bodies)}"
        )
    return (scene.bodies[0].name, scene.bodies[1].name)


def _open_scene(state: State, action: OpenScene) -> State:
    opened = initial_state(action.scene, action.path)
    playback = replace(opened.playback, rate=state.playback.rate)
    kept = replace(opened, algorithm=state.algorithm, playback=playback, visible=state.visible, gizmo=state.gizmo)
    return _go_to_last(_with_steps(kept), GoToLast())


def _with_steps(state: State) -> State:
    """GJK takes every pair: it steps in, and says so, where the algorithm does not take one that has just come up."""
    word = inspect(state)
    if word.trace is not None:
        return state
    return replace(state, algorithm="gjk").told(f"GJK is shown: {word.refusal}")


def _mark_saved(state: State, action: MarkSaved) -> State:
    return replace(state, saved=action.scene, path=action.path)


def _select(state: State, action: Select) -> State:
    if action.body is not None and _find(state, action.body) is None:
        return state
    return replace(state, selected=action.body)


def _choose_pair(state: State, action: ChoosePair) -> State:
    names = {body.name for body in state.scene.bodies}
    a, b = action.pair
    if action.pair == state.pair or a == b or not {a, b} <= names:
        return state
    chosen = _with_steps(replace(_remembered(state, "choose pair"), pair=action.pair, selected=a))
    return _end_gesture(_go_to_last(_frame(chosen, Frame()), GoToLast()), EndGesture())


def _place_body(state: State, action: PlaceBody) -> State:
    body = _find(state, action.body)
    if body is None or body.placement == action.placement:
        return state
    if fault := _fault(action.placement, body.name):
        return state.told(fault, is_error=True)
    deed = "move" if action.placement.pose.rotation == body.pose.rotation else "turn"
    return _edited(state, state.scene.with_body(replace(body, placement=action.placement)), f"{deed} {body.name}")


def _reshape_body(state: State, action: ReshapeBody) -> State:
    body = _find(state, action.body)
    if body is None or body.shape == action.shape:
        return state
    return _edited(state, state.scene.with_body(replace(body, shape=action.shape)), f"reshape {body.name}")


def _begin_drag(state: State, action: BeginDrag) -> State:
    body = _find(state, action.body)
    if body is None:
        return state
    drag = Drag(body.name, action.grabbed, sub(body.pose.position, action.grabbed))
    return replace(_end_gesture(state, EndGesture()), drag=drag, selected=body.name)


def _drag_to(state: State, action: DragTo) -> State:
    if state.drag is None or (body := _find(state, state.drag.body)) is None:
        return state
    x, y, z = add(action.point, state.drag.offset)
    if action.decimals is not None:
        x, y, z = (round(part, action.decimals) for part in (x, y, z))
    placement = body.placement.moved((x, y, z))
    moved = _place_body(state, PlaceBody(body.name, placement))
    return replace(moved, drag=replace(state.drag, grabbed=action.point))


def _end_gesture(state: State, _: EndGesture) -> State:
    if state.drag is None and state.history.gesture is None:
        return state
    return replace(state, drag=None, history=replace(state.history, gesture=None))


def _undo(state: State, _: Undo) -> State:
    if not state.history.past:
        return state
    *past, edit = state.history.past
    history = History(tuple(past), (_edit_of(state, edit.label), *state.history.future))
    return _restored(state, edit, history).told(f"Undone: {edit.label}")


def _redo(state: State, _: Redo) -> State:
    if not state.history.future:
        return state
    edit, *future = state.history.future
    history = History((*state.history.past, _edit_of(state, edit.label)), tuple(future))
    return _restored(state, edit, history).told(f"Redone: {edit.label}")


def _choose_algorithm(state: State, action: ChooseAlgorithm) -> State:
    if action.name == state.algorithm or action.name not in engine.ALGORITHMS:
        return state
    return _go_to_last(replace(state, algorithm=action.name), GoToLast())


def _go_to_step(state: State, action: GoToStep) -> State:
    step = min(max(action.step, 0), last_step(state))
    return replace(state, step=step, playback=replace(state.playback, playing=False, elapsed=0.0))


def _step_by(state: State, action: StepBy) -> State:
    return _go_to_step(state, GoToStep(current_step(state) + action.count))


def _go_to_last(state: State, _: GoToLast) -> State:
    return _go_to_step(state, GoToStep(last_step(state)))


def _toggle_play(state: State, _: TogglePlay) -> State:
    if state.playback.playing:
        return replace(state, playback=replace(state.playback, playing=False))
    at_end = current_step(state) == last_step(state)
    return replace(
        state,
        step=0 if at_end else current_step(state),
        playback=replace(state.playback, playing=True, elapsed=0.0),
    )


def _set_rate(state: State, action: SetRate) -> State:
    if not 0 < action.rate < inf:
        return state
    return replace(state, playback=replace(state.playback, rate=action.rate))


def _tick(state: State, action: Tick) -> State:
    playback = state.playback
    if not playback.playing or not 0 < action.seconds < inf:
        return state
    elapsed = playback.elapsed + action.seconds
    step, last = current_step(state), last_step(state)
    if elapsed * playback.rate >= last - step:
        return replace(state, step=last, playback=replace(playback, playing=False, elapsed=0.0))
    steps = int(elapsed * playback.rate)
    return replace(state, step=step + steps, playback=replace(playback, elapsed=elapsed - steps / playback.rate))


def _hover_axis(state: State, action: HoverAxis) -> State:
    axes = inspect(state).axes
    axis = action.axis if axes and action.axis is not None and 0 <= action.axis < len(axes.steps) else None
    return replace(state, hovered_axis=axis)


def _orbit(state: State, action: Orbit) -> State:
    world, difference = state.cameras.world, state.cameras.difference
    return _looking(state, Cameras(world.orbited(action.dx, action.dy), difference.orbited(action.dx, action.dy)))


def _pan(state: State, action: Pan) -> State:
    if not action.height > 0:
        return state
    camera = state.cameras.of(action.view).panned(action.dx, action.dy, action.height)
    return _looking(state, replace(state.cameras, **{action.view.value: camera}))


def _zoom(state: State, action: Zoom) -> State:
    def zoomed(view: View) -> OrbitCamera:
        toward = action.toward if view is action.view else None
        return state.cameras.of(view).zoomed(action.notches, toward, action.aspect)

    return _looking(state, Cameras(zoomed(View.WORLD), zoomed(View.DIFFERENCE)))


def _frame(state: State, action: Frame) -> State:
    if not action.aspect > 0:  # a window that is minimised
        return state
    world = state.cameras.world.framed(*_with_volume(framed_ball(state)), action.aspect)
    difference = state.cameras.difference.framed(*_with_volume(difference_ball(state)), action.aspect)
    return _looking(state, Cameras(world, difference))


def _show(state: State, action: Show) -> State:
    if action.what not in {field.name for field in fields(state.visible)}:
        return state
    return replace(state, visible=replace(state.visible, **{action.what: action.shown}))


def _choose_gizmo(state: State, action: ChooseGizmo) -> State:
    return replace(state, gizmo=action.gizmo)


def _tell(state: State, action: Tell) -> State:
    return state.told(action.text, action.is_error)


def _dismiss_message(state: State, _: DismissMessage) -> State:
    return replace(state, message=None)


def _show_dialog(state: State, action: ShowDialog) -> State:
    return replace(state, dialog=FileDialog(action.purpose, action.folder, action.name, action.replacing), unsaved=None)


def _ask_unsaved(state: State, action: AskUnsaved) -> State:
    return replace(state, unsaved=action.question, dialog=None)


def _close_dialog(state: State, _: CloseDialog) -> State:
    return replace(state, dialog=None, unsaved=None)


# Deeds beside which a message stays: time passing, looking around.
PASSING = (Tick, HoverAxis, Orbit, Pan, Zoom, Frame)

_UPDATES: dict[type, Callable[[State, Any], State]] = {
    OpenScene: _open_scene,
    MarkSaved: _mark_saved,
    Select: _select,
    ChoosePair: _choose_pair,
    PlaceBody: _place_body,
    ReshapeBody: _reshape_body,
    BeginDrag: _begin_drag,
    DragTo: _drag_to,
    EndGesture: _end_gesture,
    Undo: _undo,
    Redo: _redo,
    ChooseAlgorithm: _choose_algorithm,
    GoToStep: _go_to_step,
    StepBy: _step_by,
    GoToLast: _go_to_last,
    TogglePlay: _toggle_play,
    SetRate: _set_rate,
    Tick: _tick,
    HoverAxis: _hover_axis,
    Orbit: _orbit,
    Pan: _pan,
    Zoom: _zoom,
    Frame: _frame,
    Show: _show,
    ChooseGizmo: _choose_gizmo,
    Tell: _tell,
    DismissMessage: _dismiss_message,
    ShowDialog: _show_dialog,
    AskUnsaved: _ask_unsaved,
    CloseDialog: _close_dialog,
}


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
    at_end = state.step == last_step(state)
    edited = replace(_remembered(state, label), scene=scene)
    # Whoever looks at the end of a run wants to keep looking at the end while the shapes move.
    return replace(edited, step=last_step(edited)) if at_end else edited


def _remembered(state: State, label: str) -> State:
    if state.history.gesture == label:
        return state
    past = (*state.history.past, _edit_of(state, label))[-UNDO_LIMIT:]
    return replace(state, history=History(past, (), label))


def _edit_of(state: State, label: str) -> Edit:
    return Edit(label, state.scene, state.pair, state.selected)


def _restored(state: State, edit: Edit, history: History) -> State:
    at_end = state.step == last_step(state)
    back = replace(state, scene=edit.scene, pair=edit.pair, selected=edit.selected, history=history, drag=None)
    return replace(back, step=last_step(back)) if at_end else back


def _looking(state: State, cameras: Cameras) -> State:
    """The state seen by these cameras, unless a number is no number: from there no action would lead back."""
    return replace(state, cameras=cameras) if cameras.world.is_finite and cameras.difference.is_finite else state


def _with_volume(ball: tuple[Vec3, float]) -> tuple[Vec3, float]:
    """A ball that a camera can frame: two points in one place still need some room around them."""
    center, radius = ball
    return center, radius if radius > 0 else 1.0
