"""A heading under which things are folded away: in a narrow panel its title ends in "…", and is whole in a tip."""

from imgui_bundle import imgui

from gjkscope.app.panels.toolkit.tips import tool_tip


def fold(title: str, name: str = "") -> bool:
    """Whether it is unfolded; it stays so while its title changes under the same `name`."""
    shown = shortened(title, imgui.get_content_region_avail().x - imgui.get_tree_node_to_label_spacing())
    unfolded = imgui.collapsing_header(f"{shown}###{name or title}")
    if shown != title:
        tool_tip(title)
    return unfolded


def shortened(text: str, room: float) -> str:
    """As much of it as so many pixels have room for."""
    if imgui.calc_text_size(text).x <= room:
        return text
    starts = (text[:length].rstrip() + "…" for length in range(len(text) - 1, 0, -1))
    return next((start for start in starts if imgui.calc_text_size(start).x <= room), "…")
