"""The choice of an engine's allowed error."""

from imgui_bundle import imgui

from gjkscope.app.state.model import CaptureRun, CaptureSource
from gjkscope.app.view.panels.requests import JudgeCapture, Outcome
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.text import percent

TOLERANCE_WIDTH = 92.0
TOLERANCES = (1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2)
TOLERANCE_HELP = (
    "The error that is allowed, relative to the size of the pair. Engines that compute in single precision\n"
    "and stop early need 0.01 %."
)
FILE_HELP = "Changing it judges all pairs again."
LIVE_HELP = "A change applies to the pairs that arrive from then on."


def draw_tolerance(run: CaptureRun, ui: Ui) -> list[Outcome]:
    """A list of tolerances."""
    outcomes: list[Outcome] = []
    is_live = run.source is CaptureSource.LIVE
    imgui.begin_disabled(is_live and not run.is_running)
    imgui.set_next_item_width(TOLERANCE_WIDTH * ui.scale)
    if imgui.begin_combo("##capture tolerance", _tolerance_words(run.tolerance)):
        outcomes += [
            JudgeCapture(tolerance)
            for tolerance in TOLERANCES
            if imgui.selectable(_tolerance_words(tolerance), tolerance == run.tolerance)[0]
        ]
        imgui.end_combo()
    imgui.end_disabled()
    tool_tip(f"{TOLERANCE_HELP}\n{LIVE_HELP if is_live else FILE_HELP}", when_disabled=True)
    return outcomes


def _tolerance_words(tolerance: float) -> str:
    return f"± {percent(tolerance)}"
