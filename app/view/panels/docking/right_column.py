"""The width of the column to the right of the views: opening the panels to the left takes from the views only.

Dear ImGui would give it a share of what they leave, so that it grows when they close.
"""

from collections.abc import Mapping

from imgui_bundle import imgui

from gjkscope.app.view.panels.docking.enlarge import WIDTH, set_node_size
from gjkscope.app.view.panels.toolkit.panel import DockSlot

# Keys in Dear ImGui's state storage.
PIXELS, SIDES, WORKSPACE, HOLDING = 6, 7, 8, 9
HELD_FRAMES = 4  # until Dear ImGui has taken or given back the space of other nodes


def hold_right_column(pixels: float, memory: imgui.Storage) -> None:
    """Gives the column that width, in pixels at 100 % scale, over the next frames."""
    memory.set_float(PIXELS, pixels)
    memory.set_int(HOLDING, HELD_FRAMES)


def keep_right_column(
    panels: Mapping[str, DockSlot], shown: Mapping[str, DockSlot], scale: float, memory: imgui.Storage
) -> None:
    """Keeps the width when other panels open or close; notes it when the user, or another workspace, changes it.

    `panels` are those of the workspace, of which `shown` are drawn.
    """
    title = next((title for title, slot in shown.items() if slot is DockSlot.RIGHT), None)
    window = None if title is None else imgui.internal.find_window_by_name(title)
    node = None if window is None else window.dock_node
    if window is None or node is None or node.parent_node is None or not window.was_active:
        return
    workspace, sides = hash(tuple(panels)) & 0x7FFFFFFF, 1 + (DockSlot.LEFT in shown.values())
    if memory.get_int(WORKSPACE) == workspace and memory.get_int(SIDES) != sides:
        memory.set_int(HOLDING, HELD_FRAMES)
    memory.set_int(WORKSPACE, workspace)
    memory.set_int(SIDES, sides)
    left, pixels = memory.get_int(HOLDING), memory.get_float(PIXELS)
    if left > 0 and pixels > 0:
        memory.set_int(HOLDING, left - 1)
        set_node_size(node, WIDTH, pixels * scale)
    else:
        memory.set_float(PIXELS, node.size.x / scale)
