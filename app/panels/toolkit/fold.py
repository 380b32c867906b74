"""A collapsible section.  A title too long for the panel is truncated with "…" and shown in full in a tool tip."""

from imgui_bundle import imgui

from gjkscope.app.panels.toolkit.tips import tool_tip


def collapsing_section(title: str, name: str = "") -> bool:
    """Draws the header and returns whether it is open.  `name` is an ID that stays the same when the title changes."""
    shown = shortened_label(title, imgui.get_content_region_avail().x - imgui.get_tree_node_to_label_spacing())
    unfolded = imgui.collapsing_header(f"{shown}###{name or title}")
    if shown != title:
        tool_tip(title)
    return unfolded


def shortened_label(text: str, room: float) -> str:
    """Truncates `text` with "…" to fit in `room` pixels."""
    if imgui.calc_text_size(text).x <= room:
        return text
    starts = (text[:length].rstrip() + "…" for length in range(len(text) - 1, 0, -1))
    return next((start for start in starts if imgui.calc_text_size(start).x <= room), "…")
