"""A view as one picture, or two for a comparison: the chosen run's, and the other's beside or below it.

The cameras are linked: orbiting, panning or zooming one picture does the same to both.  The panels show the run whose
picture was clicked last.  Films and pictures show the same two pictures, without handles.
"""

from collections.abc import Callable, Iterator

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.state.actions import Action, HoverBody, HoverView, InspectRun
from gjkscope.app.state.inspection.comparison import align_cameras, other_state, parting_step, position, unpoint
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step
from gjkscope.app.state.model import State, View
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label, tool_tip
from gjkscope.app.view.panels.viewport.viewport import draw_viewport, plays_demo, viewport_actions
from gjkscope.app.view.words.verdict import run_words
from gjkscope.engine.evidence.explain import verdict_words

WIDE = 1.15  # width to height ratio above which the two are side by side rather than stacked
GAP = 2.0  # pixels at 100 %
TITLE_INDENT = 10.0
LINE = 3.0  # above the pane whose run the panels show
PANE_FLAGS = imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse  # a picture is rounded to pixels

DrawPane = Callable[[State, View, Ui, str], object]
"""Draws a run's picture of the view into the rest of the current ImGui window; the last argument names the pane."""


def panes_actions(state: State, view: View, ui: Ui) -> list[Action]:
    """The mouse's actions in the view, which fills the current ImGui window; call `draw_panes` next, at the same
    cursor.
    """
    other = other_state(state)
    if other is None:
        return viewport_actions(state, view, ui)
    actions: list[Action] = []
    for run, pane in _panes(state, other, view, ui):
        imgui.set_cursor_pos_y(_title_height(ui))
        done = viewport_actions(run, view, ui, pane)
        if not imgui.is_window_hovered():  # the pointer may still be over the other pane of this view
            done = [action for action in done if not isinstance(action, HoverView | HoverBody)]
        actions += done
        if _is_clicked() and bool(pane) != state.run.second_inspected and not plays_demo(state):
            actions.append(InspectRun(bool(pane)))
    held = imgui.is_any_item_active()
    if (
        state.pointer.hovered_view is view
        and not held
        and not imgui.is_window_hovered(imgui.HoveredFlags_.child_windows)
    ):
        actions += [HoverView(None), HoverBody(None)]
    return actions


def draw_panes(state: State, view: View, ui: Ui, draw: DrawPane = draw_viewport, with_inspected: bool = True) -> None:
    """Fills the current ImGui window with the view; `with_inspected` marks the pane whose run the panels show."""
    other = other_state(state)
    if other is None:
        draw(state, view, ui, "")
        return
    for run, pane in _panes(state, other, view, ui):
        with imgui_ctx.push_font(*(ui.fonts.large if state.large_type else ui.fonts.regular)):
            _draw_title(run, state, with_inspected and bool(pane) == state.run.second_inspected, ui)
            below = _title_height(ui)
        imgui.set_cursor_pos_y(below)
        draw(run, view, ui, pane)


def _panes(state: State, other: State, view: View, ui: Ui) -> Iterator[tuple[State, str]]:
    """The run and the name of each pane, within its child window, the cursor below the title."""
    room, gap = imgui.get_content_region_avail(), GAP * ui.scale
    wide = room.x > WIDE * room.y
    size = ImVec2((room.x - gap) / 2, room.y) if wide else ImVec2(room.x, (room.y - gap) / 2)
    first = unpoint(state) if state.run.second_inspected else state
    corner = imgui.get_cursor_screen_pos()
    with imgui_ctx.begin_child(f"pane {view} ", size, window_flags=PANE_FLAGS):
        yield first, ""
        _end_pane()
    # No `same_line`: a child's second `begin` in a frame submits no item, so the cursor would leave the window.
    across, down = (size.x + gap, 0.0) if wide else (0.0, size.y + gap)
    imgui.set_cursor_screen_pos(ImVec2(corner.x + across, corner.y + down))
    with imgui_ctx.begin_child(f"pane {view} other", size, window_flags=PANE_FLAGS):
        yield align_cameras(other, state), "other"
        _end_pane()


def _end_pane() -> None:
    """An item, as Dear ImGui refuses a cursor that was moved below the title for nothing.

    There is none if the handles have the pointer, or if a tile of a large picture has no part of the pane.
    """
    imgui.dummy(ImVec2(0, 0))


def _title_height(ui: Ui) -> float:
    return LINE * ui.scale + imgui.get_text_line_height_with_spacing()


def _is_clicked() -> bool:
    """Whether a mouse button was pressed over this window, whatever it hit."""
    clicked = any(map(imgui.is_mouse_clicked, range(imgui.MouseButton_.count)))
    return clicked and imgui.is_window_hovered(imgui.HoveredFlags_.allow_when_blocked_by_active_item)


def _draw_title(run: State, whole: State, is_inspected: bool, ui: Ui) -> None:
    """Draws the name and position of the run, highlighted from the first step with a different decision.

    The run that the panels show has the line of an active window above it.
    """
    parting = parting_step(whole)
    parted = parting is not None and position(whole) >= parting
    if is_inspected:
        corner, width = imgui.get_window_pos(), imgui.get_window_size().x
        end, accent = ImVec2(corner.x + width, corner.y + LINE * ui.scale), pack_color(theme.rgba(tones.ACCENT))
        imgui.get_window_draw_list().add_rect_filled(corner, end, accent)
    imgui.set_cursor_pos_y(LINE * ui.scale)
    imgui.indent(TITLE_INDENT * ui.scale)
    name, where = run_words(run, whole), _where(run)
    shown = _shorten(name, where, imgui.get_content_region_avail().x)
    imgui.text_colored(theme.rgba(tones.WARNING if parted else tones.TEXT), shown)
    if shown != name + where:
        tool_tip(name + where)
    imgui.unindent(TITLE_INDENT * ui.scale)


def _where(run: State) -> str:
    """ ": step 3 of 7", to append to the run's name."""
    trace = inspect(run).trace
    if trace is None:
        return ": not applicable"
    result = "" if trace.result is None or current_step(run) < last_step(run) else f", {verdict_words(trace.result)}"
    return f": step {current_step(run)} of {last_step(run)}{result}"


def _shorten(name: str, where: str, room: float) -> str:
    """Truncates the name, rather than the position, to fit the width, but leaves it at least a third."""
    name = shorten_label(name, max(room - imgui.calc_text_size(where).x, room / 3))
    return shorten_label(name + where, room)
