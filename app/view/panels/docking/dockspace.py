"""The default dock layout: spread around the views or, in a small window, compact.

Spread: Scene to the left of the views, Step to the right, tables and timeline below.  In a small window, or with large
text, this would leave almost no room for the views.  Compact: one column of tabs and one row of tabs.  The layout
switches between the two as the window or text size changes, unless the user has docked panels differently.
"""

from collections.abc import Collection, Mapping
from enum import Enum

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.state.model import View
from gjkscope.app.view.panels.docking.enlarge import HEIGHT, WIDTH, draw_maximise_button, set_node_size
from gjkscope.app.view.panels.docking.right_column import hold_right_column, keep_right_column
from gjkscope.app.view.panels.docking.tab_order import keep_tab_order
from gjkscope.app.view.panels.toolkit.panel import DockSlot
from gjkscope.app.view.panels.toolkit.theme import rgba
from gjkscope.app.view.tones import CLEAR
from gjkscope.app.view.words.titles import TITLES

# All sizes in pixels are at 100 % scale.
SCENE_SHARE, STEP_SHARE = 0.17, 0.21  # fraction of the window width; of the remaining width
SCENE_WIDTH = 190.0  # minimum, so that its titles are not truncated
STEP_WIDTH = 199.0  # minimum, so that its headline keeps its size
TABLES_SHARE, MOST_TABLES = 0.37, 270.0  # fraction of the height above the timeline; at most, so that views dominate
MAIN_SHARE = 0.64  # of the width that the list of pairs shares with the views
TIMELINE_HEIGHT = 93.0  # pixels; assumes that its buttons fit on one line
ROOMY = ImVec2(760, 560)  # a narrower or lower window uses the compact layout
COLUMN_WIDTH, ROW_HEIGHT = 220.0, 160.0  # compact: fits a vertex table; fits the timeline
MOST_COLUMN, MOST_ROW = 0.4, 0.5  # maximum fraction of the window

# Keys in Dear ImGui's state storage: the last arrangement, and the size of the work area.
ARRANGED, ROOM_WIDTH, ROOM_HEIGHT = 1, 2, 3
RETURNED = 4  # switched back to spread in the last frame; its tabs can be selected only one frame later
RESIZED = 5  # the user has chosen the height of the timeline, which otherwise follows from its contents
# Plus a node ID: the fraction given to the node to keep its minimum size, and the fraction it had before.
GIVEN, BEFORE = 1000, 2000
CLOSE = 0.01  # tolerance for comparing fractions, as sizes are rounded to whole pixels


class Arrangement(Enum):
    SPREAD = 1
    COMPACT = 2


Panels = Mapping[str, DockSlot]
"""The dock slot of each panel, by title."""


def dock_all(panels: Panels, shown: Collection[str], scale: float) -> int:
    """Creates the dock space that fills the window and returns its ID.

    Docks all panels on first use and whenever the arrangement changes; only those in `shown` are drawn.  `scale` is the
    scale of the user interface.
    """
    drawn = {title: slot for title, slot in panels.items() if title in shown}
    keep_tab_order({title: place for place, title in enumerate(panels)})
    push_transparent_background()
    dock = imgui.dock_space_over_viewport()
    imgui.pop_style_color()
    node = imgui.internal.dock_builder_get_node(dock)
    memory, fitting = node.host_window.state_storage, _fitting(scale)
    size = imgui.get_main_viewport().work_size
    if min(size) <= 0:
        return dock  # the menu bar fills the window
    room = round(size.x / scale), round(size.y / scale)
    if memory.get_bool(RETURNED) and _are_shown(drawn):
        _bring_back(drawn)
        memory.set_bool(RETURNED, False)
    if node.is_empty() and not node.is_split_node():
        _dock(dock, panels, scale)
    elif memory.get_int(ARRANGED) != fitting.value and _are_shown(drawn):
        # Few panels may stand as in both.
        if not _stand_as(fitting, drawn) and any(_stand_as(arrangement, drawn) for arrangement in Arrangement):
            reset_docking(dock, panels, scale)
            memory.set_bool(RETURNED, fitting is Arrangement.SPREAD)
        memory.set_int(ARRANGED, fitting.value)
    elif (memory.get_int(ROOM_WIDTH), memory.get_int(ROOM_HEIGHT)) != room:
        _keep_least(drawn, fitting, scale, memory)
    if fitting is Arrangement.SPREAD:
        keep_right_column(panels, drawn, scale, memory)
    memory.set_int(ROOM_WIDTH, room[0])
    memory.set_int(ROOM_HEIGHT, room[1])
    return dock


