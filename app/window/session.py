"""The state over time, and the few things that touch the world outside it: reading, saving, quitting.

Everything that goes wrong with a file becomes a message; the scene that was open stays open.
"""

import shlex
import webbrowser
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Protocol

from app.actions import (
    NEW_SCENE,
    Action,
    AskUnsaved,
    EndGesture,
    LeaveDemo,
    MarkSaved,
    OfferBack,
    OpenDemo,
    OpenLesson,
    OpenScene,
    PlaceCamera,
    RememberFile,
    ReshapeBody,
    SetShapeField,
    ShowDialog,
    ShowRecording,
    TakeOver,
    Tell,
    Tick,
    is_taken_over,
    update,
)
from app.camera_text import camera_text, read_camera
from app.choices import known_options, of_query
from app.demo import TICKS, Demo, clock
from app.demos.file import SUFFIX, DemoError, write_demo
from app.journal import brought_back
from app.lessons.contents import entry_of
from app.lessons.file import LessonError, read_lesson
from app.mesh_file import is_mesh_file
from app.news import News
from app.panels.requests import (
    BringBackLeft,
    BrowseDemo,
    BrowseExport,
    BrowseFiles,
    CopyCamera,
    CopyFilmCommand,
    CopyQuery,
    CopySnippet,
    DiscardLeft,
    Export,
    NewScene,
    OpenLink,
    Outcome,
    PasteCamera,
    PasteVertices,
    Quit,
    ReadLesson,
    ReadMeshAgain,
    ReadScene,
    Record,
    ResetLayout,
    WriteScene,
    resumed,
)
from app.scene_file import SceneError, mesh_again, write_scene
from app.snippet import identifier, query_command
from app.state import Left, Purpose, State, Then, Unsaved
from app.vertices_text import parse_vertices
from engine.result import NotApplicable

from .exports import ExportError, Paint, export, snippet
from .journal_file import JournalFile, LeftJournal
from .reading import AT_ONCE, Reading
from .recording import LiveRecording, keep


class Clipboard(Protocol):
    """What a window of pyglet offers."""

    def get_clipboard_text(self) -> str: ...

    def set_clipboard_text(self, text: str) -> None: ...


