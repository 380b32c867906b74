"""Bodies that come and go, and every property of one; what it stands for in pairs and expectations follows.

A value that cannot be used is refused with a message that names the property, and nothing changes.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from itertools import count
from math import floor, log10
from typing import Any

from engine.arguments import length, vector
from engine.bounds import aabb
from engine.shapes import SHAPE_TYPES, Shape
from engine.vectors import Vec3

from ..scene import Body, PositionOrientation
from ..shape_kinds import as_kind, shape_of_size
from ..state import State
from .action import Action, updates
from .document import body_named, fault_words, reshaped
from .extremes import check_range
from .history import edited, edited_at_once
from .playing import with_steps

FEWEST = 2  # bodies of a scene: there must be a pair to look at
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NEW_SIZE = 0.12  # half of a new body, as a part of the camera's distance
BESIDE = 1.25  # a duplicate stands so many of its widths to the right


@dataclass(frozen=True)
class AddBody(Action):
    """A new body of a kind (`engine.shapes.SHAPE_TYPES`), where the world's camera looks."""

    kind: str


@dataclass(frozen=True)
class DuplicateBody(Action):
    body: str


@dataclass(frozen=True)
class DeleteBody(Action):
    body: str


@dataclass(frozen=True)
class RenameBody(Action):
    body: str
    name: str


@dataclass(frozen=True)
class BeginRename(Action):
    """The name of the body is being typed in the list; of none: no longer."""

    body: str | None


@dataclass(frozen=True)
class HideBody(Action):
    """Hides the body from the views, or shows it again; questions about it are answered all the same."""

    body: str
    hidden: bool


@dataclass(frozen=True)
class ShowAllBodies(Action):
    pass


@dataclass(frozen=True)
class ChangeKind(Action):
    """Another kind of shape in the same place."""

    body: str
    kind: str


@dataclass(frozen=True)
class SetShapeField(Action):
    """A field of the body's shape: "radius", "half_extents", "vertices" …"""

    body: str
    field: str
    value: float | str | Vec3 | tuple[Vec3, ...]


@dataclass(frozen=True)
class SetProperty(Action):
    """One of `PROPERTIES`: what the body has beside its shape and its place."""

    body: str
    name: str
    value: float | str | Vec3 | None


@updates(AddBody)
def _add_body(state: State, action: AddBody) -> State:
    if action.kind not in SHAPE_TYPES:
        return state
    camera = state.cameras.world
    half = _round_number(NEW_SIZE * camera.distance)
    shape = shape_of_size(action.kind, (half, half, half))
    decimals = 1 - floor(log10(half))
    x, y, z = (round(part, decimals) + 0.0 for part in camera.target)
    return _with_new(state, Body(_free_letter(state), shape, PositionOrientation((x, y, z))), f"add {action.kind}")


@updates(DuplicateBody)
def _duplicate_body(state: State, action: DuplicateBody) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    (low, _, _), (high, _, _) = aabb(body.shape, body.pose)
    x, y, z = body.pose.position
    shift = float(f"{max((high - low) * BESIDE, NEW_SIZE * state.cameras.world.distance):.2g}")
    beside = body.placement.moved((x + shift, y, z))
    copy = replace(body, name=_free_name(state, body.name), placement=beside)
    return _with_new(state, copy, f"duplicate {body.name}")


@updates(DeleteBody)
def _delete_body(state: State, action: DeleteBody) -> State:
    name, bodies = action.body, state.scene.bodies
    if body_named(state, name) is None:
        return state
    if len(bodies) <= FEWEST:
        return state.told(f"{name} stays: a scene needs at least {FEWEST} bodies to look at a pair", is_error=True)
    other = next((body.name for body in bodies if body.name not in (name, *state.pair)), "")
    a, b = (other if one == name else one for one in state.pair)
    changes = {
        "scene": state.scene.without(name),
        "pair": (a, b),
        "selected": None if state.selected == name else state.selected,
        "hidden": tuple(one for one in state.hidden if one != name),
        "hovered": None,
    }
    return with_steps(edited_at_once(state, f"delete {name}", **changes))


@updates(RenameBody)
def _rename_body(state: State, action: RenameBody) -> State:
    old, new = action.body, action.name.strip()
    state = replace(state, renaming=None)
    if body_named(state, old) is None or new == old:
        return state
    if fault := _fault_of_name(state, new):
        return state.told(f"{old}: name: {fault}", is_error=True)

    def renamed(names: tuple[str, ...]) -> Any:
        return tuple(new if name == old else name for name in names)

    changes = {
        "scene": state.scene.renamed(old, new),
        "pair": renamed(state.pair),
        "selected": new if state.selected == old else state.selected,
        "hidden": renamed(state.hidden),
        "hovered": None,
    }
    return edited_at_once(state, f"rename {old} to {new}", **changes)


