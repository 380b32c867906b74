"""Tool tips: words beside the pointer once it has rested on something."""

from imgui_bundle import imgui


def tool_tip(text: str, when_disabled: bool = False) -> None:
    """The tool tip of the item that was drawn last; `when_disabled`: also where it cannot be pressed."""
    flags = int(imgui.HoveredFlags_.delay_normal)
    if when_disabled:
        flags |= int(imgui.HoveredFlags_.allow_when_disabled)
    if imgui.is_item_hovered(flags):
        imgui.set_tooltip(text)
