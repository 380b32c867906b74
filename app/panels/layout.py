"""All panels in their places: docked as the design has them, and free to be moved."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
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
from .docking import Place, bring_to_front, dock_all, dock_anew, list_tabs, push_no_ground
from .enlarge import HEIGHT, set_side
from .keys import pressed_shortcuts
from .lesson_panel import draw_lesson_panel
from .lesson_room import LESSON, bring_lesson, give_room_back
from .log_panel import draw_log_panel
from .menu import draw_menu
from .message import draw_news
from .motion_panel import draw_motion_panel
from .panes import draw_panes, panes_actions
from .refresh import Refresh, dock_of, is_behind, is_in_use
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

MOST_TIMELINE = 0.4  # of the height that it has a part of

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
"""Which panel is brought to the front by what is done with keys."""


Perform = Callable[[Sequence[Outcome]], State]
"""Carries out what the user asked for, and returns the state after it."""


def draw_layout(state: State, ui: Ui, refresh: Refresh, perform: Perform) -> None:
    """One frame of the whole user interface; within it, `perform` is called with what the user asked for.

    The views come last and show the state after that: what is dragged must not lag a frame behind the pointer.
    """
    imguizmo.im_guizmo.begin_frame()
    outcomes = pressed_shortcuts(state)
    outcomes += draw_menu(state, ui)
    outcomes += draw_show_bar(state, ui)
    dock = dock_all(PLACES, ui.scale)
    # Before the views: a press in one of them first ends what is being typed in a panel.
    refresh.begin(state, (ui.scale, ui.detail, ui.news.newest))
    for panel in PANELS if state.panels else ():
        outcomes += _draw_window(panel.title, partial(panel.draw, state, ui), refresh)
    _fit_timeline(ui)
    outcomes += draw_dialogs(state, ui)
    after = perform([_framed(outcome, state) for outcome in outcomes])
    perform(_draw_views(_arranged_as(state, after), ui, refresh, perform))
    _arrange(outcomes, dock, ui)


def _draw_views(state: State, ui: Ui, refresh: Refresh, perform: Perform) -> Sequence[Outcome]:
    """The views and what lies over them; what the user asked for there other than in a view."""
    # The one that is in use first, as what is done in it shows in the others.
    for view in sorted(state.layout.views, key=lambda view: not is_in_use(TITLES[view])):
        state = _draw_view(state, view, ui, refresh, perform)
    rects = _rects(state)
    rect = rects[0] if rects else NOWHERE
    if state.caption is not None and rects:
        draw_caption_over(state.caption, _around(rects), ui)
    if not state.panels:
        draw_verdict_over(state, (rect[0], rect[1]), ui)
    return draw_news(state, rect, ui)


def _draw_view(state: State, view: View, ui: Ui, refresh: Refresh, perform: Perform) -> State:
    """The view, after what the mouse did in it; the state after that."""

    def act_and_draw() -> Sequence[Outcome]:
        nonlocal state
        corner = imgui.get_cursor_screen_pos()
        state = _arranged_as(state, perform(panes_actions(state, view, ui)))
        refresh.show(state)
        imgui.set_cursor_screen_pos(corner)
        draw_panes(state, view, ui)
        return ()

    refresh.show(state)
    _draw_window(TITLES[view], act_and_draw, refresh, padding=False)
    return state


def _arranged_as(before: State, after: State) -> State:
    """`after`, in the colours and the arrangement of `before`, which the panels of this frame have."""
    if (after.theme, after.panels, after.layout) == (before.theme, before.panels, before.layout):
        return after
    return replace(after, theme=before.theme, panels=before.panels, layout=before.layout)


def _arrange(outcomes: Sequence[Outcome], dock: int, ui: Ui) -> None:
    """Moves panels, or brings them to the front, where what the user asked for needs that."""
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


def _framed(outcome: Outcome, state: State) -> Outcome:
    """`Frame` with the aspect ratio of the narrowest view, which only the layout knows."""
    if not isinstance(outcome, Frame):
        return outcome
    narrowest = min((width / height for _, _, width, height in _rects(state) if height > 0), default=0.0)
    return Frame(narrowest) if narrowest else outcome


def _rects(state: State) -> list[Rect]:
    """The insides of the views that no other tab covers."""
    rects = map(_seen, (TITLES[view] for view in state.layout.views))
    return [rect for rect in rects if rect is not None]


def _around(rects: Sequence[Rect]) -> Rect:
    """The rectangle around all of them."""
    left, top = min(rect[0] for rect in rects), min(rect[1] for rect in rects)
    right, bottom = max(rect[0] + rect[2] for rect in rects), max(rect[1] + rect[3] for rect in rects)
    return (left, top, right - left, bottom - top)


def draw_empty(state: State, ui: Ui) -> None:
    """A frame not to be seen: Dear ImGui docks windows in their first frame, and makes their tabs in the next."""
    draw_menu(state, ui)
    dock_all(PLACES, ui.scale)
    for title in (*(panel.title for panel in PANELS if state.panels), *(TITLES[view] for view in state.layout.views)):
        imgui.begin(title, None, WINDOW_FLAGS)
        imgui.end()


def known_panels(docking: str) -> bool:
    """Whether that layout, in Dear ImGui's words, has a place for every panel there is now."""
    return all(f"[Window][{title}]" in docking for title in (*(panel.title for panel in PANELS), *TITLES.values()))


def _draw_window(
    title: str, contents: Callable[[], Sequence[Outcome]], refresh: Refresh, padding: bool = True
) -> Sequence[Outcome]:
    """What was asked for in a window; its contents are drawn if it is in sight, and would look other than it did."""
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
    """Begins a window, and says whether to draw it."""
    children = imgui.internal.dock_node_get_root_node(dock).host_window.dc.child_windows if dock is not None else None
    if not padding:
        imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(0, 0))
    if children is not None:
        push_no_ground()
        # Dear ImGui (1.93) forgets to keep a window that stays as it is in its dock, and draws the scroll bars of
        # others there, where they would not stay, unless the child before lies where they do: here, the same one.
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
    """The inside of a window when it was begun last; None of one that another tab covers, or that was never begun."""
    window = imgui.internal.find_window_by_name(title)
    if window is None or is_behind(title):
        return None
    inner = window.inner_rect
    return inner.min.x, inner.min.y, inner.get_width(), inner.get_height()


def _fit_timeline(ui: Ui) -> None:
    """Docked below other panels on its own, it is as high as what it shows: no row is cut off, none is empty."""
    node = dock_of(TIMELINE)
    column = node.parent_node if node is not None else None
    if node is None or column is None or column.split_axis != imgui.internal.Axis.y or node.windows.size() > 1:
        return  # its place is the user's
    window = imgui.internal.find_window_by_name(TIMELINE)
    around = 2 * imgui.get_style().window_padding.y + window.deco_outer_size_y1
    height = min(window.content_size.y + around, MOST_TIMELINE * column.size.y)
    if window.content_size.y < TRACK_HEIGHT * ui.scale or abs(window.size.y - height) < 1:
        return  # nothing was drawn in it yet, or it fits
    set_side(node, HEIGHT, height + node.size.y - window.size.y)


# What comes back does not take the focus: the tab that was in front is in front again.
WINDOW_FLAGS = imgui.WindowFlags_.no_collapse | imgui.WindowFlags_.no_focus_on_appearing
