"""The Hunt panel: the setup, with the progress beside or below it; the findings are cards in the list of pairs."""

from collections.abc import Sequence

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.model import State
from gjkscope.app.view.panels.hunting.setup import draw_setup
from gjkscope.app.view.panels.hunting.status import draw_hunt_status
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit.ui import Ui


def draw_hunt_panel(state: State, ui: Ui) -> Sequence[Outcome]:
    is_wide = imgui.get_content_region_avail().x >= WIDE * ui.scale
    size = ImVec2(SETUP_WIDTH * ui.scale if is_wide else 0, 0)
    imgui.begin_child("setup", size, 0 if is_wide else imgui.ChildFlags_.auto_resize_y)
    outcomes = draw_setup(state.hunt, ui)
    imgui.end_child()
    if is_wide:
        imgui.same_line(0, GAP * ui.scale)
    imgui.begin_group()
    draw_hunt_status(state.hunt.run, ui)
    imgui.end_group()
    return outcomes


WIDE = 460.0  # pixels at 100 % scale, as are the sizes below: from there on, the progress is beside the setup
SETUP_WIDTH = 214.0
GAP = 14.0