class Session:
    """Holds the state; `perform` is the only way to change it."""

    def __init__(
        self,
        state: State,
        clipboard: Clipboard,
        paint: Paint,
        journal: JournalFile | None = None,
        announce: Callable[[], None] | None = None,
        recordings: Path | None = None,
    ) -> None:
        """`paint` makes pictures; `journal` keeps changes for the case of a crash, without it nothing does.

        `recordings` is the folder that recorded demos go to, which need not be there; else it is the current one.
        `announce` is called, from another thread, when it is time to `look`; without it reading is waited for.
        """
        self.state = state
        self._clipboard = clipboard
        self._paint = paint
        self._journal = journal
        self._announce = announce or (lambda: None)
        self.patience = AT_ONCE if announce else None  # seconds that a scene is waited for; None: as long as it takes
        self._reading: Reading | None = None
        self._left: list[LeftJournal] = []  # of runs that crashed, the one that is offered first
        self._recordings = recordings or Path.cwd()
        self._recording: LiveRecording | None = None
        self._recorded: Demo | None = None  # last
        self._time = 0.0  # ticks that have begun, and not passed
        self.news = News()
        self.finished = False  # the user has asked to leave, and nothing is in the way

    def perform(self, outcomes: Iterable[Outcome]) -> None:
        """Carries out what the user asked for, in order."""
        for outcome in outcomes:
            match outcome:
                case BringBackLeft():
                    self._bring_back()
                case DiscardLeft():
                    self._discard_left()
                case NewScene():
                    self._begin_anew(outcome.discard)
                case ReadScene():
                    self._read(outcome)
                case WriteScene():
                    self._write(outcome.path, outcome.then)
                case BrowseFiles():
                    self._browse(outcome.save, outcome.discard)
                case BrowseExport():
                    self._browse_export(outcome.purpose)
                case Export():
                    self._export(outcome)
                case Record():
                    self._record(outcome.on)
                case BrowseDemo():
                    self._browse_demo()
                case CopyFilmCommand():
                    self._copy_film_command()
                case OpenLink():
                    self._open_link(outcome.address)
                case CopySnippet():
                    self._copy_snippet()
                case CopyQuery():
                    self._copy_query()
                case CopyCamera():
                    self._copy_camera()
                case PasteCamera():
                    self._paste_camera()
                case PasteVertices():
                    self._paste_vertices(outcome.body)
                case ReadLesson():
                    self._read_lesson(outcome)
                case ReadMeshAgain():
                    self._read_mesh_again(outcome.body)
                case ResetLayout():
                    pass  # done by the layout, before it came here
                case Quit():
                    self._quit(outcome.discard)
                case _:
                    self._act(outcome)

    def pass_time(self, seconds: float) -> None:
        """Time has passed: it goes by in ticks of equal length, so that what is recorded can be done again."""
        self._time += seconds * TICKS
        for _ in range(int(self._time)):
            self._time -= 1
            if self._recording is not None:
                self._recording.pass_tick(self.state)
            if self.state.animating:
                self._act(Tick(1 / TICKS))
        if self._recording is not None and self._recording.seconds != self.state.recording:
            self._act(ShowRecording(self._recording.seconds))

    def _act(self, action: Action) -> None:
        before, self.state = self.state, update(self.state, action)
        show = self.state.show
        if show is not None and not show.taken_over and action.recorded and is_taken_over(before, self.state):
            self.state = update(self.state, TakeOver())
        if self._recording is not None:
            self._recording.note(action, before, self.state)
        self.news.follow(before.message, self.state.message)
        if self._journal is not None:
            self._journal.follow(before, action, self.state)

    def offer(self, left: list[LeftJournal]) -> None:
        """Asks whether what other runs left unsaved is to be brought back, one after the other."""
        self.close()
        self._left = left
        if not left:
            return
        journal = left[0].contents
        lost = brought_back(journal)
        name = Path(lost.path).stem if lost.path else lost.scene.name
        when = f"{datetime.fromtimestamp(journal.began):%-d %B, %H:%M}"
        self._act(OfferBack(Left(max(len(lost.history.past), 1), name, when)))

    def close(self) -> None:
        """What was offered and not decided is left for another time."""
        for left in self._left:
            left.leave()
        self._left = []

    def _bring_back(self) -> None:
        left = self._left.pop(0)
        for action in (left.contents.opened, *left.contents.actions, EndGesture()):
            self._act(action)
        if self._journal is not None:
            self._journal.flush(self.state, at_once=True)
        self._remove(left)
        self._act(Tell("The changes are back; they are not saved yet"))

    def _discard_left(self) -> None:
        discarded, *others = self._left
        self._left = []
        self._remove(discarded)
        self.offer(others)

    def _remove(self, left: LeftJournal) -> None:
        try:
            left.forget()
        except OSError as fault:
            self._act(Tell(f"{left.path}: cannot be removed: {fault.strerror or fault}", is_error=True))

    def _asks(self, discard: bool, waiting: Unsaved) -> bool:
        """Whether the user has to say first what becomes of unsaved changes."""
        if discard or not self.state.modified:
            return False
        self._act(AskUnsaved(waiting))
        return True

    def _begin_anew(self, discard: bool) -> None:
        if not self._asks(discard, Unsaved(Then.NEW)):
            self.perform([LeaveDemo(), OpenScene(NEW_SCENE)])

    def _read(self, wanted: ReadScene) -> None:
        if self._asks(wanted.discard, _in_question(wanted)):
            return
        self._reading = Reading(wanted, self.state.scene, self._announce)
        if not self._reading.wait(self.patience):
            self._act(Tell(f"Reading {self._reading.names} …"))
        self.look()

    def look(self) -> None:
        """Opens what was being read, when it is there."""
        reading = self._reading
        if reading is None or not reading.wait(0):
            return
        self._reading = None
        changed = self.state.scene is not reading.before  # meanwhile
        if not self._asks(reading.wanted.discard and not changed, _in_question(reading.wanted)):
            self._open(reading)

    def _open(self, reading: Reading) -> None:
        wanted = reading.wanted
        try:
            found = reading.found()
            if isinstance(found, Demo):
                self._record(on=False)  # what is recorded does not go on inside of a demo
                self._act(OpenDemo(found, wanted.paths[0]))
                return
            has_file = not wanted.is_example and not is_mesh_file(wanted.paths[0])
            self.perform([LeaveDemo(), OpenScene(found, wanted.paths[0] if has_file else None)])
        except ValueError as fault:
            self._act(Tell(str(fault), is_error=True))
            return
        note = self.state.message  # of an algorithm that does not take the new pair
        self._act(Tell(f"Opened {reading.names}" + (f". {note.text}" if note else "")))

    def _read_lesson(self, wanted: ReadLesson) -> None:
        if self._asks(wanted.discard, Unsaved(Then.LESSON, (wanted.name, str(wanted.page)))):
            return
        try:
            lesson = read_lesson(entry_of(wanted.name).path)
        except LessonError as fault:
            self._act(Tell(str(fault), is_error=True))
            return
        self._act(OpenLesson(lesson, wanted.page))

    def _write(self, path: str | None, then: Unsaved | None) -> None:
        path = path or self.state.path
        if path is None:
            self._browse(save=True, discard=True, then=then)
            return
        scene = self.state.document
        try:
            write_scene(scene, Path(path))
        except SceneError as fault:
            self._act(Tell(f"Not saved. {fault}", is_error=True))
            return
        self._act(MarkSaved(scene, path))
        self._act(Tell(f"Saved {Path(path).name}"))
        if then is not None:
            self.perform([resumed(then)])

    def _browse(self, save: bool, discard: bool, then: Unsaved | None = None) -> None:
        if self._asks(save or discard, Unsaved(Then.BROWSE)):
            return
        name = (Path(self.state.path).name if self.state.path else f"{self.state.scene.name}.json") if save else ""
        self._act(ShowDialog(Purpose.SAVE if save else Purpose.OPEN, str(self._folder), name, then=then))

    def _browse_export(self, purpose: Purpose) -> None:
        stem = Path(self.state.path).stem if self.state.path else identifier(self.state.scene.name)
        name = {
            Purpose.PICTURE: f"{stem}.png",
            Purpose.SCENE: f"{stem}-copy.json",
            Purpose.TRACE: f"{stem}-{self.state.algorithm}-trace.json",
            Purpose.TEST: f"test_{identifier(f'{stem}_{self.state.algorithm}')}.py",
        }[purpose]
        self._act(ShowDialog(purpose, str(self._folder), name))

    @property
    def _folder(self) -> Path:
        """That of the scene's file."""
        return Path(self.state.path).resolve().parent if self.state.path else Path.cwd()

    def _export(self, wanted: Export) -> None:
        try:
            if wanted.purpose is Purpose.DEMO:
                self._export_demo(Path(wanted.path))
                return
            export(self.state, wanted.purpose, Path(wanted.path), self._paint)
        except ExportError as fault:
            self._act(Tell(f"Not exported. {fault}", is_error=True))
            return
        self._act(Tell(f"Exported {Path(wanted.path).name}"))

    def _export_demo(self, path: Path) -> None:
        demo = self._shown_demo
        assert demo is not None
        try:
            write_demo(demo, path)
        except DemoError as fault:
            raise ExportError(str(fault)) from None
        self._act(RememberFile(str(path)))
        self._act(Tell(f"Saved {path.name}"))

    def _record(self, on: bool) -> None:
        if on == (self._recording is not None):
            return
        if on:
            self.perform([EndGesture(), LeaveDemo(), ShowRecording(0)])
            self._recording = LiveRecording(self.state)
            return
        assert self._recording is not None
        self._recorded = self._recording.demo(self.state)
        self._recording = None
        self._act(ShowRecording(None))
        try:
            path = keep(self._recorded, self._recordings)
        except DemoError as fault:
            self._act(Tell(f"Not saved. {fault}", is_error=True))
            self._browse_demo()
            return
        self._act(RememberFile(str(path)))
        self._act(Tell(f"Recorded {clock(self._recorded.length)} min: {path}"))

    def _browse_demo(self) -> None:
        demo = self._shown_demo
        if demo is not None:
            self._act(ShowDialog(Purpose.DEMO, str(self._folder), f"{identifier(demo.name)}{SUFFIX}"))

    @property
    def _shown_demo(self) -> Demo | None:
        """The one that is shown, or that was recorded last."""
        return self.state.show.demo if self.state.show is not None else self._recorded

    def _copy_film_command(self) -> None:
        show = self.state.show
        if show is None or show.path is None:
            self._act(Tell("The command line reads the demo from its file: play one", is_error=True))
            return
        film = Path(show.path).name.removesuffix(SUFFIX) + ".mp4"
        self._clipboard.set_clipboard_text(shlex.join(["gjkscope", "record", show.path, "-o", film]))
        self._act(Tell("Copied the command"))

    def _open_link(self, address: str) -> None:
        is_page = address.startswith(("https://", "http://"))  # a scene that one is sent may not open files
        if not (is_page and webbrowser.open(address)):
            self._clipboard.set_clipboard_text(address)
            self._act(Tell(f"No browser opens {address}: it is on the clipboard", is_error=True))

    def _copy_snippet(self) -> None:
        try:
            self._clipboard.set_clipboard_text(snippet(self.state))
        except NotApplicable as refusal:
            self._act(Tell(f"Nothing copied. {refusal}", is_error=True))
            return
        self._act(Tell("Copied a test for pytest"))

    def _copy_query(self) -> None:
        state = self.state
        if state.path is None or state.scene != state.saved:
            self._act(Tell("The command line reads the scene from its file: save it first", is_error=True))
            return
        options = known_options(state.algorithm, state.options)
        self._clipboard.set_clipboard_text(query_command(state.path, state.pair, of_query(state.algorithm), options))
        self._act(Tell("Copied the command"))

    def _copy_camera(self) -> None:
        self._clipboard.set_clipboard_text(camera_text(self.state.cameras.of(self.state.acting_view)))
        self._act(Tell("Copied the camera"))

    def _paste_camera(self) -> None:
        try:
            camera = read_camera(self._clipboard.get_clipboard_text())
        except ValueError as fault:
            self._act(Tell(f"The clipboard holds no camera. {fault}", is_error=True))
            return
        self._act(PlaceCamera(self.state.acting_view, camera))

    def _paste_vertices(self, body: str) -> None:
        try:
            vertices = parse_vertices(self._clipboard.get_clipboard_text())
        except ValueError as fault:
            self._act(Tell(f"The clipboard holds no vertices: it {fault}", is_error=True))
            return
        self.perform([SetShapeField(body, "vertices", vertices), EndGesture()])

    def _read_mesh_again(self, name: str) -> None:
        body = self.state.scene.body(name)
        try:
            mesh = mesh_again(body, self.state.path or "")
        except SceneError as fault:
            self._act(Tell(str(fault), is_error=True))
            return
        if mesh == body.shape:
            self._act(Tell(f"{body.mesh_file} is as it was"))
        else:
            self.perform([ReshapeBody(name, mesh, body.mesh_file), EndGesture()])

    def _quit(self, discard: bool) -> None:
        if not self._asks(discard, Unsaved(Then.QUIT)):
            self.finished = True


def _in_question(wanted: ReadScene) -> Unsaved:
    """It waits for the answer to the question about unsaved changes."""
    return Unsaved(Then.READ, wanted.paths, wanted.is_example)
