"""The main window's layout: all panels and views, docked by default and movable by the user."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui, imguizmo

from app.actions import Frame, LeaveLesson, LineBy, LineOut, PlayMotion, StepMotion
from app.state import State

from .axes_panel import draw_axes_panel
from .bounds_panel import draw_bounds_panel
from .breakpoints_panel import draw_breakpoints_panel
from .caption import draw_caption_over
from .code_panel import draw_code_panel
from .compare_panel import draw_compare_panel
from .dialogs import draw_dialogs
from .docking import Place, bring_to_front, dock_all, dock_anew, list_tabs, push_no_ground
from .enlarge import HEIGHT, set_side
from .keys import pressed_shortcuts
from .lesson_panel import draw_lesson_panel
from .lesson_room import LESSON, bring_lesson, give_room_back
from .log_panel import draw_log_panel
from .menu import draw_menu
from .message import draw_news
from .motion_panel import draw_motion_panel
from .panes import draw_panes
from .refresh import Refresh, dock_of, is_behind
from .requests import Outcome, ReadLesson, ResetLayout
from .scene_panel import draw_scene_panel
from .show_bar import draw_show_bar
from .stability_panel import draw_stability_panel
from .step_panel import draw_step_panel
from .steps_panel import draw_steps_panel
from .timeline import draw_timeline
from .track import HEIGHT as TRACK_HEIGHT
from .ui import Rect, Ui
from .verdict import draw_verdict_over
from .viewport import TITLES

MOST_TIMELINE = 0.4  # maximum height as a fraction of its dock column

CODE, MOTION, TIMELINE = "Code", "Motion", "Timeline"

NOWHERE: Rect = (0.0, 0.0, 0.0, 0.0)


class Panel(NamedTuple):
    title: str
    place: Place
    draw: Callable[[State, Ui], Sequence[Outcome]]


PANELS = (
    Panel("Step", Place.RIGHT, draw_step_panel),
    Panel("Scene", Place.LEFT, draw_scene_panel),
    Panel(LESSON, Place.LEFT, draw_lesson_panel),
    Panel(TIMELINE, Place.TIMELINE, draw_timeline),
    Panel("Steps", Place.TABLES, draw_steps_panel),
    Panel("Bounds", Place.TABLES, draw_bounds_panel),
    Panel("SAT axes", Place.TABLES, draw_axes_panel),
    Panel("Compare", Place.TABLES, draw_compare_panel),
    Panel(CODE, Place.TABLES, draw_code_panel),
    Panel("Breakpoints", Place.TABLES, draw_breakpoints_panel),
    Panel("Stability", Place.TABLES, draw_stability_panel),
    Panel(MOTION, Place.TABLES, draw_motion_panel),
    Panel("Log", Place.TABLES, draw_log_panel),
)

PLACES = {panel.title: panel.place for panel in PANELS}

FRONT = {CODE: (LineBy, LineOut), MOTION: (PlayMotion, StepMotion)}
"""Actions that bring a panel to the front, by panel title."""


def draw_layout(state: State, ui: Ui, refresh: Refresh) -> list[Outcome]:
    """Draws one frame of the whole user interface and returns the user's actions and requests."""
    imguizmo.im_guizmo.begin_frame()
    outcomes = pressed_shortcuts(state)
    outcomes += draw_menu(state, ui)
    outcomes += draw_show_bar(state, ui)
    dock = dock_all(PLACES, ui.scale)
    # Before the views, so that a click in a view first commits the text being typed in a panel.
    refresh.begin(state, (ui.scale, ui.detail, ui.news.newest))
    for panel in PANELS if state.panels else ():
        outcomes += _draw_window(panel.title, partial(panel.draw, state, ui), refresh)
    _fit_timeline(ui)
    rects: list[Rect] = []
    for view in state.layout.views:
        outcomes += _draw_window(TITLES[view], partial(draw_panes, state, view, ui), refresh, padding=False)
        if (rect := _seen(TITLES[view])) is not None:
            rects.append(rect)
    rect = rects[0] if rects else NOWHERE
    if state.caption is not None and rects:
        draw_caption_over(state.caption, _around(rects), ui)
    if not state.panels:
        draw_verdict_over(state, (rect[0], rect[1]), ui)
    outcomes += draw_news(state, rect, ui)
    outcomes += draw_dialogs(state, ui)
    for title, deeds in FRONT.items():
        if any(isinstance(outcome, deeds) for outcome in outcomes):
            bring_to_front(title)
    for outcome in outcomes:
        if isinstance(outcome, ReadLesson):
            bring_lesson(outcome, ui)
        elif isinstance(outcome, LeaveLesson):
            give_room_back(ui)
    if ResetLayout() in outcomes:
        dock_anew(dock, PLACES, ui.scale)
    # The aspect ratios of the views are known only here.
    narrowest = min((width / height for _, _, width, height in rects if height > 0), default=0.0)
    return [Frame(narrowest) if isinstance(outcome, Frame) and narrowest else outcome for outcome in outcomes]


