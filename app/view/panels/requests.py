"""Requests: side effects that a panel can ask for, such as file access, which the pure function `update` cannot
perform.

The session (app/window/session.py) carries them out and reports the outcome to the state through actions.
"""

from msgspec import Struct

from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.actions import Action
from gjkscope.app.state.model import (
    Continuation,
    Purpose,
    ThenBrowse,
    ThenDemo,
    ThenImport,
    ThenNew,
    ThenQuit,
    ThenRead,
    Unsaved,
)


class Request(Struct, frozen=True):
    """Base class of all requests."""


class NewScene(Request, frozen=True):
    """Create a new scene, of dimension 3 or 2."""

    dimension: int = 3
    discard: bool = False  # discard unsaved changes without asking, here and below


class ReadScene(Request, frozen=True):
    """Open a scene, or one or two mesh files.  An example is never overwritten when the scene is saved.

    Any other text opens in the import dialog.
    """

    paths: tuple[str, ...]
    is_example: bool = False
    discard: bool = False


class BrowseMeshes(Request, frozen=True):
    """Show the file dialog to choose a mesh file whose bodies are added to the scene."""


class AddMeshes(Request, frozen=True):
    """Add the bodies of mesh files to the scene."""

    paths: tuple[str, ...]


class PasteText(Request, frozen=True):
    """Open the text in the clipboard in the import dialog."""


class BrowseText(Request, frozen=True):
    """Show the file dialog to choose a file to import."""


class TakeImport(Request, frozen=True):
    """Open the scene that the import dialog has made."""

    scene: Scene
    discard: bool = False
    z_up: bool | None = None  # the axis to show vertically; None: it is not known


class StartHunt(Request, frozen=True):
    """Start a hunt for wrong answers, as set in the Hunt panel."""


class StopHunt(Request, frozen=True):
    """Stop the hunt; what it has found stays."""


class StartSurvey(Request, frozen=True):
    """Start a survey of engines, as set in the Survey panel."""


class StopSurvey(Request, frozen=True):
    """Stop the survey; the families that are finished for all engines stay."""


class PlanInstallation(Request, frozen=True):
    """Look up what installing an engine fetches."""

    engine: str
    title: str


class StartInstallation(Request, frozen=True):
    """Install the engine whose card is shown."""


class CancelInstallation(Request, frozen=True):
    """Close the card; an installation in progress leaves nothing."""


class RemoveEngine(Request, frozen=True):
    """Delete an engine that gjkscope has installed."""

    engine: str


class BrowseSolver(Request, frozen=True):
    """Show the file dialog to choose a solver to hunt: a Python file, a program or a library."""


class TakeSolver(Request, frozen=True):
    """Hunt the solver in this file."""

    path: str


class BrowseCapture(Request, frozen=True):
    """Show the file dialog to choose a capture."""


class CancelCapture(Request, frozen=True):
    """Stop judging the pairs of the capture; what is already known is kept."""


class JudgeCapture(Request, frozen=True):
    """Judge the pairs of the capture again, with another tolerance."""

    tolerance: float


class CloseCapture(Request, frozen=True):
    """Close the capture."""


class OpenCapturedPair(Request, frozen=True):
    """Open the pair of the capture with this number as a scene."""

    number: int


class OpenWrongPair(Request, frozen=True):
    """Open the next wrong pair of the capture, in the order of the list, or the previous one."""

    back: bool = False


class StartListening(Request, frozen=True):
    """Listen for an engine that streams its pairs, and bring the Capture panel to the front."""


class StopListening(Request, frozen=True):
    """End the live connection and stop listening; pairs received so far are kept."""


class ResumePresentation(Request, frozen=True):
    """Go to another stop of the demo that the presenter has taken over."""

    count: int


class RecallPlace(Request, frozen=True):
    """Return to a bookmark of the presentation."""

    number: int


class RestoreKept(Request, frozen=True):
    """Offer unsaved changes that were set aside during a presentation."""


class ReadLesson(Request, frozen=True):
    """Open a page (counted from 0) of the lesson with this name."""

    name: str
    page: int = 0


class SaveScene(Request, frozen=True):
    """Save the scene to `path`, or to its own file if None; then continue with `then`."""

    path: str | None = None
    then: Unsaved | None = None


class BrowseFiles(Request, frozen=True):
    """Show the file dialog in the folder of the scene's file."""

    save: bool = False
    discard: bool = False


class Quit(Request, frozen=True):
    """Close the window when the current write has finished."""

    discard: bool = False
    at_once: bool = False  # abandon the write


class RecoverChanges(Request, frozen=True):
    """Restore the unsaved changes of an earlier session that are being offered."""


