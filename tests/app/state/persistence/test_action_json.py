"""Every action survives a round trip through JSON bit for bit."""

import json

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.cameras.camera import OrbitCamera, ViewSide
from gjkscope.app.scenes.cameras.rotations import RotationFormat
from gjkscope.app.scenes.scene import Body, Planar, PositionOrientation, Reported, ReportedPoint, Scene, Transform
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state import actions, model
from gjkscope.app.state.model.direction import (
    CardPlace,
    CornerTarget,
    DimmedBody,
    PlaceTarget,
    PointerShape,
    Race,
    RaceLane,
)
from gjkscope.app.state.persistence.action_json import from_json, to_json
from gjkscope.engine import Box, Capsule, Hull, Options, Polygon
from gjkscope.engine.impulses.records import ImpulseSettings
from gjkscope.engine.iterations.records import Iteration, IterationVertex
from gjkscope.engine.simulation.simulation import Rules

TENTH = (0.1, -0.0, 1 / 3)
LAST_ROW = (0.0, 0.0, 0.0, 1.0)
MUSEUM = resource("assets", "scenes", "museum")

BODIES = (Body("A", Box((1, 2, 3))), Body("B", Capsule(0.1, 0.2, "x")))
POINTS = (ReportedPoint(TENTH, -0.0), ReportedPoint(TENTH))
REPORTED = (
    Reported(("B", "A"), "FCL 0.7", "touching", -0.0, TENTH, TENTH, TENTH, POINTS, note="two\nlines"),
    Reported(("A", "B"), "coal", crashed="SIGABRT"),
    Reported(("A", "B"), "Jolt", face_a=(TENTH, TENTH, TENTH), face_b=(TENTH,)),
    Reported(("A", "B"), "mine", iterations=(Iteration((IterationVertex(TENTH, TENTH),), TENTH, note="first"),)),
)

