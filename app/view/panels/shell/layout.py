"""The main window's layout: all panels and views, docked by default and movable by the user."""

from collections.abc import Callable, Sequence
from functools import partial

from imgui_bundle import ImVec2, imgui, imguizmo

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ArrangeComparison, FrameAll, RaisePanel
from gjkscope.app.state.inspection.engines import count_answers
from gjkscope.app.state.model import State, View, Workspace
from gjkscope.app.teach.lessons.seen import CERTIFICATE, SENTENCE, VERDICT, shows_over_views
from gjkscope.app.view import tones
from gjkscope.app.view.panels.demos.bar import draw_demo_bar
from gjkscope.app.view.panels.docking.dockspace import (
    add_tab_bar_buttons,
    bring_to_front,
    dock_all,
    is_resized,
    keep_dock,
    push_transparent_background,
    reset_docking,
)
from gjkscope.app.view.panels.docking.enlarge import HEIGHT, set_node_size
from gjkscope.app.view.panels.lessons.banner import draw_lesson_banner
from gjkscope.app.view.panels.lessons.lesson_page import draw_lesson_page
from gjkscope.app.view.panels.lessons.lesson_windows import FLAGS as LESSON_FLAGS
from gjkscope.app.view.panels.lessons.lesson_windows import TEXT as LESSON_TEXT
from gjkscope.app.view.panels.lessons.lesson_windows import (
    draw_view_name,
    for_camera,
    layout_of,
    name_size,
    place_next_window,
    seen_from,
    view_window,
    with_title,
    zoom_of,
)
from gjkscope.app.view.panels.presenting.bar import draw_black_screen, draw_presenter_bar
from gjkscope.app.view.panels.presenting.ink import draw_ink, ink_actions, laser_actions, takes_mouse
from gjkscope.app.view.panels.requests import FocusPanel, Outcome, ResetLayout
from gjkscope.app.view.panels.shell.context_menu import draw_context_menu
from gjkscope.app.view.panels.shell.dialogs import draw_dialogs
from gjkscope.app.view.panels.shell.drawer_strip import draw_drawer_strip
from gjkscope.app.view.panels.shell.keys import handle_shortcuts
from gjkscope.app.view.panels.shell.menu import draw_menu, draw_menu_button
from gjkscope.app.view.panels.shell.reading_card import draw_reading_card
from gjkscope.app.view.panels.shell.tab import draw_tab
from gjkscope.app.view.panels.shell.view_toolbar import draw_view_toolbar
from gjkscope.app.view.panels.shell.workspace_bar import draw_workspace_bar
from gjkscope.app.view.panels.timeline.track import LOW_HEIGHT as TRACK_HEIGHT
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.fallback_fonts import cover_names
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from gjkscope.app.view.panels.toolkit.message import draw_notification
from gjkscope.app.view.panels.toolkit.panel import DockSlot, Panel
from gjkscope.app.view.panels.toolkit.panels import (
    EVERY,
    PANELS,
    TIMELINE,
    open_tabs,
    opening_action,
    slots_in,
    tab_of,
)
from gjkscope.app.view.panels.toolkit.precision import set_precision
from gjkscope.app.view.panels.toolkit.refresh import UNDOCKED, Refresh, dock_of, is_behind, is_in_use
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.panels.toolkit.verdict import draw_verdict_over, verdict_box
from gjkscope.app.view.panels.viewport.caption import draw_caption_bar
from gjkscope.app.view.panels.viewport.cards import card_boxes, draw_cards_over
from gjkscope.app.view.panels.viewport.panes import draw_panes, panes_actions
from gjkscope.app.view.panels.viewport.probe import draw_probe_bar
from gjkscope.app.view.panels.viewport.viewport import remaining_rect
from gjkscope.app.view.words.titles import TITLES

HIDDEN = "Hidden until you have answered the questions of the page."
MOST_TIMELINE = 0.45  # maximum height as a fraction of its dock column

MOUSE_BUTTONS = (imgui.MouseButton_.left, imgui.MouseButton_.right, imgui.MouseButton_.middle)
FIXED_SIZES = {TIMELINE.title, *TITLES.values()}
"""Windows without a button that enlarges them: the timeline fits its contents, and the toolbar of a view has one."""

NOWHERE: Rect = (0.0, 0.0, 0.0, 0.0)


