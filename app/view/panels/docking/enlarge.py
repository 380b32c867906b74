"""A button in the tab bar of a docked panel that enlarges the panel, or restores its size."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.view.panels.toolkit.widgets import tool_tip

LARGE = 0.68  # fraction of the width or height that the panel shares with the panels and views beside it
SMALL = 0.37  # that of a panel whose size before is not known: another layout was restored since
CLOSE = 0.02  # tolerance for comparing fractions, as sizes are rounded to whole pixels
BEFORE = 3000  # plus a node ID: the key of the fraction before, in Dear ImGui's state storage
WIDTH, HEIGHT = 0, 1  # indices of the sides


def draw_maximise_button(title: str, node: imgui.internal.DockNode) -> None:
    """Adds the button to the tab bar of the node, which is being amended and shows the panel with that title."""
    parent = node.parent_node
    if parent is None:
        return  # the panel fills the window
    side = WIDTH if parent.split_axis == imgui.internal.Axis.x else HEIGHT
    both, memory = parent.size[side], node.host_window.state_storage
    part = node.size[side] / both
    is_large = part > LARGE - CLOSE
    icons = icons_fontawesome_6
    icon = icons.ICON_FA_COMPRESS if is_large else icons.ICON_FA_EXPAND
    if imgui.tab_item_button(f"{icon}##enlarge {title}", imgui.TabItemFlags_.trailing):
        if not is_large:
            memory.set_float(BEFORE + node.id_, part)
        restored = memory.get_float(BEFORE + node.id_, SMALL)
        set_node_size(node, side, (restored if is_large else LARGE) * both)
    tool_tip("Restore" if is_large else "Maximise")


def set_node_size(node: imgui.internal.DockNode, side: int, pixels: float) -> None:
    """Sets the width (`side` 0) or height (1) of a docked panel in pixels; its sibling node takes the rest.

    Dear ImGui divides the space of two sibling nodes in the ratio of their reference sizes.
    """
    now, both = node.size[side], node.parent_node.size[side] - imgui.get_style().docking_separator_size
    if not 0 < pixels < both or now >= both:
        return
    reference = [*node.size_ref]
    reference[side] *= (both - now) / now * pixels / (both - pixels)
    node.size_ref = ImVec2(*reference)