STATE = actions.initial_state(actions.NEW_SCENE)
SAMPLES = (
    actions.Restore((STATE.document, STATE.gesture, STATE.pointer, STATE.motion.rules, STATE.run, STATE.view)),
    actions.Restore((STATE.display, STATE.tools, STATE.appearance)),
    actions.OpenScene(read_scene(MUSEUM / "coal-604.json"), "coal-604.json"),
    actions.MarkSaved(Scene("pair", (Body("A", Box((1, 2, 3))), Body("B", Capsule(0.1, 0.2, "x")))), "pair.json"),
    actions.OpenScene(Scene("reports", BODIES, reported=REPORTED), None),
    actions.AddReports(REPORTED),
    actions.ConfirmUnread(),
    actions.EditReport(1, REPORTED[0]),
    actions.DeleteReport(0),
    actions.ShowReport("FCL 0.7"),
    actions.Select("A"),
    actions.ChoosePair(("A", "B")),
    actions.PlaceBody("A", PositionOrientation(TENTH, (0.0, 0.1, 0.2, 0.3))),
    actions.PlaceBody(
        "A", Transform(((1.0, 0.0, 0.0, 0.1), (0.0, 1.0, 0.0, 0.2), (0.0, 0.0, 1.0, 0.3), (0.0, 0.0, 0.0, 1.0)))
    ),
    actions.PlaceBody("A", Planar((0.1, -0.0), 1 / 3)),
    actions.OpenScene(actions.NEW_PLANE_SCENE),
    actions.ReshapeBody("A", Polygon(((0.1, -0.0), (1.0, 0.0)), rounding=1e-300)),
    actions.SetShapeField("A", "vertices", ((0.1, -0.0), (1.0, 0.0))),
    actions.ReshapeBody("A", Hull((TENTH, (1.0, 0.0, 0.0)), rounding=1e-300)),
    actions.BeginDrag("A", TENTH),
    actions.DragTo(TENTH, 4, snaps=True),
    actions.PullTo("A", TENTH, 3),
    actions.HoldGrip(model.GripName.CORNER, 2),
    actions.PullGrip(model.GripName.AXIS, 0, TENTH),
    actions.BeginOriginDrag(TENTH),
    actions.DragOrigin(TENTH, 4, snaps=True),
    actions.TurnTo("A", (TENTH, TENTH, TENTH), snaps=True),
    actions.TurnBody("A", TENTH),
    actions.LockAxis(2),
    actions.DragOnGround(True),
    actions.SetPivot(model.Pivot.CONTACT),
    actions.SetPivotVertex("ring", 3),
    actions.NudgeBody("ring", 2, -0.1),
    actions.TwistBody("ring", 1, 5.0),
    actions.SetSnap(model.Snap(True, 1 / 3, 7.5)),
    actions.AddBodies((Body("ring", Box((0.5, 0.5, 0.5))),)),
    actions.AddBody("cone"),
    actions.DuplicateBody("A"),
    actions.DeleteBody("A"),
    actions.BeginRename(None),
    actions.FilterBodies("box pair"),
    actions.RenameBody("A", "wheel"),
    actions.HideBody("A", True),
    actions.ShowAllBodies(),
    actions.ChangeKind("A", "hull"),
    actions.SetShapeField("A", "vertices", (TENTH, TENTH)),
    actions.SetProperty("A", "color", None),
    actions.SetProperty("A", "velocity", TENTH),
    actions.SetText("about", "two lines\nof it"),
    actions.AddPair(),
    actions.SwapPair(),
    actions.RandomPose("A"),
    actions.RandomShapes(),
    actions.FrameBody(model.View.SECOND, "A", 1.5),
    actions.EndGesture(),
    actions.Undo(),
    actions.Redo(),
    actions.PushOut(),
    actions.MoveBodies("push out A", (("A", TENTH), ("B", (0.0, -0.0, 1e-300)))),
    actions.ChooseAlgorithm("sat"),
    actions.ShowRun(),
    actions.SetOptions(Options(True, False, TENTH)),
    actions.CompareWith(model.ComparedRun("epa", Options(True), swapped=True)),
    actions.ExchangeRuns(),
    actions.ExplainFailure(),
    actions.SetNudges(model.Nudges(1e-3, 1e-9, 10, 2)),
    actions.SetGradientPlot(model.GradientPlot(2, 0.1, 30)),
    actions.GoToStep(3),
    actions.StepBy(-1),
    actions.BeatBy(2),
    actions.GoToBeat(3, 1, 0.25),
    actions.ToggleBeats(),
    actions.SetBeatSeconds(0.6),
    actions.GoToLast(),
    actions.BuildDifference(),
    actions.ScrubTo(1.25),
    actions.ShowProbe(True),
    actions.HoldProbe(model.ProbeSide.B),
    actions.HoldProbe(None),
    actions.MoveProbe(model.ProbeSide.A, TENTH),
    actions.ScatterProbe(20),
    actions.ClearTrail(),
    actions.GoToLine(3),
    actions.GoToLine(None),
    actions.LineBy(-1, into=True),
    actions.LineOut(),
    actions.TogglePlay(),
    actions.SetRate(2.0),
    actions.ToggleLoop(),
    actions.AddBreakpoint("lower > 0"),
    actions.EditBreakpoint(9, "region == EDGE_AB"),
    actions.EnableBreakpoint(3, True),
    actions.DeleteBreakpoint(9),
    actions.DraftBreakpoint("lower >", 9),
    actions.PlotWidth(True),
    actions.RunToBreakpoint(back=True),
    actions.Tick(1 / 60),
    actions.Say("a **word**"),
    actions.ShowTitle("# A title", 3.0),
    actions.ShowCard("a card", CardPlace.LEFT),
    actions.ShowRace(Race((RaceLane("allpairs", 780), RaceLane("sweep", 93)), 12.5)),
    actions.DrawCurtain(0.25),
    actions.KeepViews(),
    actions.FadeEarlierViews(0.25),
    actions.PointAt(None),
    actions.PointAt(CornerTarget("A", (0, 1)), model.View.SECOND, PointerShape.CIRCLE, "an edge", 2.0),
    actions.PointAt(PlaceTarget(TENTH), model.View.DIFFERENCE, PointerShape.SPOTLIGHT),
    actions.DimBodies((DimmedBody("A", 0.5),)),
    actions.ShowHeader(False),
    actions.ShowVerdict(False),
    actions.ShowLabels(("w4", "bodies")),
    actions.PlayDemo(True),
    actions.SeekDemo(90),
    actions.SetDemoRate(0.5),
    actions.TakeOver(),
    actions.ShowRecording(12),
    actions.Present(on=True),
    actions.PresentBy(-1),
    actions.ShowBlack(on=True),
    actions.ChooseInk(model.InkTool.ERASER),
    actions.ChooseInkColor(model.InkColor.GREEN),
    actions.BeginStroke(model.View.DIFFERENCE, (0.1, -0.2)),
    actions.ExtendStroke((1 / 3, -0.0)),
    actions.EraseInk(model.View.WORLD, (0.1, 0.2)),
    actions.UndoStroke(),
    actions.ClearInk(),
    actions.PointLaser((0.25, 1 / 3)),
    actions.StorePlace(3),
    actions.GoToPlace(3),
    actions.ShowNotes(on=True),
    actions.ShowPresentingTime(61),
    actions.NoteKept(1),
    actions.RememberFile("a/b.json"),
    actions.LeaveDemo(),
    actions.StepEdits(-1),
    actions.MarkTakeSaved("take.gjkdemo.json"),
    actions.BeginPunchIn(12, None),
    actions.InsertRecording(True),
    actions.EndPunchIn(),
    actions.ShowEditing(True),
    actions.SelectSpan(3, 90),
    actions.ExtendSpan(-6),
    actions.BoundSpan(end=True),
    actions.DraftCaption(2),
    actions.DraftNotes(),
    actions.CloseCaptionDraft(),
    actions.SetLongestPause(60),
    actions.ZoomTrack(0.5, 120.0),
    actions.PauseRecording(True),
    actions.TypeCaption("half a wo"),
    actions.WantCaption(True),
    actions.PauseToType(False),
    actions.KeepRawInput(True),
    actions.NoteDone(1),
    actions.AnswerQuestion(1, 2),
    actions.AskPrediction(2),
    actions.AnswerPrediction(3),
    actions.CheckOrigin(),
    actions.ClosePrediction(),
    actions.HoverTarget(4),
    actions.HoverOrigin(True),
    actions.LeaveLesson(),
    actions.ExploreLesson(),
    actions.ResumeLesson(),
    actions.SetLessonAside(),
    actions.HoverAxis(None),
    actions.HoverBody("B"),
    actions.AskAbout(model.View.WORLD, "B", (0.5, -1.0, 0.0)),
    actions.HoverRegion(4),
    actions.HoverFace(2),
    actions.FilterAxes(model.AxisFilter(model.AxisOrigin.EDGES, "edge 1")),
    actions.ChooseTheme(model.Theme.LIGHT),
    actions.Lecture(True),
    actions.AskEngines(True),
    actions.SetUiScale(1.1),
    actions.ShowRotationsAs(RotationFormat.EULER, "ZYX"),
    actions.StepUiScale(-1),
    actions.Orbit(1.5, -2.0),
    actions.Pan(model.View.DIFFERENCE, 1.0, 2.0, 600.0),
    actions.Zoom(model.View.WORLD, 1.0, (0.1, -0.2), 1.25),
    actions.FrameAll(1.5),
    actions.SetVisible("aabbs", False),
    actions.ShowOnly(("labels", "grid")),
    actions.ChooseGizmo(model.Gizmo.ROTATE),
    actions.ChooseGizmo(None),
    actions.RestoreJournal(Scene("pair", (Body("A", Box((1, 2, 3))), Body("B", Capsule(0.1, 0.2, "x")))), ("B", "A")),
    actions.OfferRecovery(model.Recovery(3, "pair", "1 May, 14:32")),
    actions.SetPicture(model.Picture(4, transparent=True, words=True)),
    actions.ForgetFiles(("one.json", "two.json")),
    actions.Notify("Saved “x”", is_error=True),
    actions.AwaitExports(),
    actions.ShowTask(model.Task("Reading big.obj", 3)),
    actions.CancelRun(),
    actions.LookForRun(),
    actions.DismissMessage("Saved pair.json"),
    actions.ShowDialog(model.FileDialog(model.Purpose.SAVE, "folder", "name.json", then=model.ThenQuit())),
    actions.AskUnsaved(model.ThenRead(("scene.json",), is_example=True)),
    actions.CloseDialog(),
    actions.ShowPalette(),
    actions.ChooseLayout(model.Layout.THREE),
    actions.ChooseWorkspace(model.Workspace.MANY),
    actions.ArrangeComparison(on=True),
    actions.OpenSides(model.Sides(tables=False)),
    actions.LinkCameras(False),
    actions.ShowUpwards(True),
    actions.LookFrom(model.View.SECOND, ViewSide.TOP),
    actions.TurnBy(model.View.WORLD, 0.1, -0.2),
    actions.LookOpposite(model.View.DIFFERENCE),
    actions.SetOrthographic(model.View.WORLD, True),
    actions.PlaceCamera(model.View.WORLD, OrbitCamera(TENTH, 1 / 3, orthographic=True)),
    actions.HoverView(None),
    actions.InspectRun(True),
    actions.ShowHelp(),
    actions.ShowStart(),
    actions.BrowseExamples("fcl", by_cause=True, chosen="fcl-293"),
    actions.SetFilm(model.Film(model.FilmKind.WEBM, (1920, 1080), 25, model.Theme.LIGHT, False, True, "espeak-ng")),
    actions.ShowFilm(model.FilmCard((0, 60), ("a.png",), model.Film(), ("no sound",), "no space left")),
    actions.ShowImport(
        model.ImportDialog("box 1 1 1", "a.txt", (("axis", "z"),), (0, 3), OrbitCamera(TENTH, 1 / 3), discard=True)
    ),
    actions.ShowHunt(),
    actions.SetSurvey(model.SurveySetup(("fcl", "solver.py:distance"), ("museum", "touching"), 50)),
    actions.ShowSurveyRun(
        model.SurveyRun(
            model.HuntPhase.DONE,
            done=500,
            total=500,
            failures=3,
            asked="coal 3.0.3, touching",
            rate=100.0,
            pairs=250,
            engines=(model.SurveyedEngine("coal 3.0.3", 250, 0.012, 0.004),),
            found=(
                model.SurveyFinding(
                    "coal 3.0.3", "wrong depth", "touching", 3, 0.1, read_scene(MUSEUM / "coal-604.json")
                ),
            ),
            left_out=(("fcl", "not installed"),),
        )
    ),
    actions.SetHunt(model.HuntSetup("solver.py:distance", True, ("box", "sphere"), 100, 2.5, by_time=True, near=True)),
    actions.SetHunt(model.HuntSetup("rapier", contacts=True)),
    actions.ShowHuntRun(
        model.HuntRun(
            model.HuntPhase.DONE,
            "coal 3.0.3",
            pairs=1000,
            total=1000,
            failures=2,
            seconds=0.1,
            found=(model.HuntFinding("wrong depth", ("box", "box"), 2, 0.1, read_scene(MUSEUM / "coal-604.json")),),
        )
    ),
    actions.ShowInstallation(None),
    actions.ShowInstallation(
        model.Installing(
            "fcl@0.7", "FCL", model.InstallPhase.RUNNING, ("python-fcl 0.7, 2 MB",), "2 MB", "Downloading", 0.1, "fault"
        )
    ),
    actions.ShowCapture(),
    actions.OpenCapture(
        model.CaptureRun(model.CapturePhase.READING, "run.gjkcap", "/runs/run.gjkcap", by="planted", total=10)
    ),
    actions.ShowCaptureRun(None),
    actions.ShowCaptureRun(
        model.CaptureRun(
            model.CapturePhase.DONE, "[::1]:7777", source=model.CaptureSource.LIVE, skipped=((2, "no shape"),), rate=0.1
        )
    ),
    actions.SetPairFilter(
        model.PairFilter("7, 12", ("box", "sphere"), 6, True, True, 3, None, model.PairColumn.IDS, False)
    ),
    actions.SelectCapturedPair(12, 3),
    actions.GoToCaptureTick(2**53 + 1),
    actions.StepCaptureTick(-1),
    actions.PlayCapture(True),
    actions.SetCaptureRate(0.1),
    actions.ShowTickBodies(True),
    actions.LookAtTick(OrbitCamera(TENTH, 1 / 3), 0.1),
    actions.RaisePanel("Capture"),
    actions.SetLivePort(9000),
    actions.BreakOnWrong(True),
    actions.FollowLive(False),
    actions.TraceLive(None),
    actions.TraceLive((2**53 + 1, 7)),
    actions.ShowLiveLink(None),
    actions.ShowLiveLink(
        model.LiveLink("127.0.0.1:9000", "127.0.0.1:5", "engine", 500, 0.1, 3, 4, 1 / 3, "lost: reset")
    ),
    actions.ShowLiveTick(2**53 + 1),
    actions.ShowLivePair(read_scene(MUSEUM / "coal-604.json")),
    actions.ImportScene(read_scene(MUSEUM / "coal-604.json")),
    actions.ImportScene(read_scene(MUSEUM / "coal-604.json"), z_up=True),
    actions.AskUnsaved(model.ThenImport(read_scene(MUSEUM / "fcl-293.json"))),
    actions.SearchFor("gjk", 2),
    actions.RememberCommand("View/Panels"),
    actions.ShowPanels(False),
    actions.PlayMotion(True),
    actions.StepMotion(-3),
    actions.GoToTick(12),
    actions.ResetMotion(),
    actions.KeepPoses(),
    actions.SetGravity((0.0, -9.81, 0.1)),
    actions.SetRules(Rules(continuous=True, order="in order", broad_phase="bvh", stops=False)),
    actions.SetRules(
        Rules(
            policy="jolt",
            edges="jolt-removal",
            impulses=ImpulseSettings("sequential", warm_starting=False, iterations=20),
        )
    ),
    actions.SetResponse("impulses"),
    actions.SetMotionRate(0.125),
    actions.SetCache("jolt"),
)


