"""Actions for layouts and cameras: standard views, projection, linked cameras, and animated camera moves."""

from math import isfinite, pi
from typing import TypeVar

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import STANDARD_ANGLES, OrbitCamera, ViewSide
from gjkscope.app.scenes.cameras.easing import EASES, camera_between, interpolate, point_between
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.model import Approach, Cameras, Layout, State, Turn, View
from gjkscope.app.state.model.demo import CameraReturn
from gjkscope.engine.vectors import Vec3

Way = TypeVar("Way", Turn, Approach, CameraReturn)

TURN_SECONDS = 0.25  # short enough not to delay the user, long enough to see the direction


class ChooseLayout(Action, frozen=True):
    """Chooses which views are visible."""

    layout: Layout
    passing = True


class LinkCameras(Action, frozen=True):
    """Links or unlinks the rotation and zoom of both cameras; linking adopts the world view's direction."""

    linked: bool


class ShowUpwards(Action, frozen=True):
    """Makes z or y the vertical axis of all views; numbers stay as they are.

    This is a user setting, except while a scene with its own axis is open: then it applies to that scene alone.
    """

    z_up: bool
    passing = True


class LookFrom(Action, frozen=True):
    """Turns to a standard view."""

    view: View
    side: ViewSide
    passing = True


class TurnBy(Action, frozen=True):
    """Orbits by angles in radians: `yaw` to the right, `pitch` up."""

    view: View
    yaw: float
    pitch: float
    passing = True


class LookOpposite(Action, frozen=True):
    """Turns to the opposite side of the target."""

    view: View
    passing = True


class SetOrthographic(Action, frozen=True):
    """Switches a view between orthographic and perspective projection."""

    view: View
    orthographic: bool
    passing = True


class PlaceCamera(Action, frozen=True):
    """Sets the view's camera, except for `reach`, which prevents clipping."""

    view: View
    camera: OrbitCamera
    passing = True


class HoverView(Action, frozen=True):
    """The pointer has entered a view, or left all views."""

    view: View | None
    passing = True


@updates(ChooseLayout)
def _choose_layout(state: State, action: ChooseLayout) -> State:
    return replace(state, display=replace(state.display, layout=action.layout))


@updates(LinkCameras)
def _link_cameras(state: State, action: LinkCameras) -> State:
    world, difference = state.view.cameras.world, state.view.cameras.difference
    if action.linked:
        difference = replace(difference.looking(world.yaw, world.pitch), orthographic=world.orthographic)
    return seen_by(state, replace(state.view.cameras, difference=difference, linked=action.linked))


@updates(ShowUpwards)
def _show_upwards(state: State, action: ShowUpwards) -> State:
    if state.view.cameras.flat:
        return state
    return replace(state, view=replace(state.view, cameras=state.view.cameras.upright(action.z_up)))


@updates(LookFrom)
def _look_from(state: State, action: LookFrom) -> State:
    return _turning(state, action.view, *STANDARD_ANGLES[action.side])


@updates(TurnBy)
def _turn_by(state: State, action: TurnBy) -> State:
    if not (isfinite(action.yaw) and isfinite(action.pitch)):
        return state
    yaw, pitch = _goal(state, action.view)
    return _turning(state, action.view, yaw + action.yaw, pitch + action.pitch)


@updates(LookOpposite)
def _look_opposite(state: State, action: LookOpposite) -> State:
    yaw, pitch = _goal(state, action.view)
    return _turning(state, action.view, yaw + pi, -pitch)


@updates(SetOrthographic)
def _set_orthographic(state: State, action: SetOrthographic) -> State:
    cameras = state.view.cameras
    for view in cameras.linked_to(action.view):
        cameras = cameras.placed(view, replace(cameras.of(view), orthographic=action.orthographic))
    return seen_by(state, cameras)


@updates(PlaceCamera)
def _place_camera(state: State, action: PlaceCamera) -> State:
    placed = replace(action.camera, reach=state.view.cameras.of(action.view).reach)
    cameras = state.view.cameras.placed(action.view, placed)
    for view in cameras.linked_to(action.view):
        turned = cameras.of(view).looking(placed.yaw, placed.pitch)
        cameras = cameras.placed(view, replace(turned, orthographic=placed.orthographic))
    return seen_by(state, cameras)


@updates(HoverView)
def _hover_view(state: State, action: HoverView) -> State:
    return replace(state, pointer=replace(state.pointer, hovered_view=action.view))


