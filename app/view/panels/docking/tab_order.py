"""The fixed order of tabs: that of the workspace's table.

Dear ImGui appends the tab of a window that appears, so tabs would change places whenever a layout is restored or a
panel is opened again.
"""

from collections.abc import Mapping

from imgui_bundle import imgui


def keep_tab_order(ranks: Mapping[str, int]) -> None:
    """Sorts the tabs of each dock node by `ranks`, by window title; call it before the dock space is begun.

    Other windows come last.  A tab can be dragged to another node, but not to another place in its bar.
    """
    windows = [imgui.internal.find_window_by_name(title) for title in ranks]
    nodes = {window.dock_id: window.dock_node for window in windows if window is not None}
    for node in nodes.values():
        if node is not None and node.tab_bar is not None:
            _sort(node.tab_bar, ranks)


def _sort(bar: imgui.internal.TabBar, ranks: Mapping[str, int]) -> None:
    bar.reorder_request_tab_id = 0  # of a tab that is being dragged
    ids = _window_tabs(bar).values()
    titles = {tab_id: imgui.internal.tab_bar_find_tab_by_id(bar, tab_id).window.name for tab_id in ids}
    for place, tab_id in enumerate(sorted(titles, key=lambda tab_id: ranks.get(titles[tab_id], len(ranks)))):
        indices = _window_tabs(bar)
        tab, target = imgui.internal.tab_bar_find_tab_by_id(bar, tab_id), [*indices][place]
        if indices[target] != tab_id:
            imgui.internal.tab_bar_queue_reorder(bar, tab, target - imgui.internal.tab_bar_get_tab_order(bar, tab))
            imgui.internal.tab_bar_process_reorder(bar)
            bar.reorder_request_tab_id = 0


def _window_tabs(bar: imgui.internal.TabBar) -> dict[int, int]:
    """The IDs of the tabs that have a window, by index; the buttons of the bar are tabs too."""
    return {index: tab.id_ for index, tab in enumerate(bar.tabs) if tab.window is not None}
