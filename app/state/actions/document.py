"""Actions on the document: poses and shapes of bodies, the selected pair, and the scene's texts."""

from math import isfinite, radians
from typing import Any

from gjkscope.app.ask.runs.choices import Group, group_of
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.maths import quaternion_from_euler
from gjkscope.app.scenes.scene import Body, Pair, Placement, Planar
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.extremes import check_range, check_shape
from gjkscope.app.state.actions.history import edit, edit_at_once, end_gesture, remember
from gjkscope.app.state.actions.playback import at_last, with_steps
from gjkscope.app.state.actions.views import in_view, kept_in_view
from gjkscope.app.state.model import Document, Gesture, State
from gjkscope.engine.pose import as_pose
from gjkscope.engine.shapes.kinds import Mesh, Shape
from gjkscope.engine.vectors import Vec3

ENTRIES = {"0]": "x", "1]": "y", "2]": "z"}  # vector components: name in an error → name in a panel
TEXTS = {"name": "name", "about": "description", "source": "source"}


class Select(Action, frozen=True):
    """Selects a body, or nothing."""

    body: str | None


class ChoosePair(Action, frozen=True):
    """Chooses the pair that algorithms run on."""

    pair: Pair


class SwapPair(Action, frozen=True):
    """Swaps A and B; the camera stays."""


class AddPair(Action, frozen=True):
    """Adds the selected pair to the scene's list of pairs; creates the list if there is none."""


class ConfirmUnread(Action, frozen=True):
    """Confirms that unread parts of the imported scene do not matter: verdicts no longer mention them."""


class PlaceBody(Action, frozen=True):
    """Places a body exactly."""

    body: str
    placement: Placement


class TurnBody(Action, frozen=True):
    """Sets the body's rotation by angles in degrees about the world's x, then y, then z axis; in 2D, about z only."""

    body: str
    angles: Vec3


class ReshapeBody(Action, frozen=True):
    """Replaces the body's shape; `mesh_file` is the file it was read from, relative to the scene file."""

    body: str
    shape: Shape
    mesh_file: str | None = None


class SetText(Action, frozen=True):
    """Sets the scene's "name", "about" or "source"."""

    what: str
    text: str


@updates(Select)
def _select(state: State, action: Select) -> State:
    if action.body is not None and body_named(state, action.body) is None:
        return state
    return replace(state, document=replace(state.document, selected=action.body))


@updates(ChoosePair)
def _choose_pair(state: State, action: ChoosePair) -> State:
    names = {body.name for body in state.document.scene.bodies}
    a, b = action.pair
    if action.pair == state.document.pair or a == b or not {a, b} <= names:
        return state
    document = replace(state.document, pair=action.pair, selected=a)
    chosen = with_steps(replace(remember(state, "choose pair"), document=document))
    if group_of(state.run.algorithm) is Group.BROAD:
        return end_gesture(chosen)  # a broad phase does not depend on the pair: keep its step
    return end_gesture(at_last(in_view(chosen)))


@updates(SwapPair)
def _swap_pair(state: State, _: SwapPair) -> State:
    a, b = state.document.pair
    return kept_in_view(
        state, at_last(with_steps(edit_at_once(state, "swap A and B", replace(state.document, pair=(b, a)))))
    )


@updates(AddPair)
def _add_pair(state: State, _: AddPair) -> State:
    if is_listed(state):
        return state
    pairs = (*(state.document.scene.pairs or ()), state.document.pair)
    document = replace(state.document, scene=replace(state.document.scene, pairs=pairs))
    return edit_at_once(state, f"add the pair {' – '.join(state.document.pair)}", document)


@updates(ConfirmUnread)
def _confirm_unread(state: State, _: ConfirmUnread) -> State:
    if not state.document.scene.unread:
        return state
    document = replace(state.document, scene=replace(state.document.scene, unread=()))
    return edit_at_once(state, "confirm what was not read", document)


def is_listed(state: State) -> bool:
    """Whether the scene lists the selected pair, in either order."""
    return set(state.document.pair) in map(set, state.document.scene.pairs or ())


@updates(PlaceBody)
def _place_body(state: State, action: PlaceBody) -> State:
    body = body_named(state, action.body)
    return state if body is None else place_body(state, body, action.placement)


@updates(TurnBody)
def _turn_body(state: State, action: TurnBody) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    try:
        x, y, z = (radians(part) for part in _in_range("rotation", action.angles))
    except ValueError as fault:
        return state.with_message(f"{body.name}: {fault}", is_error=True)
    if isinstance(body.placement, Planar):
        if x or y:
            return state.with_message(f"{body.name}: rotation: a 2D body turns about z only", is_error=True)
        return place_body(state, body, replace(body.placement, angle=z))
    return place_body(state, body, body.placement.turned(quaternion_from_euler((x, y, z))))


