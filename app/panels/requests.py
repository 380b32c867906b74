"""Requests: side effects a panel can ask for, such as file access, which the pure function `update` cannot perform.

The session (app/window/session.py) carries them out and reports the outcome to the state through actions.
"""

from dataclasses import dataclass

from gjkscope.app.actions import Action
from gjkscope.app.model import (
    Purpose,
    ThenBrowse,
    ThenDemo,
    ThenImport,
    ThenLesson,
    ThenNew,
    ThenQuit,
    ThenRead,
    Unsaved,
)
from gjkscope.app.scenes.scene import Scene


@dataclass(frozen=True)
class Request:
    """Base class of all requests; like an action, a request without fields needs no decorator of its own."""


@dataclass(frozen=True)
class NewScene(Request):
    """Create a new scene."""

    discard: bool = False  # discard unsaved changes without asking, here and below


@dataclass(frozen=True)
class ReadScene(Request):
    """Open a scene, or one or two mesh files.  An example is never overwritten when the scene is saved.

    Any other text opens in the import dialog.
    """

    paths: tuple[str, ...]
    is_example: bool = False
    discard: bool = False


class PasteText(Request):
    """Open the text in the clipboard in the import dialog."""


class BrowseText(Request):
    """Show the file dialog to choose a file to import."""


@dataclass(frozen=True)
class TakeImport(Request):
    """Open the scene that the import dialog has made."""

    scene: Scene
    discard: bool = False


@dataclass(frozen=True)
class ReadLesson(Request):
    """Open a page (counted from 0) of the lesson with this name."""

    name: str
    page: int = 0
    discard: bool = False


@dataclass(frozen=True)
class SaveScene(Request):
    """Save the scene to `path`, or to its own file if None; then continue with `then`."""

    path: str | None = None
    then: Unsaved | None = None


@dataclass(frozen=True)
class BrowseFiles(Request):
    """Show the file dialog in the folder of the scene's file."""

    save: bool = False
    discard: bool = False


@dataclass(frozen=True)
class Quit(Request):
    """Close the window when the current write has finished."""

    discard: bool = False
    at_once: bool = False  # abandon the write


class RecoverChanges(Request):
    """Restore the unsaved changes of an earlier session that are being offered."""


class DiscardRecovery(Request):
    """Discard these changes."""


@dataclass(frozen=True)
class BrowseExport(Request):
    """Show the file dialog for an export."""

    purpose: Purpose


@dataclass(frozen=True)
class Export(Request):
    """Export to a file."""

    purpose: Purpose
    path: str


class CancelTask(Request):
    """Cancel the running background job."""


@dataclass(frozen=True)
class OpenLink(Request):
    """Open a URL in the browser."""

    address: str


class CopySnippet(Request):
    """Copy a pytest test of the current query to the clipboard."""


class CopyQuery(Request):
    """Copy the equivalent command line to the clipboard."""


class CopyCamera(Request):
    """Copy the camera of the acting view to the clipboard as text."""


class PasteCamera(Request):
    """Apply the camera in the clipboard to the acting view."""


class ResetLayout(Request):
    """Reset the dock layout.  Carried out by `draw_layout`, which alone knows the dock."""


@dataclass(frozen=True)
class PasteVertices(Request):
    """Replace the body's vertices with the points in the clipboard."""

    body: str


@dataclass(frozen=True)
class ReloadMesh(Request):
    """Reload the body's mesh from its file, which may have changed."""

    body: str


@dataclass(frozen=True)
class ToggleRecording(Request):
    """Start recording, or stop and save the recording."""

    on: bool


@dataclass(frozen=True)
class ResumeDemo(Request):
    """Seek the demo to `tick`, or resume playing from the current tick if None."""

    tick: int | None = None
    discard: bool = False


class BrowseDemo(Request):
    """Show the file dialog to save the open demo or the latest recording."""


class CopyFilmCommand(Request):
    """Copy the command line that renders the open demo as a video to the clipboard."""


Outcome = Action | Request


def resume_request(waiting: Unsaved, discard: bool = False) -> Request:
    """The request that was interrupted by the prompt to save."""
    match waiting:
        case ThenNew():
            return NewScene(discard)
        case ThenRead(paths, is_example):
            return ReadScene(paths, is_example, discard)
        case ThenImport(scene):
            return TakeImport(scene, discard)
        case ThenLesson(name, page):
            return ReadLesson(name, page, discard)
        case ThenDemo(tick):
            return ResumeDemo(tick, discard)
        case ThenBrowse():
            return BrowseFiles(discard=discard)
        case ThenQuit():
            return Quit(discard)
