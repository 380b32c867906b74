"""All algorithms on the pair, one row each: their answers, which of them are wrong, and how each ended.

Above them are the reports of engines about the pair, and the answers of installed engines if they are asked, judged in
the same way; clicking one draws it in the views.

Below the chosen algorithm come its runs under other conditions: B–A, and the other precision.  Clicking a row
chooses the algorithm, or shows the variant beside the chosen run.  While something is dragged, the rows keep the
previous results, greyed out, and are recomputed when the motion ends.
"""

from collections.abc import Iterator
from typing import NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.ask.runs.choices import supported_options
from gjkscope.app.base.jobs import LatestResult
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import Action, ChooseAlgorithm, CompareWith, ExchangeRuns, GoToStep
from gjkscope.app.state.inspection.comparison import compared_report, incomparable, other_state, parting
from gjkscope.app.state.inspection.reports import reports_of
from gjkscope.app.state.inspection.traces import inspect, pair_of, run_options
from gjkscope.app.state.model import ComparedRun, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.compare import compare_cells
from gjkscope.app.view.panels.compare.compare_rows import VariantRun, judge_rows, run_variant, time_row
from gjkscope.app.view.panels.compare.engine_rows import draw_engine_rows, draw_engine_switch
from gjkscope.app.view.panels.compare.iterations_panel import draw_first_difference
from gjkscope.app.view.panels.compare.report_form import draw_reports, form_width, is_form_open
from gjkscope.app.view.panels.compare.report_rows import draw_report_rows
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import keep_in_view
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.verdict import draw_unread_note
from gjkscope.app.view.panels.toolkit.widgets import narrow_text
from gjkscope.app.view.words.verdict import option_labels
from gjkscope.engine.analysis.compare import ComparisonRow, Difference, NotSupported
from gjkscope.engine.analysis.explain_compare import difference_words, explain_difference
from gjkscope.engine.analysis.explain_judge import explain_judgement
from gjkscope.engine.analysis.judge import Assessment, Judgement
from gjkscope.engine.evidence.search import hull_words
from gjkscope.engine.options import Options
from gjkscope.engine.registry.algorithms import algorithms_for
from gjkscope.engine.registry.records import Algorithm
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.kinds import PlacedPair

COLUMNS_ICON = icons_fontawesome_6.ICON_FA_TABLE_COLUMNS
HINT = f"{COLUMNS_ICON} in a row shows its steps beside those of the chosen run"
FORM_HEIGHT = 0.6  # of a narrow panel, in which the form of reports is above the table
LEAST_PARTING = 15.0  # text heights: words about the first difference move to a line of their own in less room
STANDINGS = {
    Assessment.CERTIFIED: (icons_fontawesome_6.ICON_FA_CERTIFICATE, tones.GOOD),
    Assessment.VERDICT_CERTIFIED: (icons_fontawesome_6.ICON_FA_CERTIFICATE, tones.TEXT),
    Assessment.WITHIN_ROUNDING: (icons_fontawesome_6.ICON_FA_CHECK, tones.TEXT_DIM),
    Assessment.WITHIN_TOLERANCE: (icons_fontawesome_6.ICON_FA_TRIANGLE_EXCLAMATION, tones.TEXT_DIM),
    Assessment.AGREES: (icons_fontawesome_6.ICON_FA_CHECK, tones.TEXT),
    Assessment.UNDECIDED: (icons_fontawesome_6.ICON_FA_QUESTION, tones.TEXT_DIM),
    Assessment.CONTRADICTS: (icons_fontawesome_6.ICON_FA_TRIANGLE_EXCLAMATION, tones.WARNING),
    Assessment.WRONG: (icons_fontawesome_6.ICON_FA_XMARK, tones.BAD),
}


class CompareLine(NamedTuple):
    """A row of the table."""

    title: str
    comparison: ComparedRun  # the run in this row
    found: ComparisonRow | NotSupported | None  # None while it is being computed
    current: bool  # whether it belongs to the current placement, not to an earlier one
    judgement: Judgement | None = None
    variant: VariantRun | None = None


def draw_compare_panel(state: State, ui: Ui) -> list[Outcome]:
    """Draws the table; clicking a row chooses its algorithm or compares with it."""
    draw_unread_note(state.document.scene)
    actions: list[Outcome] = [*_draw_beside(state), *draw_engine_switch(state, ui)]
    shows_form = is_form_open(state)
    if state.run.comparison is None:
        _draw_hint()
    if not shows_form:
        return actions + _draw_table(state, ui)
    width, room = form_width(), imgui.get_content_region_avail()
    is_beside = width < room.x
    if imgui.begin_child("form", ImVec2(width, 0 if is_beside else FORM_HEIGHT * room.y)):
        actions += draw_reports(state, ui)
    imgui.end_child()
    if is_beside:
        imgui.same_line()
    if imgui.begin_child("judged"):
        actions += _draw_table(state, ui)
    imgui.end_child()
    return actions


