"""What an errand is, and the register of who runs it.

An errand is a request (`app.panels.requests`) that touches the world outside the state: files, the clipboard, the
browser.  The function that carries it out stands in one of the modules beside this one:

    @carries_out(CopyCamera)
    def _copy_camera(session: Host, request: CopyCamera) -> None: ...

Whatever goes wrong becomes a message, in the dialog that asked for it if there is one; what was open stays open.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

from app.actions import Action, AskUnsaved, CloseDialog, ShowDialog, Tell
from app.demo import Demo
from app.panels.requests import Outcome
from app.state import FileDialog, State, Unsaved

from ..exports import Exporting, Paint
from ..journal_file import JournalFile, LeftJournal
from ..reading import Reading
from ..recording import LiveRecording


class Clipboard(Protocol):
    """What a window of pyglet offers."""

    def get_clipboard_text(self) -> str: ...

    def set_clipboard_text(self, text: str) -> None: ...


class Host(Protocol):
    """What an errand needs; `Session` has it, and describes each part."""

    state: State
    clipboard: Clipboard
    paint: Paint
    journal: JournalFile | None
    announce: Callable[[], None]
    patience: float | None
    reading: Reading | None
    exports: deque[Exporting]
    left: list[LeftJournal]
    recordings: Path
    recording: LiveRecording | None
    recorded: Demo | None
    finished: bool

    def act(self, action: Action) -> None: ...

    def perform(self, outcomes: Iterable[Outcome]) -> None: ...

    def look(self) -> None: ...


Request = TypeVar("Request")
Errand = Callable[[Host, Any], None]

ERRANDS: dict[type, Errand] = {}


def carries_out(
    kind: type[Request],
) -> Callable[[Callable[[Host, Request], None]], Callable[[Host, Request], None]]:
    """Registers the function that it decorates as what is done for a request of that kind."""

    def register(function: Callable[[Host, Request], None]) -> Callable[[Host, Request], None]:
        ERRANDS[kind] = function
        return function

    return register


def complain(session: Host, text: str) -> None:
    session.act(Tell(text, is_error=True))


def put_away(session: Host) -> FileDialog | None:
    """Closes the file dialog, if one is open, so that what was chosen in it can be done."""
    dialog = session.state.dialog
    if dialog is not None:
        session.act(CloseDialog())
    return dialog


def refuse(session: Host, dialog: FileDialog | None, text: str) -> None:
    """Says what is wrong in the dialog that it was chosen in, where it can be put right; else as all faults.

    It took its time: what was opened meanwhile is not replaced by that dialog.
    """
    if dialog is None or session.state.dialog is not None or session.state.unsaved is not None:
        complain(session, text)
    else:
        session.act(ShowDialog(replace(dialog, replacing=False, fault=text)))


def asks(session: Host, discard: bool, waiting: Unsaved) -> bool:
    """Whether the user has to say first what becomes of unsaved changes."""
    if discard or not session.state.modified:
        return False
    session.act(AskUnsaved(waiting))
    return True


def folder_of(session: Host) -> Path:
    """That of the scene's file."""
    path = session.state.path
    return Path(path).resolve().parent if path else Path.cwd()
