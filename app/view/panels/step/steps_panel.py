"""All steps of the run as a table: what each did and the resulting bounds.  The list can be copied as text."""

from collections.abc import Sequence
from math import isfinite

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.ask.runs.choices import AnyRun
from gjkscope.app.ask.runs.progress import bounds, events, main_event, sides_with_bounds
from gjkscope.app.ask.runs.runs import hull_note_of_run
from gjkscope.app.state.actions import Action, GoToStep
from gjkscope.app.state.inspection.breakpoint_hits import hit_steps
from gjkscope.app.state.inspection.traces import current_step, inspect, names_in_steps
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.timeline.event_icons import BREAKPOINT, ICONS, draw_events, draw_icon
from gjkscope.app.view.panels.toolkit.follow import keep_in_view, visible_rows
from gjkscope.app.view.panels.toolkit.precision import in_page
from gjkscope.app.view.panels.toolkit.run_choice import draw_run_choice
from gjkscope.app.view.panels.toolkit.sideways import button_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.evidence.explain import verdict_words, with_hull_note
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.text import number


def draw_steps_panel(state: State, ui: Ui) -> list[Action]:
    """Draws the table of steps; clicking a row goes to its step."""
    run, actions = draw_run_choice(state)
    trace = inspect(run).trace
    if trace is None:
        imgui.text_wrapped(f"No steps: {inspect(run).refusal}.")
        return actions
    for words, whole in ((f"{icons_fontawesome_6.ICON_FA_COPY} Copy list", False), ("Copy with details", True)):
        if whole:
            same_line_if_fits(button_width(words))
        if imgui.small_button(words):
            imgui.set_clipboard_text(steps_text(trace, names_in_steps(run), whole, run.document.scene.unread_words))
    heads = ("step", "summary", *(BOUNDS[side] for side in sides_with_bounds(trace)))
    if not imgui.begin_table(f"steps {heads}", len(heads), TABLE_FLAGS):
        return actions
    for title in heads:
        stretches = title == "summary"
        flag = imgui.TableColumnFlags_.width_stretch if stretches else imgui.TableColumnFlags_.width_fixed
        imgui.table_setup_column(title, flag)
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_headers_row()
    hits = hit_steps(state) if run is state else frozenset[int]()  # breakpoints apply to the first run only
    for index in visible_rows(len(trace.steps), current_step(run)):
        actions += _row(run, trace, index, index in hits, ui)
    imgui.end_table()
    return actions


def steps_text(trace: AnyRun, names: tuple[str, ...], whole: bool = False, unread: str = "") -> str:
    """One line per step: its number and headline, or its full explanation if `whole`; then how the run ended.

    `unread` says how much of the scene's imported text was not read.
    """
    say = explain if whole else headline
    lines = [f"{i:>4}  {say(step, *names)}" for i, step in enumerate(trace.steps)]
    if whole:
        lines[-1] = with_hull_note(lines[-1], hull_note_of_run(trace))
    verdict = f"{verdict_words(trace.result)} " if trace.result else ""
    ended = f"{trace.algorithm}: {verdict}({trace.steps[-1].exit.words})"
    return "\n".join((*lines, f"{ended}, {unread}" if unread else ended))


def _row(state: State, trace: AnyRun, index: int, hit: bool, ui: Ui) -> list[Action]:
    chosen, happened = index == current_step(state), events(trace)[index]
    imgui.table_next_row()
    imgui.table_next_column()
    clicked, _ = imgui.selectable(f"{index:>3}##step {index}", chosen, imgui.SelectableFlags_.span_all_columns)
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal) and imgui.begin_tooltip():
        draw_events(happened)
        imgui.end_tooltip()
    if chosen:
        keep_in_view(state.run.algorithm, state.run.options, state.document.pair, index)
    imgui.table_next_column()
    draw_icon(ICONS[main_event(happened)])
    imgui.text(in_page(headline(trace.steps[index], *names_in_steps(state))))
    if hit:
        imgui.same_line()
        draw_icon(BREAKPOINT)
        imgui.new_line()
    known = bounds(trace)[index]
    _draw_bounds([known[side] for side in sides_with_bounds(trace)], ui)
    return [GoToStep(index)] if clicked else []


def _draw_bounds(known: Sequence[float], ui: Ui) -> None:
    with imgui_ctx.push_font(*ui.fonts.mono):
        for bound in known:
            imgui.table_next_column()
            imgui.text(f"{in_page(number(bound)):>12}" if isfinite(bound) else f"{'–':>12}")


BOUNDS = ("lower bound, m", "upper bound, m")
TABLE_FLAGS = (
    imgui.TableFlags_.row_bg
    | imgui.TableFlags_.scroll_y
    | imgui.TableFlags_.borders_inner_v
    | imgui.TableFlags_.pad_outer_x
)
