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

    An item that was in sight stays so in a window that becomes lower.  The list does not hold on to the user's scroll
    bar.  The memory is Dear ImGui's own for the window, as that of the scroll position is: one list a window.
    """
    if imgui.is_window_appearing():  # then it cannot be scrolled yet
        return
    storage, height, cut = imgui.get_state_storage(), round(imgui.get_window_height()), _is_cut()
    followed, in_sight, high = (imgui.get_id(name) for name in ("followed", "in sight", "high"))
    item = hash(what) & 0x7FFFFFFF
    is_new = storage.get_int(followed, -1) != item
    was_in_sight = storage.get_bool(in_sight) and storage.get_int(high) != height
    if cut and (is_new or was_in_sight):  # else the list would move under a resting pointer
        imgui.set_scroll_here_y(0.5)
    storage.set_int(followed, item)
    storage.set_bool(in_sight, not cut or is_new or was_in_sight)
    storage.set_int(high, height)


def _is_cut() -> bool:
    """Whether the edges of the list leave less of the last item than can be read."""
    item, seen = imgui.get_item_rect_min(), imgui.internal.get_current_window().clip_rect
    low, high = item.y, imgui.get_item_rect_max().y
    return max(seen.min.y - low, high - seen.max.y) > HIDDEN * (high - low)


HIDDEN = 0.25  # of the height of a row, at most
