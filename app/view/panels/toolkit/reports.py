"""Words about the reports of engines: the headline below the verdict, and judgements from the worker."""

from typing import TYPE_CHECKING

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.scenes.scene import Reported
from gjkscope.app.state.inspection.engines import known_answer
from gjkscope.app.state.inspection.reports import drawn_report, reports_of
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.words.markup import with_non_breaking_spaces
from gjkscope.engine.text import counted

if TYPE_CHECKING:  # most scenes have no reports
    from gjkscope.app.ask.runs.reports import JudgedReport

MARKS = {
    True: (icons_fontawesome_6.ICON_FA_CHECK, tones.GOOD),
    False: (icons_fontawesome_6.ICON_FA_XMARK, tones.BAD),
    None: (icons_fontawesome_6.ICON_FA_QUESTION, tones.TEXT_DIM),
}
"""The icon and the colour of a right or wrong report."""

CRASHED = (icons_fontawesome_6.ICON_FA_BOMB, tones.BAD)


def judge_in_background(index: int, report: Reported, state: State, ui: Ui) -> "JudgedReport | None":
    """The judgement of a report, the one at `index` in `reports_of`; None until the worker has found it."""
    from gjkscope.app.ask.runs.reports import judge_reported

    a, b = state.document.pair_bodies
    known = ui.jobs.request(f"report {index}", judge_reported, report, a, b)
    return known.value if known is not None and known.current else None


def report_mark(judged: "JudgedReport") -> tuple[str, tones.Tone]:
    """The icon and the colour of a judged report."""
    return MARKS[judged.found.right] if judged.report.crashed is None else CRASHED


def draw_report_headline(state: State, ui: Ui) -> None:
    """Draws what is wrong with the report that the views draw; nothing without reports."""
    report, reports = drawn_report(state), reports_of(state)
    if report is None:
        return
    if report in reports:
        judged, others = judge_in_background(reports.index(report), report, state, ui), len(reports) - 1
    else:  # the answer of an engine that was asked
        known = known_answer(report.by, *state.document.pair_bodies)
        judged, others = known.judged if known else None, len(reports)
    icon, tone = (icons_fontawesome_6.ICON_FA_HOURGLASS, tones.TEXT_DIM) if judged is None else report_mark(judged)
    words = f"{report.by}: judging …" if judged is None else judged.words
    with imgui_ctx.push_font(*ui.fonts.small):
        imgui.push_text_wrap_pos(0)
        imgui.text_colored(theme.rgba(tone), with_non_breaking_spaces(f"{icon} {words}"))
        if report.note and imgui.is_item_hovered():
            imgui.set_tooltip(report.note)
        if others:
            imgui.text_disabled(f"and {counted(others, 'other report')}: see Compare")
        imgui.pop_text_wrap_pos()
