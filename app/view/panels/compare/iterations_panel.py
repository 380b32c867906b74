"""The iterations that an engine reported, with the outcome of our checks, and where they first differ from ours."""

from functools import lru_cache

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gjkscope.app.ask.runs.choices import REPORT
from gjkscope.app.ask.runs.iterations import RUNS_KEPT, CheckedReport, check_reported_run
from gjkscope.app.state.actions import Action, ChooseAlgorithm, CompareWith, GoToStep
from gjkscope.app.state.inspection.comparison import compared_report, position
from gjkscope.app.state.inspection.reports import iterated_report
from gjkscope.app.state.model import ComparedRun, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import keep_in_view, visible_rows
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.iterations.explain import (
    CHECKS,
    checked_parts,
    choice_words,
    finding_words,
    headline,
    simplex_words,
)
from gjkscope.engine.iterations.steps import State as Iterated
from gjkscope.engine.text import number

NONE = (
    "No report about this pair has iterations. A solver or a capture supplies them: for each iteration of its GJK "
    "the simplex and, optionally, the direction and the closest point; for EPA the faces, for MPR the portal, for SAT "
    "the axes. They are then shown beside ours."
)
RIGHT, WRONG, UNCHECKED = icons.ICON_FA_CHECK, icons.ICON_FA_XMARK, "–"


def draw_iterations_panel(state: State, ui: Ui) -> list[Action]:
    """Draws the first difference and a table of the iterations; clicking a row goes to its step, in both runs."""
    report = iterated_report(state)
    if report is None:
        imgui.text_wrapped(NONE)
        return []
    checked = check_reported_run(report, *state.document.pair_bodies)
    return [*draw_first_difference(checked, state), *_draw_table(checked, state, ui)]


def draw_first_difference(checked: CheckedReport, state: State) -> list[Action]:
    """Draws where the run first differs from ours, what our GJK does instead, and a button that goes there."""
    actions: list[Action] = []
    first = checked.checked.first
    if compared_report(state) is None:
        if imgui.button(f"{icons.ICON_FA_TABLE_COLUMNS} Show beside ours"):
            actions += [ChooseAlgorithm("gjk"), CompareWith(ComparedRun(REPORT))]
        imgui.same_line()
    if first is not None:
        if imgui.button(f"{icons.ICON_FA_FLAG} Go to step {first.step}"):
            actions.append(GoToStep(first.step))
        tool_tip("Shows both runs at the first difference")
    if checked.checked.hint is not None:
        imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.WARNING))
        imgui.text_wrapped(f"{icons.ICON_FA_TRIANGLE_EXCLAMATION} {checked.checked.hint}")
        imgui.pop_style_color()
        if checked.is_explained:
            return actions
    if checked.earlier:
        imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.TEXT_DIM))
        imgui.text_wrapped(checked.earlier)
        imgui.pop_style_color()
    if first is None:
        imgui.text_wrapped(f"{checked.report.by} does what our GJK does in every step.")
        return actions
    tone = tones.BAD if first.is_wrong else tones.TEXT
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tone))
    imgui.text_wrapped(f"{WRONG if first.is_wrong else icons.ICON_FA_FLAG} {checked.difference}")
    imgui.pop_style_color()
    if checked.ours:
        imgui.text_wrapped(checked.ours)
    return actions


def _draw_table(checked: CheckedReport, state: State, ui: Ui) -> list[Action]:
    actions: list[Action] = []
    checks = _made_checks(checked)
    titles = ("step", "simplex", "distance, m", *checks, "what happened")
    if not imgui.begin_table("iterations", len(titles), TABLE_FLAGS):
        return actions
    for title in titles:
        imgui.table_setup_column(title)
    imgui.table_setup_scroll_freeze(1, 1)
    imgui.table_headers_row()
    for index in visible_rows(len(checked.checked.steps), position(state)):
        actions += _draw_row(checked.checked.steps[index], checked, checks, index == position(state), ui)
    imgui.end_table()
    return actions


@lru_cache(maxsize=RUNS_KEPT)
def _made_checks(checked: CheckedReport) -> tuple[str, ...]:
    """The checks that apply to a run; those of GJK are always shown."""
    steps = checked.checked.steps
    others = {"polytope": any(step.faces for step in steps), "portal": any(step.interior for step in steps)}
    others["axis"] = any(step.separation is not None for step in steps)
    return tuple(title for title in CHECKS if others.get(title, True))


def _draw_row(step: Iterated, checked: CheckedReport, checks: tuple[str, ...], is_shown: bool, ui: Ui) -> list[Action]:
    names = checked.report.pair
    imgui.table_next_row()
    imgui.table_next_column()
    clicked, _ = imgui.selectable(f"{step.iteration:>3}##iteration {step.iteration}", is_shown, ROW)
    if is_shown:
        keep_in_view(checked.report.by, names, step.iteration)
    imgui.table_next_column()
    imgui.text(simplex_words(step))
    imgui.table_next_column()
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text(("–" if step.distance is None else number(step.distance)).rjust(10))
    for part in checked_parts(step, *names):
        if part.title not in checks:
            continue
        imgui.table_next_column()
        tone = {True: tones.GOOD, False: tones.BAD, None: tones.TEXT_DIM}[part.is_right]
        imgui.text_colored(theme.rgba(tone), {True: RIGHT, False: WRONG, None: UNCHECKED}[part.is_right])
        if imgui.is_item_hovered():
            imgui.set_tooltip(f"{part.title}: {part.words}")
    imgui.table_next_column()
    wrong = "; ".join(finding_words(step, finding, *names) for finding in step.findings)
    imgui.text(wrong or (choice_words(step) if step.choice is not None else headline(step, *names)))
    return [GoToStep(step.iteration)] if clicked else []


ROW = imgui.SelectableFlags_.span_all_columns | imgui.SelectableFlags_.allow_overlap
TABLE_FLAGS = (
    imgui.TableFlags_.row_bg
    | imgui.TableFlags_.borders_inner_v
    | imgui.TableFlags_.scroll_y
    | imgui.TableFlags_.scroll_x
    | imgui.TableFlags_.sizing_fixed_fit
)
