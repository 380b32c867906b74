"""The Survey panel: the setup, with the result beside or below it."""

from collections.abc import Sequence

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.model import State
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.surveying.result import draw_survey_result
from gjkscope.app.view.panels.surveying.setup import draw_survey_setup
from gjkscope.app.view.panels.toolkit.ui import Ui

WIDE = 460.0  # pixels at 100 % scale, as are the sizes below: from there on, the result is beside the setup
SETUP_WIDTH = 214.0
GAP = 14.0
LEAST_RESULT = 200.0


def draw_survey_panel(state: State, ui: Ui) -> Sequence[Outcome]:
    """Draws the panel, and returns what the user did in it."""
    is_wide = imgui.get_content_region_avail().x >= WIDE * ui.scale
    size = ImVec2(SETUP_WIDTH * ui.scale if is_wide else 0, 0)
    imgui.begin_child("survey setup", size, 0 if is_wide else imgui.ChildFlags_.auto_resize_y)
    outcomes = draw_survey_setup(state, ui)
    imgui.end_child()
    if is_wide:
        imgui.same_line(0, GAP * ui.scale)
    imgui.begin_child("survey result", ImVec2(0, 0 if is_wide else LEAST_RESULT * ui.scale))
    outcomes += draw_survey_result(state, ui)
    imgui.end_child()
    return outcomes
