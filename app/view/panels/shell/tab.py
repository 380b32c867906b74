"""The contents of a docked tab: its panel, or several side by side, or one of several with a switch above it."""

from collections.abc import Callable, Sequence

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.actions import RaisePanel
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit.bars import GAP, bar_button
from gjkscope.app.view.panels.toolkit.panel import Panel
from gjkscope.app.view.panels.toolkit.panels import CODE_AND_BREAKPOINTS, STEPS_AND_BOUNDS, Tab, front_panel
from gjkscope.app.view.panels.toolkit.ui import Ui

BESIDE = {STEPS_AND_BOUNDS: (0.55, 640.0), CODE_AND_BREAKPOINTS: (0.62, 900.0)}
"""Tabs whose two panels are side by side: the share of the first, and the least width in pixels at 100 %."""

Draw = Callable[[Panel, State, Ui], Sequence[Outcome]]


def draw_tab(tab: Tab, draw: Draw, state: State, ui: Ui) -> Sequence[Outcome]:
    """Draws what fits of the tab; `draw` draws the contents of a panel."""
    if len(tab.panels) == 1:
        return draw(tab.panels[0], state, ui)
    share, least = BESIDE.get(tab.title, (0.0, 0.0))
    if share and imgui.get_content_region_avail().x >= least * ui.scale:
        return _draw_beside(tab, draw, share, state, ui)
    chosen, outcomes = _draw_switch(tab, state, ui)
    imgui.begin_child(chosen.title)
    outcomes += draw(chosen, state, ui)
    imgui.end_child()
    return outcomes


def _draw_beside(tab: Tab, draw: Draw, share: float, state: State, ui: Ui) -> list[Outcome]:
    first, second = tab.panels
    gap = imgui.get_style().item_spacing.x
    width = share * (imgui.get_content_region_avail().x - gap)
    outcomes: list[Outcome] = []
    for panel, size in ((first, width), (second, 0.0)):
        imgui.begin_child(panel.title, ImVec2(size, 0))
        outcomes += draw(panel, state, ui)
        imgui.end_child()
        if panel is first:
            imgui.same_line(0, gap)
    return outcomes


def _draw_switch(tab: Tab, state: State, ui: Ui) -> tuple[Panel, list[Outcome]]:
    """Draws the names of the panels; returns the one to show, and what was pressed."""
    front, outcomes = front_panel(tab, state), list[Outcome]()
    for panel in tab.panels:
        if bar_button(f"{panel.part or panel.title}##part", panel is front, ui):
            outcomes.append(RaisePanel(panel.title))
        imgui.same_line(0, GAP * ui.scale)
    imgui.new_line()
    return front, outcomes
