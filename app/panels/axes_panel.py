"""The SAT panel: all axes with where they come from; hovering a row shows its axis in both views."""

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from app.actions import Action, ChooseAlgorithm, GoToStep, HoverAxis
from app.state import State
from app.traces import current_step, inspect, last_step
from engine import sat
from engine.sat_words import passed_over, provenance, reason
from engine.words import number

from . import theme
from .follow import keep_in_view
from .ui import Ui

COLUMNS = ("", "axis", "overlap, m", "A's interval, m", "B's interval, m")


def draw_axes_panel(state: State, ui: Ui) -> list[Action]:
    axes = inspect(state).axes
    if axes is None:
        imgui.text_wrapped(f"{inspect(state).axes_refusal}.")
        return _hover(state, None)
    if not imgui.begin_table("axes", len(COLUMNS), TABLE_FLAGS):
        return _hover(state, None)
    for name in COLUMNS:
        imgui.table_setup_column(name)
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_headers_row()
    actions: list[Action] = []
    hovered: int | None = None
    for index, step in enumerate(axes.steps):
        if _row(index, step.axis, axes.steps[-1], state, ui):
            actions += [ChooseAlgorithm("sat"), GoToStep(index)]
        if imgui.internal.table_get_hovered_row() == index + 1:  # row 0 is the headings
            hovered = index
    imgui.end_table()
    return actions + _hover(state, hovered)


def _hover(state: State, axis: int | None) -> list[Action]:
    return [HoverAxis(axis)] if axis != state.hovered_axis else []


def _row(index: int, axis: sat.Axis, last: sat.State, state: State, ui: Ui) -> bool:
    """One axis; whether it was clicked, to go to its step."""
    imgui.table_next_row()
    imgui.table_next_column()
    is_sat = state.algorithm == "sat"
    chosen = index == state.hovered_axis or (is_sat and index == current_step(state))
    clicked, _ = imgui.selectable(f"##axis {index}", chosen, imgui.SelectableFlags_.span_all_columns)
    if index == _followed(state, last):
        keep_in_view(f"{state.algorithm} {state.scene.name}", index)
    imgui.same_line()
    _mark(index, axis, last)
    imgui.table_next_column()
    imgui.text(provenance(axis, *state.pair))
    if left_out := passed_over(axis):
        imgui.same_line()
        imgui.text_disabled(f"then {left_out} passed over")
    if axis.skipped:
        imgui.table_next_column()
        imgui.text_disabled(reason(axis))
        return clicked
    _number_cell(number(0.0 if axis.relation == sat.Relation.CONTACT else axis.overlap), ui)
    _number_cell(_interval(axis.interval_a), ui)
    _number_cell(_interval(axis.interval_b), ui)
    return clicked


def _followed(state: State, last: sat.State) -> int:
    """The row to keep in view: of the step while SAT is under way, else of the chosen axis."""
    under_way = state.algorithm == "sat" and current_step(state) < last_step(state)
    return current_step(state) if under_way else last.chosen_at


def _mark(index: int, axis: sat.Axis, last: sat.State) -> None:
    if index == last.chosen_at:
        imgui.text_colored(theme.rgba(theme.CHOSEN), f"{icons_fontawesome_6.ICON_FA_STAR} chosen")
    elif index == last.runner_up_at:
        imgui.text("runner-up")
    elif axis.skipped:
        imgui.text_disabled("skipped")
    elif axis.relation == sat.Relation.CONTACT:
        imgui.text_colored(theme.rgba(theme.WARNING), "touches")
    elif axis.relation == sat.Relation.GAP:
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
    | imgui.TableFlags_.scroll_x  # a number is never cut: half of one reads as another
    | imgui.TableFlags_.sizing_fixed_fit
)