OF_STEP = Panel(
    SENTENCE, DockSlot.RIGHT, EVERY, "step.step_panel.draw_sentence", in_predictions=True
)  # in lessons only
BY_TITLE = {panel.title: panel for panel in (*PANELS, OF_STEP)}


Perform = Callable[[Sequence[Outcome]], State]
"""Carries out the user's actions and requests; returns the state after them."""


def draw_layout(state: State, ui: Ui, refresh: Refresh, perform: Perform) -> None:
    """Draws one frame of the whole user interface; calls `perform` with the user's actions and requests as they occur.

    The views come last and show the state after these: dragged objects must not lag a frame behind the pointer.
    """
    imguizmo.im_guizmo.begin_frame()
    cover_names(state.document.scene, ui.fonts)
    set_precision(state.page.display.precision if state.page is not None else None)
    clicked = any(
        imgui.is_mouse_released(button) for button in imgui.MouseButton_ if button is not imgui.MouseButton_.count
    )
    ui.previews.follow(state, (imgui.get_mouse_pos().x, imgui.get_mouse_pos().y), clicked)
    if state.page is not None:
        ui = replace(ui, plain=not shows_over_views(state.page, CERTIFICATE))
    outcomes: list[Outcome] = [*ui.previews.ended(state), *handle_shortcuts(state)]
    if not state.is_bare:
        outcomes += draw_menu(state, ui)
        outcomes += draw_workspace_bar(state, ui) if not state.appearance.lecture else ()
        outcomes += draw_lesson_banner(state, ui)
        outcomes += draw_drawer_strip(state, ui)
    if not state.is_bare or state.shell.recording is not None:
        outcomes += draw_demo_bar(state, ui)
    draw_caption_bar(state, ui)
    outcomes += draw_presenter_bar(state, ui)
    dock = keep_dock() if state.is_bare else _dock(state, ui)
    # Before the views, so that a click in a view first commits the text being typed in a panel.
    refresh.begin(state, (ui.scale, ui.detail, ui.notifications.newest, count_answers()))
    outcomes += _draw_panels(state, ui, refresh)
    outcomes += draw_dialogs(state, ui)
    after = perform([_with_aspect(outcome, state) for outcome in outcomes])
    perform(_draw_views(_arrange_as(state, after), ui, refresh, perform))
    _arrange(outcomes, dock, ui, state, perform)
    after = perform(())
    if _compares_as_user(after) != (after.shell.arranged is not None):
        perform([ArrangeComparison(_compares_as_user(after))])
    raised = after.shell.raised
    if raised is not None:
        perform(_raise(raised, state))


def _compares_as_user(state: State) -> bool:
    """Whether the user compares two runs; demos and pages arrange their own views."""
    return state.run.comparison is not None and state.show is None and not state.is_bare


def _raise(title: str, state: State) -> list[Outcome]:
    """Brings the tab of a panel to the front, if it has been begun in this frame; otherwise opens it for the next."""
    if (action := opening_action(title, state)) is not None:
        return [action]
    if not state.shows_panels:
        return []
    bring_to_front(tab_of(title, state.workspace).title)
    return [RaisePanel(None)]


def _dock(state: State, ui: Ui) -> int:
    return dock_all(slots_in(state.workspace), {tab.title for tab in open_tabs(state)}, ui.scale)


def _draw_panels(state: State, ui: Ui, refresh: Refresh) -> list[Outcome]:
    """The docked panels; in a lesson, its text and the panels that its page shows."""
    outcomes: list[Outcome] = []
    if not state.shows_panels:
        return outcomes
    if state.page is None:
        for tab in open_tabs(state):
            outcomes += _draw_window(tab.title, partial(draw_tab, tab, _draw_panel, state, ui), refresh)
        _fit_timeline(ui)
        return outcomes
    places = layout_of(state, ui)
    inline = tuple((title, partial(_draw_panel, BY_TITLE[title])) for title in places.inline)
    page = partial(draw_lesson_page, state, ui, partial(draw_menu_button, state), inline)
    place_next_window(places.text)
    outcomes += _draw_window(LESSON_TEXT, page, refresh)
    for title, rect in places.panels.items():
        place_next_window(rect)
        outcomes += _draw_window(
            f"{title}{UNDOCKED}", with_title(title, partial(_draw_panel, BY_TITLE[title]), state, ui), refresh
        )
    return outcomes


