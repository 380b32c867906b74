"""The rows of the comparison table for what engines reported: right or wrong, and why."""

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.ask.runs.choices import REPORT
from gjkscope.app.scenes.scene import Reported
from gjkscope.app.state.actions import Action, CompareWith, ShowReport
from gjkscope.app.state.inspection.reports import drawn_report, iterated_report
from gjkscope.app.state.model import ComparedRun, State
from gjkscope.app.view.panels.compare.compare_cells import (
    EXIT,
    JUDGED,
    NAME,
    NORMAL,
    VERDICT,
    draw_distance,
    draw_verdict_cell,
    row_selectable,
    words_room,
    wrap_name,
)
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.reports import judge_in_background, report_mark
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import narrow_text
from gjkscope.engine.result import Verdict
from gjkscope.engine.text import number

if TYPE_CHECKING:
    from gjkscope.app.ask.runs.reports import JudgedReport

ICON = icons_fontawesome_6.ICON_FA_COMMENT_DOTS
REPORTED_RUN = ComparedRun(REPORT)


def draw_report_rows(reports: Sequence[Reported], state: State, ui: Ui) -> list[Action]:
    """Draws a row for each of the reports about the selected pair, in its order; clicking one draws it in the views."""
    actions: list[Action] = []
    drawn = drawn_report(state)
    for index, report in enumerate(reports):
        imgui.table_next_row()
        draw_claims(report, "reported", ui)
        draw_assessment(judge_in_background(index, report, state, ui))
        imgui.table_set_column_index(NAME)
        if report.iterations:
            actions += _draw_beside(report, index, state)
        clicked = row_selectable(f"{wrap_name(f'{ICON} {report.by}')}##report {index}", report == drawn)
        if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
            imgui.set_tooltip(report.note or "Reported by an engine. Click to draw it in the views")
        if clicked:
            actions.append(ShowReport(report.by))
    return actions


def _draw_beside(report: Reported, index: int, state: State) -> list[Action]:
    """Draws the button that shows the iterations of the report beside our run."""
    is_shown = state.run.comparison == REPORTED_RUN and iterated_report(state) == report
    pressed = imgui.small_button(f"{icons_fontawesome_6.ICON_FA_TABLE_COLUMNS}##iterations {index}")
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip("Show its iterations beside those of our GJK")
    imgui.same_line()
    return [ShowReport(report.by), CompareWith(None if is_shown else REPORTED_RUN)] if pressed else []


def draw_claims(report: Reported, answered: str, ui: Ui) -> None:
    """Draws an engine's answer; `answered` is the last column's text for an engine that did not crash."""
    imgui.table_set_column_index(VERDICT)
    verdict = _verdict(report)
    if verdict is None:
        imgui.text_disabled("–")
    else:
        draw_verdict_cell(verdict)
    distance = report.signed_distance
    exactly = "" if distance is None else f"reported signed distance: {distance!r} m"
    draw_distance("–" if distance is None else number(distance, 9), exactly, ui)
    imgui.table_set_column_index(EXIT)
    imgui.text(answered if report.crashed is None else report.crashed)
    imgui.table_set_column_index(NORMAL)
    normal = report.normal
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text("–" if normal is None else "  ".join(f"{part + 0.0:6.3g}" for part in normal))
    if normal is not None and imgui.is_item_hovered():
        imgui.set_tooltip(repr(normal))


def _verdict(report: Reported) -> Verdict | None:
    """The verdict that it states, or else the one that its distance implies."""
    if report.verdict is not None:
        return Verdict(report.verdict)
    distance = report.signed_distance
    if distance is None or isnan(distance):
        return None
    return Verdict.TOUCHING if distance == 0 else Verdict.SEPARATED if distance > 0 else Verdict.PENETRATING


def draw_assessment(judged: "JudgedReport | None") -> None:
    """Draws whether the engine is right, and what is wrong."""
    imgui.table_set_column_index(JUDGED)
    if judged is None:
        imgui.text_disabled("judging …")
        return
    icon, tone = report_mark(judged)
    right = judged.found.right
    words = judged.assessment if right is not False or judged.report.crashed else f"wrong: {judged.assessment}"
    narrow_text(f"{icon} {words}", words_room(), theme.rgba(tone), judged.words)