def test_there_is_a_sample_of_every_action() -> None:
    have_files = {
        actions.ContinueTake,
        actions.EditTake,
        actions.OpenDemo,
        actions.OpenLesson,
        actions.OpenTake,
        actions.ReloadDemo,
    }
    assert {type(sample) for sample in SAMPLES} == set(actions.UPDATES) - have_files


def test_actions_cannot_be_changed() -> None:
    for action in SAMPLES:
        for name in (*action.__struct_fields__, "recorded"):
            with pytest.raises(AttributeError):
                setattr(action, name, None)


def test_an_action_survives_the_round_trip() -> None:
    for action in SAMPLES:
        text = json.dumps(to_json(action), allow_nan=False)
        back = from_json(json.loads(text))
        assert back == action
        assert json.dumps(to_json(back)) == text  # also where == is blind: the sign of zero


def with_report(**given: object) -> object:
    """An action with a report in which some fields are replaced."""
    action = actions.OpenScene(Scene("reports", BODIES, reported=(Reported(("A", "B"), "FCL"),)), None)
    written = to_json(action)
    written["scene"]["reported"][0] |= given
    return written


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ({"is": "Explode"}, "unknown record 'Explode'"),
        ({"step": 3}, 'the name of a record is missing under "is"'),
        ({"is": ["Undo"]}, "unknown record"),
        ({"is": "GoToStep", "stepp": 3}, r"GoToStep\.stepp: unknown key, did you mean step"),
        ({"is": "Options", "direction": [0.0, 0.0, 0.0]}, "direction: must not be zero"),
        (
            with_report(pair=["A", "C"]),
            r"reported\[0\]\.pair\[1\]: must be the name of a shape \('A', 'B'\), got 'C'",
        ),
        (with_report(by="two\nlines"), r"Scene: reported\[0\]\.by: must be printable"),
        (with_report(verdict="overlap"), "verdict: must be one of separated"),
        (with_report(normal=[0.0, "nan", 0.0]), r"normal\[1\]: must be a finite number, got 'nan'"),
        (with_report(points=[[0.0, 0.0, 0.0]]), "points.*must be a ReportedPoint"),
        (with_report(points=[{"is": "ReportedPoint"}]), "ReportedPoint.position: missing"),
        ({"is": "View", "value": "inside"}, "must be one of world, difference, second, got 'inside'"),
    ],
)
def test_an_invalid_action_is_rejected(written: object, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        from_json(written)
