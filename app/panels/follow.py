"""Long lists: of all rows only those in sight are made, and the list follows what happens elsewhere."""

from collections.abc import Hashable, Iterator

from imgui_bundle import imgui


def rows_in_sight(count: int, followed: int = -1) -> Iterator[int]:
    """The rows that are seen in a list of equally high ones, and the `followed` one, which the list may scroll to."""
    clipper = imgui.ListClipper()
    clipper.begin(count)
    if 0 <= followed < count:
        clipper.include_item_by_index(followed)
    while clipper.step():
        yield from range(clipper.display_start, clipper.display_end)


def keep_in_view(*what: Hashable) -> None:
    """Scrolls to the last item when it is another than in the frame before; `what` says which one it is.

    The list does not hold on to the user's scroll bar.  The memory is Dear ImGui's own for the window, as that of the
    scroll position is: one list a window.
    """
    storage, key = imgui.get_state_storage(), imgui.get_id("followed")
    item = hash(what) & 0x7FFFFFFF
    if storage.get_int(key, -1) == item or imgui.is_window_appearing():  # then it cannot be scrolled yet
        return
    storage.set_int(key, item)
    if not imgui.is_item_visible():  # else the list would move under a resting pointer
        imgui.set_scroll_here_y(0.5)
