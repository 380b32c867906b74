"""The speed and the time of the simulation, for the Motion panel and the timeline."""

from imgui_bundle import imgui

from gjkscope.app.state.actions import Action, SetMotionRate
from gjkscope.app.state.actions.motion import RATES
from gjkscope.app.state.model import State
from gjkscope.app.state.model.simulation import Simulation
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip


def time_words(simulation: Simulation) -> str:
    """ "tick 12 of 60, 0.200 s"."""
    last = len(simulation.ticks) - 1
    return f"tick {simulation.number} of {last}, {simulation.tick.time:.3f} s"


def draw_motion_rate(state: State, ui: Ui) -> list[Action]:
    """Draws the choice of the speed of the simulation."""
    imgui.set_next_item_width(80 * ui.scale)
    actions: list[Action] = []
    if imgui.begin_combo("##motion rate", _rate_words(state.tools.motion_rate)):
        actions += [
            SetMotionRate(rate)
            for rate in RATES
            if imgui.selectable(_rate_words(rate), rate == state.tools.motion_rate)[0]
        ]
        imgui.end_combo()
    tool_tip("Playback speed; use slow motion for fast bodies", when_disabled=True)
    return actions


def _rate_words(rate: float) -> str:
    return "1×" if rate == 1 else f"1/{round(1 / rate)}×"
