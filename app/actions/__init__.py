"""Everything that a person can do, as small frozen values, and the one function that does it.

`update(state, action)` is the only way from one state to the next.  The actions stand by theme in the modules of this
package, each with the function that carries it out; `action` holds the register.
"""

from .action import UPDATES, Action, update
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
from .looking import ChooseGizmo, Frame, HoverAxis, Orbit, Pan, Show, Zoom
from .playing import ChooseAlgorithm, GoToLast, GoToStep, SetOptions, SetRate, StepBy, Tick, TogglePlay

__all__ = [
    "UPDATES",
    "Action",
    "AskUnsaved",
    "BeginDrag",
    "ChooseAlgorithm",
    "ChooseGizmo",
    "ChoosePair",
    "CloseDialog",
    "DismissMessage",
    "DragTo",
    "EndGesture",
    "Frame",
    "GoToLast",
    "GoToStep",
    "HoverAxis",
    "MarkSaved",
    "OpenScene",
    "Orbit",
    "Pan",
    "PlaceBody",
    "Redo",
    "ReshapeBody",
    "Select",
    "SetOptions",
    "SetRate",
    "Show",
    "ShowDialog",
    "StepBy",
    "Tell",
    "Tick",
    "TogglePlay",
    "Undo",
    "Zoom",
    "first_pair",
    "initial_state",
    "update",
]
