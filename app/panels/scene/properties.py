"""The properties of the selected body, all editable as exact numbers."""

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from math import degrees
from typing import Any

from imgui_bundle import ImVec4, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.actions import Action, ChangeKind, PlaceBody, SetProperty, SetShapeField, TurnBody
from gjkscope.app.base.numbers import ANGLE, LENGTH
from gjkscope.app.cameras.maths import euler_from_rotation
from gjkscope.app.drawing import palette
from gjkscope.app.panels.commands.bodies import KINDS
from gjkscope.app.panels.requests import Outcome, ReloadMesh
from gjkscope.app.panels.scene.vertex_table import draw_faces, draw_vertices
from gjkscope.app.panels.toolkit.fields import number_field, vector_fields
from gjkscope.app.panels.toolkit.fold import collapsing_section
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes.kinds import SHAPE_TYPES
from gjkscope.engine.vectors import Vec3

FIELD_HELP = {
    "half_extents": "half side lengths along the box's own axes, metres",
    "half_height": "half the length along the axis (of the inner segment for a capsule), metres",
    "radius": "metres",
    "radii": "the three semi-axes, metres",
    "rounding": "radius of a ball added to the shape, metres; 0 is none",
    "a": "first end, in the body's local frame, metres",
    "b": "second end, in the body's local frame, metres",
}


def draw_properties(body: Body, ui: Ui) -> list[Outcome]:
    """Draws the properties of a body as editable fields."""
    with imgui_ctx.push_id(body.name):
        outcomes: list[Outcome] = [*_kind(body), *_place(body, ui), *_shape(body, ui)]
        if collapsing_section("Mass, motion, colour"):
            outcomes += _others(body, ui)
        return outcomes


def _kind(body: Body) -> list[Action]:
    kind = type(body.shape).__name__.lower()
    actions: list[Action] = []
    imgui.set_next_item_width(-1)
    if imgui.begin_combo("##kind", kind, imgui.ComboFlags_.height_large):
        for name in SHAPE_TYPES:
            if imgui.selectable(f"{name}##kind", name == kind)[0]:
                actions.append(ChangeKind(body.name, name))
            if imgui.is_item_hovered():
                imgui.set_tooltip(KINDS[name])
        imgui.end_combo()
    elif imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip("Replace by another kind of shape of about the same size")
    return actions


def _place(body: Body, ui: Ui) -> list[Action]:
    def moved(position: Vec3) -> Action:
        return PlaceBody(body.name, body.placement.moved(position))

    x, y, z = (round(degrees(angle), 9) + 0.0 for angle in euler_from_rotation(body.pose.rotation))  # + 0.0: no −0
    turns = "rotations about the world's x, then y, then z axis"
    return [
        *vector_fields("position, m", body.pose.position, ui, moved, units=LENGTH),
        *vector_fields("rotation, degrees", (x, y, z), ui, partial(TurnBody, body.name), turns, ANGLE),
    ]


def _shape(body: Body, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for field in fields(body.shape):
        value = getattr(body.shape, field.name)
        take: Callable[[Any], Action] = partial(SetShapeField, body.name, field.name)
        help_text, label = FIELD_HELP.get(field.name, ""), f"{field.name.replace('_', ' ')}, m"
        if isinstance(value, float):
            imgui.text_disabled(label)
            outcomes += number_field(f"##{field.name}", value, ui, take, help_text, LENGTH)
        elif field.name in ("half_extents", "radii", "a", "b"):
            outcomes += vector_fields(label, value, ui, take, help_text, LENGTH)
        elif field.name == "vertices":
            outcomes += draw_vertices(body, ui)
        elif field.name == "faces":
            outcomes += draw_faces(body, ui)
        elif field.name == "axis":
            outcomes += _axis(value, take)
        else:
            raise ValueError(f"{type(body.shape).__name__}.{field.name}: no editor for this field")
    return outcomes + _file(body)


def _file(body: Body) -> list[Outcome]:
    """Draws the mesh file and a button to reload it."""
    outcomes: list[Outcome] = []
    if body.mesh_file:
        imgui.text_disabled(body.mesh_file)
        if imgui.button(f"{icons_fontawesome_6.ICON_FA_ROTATE_RIGHT} Reload"):
            outcomes.append(ReloadMesh(body.name))
    return outcomes


def _axis(axis: str, take: Callable[[str], Action]) -> list[Action]:
    imgui.text_disabled("axis")
    actions: list[Action] = []
    for name in ("x", "y", "z"):
        if imgui.radio_button(name, name == axis) and name != axis:
            actions.append(take(name))
        imgui.same_line()
    imgui.new_line()
    return actions


def _others(body: Body, ui: Ui) -> list[Action]:
    def take(name: str) -> Callable[[Any], Action]:
        return partial(SetProperty, body.name, name)

    imgui.text_disabled("mass, kg")
    return [
        *number_field("##mass", body.mass, ui, take("mass"), "0 makes the body fixed"),
        *vector_fields("velocity, m/s", body.velocity, ui, take("velocity")),
        *vector_fields("angular velocity, rad/s", body.angular_velocity, ui, take("angular_velocity")),
        *_color(body, take("color")),
    ]


def _color(body: Body, take: Callable[[str | None], Action]) -> list[Action]:
    imgui.text_disabled("colour outside the pair")
    red, green, blue, _ = palette.hex_color(body.color) if body.color else palette.BYSTANDER
    imgui.set_next_item_width(-1)
    changed, color = imgui.color_edit3("##colour", [red, green, blue], imgui.ColorEditFlags_.display_hex)
    actions = [take(hex_of(color))] if changed else []
    if body.color and imgui.button("Default colour"):
        actions.append(take(None))
    return actions


def hex_of(color: list[float] | ImVec4) -> str:
    """A colour in the format of the scene file."""
    return "#" + "".join(f"{round(255 * min(max(part, 0.0), 1.0)):02x}" for part in tuple(color)[:3])
