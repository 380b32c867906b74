"""Where panels and views are docked at first: spread around the views, or compact where there is little room.

Spread, the scene stands to the left of the views, the step to the right, tables and timeline below.  In a small window,
or one with large text, these would leave hardly anything for the views: compact, there is a column and a row of tabs.
As the window or the text changes panels go over from one to the other, unless the user has docked them in other ways.
"""

from collections.abc import Mapping
from enum import Enum, auto

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.model import View
from gjkscope.app.panels.docking.enlarge import HEIGHT, WIDTH, set_side
from gjkscope.app.panels.toolkit.theme import CLEAR, rgba
from gjkscope.app.panels.viewport.viewport import TITLES

SCENE_SHARE, STEP_SHARE = 0.17, 0.28  # of the width of the window, and of what is left of it
SCENE_WIDTH = 190.0  # at least, pixels at 100 %: its titles are whole
TABLES_SHARE = 0.37  # of the height above the timeline
TIMELINE_HEIGHT = 116.0  # pixels at 100 %, as all measures here; where its buttons fit on one line
ROOMY = ImVec2(760, 560)  # a window that is narrower or lower is compact
COLUMN_WIDTH, ROW_HEIGHT = 220.0, 160.0  # compact: a table of vertices is whole, and so is the timeline
MOST_COLUMN, MOST_ROW = 0.4, 0.5  # of the window

# Under which Dear ImGui keeps how the panels were arranged last, and in how much room: pixels at 100 %.
ARRANGED, ROOM_WIDTH, ROOM_HEIGHT = 1, 2, 3
RETURNED = 4  # spread again since the last frame: only in the next one are there tabs to choose from
# With the number of a node: which part of what it shares it was given to be held at its least, and had before.
GIVEN, BEFORE = 1000, 2000
CLOSE = 0.01  # parts: sizes are whole pixels


class Place(Enum):
    """Where a panel is docked; those of one place are tabs beside one another, the first one in front.

    Compact, right and left are one, and so are timeline and tables.
    """

    LEFT = auto()
    RIGHT = auto()
    TABLES = auto()  # below the views
    TIMELINE = auto()  # at the foot


class Arrangement(Enum):
    SPREAD = 1
    COMPACT = 2


Panels = Mapping[str, Place]
"""Where each panel is docked, by its title."""


def dock_all(panels: Panels, scale: float) -> int:
    """The dock that fills the window, and in it at first, or when another arrangement fits, each panel in its place."""
    push_no_ground()
    dock = imgui.dock_space_over_viewport()
    imgui.pop_style_color()
    node = imgui.internal.dock_builder_get_node(dock)
    memory, fitting = node.host_window.state_storage, _fitting(scale)
    size = imgui.get_main_viewport().work_size
    if min(size) <= 0:
        return dock  # the menu fills the window
    room = round(size.x / scale), round(size.y / scale)
    if memory.get_bool(RETURNED) and _are_shown(panels):
        _bring_back(panels)
        memory.set_bool(RETURNED, False)
    if node.is_empty() and not node.is_split_node():
        _dock(dock, panels, scale)
    elif memory.get_int(ARRANGED) != fitting.value and _are_shown(panels):
        if any(_stand_as(arrangement, panels) for arrangement in Arrangement if arrangement is not fitting):
            dock_anew(dock, panels, scale)
            memory.set_bool(RETURNED, fitting is Arrangement.SPREAD)
        memory.set_int(ARRANGED, fitting.value)
    elif (memory.get_int(ROOM_WIDTH), memory.get_int(ROOM_HEIGHT)) != room:
        _keep_least(panels, fitting, scale, memory)
    memory.set_int(ROOM_WIDTH, room[0])
    memory.set_int(ROOM_HEIGHT, room[1])
    return dock


def dock_anew(dock: int, panels: Panels, scale: float) -> None:
    """All panels back to their places."""
    imgui.internal.dock_builder_remove_node_docked_windows(dock)
    imgui.internal.dock_builder_remove_node_child_nodes(dock)
    _dock(dock, panels, scale)


