"""All panels in their places: docked as the design has them, and free to be moved."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui, imguizmo

from app.actions import Frame, LeaveLesson, LineBy, LineOut, PlayMotion, StepMotion
from app.state import State, View

from .axes_panel import draw_axes_panel
from .bounds_panel import draw_bounds_panel
from .breakpoints_panel import draw_breakpoints_panel
from .caption import draw_caption_over
from .code_panel import draw_code_panel
from .compare_panel import draw_compare_panel
from .dialogs import draw_dialogs
from .enlarge import set_height
from .keys import pressed_shortcuts
from .lesson_panel import draw_lesson_panel
from .lesson_room import LESSON, bring_lesson, give_room_back
from .log_panel import draw_log_panel
from .menu import draw_menu
from .message import draw_message
from .motion_panel import draw_motion_panel
from .panes import draw_panes
from .refresh import Refresh, is_behind, is_docked
from .requests import Outcome, ReadLesson, ResetLayout
from .scene_panel import draw_scene_panel
from .show_bar import draw_show_bar
from .stability_panel import draw_stability_panel
from .step_panel import draw_step_panel
from .steps_panel import draw_steps_panel
from .theme import CLEAR, rgba
from .timeline import draw_timeline
from .track import HEIGHT
from .ui import Ui
from .verdict import draw_verdict_over
from .viewport import TITLES

SCENE_SHARE, STEP_SHARE = 0.17, 0.28  # of the width of the window, and of what is left of it
TABLES_SHARE = 0.37  # of the height above the timeline
MOST_TIMELINE = 0.4  # of the height that it has a part of
TIMELINE_HEIGHT = 116.0  # pixels at 100 %, as `_fit_timeline` finds it where the buttons fit on one line

CODE, MOTION, TIMELINE = "Code", "Motion", "Timeline"

Rect = tuple[float, float, float, float]  # left, top, width, height
NOWHERE: Rect = (0.0, 0.0, 0.0, 0.0)


class Place(Enum):
    """Where a panel is docked at first; those of one place are tabs beside one another, the first one in front."""

    LEFT = 0
    RIGHT = 1
    TABLES = 2  # below the views
    TIMELINE = 3  # at the foot


class Panel(NamedTuple):
    title: str
    place: Place
    draw: Callable[[State, Ui], Sequence[Outcome]]


PANELS = (
    Panel("Scene", Place.LEFT, draw_scene_panel),
    Panel(LESSON, Place.LEFT, draw_lesson_panel),
    Panel("Step", Place.RIGHT, draw_step_panel),
    Panel("Steps", Place.TABLES, draw_steps_panel),
    Panel("Bounds", Place.TABLES, draw_bounds_panel),
    Panel("SAT axes", Place.TABLES, draw_axes_panel),
    Panel("Compare", Place.TABLES, draw_compare_panel),
    Panel(CODE, Place.TABLES, draw_code_panel),
    Panel("Breakpoints", Place.TABLES, draw_breakpoints_panel),
    Panel("Stability", Place.TABLES, draw_stability_panel),
    Panel(MOTION, Place.TABLES, draw_motion_panel),
    Panel("Log", Place.TABLES, draw_log_panel),
    Panel(TIMELINE, Place.TIMELINE, draw_timeline),
)

FRONT = {CODE: (LineBy, LineOut), MOTION: (PlayMotion, StepMotion)}
"""Which panel is brought to the front by what is done with keys."""


def draw_layout(state: State, ui: Ui, refresh: Refresh) -> list[Outcome]:
    """One frame of the whole user interface; what the user asked for in it."""
    imguizmo.im_guizmo.begin_frame()
    outcomes = pressed_shortcuts(state)
    outcomes += draw_menu(state, ui)
    outcomes += draw_show_bar(state, ui)
    dockspace = _dockspace(ui)
    # Before the views: a press in one of them first ends what is being typed in a panel.
    refresh.begin(state, (ui.scale, ui.detail, ui.news.newest))
    for panel in PANELS if state.panels else ():
        refresh.ask(panel.title)
        with _window(panel.title) as drawn:
            if drawn:
                outcomes += panel.draw(state, ui)
                refresh.drew(panel.title)
    _fit_timeline(ui)
    rects: list[Rect] = []
    for view in state.layout.views:
        refresh.ask(TITLES[view])
        with _window(TITLES[view], padding=False) as drawn:
            if drawn:
                outcomes += draw_panes(state, view, ui)
                refresh.drew(TITLES[view])
        if (rect := _seen(TITLES[view])) is not None:
            rects.append(rect)
    rect = rects[0] if rects else NOWHERE
    if state.caption is not None and rects:
        draw_caption_over(state.caption, _around(rects), ui)
    if not state.panels:
        draw_verdict_over(state, (rect[0], rect[1]), ui)
    outcomes += draw_message(state, rect, ui)
    outcomes += draw_dialogs(state, ui)
    for title, deeds in FRONT.items():
        if any(isinstance(outcome, deeds) for outcome in outcomes):
            imgui.set_window_focus(title)
    for outcome in outcomes:
        if isinstance(outcome, ReadLesson):
            bring_lesson(outcome, ui)
        elif isinstance(outcome, LeaveLesson):
            give_room_back(ui)
    if ResetLayout() in outcomes:
        _undock(dockspace)
        _dock(dockspace, ui.scale)
    # Only here is it known how wide the views are.
    narrowest = min((width / height for _, _, width, height in rects if height > 0), default=0.0)
    return [Frame(narrowest) if isinstance(outcome, Frame) and narrowest else outcome for outcome in outcomes]


def _around(rects: Sequence[Rect]) -> Rect:
    """The rectangle around all of them."""
    left, top = min(rect[0] for rect in rects), min(rect[1] for rect in rects)
    right, bottom = max(rect[0] + rect[2] for rect in rects), max(rect[1] + rect[3] for rect in rects)
    return (left, top, right - left, bottom - top)


def draw_empty(state: State, ui: Ui) -> None:
    """A frame not to be seen: Dear ImGui docks windows in their first frame, and makes their tabs in the next."""
    draw_menu(state, ui)
    _dockspace(ui)
    for title in (*(panel.title for panel in PANELS if state.panels), *(TITLES[view] for view in state.layout.views)):
        with _window(title):
            pass


def known_panels(docking: str) -> bool:
    """Whether that layout, in Dear ImGui's words, has a place for every panel there is now."""
    return all(f"[Window][{title}]" in docking for title in (*(panel.title for panel in PANELS), *TITLES.values()))


