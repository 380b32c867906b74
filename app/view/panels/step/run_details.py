"""Step panel details of runs that do not decide the pair's verdict: broad phases, advancement and push-outs."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.ask.runs.answers import contact_words
from gjkscope.app.ask.runs.choices import TERRAIN_PUSH_OUTS, Run
from gjkscope.app.ask.runs.contacts import seam_words
from gjkscope.app.ask.runs.iterations import CheckedReport
from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.ask.runs.runs import (
    Advanced,
    Constructed,
    Contacts,
    OffTerrain,
    OnMesh,
    Slid,
    compare_orders,
    judge_run_contacts,
    pushed_positions,
)
from gjkscope.app.scenes.scene import Pair
from gjkscope.app.state.actions import Action, ChooseAlgorithm, ChoosePair, GoToStep, PushOut
from gjkscope.app.state.inspection.traces import current_step
from gjkscope.app.state.model import State
from gjkscope.app.state.model.simulation import SolvedTick
from gjkscope.app.view import tones
from gjkscope.app.view.panels.step.contact_origins import draw_point_origins, draw_reported_origins
from gjkscope.app.view.panels.step.record import draw_record
from gjkscope.app.view.panels.step.slide_details import draw_slide
from gjkscope.app.view.panels.step.sweep_strip import draw_sweep_strip
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import visible_rows
from gjkscope.app.view.panels.toolkit.precision import in_page
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.words.broad import comparisons_words, pairs_so_far
from gjkscope.engine.broadphase import BroadTrace, sweep
from gjkscope.engine.contacts.explain_judge import faults
from gjkscope.engine.iterations.explain import checked_parts

LIST_ROWS = 8
CHECK_WIDTH = 26.0  # pixels at 100 %
FAULT_GAP = 16.0  # likewise, behind the names of faults
CHECK_MARKS = {
    True: (icons_fontawesome_6.ICON_FA_CHECK, tones.GOOD),
    False: (icons_fontawesome_6.ICON_FA_XMARK, tones.BAD),
    None: ("–", tones.TEXT_DIM),
}


def draw_run_details(state: State, run: Run, ui: Ui) -> list[Action]:
    """Draws the details of the current step of a run that is not an algorithm on the pair."""
    if isinstance(run.whole, BroadTrace):
        return _draw_broad(state, run, run.whole, ui)
    if isinstance(run.whole, Advanced):
        return _draw_advanced(state, run, run.whole, ui)
    if isinstance(run.whole, CheckedReport):
        return _draw_checks(state, run, run.whole, ui)
    if isinstance(run.whole, Contacts):
        _draw_manifold(state, run, run.whole, ui)
        return []
    if isinstance(run.whole, Slid):
        return draw_slide(state, run, run.whole, ui)
    if isinstance(run.whole, Constructed | SolvedTick | OnMesh):
        return _draw_plain(state, run, ui)
    return _draw_push_out(state, run)


def _draw_broad(state: State, run: Run, whole: BroadTrace, ui: Ui) -> list[Action]:
    step = run.steps[current_step(state)]
    imgui.separator_text("Comparisons")
    imgui.progress_bar(step.comparisons / max(whole.all_pairs, 1), ImVec2(-1, 8 * ui.scale), "")
    if imgui.is_item_hovered():
        imgui.set_tooltip("Tests of a box against a box or a tree node; the full bar is all pairs")
    imgui.text_wrapped(in_page(comparisons_words(step.comparisons, whole)))
    if isinstance(step, sweep.State):
        draw_sweep_strip(step, whole.boxes, run.names, ui)
    pairs = pairs_so_far(run, current_step(state))
    imgui.separator_text(f"Pairs found: {len(pairs)} of {len(whole.pairs)}")
    return _draw_pairs(pairs, state)


def _draw_plain(state: State, run: Run, ui: Ui) -> list[Action]:
    number = current_step(state)
    draw_record(run.steps[number], run.steps[number - 1] if number > 0 else MISSING, ui)
    return []


def _draw_manifold(state: State, run: Run, whole: Contacts, ui: Ui) -> None:
    """Draws how the manifold compares with the exact one, and the step."""
    imgui.separator_text("Compared with exact")
    judged = faults(judge_run_contacts(whole))
    width = max((imgui.calc_text_size(fault.name).x for fault in judged), default=0.0)
    for fault in judged:
        imgui.text_colored(theme.rgba(tones.BAD if fault.is_wrong else tones.GOOD), fault.name)
        imgui.same_line(imgui.get_cursor_start_pos().x + width + FAULT_GAP * ui.scale)
        imgui.text_wrapped(in_page(fault.words))
    if seams := seam_words(whole.found, *whole.bodies):
        imgui.separator_text("At the seams between parts")
        imgui.text_wrapped(in_page(seams))
    draw_reported_origins(state, ui)
    number = current_step(state)
    if number == len(run.steps) - 1:
        draw_point_origins(whole)
    draw_record(run.steps[number], run.steps[number - 1] if number > 0 else MISSING, ui)


def _draw_advanced(state: State, run: Run, whole: Advanced, ui: Ui) -> list[Action]:
    imgui.separator_text("First contact")
    imgui.text_wrapped(in_page(contact_words(whole.advancement, *run.names)))
    number = current_step(state)
    before = run.steps[number - 1] if number > 0 else MISSING
    draw_record(run.steps[number], before, ui)
    return []


def _draw_checks(state: State, run: Run, whole: CheckedReport, ui: Ui) -> list[Action]:
    """Draws the outcome of each check, and the way to the first difference."""
    step, first = run.steps[current_step(state)], whole.checked.first
    imgui.separator_text("Checks")
    for part in checked_parts(step, *run.names):
        mark, tone = CHECK_MARKS[part.is_right]
        imgui.text_colored(theme.rgba(tone), mark)
        imgui.same_line(CHECK_WIDTH * ui.scale)
        imgui.text_wrapped(in_page(f"{part.title}: {part.words}"))
    if first is None or first.step == current_step(state):
        return []
    imgui.separator_text("First difference")
    imgui.text_wrapped(in_page(whole.difference))
    return [GoToStep(first.step)] if imgui.button(f"Go to step {first.step}") else []


def _draw_pairs(pairs: list[Pair], state: State) -> list[Action]:
    actions: list[Action] = []
    if not pairs:
        imgui.text_disabled("none so far")
        return actions
    rows = min(len(pairs), LIST_ROWS) + 0.5
    imgui.begin_child("pairs found", ImVec2(0, rows * imgui.get_text_line_height_with_spacing()))
    for index in visible_rows(len(pairs)):
        clicked, _ = imgui.selectable(
            f"{' – '.join(pairs[index])}##found", set(pairs[index]) == set(state.document.pair)
        )
        if clicked:
            actions.append(ChoosePair(pairs[index]))
    imgui.end_child()
    return actions


def _draw_push_out(state: State, run: Run) -> list[Action]:
    actions: list[Action] = []
    if isinstance(run.whole, OffTerrain):
        for name, method in TERRAIN_PUSH_OUTS.items():
            if imgui.radio_button(f"{method.way}##order", state.run.algorithm == name):
                actions.append(ChooseAlgorithm(name))
            imgui.same_line()
        imgui.new_line()
        imgui.text_wrapped(in_page(compare_orders(run.whole)))
    moved = pushed_positions(run)
    imgui.begin_disabled(not moved)
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_ARROWS_UP_DOWN_LEFT_RIGHT} Apply push-out"):
        actions.append(PushOut())
    imgui.end_disabled()
    if imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled):
        imgui.set_tooltip(f"Moves {' and '.join(moved)} to the end of the run" if moved else "Nothing has to move")
    return actions