def _draw_panel(panel: Panel, state: State, ui: Ui) -> Sequence[Outcome]:
    """The contents of the panel; while a prediction is asked, only of panels that cannot show its answer."""
    if state.visible_steps is None or panel.in_predictions:
        return panel.draw(state, ui)
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.TEXT_DIM))
    imgui.text_wrapped(HIDDEN)
    imgui.pop_style_color()
    return ()


def _draw_views(state: State, ui: Ui, refresh: Refresh, perform: Perform) -> Sequence[Outcome]:
    """Draws the views and what lies over them; returns the user's requests there, except those in the views."""
    ui = replace(ui, covered=_covered_areas(state, _rects(state), ui))
    # The active one first, as actions in it show in the others.
    for view in sorted(state.display.layout.views, key=lambda view: not is_in_use(view_window(state, view))):
        state = _draw_view(state, view, ui, refresh, perform)
    rects = _rects(state)
    rect = rects[0] if rects else NOWHERE
    if rects:
        draw_cards_over(state, _around(rects), ui)
    if _shows_verdict(state):
        below = name_size(state, state.display.layout.views[0], ui)[1] if state.is_bare else 0.0
        draw_verdict_over(state, (rect[0], rect[1] + below), ui)
    # Over the difference view if there is one, as notifications appear over the first view.
    last = rects[min(1, len(rects) - 1)] if rects else NOWHERE
    probe = () if _is_film(state) else draw_probe_bar(state, last, ui)
    outcomes = [*probe, *draw_notification(state, rect, ui), *laser_actions(state)]
    draw_ink(state, _places(state), ui)
    draw_black_screen(state)
    return [*outcomes, *draw_reading_card(state, _around(rects) if rects else NOWHERE, ui)]


def _covered_areas(state: State, rects: Sequence[Rect], ui: Ui) -> tuple[LabelBox, ...]:
    """The areas that will be covered: by a card and a race, and by the verdict where it was last drawn."""
    verdict = verdict_box() if _shows_verdict(state) else None
    return (*(card_boxes(state, _around(rects), ui) if rects else ()), *((verdict,) if verdict is not None else ()))


def _shows_verdict(state: State) -> bool:
    """Whether the verdict lies over the first view."""
    over = shows_over_views(state.page, VERDICT) if state.page is not None else not state.shows_panels
    return over and state.direction.verdict and state.visible_steps is None


def _is_film(state: State) -> bool:
    """Whether the views show what a demo's film shows: no buttons lie over them."""
    return state.show is not None and not state.show.taken_over


def _draw_view(state: State, view: View, ui: Ui, refresh: Refresh, perform: Perform) -> State:
    """Draws the view after the mouse's actions in it; returns the state after them."""

    def act_and_draw() -> Sequence[Outcome]:
        nonlocal state
        corner = imgui.get_cursor_screen_pos()
        zoom = zoom_of(state, view, remaining_rect()) if state.page is not None else 1.0
        rect = remaining_rect()
        actions = [*_view_actions(_seen_state(state, view, zoom), view, ui)]
        if _has_tools(state):
            actions += draw_context_menu(state, view, rect, actions)
        state = _arrange_as(state, perform([for_camera(action, state, zoom) for action in actions]))
        refresh.show(state)
        imgui.set_cursor_screen_pos(corner)
        _draw_contents(_seen_state(state, view, zoom), view, ui)
        return ()

    refresh.show(state)
    title = view_window(state, view)
    if state.is_bare:
        place_next_window(layout_of(state, ui).views[state.display.layout.views.index(view)])
    _draw_window(title, act_and_draw, refresh, padding=False)
    node = dock_of(title) if _has_tools(state) and not is_behind(title) else None
    if node is not None and (outcomes := draw_view_toolbar(state, view, node, ui)):
        state = _arrange_as(state, perform([_with_aspect(outcome, state) for outcome in outcomes]))
    return state


def _has_tools(state: State) -> bool:
    """Whether views have toolbars and context menus: not on pages, in presentations, films, or without the panels."""
    return not state.is_bare and state.shows_panels and not _is_film(state)


def _seen_state(state: State, view: View, zoom: float) -> State:
    return state if state.page is None else seen_from(state, view, zoom)


