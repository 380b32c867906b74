"""The Capture panel's record; its contents are imported when it is first shown."""

from collections.abc import Sequence

from gjkscope.app.actions import ShowCapture
from gjkscope.app.model import State
from gjkscope.app.panels.requests import Outcome
from gjkscope.app.panels.toolkit.panel import DockSlot, Panel
from gjkscope.app.panels.toolkit.ui import Ui


def draw_capture_panel(state: State, ui: Ui) -> Sequence[Outcome]:
    from gjkscope.app.panels.capture.contents import draw_capture

    return draw_capture(state, ui)


PANEL = Panel("Capture", DockSlot.TABLES, draw_capture_panel, opened_by=(ShowCapture,))