def keep_dock() -> int:
    """Keeps the dock space and what is docked in it, without showing it; returns its ID, or 0 if there is none yet.

    `DockNodeFlags_.keep_alive_only` does the same, but its window would lie over the others and take the mouse.
    """
    host = imgui.internal.find_window_by_name(f"WindowOverViewport_{imgui.get_main_viewport().id_:08X}")
    # Not `host.get_id`: Dear ImGui frees the ID stack of a window that has not been drawn for a minute.
    dock = imgui.internal.im_hash_str("DockSpace", 0, host.id_) if host is not None else 0
    node = imgui.internal.dock_builder_get_node(dock) if dock else None
    if node is not None:
        node.last_frame_alive = imgui.get_frame_count()
    return dock


def reset_docking(dock: int, panels: Panels, scale: float) -> None:
    """Resets the dock layout to its default."""
    imgui.internal.dock_builder_remove_node_docked_windows(dock)
    imgui.internal.dock_builder_remove_node_child_nodes(dock)
    _dock(dock, panels, scale)


def is_resized(node: imgui.internal.DockNode) -> bool:
    """Whether the user has dragged the splitter between this node and its sibling since the panels were docked."""
    host = node.host_window
    if host is None:  # just docked
        return False
    splitter = imgui.internal.im_hash_str("##Splitter", 0, host.get_id(node.parent_node.id_))
    if imgui.internal.get_active_id() == splitter:
        host.state_storage.set_bool(RESIZED, True)
    return host.state_storage.get_bool(RESIZED)


def add_tab_bar_buttons(title: str, node: imgui.internal.DockNode, can_grow: bool) -> None:
    """Adds buttons to the tab bar of a node: a list of all tabs if they do not fit, and one that maximises it.

    `title` is that of the tab in front.
    """
    host = node.host_window
    if node.tab_bar is None or host is None or host.skip_items:  # just docked, or too small to be drawn
        return
    if not imgui.internal.dock_node_begin_amend_tab_bar(node):
        return
    if node.windows.size() > 1 and node.tab_bar.width_all_tabs_ideal > node.size.x:
        _add_tab_list(node)
    if can_grow:
        draw_maximise_button(title, node)
    imgui.internal.dock_node_end_amend_tab_bar()


def _add_tab_list(node: imgui.internal.DockNode) -> None:
    if imgui.tab_item_button(f"{icons_fontawesome_6.ICON_FA_CHEVRON_DOWN}##tabs", imgui.TabItemFlags_.trailing):
        imgui.open_popup("tabs")
    if imgui.begin_popup("tabs"):
        for window in node.windows:
            if imgui.selectable(window.name, window.tab_id == node.selected_tab_id)[0]:
                bring_to_front(window.name)
        imgui.end_popup()


def bring_to_front(title: str) -> None:
    """Focuses a panel and selects its tab."""
    imgui.set_window_focus(title)
    select_tab(title)


def select_tab(title: str) -> None:
    """Selects a panel's tab without moving the keyboard focus."""
    window = imgui.internal.find_window_by_name(title)
    if window is not None and window.dock_node is not None and window.dock_node.tab_bar is not None:
        window.dock_node.tab_bar.next_selected_tab_id = window.tab_id