def _view_actions(state: State, view: View, ui: Ui) -> Sequence[Outcome]:
    if takes_mouse(state):
        return ink_actions(state, view)
    if _shows_tick(state, view):
        from gjkscope.app.view.panels.capture.tick_view import tick_view_actions

        return tick_view_actions(state, ui)
    return panes_actions(state, view, ui)


def _draw_contents(state: State, view: View, ui: Ui) -> None:
    if _shows_tick(state, view):
        from gjkscope.app.view.panels.capture.tick_view import draw_tick_view

        draw_tick_view(state, ui)
    elif state.is_bare:
        corner = imgui.get_cursor_screen_pos()
        draw_panes(state, view, replace(ui, heading=name_size(state, view, ui)))
        draw_view_name(state, view, (corner.x, corner.y), ui)
    else:
        draw_panes(state, view, ui)


def _shows_tick(state: State, view: View) -> bool:
    """Whether the view shows the bodies of a tick of a capture, instead of the scene."""
    return view is View.WORLD and state.capture.shows_tick and state.capture.table is not None


def _arrange_as(before: State, after: State) -> State:
    """`after`, in the colours and the arrangement of `before`, which the panels of this frame have.

    If a lesson page or the panels open or close, windows change: the whole frame still shows `before`.
    """
    if after.page is not before.page or (after.shows_panels, after.is_bare) != (before.shows_panels, before.is_bare):
        return before
    if (after.appearance.theme, after.display.layout) == (before.appearance.theme, before.display.layout):
        return after
    return replace(
        after,
        appearance=replace(after.appearance, theme=before.appearance.theme),
        display=replace(after.display, layout=before.display.layout),
    )


def _arrange(outcomes: Sequence[Outcome], dock: int, ui: Ui, state: State, perform: Perform) -> None:
    """Moves panels, or brings them to the front, if the user's requests need that."""
    if state.is_bare:
        return
    for panel in PANELS:
        if any(isinstance(outcome, panel.opened_by) for outcome in outcomes):
            perform([RaisePanel(panel.title)])
    for outcome in outcomes:
        if isinstance(outcome, FocusPanel):
            _focus(outcome.by, state)
    if ResetLayout() in outcomes:
        reset_docking(dock, slots_in(state.workspace), ui.scale)


def _focus(by: int, state: State) -> None:
    """Moves the keyboard focus to another visible window, in the order of views, tabs and timeline."""
    titles = [view_window(state, view) for view in state.display.layout.views]
    titles += [tab.title for tab in open_tabs(state) if state.shows_panels]
    shown = [title for title in titles if not is_behind(title)]
    focused = imgui.get_current_context().nav_window
    root = focused.root_window.name if focused is not None else ""
    at = shown.index(root) + by if root in shown else 0
    imgui.set_window_focus(shown[at % len(shown)])
    imgui.set_nav_cursor_visible(True)  # from the first arrow key on


def _with_aspect(outcome: Outcome, state: State) -> Outcome:
    """`Frame` with the aspect ratio of the narrowest view, which only the layout knows."""
    if not isinstance(outcome, FrameAll):
        return outcome
    if state.page is not None:
        return for_camera(outcome, state, 1.0)
    narrowest = min((width / height for _, _, width, height in _rects(state) if height > 0), default=0.0)
    return FrameAll(narrowest) if narrowest else outcome


def _rects(state: State) -> list[Rect]:
    """The insides of the views that no other tab covers."""
    return list(_places(state).values())


def _places(state: State) -> dict[View, Rect]:
    """The insides of the views that no other tab covers, by view."""
    insides = {view: _inside(view_window(state, view)) for view in state.display.layout.views}
    return {view: rect for view, rect in insides.items() if rect is not None}


def _around(rects: Sequence[Rect]) -> Rect:
    """The bounding rectangle of `rects`."""
    left, top = min(rect[0] for rect in rects), min(rect[1] for rect in rects)
    right, bottom = max(rect[0] + rect[2] for rect in rects), max(rect[1] + rect[3] for rect in rects)
    return (left, top, right - left, bottom - top)


