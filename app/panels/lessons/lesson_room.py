"""The dock column of the Lessons panel: selected and widened while a lesson is open, restored afterwards."""

from imgui_bundle import imgui

from gjkscope.app.lessons.contents import entry_of
from gjkscope.app.panels.docking.dockspace import bring_to_front, select_tab
from gjkscope.app.panels.docking.enlarge import WIDTH, set_node_size
from gjkscope.app.panels.lessons.lesson_panel import PANEL
from gjkscope.app.panels.requests import ReadLesson
from gjkscope.app.panels.toolkit.ui import Ui

READING_WIDTH = 340.0  # minimum width of a lesson, pixels at 100 % scale
CLOSE = 2.0  # tolerance in pixels, as sizes of dock nodes are rounded to whole pixels
WIDTH_BEFORE = 1  # key in Dear ImGui's state storage: the column's width before the lesson, pixels


def show_lesson_panel(wanted: ReadLesson, ui: Ui) -> None:
    """Selects the Lessons panel, makes it wide enough to read, and selects the panel that the page refers to."""
    if (spoken_of := entry_of(wanted.name).panels[wanted.page]) is not None:
        select_tab(spoken_of)
    bring_to_front(PANEL.title)
    window = imgui.internal.find_window_by_name(PANEL.title)
    width = _reading_width(window, ui)
    if width > 0 and window.dock_node.size.x < width:
        window.state_storage.set_float(WIDTH_BEFORE, window.dock_node.size.x)
        set_node_size(window.dock_node, WIDTH, width)


def restore_column_width(ui: Ui) -> None:
    """Restores the column's width from before the lesson, unless the user has resized it since."""
    window = imgui.internal.find_window_by_name(PANEL.title)
    width = _reading_width(window, ui)
    before = window.state_storage.get_float(WIDTH_BEFORE) if width > 0 else 0.0
    if before > 0 and abs(window.dock_node.size.x - width) <= CLOSE:
        set_node_size(window.dock_node, WIDTH, before)
        window.state_storage.set_float(WIDTH_BEFORE, 0.0)


def _reading_width(window: imgui.internal.Window | None, ui: Ui) -> float:
    """The width of the column for reading, in pixels; 0 if the panel has no sibling node."""
    node = window.dock_node if window is not None else None
    if node is None or node.parent_node is None:
        return 0.0
    return min(READING_WIDTH * ui.scale, node.parent_node.size.x / 2)
