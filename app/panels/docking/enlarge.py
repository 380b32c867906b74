"""A button that gives a docked panel most of the height that it shares with the views, and takes it back."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.panels.toolkit.tips import tool_tip

LARGE, SMALL = 0.68, 0.37  # of the height that both have together


def draw_enlarge() -> None:
    """Nothing where the panel stands in no column of panels."""
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
        set_side(node, HEIGHT, (SMALL if is_large else LARGE) * column.size.y)
    tool_tip("smaller again" if is_large else "larger: the views give way")


def set_side(node: imgui.internal.DockNode, side: int, pixels: float) -> None:
    """Gives a docked panel that width or height; what it is docked beside takes the rest.

    Dear ImGui divides what two panels have together in the ratio of the reference sizes of both.
    """
    now, both = node.size[side], node.parent_node.size[side] - imgui.get_style().docking_separator_size
    if not 0 < pixels < both or now >= both:
        return
    reference = [*node.size_ref]
    reference[side] *= (both - now) / now * pixels / (both - pixels)
    node.size_ref = ImVec2(*reference)


WIDTH, HEIGHT = 0, 1  # of the sides of a panel
