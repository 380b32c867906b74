"""Actions that add, delete, rename and edit bodies; pairs and expectations that refer to them are updated.

An invalid value is rejected with a message that names the property, and nothing changes.
"""

import re
from collections.abc import Callable
from dataclasses import fields
from itertools import count
from math import floor, log10
from typing import Any

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body, Pair, Planar, PositionOrientation, is_about_pair
from gjkscope.app.scenes.shape_kinds import as_kind, shape_of_size
from gjkscope.app.scenes.shapes.kinds import ENTRIES_OF
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.document import body_named, fault_words, reshape_body
from gjkscope.app.state.actions.extremes import check_range
from gjkscope.app.state.actions.history import edit, edit_at_once
from gjkscope.app.state.actions.placing import placed_beside
from gjkscope.app.state.actions.playback import at_last, with_steps
from gjkscope.app.state.actions.views import in_view
from gjkscope.app.state.model import Document, State
from gjkscope.engine.arguments import as_vector, length
from gjkscope.engine.plane.vectors import Vec2
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.vectors import Vec3

FEWEST = 2  # bodies in a scene, to form a pair
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NEW_SIZE = 0.12  # half the size of a new body, relative to the camera's distance
BESIDE = 1.25  # offset of a duplicate to the right, in widths of the body


class AddBody(Action, frozen=True):
    """Adds a body of a kind (`SHAPE_TYPES`, in 2D `PLANAR_TYPES`) beside the others, near the world camera's target.

    It becomes B unless the scene says something about the selected pair.
    """

    kind: str


class AddBodies(Action, frozen=True):
    """Adds bodies, which keep their places to each other, beside the others; the first becomes B as for `AddBody`."""

    bodies: tuple[Body, ...]


class DuplicateBody(Action, frozen=True):
    """Adds a copy of a body next to it."""

    body: str


class DeleteBody(Action, frozen=True):
    """Deletes a body."""

    body: str


class RenameBody(Action, frozen=True):
    """Renames a body."""

    body: str
    name: str


class FilterBodies(Action, frozen=True):
    """Lists only bodies that match a text: see `filtered_bodies`."""

    text: str
    passing = True
    recorded = False


class BeginRename(Action, frozen=True):
    """Starts editing the body's name in the list; None ends editing."""

    body: str | None


class HideBody(Action, frozen=True):
    """Hides the body in the views, or shows it again; queries still include it."""

    body: str
    hidden: bool


class ShowAllBodies(Action, frozen=True):
    pass


class ChangeKind(Action, frozen=True):
    """Replaces the shape by one of another kind and similar size."""

    body: str
    kind: str


class SetShapeField(Action, frozen=True):
    """Sets a field of the body's shape: "radius", "half_extents", "vertices" …"""

    body: str
    field: str
    value: float | str | Vec2 | Vec3 | tuple[Vec2, ...] | tuple[Vec3, ...]


class SetProperty(Action, frozen=True):
    """Sets one of `PROPERTIES`: everything about a body except its shape and pose."""

    body: str
    name: str
    value: float | str | Vec3 | None


@updates(AddBody)
def _add_body(state: State, action: AddBody) -> State:
    dimension = state.document.scene.dimension
    if action.kind not in ENTRIES_OF[dimension]:
        return state
    camera = state.view.cameras.world
    half = _round_number(NEW_SIZE * camera.distance)
    shape = shape_of_size(action.kind, (half, half, half), dimension)
    decimals = 1 - floor(log10(half))
    x, y, z = (round(part, decimals) + 0.0 for part in camera.target)
    pose = Planar((x, y)) if state.document.scene.is_plane else PositionOrientation((x, y, z))
    (body,) = placed_beside((Body(_free_letter(state), shape, pose),), state.document.scene.bodies)
    return _in_free_pair(_with_new(state, body, f"add {action.kind}"), body.name)


