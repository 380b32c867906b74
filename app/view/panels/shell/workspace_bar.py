"""The bar below the menu that chooses the workspace, and opens the panels around its views."""

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6, imgui

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import Action, ChooseWorkspace, Lecture, OpenSides
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

SCENE, TABLES, LECTURE = "Scene and bodies", "Tables", "Lecture mode"  # the commands


class SideSwitch(NamedTuple):
    """A switch at the right end of the bar."""

    icon: str
    title: str
    command: str
    is_on: bool
    toggles: Action


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


def draw_lecture_switch(ui: Ui) -> list[Outcome]:
    """Draws the switch that ends lecture mode, at the right end of the menu bar: there is no bar of workspaces then."""
    icon = icons_fontawesome_6.ICON_FA_CHALKBOARD
    return _draw_switches([SideSwitch(icon, LECTURE, LECTURE, True, Lecture(False))], ui)


def _sides(state: State, ui: Ui) -> list[Outcome]:
    """The switches of the panels to the left and below, at the right end of the bar."""
    icons = icons_fontawesome_6
    sides = state.shell.sides
    left, below = OpenSides(replace(sides, scene=not sides.scene)), OpenSides(replace(sides, tables=not sides.tables))
    switches = {
        DockSlot.LEFT: SideSwitch(icons.ICON_FA_SHAPES, left_title(state), SCENE, sides.scene, left),
        DockSlot.TABLES: SideSwitch(icons.ICON_FA_TABLE, TABLES, TABLES, sides.tables, below),
    }
    slots = slots_in(state.workspace).values()
    return _draw_switches([switch for slot, switch in switches.items() if slot in slots], ui)


def _draw_switches(switches: Sequence[SideSwitch], ui: Ui) -> list[Outcome]:
    """Draws them if there is room; the menu and the keys remain."""
    outcomes: list[Outcome] = []
    labels = [f"{switch.icon}  {switch.title}" for switch in switches]
    widths = [imgui.calc_text_size(label).x + 2 * PADDING * ui.scale for label in labels]
    left = imgui.get_window_width() - sum(widths) - 2 * GAP * ui.scale
    if left < imgui.get_cursor_pos_x():
        return []
    imgui.set_cursor_pos_x(left)
    for switch, label in zip(switches, labels, strict=True):
        if bar_button(f"{label}##side", switch.is_on, ui):
            outcomes.append(switch.toggles)
        tool_tip(hint("Hide" if switch.is_on else "Show", switch.command))
        imgui.same_line(0, GAP * ui.scale)
    return outcomes
