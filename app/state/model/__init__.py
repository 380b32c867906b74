"""The records that make up the application's state, one module each; `state` combines them."""

from gjkscope.app.scenes.capture_table import CaptureTable, PairStatus, TickTable
from gjkscope.app.scenes.opening import Workspace
from gjkscope.app.state.model.appearance import Appearance, Theme
from gjkscope.app.state.model.capture import (
    CapturePhase,
    CapturePlayer,
    CaptureRun,
    CaptureSource,
    CaptureState,
    PairColumn,
    PairFilter,
)
from gjkscope.app.state.model.display import AxisFilter, AxisOrigin, Display, Gizmo, TurnedAxis, Visibility
from gjkscope.app.state.model.document import Document, Edit, History, SceneFile
from gjkscope.app.state.model.gesture import Drag, Gesture, GripName, HeldGrip, OriginDrag, Pull
from gjkscope.app.state.model.hunting import HuntFinding, HuntPhase, HuntRun, HuntSetup, HuntState
from gjkscope.app.state.model.installing import Installing, InstallPhase
from gjkscope.app.state.model.live import LiveLink, LiveState
from gjkscope.app.state.model.motion import MotionState
from gjkscope.app.state.model.pointer import MenuPlace as MenuPlace
from gjkscope.app.state.model.pointer import Pointer
from gjkscope.app.state.model.prediction import OpenPrediction, Prediction, PredictionKind, Subject
from gjkscope.app.state.model.preferences import PICTURE_SIZE, PREVIEW_RATE, Film, FilmKind, Picture, Preferences
from gjkscope.app.state.model.presenting import InkColor, InkPoint, InkTool, LaserSpot, Stroke
from gjkscope.app.state.model.probe import PointProbe, ProbeSide
from gjkscope.app.state.model.run import (
    LAST_STEP,
    BeatPosition,
    Beats,
    ComparedRun,
    GradientPlot,
    Nudges,
    Playback,
    RunState,
)
from gjkscope.app.state.model.shell import (
    ExampleBrowser,
    FileDialog,
    FilmCard,
    HelpPage,
    ImportDialog,
    Message,
    Overlay,
    Palette,
    Purpose,
    Recording,
    Recovery,
    Shell,
    StartPage,
    Task,
)
from gjkscope.app.state.model.state import (
    Bookmark,
    CaptionDraft,
    Continuation,
    Cue,
    Demo,
    DemoPlayback,
    EarlierViews,
    InsertedTake,
    Lesson,
    LessonPage,
    LessonTask,
    Motion,
    Part,
    Place,
    PredictionTask,
    Presenting,
    PunchIn,
    State,
    TakeEdits,
    TakeVersion,
)
from gjkscope.app.state.model.surveying import SurveyedEngine, SurveyFinding, SurveyRun, SurveySetup, SurveyState
from gjkscope.app.state.model.tools import Pivot, PivotVertex, Snap, Tools
from gjkscope.app.state.model.unsaved import (
    ThenBrowse,
    ThenDemo,
    ThenImport,
    ThenNew,
    ThenQuit,
    ThenRead,
    Unsaved,
)
from gjkscope.app.state.model.view import FROM_ABOVE, VIEWS, Approach, Cameras, Layout, Turn, View, ViewState
from gjkscope.app.state.model.waiting import Waiting
from gjkscope.app.state.model.workspace import FIRST_SETUPS, HOMES, Setup, Sides, Surroundings, setup_of
