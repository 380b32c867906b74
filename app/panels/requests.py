"""What a panel can ask for besides actions: things that touch files or the window, which `update` may not.

The session carries them out (app/window/session.py) and tells the state how it went, by actions.
"""

from dataclasses import dataclass

from app.actions import Action
from app.state import Purpose, Then, Unsaved


@dataclass(frozen=True)
class NewScene:
    """A scene to begin with."""

    discard: bool = False  # without asking about unsaved changes, as below


@dataclass(frozen=True)
class ReadScene:
    """Open a scene, or one or two mesh files; what is saved later does not overwrite an example."""

    paths: tuple[str, ...]
    is_example: bool = False
    discard: bool = False


@dataclass(frozen=True)
class ReadLesson:
    """Open a page of a lesson of the course, by the lesson's name."""

    name: str
    page: int = 0
    discard: bool = False


@dataclass(frozen=True)
class WriteScene:
    """Save the scene to `path`, or to the file it came from; `then` goes on what waited for it."""

    path: str | None = None
    then: Unsaved | None = None


@dataclass(frozen=True)
class BrowseFiles:
    """Show the file dialog, at the folder of the scene's file."""

    save: bool = False
    discard: bool = False


@dataclass(frozen=True)
class Quit:
    """Close the window, once what is being written is written."""

    discard: bool = False
    at_once: bool = False  # without it


@dataclass(frozen=True)
class BringBackLeft:
    """Bring back the changes that another run left unsaved, which are offered."""


@dataclass(frozen=True)
class DiscardLeft:
    """Give these changes up."""


@dataclass(frozen=True)
class BrowseExport:
    """Show the file dialog for something that is written beside the scene."""

    purpose: Purpose


@dataclass(frozen=True)
class Export:
    purpose: Purpose
    path: str


@dataclass(frozen=True)
class CallOff:
    """Give up what goes on beside the window, and is shown as a task."""


@dataclass(frozen=True)
class OpenLink:
    """An address, in the browser."""

    address: str


@dataclass(frozen=True)
class CopySnippet:
    """A test for pytest that asks the same, to the clipboard."""


@dataclass(frozen=True)
class CopyQuery:
    """The command line that asks the same, to the clipboard."""


@dataclass(frozen=True)
class CopyCamera:
    """The camera of the acting view, as text, to the clipboard."""


@dataclass(frozen=True)
class PasteCamera:
    """The clipboard's camera to the acting view."""


@dataclass(frozen=True)
class ResetLayout:
    """All panels back to their places; the layout itself does it, which alone knows the dock."""


@dataclass(frozen=True)
class PasteVertices:
    """The clipboard's points as the vertices of the body."""

    body: str


@dataclass(frozen=True)
class ReadMeshAgain:
    """The body's mesh anew from its file, which may have changed."""

    body: str


@dataclass(frozen=True)
class Record:
    """Record from now on what is done; or stop, and write it to a file."""

    on: bool


@dataclass(frozen=True)
class FollowDemo:
    """Show again what the demo shows: at that tick, or playing on from where it is."""

    tick: int | None = None
    discard: bool = False


@dataclass(frozen=True)
class BrowseDemo:
    """Show the file dialog for the demo that is shown, or that was recorded last."""


@dataclass(frozen=True)
class CopyFilmCommand:
    """The command that makes a film of the demo that is shown, to the clipboard."""


Request = (
    BringBackLeft
    | BrowseDemo
    | CopyFilmCommand
    | Record
    | BrowseExport
    | BrowseFiles
    | CallOff
    | CopyCamera
    | CopyQuery
    | CopySnippet
    | DiscardLeft
    | Export
    | FollowDemo
    | NewScene
    | OpenLink
    | PasteCamera
    | PasteVertices
    | Quit
    | ReadLesson
    | ReadMeshAgain
    | ReadScene
    | ResetLayout
    | WriteScene
)
Outcome = Action | Request


def resumed(waiting: Unsaved, discard: bool = False) -> Request:
    """What the user wanted when the question about unsaved changes came up."""
    match waiting.then:
        case Then.NEW:
            return NewScene(discard)
        case Then.READ:
            return ReadScene(waiting.paths, waiting.is_example, discard)
        case Then.LESSON:
            name, page = waiting.paths
            return ReadLesson(name, int(page), discard)
        case Then.DEMO:
            return FollowDemo(int(waiting.paths[0]) if waiting.paths else None, discard)
        case Then.BROWSE:
            return BrowseFiles(discard=discard)
        case Then.QUIT:
            return Quit(discard)