def _draw_hint() -> None:
    """Says how to compare two runs, if there is room for that."""
    width = imgui.calc_text_size(HINT).x
    imgui.same_line(0, imgui.get_font_size())
    if imgui.get_content_region_avail().x >= width:
        imgui.text_disabled(HINT)
    else:
        imgui.new_line()


def _draw_table(state: State, ui: Ui) -> list[Outcome]:
    actions: list[Outcome] = []
    if not compare_cells.begin_compare_table("compare", ui):
        return actions
    imgui.table_setup_scroll_freeze(1, 1)
    imgui.table_headers_row()
    actions += draw_report_rows(reports_of(state), state, ui)
    actions += draw_engine_rows(state, ui)
    groups = compare_cells.sort_groups(imgui.table_get_sort_specs(), _groups(state, ui), lambda group: group[0].found)
    for number, line in enumerate(line for group in groups for line in group):
        imgui.table_next_row()
        actions += _draw_line(line, number, state, ui)
    imgui.end_table()
    return actions


def _groups(state: State, ui: Ui) -> list[list[CompareLine]]:
    """One line per algorithm, followed by the variants of the chosen one."""
    pair = pair_of(state)
    algorithms = algorithms_for(pair[0])
    asked = {name: _ask(name, pair, state.run.options, ui) for name in algorithms}
    rows = [known.value for known in asked.values() if known is not None and isinstance(known.value, ComparisonRow)]
    are_current = all(known is None or known.current for known in asked.values())
    judgements = judge_rows(pair, rows) if are_current else {}
    groups = []
    for name, known in asked.items():
        comparison = ComparedRun(name, supported_options(name, state.run.options, pair[0].dimension))
        title = ", ".join((algorithms[name].title, *option_labels(comparison.options)))
        line = CompareLine(title, comparison, *_row_of(known), judgements.get(name))
        groups.append([line, *(_variants(state, pair, ui) if name == state.run.algorithm else ())])
    return groups


def _ask(name: str, pair: PlacedPair, options: Options, ui: Ui) -> LatestResult | None:
    known = supported_options(name, options, pair[0].dimension)
    return ui.jobs.request(f"compare {name}", time_row, pair, name, known)


def _row_of(known: LatestResult | None) -> tuple[ComparisonRow | NotSupported | None, bool]:
    return (None, False) if known is None else (known.value, known.current)


def _variants(state: State, pair: PlacedPair, ui: Ui) -> Iterator[CompareLine]:
    name, base = state.run.algorithm, run_options(state)
    for title, options, swapped in _conditions(algorithms_for(pair[0])[name], base, state.document.pair):
        known = ui.jobs.request(f"compare {title}", run_variant, pair, name, base, options, swapped)
        comparison = ComparedRun(name, options, swapped)
        value, current = (known.value, known.current) if known else (None, False)
        if isinstance(value, VariantRun):
            yield CompareLine(title, comparison, value.row, current, variant=value)
        else:
            yield CompareLine(title, comparison, value, current)


def _conditions(algorithm: Algorithm, base: Options, names: tuple[str, str]) -> Iterator[tuple[str, Options, bool]]:
    yield f"{names[1]}–{names[0]}", base, True
    if "float32" in algorithm.options:
        yield "float64" if base.float32 else "float32", replace(base, float32=not base.float32), False


def _draw_line(line: CompareLine, number: int, state: State, ui: Ui) -> list[Action]:
    imgui.table_set_column_index(compare_cells.VERDICT)
    if line.found is None:
        imgui.text_disabled("measuring …")
    elif isinstance(line.found, NotSupported):
        imgui.text_disabled("not applicable")
        imgui.table_set_column_index(compare_cells.JUDGED)
        narrow_text(line.found.reason, compare_cells.words_room(), theme.rgba(tones.TEXT_DIM))
    else:
        imgui.begin_disabled(not line.current)
        _draw_answer(line, line.found, ui)
        imgui.end_disabled()
    imgui.table_set_column_index(compare_cells.NAME)
    actions = _draw_name(line, state)
    if _is_chosen(line, state):
        # Repeated when its answer arrives: a horizontal scroll bar may then cover the last row.
        keep_in_view(number, line.found is None)
    return actions


def _draw_name(line: CompareLine, state: State) -> list[Action]:
    """Draws the name, which can be clicked, after the button that shows the run beside the chosen one."""
    is_variant, is_chosen = _is_variant(line, state), _is_chosen(line, state)
    key = f"{line.comparison.algorithm} {line.title}"
    actions: list[Action] = []
    if is_chosen:
        imgui.text_disabled(COLUMNS_ICON)
    elif imgui.small_button(f"{COLUMNS_ICON}##beside {key}"):
        actions = [CompareWith(None if state.run.comparison == line.comparison else line.comparison)]
    if not is_chosen and imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip("Show its steps beside those of the chosen algorithm")
    imgui.same_line()
    indent = "      " if is_variant else ""
    is_shown = is_chosen or line.comparison == state.run.comparison
    if not compare_cells.row_selectable(f"{compare_cells.wrap_name(line.title, indent)}##compare {key}", is_shown):
        return actions
    if not is_variant:
        return [ChooseAlgorithm(line.comparison.algorithm)]
    difference = line.variant.parting if line.variant else None
    return [CompareWith(line.comparison), *([GoToStep(difference.step)] if difference else [])]