class DiscardRecovery(Request, frozen=True):
    """Discard these changes."""


class BrowseExport(Request, frozen=True):
    """Show the file dialog for an export."""

    purpose: Purpose


class Export(Request, frozen=True):
    """Export to a file."""

    purpose: Purpose
    path: str


class CancelTask(Request, frozen=True):
    """Cancel the running background job."""


class OpenLink(Request, frozen=True):
    """Open a URL in the browser."""

    address: str


class CopySnippet(Request, frozen=True):
    """Copy a pytest test of the current query to the clipboard."""


class CopyAs(Request, frozen=True):
    """Copy the pair as code or XML for another engine, by the name of its writer."""

    writer: str


class CopyQuery(Request, frozen=True):
    """Copy the equivalent command line to the clipboard."""


class CopyCamera(Request, frozen=True):
    """Copy the camera of the acting view to the clipboard as text."""


class CopyCameraStep(Request, frozen=True):
    """Copy a step of a demo that moves the acting view to its camera."""


class PasteCamera(Request, frozen=True):
    """Apply the camera in the clipboard to the acting view."""


class ResetLayout(Request, frozen=True):
    """Reset the dock layout.  Carried out by `draw_layout`, which alone knows the dock."""


class FocusPanel(Request, frozen=True):
    """Move the keyboard focus to the next visible panel or view, or the one before (−1).  Carried out by the layout."""

    by: int


class PasteRotation(Request, frozen=True):
    """Replace the body's rotation, or with a matrix its pose, by the numbers in the clipboard."""

    body: str


class PasteVertices(Request, frozen=True):
    """Replace the body's vertices with the points in the clipboard."""

    body: str


class PasteReport(Request, frozen=True):
    """Add the report of an engine in the clipboard."""


class ReloadMesh(Request, frozen=True):
    """Reload the body's mesh from its file, which may have changed."""

    body: str


class DecomposeMesh(Request, frozen=True):
    """Cut the body's mesh into convex parts."""

    body: str


class ToggleRecording(Request, frozen=True):
    """Start recording, into the open demo if there is one, or stop and save the recording."""

    on: bool


class RecordOver(Request, frozen=True):
    """Record into the open demo, in place of the ticks `first` to `last`."""

    first: int
    last: int


class GoOnAfterTake(Request, frozen=True):
    """Let the demo go on in this way after the recording that was just inserted."""

    then: Continuation


class CutSpan(Request, frozen=True):
    """Cut the selected span out of the demo."""


class ClosePauses(Request, frozen=True):
    """Shorten the pauses of the demo that are longer than set."""


class SetCaption(Request, frozen=True):
    """Set the text of a caption, counted from 0, or add one at `tick` if `number` is None.

    Without a text, remove it.
    """

    text: str
    tick: int
    number: int | None = None


class SetNotes(Request, frozen=True):
    """Let these notes of the presenter apply at a tick, until the next ones."""

    text: str
    tick: int


class MoveCaption(Request, frozen=True):
    """Let the caption with that number begin at another tick."""

    number: int
    tick: int


class RetimeTake(Request, frozen=True):
    """Move the end of a section from `tick` to another one, with everything after it."""

    tick: int
    to: int


class StretchSpan(Request, frozen=True):
    """Change the speed of the selected time so that it ends at tick `to`, with everything after it."""

    to: int


class StepTakeEdits(Request, frozen=True):
    """Undo the last edit of the demo (−1) or redo the next one (1)."""

    by: int


class SaveTake(Request, frozen=True):
    """Save the edited demo to its file."""


class ResumeDemo(Request, frozen=True):
    """Seek the demo to `tick`, or resume playing from the current tick if None."""

    tick: int | None = None
    discard: bool = False


class BrowseDemo(Request, frozen=True):
    """Show the file dialog to save the open demo or the latest recording."""


class CopyFilmCommand(Request, frozen=True):
    """Copy the command line that renders the film that is set to the clipboard."""


class PreviewFilm(Request, frozen=True):
    """Render the first second of the film that is set; `span` is the part of the demo, in ticks."""

    span: tuple[int, int] | None


Outcome = Action | Request


def resume_request(waiting: Unsaved, discard: bool = False) -> Request:
    """The request that was interrupted by the prompt to save."""
    match waiting:
        case ThenNew(dimension):
            return NewScene(dimension, discard)
        case ThenRead(paths, is_example):
            return ReadScene(paths, is_example, discard)
        case ThenImport(scene, z_up):
            return TakeImport(scene, discard, z_up)
        case ThenDemo(tick):
            return ResumeDemo(tick, discard)
        case ThenBrowse():
            return BrowseFiles(discard=discard)
        case ThenQuit():
            return Quit(discard)