@updates(AddBodies)
def _add_bodies(state: State, action: AddBodies) -> State:
    scene = state.document.scene
    if not action.bodies:
        return state
    if any(body.shape.dimension != scene.dimension for body in action.bodies):
        return state.with_message(f"Not added: {scene.name} is a {scene.dimension}D scene", is_error=True)
    placed = placed_beside(action.bodies, scene.bodies)
    grown = state
    for body in placed:  # each takes a name that the others have not
        taken = grown.document.scene.names
        named = replace(body, name=_free_name(grown, body.name)) if body.name in taken else body
        bodies = (*grown.document.scene.bodies, named)
        grown = replace(grown, document=replace(grown.document, scene=replace(scene, bodies=bodies)))
    first = grown.document.scene.bodies[len(scene.bodies)].name
    words = first if len(placed) == 1 else f"{len(placed)} bodies"
    document = replace(grown.document, selected=first)
    return in_view(_in_free_pair(edit_at_once(state, f"add {words}", document), first))


@updates(DuplicateBody)
def _duplicate_body(state: State, action: DuplicateBody) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    (low, _, _), (high, _, _) = aabb(body.shape, body.pose)
    x, y, z = body.pose.position
    shift = float(f"{max((high - low) * BESIDE, NEW_SIZE * state.view.cameras.world.distance):.2g}")
    beside = body.placement.moved((x + shift, y, z))
    copy = replace(body, name=_free_name(state, body.name), placement=beside)
    (copy,) = placed_beside((copy,), state.document.scene.bodies)
    return _with_new(state, copy, f"duplicate {body.name}")


@updates(DeleteBody)
def _delete_body(state: State, action: DeleteBody) -> State:
    name, bodies = action.body, state.document.scene.bodies
    if body_named(state, name) is None:
        return state
    if len(bodies) <= FEWEST:
        return state.with_message(f"Cannot delete {name}: a scene needs at least {FEWEST} bodies", is_error=True)
    other = next((body.name for body in bodies if body.name not in (name, *state.document.pair)), "")
    a, b = (other if member == name else member for member in state.document.pair)
    document = Document(
        state.document.scene.without(name),
        (a, b),
        None if state.document.selected == name else state.document.selected,
        tuple(hidden_name for hidden_name in state.document.hidden if hidden_name != name),
    )
    return with_steps(_unhover(edit_at_once(state, f"delete {name}", document)))


@updates(RenameBody)
def _rename_body(state: State, action: RenameBody) -> State:
    old, new = action.body, action.name.strip()
    state = replace(state, shell=replace(state.shell, renaming=None))
    if body_named(state, old) is None or new == old:
        return state
    if fault := _fault_of_name(state, new):
        return state.with_message(f"{old}: name: {fault}", is_error=True)

    document = Document(
        state.document.scene.renamed(old, new),
        _rename_in_pair(state.document.pair, old, new),
        new if state.document.selected == old else state.document.selected,
        tuple(new if name == old else name for name in state.document.hidden),
    )
    return _unhover(edit_at_once(state, f"rename {old} to {new}", document))


@updates(FilterBodies)
def _filter_bodies(state: State, action: FilterBodies) -> State:
    return replace(state, shell=replace(state.shell, body_filter=action.text))


@updates(BeginRename)
def _begin_rename(state: State, action: BeginRename) -> State:
    if action.body is not None and body_named(state, action.body) is None:
        return state
    return replace(state, shell=replace(state.shell, renaming=action.body))


@updates(HideBody)
def _hide_body(state: State, action: HideBody) -> State:
    name = action.body
    if body_named(state, name) is None or (name in state.document.hidden) == action.hidden:
        return state
    others = tuple(hidden_name for hidden_name in state.document.hidden if hidden_name != name)
    hidden = (*others, name) if action.hidden else others
    return edit_at_once(state, f"{'hide' if action.hidden else 'show'} {name}", replace(state.document, hidden=hidden))


@updates(ShowAllBodies)
def _show_all_bodies(state: State, _: ShowAllBodies) -> State:
    if not state.document.hidden:
        return state
    return edit_at_once(state, "show all bodies", replace(state.document, hidden=()))


@updates(ChangeKind)
def _change_kind(state: State, action: ChangeKind) -> State:
    body = body_named(state, action.body)
    kinds = ENTRIES_OF[state.document.scene.dimension]
    if body is None or action.kind not in kinds or body.shape.kind == action.kind:
        return state
    return with_steps(reshape_body(state, body, as_kind(body.shape, action.kind), f"make {body.name} a {action.kind}"))


