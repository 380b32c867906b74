"""The strip at the bottom of the window that names the tables while they are closed; a click opens one."""

from imgui_bundle import imgui

from gjkscope.app.state.actions import RaisePanel
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit.bars import bar_button, begin_row
from gjkscope.app.view.panels.toolkit.panels import closed_tabs, front_panel
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip


def draw_drawer_strip(state: State, ui: Ui) -> list[Outcome]:
    """Draws the strip along the bottom edge of the window, or nothing if the tables are open or there are none."""
    tabs = closed_tabs(state)
    if not tabs or not state.shows_panels:
        return []
    outcomes: list[Outcome] = []
    shown = begin_row("##drawer", imgui.Dir.down, ui)
    for tab in tabs if shown else ():
        if bar_button(f"{tab.title}##drawer", False, ui):
            outcomes.append(RaisePanel(front_panel(tab, state).title))
        tool_tip(hint(f"Show {tab.title}", "Tables"))
        imgui.same_line(0, 2 * ui.scale)
    imgui.end()
    return outcomes
