"""The bar below the menu that chooses the workspace, and opens the panels around its views."""

from imgui_bundle import icons_fontawesome_6, imgui

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ChooseWorkspace, OpenSides
from gjkscope.app.state.model import State, Workspace
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.bars import begin_bar
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.words.titles import PURPOSES, WORKSPACES

PADDING = 10.0  # pixels at 100 % scale, beside a title
GAP = 2.0  # between two of them
SCENE, TABLES = "Scene and bodies", "Tables"  # the commands


def draw_workspace_bar(state: State, ui: Ui) -> list[Outcome]:
    """Draws the bar along the top edge of the window, below the menu."""
    outcomes: list[Outcome] = []
    if begin_row("##workspaces", imgui.Dir.up, ui):
        for workspace in Workspace:
            if bar_button(f"{WORKSPACES[workspace]}##workspace", state.workspace is workspace, ui):
                outcomes.append(ChooseWorkspace(workspace))
            tool_tip(hint(PURPOSES[workspace], f"Workspace: {WORKSPACES[workspace]}"))
            imgui.same_line(0, GAP * ui.scale)
        outcomes += _sides(state, ui)
    imgui.end()
    return outcomes


def begin_row(name: str, side: imgui.Dir, ui: Ui) -> bool:
    """Begins a bar of one row of buttons along an edge of the window; `imgui.end` ends it."""
    imgui.push_style_var(imgui.StyleVar_.window_padding, (GAP * ui.scale, 0.0))
    shown = begin_bar(name, side, imgui.get_frame_height(), tones.POPUP)
    imgui.pop_style_var()
    return shown


def bar_button(label: str, is_on: bool, ui: Ui) -> bool:
    """Draws a button of the bar; returns whether it was pressed."""
    imgui.push_style_color(imgui.Col_.button, theme.rgba(tones.ACCENT_GROUND if is_on else tones.CLEAR))
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.TEXT if is_on else tones.TEXT_DIM))
    imgui.push_style_var(imgui.StyleVar_.frame_padding, (PADDING * ui.scale, imgui.get_style().frame_padding.y))
    pressed: bool = imgui.button(label)
    imgui.pop_style_var()
    imgui.pop_style_color(2)
    return pressed


def _sides(state: State, ui: Ui) -> list[Outcome]:
    """The switches of the panels to the left and below, at the right end of the bar."""
    outcomes: list[Outcome] = []
    sides = state.shell.sides
    icons = icons_fontawesome_6
    switches = (
        (icons.ICON_FA_SHAPES, SCENE, sides.scene, replace(sides, scene=not sides.scene)),
        (icons.ICON_FA_TABLE, TABLES, sides.tables, replace(sides, tables=not sides.tables)),
    )
    widths = [imgui.calc_text_size(f"{icon}  {title}").x + 2 * PADDING * ui.scale for icon, title, *_ in switches]
    left = imgui.get_window_width() - sum(widths) - 2 * GAP * ui.scale
    if left < imgui.get_cursor_pos_x():  # no room; the menu and the keys remain
        return []
    imgui.set_cursor_pos_x(left)
    for icon, title, is_open, toggled in switches:
        if bar_button(f"{icon}  {title}##side", is_open, ui):
            outcomes.append(OpenSides(toggled))
        tool_tip(hint("Hide" if is_open else "Show", title))
        imgui.same_line(0, GAP * ui.scale)
    return outcomes
