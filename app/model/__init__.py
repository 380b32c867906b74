"""The records that make up the application's state, one module each; `state` combines them."""

from gjkscope.app.model.appearance import Appearance, Theme
from gjkscope.app.model.display import AxisFilter, AxisOrigin, Display, Gizmo, Visibility
from gjkscope.app.model.document import Document, Edit, History, SceneFile
from gjkscope.app.model.gesture import Drag, Gesture, Pull
from gjkscope.app.model.motion import MotionState
from gjkscope.app.model.pointer import Pointer
from gjkscope.app.model.preferences import PICTURE_SIZE, Picture, Preferences
from gjkscope.app.model.run import LAST_STEP, ComparedRun, Nudges, Playback, RunState
from gjkscope.app.model.shell import (
    ExampleBrowser,
    FileDialog,
    HelpPage,
    ImportDialog,
    Message,
    Overlay,
    Palette,
    Purpose,
    Recovery,
    Shell,
    StartPage,
    Task,
)
from gjkscope.app.model.state import (
    Bookmark,
    Cue,
    Demo,
    DemoPlayback,
    Lesson,
    LessonPage,
    LessonTask,
    Motion,
    Part,
    State,
)
from gjkscope.app.model.tools import Snap, Tools
from gjkscope.app.model.unsaved import ThenBrowse, ThenDemo, ThenImport, ThenLesson, ThenNew, ThenQuit, ThenRead, Unsaved
from gjkscope.app.model.view import FROM_ABOVE, VIEWS, Approach, Cameras, Layout, Turn, View, ViewState
from gjkscope.app.model.waiting import Waiting

__all__ = [
    "FROM_ABOVE",
    "LAST_STEP",
    "PICTURE_SIZE",
    "VIEWS",
    "Appearance",
    "Approach",
    "AxisFilter",
    "AxisOrigin",
    "Bookmark",
    "Cameras",
    "ComparedRun",
    "Cue",
    "Demo",
    "DemoPlayback",
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
    "ImportDialog",
    "Layout",
    "Lesson",
    "LessonPage",
    "LessonTask",
    "Message",
    "Motion",
    "MotionState",
    "Nudges",
    "Overlay",
    "Palette",
    "Part",
    "Picture",
    "Playback",
    "Pointer",
    "Preferences",
    "Pull",
    "Purpose",
    "Recovery",
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
    "ThenImport",
    "ThenLesson",
    "ThenNew",
    "ThenQuit",
    "ThenRead",
    "Tools",
    "Turn",
    "Unsaved",
    "View",
    "ViewState",
    "Visibility",
    "Waiting",
]
