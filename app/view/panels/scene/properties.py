"""The properties of the selected body, all editable as exact numbers."""

from collections.abc import Callable
from functools import lru_cache, partial
from math import degrees, radians
from typing import Any

from imgui_bundle import ImVec4, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.base.numbers import ANGLE, LENGTH, PLAIN, Units
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body, Planar
from gjkscope.app.scenes.shapes.entry import ENTRIES, FieldKind, ShapeField
from gjkscope.app.scenes.shapes.kinds import ENTRIES_OF
from gjkscope.app.state.actions import Action, ChangeKind, ChooseAlgorithm, PlaceBody, SetProperty, SetShapeField
from gjkscope.app.state.model import Preferences
from gjkscope.app.view import tones
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.panels.requests import DecomposeMesh, Outcome, ReloadMesh
from gjkscope.app.view.panels.scene.rotation_fields import ANGLE_DECIMALS, ANGLE_DRAG, draw_rotation
from gjkscope.app.view.panels.scene.vertex_table import draw_cells, draw_faces, draw_heights, draw_vertices
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.fields import NumberDrag, drag_of_size, number_field, vector_fields
from gjkscope.app.view.panels.toolkit.sideways import button_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import collapsing_section, tool_tip
from gjkscope.engine.evidence.search import of_surfaces
from gjkscope.engine.plane.vectors import in_plane, in_space
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.convexity import Convexity, convexity, is_hull
from gjkscope.engine.shapes.heightfield import LATERAL
from gjkscope.engine.shapes.kinds import FacetedShape, HeightField, Mesh, Shape
from gjkscope.engine.text import counted
from gjkscope.engine.vectors import Vec3

SHARE_STEP = 0.01  # of a mass in kg, a speed, or a number without unit, per pixel of a drag
SPEED_DRAG = NumberDrag(SHARE_STEP)
SURFACE_HELP = {
    "friction": "Coefficient of friction, if contacts apply impulses (Motion panel)",
    "restitution": "0 does not bounce, 1 keeps its speed, if contacts apply impulses (Motion panel)",
}
FIELD_AT = 0.5  # where the field beside a number's name begins, as a fraction of the width
BY_TRIANGLES = "mesh-distance"
PARTS = {2: "segments", 3: "triangles"}
FILLED = "this algorithm takes its convex hull, without dents and holes."
NOT_CONVEX = {
    Convexity.CONCAVE: f"is not convex: {FILLED}",
    Convexity.OPEN: f"is open: {FILLED}",
    Convexity.NO_FACES: "has no faces: queries take its convex hull.",
}
ROUNDING = ShapeField("rounding", FieldKind.LENGTH, "", "radius of a ball added to the shape, metres; 0 is none")


def draw_properties(body: Body, algorithm: str, preferences: Preferences, ui: Ui) -> list[Outcome]:
    """Draws the properties of a body as editable fields; `algorithm` is the chosen one."""
    with imgui_ctx.push_id(body.name):
        outcomes: list[Outcome] = [
            *_kind(body),
            *_banner(body, algorithm),
            *_place(body, preferences, ui),
            *_shape(body, ui),
        ]
        if collapsing_section("Mass, motion, colour"):
            outcomes += _others(body, ui)
        return outcomes


def _kind(body: Body) -> list[Action]:
    kind = body.shape.kind
    actions: list[Action] = []
    imgui.set_next_item_width(-1)
    if imgui.begin_combo("##kind", kind, imgui.ComboFlags_.height_large):
        for name, entry in ENTRIES_OF[body.shape.dimension].items():
            if imgui.selectable(f"{name}##kind", name == kind)[0]:
                actions.append(ChangeKind(body.name, name))
            if imgui.is_item_hovered():
                imgui.set_tooltip(entry.tip)
        imgui.end_combo()
    elif imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip("Replace with another kind of shape of about the same size")
    return actions


def _place(body: Body, preferences: Preferences, ui: Ui) -> list[Outcome]:
    if isinstance(body.placement, Planar):
        return _place_in_plane(body, body.placement, ui)

    def move(position: Vec3) -> Action:
        return PlaceBody(body.name, body.placement.moved(position))

    return [
        *vector_fields("position, m", body.pose.position, ui, move, units=LENGTH, drag=_drag(body)),
        *draw_rotation(body, preferences, ui),
    ]


def _place_in_plane(body: Body, placement: Planar, ui: Ui) -> list[Outcome]:
    """Draws the position and the angle of a body of a 2D scene."""
    shown = round(degrees(placement.angle), ANGLE_DECIMALS) + 0.0
    return [
        *vector_fields(
            "position, m",
            placement.position,
            ui,
            lambda position: PlaceBody(body.name, replace(placement, position=position)),
            units=LENGTH,
            drag=_drag(body),
        ),
        *_scalar(
            "angle, °",
            "angle",
            shown,
            ui,
            lambda value: PlaceBody(body.name, replace(placement, angle=radians(value))),
            f"degrees, anticlockwise; the scene has {placement.angle!r} rad",
            ANGLE_DRAG,
            ANGLE,
        ),
    ]


