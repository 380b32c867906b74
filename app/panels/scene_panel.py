"""The scene panel: the bodies, and every number of the selected one, to be read and typed exactly."""

from dataclasses import fields, replace
from itertools import combinations
from math import degrees, isfinite, radians

from imgui_bundle import ImVec2, ImVec4, imgui, imgui_ctx

from app.actions import Action, ChoosePair, EndGesture, PlaceBody, ReshapeBody, Select, Tell
from app.drawing.world import body_color
from app.maths import euler_from_rotation, quaternion_from_euler
from app.scene import Body
from app.state import State
from engine.vectors import Vec3

from .fields import number_field, vector_fields
from .ui import Ui

FIELD_HELP = {
    "half_extents": "half the side lengths along the box's own axes, metres",
    "half_height": "from the middle to an end along the axis (a capsule's: of its inner segment), metres",
    "radius": "metres",
    "radii": "the three semi-axes, metres",
    "rounding": "the shape is grown by a ball of this radius, metres; 0 is none",
    "a": "first end, in the body's own frame, metres",
    "b": "second end, in the body's own frame, metres",
}


def draw_scene_panel(state: State, ui: Ui) -> list[Action]:
    actions: list[Action] = []
    if state.scene.about:
        imgui.push_text_wrap_pos(0)
        imgui.text_disabled(state.scene.about)
        imgui.pop_text_wrap_pos()
        imgui.spacing()
    if state.scene.source:
        _source(state.scene.source)
    imgui.separator_text("Bodies")
    for body in state.scene.bodies:
        actions += _body_row(body, state, ui)
    if len(state.scene.bodies) > 2:
        actions += _pair_choice(state)
    if selected := state.selected_body:
        imgui.separator_text(f"{selected.name}: {type(selected.shape).__name__.lower()}")
        actions += _properties(selected, ui)
    return actions


def _source(source: str) -> None:
    if imgui.text_link("where it comes from"):
        imgui.set_clipboard_text(source)
    if imgui.is_item_hovered():
        imgui.set_tooltip(f"{source}\nclick to copy the address")


def _pair_choice(state: State) -> list[Action]:
    """Which two of many bodies are looked at."""
    actions: list[Action] = []
    imgui.spacing()
    imgui.text_disabled("pair")
    imgui.set_next_item_width(-1)
    if imgui.begin_combo("##pair", " – ".join(state.pair)):
        for pair in state.scene.pairs or combinations([body.name for body in state.scene.bodies], 2):
            clicked, _ = imgui.selectable(" – ".join(pair), pair == state.pair)
            if clicked:
                actions.append(ChoosePair(pair))
        imgui.end_combo()
    return actions


def _body_row(body: Body, state: State, ui: Ui) -> list[Action]:
    color = ImVec4(*body_color(body, state.pair))
    imgui.color_button(f"##color {body.name}", color, COLOR_FLAGS, ImVec2(13 * ui.scale, 13 * ui.scale))
    imgui.same_line()
    clicked, _ = imgui.selectable(f"{body.name}##row", body.name == state.selected)
    imgui.same_line(70 * ui.scale)
    imgui.text_disabled(type(body.shape).__name__.lower())
    return [Select(body.name)] if clicked else []


def _properties(body: Body, ui: Ui) -> list[Action]:
    with imgui_ctx.push_id(body.name):
        return _place(body, ui) + _shape(body, ui)


def _place(body: Body, ui: Ui) -> list[Action]:
    actions: list[Action] = []
    position = vector_fields("position, m", body.pose.position, ui)
    if position is not None:
        actions += _typed(
            _unless_finite(body, "position", position) or PlaceBody(body.name, body.placement.moved(position))
        )
    angles = _degrees(euler_from_rotation(body.pose.rotation))
    typed = vector_fields("rotation, degrees", angles, ui, "turns about the world's x, then y, then z axis")
    if typed is not None:
        actions += _typed(_unless_finite(body, "rotation", typed) or _turned(body, typed))
    return actions


def _unless_finite(body: Body, name: str, values: Vec3) -> Action | None:
    """What is wrong with typed numbers, if one of them is infinite or no number."""
    for axis, value in zip("xyz", values, strict=True):
        if not isfinite(value):
            return Tell(f"{body.name}: {name} {axis}: must be finite, got {value}", is_error=True)
    return None


def _turned(body: Body, angles: Vec3) -> Action:
    turned = quaternion_from_euler((radians(angles[0]), radians(angles[1]), radians(angles[2])))
    return PlaceBody(body.name, body.placement.turned(turned))


def _shape(body: Body, ui: Ui) -> list[Action]:
    actions: list[Action] = []
    for field in fields(body.shape):
        value = getattr(body.shape, field.name)
        help_text = FIELD_HELP.get(field.name, "")
        label = field.name.replace("_", " ")
        typed: object = None
        if isinstance(value, float):
            imgui.text_disabled(f"{label}, m")
            typed = number_field(f"##{field.name}", value, ui, help_text)
        elif field.name in ("half_extents", "radii", "a", "b"):
            typed = vector_fields(f"{label}, m", value, ui, help_text)
        elif field.name in ("vertices", "faces"):
            imgui.text_disabled(f"{len(value)} {label}")
        elif field.name == "axis":
            typed = _axis_choice(value)
        if typed is not None:
            actions += _typed(_reshaped(body, field.name, typed))
    return actions


def _reshaped(body: Body, name: str, value: object) -> Action:
    """The body with that field, or what is wrong with the value, such as a radius of 0."""
    try:
        return ReshapeBody(body.name, replace(body.shape, **{name: value}))  # type: ignore[arg-type]
    except ValueError as fault:
        return Tell(f"{body.name}: {fault}", is_error=True)


def _axis_choice(axis: str) -> str | None:
    imgui.text_disabled("axis")
    chosen: str | None = None
    for name in ("x", "y", "z"):
        if imgui.radio_button(name, name == axis):
            chosen = name
        imgui.same_line()
    imgui.new_line()
    return chosen


def _typed(action: Action) -> list[Action]:
    """What was typed into one field is taken back on its own."""
    return [action, EndGesture()]


def _degrees(angles: Vec3) -> Vec3:
    x, y, z = (round(degrees(angle), 9) + 0.0 for angle in angles)  # + 0.0: no −0
    return (x, y, z)


COLOR_FLAGS = imgui.ColorEditFlags_.no_tooltip | imgui.ColorEditFlags_.no_drag_drop | imgui.ColorEditFlags_.no_border
