"""Step panel details of a slide over a mesh: all policies side by side, the kinds of edges, and the step."""

from imgui_bundle import ImVec4, imgui

from gjkscope.app.ask.runs.choices import SLIDES, Run
from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.ask.runs.runs import Slid, all_slides
from gjkscope.app.base.identity import Identity
from gjkscope.app.state.actions import Action, ChooseAlgorithm
from gjkscope.app.state.inspection.traces import current_step
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing.marks.slide import EDGE_COLORS, edges_by_kind
from gjkscope.app.view.panels.step.record import draw_record
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.edges.steps import SlideMeasures
from gjkscope.engine.text import counted, number, percent

COLUMNS = ("Policy", "Lost", "Ghosts", "Rise, m")
NARROW = 230.0  # pixels at 100 % scale: a narrower panel has no room for the columns
COMPARING = "Comparing the policies…"


def draw_slide(state: State, run: Run, whole: Slid, ui: Ui) -> list[Action]:
    """Draws the details of the current step of a slide."""
    imgui.separator_text("Policies")
    actions = _draw_policies(state, run, whole, ui)
    imgui.separator_text("Edges")
    for kind, ends in edges_by_kind(Identity(whole.slide.mesh)):
        color, _ = EDGE_COLORS[kind]
        imgui.text_colored(ImVec4(*theme.legible(color)), kind.value)
        imgui.same_line()
        imgui.text_disabled(counted(len(ends), "edge"))
    here = current_step(state)
    draw_record(run.steps[here], run.steps[here - 1] if here > 0 else MISSING, ui)
    return actions


def measure_cells(measures: SlideMeasures) -> tuple[str, str, str]:
    """The cells of a policy after its name."""
    rise = "fell through" if measures.tunnelled else number(measures.rise, 3)
    return percent(max(measures.lost, 0.0)), str(measures.ghosts), rise


def _draw_policies(state: State, run: Run, whole: Slid, ui: Ui) -> list[Action]:
    known = ui.jobs.request("slides", all_slides, whole.body, whole.terrain, state.document.scene.gravity)
    if known is None:
        imgui.text_disabled(COMPARING)
        return []
    actions: list[Action] = []
    is_narrow = imgui.get_content_region_avail().x < NARROW * ui.scale
    if not imgui.begin_table("policies", 1 if is_narrow else len(COLUMNS), TABLE_FLAGS):
        return actions
    if not is_narrow:
        for title in COLUMNS:
            imgui.table_setup_column(title)
        imgui.table_headers_row()
    for name, measures in known.value.items():
        imgui.table_next_row()
        imgui.table_next_column()
        title, is_chosen = EDGE_POLICIES[SLIDES[name].policy].title, run.algorithm == name
        if imgui.selectable(f"{title}##{name}", is_chosen, imgui.SelectableFlags_.span_all_columns)[0]:
            actions.append(ChooseAlgorithm(name))
        tool_tip("Click to step through this one")
        _draw_measures(measures, is_narrow)
    imgui.end_table()
    return actions


def _draw_measures(measures: SlideMeasures, is_narrow: bool) -> None:
    """Draws the cells of a row, or a line below the name."""
    lost, ghosts, rise = measure_cells(measures)
    if is_narrow:
        rises = rise if measures.tunnelled else f"rise {rise} m"
        imgui.text_disabled(f"{lost} lost, {counted(measures.ghosts, 'ghost')}, {rises}")
        return
    for words in (lost, ghosts, rise):
        imgui.table_next_column()
        imgui.text(words)


TABLE_FLAGS = imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_stretch_prop
