"""A view as one picture, or two for a comparison: the chosen run's, and the other's beside or below it.

The cameras are linked: orbiting, panning or zooming one picture does the same to both.  The panels show the run whose
picture was clicked last.
"""

from imgui_bundle import ImVec2, imgui

from app.actions import Action, HoverBody, HoverView, InspectRun
from app.extents import difference_ball
from app.state import State, View
from app.traces import current_step, inspect, last_step
from app.versus import other_state, parting, position, unpointed
from engine.dataclass import replace
from engine.vectors import add, sub

from . import theme
from .fold import shortened
from .overlay import packed
from .tips import tool_tip
from .ui import Ui
from .verdict import run_words
from .viewport import draw_viewport

WIDE = 1.15  # width to height ratio above which the two are side by side rather than stacked
GAP = 2.0  # pixels at 100 %
TITLE_INDENT = 10.0
LINE = 3.0  # above the pane whose run the panels show


def draw_panes(state: State, view: View, ui: Ui) -> list[Action]:
    """Fills the current ImGui window; what the mouse did there comes back as actions."""
    other = other_state(state)
    if other is None:
        return draw_viewport(state, view, ui)
    room, gap = imgui.get_content_region_avail(), GAP * ui.scale
    wide = room.x > WIDE * room.y
    size = ImVec2((room.x - gap) / 2, room.y) if wide else ImVec2(room.x, (room.y - gap) / 2)
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(gap, gap))
    first = unpointed(state) if state.second_inspected else state
    actions = _draw_pane(first, state, view, "", size, ui)
    if wide:
        imgui.same_line()
    actions += _draw_pane(_aligned(other, state), state, view, "other", size, ui)
    imgui.pop_style_var()
    held = imgui.is_any_item_active()
    if state.hovered_view is view and not held and not imgui.is_window_hovered(imgui.HoveredFlags_.child_windows):
        actions += [HoverView(None), HoverBody(None)]
    return actions


def _draw_pane(run: State, whole: State, view: View, pane: str, size: ImVec2, ui: Ui) -> list[Action]:
    imgui.begin_child(f"pane {view} {pane}", size)
    _draw_title(run, whole, bool(pane) == whole.second_inspected, ui)
    actions = draw_viewport(run, view, ui, pane)
    if not imgui.is_window_hovered():  # that the pointer is not over this one does not mean that it left the view
        actions = [action for action in actions if not isinstance(action, HoverView | HoverBody)]
    if _is_clicked() and bool(pane) != whole.second_inspected:
        actions.append(InspectRun(bool(pane)))
    imgui.end_child()
    return actions


def _is_clicked() -> bool:
    """Whether a mouse button was pressed over this window, whatever it hit."""
    clicked = any(map(imgui.is_mouse_clicked, range(imgui.MouseButton_.count)))
    return clicked and imgui.is_window_hovered(imgui.HoveredFlags_.allow_when_blocked_by_active_item)


def _draw_title(run: State, whole: State, is_inspected: bool, ui: Ui) -> None:
    """Draws the name and position of the run, highlighted from the first step with a different decision.

    The run that the panels show has the line of an active window above it.
    """
    found = parting(whole)
    parted = found is not None and position(whole) >= found.step
    if is_inspected:
        corner, width = imgui.get_window_pos(), imgui.get_window_size().x
        end, accent = ImVec2(corner.x + width, corner.y + LINE * ui.scale), packed(theme.rgba(theme.ACCENT))
        imgui.get_window_draw_list().add_rect_filled(corner, end, accent)
    imgui.set_cursor_pos_y(LINE * ui.scale)
    imgui.indent(TITLE_INDENT * ui.scale)
    name, where = run_words(run, whole), _where(run)
    shown = _shortened(name, where, imgui.get_content_region_avail().x)
    imgui.text_colored(theme.rgba(theme.WARNING if parted else theme.TEXT), shown)
    if shown != name + where:
        tool_tip(name + where)
    imgui.unindent(TITLE_INDENT * ui.scale)


def _where(run: State) -> str:
    """ ": step 3 of 7", to append to the run's name."""
    trace = inspect(run).trace
    if trace is None:
        return ": not applicable"
    result = "" if trace.result is None or current_step(run) < last_step(run) else f", {trace.result.verdict.value}"
    return f": step {current_step(run)} of {last_step(run)}{result}"


def _shortened(name: str, where: str, room: float) -> str:
    """Truncates the name, rather than the position, to fit the width, but leaves it at least a third."""
    name = shortened(name, max(room - imgui.calc_text_size(where).x, room / 3))
    return shortened(name + where, room)


def _aligned(other: State, state: State) -> State:
    """`other` with the camera for A − B moved to the matching viewpoint: the difference of B–A lies elsewhere."""
    shift = sub(difference_ball(other)[0], difference_ball(state)[0])
    camera = state.cameras.difference
    shifted = replace(camera, target=add(camera.target, shift))
    return replace(other, cameras=replace(state.cameras, difference=shifted))
