"""The SAT panel: all fifteen axes with where they come from; hovering a row shows its axis in both views."""

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from app.actions import Action, HoverAxis
from app.state import State
from app.traces import inspect
from engine import sat
from engine.explain import number, provenance

from . import theme
from .ui import Ui

COLUMNS = ("", "axis", "overlap, m", "A's interval", "B's interval")


def draw_axes_panel(state: State, ui: Ui) -> list[Action]:
    axes = inspect(state).axes
    if axes is None:
        a, b = state.bodies
        kinds = " and ".join(type(body.shape).__name__.lower() for body in (a, b))
        imgui.text_wrapped(f"The separating axis test takes two boxes; this pair is {kinds}.")
        return _hover(state, None)
    flags = TABLE_FLAGS
    if not imgui.begin_table("axes", len(COLUMNS), flags):
        return _hover(state, None)
    for name, stretch in zip(COLUMNS, (1.1, 2.4, 1.2, 1.6, 1.6), strict=True):
        imgui.table_setup_column(name, imgui.TableColumnFlags_.width_stretch, stretch)
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_headers_row()
    last: sat.State = axes.steps[-1]
    hovered: int | None = None
    for number_of, step in enumerate(axes.steps):
        if _row(number_of, step.axis, last, state, ui):
            hovered = number_of
    imgui.end_table()
    return _hover(state, hovered)


def _hover(state: State, axis: int | None) -> list[Action]:
    return [HoverAxis(axis)] if axis != state.hovered_axis else []


def _row(index: int, axis: sat.Axis, last: sat.State, state: State, ui: Ui) -> bool:
    """One axis; whether the pointer is on it."""
    imgui.table_next_row()
    imgui.table_next_column()
    imgui.selectable(f"##axis {index}", index == state.hovered_axis, imgui.SelectableFlags_.span_all_columns)
    hovered = imgui.is_item_hovered()
    imgui.same_line()
    _mark(index, axis, last)
    imgui.table_next_column()
    imgui.text(provenance(axis, *state.pair))
    if axis.skipped:
        imgui.table_next_column()
        imgui.text_disabled("skipped: parallel edges")
        return hovered
    _number_cell(number(axis.overlap), ui)
    _number_cell(_interval(axis.interval_a), ui)
    _number_cell(_interval(axis.interval_b), ui)
    return hovered


def _mark(index: int, axis: sat.Axis, last: sat.State) -> None:
    if index == last.chosen_at:
        imgui.text_colored(theme.rgba(theme.CHOSEN), f"{icons_fontawesome_6.ICON_FA_STAR} chosen")
    elif index == last.runner_up_at:
        imgui.text("runner-up")
    elif not axis.skipped and axis.overlap < 0:
        imgui.text_colored(theme.rgba(theme.GOOD), "separates")
    else:
        imgui.text_disabled("–")


def _number_cell(text: str, ui: Ui) -> None:
    imgui.table_next_column()
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text(text)


def _interval(interval: tuple[float, float]) -> str:
    return "  ".join(number(end).rjust(9) for end in interval)


TABLE_FLAGS = (
    imgui.TableFlags_.row_bg
    | imgui.TableFlags_.borders_inner_v
    | imgui.TableFlags_.scroll_y
    | imgui.TableFlags_.resizable
)
