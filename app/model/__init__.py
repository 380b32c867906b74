"""The records that the state is made of: one module each; `state` composes them."""

from .appearance import Appearance, Theme
from .display import AxisFilter, AxisOrigin, Display, Gizmo, Visibility
from .document import Document, Edit, History, SceneFile
from .gesture import Drag, Gesture, Pull
from .motion import MotionState
from .pointer import Pointer
from .preferences import PICTURE_SIZE, Picture, Preferences
from .run import LAST_STEP, Nudges, Playback, RunState, Versus
from .shell import (
    ExampleBrowser,
    FileDialog,
    HelpPage,
    Left,
    Message,
    Overlay,
    Palette,
    Purpose,
    Shell,
    StartPage,
    Task,
)
from .state import State
from .tools import Snap, Tools
from .unsaved import ThenBrowse, ThenDemo, ThenLesson, ThenNew, ThenQuit, ThenRead, Unsaved
from .view import FROM_ABOVE, VIEWS, Approach, Cameras, Layout, Turn, View, ViewState
from .waiting import Waiting

__all__ = [
    "FROM_ABOVE",
    "LAST_STEP",
    "PICTURE_SIZE",
    "VIEWS",
    "Appearance",
    "Approach",
    "AxisFilter",
    "AxisOrigin",
    "Cameras",
    "Display",
    "Document",
    "Drag",
    "Edit",
    "ExampleBrowser",
    "FileDialog",
    "Gesture",
    "Gizmo",
    "HelpPage",
    "History",
    "Layout",
    "Left",
    "Message",
    "MotionState",
    "Nudges",
    "Overlay",
    "Palette",
    "Picture",
    "Playback",
    "Pointer",
    "Preferences",
    "Pull",
    "Purpose",
    "RunState",
    "SceneFile",
    "Shell",
    "Snap",
    "StartPage",
    "State",
    "Task",
    "Theme",
    "ThenBrowse",
    "ThenDemo",
    "ThenLesson",
    "ThenNew",
    "ThenQuit",
    "ThenRead",
    "Tools",
    "Turn",
    "Unsaved",
    "Versus",
    "View",
    "ViewState",
    "Visibility",
    "Waiting",
]