def push_transparent_background() -> None:
    """Makes windows begun before the matching pop draw no background, so that the clear colour shows through.

    With a software renderer, filling a whole window takes as long as drawing a 3D view.
    """
    imgui.push_style_color(imgui.Col_.window_bg, rgba(CLEAR))


def _keep_least(panels: Panels, arrangement: Arrangement, scale: float, memory: imgui.Storage) -> None:
    """Keeps panels at their minimum sizes when the window shrinks or the text grows."""
    room = imgui.get_main_viewport().work_size
    if arrangement is Arrangement.SPREAD:
        _hold(panels, DockSlot.LEFT, WIDTH, SCENE_WIDTH * scale, memory)
    else:
        _hold(panels, DockSlot.RIGHT, WIDTH, min(COLUMN_WIDTH * scale, MOST_COLUMN * room.x), memory)
        _hold(panels, DockSlot.TIMELINE, HEIGHT, min(ROW_HEIGHT * scale, MOST_ROW * room.y), memory)


def _hold(panels: Panels, slot: DockSlot, side: int, least: float, memory: imgui.Storage) -> None:
    """Keeps the panels of a place at `least` pixels or more; restores their previous fraction once there is room."""
    windows = [imgui.internal.find_window_by_name(title) for title, where in panels.items() if where is slot]
    docked = [window for window in windows if window is not None]  # None: never shown
    for node in {window.dock_id: window.dock_node for window in docked}.values():  # once per node: tabs share one
        if node is None or node.parent_node is None:
            continue
        both = node.parent_node.size[side]
        part, before = node.size[side] / both, memory.get_float(BEFORE + node.id_)
        held = before > 0 and abs(part - memory.get_float(GIVEN + node.id_)) < CLOSE  # not resized by the user since
        wanted = (before if held else part) * both
        if held or wanted < least:
            set_node_size(node, side, max(wanted, least))
            memory.set_float(GIVEN + node.id_, max(wanted, least) / both)
            memory.set_float(BEFORE + node.id_, wanted / both if wanted < least else 0.0)


def _bring_back(panels: Panels) -> None:
    """Selects in each place the most recently focused panel, or else the first."""
    windows = {title: imgui.internal.find_window_by_name(title) for title in reversed([*panels])}
    used = sorted(windows, key=lambda title: windows[title].last_frame_just_focused)
    for title in {panels[title]: title for title in used}.values():
        select_tab(title)


def _fitting(scale: float) -> Arrangement:
    """The arrangement that suits the size of the window."""
    size = imgui.get_main_viewport().size
    is_small = size.x < ROOMY.x * scale or size.y < ROOMY.y * scale
    return Arrangement.COMPACT if is_small else Arrangement.SPREAD


def _are_shown(panels: Panels) -> bool:
    """Whether all panels were shown in the last frame: docking a hidden panel loses the selected tab."""
    windows = [imgui.internal.find_window_by_name(title) for title in panels]
    return all(window is not None and window.was_active for window in windows)


def _stand_as(arrangement: Arrangement, panels: Panels) -> bool:
    """Whether the panels are grouped into tabs exactly as in `arrangement`."""
    places = {title: _tabs(slot, arrangement) for title, slot in panels.items()}
    nodes = {title: imgui.internal.find_window_by_name(title).dock_id for title in panels}
    together = {(places[title], nodes[title]) for title in panels}
    return len(together) == len(set(places.values())) == len(set(nodes.values())) and 0 not in nodes.values()


def _tabs(slot: DockSlot, arrangement: Arrangement) -> DockSlot:
    """The slot whose tabs include `slot` in `arrangement`."""
    return slot if arrangement is Arrangement.SPREAD else MERGED.get(slot, slot)