@updates(SetShapeField)
def _set_shape_field(state: State, action: SetShapeField) -> State:
    body = body_named(state, action.body)
    if body is None or action.field not in {field.name for field in fields(body.shape)}:
        return state
    try:
        shape = replace(body.shape, **{action.field: action.value})
    except ValueError as fault:
        return state.with_message(f"{body.name}: {fault_words(fault)}", is_error=True)
    return reshape_body(state, body, shape, f"set {action.field.replace('_', ' ')} of {body.name}")


@updates(SetProperty)
def _set_property(state: State, action: SetProperty) -> State:
    body, name = body_named(state, action.body), action.name
    if body is None or name not in PROPERTIES or getattr(body, name) == action.value:
        return state
    try:
        changed = replace(body, **{name: PROPERTIES[name](name, action.value)})
    except ValueError as fault:
        return state.with_message(f"{body.name}: {fault_words(fault)}", is_error=True)
    document = replace(state.document, scene=state.document.scene.with_property(changed))
    return edit(state, f"set {name.replace('_', ' ')} of {body.name}", document)


def _with_new(state: State, body: Body, label: str) -> State:
    bodies = (*state.document.scene.bodies, body)
    scene = replace(state.document.scene, bodies=bodies)
    return edit_at_once(state, label, replace(state.document, scene=scene, selected=body.name))


def _in_free_pair(state: State, name: str) -> State:
    """The state with that body as B, if the scene says nothing about its selected pair."""
    a, b = state.document.pair
    if is_about_pair(state.document.scene, (a, b)):
        return state
    chosen = with_steps(replace(state, document=replace(state.document, pair=(a, name))))
    return at_last(chosen).with_message(f"The pair is now {a} – {name}")


def _rename_in_pair(pair: Pair, old: str, new: str) -> Pair:
    a, b = (new if name == old else name for name in pair)
    return (a, b)


def _unhover(state: State) -> State:
    """Clears the hovered body, which may have been deleted."""
    return replace(state, pointer=replace(state.pointer, hovered=None))


def _free_letter(state: State) -> str:
    """The first letter that is not yet a body's name; after Z, "body" with a number."""
    taken = {body.name for body in state.document.scene.bodies}
    return next((letter for letter in LETTERS if letter not in taken), "") or _free_name(state, "body")


def _free_name(state: State, name: str) -> str:
    """The name with the first free number: "B" gives "B 2", and "B 2" gives "B 3"."""
    taken = {body.name for body in state.document.scene.bodies}
    stem = re.sub(r" \d+$", "", name)
    return next(new for number in count(2) if (new := f"{stem} {number}") not in taken)


def _fault_of_name(state: State, name: str) -> str:
    if not name:
        return "must not be empty"
    if not name.isprintable():
        return "must be printable characters on one line"
    taken = any(body.name == name for body in state.document.scene.bodies)
    return f"must differ from all others, but {name} already exists" if taken else ""


def _round_number(value: float) -> float:
    """Rounds down to 1, 2 or 5 times a power of ten."""
    unit = 10.0 ** floor(log10(value))
    digit = next(digit for digit in (5, 2, 1) if digit * unit <= value or digit == 1)
    return float(f"{digit * unit:.1g}")


def _color(name: str, value: Any) -> str | None:
    if value is None or re.fullmatch("#[0-9a-fA-F]{6}", str(value)):
        return None if value is None else str(value)
    raise ValueError(f"{name}: must be a colour like #e69f00, got {value!r}")


def _motion(name: str, value: Any) -> Vec3:
    return check_range(name, as_vector(name, value))


def _not_negative(name: str, value: Any) -> float:
    return length(name, value, zero=True)


PROPERTIES: dict[str, Callable[[str, Any], Any]] = {
    "mass": _not_negative,
    "color": _color,
    "velocity": _motion,
    "angular_velocity": _motion,
    "friction": _not_negative,
    "restitution": _not_negative,
}
