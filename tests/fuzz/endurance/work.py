"""Pieces of work in the window, as a person does them; together they use every part of the program."""

import socket
import time
from collections.abc import Callable
from itertools import pairwise
from math import sin
from pathlib import Path
from random import Random
from typing import NamedTuple, Protocol

from tests.app.harness import headless_window  # isort: skip  first of all that loads pyglet.window

from gjkscope import Box, Pose, Recorder, Sphere
from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.bring.capture.layout import LOOPBACK
from gjkscope.app.bring.notations.importing import import_text
from gjkscope.app.scenes.demo_examples import demo_examples
from gjkscope.app.scenes.examples import examples
from gjkscope.app.state import actions as do
from gjkscope.app.state import model
from gjkscope.app.state.persistence.settings_file import SettingsFile
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.view.panels import requests as ask
from gjkscope.app.view.panels.importing.interpreting import with_pair
from gjkscope.app.window.platform.display import window_graphics
from gjkscope.app.window.window import MainWindow
from gjkscope.engine.vectors import ZERO
from tests.fuzz.texts.robustness import texts_of_tests

FRAME = 1 / 60  # seconds
REST = 40  # frames without any change: the window then writes its settings, and returns free memory
PATIENCE = 900.0  # seconds after which a background job counts as stuck
SIZES = ((640, 400), (720, 450), (640, 480))  # of the window, pixels
START = "boxes-vertex-face"
HUNTED_PAIRS, SURVEYED_PAIRS = 400, 20
CAPTURED_TICKS, CAPTURED_PAIRS = 60, 12
EXPORTS = tuple(purpose for purpose in model.Purpose if purpose.is_export and purpose is not model.Purpose.SITE)

SOLVER = '''
def distance(a, pose_a, b, pose_b):
    """Distances of spheres, a tenth too large in depth; other shapes are not taken."""
    if type(a).__name__ != "Sphere" or type(b).__name__ != "Sphere":
        return {"unsupported": "only spheres"}
    offset = pose_b[:3, 3] - pose_a[:3, 3]
    gap = float(offset @ offset) ** 0.5 - a.radius - b.radius
    return gap if gap > 0 else 1.1 * gap
'''


class Job(Protocol):
    """A hunt, a survey, or judging."""

    def wait(self, seconds: float | None) -> bool: ...


Piece = Callable[["Person"], None]
PIECES: dict[str, Piece] = {}


class Rare(NamedTuple):
    """A long piece of work, which only one round in `rounds` does."""

    piece: Piece
    rounds: int


RARE: dict[str, Rare] = {}


def piece(function: Piece) -> Piece:
    """Registers a piece of work."""
    PIECES[function.__name__] = function
    return function


def rarely(rounds: int) -> Callable[[Piece], Piece]:
    """Registers a piece of work that only one round in `rounds` does."""

    def register(function: Piece) -> Piece:
        RARE[function.__name__] = Rare(function, rounds)
        return function

    return register