def _around(rects: Sequence[Rect]) -> Rect:
    """The bounding rectangle of `rects`."""
    left, top = min(rect[0] for rect in rects), min(rect[1] for rect in rects)
    right, bottom = max(rect[0] + rect[2] for rect in rects), max(rect[1] + rect[3] for rect in rects)
    return (left, top, right - left, bottom - top)


def draw_empty(state: State, ui: Ui) -> None:
    """Draws an invisible frame: Dear ImGui docks windows in their first frame and creates their tabs in the next."""
    draw_menu(state, ui)
    dock_all(PLACES, ui.scale)
    for title in (*(panel.title for panel in PANELS if state.panels), *(TITLES[view] for view in state.layout.views)):
        imgui.begin(title, None, WINDOW_FLAGS)
        imgui.end()


def known_panels(docking: str) -> bool:
    """Whether a saved layout, in Dear ImGui's ini format, contains every current panel and view."""
    return all(f"[Window][{title}]" in docking for title in (*(panel.title for panel in PANELS), *TITLES.values()))


def _draw_window(
    title: str, contents: Callable[[], Sequence[Outcome]], refresh: Refresh, padding: bool = True
) -> Sequence[Outcome]:
    """Draws a window if it is visible and its contents have changed; returns what the user asked for in it."""
    behind = is_behind(title)
    node = None if behind else dock_of(title)
    if not behind:
        refresh.ask(title)
    drawn = _begin(title, padding, node)
    try:
        if not drawn:
            return ()
        outcomes = contents()
        refresh.drew(title)
        return outcomes
    finally:
        imgui.end()
        if node is not None:
            list_tabs(node)


def _begin(title: str, padding: bool, dock: imgui.internal.DockNode | None) -> bool:
    """Begins a window and returns whether its contents must be drawn."""
    children = imgui.internal.dock_node_get_root_node(dock).host_window.dc.child_windows if dock is not None else None
    if not padding:
        imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(0, 0))
    if children is not None:
        push_no_ground()
        # Dear ImGui 1.93 drops a window that skips its refresh from its dock's child windows, and then draws other
        # windows' scroll bars in the host, where they do not persist, unless the previous child is at the same place.
        # Pushing the window itself satisfies that condition.
        children.push_back(imgui.internal.find_window_by_name(title))
    drawn: bool = imgui.begin(title, None, WINDOW_FLAGS)[0]
    if children is not None:
        imgui.pop_style_color()
        if not imgui.internal.get_current_window_read().skip_refresh:
            children.pop_back()
    if not padding:
        imgui.pop_style_var()
    return drawn


def _seen(title: str) -> Rect | None:
    """The inner rectangle of a window, or None if another tab covers it."""
    if is_behind(title):
        return None
    inner = imgui.internal.find_window_by_name(title).inner_rect
    return inner.min.x, inner.min.y, inner.get_width(), inner.get_height()


def _fit_timeline(ui: Ui) -> None:
    """Fits the height of the timeline to its contents if it has its own dock node below other panels."""
    node = dock_of(TIMELINE)
    column = node.parent_node if node is not None else None
    if node is None or column is None or column.split_axis != imgui.internal.Axis.y or node.windows.size() > 1:
        return  # the user has docked it elsewhere
    window = imgui.internal.find_window_by_name(TIMELINE)
    around = 2 * imgui.get_style().window_padding.y + window.deco_outer_size_y1
    height = min(window.content_size.y + around, MOST_TIMELINE * column.size.y)
    if window.content_size.y < TRACK_HEIGHT * ui.scale or abs(window.size.y - height) < 1:
        return  # not drawn yet, or it already fits
    set_side(node, HEIGHT, height + node.size.y - window.size.y)


# Reappearing panels do not take the focus, so that the previously selected tab stays selected.
WINDOW_FLAGS = imgui.WindowFlags_.no_collapse | imgui.WindowFlags_.no_focus_on_appearing
