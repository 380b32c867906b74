"""Which views are seen, and where their cameras stand: layouts, standard views, projection, linked cameras."""

from dataclasses import dataclass, replace
from math import isfinite, pi
from typing import TypeVar

from engine.vectors import Vec3

from ..camera import STANDARD_ANGLES, OrbitCamera, Side
from ..demo import WayBack
from ..easing import EASES, between, camera_between
from ..state import Approach, Cameras, Layout, State, Turn, View
from .action import Action, updates

Way = TypeVar("Way", Turn, Approach, WayBack)

TURN_SECONDS = 0.25  # short enough not to wait for, long enough to see which way it went


@dataclass(frozen=True)
class ChooseLayout(Action):
    layout: Layout
    passing = True


@dataclass(frozen=True)
class LinkCameras(Action):
    """World and difference turn and zoom together from now on, as the world is seen; or each on its own."""

    linked: bool
    passing = True


@dataclass(frozen=True)
class LookFrom(Action):
    """Turns to a standard view."""

    view: View
    side: Side
    passing = True


@dataclass(frozen=True)
class TurnBy(Action):
    """Turns by angles in radians: `yaw` to the right, `pitch` up."""

    view: View
    yaw: float
    pitch: float
    passing = True


@dataclass(frozen=True)
class LookOpposite(Action):
    """Turns to the other side of what is looked at."""

    view: View
    passing = True


@dataclass(frozen=True)
class SetOrthographic(Action):
    view: View
    orthographic: bool
    passing = True


@dataclass(frozen=True)
class PlaceCamera(Action):
    """Looks just as `camera` does; what must not be clipped stays as it is."""

    view: View
    camera: OrbitCamera
    passing = True


@dataclass(frozen=True)
class HoverView(Action):
    """The pointer is over that view, or over none."""

    view: View | None
    passing = True


@updates(ChooseLayout)
def _choose_layout(state: State, action: ChooseLayout) -> State:
    return replace(state, layout=action.layout)


@updates(LinkCameras)
def _link_cameras(state: State, action: LinkCameras) -> State:
    world, difference = state.cameras.world, state.cameras.difference
    if action.linked:
        difference = replace(difference.looking(world.yaw, world.pitch), orthographic=world.orthographic)
    return seen_by(state, replace(state.cameras, difference=difference, linked=action.linked))


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
    cameras = state.cameras
    for view in cameras.linked_to(action.view):
        cameras = cameras.placed(view, replace(cameras.of(view), orthographic=action.orthographic))
    return seen_by(state, cameras)


@updates(PlaceCamera)
def _place_camera(state: State, action: PlaceCamera) -> State:
    placed = replace(action.camera, reach=state.cameras.of(action.view).reach)
    cameras = state.cameras.placed(action.view, placed)
    for view in cameras.linked_to(action.view):
        turned = cameras.of(view).looking(placed.yaw, placed.pitch)
        cameras = cameras.placed(view, replace(turned, orthographic=placed.orthographic))
    return seen_by(state, cameras)


@updates(HoverView)
def _hover_view(state: State, action: HoverView) -> State:
    return replace(state, hovered_view=action.view)


def seen_by(state: State, cameras: Cameras) -> State:
    """The state seen by these cameras, unless a number is no number: from there no action would lead back.

    A camera that is on its way arrives nevertheless, unless it was turned, or moved where it moves.
    """
    if not all(camera.is_finite for camera in cameras.all):
        return state
    turn, approach = state.turn, state.approach
    if turn is not None and _angles(cameras, turn.view) != _angles(state.cameras, turn.view):
        turn = None
    if approach is not None and _place(cameras, approach.view) != _place(state.cameras, approach.view):
        approach = None
    return replace(state, cameras=cameras, turn=turn, approach=approach)


def turned_on(state: State, seconds: float) -> State:
    """The state after the camera that is turning has turned on for so long."""
    turn = state.turn
    if turn is None:
        return state
    part = part_of_way(turn.elapsed + seconds)
    yaw, pitch = (between(a, b, part) for a, b in zip(turn.start, turn.end, strict=True))
    cameras = state.cameras
    for view in cameras.linked_to(turn.view):
        cameras = cameras.placed(view, cameras.of(view).looking(yaw, pitch))
    return replace(state, cameras=cameras, turn=gone_on(turn, seconds))


def approaching(state: State, view: View, goal: OrbitCamera) -> State:
    """Its camera on its way to the target and the distance of `goal`."""
    return replace(state, approach=Approach(view, state.cameras.of(view), goal))


def approached_on(state: State, seconds: float) -> State:
    """The state after the camera that is on its way to another place has moved on for so long."""
    approach = state.approach
    if approach is None:
        return state
    there = camera_between(approach.start, approach.end, part_of_way(approach.elapsed + seconds))
    camera = state.cameras.of(approach.view)
    moved = replace(camera, target=there.target, distance=there.distance, reach=there.reach)
    cameras = state.cameras.placed(approach.view, moved)
    return replace(state, cameras=cameras, approach=gone_on(approach, seconds))


def cameras_between(a: Cameras, b: Cameras, part: float) -> Cameras:
    """Each on its way from `a` to `b`."""
    for view in View:
        b = b.placed(view, camera_between(a.of(view), b.of(view), part))
    return b


def part_of_way(elapsed: float) -> float:
    """How much of its way, 0 … 1, a camera has behind it after so many seconds."""
    return EASES["smooth"](min(elapsed / TURN_SECONDS, 1.0))


def gone_on(way: Way, seconds: float) -> Way | None:
    """A camera's way after so many seconds more; None once it has arrived."""
    elapsed = way.elapsed + seconds
    return replace(way, elapsed=elapsed) if part_of_way(elapsed) < 1 else None


def _goal(state: State, view: View) -> tuple[float, float]:
    """Where the camera looks from, or will when it has arrived: a key pressed twice turns twice as far."""
    turn = state.turn
    return turn.end if turn is not None and _is_turned(state, turn, view) else _angles(state.cameras, view)


def _angles(cameras: Cameras, view: View) -> tuple[float, float]:
    camera = cameras.of(view)
    return camera.yaw, camera.pitch


def _place(cameras: Cameras, view: View) -> tuple[Vec3, float]:
    camera = cameras.of(view)
    return camera.target, camera.distance


def _is_turned(state: State, turn: Turn, view: View) -> bool:
    return view in state.cameras.linked_to(turn.view)


def _turning(state: State, view: View, yaw: float, pitch: float) -> State:
    """On its way there, the shorter way round; another one that is on its way has arrived."""
    if state.turn is not None and not _is_turned(state, state.turn, view):
        state = turned_on(state, TURN_SECONDS)
    camera = state.cameras.of(view)
    goal = camera.looking(yaw, pitch)
    around = (goal.yaw - camera.yaw + pi) % (2 * pi) - pi
    turn = Turn(view, (goal.yaw - around, camera.pitch), (goal.yaw, goal.pitch))
    return replace(state, turn=turn if goal != camera else None)
