"""The toolbar of a view: icons in its tab bar, where they cover nothing.

What belongs to all views (the handles, snapping) is in that of the world.  There is no toolbar while the panels are
hidden, on the pages of lessons and in presentations.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ChooseGizmo, ChooseLayout, FrameAll, LockAxis, SetSnap, SetVisible
from gjkscope.app.state.model import Gizmo, Layout, State, View
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import FIXED, hint
from gjkscope.app.view.panels.commands.looking import PARTS_OF
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.shell.menu import draw_item
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip

LAYOUTS = {View.WORLD: Layout.WORLD, View.DIFFERENCE: Layout.DIFFERENCE}
ROOM = 24.0  # pixels at 100 %: the margins of a tab bar
CAMERA = ("views", "lens")  # the sections of the camera's commands that concern one view


class ToolButton(NamedTuple):
    """A button of the toolbar; `does` is None if it opens a list."""

    icon: str
    words: str
    does: Outcome | None
    is_on: bool = False
    name: str = ""  # its ID, if its words change


def draw_view_toolbar(state: State, view: View, node: imgui.internal.DockNode, ui: Ui) -> list[Outcome]:
    """Adds the toolbar to the tab bar of the node that shows the view; buttons that do not fit are left out."""
    host = node.host_window
    if node.tab_bar is None or host is None or host.skip_items:
        return []
    if not imgui.internal.dock_node_begin_amend_tab_bar(node):
        return []
    outcomes: list[Outcome] = []
    room = node.size.x - sum(_width(window.name, ui) for window in node.windows) - ROOM * ui.scale
    for tool in tools_of(state, view):
        room -= _width(tool.icon, ui)
        if room < 0:
            break
        outcomes += _button(tool, view)
    for name, draw in LISTS.items():
        if imgui.begin_popup(f"{name} {view}"):
            outcomes += draw(state, view)
            imgui.end_popup()
    imgui.internal.dock_node_end_amend_tab_bar()
    return outcomes


def _width(title: str, ui: Ui) -> float:
    """The width of a tab, or of a button in a tab bar, with the gap beside it."""
    style = imgui.get_style()
    return imgui.calc_text_size(title).x + 2 * style.frame_padding.x + style.item_inner_spacing.x + ui.scale


def tools_of(state: State, view: View) -> Iterator[ToolButton]:
    """The buttons, the most useful ones first."""
    if view in LAYOUTS:
        alone = state.display.layout is LAYOUTS[view]
        icon = icons.ICON_FA_COMPRESS if alone else icons.ICON_FA_EXPAND
        words = hint("Show both views", "World and difference") if alone else hint("Maximise", TITLES_ALONE[view])
        yield ToolButton(icon, words, ChooseLayout(Layout.BOTH if alone else LAYOUTS[view]), name="maximise")
    yield ToolButton(icons.ICON_FA_EYE, DRAWN, None)
    yield ToolButton(icons.ICON_FA_OBJECT_GROUP, hint("Frame all", "Frame all"), FrameAll())
    yield ToolButton(icons.ICON_FA_VIDEO, CAMERAS, None)
    labels = state.display.visible.labels
    yield ToolButton(
        icons.ICON_FA_TAG, f"Labels: {'on' if labels else 'off'}", SetVisible("labels", not labels), labels
    )
    if view is View.WORLD:
        yield from _handles(state)


DRAWN, CAMERAS = "What is drawn", "Camera"
TITLES_ALONE = {View.WORLD: "World only", View.DIFFERENCE: "Difference only"}


def _handles(state: State) -> Iterator[ToolButton]:
    """What a drag of a body does: its handles, and the constraints on it."""
    for icon, title, gizmo in (
        (icons.ICON_FA_ARROW_POINTER, "No handles", None),
        (icons.ICON_FA_UP_DOWN_LEFT_RIGHT, "Move handles", Gizmo.MOVE),
        (icons.ICON_FA_ROTATE, "Rotate handles", Gizmo.ROTATE),
    ):
        words = hint("Select and drag" if gizmo is None else title, title)
        yield ToolButton(icon, words, ChooseGizmo(gizmo), state.display.gizmo is gizmo)
    snap, lock = state.tools.snap, state.tools.axis_lock
    steps = f"{snap.position:g} m, {snap.angle:g}°: {'on' if snap.on else 'off'}"
    words = f"{hint('Snap to increments', 'Snap to increments')}, {steps}"
    yield ToolButton(icons.ICON_FA_MAGNET, words, SetSnap(replace(snap, on=not snap.on)), snap.on, "snap")
    if lock is not None:
        title = f"Lock to {'xyz'[lock]} axis"
        yield ToolButton(
            f"{icons.ICON_FA_LOCK} {'xyz'[lock]}", hint("Unlock the axis", title), LockAxis(lock), is_on=True
        )


def _button(tool: ToolButton, view: View) -> list[Outcome]:
    color = tones.ACCENT if tool.is_on else tones.TEXT_DIM
    with imgui_ctx.push_style_color(imgui.Col_.text, theme.rgba(color)):
        pressed = imgui.tab_item_button(f"{tool.icon}###{tool.name or tool.words} {view}", imgui.TabItemFlags_.trailing)
    tool_tip(tool.words)
    if pressed and tool.does is None:
        imgui.open_popup(f"{tool.words} {view}")
    return [tool.does] if pressed and tool.does is not None else []


def draw_parts(state: State, view: View) -> list[Outcome]:
    """The presets, and a switch for each part that the view can show; the list stays open."""
    outcomes: list[Outcome] = []
    imgui.push_item_flag(imgui.ItemFlags_.auto_close_popups, False)
    for command in FIXED:
        if command.section == "presets":
            outcomes += draw_item(command, state)
    imgui.separator()
    for command in FIXED:
        does = command.outcome(state) if command.section == "show" and command.shown(state) else None
        if isinstance(does, SetVisible) and does.what in PARTS_OF[view]:
            outcomes += draw_item(command, state)
    imgui.pop_item_flag()
    return outcomes


def draw_camera_commands(state: State, view: View) -> list[Outcome]:
    """The commands for the camera of a view, which need not be under the pointer."""
    there = replace(state, pointer=replace(state.pointer, hovered_view=view))
    outcomes: list[Outcome] = []
    for section in CAMERA:
        if section != CAMERA[0]:
            imgui.separator()
        for command in FIXED:
            if (command.menu, command.section) == ("View/Camera", section) and command.shown(state):
                outcomes += draw_item(command, there)
    return outcomes


LISTS: dict[str, Callable[[State, View], list[Outcome]]] = {DRAWN: draw_parts, CAMERAS: draw_camera_commands}