def seen_by(state: State, cameras: Cameras) -> State:
    """The state with these cameras, or unchanged if a value is not finite, as no action could recover from that.

    An animated turn or approach continues, unless its own parameters were changed.
    """
    if not all(camera.is_finite for camera in cameras.all):
        return state
    turn, approach = state.view.turn, state.view.approach
    if turn is not None and _angles(cameras, turn.view) != _angles(state.view.cameras, turn.view):
        turn = None
    if approach is not None and _place(cameras, approach.view) != _place(state.view.cameras, approach.view):
        approach = None
    return replace(state, view=replace(state.view, cameras=cameras, turn=turn, approach=approach))


def advance_turning(state: State, seconds: float) -> State:
    """The state after the turning camera has advanced by `seconds`."""
    turn = state.view.turn
    if turn is None:
        return state
    part = part_of_way(turn.elapsed + seconds)
    yaw, pitch = (interpolate(a, b, part) for a, b in zip(turn.start, turn.end, strict=True))
    cameras = state.view.cameras
    for view in cameras.linked_to(turn.view):
        cameras = cameras.placed(view, cameras.of(view).looking(yaw, pitch))
    return replace(state, view=replace(state.view, cameras=cameras, turn=advance_turn(turn, seconds)))


def approaching(state: State, view: View, goal: OrbitCamera) -> State:
    """Starts to animate the view's camera to the target and distance of `goal`."""
    return replace(state, view=replace(state.view, approach=Approach(view, state.view.cameras.of(view), goal)))


def advance_approach(state: State, seconds: float) -> State:
    """The state after the approaching camera has advanced by `seconds`."""
    approach = state.view.approach
    if approach is None:
        return state
    there = camera_between(approach.start, approach.end, part_of_way(approach.elapsed + seconds))
    camera = state.view.cameras.of(approach.view)
    # Interpolated with the distance, so that a point at the same place in the first and last picture stays there.
    way = approach.end.distance - approach.start.distance
    part = (there.distance - approach.start.distance) / way if way else part_of_way(approach.elapsed + seconds)
    target = point_between(approach.start.target, approach.end.target, part)
    moved = replace(camera, target=target, distance=there.distance, reach=there.reach)
    cameras = state.view.cameras.placed(approach.view, moved)
    return replace(state, view=replace(state.view, cameras=cameras, approach=advance_turn(approach, seconds)))


def cameras_between(a: Cameras, b: Cameras, part: float) -> Cameras:
    """Interpolates each camera from `a` to `b`."""
    for view in View:
        b = b.placed(view, camera_between(a.of(view), b.of(view), part))
    return b


def part_of_way(elapsed: float) -> float:
    """The eased fraction, 0 … 1, of a camera's animation after `elapsed` seconds."""
    return EASES["smooth"](min(elapsed / TURN_SECONDS, 1.0))


def advance_turn(way: Way, seconds: float) -> Way | None:
    """The animation advanced by `seconds`; None once it has ended."""
    elapsed = way.elapsed + seconds
    return replace(way, elapsed=elapsed) if part_of_way(elapsed) < 1 else None


def _goal(state: State, view: View) -> tuple[float, float]:
    """The yaw and pitch after any current turn, so that a key pressed twice turns twice as far."""
    turn = state.view.turn
    return turn.end if turn is not None and _is_turned(state, turn, view) else _angles(state.view.cameras, view)


def _angles(cameras: Cameras, view: View) -> tuple[float, float]:
    camera = cameras.of(view)
    return camera.yaw, camera.pitch


def _place(cameras: Cameras, view: View) -> tuple[Vec3, float]:
    camera = cameras.of(view)
    return camera.target, camera.distance


def _is_turned(state: State, turn: Turn, view: View) -> bool:
    return view in state.view.cameras.linked_to(turn.view)


def _turning(state: State, view: View, yaw: float, pitch: float) -> State:
    """Starts a turn the shorter way round; a turn of another camera is completed at once."""
    if state.view.turn is not None and not _is_turned(state, state.view.turn, view):
        state = advance_turning(state, TURN_SECONDS)
    camera = state.view.cameras.of(view)
    if camera.flat:
        return state
    goal = camera.looking(yaw, pitch)
    around = (goal.yaw - camera.yaw + pi) % (2 * pi) - pi
    turn = Turn(view, (goal.yaw - around, camera.pitch), (goal.yaw, goal.pitch))
    return replace(state, view=replace(state.view, turn=turn if goal != camera else None))