class Person:
    """A window, and what the pieces of work have in common."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Keeps settings, journals and recordings in the folder, as a user's window does."""
        self.folder = folder
        self.random = Random(seed)
        (folder / "solver.py").write_text(SOLVER, encoding="utf-8")
        record(folder / "run.gjkcap")
        (folder / "block.obj").write_text(concave_block(), encoding="utf-8")
        self.window = headless_window(*SIZES[0])
        self.window.set_caption = lambda _: None  # a window without a screen has none
        self._graphics = window_graphics(self.window)
        scene = do.initial_state(do.NEW_SCENE)
        self.main = MainWindow(scene, self.window, SettingsFile(folder), folder / "journals", folder / "recordings")

    @property
    def state(self) -> model.State:
        return self.main.session.state

    def do(self, *outcomes: ask.Outcome, frames: int = 1) -> None:
        """Performs these and draws frames."""
        self.main.session.perform(outcomes)
        self.frames(frames)

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            self.window.dispatch_events()
            self.main.loop.clock.tick()  # what is due, as pyglet's own loop would call it
            self.main.loop.run_frame(FRAME)
            # Windows without a screen do not wait for the driver as those with one do, and its queue would grow.
            self._graphics.finish()

    def until(self, condition: Callable[[], object]) -> None:
        """Draws frames until it holds."""
        began = time.monotonic()
        while not condition():
            if time.monotonic() - began > PATIENCE:
                raise TimeoutError(f"a job takes more than {PATIENCE:g} s")
            self.frames()
            time.sleep(0.002)  # as the loop does between frames: the job needs the processor, too

    def settle(self) -> None:
        """Draws frames until nothing is being computed or read."""
        session = self.main.session
        self.until(lambda: not (self.main.jobs.busy or session.runs.busy or session.reading or session.exports))

    def finish(self, job: Job | None) -> None:
        """Draws frames until a job is over, its processes have ended, and its result is shown."""
        assert job is not None
        self.until(lambda: job.wait(0.0))
        self.frames(2)

    def open(self, path: Path, is_example: bool = True) -> None:
        self.do(ask.ReadScene((str(path),), is_example, discard=True))
        self.settle()

    def start_over(self) -> None:
        """Returns to the state in which memory is measured."""
        example = next(example for example in examples() if example.name == START)
        self.do(do.ChooseWorkspace(model.Workspace.PAIR), do.ChooseAlgorithm("gjk"))
        self.open(example.path)
        self.settle()
        self.frames(REST)

    def close(self) -> None:
        self.main.close()


@piece
def step_through_an_example(person: Person) -> None:
    shipped = person.random.choice(examples())
    person.open(shipped.path)
    person.do(do.ChooseTheme(person.random.choice([*model.Theme])))
    for _ in range(6):
        person.do(do.StepBy(1))
    person.do(do.GoToLast())
    person.do(do.FrameAll(1.0))


@piece
def drag_bodies_and_undo(person: Person) -> None:
    for body in person.state.document.scene.bodies[:2]:
        if body.shape.dimension == 2:
            return
        person.do(do.Select(body.name), do.BeginDrag(body.name, ZERO))
        for step in range(12):
            person.do(do.DragTo((0.02 * step, 0.05 * sin(step), 0.0)))
        person.do(do.EndGesture())
    for _ in range(2):
        person.do(do.Undo())
    person.do(do.Redo(), frames=2)
    person.settle()


@piece
def ask_several_algorithms(person: Person) -> None:
    for name in person.random.sample(sorted(CHOICES), 4):
        person.do(do.ChooseAlgorithm(name), frames=2)
        person.settle()
        person.do(do.GoToLast())
    person.do(do.ChooseAlgorithm("gjk"), do.CompareWith(model.ComparedRun("sat")), frames=2)
    person.settle()
    person.do(do.CompareWith(None))


@piece
def visit_the_workspaces(person: Person) -> None:
    for workspace in model.Workspace:
        person.do(do.ChooseWorkspace(workspace), frames=3)
    person.do(do.ChooseWorkspace(model.Workspace.PAIR))
    for layout in model.Layout:
        person.do(do.ChooseLayout(layout), frames=2)
    person.do(do.ChooseLayout(model.Layout.BOTH))


@piece
def read_a_lesson(person: Person) -> None:
    entry = person.random.choice(contents())
    for page in range(len(entry.keys)):
        person.do(ask.ReadLesson(entry.name, page), frames=2)
        person.do(do.StepBy(1))
    person.settle()
    person.do(do.LeaveLesson())


@piece
def play_a_demo(person: Person) -> None:
    demo = person.random.choice(demo_examples())
    person.open(demo.path)
    show = person.state.show
    assert show is not None, demo.name
    for _ in range(3):
        person.do(do.SeekDemo(person.random.randrange(show.demo.length)), do.PlayDemo(True), frames=20)
    person.do(do.LeaveDemo())


