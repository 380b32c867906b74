"""Lists that follow what happens elsewhere, without holding on to the user's scroll bar."""

from imgui_bundle import imgui


def keep_in_view(what: str, index: int) -> None:
    """Scrolls to the last item when `index` is another than in the frame before; `what` tells lists apart.

    The memory is Dear ImGui's own for the window, as that of the scroll position is.
    """
    storage, key = imgui.get_state_storage(), imgui.get_id(f"followed {what}")
    if storage.get_int(key, -1) != index:
        storage.set_int(key, index)
        if not imgui.is_item_visible():  # else the list would move under a resting pointer
            imgui.set_scroll_here_y(0.5)
