"""A generator of every action: what a person could do next, drawn at random from a state."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from math import pi
from random import Random
from typing import Any

import numpy as np

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.base.records import field_names, replace
from gjkscope.app.scenes.cameras.camera import ViewSide
from gjkscope.app.scenes.cameras.rotations import EULER_ORDERS, RotationFormat
from gjkscope.app.scenes.scene import Body, Planar, PositionOrientation, Reported, ReportedPoint, Scene
from gjkscope.app.state import actions as do
from gjkscope.app.state import model
from gjkscope.app.state.actions import CAPTURE_RATES, PROPERTIES
from gjkscope.app.state.actions.motion import RATES
from gjkscope.app.state.model import direction
from gjkscope.app.teach.demos.file import parse_demo
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.teach.lessons.file import read_lesson
from gjkscope.engine import ALGORITHMS, SHAPE_TYPES, Box, Options, Sphere
from gjkscope.engine.iterations.records import Iteration, IterationVertex
from gjkscope.engine.simulation.simulation import Rules
from gjkscope.engine.vectors import Mat3, Vec3

Generator = Callable[[Random, model.State], do.Action]

# Three pairs in the ticks 4 and 7.
CAPTURED = model.CaptureRun(
    model.CapturePhase.DONE,
    "run.gjkcap",
    total=3,
    done=3,
    table=model.CaptureTable(
        np.arange(3),
        np.array([4, 4, 7], np.uint64),
        np.array([[7, 8], [8, 9], [7, 9]], np.uint64),
        np.zeros((3, 2), np.int32),
        np.zeros(3, np.int8),
        np.array([0.5, 1.0, 2.0]),
        np.array([0.5, 1.5, 2.0]),
        np.array([2, 7, 2], np.uint8),
        np.array([0.0, 0.5, 0.0]),
        (Sphere(0.5),),
        model.TickTable(
            np.array([4, 7], np.uint64), np.array([0, 2, 3]), np.arange(3), np.array([1, 0]), np.array([0.5, 0.0])
        ),
        lambda rows: np.tile(np.eye(4), (len(rows), 2, 1, 1)),
    ),
)

GENERATORS: dict[type[do.Action], Generator] = {}

OTHER_SCENE = Scene(
    "other",
    (
        Body("ball", Sphere(0.5), PositionOrientation((0.0, 0.5, 0.0)), velocity=(0.3, 0.0, 0.0)),
        Body("A", Box((0.5, 0.4, 0.3)), PositionOrientation((1.1, 0.0, 0.2)), angular_velocity=(0.0, 1.0, 0.0)),
        Body("floor", Box((4.0, 0.1, 4.0)), PositionOrientation((0.0, -1.0, 0.0)), mass=0.0),
    ),
    gravity=(0.0, -9.81, 0.0),
)
SHORT_DEMO = """{"gjkdemo": 1, "name": "short", "scene": "boxes-overlap", "start": {"seed": 3, "axis_lock": 1},
    "steps": [
    {"do": "caption", "text": "Short"}, {"do": "orbit", "seconds": 0.2, "yaw": 40},
    {"do": "act", "action": {"is": "LockAxis", "axis": 0}}]}"""


def random_action(kind: type[do.Action], random: Random, state: model.State) -> do.Action:
    """An action of that kind that makes sense in the state, or nearly so."""
    return GENERATORS[kind](random, state)


def of(kind: type[do.Action], *parts: Callable[[Random, model.State], Any]) -> None:
    """Registers a generator: the action made of what each of `parts` gives."""

    def generate(random: Random, state: model.State) -> do.Action:
        return kind(*(part(random, state) for part in parts))

    GENERATORS[kind] = generate


def iteration(random: Random) -> Iteration:
    """An iteration of an engine, mostly wrong."""
    vertices = [IterationVertex((random.uniform(-2, 2), 0.5, random.random())) for _ in range(random.randrange(5))]
    direction = random.choice([None, (0.0, 0.0, 0.0), (random.uniform(-1, 1), 1.0, 0.0)])
    return Iteration(tuple(vertices), direction, random.choice([None, (0.1, 0.2, 0.3)]))


FACE = ((0.1, 0.0, 0.0), (0.1, 0.5, 0.0), (0.1, 0.5, 0.5))


def report(random: Random, state: model.State) -> Reported:
    """A report of an engine about the selected pair."""
    contact = ReportedPoint((0.1, 0.2, random.random()), random.choice([None, 0.1]))
    return Reported(
        random.choice([state.document.pair, state.document.pair[::-1]]),
        random.choice(["FCL", "coal", ""]),
        random.choice([None, "penetrating", "separated"]),
        random.choice([None, random.uniform(-1, 1)]),
        random.choice([None, (0.0, 1.0, 0.0), (0.0, 0.0, 0.0)]),
        points=random.choice([(), (contact,)]),
        iterations=random.choice([(), (), (iteration(random),), (iteration(random), iteration(random))]),
        crashed=random.choice([None, "SIGABRT"]),
        face_a=random.choice([(), () if state.document.scene.is_plane else FACE]),
    )


@cache
def lesson() -> model.Lesson:
    return read_lesson(contents()[0].path)


@cache
def demo() -> model.Demo:
    return parse_demo(SHORT_DEMO)


def body(random: Random, state: model.State) -> str:
    return random.choice([*state.document.scene.names, "nobody"])


def body_or_none(random: Random, state: model.State) -> str | None:
    return random.choice([*state.document.scene.names, None])


def pair(random: Random, state: model.State) -> tuple[str, ...]:
    return tuple(random.sample(state.document.scene.names, 2))


def point(random: Random, _: model.State) -> Vec3:
    return (random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2))


def placement(random: Random, state: model.State) -> PositionOrientation | Planar:
    x, y, z = point(random, state)
    return Planar((x, y), z) if state.document.scene.is_plane else PositionOrientation((x, y, z))


def rotation(random: Random, _: model.State) -> Mat3:
    c, s = random.choice([(0.6, 0.8), (0.8, 0.6), (0.0, 1.0), (1.0, 0.0)])
    return ((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0))


def one_of(*values: Any) -> Callable[[Random, model.State], Any]:
    return lambda random, _: random.choice(values)


def number(low: float, high: float) -> Callable[[Random, model.State], float]:
    return lambda random, _: random.uniform(low, high)


def whole(low: int, high: int) -> Callable[[Random, model.State], int]:
    return lambda random, _: random.randint(low, high)


def maybe(part: Callable[[Random, model.State], Any]) -> Callable[[Random, model.State], Any]:
    return lambda random, state: random.choice([None, part(random, state)])


def view(random: Random, _: model.State) -> model.View:
    return random.choice(list(model.View))


def shape(random: Random, state: model.State) -> Any:
    return Box((random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)))


def scene(random: Random, state: model.State) -> Scene:
    return random.choice([OTHER_SCENE, do.NEW_SCENE, do.NEW_PLANE_SCENE, state.authored_scene])


def moved_scene(random: Random, state: model.State) -> Scene:
    """The same bodies at another moment."""
    body = random.choice(state.document.scene.bodies)
    placed = (
        Planar((random.random(), 0.5))
        if body.shape.dimension == 2
        else PositionOrientation((random.random(), 0.5, 0.1))
    )
    return state.document.scene.with_body(replace(body, placement=placed))


def shape_field(random: Random, state: model.State) -> do.Action:
    body = random.choice(state.document.scene.bodies)
    name = random.choice([field.name for field in fields(body.shape)])
    value = getattr(body.shape, name)
    return do.SetShapeField(body.name, name, value * 1.25 if isinstance(value, float) else value)


def own_property(random: Random, state: model.State) -> do.Action:
    body, name = random.choice(state.document.scene.bodies), random.choice(sorted(PROPERTIES))
    values = {"color": "#4080c0", "mass": 2.0, "rounding": 0.05}
    return do.SetProperty(body.name, name, values.get(name, (0.1, 0.2, 0.3)))


def drag_to(random: Random, state: model.State) -> do.Action:
    drag = state.gesture.drag
    at = drag.grabbed if drag is not None else (0.0, 0.0, 0.0)
    x, y, z = point(random, state)
    return do.DragTo((at[0] + x / 4, at[1] + y / 4, at[2] + z / 4), random.choice([None, 3]), random.random() < 0.2)


def bring_back(random: Random, state: model.State) -> do.Action:
    brought = scene(random, state)
    return do.RestoreJournal(brought, (brought.bodies[1].name, brought.bodies[0].name))


def restore(random: Random, state: model.State) -> do.Action:
    records = (state.run, state.display, replace(state.tools, seed=random.randrange(9)), state.appearance)
    return do.Restore(tuple(random.sample(records, 2)))


def camera(random: Random, state: model.State) -> Any:
    return state.view.cameras.world.orbited(random.uniform(-90, 90), random.uniform(-90, 90))


def target(random: Random, state: model.State) -> direction.Target | None:
    named, number = body(random, state), random.randrange(12)
    kinds = (
        direction.BodyTarget(named),
        direction.CornerTarget(named, (number,)),
        direction.FaceTarget(named, number),
        direction.AxisTarget(number),
    )
    return random.choice([None, *kinds, direction.PlaceTarget(point(random, state)), direction.WitnessTarget(named)])


PLACE = one_of((0.0, 0.0), (0.25, -0.5), (0.1, 0.2))
NUMBERED = whole(-1, 12)
ON = one_of(True, False)

of(do.OpenScene, scene, one_of(None, "elsewhere.json"))
of(do.ImportScene, scene, one_of(True, False, None))
of(do.MarkSaved, lambda _, state: state.authored_scene, one_of("saved.json"))
GENERATORS[do.RestoreJournal] = bring_back
GENERATORS[do.Restore] = restore
GENERATORS[do.SetShapeField] = shape_field
GENERATORS[do.SetProperty] = own_property
GENERATORS[do.DragTo] = drag_to
of(do.Select, body_or_none)
of(do.ChoosePair, pair)
of(do.SwapPair)
of(do.AddPair)
of(do.PlaceBody, body, placement)
of(do.TurnBody, body, lambda random, state: tuple(45 * part for part in point(random, state)))
of(do.ReshapeBody, body, shape, one_of(None, "mesh.obj"))
of(do.SetText, one_of("name", "about", "source"), one_of("a text", "", "two\nlines"))
of(do.BeginDrag, body, point)
of(do.HoldGrip, one_of(*model.GripName), whole(0, 2))
of(do.PullGrip, one_of(*model.GripName), whole(0, 2), point)
of(do.BeginOriginDrag, point)
of(do.DragOrigin, point, one_of(None, 2), ON)
of(do.PullTo, body, point, one_of(None, 2), ON)
of(do.TurnTo, body, rotation, ON)
of(do.LockAxis, whole(0, 2))
of(do.DragOnGround, ON)
of(do.SetPivot, one_of(*model.Pivot))
of(do.SetPivotVertex, body, whole(-1, 9))
of(do.NudgeBody, body, whole(0, 2), one_of(-0.1, 0.25))
of(do.TwistBody, body, whole(0, 2), one_of(-5.0, 15.0))
of(
    do.SetSnap,
    lambda random, _: model.Snap(random.random() < 0.5, random.choice([0.1, 0.25]), random.choice([15.0, 45.0])),
)
of(do.AddBodies, one_of((), (Body("A", Sphere(0.3)), Body("A", Sphere(0.2), PositionOrientation((1.0, 0.0, 0.0))))))
of(do.AddBody, one_of(*sorted(set(SHAPE_TYPES) - {"mesh"})))
of(do.DuplicateBody, body)
of(do.DeleteBody, body)
of(do.BeginRename, body_or_none)
of(do.FilterBodies, one_of("", "A", "box pair", "zzz"))
of(do.RenameBody, body, one_of("renamed", "A", "", "wheel"))
of(do.HideBody, body, ON)
of(do.ShowAllBodies)
of(do.ChangeKind, body, one_of(*sorted(set(SHAPE_TYPES) - {"mesh"})))
of(do.RandomPose, body)
of(do.RandomShapes)
of(do.EndGesture, ON)
of(do.Undo)
of(do.Redo)
of(do.PushOut)
of(
    do.MoveBodies,
    one_of("push out A", "push out B"),
    lambda random, state: ((body(random, state), point(random, state)),),
)
of(do.ChooseAlgorithm, one_of(*CHOICES))
of(do.SetOptions, lambda random, _: Options(random.random() < 0.5, random.random() < 0.5))
of(
    do.CompareWith,
    maybe(lambda random, _: model.ComparedRun(random.choice(sorted(ALGORITHMS)), swapped=random.random() < 0.5)),
)
of(do.ExchangeRuns)
of(do.ExplainFailure)
of(do.InspectRun, ON)
of(do.ConfirmUnread)
of(do.AddReports, lambda random, state: (report(random, state),))
of(do.EditReport, NUMBERED, lambda random, state: report(random, state))
of(do.DeleteReport, NUMBERED)
of(do.ShowReport, one_of(None, "FCL", "coal"))
of(do.SetGradientPlot, lambda random, _: model.GradientPlot(random.randrange(3), 0.1, random.randint(1, 9)))
of(do.SetNudges, lambda random, _: model.Nudges(1e-3, 1e-9, random.randint(1, 9), random.randint(1, 9)))
of(do.ShowRun)
of(do.CancelRun)
of(do.LookForRun)
of(do.GoToStep, NUMBERED)
of(do.StepBy, whole(-3, 3))
of(do.BeatBy, whole(-3, 3))
of(do.GoToBeat, NUMBERED, whole(-1, 5), number(-0.1, 1.1))
of(do.ToggleBeats)
of(do.SetBeatSeconds, one_of(0.0, 0.1, 0.3, 2.0))
of(do.GoToLast)
of(do.BuildDifference)
of(do.ScrubTo, number(0, 9))
of(do.ShowProbe, ON)
of(do.HoldProbe, lambda random, _: random.choice((None, *model.ProbeSide)))
of(do.MoveProbe, lambda random, _: random.choice(tuple(model.ProbeSide)), point)
of(do.ScatterProbe, lambda random, _: random.choice((0, 5, 20)))
of(do.ClearTrail)
of(do.GoToLine, maybe(NUMBERED))
of(do.LineBy, whole(-3, 3), ON)
of(do.LineOut)
of(do.TogglePlay)
of(do.SetRate, one_of(0.5, 4.0, 20.0))
of(do.ToggleLoop)
of(do.AddBreakpoint, one_of("lower > 0", "step > 1", "lower >"))
of(do.EditBreakpoint, NUMBERED, one_of("step > 2", "upper < 1"))
of(do.EnableBreakpoint, NUMBERED, ON)
of(do.DeleteBreakpoint, NUMBERED)
of(do.DraftBreakpoint, one_of("", "lower >"), maybe(NUMBERED))
of(do.RunToBreakpoint, ON)
of(do.PlotWidth, ON)
of(do.Tick, one_of(1 / 60))
of(do.Say, one_of(None, "a **word**", "another"))
of(do.ShowTitle, one_of(None, "# A title"), one_of(None, 0.5))
of(do.ShowCard, one_of(None, "a card"), one_of(*direction.CardPlace), one_of(None, 0.5))
of(do.ShowRace, one_of(None, direction.Race((direction.RaceLane("sweep", 9),), 4.0)))
of(do.DrawCurtain, number(0, 1))
of(do.KeepViews)
of(do.FadeEarlierViews, number(0, 1))
of(do.PointAt, target, view, one_of(*direction.PointerShape), one_of("", "here"), one_of(None, 0.5))
of(do.DimBodies, lambda random, state: (direction.DimmedBody(body(random, state), random.random()),))
of(do.ShowHeader, ON)
of(do.ShowVerdict, ON)
of(do.ShowLabels, one_of(None, (), ("w", "A")))
of(do.OpenDemo, lambda *_: demo(), one_of(None, "short.gjkdemo.json"))
of(do.ReloadDemo, lambda *_: demo())
of(do.PlayDemo, ON)
of(do.SeekDemo, whole(0, 40))
of(do.SetDemoRate, one_of(0.5, 1.0, 2.0))
of(do.TakeOver)
of(do.LeaveDemo)
of(do.OpenTake, lambda *_: demo(), one_of(None, "short.gjkdemo.json"))
of(do.EditTake, lambda *_: demo(), one_of("Cut", "Close pauses"), whole(0, 40))
of(do.ContinueTake, lambda *_: demo(), lambda *_: model.InsertedTake(demo(), 0, 1, model.Continuation.CUT))
of(do.StepEdits, one_of(-1, 1))
of(do.MarkTakeSaved, one_of("short.gjkdemo.json"))
of(do.BeginPunchIn, maybe(whole(0, 40)), maybe(whole(0, 40)))
of(do.InsertRecording, ON)
of(do.EndPunchIn)
of(do.ShowEditing, ON)
of(do.SelectSpan, whole(0, 40), whole(0, 40))
of(do.ExtendSpan, one_of(-6, 6))
of(do.BoundSpan, ON)
of(do.DraftCaption, maybe(NUMBERED))
of(do.DraftNotes)
of(do.CloseCaptionDraft)
of(do.SetLongestPause, whole(1, 200))
of(do.ZoomTrack, one_of(-3.0, 0.0, 12.5), one_of(5.0, 20.0, 400.0))
of(do.PauseRecording, ON)
of(do.TypeCaption, one_of("", "a **word**"))
of(do.WantCaption, ON)
of(do.PauseToType, ON)
of(do.KeepRawInput, ON)
of(do.ShowRecording, one_of(1, 2, 12))
of(do.Present, ON)
of(do.PresentBy, one_of(1, -1, 2))
of(do.ShowBlack, ON)
of(do.ChooseInk, one_of(None, *model.InkTool))
of(do.ChooseInkColor, one_of(*model.InkColor))
of(do.BeginStroke, view, PLACE)
of(do.ExtendStroke, PLACE)
of(do.EraseInk, view, PLACE)
of(do.UndoStroke)
of(do.ClearInk)
of(do.PointLaser, maybe(PLACE))
of(do.StorePlace, whole(0, 10))
of(do.GoToPlace, whole(0, 10))
of(do.ShowNotes, ON)
of(do.ShowPresentingTime, whole(0, 100))
of(do.NoteKept, whole(0, 2))
of(do.OpenLesson, lambda *_: lesson(), lambda random, _: random.randrange(len(lesson().pages)))
of(do.NoteDone, NUMBERED)
of(do.AnswerQuestion, NUMBERED, whole(0, 2))
of(do.LeaveLesson)
of(do.ExploreLesson)
of(do.ResumeLesson)
of(do.SetLessonAside)
of(do.HoverAxis, maybe(NUMBERED))
of(do.AskAbout, view, body_or_none, one_of(None, (0.5, -1.0, 2.0)))
of(do.HoverBody, body_or_none)
of(do.HoverRegion, maybe(whole(0, 14)))
of(do.HoverFace, maybe(NUMBERED))
of(do.HoverTarget, maybe(NUMBERED))
of(do.HoverOrigin, ON)
of(do.AskPrediction, NUMBERED)
of(do.AnswerPrediction, NUMBERED)
of(do.CheckOrigin)
of(do.ClosePrediction)
of(do.HoverView, maybe(view))
of(
    do.FilterAxes,
    lambda random, _: model.AxisFilter(random.choice(list(model.AxisOrigin)), random.choice(["", "edge"])),
)
of(do.ChooseTheme, one_of(*model.Theme))
of(do.Lecture, ON)
of(do.AskEngines, ON)
of(do.SetUiScale, number(0.5, 2.5))
of(do.ShowRotationsAs, one_of(*RotationFormat), one_of(None, *EULER_ORDERS, "odd"))
of(do.StepUiScale, whole(-2, 2))
of(do.Orbit, number(-90, 90), number(-90, 90), view)
of(do.Pan, view, number(-90, 90), number(-90, 90), number(100, 900))
of(do.Zoom, view, number(-3, 3))
of(do.FrameAll, number(0.5, 2))
of(do.FrameBody, view, body, number(0.5, 2))
of(do.SetVisible, one_of(*field_names(model.Visibility)), ON)
of(do.ShowOnly, one_of((), ("labels", "grid"), ("steps", "odd")))
of(do.ChooseGizmo, one_of(*model.Gizmo, None))
of(do.ChooseLayout, one_of(*model.Layout))
of(do.ArrangeComparison, ON)
of(do.ChooseWorkspace, one_of(*model.Workspace))
of(do.OpenSides, one_of(model.Sides(), model.Sides(scene=False), model.Sides(tables=False)))
of(do.LinkCameras, ON)
of(do.ShowUpwards, ON)
of(do.LookFrom, view, one_of(*ViewSide))
of(do.TurnBy, view, number(-pi, pi), number(-1, 1))
of(do.LookOpposite, view)
of(do.SetOrthographic, view, ON)
of(do.PlaceCamera, view, camera)
of(do.PlayMotion, ON)
of(do.StepMotion, whole(-4, 4))
of(do.GoToTick, whole(-1, 9))
of(do.ResetMotion)
of(do.KeepPoses)
of(do.SetGravity, one_of((0.0, 0.0, 0.0), (0.0, -9.81, 0.0)))
of(
    do.SetRules,
    lambda random, _: Rules(
        continuous=random.random() < 0.5,
        policy=random.choice(("exact", "jolt")),
        edges=random.choice(("none", "bullet")),
    ),
)
of(do.SetResponse, one_of("push-out", "impulses"))
of(do.SetMotionRate, one_of(*RATES))
of(do.SetCache, one_of("box3d", "last-axis", "none"))
of(do.OfferRecovery, one_of(model.Recovery(3, "pair", "1 May, 14:32")))
of(do.RememberFile, one_of("a.json", "b.json"))
of(do.ForgetFiles, one_of(("a.json",), ()))
of(do.Notify, one_of("Saved", "Not saved"), ON)
of(do.ShowTask, one_of(None, model.Task("Reading big.obj", 3)))
of(do.AwaitExports)
of(do.DismissMessage, one_of("Saved", "Not saved"))
of(do.ShowDialog, one_of(model.FileDialog(model.Purpose.OPEN, "scenes")))
of(do.SetPicture, one_of(model.Picture(4), model.Picture(1, transparent=True)))
of(do.AskUnsaved, one_of(model.ThenQuit()))
of(do.CloseDialog)
of(do.ShowPalette)
of(do.ShowHelp)
of(do.ShowStart)
of(do.BrowseExamples, one_of("fcl", ""))
of(do.SetFilm, one_of(model.Film(), model.Film(model.FilmKind.GIF, (640, 360), 10), model.Film(size=(3, 1))))
of(do.ShowFilm, one_of(model.FilmCard(), model.FilmCard((60, 120), fault="no space left")))
of(do.ShowImport, one_of(model.ImportDialog(), model.ImportDialog("box 1 1 1", "a.txt", (("axis", "z"),))))
of(do.ShowHunt)
of(do.SetSurvey, one_of(model.SurveySetup(), model.SurveySetup(("fcl",), ("museum",), pairs=0)))
of(
    do.ShowSurveyRun,
    one_of(model.SurveyRun(model.HuntPhase.STARTING), model.SurveyRun(model.HuntPhase.DONE, 500, 500, pairs=250)),
)
of(do.SetHunt, one_of(model.HuntSetup(), model.HuntSetup("fcl", kinds=("box",), pairs=0)))
of(
    do.ShowHuntRun,
    one_of(model.HuntRun(model.HuntPhase.STARTING), model.HuntRun(model.HuntPhase.DONE, "fcl", 500, found=())),
)
of(
    do.ShowInstallation,
    one_of(
        None,
        model.Installing("fcl", "python-fcl", model.InstallPhase.PLANNING),
        model.Installing("fcl@0.7.0.11", "python-fcl", model.InstallPhase.FAILED, fault="no connection"),
    ),
)
of(do.ShowCapture)
of(do.OpenCapture, one_of(model.CaptureRun(model.CapturePhase.READING, "run.gjkcap"), CAPTURED))
of(do.ShowCaptureRun, one_of(None, CAPTURED, replace(CAPTURED, done=3)))
of(do.SetPairFilter, one_of(model.PairFilter(), model.PairFilter("7", only_wrong=True, descending=False)))
of(do.SelectCapturedPair, one_of(None, 0, 2), one_of(None, 4))
of(do.GoToCaptureTick, whole(-1, 9))
of(do.StepCaptureTick, whole(-2, 2))
of(do.PlayCapture, ON)
of(do.SetCaptureRate, one_of(*CAPTURE_RATES))
of(do.ShowTickBodies, ON)
of(do.LookAtTick, one_of(None), one_of(0.0, -2.5))
of(do.RaisePanel, one_of(None, "Capture"))
of(do.SetLivePort, whole(-1, 70000))
of(do.BreakOnWrong, ON)
of(do.FollowLive, ON)
of(do.TraceLive, one_of(None, (1, 2)))
of(
    do.ShowLiveLink,
    one_of(None, model.LiveLink("127.0.0.1:1"), model.LiveLink("127.0.0.1:1", "127.0.0.1:2", "engine", 5, 1.0)),
)
of(do.ShowLiveTick, whole(0, 9))
of(do.ShowLivePair, moved_scene)
of(do.SearchFor, one_of("gjk", ""), whole(0, 2))
of(do.RememberCommand, one_of("View/Panels", "Edit/Undo"))
of(do.ShowPanels, ON)