def list_tabs(node: imgui.internal.DockNode) -> None:
    """A button beside a row of tabs that has no room for all of them: it lists them."""
    if node.windows.size() < 2 or node.tab_bar is None or node.tab_bar.width_all_tabs_ideal <= node.size.x:
        return
    if node.host_window.skip_items:  # of a window of a few pixels nothing is drawn
        return
    if not imgui.internal.dock_node_begin_amend_tab_bar(node):
        return
    if imgui.tab_item_button(f"{icons_fontawesome_6.ICON_FA_CHEVRON_DOWN}##tabs", imgui.TabItemFlags_.trailing):
        imgui.open_popup("tabs")
    if imgui.begin_popup("tabs"):
        for window in node.windows:
            if imgui.selectable(window.name, window.tab_id == node.selected_tab_id)[0]:
                bring_to_front(window.name)
        imgui.end_popup()
    imgui.internal.dock_node_end_amend_tab_bar()


def bring_to_front(title: str) -> None:
    """The panel gets the keyboard, and its tab comes into sight."""
    imgui.set_window_focus(title)
    select_tab(title)


def select_tab(title: str) -> None:
    """The panel in front of those it is docked with; what is typed or stepped through stays where it is."""
    window = imgui.internal.find_window_by_name(title)
    if window is not None and window.dock_node is not None and window.dock_node.tab_bar is not None:
        window.dock_node.tab_bar.next_selected_tab_id = window.tab_id


def push_no_ground() -> None:
    """Windows begun before the colour is popped have no ground of their own: it is what the screen was cleared with.

    Without a GPU each coat of paint over a whole window costs as much time as a 3D view.
    """
    imgui.push_style_color(imgui.Col_.window_bg, rgba(CLEAR))


def _keep_least(panels: Panels, arrangement: Arrangement, scale: float, memory: imgui.Storage) -> None:
    """What shrinks with the window, or should grow with the text, keeps the least that it has in that arrangement."""
    room = imgui.get_main_viewport().work_size
    if arrangement is Arrangement.SPREAD:
        _hold(panels, Place.LEFT, WIDTH, SCENE_WIDTH * scale, memory)
    else:
        _hold(panels, Place.RIGHT, WIDTH, min(COLUMN_WIDTH * scale, MOST_COLUMN * room.x), memory)
        _hold(panels, Place.TIMELINE, HEIGHT, min(ROW_HEIGHT * scale, MOST_ROW * room.y), memory)


def _hold(panels: Panels, place: Place, side: int, least: float, memory: imgui.Storage) -> None:
    """Gives the panels of a place that many pixels at least, and in more room the part again that they had before."""
    windows = [imgui.internal.find_window_by_name(title) for title, where in panels.items() if where is place]
    docked = [window for window in windows if window is not None]  # else it was never shown
    for node in {window.dock_id: window.dock_node for window in docked}.values():  # tabs of one node share it
        if node is None or node.parent_node is None:
            continue
        both = node.parent_node.size[side]
        part, before = node.size[side] / both, memory.get_float(BEFORE + node.id_)
        held = before > 0 and abs(part - memory.get_float(GIVEN + node.id_)) < CLOSE  # else it was changed since
        wanted = (before if held else part) * both
        if held or wanted < least:
            set_side(node, side, max(wanted, least))
            memory.set_float(GIVEN + node.id_, max(wanted, least) / both)
            memory.set_float(BEFORE + node.id_, wanted / both if wanted < least else 0.0)


def _bring_back(panels: Panels) -> None:
    """In each place the panel that was used last is in front, else the first one."""
    windows = {title: imgui.internal.find_window_by_name(title) for title in reversed([*panels])}
    used = sorted(windows, key=lambda title: windows[title].last_frame_just_focused)
    for title in {panels[title]: title for title in used}.values():
        select_tab(title)


