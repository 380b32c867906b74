"""Defines effects, and the registry of their handlers.

An effect handles a request (`app.panels.requests`) that reaches beyond the state: files, the clipboard, the browser.
Its handler is in one of the modules of this package:

    @handles(CopyCamera)
    def _copy_camera(session: Host, request: CopyCamera) -> None: ...

Errors are shown as messages, or in the dialog that made the request.  The open scene stays open.
"""

from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.actions import (
    Action,
    AskUnsaved,
    CloseDialog,
    LeaveDemo,
    NoteKept,
    Notify,
    SetLessonAside,
    ShowDialog,
)
from gjkscope.app.state.model import Demo, FileDialog, State, ThenQuit, Unsaved
from gjkscope.app.state.persistence.journal_file import JournalFile, KeptJournal, kept_in_memory
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.window.decomposing import DecompositionJob
from gjkscope.app.window.demo_file import DemoFileWatch
from gjkscope.app.window.exports import ExportJob, Paint
from gjkscope.app.window.films import FilmPreview
from gjkscope.app.window.installing import InstallationJob
from gjkscope.app.window.reading import CaptureFile, OpenedPair, ReadJob
from gjkscope.app.window.recording import LiveRecording, TakeJob

if TYPE_CHECKING:  # imported when a hunt begins, or a capture is opened
    from gjkscope.app.judge.captures.store import CaptureStore
    from gjkscope.app.window.background import BackgroundJob
    from gjkscope.app.window.capturing import JudgingJob
    from gjkscope.app.window.hunting import HuntJob
    from gjkscope.app.window.live import LiveLine
    from gjkscope.app.window.surveying import SurveyJob


class Clipboard(Protocol):
    """Clipboard access, as provided by a pyglet window."""

    def get_clipboard_text(self) -> str: ...

    def set_clipboard_text(self, text: str) -> None: ...


class Host(Protocol):
    """The part of the `Session` that effects use; `Session` documents each attribute."""

    state: State
    clipboard: Clipboard
    paint: Paint
    journal: JournalFile | None
    wake: Callable[[], None]
    timeout: float | None
    reading: ReadJob | None
    exports: deque[ExportJob]
    orphaned_journals: list[KeptJournal]
    kept_scene: Scene | None
    presenting_since: float | None
    recordings: Path
    recording: LiveRecording | None
    taking: TakeJob | None
    decomposing: DecompositionJob | None
    recorded: Demo | None
    hunting: "HuntJob | None"
    surveying: "SurveyJob | None"
    installing: InstallationJob | None
    preview: FilmPreview | None
    judging: "JudgingJob | None"
    captured: "CaptureStore | None"
    live: "LiveLine | None"
    demo_file: DemoFileWatch | None
    capture_file: CaptureFile | None
    opening: "BackgroundJob[OpenedPair] | None"
    finished: bool

    def act(self, action: Action) -> None: ...

    def clock(self) -> float: ...

    def pass_time(self, seconds: float) -> None: ...

    def perform(self, outcomes: Iterable[Outcome]) -> None: ...

    def poll(self) -> None: ...


Request = TypeVar("Request")
Handler = Callable[[Host, Any], None]

HANDLERS: dict[type, Handler] = {}


def handles(
    kind: type[Request],
) -> Callable[[Callable[[Host, Request], None]], Callable[[Host, Request], None]]:
    """Registers the decorated function as the handler of requests of type `kind`."""

    def register(function: Callable[[Host, Request], None]) -> Callable[[Host, Request], None]:
        HANDLERS[kind] = function
        return function

    return register


def report_error(session: Host, text: str) -> None:
    session.act(Notify(text, is_error=True))


def close_dialog(session: Host) -> FileDialog | None:
    """Closes and returns the open file dialog, if any, before its choice is carried out."""
    dialog = session.state.shell.dialog
    if dialog is not None:
        session.act(CloseDialog())
    return dialog


def report_in_dialog(session: Host, dialog: FileDialog | None, text: str) -> None:
    """Reopens the dialog with the error, so that the user can correct the choice; without one, shows a message.

    Also shows a message if another dialog was opened in the meantime.
    """
    if dialog is None or session.state.shell.dialog is not None or session.state.shell.unsaved is not None:
        report_error(session, text)
    else:
        session.act(ShowDialog(replace(dialog, replacing=False, fault=text)))


def needs_prompt(session: Host, discard: bool, waiting: Unsaved) -> bool:
    """Prompts to save unsaved changes, if there are any.  Returns whether it did; the request must then wait.

    Nothing interrupts a presentation: the changes are set aside.
    """
    if discard or not session.state.worth_saving:
        return False
    if session.state.presenting.on and not isinstance(waiting, ThenQuit):
        keep_work(session)
        return False
    session.act(SetLessonAside())  # the prompt is about the user's scene, which the user must see
    if session.state.show is not None and session.state.show.before is not None:
        session.act(LeaveDemo())
    session.act(AskUnsaved(waiting))
    return True


def keep_work(session: Host) -> None:
    """Sets the user's unsaved changes aside in a separate journal, from which they can be restored later."""
    mine = session.state.mine
    if session.kept_scene is mine.authored_scene:  # a request can be handled in two parts, before and after reading
        return
    kept = session.journal.set_aside(mine) if session.journal is not None else None
    session.orphaned_journals.insert(0, kept or kept_in_memory(mine))
    session.kept_scene = mine.authored_scene
    session.act(NoteKept(session.state.presenting.kept + 1))


def scene_folder(session: Host) -> Path:
    """The folder of the scene's file, or the working directory."""
    path = session.state.file.path
    return Path(path).resolve().parent if path else Path.cwd()