def _scalar(
    words: str,
    name: str,
    value: float,
    ui: Ui,
    take: Callable[[float], Action],
    help_text: str,
    drag: NumberDrag,
    units: Units = PLAIN,
) -> list[Action]:
    """Draws one number beside its label, or below a long label."""
    left = imgui.get_cursor_pos_x() + FIELD_AT * imgui.get_content_region_avail().x
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(words)
    imgui.same_line()
    if imgui.get_cursor_pos_x() <= left:
        imgui.set_cursor_pos_x(left)
    else:
        imgui.new_line()
    return number_field(f"##{name}", value, ui, take, help_text, units, name, -1.0, drag)


def _drag(body: Body, above: bool = False) -> NumberDrag:
    """The drag of a length of that body; `above`: the length must be greater than 0."""
    drag = drag_of_size(_size(body.shape))
    return drag._replace(least=drag.step) if above else drag


# Cached, because it is needed for each field in each frame, and a hull may have many vertices.
@lru_cache(maxsize=16)
def _size(shape: Shape) -> float:
    """The longest side of the shape's bounding box at rest."""
    low, high = aabb(shape, Pose())
    return max(b - a for a, b in zip(low, high, strict=True))


def _shape(body: Body, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for field in (*ENTRIES[type(body.shape)].fields, ROUNDING):
        outcomes += EDITORS[field.kind](body, field, ui)
    return outcomes + _file(body)


def _file(body: Body) -> list[Outcome]:
    """Draws the mesh file and a button to reload it."""
    outcomes: list[Outcome] = []
    if body.mesh_file:
        imgui.text_disabled(body.mesh_file)
        if imgui.button(f"{icons_fontawesome_6.ICON_FA_ROTATE_RIGHT} Reload"):
            outcomes.append(ReloadMesh(body.name))
    return outcomes


def _setter(body: Body, field: ShapeField) -> Callable[[Any], Action]:
    return partial(SetShapeField, body.name, field.name)


def _length(body: Body, field: ShapeField, ui: Ui) -> list[Outcome]:
    value, drag = getattr(body.shape, field.name), _drag(body, above=field is not ROUNDING)
    drag = drag._replace(least=max(drag.least, 0.0))
    words = f"{_words(field)}, m"
    return [*_scalar(words, field.name, value, ui, _setter(body, field), field.tip, drag, LENGTH)]


def _number(body: Body, field: ShapeField, ui: Ui) -> list[Outcome]:
    value = getattr(body.shape, field.name)
    drag = NumberDrag(SHARE_STEP, least=field.least)
    return [*_scalar(_words(field), field.name, value, ui, _setter(body, field), field.tip, drag)]


def _vector(body: Body, field: ShapeField, ui: Ui) -> list[Outcome]:
    value = getattr(body.shape, field.name)
    drag = _drag(body, above=field.kind in (FieldKind.SIZES, FieldKind.SIZES2))
    return [*vector_fields(f"{_words(field)}, m", value, ui, _setter(body, field), field.tip, LENGTH, drag)]


def _cell_size(body: Body, field: ShapeField, ui: Ui) -> list[Outcome]:
    assert isinstance(body.shape, HeightField)
    axes = ["xyz"[i] for i in LATERAL[body.shape.axis]]
    sizes, take, drag = body.shape.cell_size, _setter(body, field), _drag(body, above=True)
    return [*vector_fields("cell size, m", sizes, ui, take, field.tip, LENGTH, drag, axes)]


def _axis(body: Body, field: ShapeField, _: Ui) -> list[Outcome]:
    return _one_of(("x", "y") if field.kind is FieldKind.AXIS2 else ("x", "y", "z"), body, field)


def _diagonal(body: Body, field: ShapeField, _: Ui) -> list[Outcome]:
    return _one_of(("main", "anti"), body, field)


def _flag(body: Body, field: ShapeField, _: Ui) -> list[Outcome]:
    changed, value = imgui.checkbox(_words(field), getattr(body.shape, field.name))
    tool_tip(field.tip)
    return [_setter(body, field)(value)] if changed else []


def _one_of(names: tuple[str, ...], body: Body, field: ShapeField) -> list[Outcome]:
    value, take = getattr(body.shape, field.name), _setter(body, field)
    imgui.text_disabled(_words(field))
    actions: list[Outcome] = []
    for name in names:
        if imgui.radio_button(name, name == value) and name != value:
            actions.append(take(name))
        imgui.same_line()
    imgui.new_line()
    return actions


def _parts(body: Body, field: ShapeField, _: Ui) -> list[Outcome]:
    """Draws the number of convex parts, and a button to remove them."""
    count = len(getattr(body.shape, field.name))
    if not count:
        return []
    imgui.text_disabled(counted(count, "convex part"))
    imgui.same_line()
    return [_setter(body, field)(())] if imgui.button("Remove parts") else []


def _banner(body: Body, algorithm: str) -> list[Outcome]:
    """Says of triangles that are not convex what the algorithm uses instead, and offers what to do about it."""
    if not isinstance(body.shape, FacetedShape) or is_hull(body.shape):
        return []
    if isinstance(body.shape, Mesh) and body.shape.parts:
        return []
    outcomes: list[Outcome] = []
    _say_convexity(body.shape, of_surfaces(algorithm))
    if not of_surfaces(algorithm):
        parts = PARTS[body.shape.dimension]
        if imgui.button(f"As {parts}"):
            outcomes.append(ChooseAlgorithm(BY_TRIANGLES))
        tool_tip(f"Choose the algorithm that searches the {parts}: mesh distance")
        same_line_if_fits(button_width("Use its hull"))
    if imgui.button("Use its hull"):
        outcomes.append(ChangeKind(body.name, "hull"))
    tool_tip("Make the convex hull the shape of the body")
    if isinstance(body.shape, Mesh):
        same_line_if_fits(button_width("Decompose"))
        if imgui.button("Decompose"):
            outcomes.append(DecomposeMesh(body.name))
        tool_tip("Cut the mesh into convex parts, which queries then use")
    return outcomes


def _say_convexity(shape: FacetedShape, by_triangles: bool) -> None:
    imgui.push_text_wrap_pos(0)
    if by_triangles:
        imgui.text_disabled(
            f"This {shape.kind} is not convex; its {PARTS[shape.dimension]} are searched, not its hull."
        )
    else:
        words = f"{icons_fontawesome_6.ICON_FA_TRIANGLE_EXCLAMATION} This {shape.kind} {NOT_CONVEX[convexity(shape)]}"
        imgui.text_colored(theme.rgba(tones.WARNING), words)
    imgui.pop_text_wrap_pos()


def _words(field: ShapeField) -> str:
    return field.name.replace("_", " ")


EDITORS: dict[FieldKind, Callable[[Body, ShapeField, Ui], list[Outcome]]] = {
    FieldKind.LENGTH: _length,
    FieldKind.NUMBER: _number,
    FieldKind.VECTOR: _vector,
    FieldKind.SIZES: _vector,
    FieldKind.AXIS: _axis,
    FieldKind.TRIANGLE: draw_vertices,
    FieldKind.POINTS: draw_vertices,
    FieldKind.FACES: draw_faces,
    FieldKind.PARTS: _parts,
    FieldKind.HEIGHTS: draw_heights,
    FieldKind.CELL_SIZE: _cell_size,
    FieldKind.DIAGONAL: _diagonal,
    FieldKind.CELLS: draw_cells,
    FieldKind.VECTOR2: _vector,
    FieldKind.SIZES2: _vector,
    FieldKind.AXIS2: _axis,
    FieldKind.POINTS2: draw_vertices,
    FieldKind.FLAG: _flag,
}


def _others(body: Body, ui: Ui) -> list[Action]:
    def take(name: str) -> Callable[[Any], Action]:
        return partial(SetProperty, body.name, name)

    drag = NumberDrag(SHARE_STEP, least=0.0)
    return [
        *_scalar("mass, kg", "mass", body.mass, ui, take("mass"), "0 makes the body fixed", drag),
        *_motion(body, ui, take),
        *(_surface(body, ui, take) if body.shape.dimension == 3 else []),
        *_color(body, take("color")),
    ]


def _surface(body: Body, ui: Ui, take: Callable[[str], Callable[[Any], Action]]) -> list[Action]:
    drag = NumberDrag(SHARE_STEP, least=0.0)
    return [
        action
        for name, help_text in SURFACE_HELP.items()
        for action in _scalar(name, name, getattr(body, name), ui, take(name), help_text, drag)
    ]


def _motion(body: Body, ui: Ui, take: Callable[[str], Callable[[Any], Action]]) -> list[Action]:
    if body.shape.dimension == 3:
        return [
            *vector_fields("velocity, m/s", body.velocity, ui, take("velocity"), drag=SPEED_DRAG),
            *vector_fields(
                "angular velocity, rad/s", body.angular_velocity, ui, take("angular_velocity"), drag=SPEED_DRAG
            ),
        ]
    move, turn = take("velocity"), take("angular_velocity")
    return [
        *vector_fields(
            "velocity, m/s",
            in_plane(body.velocity),
            ui,
            lambda velocity: move(in_space(velocity)),
            drag=SPEED_DRAG,
        ),
        *_scalar(
            "angular velocity, rad/s",
            "angular velocity",
            body.angular_velocity[2],
            ui,
            lambda speed: turn((0.0, 0.0, speed)),
            "anticlockwise",
            SPEED_DRAG,
        ),
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