def _dock(dock: int, panels: Panels, scale: float) -> None:
    builder = imgui.internal
    size = imgui.get_main_viewport().work_size
    builder.dock_builder_set_node_size(dock, size)
    arrangement = _fitting(scale)
    split = _split_spread if arrangement is Arrangement.SPREAD else _split_compact
    nodes, views = split(dock, ImVec2(size.x / scale, size.y / scale))
    if arrangement is Arrangement.SPREAD and DockSlot.MAIN in panels.values():
        nodes[DockSlot.MAIN], views = _split(views, imgui.Dir.left, MAIN_SHARE)
    root = builder.dock_builder_get_node(dock)
    if root is not None and root.host_window is not None:
        memory = root.host_window.state_storage
        memory.set_bool(RESIZED, False)
        beside = size.x / scale - max(SCENE_SHARE * size.x / scale, SCENE_WIDTH)
        hold_right_column(max(STEP_SHARE * beside, STEP_WIDTH), memory)
    for title, slot in panels.items():
        builder.dock_builder_dock_window(title, nodes[_tabs(slot, arrangement)])
    world, difference = _split(views, imgui.Dir.left, 0.5)
    difference, second = _split(difference, imgui.Dir.up, 0.5)  # an empty node takes no space
    for view, node in ((View.WORLD, world), (View.DIFFERENCE, difference), (View.SECOND, second)):
        builder.dock_builder_dock_window(TITLES[view], node)
    if arrangement is Arrangement.SPREAD:
        _hide_tab_bar(nodes[DockSlot.TIMELINE])
    builder.dock_builder_finish(dock)
    if central := builder.dock_builder_get_central_node(dock):  # None if this dock has been laid out before
        _share_growth(central)


Nodes = tuple[dict[DockSlot, int], int]
"""The dock node IDs of the places, and of the views."""


def _split_spread(dock: int, size: ImVec2) -> Nodes:
    left, rest = _split(dock, imgui.Dir.left, max(SCENE_SHARE, SCENE_WIDTH / size.x))
    beside = size.x - SCENE_WIDTH
    right, rest = _split(rest, imgui.Dir.right, max(STEP_SHARE, STEP_WIDTH / beside))
    # Split off the timeline first, so that moving the edge between tables and views resizes nothing else.
    timeline, rest = _split(rest, imgui.Dir.down, min(TIMELINE_HEIGHT / size.y, MOST_ROW))
    above = max(size.y - TIMELINE_HEIGHT, 1.0)
    tables, views = _split(rest, imgui.Dir.down, min(TABLES_SHARE, MOST_TABLES / above))
    return {DockSlot.LEFT: left, DockSlot.RIGHT: right, DockSlot.TIMELINE: timeline, DockSlot.TABLES: tables}, views


def _split_compact(dock: int, size: ImVec2) -> Nodes:
    right, rest = _split(dock, imgui.Dir.right, min(COLUMN_WIDTH / size.x, MOST_COLUMN))
    timeline, views = _split(rest, imgui.Dir.down, min(ROW_HEIGHT / size.y, MOST_ROW))
    return {DockSlot.RIGHT: right, DockSlot.TIMELINE: timeline}, views


def _hide_tab_bar(node_id: int) -> None:
    """Leaves the height of a tab bar to the views; the corner of the window brings it back, to dock it elsewhere."""
    node = imgui.internal.dock_builder_get_node(node_id)
    flag = int(imgui.internal.DockNodeFlagsPrivate_.hidden_tab_bar)
    node.set_local_flags(node.local_flags | flag)


def _share_growth(central: imgui.internal.DockNode) -> None:
    """Clears the central-node flag, so that all nodes grow with the window; the central node would take all growth."""
    flag = int(imgui.internal.DockNodeFlagsPrivate_.central_node)
    central.set_local_flags(central.local_flags & ~flag)


def _split(node: int, side: imgui.Dir, share: float) -> tuple[int, int]:
    """Splits a node; returns the IDs of the new node on that side and of the remainder."""
    parts = imgui.internal.dock_builder_split_node(node, side, share)
    return parts.id_at_dir, parts.id_at_opposite_dir


MERGED = {DockSlot.LEFT: DockSlot.RIGHT, DockSlot.TABLES: DockSlot.TIMELINE, DockSlot.MAIN: DockSlot.TIMELINE}
"""In the compact layout, the place into which another place's tabs are merged."""