@piece
def simulate(person: Person) -> None:
    moving = [example for example in examples() if example.path.parent.name == "motion"]
    person.open(person.random.choice(moving).path)
    person.do(do.ChooseWorkspace(model.Workspace.MOTION), do.PlayMotion(True), frames=40)
    person.do(do.PlayMotion(False), do.GoToTick(3), do.ResetMotion())
    person.do(do.ChooseWorkspace(model.Workspace.PAIR))


@piece
def import_texts(person: Person) -> None:
    for text in person.random.sample(texts_of_tests(), 4):
        person.window.clipboard = text
        person.do(ask.PasteText(), frames=2)
        person.settle()
        try:
            scene = with_pair(import_text(text).scene)
        except ValueError:  # many of them are texts that must be refused
            person.do(do.CloseDialog())
            continue
        person.do(ask.TakeImport(scene, discard=True), do.CloseDialog(), frames=2)


@piece
def look_around(person: Person) -> None:
    person.window.set_size(*person.random.choice(SIZES))
    for side in range(4):
        person.do(do.Orbit(30.0 * side, 10.0), do.Zoom(model.View.DIFFERENCE, 0.5))
    person.do(do.ShowHelp(), frames=2)
    person.do(do.ShowPalette(), do.SearchFor("export"), frames=2)
    person.do(do.BrowseExamples("fcl"), frames=2)
    person.do(do.CloseDialog(), frames=2)


@piece
def edit_bodies(person: Person) -> None:
    person.do(ask.NewScene(discard=True))
    for kind in person.random.sample(["sphere", "capsule", "cylinder", "cone", "ellipsoid", "box"], 3):
        person.do(do.AddBody(kind))
    names = person.state.document.scene.names
    person.do(do.RenameBody(names[-1], "renamed"), do.RandomShapes(), do.RandomPose("renamed"), do.PushOut())
    person.do(do.DuplicateBody("renamed"), do.DeleteBody(names[-2]))
    for _ in range(8):
        person.do(do.Undo())
    for _ in range(8):
        person.do(do.Redo())
    person.do(ask.SaveScene(str(person.folder / "saved.json")))
    person.open(person.folder / "saved.json", is_example=False)
    person.settle()


@piece
def read_a_capture(person: Person) -> None:
    person.open(person.folder / "run.gjkcap")
    person.finish(person.main.session.judging)
    person.do(do.PlayCapture(True), frames=20)
    person.do(do.PlayCapture(False), ask.OpenCapturedPair(5))
    person.until(lambda: person.main.session.opening is None)
    person.do(ask.CloseCapture(), frames=2)


@piece
def decompose_a_mesh(person: Person) -> None:
    person.do(ask.NewScene(discard=True))
    person.do(ask.AddMeshes((str(person.folder / "block.obj"),)))
    person.settle()
    person.do(ask.DecomposeMesh(person.state.document.scene.names[-1]))
    person.until(lambda: person.main.session.decomposing is None)
    person.do(do.Undo(), frames=2)


@piece
def export(person: Person) -> None:
    for purpose in person.random.sample([purpose for purpose in EXPORTS if purpose is not model.Purpose.FILM], 3):
        person.do(ask.Export(purpose, str(person.folder / f"exported.{purpose}")))
        person.settle()
    person.do(do.CloseDialog(), ask.CopyQuery(), ask.CopySnippet(), ask.CopyAs("coal"))


@piece
def present(person: Person) -> None:
    person.open(person.random.choice(demo_examples()).path)
    person.do(do.Present(True), frames=4)
    person.do(do.PresentBy(1), do.ShowBlack(True), do.ShowBlack(False), frames=4)
    person.do(do.Present(False), do.LeaveDemo(), frames=2)


@rarely(4)
def record_a_demo(person: Person) -> None:
    person.start_over()
    person.do(ask.ToggleRecording(True), frames=10)
    for _ in range(4):
        person.do(do.Orbit(20.0, 0.0), do.StepBy(1), frames=10)
    person.do(ask.ToggleRecording(False))
    person.until(lambda: person.main.session.taking is None)
    person.do(do.PlayDemo(True), frames=20)
    person.do(do.LeaveDemo())


