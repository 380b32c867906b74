"""The scene panel: the scene, its bodies, movement constraints, the selected body's properties."""

from imgui_bundle import ImVec2, imgui

from gjkscope.app.base.numbers import ANGLE, LENGTH
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import DragOnGround, LockAxis, SetPivot, SetPivotVertex, SetSnap, SetText
from gjkscope.app.state.actions.pivots import selected_vertex, vertex_count
from gjkscope.app.state.model import Pivot, State
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.scene.body_list import draw_body_list
from gjkscope.app.view.panels.scene.properties import draw_properties
from gjkscope.app.view.panels.toolkit.fields import number_field
from gjkscope.app.view.panels.toolkit.follow import visible_rows
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import collapsing_section, tool_tip
from gjkscope.app.view.words.markup import without_marks

ABOUT_LINES = 8
PIVOTS = {
    Pivot.CENTER: "the centre of the body",
    Pivot.ORIGIN: "the body's origin",
    Pivot.CONTACT: "the closest or deepest point",
    Pivot.VERTEX: "the selected vertex",
}


def draw_scene_panel(state: State, ui: Ui) -> list[Outcome]:
    """Draws the scene, its bodies, and the properties of the selected body."""
    outcomes = _about(state)
    imgui.separator_text("Bodies")
    outcomes += draw_body_list(state, ui)
    if collapsing_section("Locks and snapping"):
        outcomes += _moves(state, ui)
    if selected := state.document.selected_body:
        imgui.separator_text(f"{selected.name}: {selected.shape.kind}")
        outcomes += draw_properties(selected, state.run.algorithm, state.preferences, ui)
    return outcomes


def _about(state: State) -> list[Outcome]:
    """Draws the name and description of the scene, and fields to edit them."""
    scene = state.document.scene
    if scene.about:
        imgui.push_text_wrap_pos(0)
        imgui.text_disabled(without_marks(scene.about))
        imgui.pop_text_wrap_pos()
    if scene.source:
        _source(scene.source)
    return _words(state) if collapsing_section("Describe the scene") else []


def _words(state: State) -> list[Outcome]:
    outcomes: list[Outcome] = []
    scene = state.document.scene
    for what, label in (("name", "name"), ("about", "description"), ("source", "source")):
        imgui.text_disabled(label)
        text = getattr(scene, what) or ""
        if what == "about":
            size = ImVec2(-1, ABOUT_LINES * imgui.get_text_line_height())
            _, typed = imgui.input_text_multiline("##about", text, size, imgui.InputTextFlags_.word_wrap)
        else:
            imgui.set_next_item_width(-1)
            _, typed = imgui.input_text(f"##{what} of the scene", text)
        if imgui.is_item_deactivated_after_edit():
            outcomes.append(SetText(what, typed))
    return outcomes


def _source(source: str) -> None:
    if imgui.text_link("source"):
        imgui.set_clipboard_text(source)
    if imgui.is_item_hovered():
        imgui.set_tooltip(f"{source}\nClick to copy")


def _moves(state: State, ui: Ui) -> list[Outcome]:
    """Draws the constraints on drags and handles."""
    outcomes: list[Outcome] = []
    snap = state.tools.snap
    is_plane = state.document.scene.is_plane
    for axis, name in enumerate("XY" if is_plane else "XYZ"):
        changed, _ = imgui.checkbox(f"{name}##lock", state.tools.axis_lock == axis)
        tool_tip(f"Restrict movement to {name.lower()} ({name})")
        if changed:
            outcomes.append(LockAxis(axis))
        imgui.same_line()
    imgui.text_disabled("only")
    if not is_plane:
        changed, on_ground = imgui.checkbox("level with the ground (G)", state.tools.on_ground)
        if changed:
            outcomes.append(DragOnGround(on_ground))
    changed, on = imgui.checkbox("snap to increments (M)", snap.on)
    tool_tip("Hold Ctrl to invert snapping")
    if changed:
        outcomes.append(SetSnap(replace(snap, on=on)))
    imgui.text_disabled("increment, m and degrees")
    outcomes += number_field(
        "m##step", snap.position, ui, lambda step: SetSnap(replace(snap, position=step)), units=LENGTH
    )
    outcomes += number_field("°##step", snap.angle, ui, lambda step: SetSnap(replace(snap, angle=step)), units=ANGLE)
    return outcomes + _pivot(state)


def _pivot(state: State) -> list[Outcome]:
    """Draws the choice of the point about which the rings rotate bodies."""
    outcomes: list[Outcome] = []
    imgui.text_disabled("rotate about")
    imgui.set_next_item_width(-1)
    if imgui.begin_combo("##pivot", PIVOTS[state.tools.pivot]):
        for pivot, words in PIVOTS.items():
            if imgui.selectable(f"{words}##pivot", pivot is state.tools.pivot)[0]:
                outcomes.append(SetPivot(pivot))
        imgui.end_combo()
    tool_tip("The point that stays where it is; about the body's origin, its position does not change")
    return outcomes + (_pivot_vertex(state) if state.tools.pivot is Pivot.VERTEX else [])


def _pivot_vertex(state: State) -> list[Outcome]:
    """Draws the choice of the vertex of the selected body."""
    body = next((body for body in state.document.scene.bodies if body.name == state.document.selected), None)
    if body is None or not vertex_count(body):
        imgui.text_disabled("a curved shape: its centre" if body is not None else "no body is selected")
        return []
    vertex = selected_vertex(state, body)
    imgui.set_next_item_width(-1)
    shown = "choose one: its centre until then" if vertex is None else f"v{vertex} of {body.name}"
    chosen: list[Outcome] = []
    if imgui.begin_combo("##pivot vertex", shown):
        chosen += [
            SetPivotVertex(body.name, number)
            for number in visible_rows(vertex_count(body))
            if imgui.selectable(f"v{number}##pivot vertex", number == vertex)[0]
        ]
        imgui.end_combo()
    tool_tip("Or right-click a vertex in the world view")
    return chosen
