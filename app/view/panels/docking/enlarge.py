"""A button that maximises or restores the height of a docked panel."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.view.panels.toolkit.widgets import tool_tip

LARGE, SMALL = 0.68, 0.37  # fractions of the height shared by panel and views


def draw_maximise_button() -> None:
    """Draws the button for the current window, if it is docked in a column."""
    node = imgui.internal.get_current_window().dock_node
    column = node.parent_node if node is not None else None
    if node is None or column is None or column.split_axis != imgui.internal.Axis.y:
        return
    is_large = node.size.y > column.size.y * (LARGE + SMALL) / 2
    icons = icons_fontawesome_6
    icon = (
        icons.ICON_FA_DOWN_LEFT_AND_UP_RIGHT_TO_CENTER if is_large else icons.ICON_FA_UP_RIGHT_AND_DOWN_LEFT_FROM_CENTER
    )
    if imgui.button(f"{icon}##enlarge"):
        set_node_size(node, HEIGHT, (SMALL if is_large else LARGE) * column.size.y)
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


WIDTH, HEIGHT = 0, 1  # indices of the sides