def draw_hidden_frame(state: State, ui: Ui) -> None:
    """Draws an invisible frame: Dear ImGui docks windows in their first frame and creates their tabs in the next."""
    if state.is_bare:
        keep_dock()
        return
    draw_menu(state, ui)
    draw_workspace_bar(state, ui)
    draw_lesson_banner(state, ui)
    draw_drawer_strip(state, ui)
    _dock(state, ui)
    for title in (
        *(tab.title for tab in open_tabs(state) if state.shows_panels),
        *(TITLES[view] for view in state.display.layout.views),
    ):
        imgui.begin(title, None, WINDOW_FLAGS)
        imgui.end()


def has_all_tabs(docking: str, workspace: Workspace) -> bool:
    """Whether a saved layout, in Dear ImGui's ini format, contains every tab of a workspace, and every view."""
    return all(f"[Window][{title}]" in docking for title in (*slots_in(workspace), *TITLES.values()))


def _draw_window(
    title: str, contents: Callable[[], Sequence[Outcome]], refresh: Refresh, padding: bool = True
) -> Sequence[Outcome]:
    """Draws a window if it is visible and its contents have changed; returns what the user asked for in it."""
    behind = is_behind(title)
    node = None if behind else dock_of(title)
    if not behind:
        refresh.request(title)
    outcomes: Sequence[Outcome] = ()
    if _begin(title, padding, node):
        outcomes = contents()
        refresh.drew(title)
    imgui.end()
    if node is not None:
        add_tab_bar_buttons(title, node, can_grow=title not in FIXED_SIZES)
    return outcomes


def _begin(title: str, padding: bool, dock: imgui.internal.DockNode | None) -> bool:
    """Begins a window and returns whether its contents must be drawn."""
    children = imgui.internal.dock_node_get_root_node(dock).host_window.dc.child_windows if dock is not None else None
    if not padding:
        imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(0, 0))
    if children is not None:
        push_transparent_background()
        # Dear ImGui 1.93 drops a window that skips its refresh from its dock's child windows, and then draws other
        # windows' scroll bars in the host, where they do not persist, unless the previous child is at the same place.
        # Pushing the window itself satisfies that condition.
        children.push_back(imgui.internal.find_window_by_name(title))
    undocked = title.endswith(UNDOCKED)
    flags = LESSON_FLAGS if undocked else WINDOW_FLAGS
    if undocked and not padding:  # a view covers its window
        flags |= imgui.WindowFlags_.no_background
    if undocked:
        imgui.push_style_var(imgui.StyleVar_.window_border_size, 0.0)
        imgui.push_style_var(imgui.StyleVar_.window_rounding, 0.0)
    drawn: bool = imgui.begin(title, None, flags)[0]
    if undocked:
        imgui.pop_style_var(2)
    if children is not None:
        imgui.pop_style_color()
        if not imgui.internal.get_current_window_read().skip_refresh:
            children.pop_back()
    if not padding:
        imgui.pop_style_var()
    return drawn


def _inside(title: str) -> Rect | None:
    """The inner rectangle of a window when it was last drawn; None if another tab covers it or it was never drawn."""
    window = imgui.internal.find_window_by_name(title)
    if window is None or is_behind(title):
        return None
    inner = window.inner_rect
    return inner.min.x, inner.min.y, inner.get_width(), inner.get_height()


def _fit_timeline(ui: Ui) -> None:
    """Fits the height of the timeline to its contents if it has its own dock node below other panels.

    The user may choose another height, which stays until the layout is reset.
    """
    node = dock_of(TIMELINE.title)
    column = node.parent_node if node is not None else None
    if node is None or column is None or column.split_axis != imgui.internal.Axis.y or node.windows.size() > 1:
        return  # the user has docked it elsewhere
    if is_resized(node):
        return
    window = imgui.internal.find_window_by_name(TIMELINE.title)
    around = 2 * imgui.get_style().window_padding.y + window.deco_outer_size_y1
    height = min(window.content_size.y + around, MOST_TIMELINE * column.size.y)
    if window.content_size.y < TRACK_HEIGHT * ui.scale or abs(window.size.y - height) < 1:
        return  # not drawn yet, or it already fits
    set_node_size(node, HEIGHT, height + node.size.y - window.size.y)


# Reappearing panels do not take the focus, so that the previously selected tab stays selected.
WINDOW_FLAGS = imgui.WindowFlags_.no_collapse | imgui.WindowFlags_.no_focus_on_appearing