def _fitting(scale: float) -> Arrangement:
    """The one that leaves the views some room."""
    size = imgui.get_main_viewport().size
    is_small = size.x < ROOMY.x * scale or size.y < ROOMY.y * scale
    return Arrangement.COMPACT if is_small else Arrangement.SPREAD


def _are_shown(panels: Panels) -> bool:
    """Whether each was there in the last frame: what is docked while it is hidden forgets which tab was in front."""
    windows = [imgui.internal.find_window_by_name(title) for title in panels]
    return all(window is not None and window.was_active for window in windows)


def _stand_as(arrangement: Arrangement, panels: Panels) -> bool:
    """Whether those panels are tabs beside one another that are so in that arrangement."""
    places = {title: _tabs(place, arrangement) for title, place in panels.items()}
    nodes = {title: imgui.internal.find_window_by_name(title).dock_id for title in panels}
    together = {(places[title], nodes[title]) for title in panels}
    return len(together) == len(set(places.values())) == len(set(nodes.values())) and 0 not in nodes.values()


def _tabs(place: Place, arrangement: Arrangement) -> Place:
    """The place that has it as a tab."""
    return place if arrangement is Arrangement.SPREAD else MERGED.get(place, place)


def _dock(dock: int, panels: Panels, scale: float) -> None:
    builder = imgui.internal
    size = imgui.get_main_viewport().work_size
    builder.dock_builder_set_node_size(dock, size)
    arrangement = _fitting(scale)
    split = _split_spread if arrangement is Arrangement.SPREAD else _split_compact
    nodes, views = split(dock, ImVec2(size.x / scale, size.y / scale))
    for title, place in panels.items():
        builder.dock_builder_dock_window(title, nodes[_tabs(place, arrangement)])
    world, difference = _split(views, imgui.Dir.left, 0.5)
    difference, second = _split(difference, imgui.Dir.up, 0.5)  # whoever is alone in a half has all of it
    for view, node in ((View.WORLD, world), (View.DIFFERENCE, difference), (View.SECOND, second)):
        builder.dock_builder_dock_window(TITLES[view], node)
    builder.dock_builder_finish(dock)
    if central := builder.dock_builder_get_central_node(dock):  # a dock that was laid out before has none
        _share_growth(central)


Nodes = tuple[dict[Place, int], int]
"""Of the places, and of the views."""


def _split_spread(dock: int, size: ImVec2) -> Nodes:
    left, rest = _split(dock, imgui.Dir.left, max(SCENE_SHARE, SCENE_WIDTH / size.x))
    right, rest = _split(rest, imgui.Dir.right, STEP_SHARE)
    # Below the tables: the edge between these and the views then moves nothing else.
    timeline, rest = _split(rest, imgui.Dir.down, min(TIMELINE_HEIGHT / size.y, MOST_ROW))
    tables, views = _split(rest, imgui.Dir.down, TABLES_SHARE)
    return {Place.LEFT: left, Place.RIGHT: right, Place.TIMELINE: timeline, Place.TABLES: tables}, views


def _split_compact(dock: int, size: ImVec2) -> Nodes:
    right, rest = _split(dock, imgui.Dir.right, min(COLUMN_WIDTH / size.x, MOST_COLUMN))
    timeline, views = _split(rest, imgui.Dir.down, min(ROW_HEIGHT / size.y, MOST_ROW))
    return {Place.RIGHT: right, Place.TIMELINE: timeline}, views


def _share_growth(central: imgui.internal.DockNode) -> None:
    """All panels grow with the window; a central node would keep the others as they are, and take all there is."""
    flag = int(imgui.internal.DockNodeFlagsPrivate_.central_node)
    central.set_local_flags(central.local_flags & ~flag)


def _split(node: int, side: imgui.Dir, share: float) -> tuple[int, int]:
    """The new node on that side, and what is left of the old one."""
    parts = imgui.internal.dock_builder_split_node(node, side, share)
    return parts.id_at_dir, parts.id_at_opposite_dir


MERGED = {Place.LEFT: Place.RIGHT, Place.TABLES: Place.TIMELINE}
"""Compact, the place that has the tabs of another one as well."""