@updates(ReshapeBody)
def _reshape_body(state: State, action: ReshapeBody) -> State:
    body = body_named(state, action.body)
    return state if body is None else reshape_body(state, body, action.shape, f"reshape {body.name}", action.mesh_file)


@updates(SetText)
def _set_text(state: State, action: SetText) -> State:
    text = action.text.strip()
    if action.what not in TEXTS or (text or None) == getattr(state.document.scene, action.what):
        return state
    if action.what == "name" and not (text and text.isprintable()):
        return state.with_message("name: must be printable characters on one line, not empty", is_error=True)
    scene = replace(state.document.scene, **{action.what: text or None})  # type: ignore[arg-type]
    return edit_at_once(state, f"set {TEXTS[action.what]} of the scene", replace(state.document, scene=scene))


def body_named(state: State, name: str) -> Body | None:
    return next((body for body in state.document.scene.bodies if body.name == name), None)


def place_body(state: State, body: Body, placement: Placement, gesture: Gesture | None = None) -> State:
    """The state with the body at `placement`, or with an error message if that is invalid.

    In either case `gesture`, which tracks the drag or the gizmo, is updated.
    """
    if gesture is not None:
        state = replace(state, gesture=gesture)
    if body.placement == placement:
        return state
    try:
        after = replace(body, placement=placement)
        _check_place(body, after)
    except ValueError as fault:
        return state.with_message(f"{body.name}: {fault}", is_error=True)
    verb = "move" if after.pose.rotation == body.pose.rotation else "turn"
    return edit(state, f"{verb} {body.name}", _with_body(state, after))


def reshape_body(state: State, body: Body, shape: Shape, label: str, mesh_file: str | None = None) -> State:
    """The state with the new shape, or with an error message if that is invalid."""
    if body.shape == shape:
        return state
    if shape.dimension != body.shape.dimension:
        fault = f"{body.name}: must remain a {body.shape.dimension}D shape"
        return state.with_message(fault, is_error=True)
    try:
        check_shape(body.shape, shape)
    except ValueError as fault:
        return state.with_message(f"{body.name}: {fault_words(fault)}", is_error=True)
    shape = _without_stale_parts(body.shape, shape)
    if _is_same_mesh(body.shape, shape):
        mesh_file = body.mesh_file
    return edit(state, label, _with_body(state, replace(body, shape=shape, mesh_file=mesh_file)))


def _is_same_mesh(old: Shape, new: Shape) -> bool:
    """Whether only the rounding and the parts differ: the mesh is still that of its file."""
    changed: dict[str, Any] = {"rounding": old.rounding}
    if isinstance(old, Mesh) and isinstance(new, Mesh):
        changed["parts"] = old.parts
    return replace(new, **changed) == old


def _without_stale_parts(old: Shape, new: Shape) -> Shape:
    """The new shape without the parts of the old one, if it has other vertices or faces."""
    if not isinstance(new, Mesh) or not isinstance(old, Mesh) or not new.parts or new.parts != old.parts:
        return new
    return new if (new.vertices, new.faces) == (old.vertices, old.faces) else replace(new, parts=())


def _with_body(state: State, body: Body) -> Document:
    """The document with this body in place of the one with the same name."""
    return replace(state.document, scene=state.document.scene.with_body(body))


COUNTED = ("faces", "heights", "holes", "cell_size")  # fields whose entries are not x, y and z


def fault_words(fault: ValueError) -> str:
    """The error message with the property named as in the panel: "half extents x", not "half_extents[0]"."""
    path, colon, why = str(fault).partition(":")
    vector, _, entry = path.rpartition("[")
    if entry in ENTRIES and vector not in ("vertices", "pair") and not vector.startswith(COUNTED):
        path = f"{vector} {ENTRIES[entry]}"
    return f"{path.replace('_', ' ')}{colon}{why}"


def _check_place(body: Body, after: Body) -> None:
    if isinstance(after.placement, Planar) and not isfinite(after.placement.angle):
        raise ValueError(f"angle: must be finite, got {after.placement.angle}")
    pose = after.pose
    _in_range("position", pose.position, body.pose.position)
    if pose.rotation != body.pose.rotation:
        as_pose(pose, "placement")


def _in_range(name: str, values: Vec3, old: Vec3 | None = None) -> Vec3:
    """Returns `values`.  Raises `ValueError` if one is not finite, or is out of range and differs from `old`."""
    for i, (axis, value) in enumerate(zip("xyz", values, strict=True)):
        if not isfinite(value):
            raise ValueError(f"{name} {axis}: must be finite, got {value}")
        if old is None or value != old[i]:
            check_range(f"{name} {axis}", value)
    return values