def _dockspace(ui: Ui) -> int:
    """What the panels are docked in; at first each in its place."""
    _push_no_ground()
    dockspace = imgui.dock_space_over_viewport()
    imgui.pop_style_color()
    if _first_frame(dockspace):
        _dock(dockspace, ui.scale)
    return dockspace


@contextmanager
def _window(title: str, padding: bool = True) -> Iterator[bool]:
    """A window, and whether it is drawn: it is in sight, and would look other than it did."""
    if not padding:
        imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(0, 0))
    docked = not is_behind(title) and is_docked(title)
    if docked:
        _push_no_ground()
    drawn, _ = imgui.begin(title, None, WINDOW_FLAGS)
    if docked:
        imgui.pop_style_color()
    window = imgui.internal.get_current_window_read()
    if window.skip_refresh:  # Dear ImGui (1.93) forgets to keep such a window in its dock
        window.parent_window.dc.child_windows.push_back(window)
    if not padding:
        imgui.pop_style_var()
    try:
        yield drawn
    finally:
        imgui.end()


def _seen(title: str) -> Rect | None:
    """The inside of a window; None of one that another tab covers."""
    if is_behind(title):
        return None
    inner = imgui.internal.find_window_by_name(title).inner_rect
    return inner.min.x, inner.min.y, inner.get_width(), inner.get_height()


def _push_no_ground() -> None:
    """Windows begun before the colour is popped have no ground of their own: it is what the screen was cleared with.

    Without a GPU each coat of paint over a whole window costs as much time as a 3D view.
    """
    imgui.push_style_color(imgui.Col_.window_bg, rgba(CLEAR))


def _first_frame(dockspace: int) -> bool:
    """Whether nothing was docked yet: a layout that the user has made is left alone."""
    node = imgui.internal.dock_builder_get_node(dockspace)
    return node.is_empty() and not node.is_split_node()


def _undock(dockspace: int) -> None:
    imgui.internal.dock_builder_remove_node_docked_windows(dockspace)
    imgui.internal.dock_builder_remove_node_child_nodes(dockspace)


def _dock(dockspace: int, scale: float) -> None:
    builder = imgui.internal
    size = imgui.get_main_viewport().work_size
    builder.dock_builder_set_node_size(dockspace, size)
    scene, rest = _split(dockspace, imgui.Dir.left, SCENE_SHARE)
    step, rest = _split(rest, imgui.Dir.right, STEP_SHARE)
    # Below the tables: the edge between these and the views then moves nothing else.
    timeline, rest = _split(rest, imgui.Dir.down, min(TIMELINE_HEIGHT * scale / max(size.y, 1.0), 0.5))
    tables, rest = _split(rest, imgui.Dir.down, TABLES_SHARE)
    world, difference = _split(rest, imgui.Dir.left, 0.5)
    difference, second = _split(difference, imgui.Dir.up, 0.5)  # whoever is alone in a half has all of it
    nodes = {Place.LEFT: scene, Place.RIGHT: step, Place.TIMELINE: timeline, Place.TABLES: tables}
    for panel in PANELS:
        builder.dock_builder_dock_window(panel.title, nodes[panel.place])
    for view, node in ((View.WORLD, world), (View.DIFFERENCE, difference), (View.SECOND, second)):
        builder.dock_builder_dock_window(TITLES[view], node)
    builder.dock_builder_finish(dockspace)
    if central := builder.dock_builder_get_central_node(dockspace):  # a dock that was laid out before has none
        _share_growth(central)


def _fit_timeline(ui: Ui) -> None:
    """Docked below other panels on its own, it is as high as what it shows: no row is cut off, none is empty."""
    window = imgui.internal.find_window_by_name(TIMELINE)
    node = window.dock_node if window is not None and is_docked(TIMELINE) else None
    column = node.parent_node if node is not None else None
    if node is None or column is None or column.split_axis != imgui.internal.Axis.y or node.windows.size() > 1:
        return  # its place is the user's
    around = 2 * imgui.get_style().window_padding.y + window.deco_outer_size_y1
    height = min(window.content_size.y + around, MOST_TIMELINE * column.size.y)
    if window.content_size.y < HEIGHT * ui.scale or abs(window.size.y - height) < 1:
        return  # nothing was drawn in it yet, or it fits
    set_height(node, height + node.size.y - window.size.y)


def _share_growth(central: imgui.internal.DockNode) -> None:
    """All panels grow with the window; a central node would keep the others as they are, and take all there is."""
    flag = int(imgui.internal.DockNodeFlagsPrivate_.central_node)
    central.set_local_flags(central.local_flags & ~flag)


def _split(node: int, side: imgui.Dir, share: float) -> tuple[int, int]:
    """The new node on that side, and what is left of the old one."""
    parts = imgui.internal.dock_builder_split_node(node, side, share)
    return parts.id_at_dir, parts.id_at_opposite_dir


WINDOW_FLAGS = imgui.WindowFlags_.no_collapse