@updates(BeginRename)
def _begin_rename(state: State, action: BeginRename) -> State:
    if action.body is not None and body_named(state, action.body) is None:
        return state
    return replace(state, renaming=action.body)


@updates(HideBody)
def _hide_body(state: State, action: HideBody) -> State:
    name = action.body
    if body_named(state, name) is None or (name in state.hidden) == action.hidden:
        return state
    others = tuple(one for one in state.hidden if one != name)
    hidden = (*others, name) if action.hidden else others
    return edited_at_once(state, f"{'hide' if action.hidden else 'show'} {name}", hidden=hidden)


@updates(ShowAllBodies)
def _show_all_bodies(state: State, _: ShowAllBodies) -> State:
    return edited_at_once(state, "show all bodies", hidden=()) if state.hidden else state


@updates(ChangeKind)
def _change_kind(state: State, action: ChangeKind) -> State:
    body = body_named(state, action.body)
    if body is None or action.kind not in SHAPE_TYPES or isinstance(body.shape, SHAPE_TYPES[action.kind]):
        return state
    return with_steps(reshaped(state, body, as_kind(body.shape, action.kind), f"make {body.name} a {action.kind}"))


@updates(SetShapeField)
def _set_shape_field(state: State, action: SetShapeField) -> State:
    body = body_named(state, action.body)
    if body is None or action.field not in {field.name for field in fields(body.shape)}:
        return state
    try:
        shape: Shape = replace(body.shape, **{action.field: action.value})  # type: ignore[arg-type]
    except ValueError as fault:
        return state.told(f"{body.name}: {fault_words(fault)}", is_error=True)
    return reshaped(state, body, shape, f"set {action.field.replace('_', ' ')} of {body.name}")


@updates(SetProperty)
def _set_property(state: State, action: SetProperty) -> State:
    body, name = body_named(state, action.body), action.name
    if body is None or name not in PROPERTIES or getattr(body, name) == action.value:
        return state
    try:
        value = PROPERTIES[name](name, action.value)
    except ValueError as fault:
        return state.told(f"{body.name}: {fault_words(fault)}", is_error=True)
    changed = replace(body, **{name: value})
    return edited(state, state.scene.with_property(changed), f"set {name.replace('_', ' ')} of {body.name}")


def _with_new(state: State, body: Body, label: str) -> State:
    bodies = (*state.scene.bodies, body)
    return edited_at_once(state, label, scene=replace(state.scene, bodies=bodies), selected=body.name)


def _free_letter(state: State) -> str:
    """The first letter that is no body's name; after Z, a number."""
    taken = {body.name for body in state.scene.bodies}
    return next((letter for letter in LETTERS if letter not in taken), "") or _free_name(state, "body")


def _free_name(state: State, name: str) -> str:
    """The name with the first number that makes it new: "B 2"; of "B 2" it is "B 3"."""
    taken = {body.name for body in state.scene.bodies}
    stem = re.sub(r" \d+$", "", name)
    return next(new for number in count(2) if (new := f"{stem} {number}") not in taken)


def _fault_of_name(state: State, name: str) -> str:
    if not name:
        return "must not be empty"
    if not name.isprintable():
        return "must be printable characters on one line"
    taken = any(body.name == name for body in state.scene.bodies)
    return f"must differ from all others, and there is a {name} already" if taken else ""


def _round_number(value: float) -> float:
    """The nearest below of 1, 2, 5, 10 …"""
    unit = 10.0 ** floor(log10(value))
    digit = next(digit for digit in (5, 2, 1) if digit * unit <= value or digit == 1)
    return float(f"{digit * unit:.1g}")


def _color(name: str, value: Any) -> str | None:
    if value is None or re.fullmatch("#[0-9a-fA-F]{6}", str(value)):
        return None if value is None else str(value)
    raise ValueError(f"{name}: must be a colour like #e69f00, got {value!r}")


def _motion(name: str, value: Any) -> Vec3:
    return check_range(name, vector(name, value))


def _mass(name: str, value: Any) -> float:
    return length(name, value, zero=True)


PROPERTIES: dict[str, Callable[[str, Any], Any]] = {
    "mass": _mass,
    "color": _color,
    "velocity": _motion,
    "angular_velocity": _motion,
}
