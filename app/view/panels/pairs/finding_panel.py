"""What engines say about the open pair: the truth, and each engine's answer with what is wrong about it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.scenes.scene import Reported
from gjkscope.app.state.actions import ChooseWorkspace, ShowReport
from gjkscope.app.state.inspection.engines import ask_and_judge, listed_engines
from gjkscope.app.state.inspection.reports import drawn_report, reports_of
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State, Workspace
from gjkscope.app.view import tones
from gjkscope.app.view.panels.compare.engine_rows import draw_engine_switch
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.reports import judge_in_background, report_mark
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.verdict import draw_known_truth, draw_verdict
from gjkscope.app.view.panels.toolkit.widgets import shorten_label, tool_tip
from gjkscope.app.view.words.markup import with_non_breaking_spaces

if TYPE_CHECKING:  # most pairs are never asked about
    from gjkscope.app.ask.runs.reports import JudgedReport

OPEN_IN_PAIR = f"{icons_fontawesome_6.ICON_FA_MAGNIFYING_GLASS} Open in Pair"
OPEN_HELP = "Steps through algorithms on this pair, and compares all of them with the engines (Alt+2)"
NOBODY = "No engine has answered about this pair. Ask those that are installed, or choose another pair."


def draw_finding_panel(state: State, ui: Ui) -> list[Outcome]:
    """Draws the panel; a click on an answer draws it in the views."""
    scene = state.document.scene
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text_wrapped(scene.name)
    outcomes: list[Outcome] = []
    if imgui.button(OPEN_IN_PAIR, ImVec2(-1, 0)):
        outcomes.append(ChooseWorkspace(Workspace.PAIR))
    tool_tip(OPEN_HELP)
    certified = inspect(state).certified
    imgui.separator_text("Truth" if certified.proved else "Answer")
    draw_verdict(certified, scene, ui)
    draw_known_truth(state, ui)
    imgui.separator_text("Engines")
    answers = [*_reports(state, ui), *_asked(state, ui)]
    for report, judged in answers:
        outcomes += _draw_answer(report, judged, report == drawn_report(state), ui)
    if not answers:
        imgui.push_text_wrap_pos(0)
        imgui.text_disabled(NOBODY)
        imgui.pop_text_wrap_pos()
    return outcomes + draw_engine_switch(state, ui)


Answer = tuple[Reported, "JudgedReport | None"]


def _reports(state: State, ui: Ui) -> Iterator[Answer]:
    for index, report in enumerate(reports_of(state)):
        yield report, judge_in_background(index, report, state, ui)


def _asked(state: State, ui: Ui) -> Iterator[Answer]:
    """The answers of installed engines that are known, if they are asked."""
    if not state.preferences.asks_engines:
        return
    for engine in listed_engines(state.document.scene.dimension):
        if not engine.is_installed:
            continue
        known = ui.engines.request(engine.name, ask_and_judge, engine.name, *state.document.pair_bodies)
        if known is not None and known.current and known.value.answer.report is not None:
            yield known.value.answer.report, known.value.judged


def _draw_answer(report: Reported, judged: "JudgedReport | None", is_drawn: bool, ui: Ui) -> list[Outcome]:
    icon, tone = (icons_fontawesome_6.ICON_FA_HOURGLASS, tones.TEXT_DIM) if judged is None else report_mark(judged)
    name = shorten_label(f"{icon}  {report.by}", imgui.get_content_region_avail().x)
    with imgui_ctx.push_font(*ui.fonts.bold), imgui_ctx.push_style_color(imgui.Col_.text, theme.rgba(tone)):
        clicked = imgui.selectable(f"{name}##answer of {report.by}", is_drawn)[0]
    tool_tip(report.note or "Click to draw its normal, points and faces in the view")
    imgui.push_text_wrap_pos(0)
    imgui.text_unformatted("judging …" if judged is None else with_non_breaking_spaces(judged.words))
    imgui.pop_text_wrap_pos()
    imgui.spacing()
    return [ShowReport(report.by)] if clicked else []
