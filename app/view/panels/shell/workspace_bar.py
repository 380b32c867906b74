"""The bar below the menu that chooses the workspace, and opens the panels around its views."""

from imgui_bundle import icons_fontawesome_6, imgui

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ChooseWorkspace, OpenSides
from gjkscope.app.state.model import State, Workspace
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.commands.workspaces import left_title
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit.bars import GAP, PADDING, bar_button, begin_row
from gjkscope.app.view.panels.toolkit.panel import DockSlot
from gjkscope.app.view.panels.toolkit.panels import slots_in
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.words.titles import PURPOSES, WORKSPACES

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


def _sides(state: State, ui: Ui) -> list[Outcome]:
    """The switches of the panels to the left and below, at the right end of the bar."""
    outcomes: list[Outcome] = []
    sides = state.shell.sides
    icons = icons_fontawesome_6
    switches = [
        (icons.ICON_FA_SHAPES, left_title(state), SCENE, sides.scene, replace(sides, scene=not sides.scene)),
        (icons.ICON_FA_TABLE, TABLES, TABLES, sides.tables, replace(sides, tables=not sides.tables)),
    ]
    slots = slots_in(state.workspace).values()
    sides_here = (DockSlot.LEFT, DockSlot.TABLES)
    switches = [switch for switch, slot in zip(switches, sides_here, strict=True) if slot in slots]
    widths = [imgui.calc_text_size(f"{icon}  {title}").x + 2 * PADDING * ui.scale for icon, title, *_ in switches]
    left = imgui.get_window_width() - sum(widths) - 2 * GAP * ui.scale
    if left < imgui.get_cursor_pos_x():  # no room; the menu and the keys remain
        return []
    imgui.set_cursor_pos_x(left)
    for icon, title, command, is_open, toggled in switches:
        if bar_button(f"{icon}  {title}##side", is_open, ui):
            outcomes.append(OpenSides(toggled))
        tool_tip(hint("Hide" if is_open else "Show", command))
        imgui.same_line(0, GAP * ui.scale)
    return outcomes
