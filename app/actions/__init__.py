"""Everything that a person can do, as small frozen values, and the one function that does it.

`update(state, action)` is the only way from one state to the next.  The actions stand by theme in the modules of this
package, each with the function that carries it out; `action` holds the register.
"""

from .action import UPDATES, Action, update
from .appearance import UI_SCALES, ChooseTheme, Lecture, SetUiScale, StepUiScale
from .document import (
    BeginDrag,
    ChoosePair,
    DragTo,
    EndGesture,
    PlaceBody,
    Redo,
    ReshapeBody,
    Select,
    Undo,
)
from .files import (
    AskUnsaved,
    CloseDialog,
    DismissMessage,
    MarkSaved,
    OpenScene,
    ShowDialog,
    Tell,
    first_pair,
    initial_state,
)
from .looking import ChooseGizmo, Frame, HoverAxis, HoverBody, HoverRegion, Orbit, Pan, PlotWidth, Show, Zoom
from .overlays import RememberCommand, SearchFor, ShowHelp, ShowPalette, ShowPanels
from .playing import ChooseAlgorithm, GoToLast, GoToStep, SetOptions, SetRate, StepBy, Tick, ToggleLoop, TogglePlay
from .stopping import (
    AddBreakpoint,
    DeleteBreakpoint,
    DraftBreakpoint,
    EditBreakpoint,
    EnableBreakpoint,
    RunToBreakpoint,
)

__all__ = [
    "UI_SCALES",
    "UPDATES",
    "Action",
    "AddBreakpoint",
    "AskUnsaved",
    "BeginDrag",
    "ChooseAlgorithm",
    "ChooseGizmo",
    "ChoosePair",
    "ChooseTheme",
    "CloseDialog",
    "DeleteBreakpoint",
    "DismissMessage",
    "DraftBreakpoint",
    "DragTo",
    "EditBreakpoint",
    "EnableBreakpoint",
    "EndGesture",
    "Frame",
    "GoToLast",
    "GoToStep",
    "HoverAxis",
    "HoverBody",
    "HoverRegion",
    "Lecture",
    "MarkSaved",
    "OpenScene",
    "Orbit",
    "Pan",
    "PlaceBody",
    "PlotWidth",
    "Redo",
    "RememberCommand",
    "ReshapeBody",
    "RunToBreakpoint",
    "SearchFor",
    "Select",
    "SetOptions",
    "SetRate",
    "SetUiScale",
    "Show",
    "ShowDialog",
    "ShowHelp",
    "ShowPalette",
    "ShowPanels",
    "StepBy",
    "StepUiScale",
    "Tell",
    "Tick",
    "ToggleLoop",
    "TogglePlay",
    "Undo",
    "Zoom",
    "first_pair",
    "initial_state",
    "update",
]
