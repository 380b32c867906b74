"""Tool tips."""

from imgui_bundle import imgui


def tool_tip(text: str, when_disabled: bool = False) -> None:
    """Shows a tool tip for the last item while it is hovered; with `when_disabled`, also for a disabled item."""
    flags = int(imgui.HoveredFlags_.delay_normal)
    if when_disabled:
        flags |= int(imgui.HoveredFlags_.allow_when_disabled)
    if imgui.is_item_hovered(flags):
        imgui.set_tooltip(text)
