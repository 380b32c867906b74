"""The context menu of a view: about a body, the corner or facet of it that was clicked, or the view."""

from math import asin, atan2

from imgui_bundle import imgui

from gjkscope.app.scenes.cameras.camera import to_ground
from gjkscope.app.scenes.scene import Body
from gjkscope.app.scenes.shapes.kinds import ENTRIES_OF
from gjkscope.app.state.actions import AddBody, AskAbout, FrameAll, SetPivot, SetPivotVertex, TurnBy
from gjkscope.app.state.actions.pivots import selected_vertex
from gjkscope.app.state.model import MenuPlace, Pivot, State, View
from gjkscope.app.view.drawing.clicked import corner_near, facet_normal
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.scene.body_list import draw_body_commands
from gjkscope.app.view.panels.shell.view_toolbar import draw_camera_commands, draw_parts
from gjkscope.app.view.panels.toolkit.ui import Rect
from gjkscope.app.view.panels.viewport.viewport import NEAR_ENOUGH, seen_camera
from gjkscope.engine.text import vector
from gjkscope.engine.vectors import Vec3


def draw_context_menu(state: State, view: View, rect: Rect, outcomes: list[Outcome]) -> list[Outcome]:
    """Opens the menu if one of the outcomes asks for it, and draws it while it is open."""
    name = f"context {view}"
    if any(isinstance(outcome, AskAbout) for outcome in outcomes):
        imgui.open_popup(name)
    if not imgui.begin_popup(name):
        return []
    place = state.pointer.menu
    chosen = _entries(state, place, rect) if place is not None else []
    imgui.end_popup()
    return chosen


def _entries(state: State, place: MenuPlace, rect: Rect) -> list[Outcome]:
    body = next((body for body in state.document.scene.bodies if body.name == place.body), None)
    chosen: list[Outcome] = []
    if body is not None and place.point is not None:
        imgui.separator_text(body.name)
        chosen += draw_body_commands(body, state)
        imgui.separator()
        chosen += _place_entries(body, place.point, place.view, state, rect)
        imgui.separator()
    return chosen + _view_entries(state, place.view)


def _place_entries(body: Body, point: Vec3, view: View, state: State, rect: Rect) -> list[Outcome]:
    """What can be done with the clicked corner, facet or point."""
    camera = seen_camera(state, view, rect)
    corner = corner_near(body, point, NEAR_ENOUGH * camera.pixel_size(rect[3]))
    normal = facet_normal(body, point)
    chosen: list[Outcome] = []
    if corner is not None:
        _copy(f"Copy vertex v{corner.number}", corner.place)
        is_pivot = state.tools.pivot is Pivot.VERTEX and selected_vertex(state, body) == corner.number
        if imgui.menu_item(f"Rotate about vertex v{corner.number}", "", is_pivot)[0]:
            chosen.append(SetPivot(Pivot.CENTER) if is_pivot else SetPivotVertex(body.name, corner.number))
    else:
        _copy("Copy point", point)
    if normal is None:
        return chosen
    _copy("Copy normal of the face", normal)
    is_chosen = not state.view.cameras.flat and imgui.menu_item("Look straight at the face", "", False)[0]
    return [*chosen, _look_along(normal, view, state)] if is_chosen else chosen


def _copy(words: str, place: Vec3) -> None:
    """An entry that copies all digits."""
    if imgui.menu_item(f"{words}   {vector(place)}##copy", "", False)[0]:
        imgui.set_clipboard_text(", ".join(map(repr, place)))


def _look_along(normal: Vec3, view: View, state: State) -> TurnBy:
    """Turns the camera so that it looks against the normal."""
    camera = state.view.cameras.of(view)
    x, y, z = to_ground(normal) if camera.z_up else normal
    return TurnBy(view, atan2(x, z) - camera.yaw, asin(max(-1.0, min(1.0, y))) - camera.pitch)


def _view_entries(state: State, view: View) -> list[Outcome]:
    chosen: list[Outcome] = []
    if imgui.menu_item("Frame all", "F", False)[0]:
        chosen.append(FrameAll())
    if imgui.begin_menu("Camera"):
        chosen += draw_camera_commands(state, view)
        imgui.end_menu()
    if imgui.begin_menu("What is drawn"):
        chosen += draw_parts(state, view)
        imgui.end_menu()
    if view.shows_world and imgui.begin_menu("Add"):
        kinds = ENTRIES_OF[state.document.scene.dimension]
        chosen += [AddBody(kind) for kind in kinds if imgui.menu_item(f"{kind.title()}##add here", "", False)[0]]
        imgui.end_menu()
    return chosen