@rarely(10)
def export_a_film(person: Person) -> None:
    person.open(person.folder / "block.obj")
    person.open(min(demo_examples(), key=lambda demo: demo.seconds).path)
    person.do(do.SetFilm(model.Film(model.FilmKind.MP4, (320, 200), 5)))
    person.do(ask.Export(model.Purpose.FILM, str(person.folder / "film.mp4")))
    person.frames(60)
    person.do(ask.CancelTask())
    person.settle()
    person.do(do.LeaveDemo())


@rarely(6)
def hunt(person: Person) -> None:
    solver = f"{person.folder / 'solver.py'}:distance"
    setup = model.HuntSetup(solver, is_own=True, kinds=("sphere",), pairs=HUNTED_PAIRS)
    person.do(do.ChooseWorkspace(model.Workspace.ENGINES), do.SetHunt(setup), ask.StartHunt())
    person.finish(person.main.session.hunting)
    run = person.state.hunt.run
    assert run is not None
    assert run.phase is model.HuntPhase.DONE, run
    assert run.failures, run
    person.do(do.ChooseWorkspace(model.Workspace.PAIR))


@rarely(10)
def survey(person: Person) -> None:
    setup = model.SurveySetup((f"{person.folder / 'solver.py'}:distance",), ("deep overlap",), SURVEYED_PAIRS)
    person.do(do.ChooseWorkspace(model.Workspace.ENGINES), do.SetSurvey(setup), ask.StartSurvey())
    person.finish(person.main.session.surveying)
    person.do(do.ChooseWorkspace(model.Workspace.PAIR))


@rarely(4)
def listen_to_an_engine(person: Person) -> None:
    with socket.create_server((LOOPBACK, 0)) as server:
        port = server.getsockname()[1]
    person.do(do.SetLivePort(port), ask.StartListening(), frames=3)
    engine = Recorder.connect(port, by="endurance")
    person.until(engine.stream)
    for tick in range(10):
        for i in range(CAPTURED_PAIRS):
            engine.add(*captured_pair(tick, i), tick=tick, ids=(i, 100 + i), signed_distance=1.0 + tick)
        engine.stream()
        person.frames(2)
    person.until(lambda: person.state.capture.tick == 9)
    engine.close()
    person.do(ask.StopListening(), ask.CloseCapture(), frames=3)


def record(path: Path) -> None:
    """A capture of balls that leave boxes; one answer is wrong."""
    with Recorder(path, by="endurance") as recorder:
        for tick in range(CAPTURED_TICKS):
            for i in range(CAPTURED_PAIRS):
                gap = 1.0 + tick / 8
                recorder.add(*captured_pair(tick, i), tick=tick, ids=(i, 100 + i), signed_distance=gap + (i == 3))


def captured_pair(tick: int, i: int) -> tuple[Box, Pose, Sphere, Pose]:
    gap = 1.0 + tick / 8
    return (
        Box((0.5, 0.5, 0.5)),
        Pose(position=(0.0, 0.0, 3.0 * i)),
        Sphere(0.5),
        Pose(position=(1.0 + gap, 0.0, 3.0 * i)),
    )


def concave_block() -> str:
    """An L-shaped block as OBJ."""
    outline = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
    count = len(outline)
    lines = [f"v {x} {y} {z}" for z in (0, 1) for x, y in outline]
    ring = [*range(1, count + 1), 1]
    lines += [f"f {a} {b} {b + count} {a + count}" for a, b in pairwise(ring)]
    for triangle in ((1, 2, 3), (1, 3, 4), (1, 4, 5), (1, 5, 6)):
        lines.append("f " + " ".join(map(str, triangle[::-1])))
        lines.append("f " + " ".join(str(corner + count) for corner in triangle))
    return "\n".join(lines) + "\n"
