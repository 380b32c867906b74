"""Long lists: only visible rows are drawn, and the list scrolls to keep the current item in view."""

from collections.abc import Hashable, Iterator

from imgui_bundle import imgui


def visible_rows(count: int, followed: int = -1) -> Iterator[int]:
    """The indices of the visible rows in a list of equally high rows, and `followed`, so that it can be scrolled to."""
    clipper = imgui.ListClipper()
    clipper.begin(count)
    if 0 <= followed < count:
        clipper.include_item_by_index(followed)
    while clipper.step():
        yield from range(clipper.display_start, clipper.display_end)


def keep_in_view(*what: Hashable) -> None:
    """Scrolls to the last item when it changes; `what` identifies it.

    A visible item stays visible when the window shrinks, but the user can scroll away from it.  State is kept in Dear
    ImGui's storage of the window, so there can be only one such list per window.
    """
    if imgui.is_window_appearing():  # it cannot scroll in its first frame
        return
    storage, height, cut = imgui.get_state_storage(), round(imgui.get_window_height()), _is_cut()
    followed, in_sight, high = (imgui.get_id(name) for name in ("followed", "in sight", "high"))
    item = hash(what) & 0x7FFFFFFF
    is_new = storage.get_int(followed, -1) != item
    was_in_sight = storage.get_bool(in_sight) and storage.get_int(high) != height
    if cut and (is_new or was_in_sight):  # otherwise, leave the list where the user scrolled it
        imgui.set_scroll_here_y(0.5)
    storage.set_int(followed, item)
    storage.set_bool(in_sight, not cut or is_new or was_in_sight)
    storage.set_int(high, height)


def _is_cut() -> bool:
    """Whether the edges of the list hide more than `HIDDEN` of the last item's height."""
    item, seen = imgui.get_item_rect_min(), imgui.internal.get_current_window().clip_rect
    low, high = item.y, imgui.get_item_rect_max().y
    return max(seen.min.y - low, high - seen.max.y) > HIDDEN * (high - low)


HIDDEN = 0.25  # largest hidden fraction of a row's height that leaves it readable
