"""The strip at the bottom of the window that names the tables while they are closed; a click opens one."""

from imgui_bundle import imgui

from gjkscope.app.state.actions import RaisePanel
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.shell.workspace_bar import bar_button, begin_row
from gjkscope.app.view.panels.toolkit.panel import DockSlot
from gjkscope.app.view.panels.toolkit.panels import panels_in
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip


def draw_drawer_strip(state: State, ui: Ui) -> list[Outcome]:
    """Draws the strip along the bottom edge of the window, or nothing if the tables are open or there are none."""
    titles = [panel.title for panel in panels_in(state.workspace) if panel.slot is DockSlot.TABLES]
    if state.shell.sides.tables or not titles or not state.shows_panels:
        return []
    outcomes: list[Outcome] = []
    shown = begin_row("##drawer", imgui.Dir.down, ui)
    for title in titles if shown else ():
        if bar_button(f"{title}##drawer", False, ui):
            outcomes.append(RaisePanel(title))
        tool_tip(hint(f"Show {title}", "Tables"))
        imgui.same_line(0, 2 * ui.scale)
    imgui.end()
    return outcomes
