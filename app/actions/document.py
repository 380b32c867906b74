"""The document: where its bodies are and how they are shaped, the pair that is looked at, and the words about it."""

from dataclasses import dataclass, replace
from math import isfinite, radians
from typing import Any

from engine.pose import Pose, as_pose
from engine.shapes import Shape
from engine.vectors import Vec3

from ..choices import Group, asks
from ..maths import quaternion_from_euler
from ..scene import Body, Pair, PositionOrientation, Transform
from ..state import State
from .action import Action, updates
from .extremes import check_range, check_shape
from .history import edited, edited_at_once, gesture_ended, remembered
from .looking import in_view, kept_in_view
from .playing import at_last, with_steps

ENTRIES = {"0]": "x", "1]": "y", "2]": "z"}  # of a vector, as a fault names them and as a panel does
TEXTS = {"name": "name", "about": "description", "source": "source"}


@dataclass(frozen=True)
class Select(Action):
    body: str | None


@dataclass(frozen=True)
class ChoosePair(Action):
    pair: Pair


@dataclass(frozen=True)
class SwapPair(Action):
    """A becomes B and B becomes A; what the user looks at stays where it is."""


@dataclass(frozen=True)
class AddPair(Action):
    """The pair that is shown is one of those of the scene from now on; where it has no list, the first of one."""


@dataclass(frozen=True)
class PlaceBody(Action):
    body: str
    placement: PositionOrientation | Transform


@dataclass(frozen=True)
class TurnBody(Action):
    """Turns the body to angles in degrees: about the world's x, then y, then z axis."""

    body: str
    angles: Vec3


@dataclass(frozen=True)
class ReshapeBody(Action):
    """Another shape for the body; `mesh_file` is where it was read from, relative to the scene's file."""

    body: str
    shape: Shape
    mesh_file: str | None = None


@dataclass(frozen=True)
class SetText(Action):
    """The scene's "name", "about" or "source"."""

    what: str
    text: str


@updates(Select)
def _select(state: State, action: Select) -> State:
    if action.body is not None and body_named(state, action.body) is None:
        return state
    return replace(state, selected=action.body)


@updates(ChoosePair)
def _choose_pair(state: State, action: ChoosePair) -> State:
    names = {body.name for body in state.scene.bodies}
    a, b = action.pair
    if action.pair == state.pair or a == b or not {a, b} <= names:
        return state
    chosen = with_steps(replace(remembered(state, "choose pair"), pair=action.pair, selected=a))
    if asks(state.algorithm) is Group.BROAD:
        return gesture_ended(chosen)  # it is about all bodies, and goes on where it was
    return gesture_ended(at_last(in_view(chosen)))


@updates(SwapPair)
def _swap_pair(state: State, _: SwapPair) -> State:
    a, b = state.pair
    return kept_in_view(state, at_last(with_steps(edited_at_once(state, "swap A and B", pair=(b, a)))))


@updates(AddPair)
def _add_pair(state: State, _: AddPair) -> State:
    if is_listed(state):
        return state
    pairs = (*(state.scene.pairs or ()), state.pair)
    return edited_at_once(state, f"add the pair {' – '.join(state.pair)}", scene=replace(state.scene, pairs=pairs))


def is_listed(state: State) -> bool:
    """Whether the pair that is shown is one of those that the scene lists, either way round."""
    return set(state.pair) in map(set, state.scene.pairs or ())


@updates(PlaceBody)
def _place_body(state: State, action: PlaceBody) -> State:
    body = body_named(state, action.body)
    return state if body is None else placed(state, body, action.placement)


@updates(TurnBody)
def _turn_body(state: State, action: TurnBody) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    try:
        x, y, z = (radians(part) for part in _in_range("rotation", action.angles))
    except ValueError as fault:
        return state.told(f"{body.name}: {fault}", is_error=True)
    return placed(state, body, body.placement.turned(quaternion_from_euler((x, y, z))))


@updates(ReshapeBody)
def _reshape_body(state: State, action: ReshapeBody) -> State:
    body = body_named(state, action.body)
    return state if body is None else reshaped(state, body, action.shape, f"reshape {body.name}", action.mesh_file)


@updates(SetText)
def _set_text(state: State, action: SetText) -> State:
    text = action.text.strip()
    if action.what not in TEXTS or (text or None) == getattr(state.scene, action.what):
        return state
    if action.what == "name" and not (text and text.isprintable()):
        return state.told("name: must be printable characters on one line, at least one", is_error=True)
    scene = replace(state.scene, **{action.what: text or None})  # type: ignore[arg-type]
    return edited_at_once(state, f"set {TEXTS[action.what]} of the scene", scene=scene)


def body_named(state: State, name: str) -> Body | None:
    return next((body for body in state.scene.bodies if body.name == name), None)


def placed(state: State, body: Body, placement: PositionOrientation | Transform, **held: Any) -> State:
    """The state with the body moved or turned there; or a message about what keeps it from being there.

    In either case `held` says where the pointer, or the ring, that holds it has come to.
    """
    if body.placement == placement:
        return replace(state, **held) if held else state
    after = replace(body, placement=placement)
    try:
        _check_place(body, after.pose)
    except ValueError as fault:
        return replace(state, **held).told(f"{body.name}: {fault}", is_error=True)
    deed = "move" if after.pose.rotation == body.pose.rotation else "turn"
    return edited(state, state.scene.with_body(after), f"{deed} {body.name}", **held)


def reshaped(state: State, body: Body, shape: Shape, label: str, mesh_file: str | None = None) -> State:
    """The state with the body of that shape; or a message about what is wrong with it."""
    if body.shape == shape:
        return state
    try:
        check_shape(body.shape, shape)
    except ValueError as fault:
        return state.told(f"{body.name}: {fault_words(fault)}", is_error=True)
    if replace(shape, rounding=body.shape.rounding) == body.shape:
        mesh_file = body.mesh_file  # it is still the file's
    return edited(state, state.scene.with_body(replace(body, shape=shape, mesh_file=mesh_file)), label)


def fault_words(fault: ValueError) -> str:
    """What is wrong with a property, named as the panel has it: "half extents x", not "half_extents[0]"."""
    path, colon, why = str(fault).partition(":")
    vector, _, entry = path.rpartition("[")
    if entry in ENTRIES and vector != "vertices" and not vector.startswith("faces"):
        path = f"{vector} {ENTRIES[entry]}"
    return f"{path.replace('_', ' ')}{colon}{why}"


def _check_place(body: Body, pose: Pose) -> None:
    _in_range("position", pose.position, body.pose.position)
    if pose.rotation != body.pose.rotation:
        as_pose(pose, "placement")


def _in_range(name: str, values: Vec3, old: Vec3 | None = None) -> Vec3:
    """The numbers; raises `ValueError` for one that is not finite, or out of range and not the old one."""
    for i, (axis, value) in enumerate(zip("xyz", values, strict=True)):
        if not isfinite(value):
            raise ValueError(f"{name} {axis}: must be finite, got {value}")
        if old is None or value != old[i]:
            check_range(f"{name} {axis}", value)
    return values
