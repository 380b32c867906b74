"""The progress of a survey and its result: a line for each engine, and a table of failures whose rows open pairs."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.state.model import HuntPhase, State, SurveyFinding, SurveyRun
from gjkscope.app.view import tones
from gjkscope.app.view.panels.pairs.cards import is_open
from gjkscope.app.view.panels.requests import Outcome, TakeImport
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.text import counted, percent

INTRODUCTION = (
    "Asks engines about the same suite of pairs: the museum, and random pairs of each family, from ordinary poses to "
    "touching, nested and huge ones. Each answer is judged against the truth; a row of the table opens the worst pair. "
    "“gjkscope survey -o DIR” writes the same as a page with plots."
)
BAR = 5.0  # height, pixels at 100 % scale, as are the sizes below
WIDE = 640.0  # from there on, the failures are beside the engines
ENGINES_SHARE = 0.4
GAP = 12.0
ENGINE_HEADS = ("Engine", "Judged", "Failed", "Serious")
FAILURE_HEADS = ("Failure", "Engine", "Family", "Pairs", "Error")
WEIGHTS = (1.2, 1.5, 1.5, 0.6, 0.7)


def draw_survey_result(state: State, ui: Ui) -> list[Outcome]:
    """Draws the progress and both tables; returns what the user opened."""
    run = state.survey.run
    imgui.push_text_wrap_pos(0)
    if run is None:
        imgui.text_disabled(INTRODUCTION)
    else:
        _draw_status(run, ui)
    imgui.pop_text_wrap_pos()
    if run is None or not run.engines:
        return []
    room = imgui.get_content_region_avail()
    is_wide = room.x >= WIDE * ui.scale
    _draw_engines(run, ENGINES_SHARE * room.x if is_wide else 0.0)
    if is_wide:
        imgui.same_line(0, GAP * ui.scale)
    return _draw_failures(run, state) if run.found else []


def _draw_status(run: SurveyRun, ui: Ui) -> None:
    icons = icons_fontawesome_6
    if run.phase is HuntPhase.FAILED:
        imgui.text_colored(theme.rgba(tones.BAD), f"{icons.ICON_FA_CIRCLE_XMARK} {run.fault}")
        return
    if run.is_running:
        imgui.progress_bar(run.progress, ImVec2(-1, BAR * ui.scale), "")
    if not run.is_running and run.pairs and not run.failures:
        imgui.text_colored(theme.rgba(tones.GOOD), f"{icons.ICON_FA_CHECK} {survey_words(run)}")
    else:
        imgui.text_unformatted(survey_words(run))
    for title, reason in run.left_out:
        imgui.text_disabled(f"{title} was not asked: {reason}")


def survey_words(run: SurveyRun) -> str:
    """ "1,200 of 4,400 answers, 900/s, 31 failures; coal 3.0.3, touching", or the result."""
    failures = f"{run.failures:,} {'failure' if run.failures == 1 else 'failures'}"
    if run.phase is HuntPhase.STARTING:
        return f"{run.compiling.capitalize()}, once on this machine…" if run.compiling else "Starting the engines…"
    if run.is_running:
        stopping = ", stopping…" if run.phase is HuntPhase.STOPPING else ""
        rate = f", {run.rate:,.0f}/s" if run.rate else ""  # not known before the second block
        return f"{run.done:,} of {run.total:,} answers{rate}, {failures}; {run.asked}{stopping}"
    if not run.pairs:
        return "Stopped before the first family was finished"
    asked = f"{counted(len(run.engines), 'engine')} on {counted(run.pairs, 'pair')}"
    stopped = ", stopped" if run.phase is HuntPhase.STOPPED else ""
    return f"{asked}: {failures if run.failures else 'nothing wrong'}{stopped}"


def _draw_engines(run: SurveyRun, width: float) -> None:
    if not imgui.begin_table("surveyed engines", len(ENGINE_HEADS), TABLE_FLAGS, ImVec2(width, 0)):
        return
    for title, weight in zip(ENGINE_HEADS, (2.4, 1.0, 1.0, 1.0), strict=True):
        imgui.table_setup_column(title, imgui.TableColumnFlags_.width_stretch, weight)
    imgui.table_headers_row()
    for engine in run.engines:
        imgui.table_next_row()
        for words in (engine.title, f"{engine.judged:,}", percent(engine.failed), percent(engine.serious)):
            imgui.table_next_column()
            imgui.text_unformatted(words)
    imgui.end_table()


def _draw_failures(run: SurveyRun, state: State) -> list[Outcome]:
    outcomes: list[Outcome] = []
    if not imgui.begin_table("failures", len(FAILURE_HEADS), TABLE_FLAGS | imgui.TableFlags_.scroll_y):
        return outcomes
    for title, weight in zip(FAILURE_HEADS, WEIGHTS, strict=True):
        imgui.table_setup_column(title, imgui.TableColumnFlags_.width_stretch, weight)
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_headers_row()
    for finding in run.found:
        imgui.table_next_row()
        imgui.table_next_column()
        outcomes += _draw_failure(finding, state)
    imgui.end_table()
    return outcomes


def _draw_failure(finding: SurveyFinding, state: State) -> list[Outcome]:
    key = f"##failure {finding.engine} {finding.failure} {finding.family}"
    flags = imgui.SelectableFlags_.span_all_columns
    clicked = imgui.selectable(f"{finding.failure.capitalize()}{key}", is_open(finding.scene, state), flags)[0]
    error = percent(finding.error) if finding.error > 0 else "–"
    for words in (finding.engine, finding.family, f"{finding.count:,}", error):
        imgui.table_next_column()
        imgui.text_unformatted(words)
    return [TakeImport(finding.scene)] if clicked else []


TABLE_FLAGS = imgui.TableFlags_.row_bg | imgui.TableFlags_.borders_inner_v | imgui.TableFlags_.resizable