def _is_variant(line: CompareLine, state: State) -> bool:
    known = supported_options(line.comparison.algorithm, state.run.options, state.document.scene.dimension)
    return line.comparison.swapped or line.comparison.options != known


def _is_chosen(line: CompareLine, state: State) -> bool:
    return line.comparison.algorithm == state.run.algorithm and not _is_variant(line, state)


def _draw_answer(line: CompareLine, row: ComparisonRow, ui: Ui) -> None:
    verdict = row.result.verdict
    texts = compare_cells.cells(row)
    steps, time, normal = (text.strip() for text, _ in (texts.steps, texts.time, texts.normal))
    help_text = f"{row.result.exit.words}, in step {steps}, {time} ms\nnormal {normal}"
    compare_cells.draw_verdict_cell(verdict, help_text, hull_words(row.result))
    compare_cells.draw_distance(*texts.distance, ui)
    imgui.table_set_column_index(compare_cells.JUDGED)
    if line.variant is not None:
        _draw_parting(line.variant)
    else:
        _draw_judgement(line.judgement, row.result.exit)
    _mono(*texts.steps, ui)
    _mono(*texts.time, ui)
    imgui.table_next_column()
    imgui.text(row.result.exit.words)
    _mono(*texts.normal, ui)


def _mono(text: str, help_text: str, ui: Ui) -> None:
    imgui.table_next_column()
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.text(text)
    if help_text and imgui.is_item_hovered():
        imgui.set_tooltip(help_text)


def _draw_judgement(judgement: Judgement | None, exit_: Exit) -> None:
    if judgement is None:
        imgui.text_disabled("…")
        return
    icon, tone = STANDINGS[judgement.standing]
    words = explain_judgement(judgement)
    why = f": {exit_.words}" if judgement.standing is Assessment.UNDECIDED else ""
    said = f"{icon} {words if judgement.kind else judgement.standing.value}{why}"
    narrow_text(said, compare_cells.words_room(), theme.rgba(tone), words)
    if words and not judgement.kind:
        imgui.same_line()
        narrow_text(words, compare_cells.words_room(), theme.rgba(tones.TEXT_DIM))


def _draw_parting(variant: VariantRun) -> None:
    if variant.incomparable:
        narrow_text(
            "steps cannot be compared", compare_cells.words_room(), theme.rgba(tones.TEXT_DIM), variant.incomparable
        )
    elif variant.parting is None:
        narrow_text("identical decisions in every step", compare_cells.words_room(), theme.rgba(tones.TEXT_DIM))
    else:
        words = f"differs in step {variant.parting.step}: {difference_words(variant.parting)}"
        tip = explain_difference(variant.parting, "", "")
        narrow_text(words, compare_cells.words_room(), theme.rgba(tones.WARNING), tip)


def _draw_beside(state: State) -> list[Action]:
    """Draws the controls of the comparison, and where the two runs diverge."""
    comparison = state.run.comparison
    if comparison is None:
        return []
    actions: list[Action] = []
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_XMARK} End comparison"):
        actions.append(CompareWith(None))
    imgui.same_line()
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_RIGHT_LEFT} Swap runs"):
        actions.append(ExchangeRuns())
    if (reported := compared_report(state)) is not None:
        imgui.same_line()
        return actions + draw_first_difference(reported, state)
    difference = parting(state)
    imgui.same_line()
    if difference is not None:
        if imgui.button(f"{icons_fontawesome_6.ICON_FA_FLAG} Go to step {difference.step}"):
            actions.append(GoToStep(difference.step))
        imgui.same_line()
    if imgui.get_content_region_avail().x < LEAST_PARTING * imgui.get_font_size():
        imgui.new_line()
    imgui.align_text_to_frame_padding()
    _draw_parting_words(difference, incomparable(state), state)
    return actions


def _draw_parting_words(difference: Difference | None, reason: str | None, state: State) -> None:
    other = other_state(state)
    if other is not None and (absent := inspect(other).refusal):
        imgui.text_disabled(f"The other run has no steps: {absent}")
    elif reason is not None:
        with imgui_ctx.push_style_color(imgui.Col_.text, theme.rgba(tones.TEXT_DIM)):
            imgui.text_wrapped("The two runs have different kinds of steps and cannot be compared step by step")
        if imgui.is_item_hovered():
            imgui.set_tooltip(reason)
    elif difference is None:
        imgui.text("identical decisions in every step")
    else:
        imgui.text_wrapped(f"First difference: {difference_words(difference)}")
        if imgui.is_item_hovered():
            imgui.set_tooltip(explain_difference(difference, *state.document.pair))
