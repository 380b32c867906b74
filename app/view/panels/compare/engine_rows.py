"""The rows of the comparison table for engines that are asked about the pair, and the switch that asks them.

A click draws the engine's normal, points and faces in the views.  The button before the name shows the conventions of
the engine.  While something is dragged, the rows keep the previous answers, greyed out, without an assessment.
"""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.scenes.scene import Reported
from gjkscope.app.state.actions import Action, AddReports, AskEngines, ShowReport
from gjkscope.app.state.inspection.engines import JudgedAnswer, ListedEngine, ask_and_judge, listed_engines
from gjkscope.app.state.inspection.reports import drawn_report
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.compare.compare_cells import (
    JUDGED,
    NAME,
    VERDICT,
    row_selectable,
    words_room,
    wrap_name,
)
from gjkscope.app.view.panels.compare.engine_manager import draw_engine_manager, manager_width
from gjkscope.app.view.panels.compare.report_rows import draw_assessment, draw_claims
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.sideways import same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import narrow_text

ICON = icons_fontawesome_6.ICON_FA_GEARS
INFORMATION = icons_fontawesome_6.ICON_FA_CIRCLE_INFO
SWITCH = "Ask installed engines"
SWITCH_HELP = "Asks the collision engines that are installed, each in a process of its own"
NONE_INSTALLED = "No engine is installed"
WIDTH = 460.0  # pixels of the conventions at 100 % scale
LABELS = 110.0
HEIGHT = 0.8  # of the window, at most; the conventions scroll


def draw_engine_switch(state: State, ui: Ui) -> list[Outcome]:
    """Draws the switch above the table, and the button for the list of engines."""
    changed, on = imgui.checkbox(SWITCH, state.preferences.asks_engines)
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip(_switch_help(state) if state.preferences.asks_engines else SWITCH_HELP)
    same_line_if_fits(manager_width())
    outcomes = draw_engine_manager(state, ui)
    if state.preferences.asks_engines and not _installed_engines(state):
        imgui.same_line()
        imgui.text_disabled(NONE_INSTALLED)
    return [*outcomes, AskEngines(on)] if changed else outcomes


def draw_engine_rows(state: State, ui: Ui) -> list[Action]:
    """Draws a row for each installed engine if they are asked."""
    actions: list[Action] = []
    drawn = drawn_report(state)
    for engine in _installed_engines(state) if state.preferences.asks_engines else ():
        known = ui.engines.request(engine.name, ask_and_judge, engine.name, *state.document.pair_bodies)
        imgui.table_next_row()
        answer: JudgedAnswer | None = known.value if known else None
        imgui.begin_disabled(known is not None and not known.current)
        _draw_answer(answer, known is not None and known.current, ui)
        imgui.end_disabled()
        imgui.table_set_column_index(NAME)
        actions += _draw_name(engine, answer, drawn, ui)
    return actions


def _installed_engines(state: State) -> list[ListedEngine]:
    return [engine for engine in listed_engines(state.document.scene.dimension) if engine.is_installed]


def _switch_help(state: State) -> str:
    engines = listed_engines(state.document.scene.dimension)
    missing = [f"{engine.title}: {engine.how_to_install}" for engine in engines if not engine.is_installed]
    return "\n".join([SWITCH_HELP, *(["Not installed:", *missing] if missing else [])])


def _draw_name(engine: ListedEngine, answer: JudgedAnswer | None, drawn: Reported | None, ui: Ui) -> list[Action]:
    """Draws the name, which can be clicked, after the button for its conventions."""
    popup = f"conventions of {engine.name}"
    if imgui.small_button(f"{INFORMATION}##{popup}"):
        imgui.open_popup(popup)
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip("Its conventions: signs, margins, precision, shapes")
    actions = _draw_conventions(popup, engine, answer, ui)
    imgui.same_line()
    is_drawn = drawn is not None and drawn.by == engine.title
    clicked = row_selectable(f"{wrap_name(f'{ICON} {engine.title}')}##engine", is_drawn)
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        note = answer.answer.report.note if answer and answer.answer.report else None
        imgui.set_tooltip(note or "Click to draw its normal, points and faces in the views")
    return [*actions, ShowReport(engine.title)] if clicked else actions


def _draw_conventions(popup: str, engine: ListedEngine, answer: JudgedAnswer | None, ui: Ui) -> list[Action]:
    actions: list[Action] = []
    room = imgui.get_main_viewport().work_size
    imgui.set_next_window_size_constraints(ImVec2(0, 0), ImVec2(room.x, HEIGHT * room.y))
    if not imgui.begin_popup(popup):
        return actions
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text(engine.title)
    report = answer.answer.report if answer else None
    if report is not None and imgui.button("Add its answer to the scene"):
        actions.append(AddReports((report,)))
        imgui.close_current_popup()
    for label, words in engine.help:
        imgui.text_disabled(label)
        imgui.same_line(LABELS * ui.scale)
        imgui.push_text_wrap_pos(WIDTH * ui.scale)
        imgui.text_wrapped(words)
        imgui.pop_text_wrap_pos()
    imgui.end_popup()
    return actions


def _draw_answer(answer: JudgedAnswer | None, current: bool, ui: Ui) -> None:
    """The answer; one about an earlier placement, or about the pair of an earlier scene, is not assessed."""
    if answer is None:
        imgui.table_set_column_index(VERDICT)
        imgui.text_disabled("asking …")
    elif answer.answer.report is None:
        imgui.table_set_column_index(VERDICT)
        imgui.text_disabled("unsupported")
        imgui.table_set_column_index(JUDGED)
        reason = answer.answer.unsupported or ""
        narrow_text(reason, words_room(), theme.rgba(tones.TEXT_DIM), reason)
    else:
        draw_claims(answer.answer.report, "answered", ui)
        if current:
            draw_assessment(answer.judged)
        else:
            imgui.table_set_column_index(JUDGED)
            imgui.text_disabled("asking …")
