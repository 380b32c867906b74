"""User actions as small frozen values, and `update`, which applies them.

`update(state, action)` is the only way to change the state.  The modules of this package define the actions by theme,
each with the function that applies it; `action` contains the registry.
"""

from gjkscope.app.state.actions.action import UPDATES, Action, update
from gjkscope.app.state.actions.appearance import (
    UI_SCALES,
    AskEngines,
    ChooseTheme,
    Lecture,
    SetUiScale,
    ShowRotationsAs,
    StepUiScale,
)
from gjkscope.app.state.actions.beats import BeatBy, GoToBeat, SetBeatSeconds, ToggleBeats
from gjkscope.app.state.actions.bodies import (
    PROPERTIES,
    AddBodies,
    AddBody,
    BeginRename,
    ChangeKind,
    DeleteBody,
    DuplicateBody,
    FilterBodies,
    HideBody,
    RenameBody,
    SetProperty,
    SetShapeField,
    ShowAllBodies,
)
from gjkscope.app.state.actions.breakpoints import (
    AddBreakpoint,
    DeleteBreakpoint,
    DraftBreakpoint,
    EditBreakpoint,
    EnableBreakpoint,
    RunToBreakpoint,
)
from gjkscope.app.state.actions.cameras import (
    ChooseLayout,
    HoverView,
    LinkCameras,
    LookFrom,
    LookOpposite,
    PlaceCamera,
    SetOrthographic,
    ShowUpwards,
    TurnBy,
)
from gjkscope.app.state.actions.captions import Say
from gjkscope.app.state.actions.capture import (
    CAPTURE_RATES,
    GoToCaptureTick,
    LookAtTick,
    OpenCapture,
    PlayCapture,
    SelectCapturedPair,
    SetCaptureRate,
    SetPairFilter,
    ShowCapture,
    ShowCaptureRun,
    ShowTickBodies,
    StepCaptureTick,
)
from gjkscope.app.state.actions.code_lines import GoToLine, LineBy, LineOut
from gjkscope.app.state.actions.comparison import (
    CompareWith,
    ExchangeRuns,
    InspectRun,
    SetGradientPlot,
    SetNudges,
    beside_report,
)
from gjkscope.app.state.actions.construction import BuildDifference
from gjkscope.app.state.actions.demos import (
    LeaveDemo,
    OpenDemo,
    PlayDemo,
    ReloadDemo,
    SeekDemo,
    SetDemoRate,
    ShowRecording,
    TakeOver,
    is_manual,
)
from gjkscope.app.state.actions.direction import (
    DimBodies,
    DrawCurtain,
    FadeEarlierViews,
    KeepViews,
    PointAt,
    ShowCard,
    ShowHeader,
    ShowLabels,
    ShowRace,
    ShowTitle,
    ShowVerdict,
)
from gjkscope.app.state.actions.document import (
    AddPair,
    ChoosePair,
    ConfirmUnread,
    PlaceBody,
    ReshapeBody,
    Select,
    SetText,
    SwapPair,
    TurnBody,
)
from gjkscope.app.state.actions.failure import ExplainFailure, is_failure_known
from gjkscope.app.state.actions.files import (
    LARGEST_SCALE,
    NEW_PLANE_SCENE,
    NEW_SCENE,
    RECENT_FILES,
    AskUnsaved,
    AwaitExports,
    CloseDialog,
    DismissMessage,
    ForgetFiles,
    ImportScene,
    MarkSaved,
    Notify,
    OfferRecovery,
    OpenScene,
    RememberFile,
    RestoreJournal,
    SetFilm,
    SetPicture,
    ShowDialog,
    ShowTask,
    first_pair,
    initial_state,
)
from gjkscope.app.state.actions.fitting import in_fitting_workspace
from gjkscope.app.state.actions.grips import HoldGrip, PullGrip
from gjkscope.app.state.actions.handles import (
    BeginDrag,
    DragOnGround,
    DragTo,
    LockAxis,
    PullTo,
    SetSnap,
    TurnTo,
)
from gjkscope.app.state.actions.history import EndGesture, Redo, Undo
from gjkscope.app.state.actions.hunting import SetHunt, ShowHunt, ShowHuntRun
from gjkscope.app.state.actions.installing import ShowInstallation
from gjkscope.app.state.actions.lessons import (
    AnswerQuestion,
    ExploreLesson,
    LeaveLesson,
    NoteDone,
    OpenLesson,
    ResumeLesson,
    SetLessonAside,
)
from gjkscope.app.state.actions.live import (
    BreakOnWrong,
    FollowLive,
    SetLivePort,
    ShowLiveLink,
    ShowLivePair,
    ShowLiveTick,
    TraceLive,
)
from gjkscope.app.state.actions.motion import (
    GoToTick,
    KeepPoses,
    PlayMotion,
    ResetMotion,
    SetCache,
    SetGravity,
    SetMotionRate,
    SetResponse,
    SetRules,
    StepMotion,
)
from gjkscope.app.state.actions.nudging import NudgeBody, TwistBody
from gjkscope.app.state.actions.origin import BeginOriginDrag, DragOrigin, HoverOrigin
from gjkscope.app.state.actions.overlays import (
    BrowseExamples,
    RaisePanel,
    RememberCommand,
    SearchFor,
    ShowFilm,
    ShowHelp,
    ShowImport,
    ShowPalette,
    ShowPanels,
    ShowStart,
)
from gjkscope.app.state.actions.pivots import SetPivot, SetPivotVertex
from gjkscope.app.state.actions.playback import (
    CancelRun,
    ChooseAlgorithm,
    GoToLast,
    GoToStep,
    LookForRun,
    SetOptions,
    SetRate,
    ShowRun,
    StepBy,
    ToggleLoop,
    TogglePlay,
)
from gjkscope.app.state.actions.predictions import (
    AnswerPrediction,
    AskPrediction,
    CheckOrigin,
    ClosePrediction,
    HoverTarget,
)
from gjkscope.app.state.actions.presenting import (
    BeginStroke,
    ChooseInk,
    ChooseInkColor,
    ClearInk,
    EraseInk,
    ExtendStroke,
    GoToPlace,
    NoteKept,
    PointLaser,
    Present,
    PresentBy,
    ShowBlack,
    ShowNotes,
    ShowPresentingTime,
    StorePlace,
    UndoStroke,
)
from gjkscope.app.state.actions.probe import ClearTrail, HoldProbe, MoveProbe, ScatterProbe, ShowProbe
from gjkscope.app.state.actions.push_out import MoveBodies, PushOut
from gjkscope.app.state.actions.random import RandomPose, RandomShapes
from gjkscope.app.state.actions.reports import AddReports, DeleteReport, EditReport, ShowReport
from gjkscope.app.state.actions.restoring import Restore, differing
from gjkscope.app.state.actions.scrubbing import ScrubTo, scrub_position
from gjkscope.app.state.actions.surveying import SetSurvey, ShowSurveyRun
from gjkscope.app.state.actions.takes import (
    BeginPunchIn,
    BoundSpan,
    CloseCaptionDraft,
    ContinueTake,
    DraftCaption,
    DraftNotes,
    EditTake,
    EndPunchIn,
    ExtendSpan,
    InsertRecording,
    KeepRawInput,
    MarkTakeSaved,
    OpenTake,
    PauseRecording,
    PauseToType,
    SelectSpan,
    SetLongestPause,
    ShowEditing,
    StepEdits,
    TypeCaption,
    WantCaption,
    ZoomTrack,
)
from gjkscope.app.state.actions.tick import Tick
from gjkscope.app.state.actions.views import (
    AskAbout,
    ChooseGizmo,
    FilterAxes,
    FrameAll,
    FrameBody,
    HoverAxis,
    HoverBody,
    HoverFace,
    HoverRegion,
    Orbit,
    Pan,
    PlotWidth,
    SetVisible,
    ShowOnly,
    Zoom,
)
from gjkscope.app.state.actions.workspaces import ArrangeComparison, ChooseWorkspace, OpenSides
