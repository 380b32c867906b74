"""What a panel can ask for besides actions: things that touch files or the window, which `update` may not.

The session carries them out (app/window/session.py) and tells the state how it went, by actions.
"""

from dataclasses import dataclass

from app.actions import Action


@dataclass(frozen=True)
class ReadScene:
    """Open the scene or mesh file at `path`; what is saved later does not overwrite an example."""

    path: str
    is_example: bool = False
    discard: bool = False  # without asking about unsaved changes, as below


@dataclass(frozen=True)
class WriteScene:
    """Save the scene to `path`, or to the file it came from."""

    path: str | None = None


@dataclass(frozen=True)
class BrowseFiles:
    """Show the file dialog, at the folder of the scene's file."""

    save: bool = False
    discard: bool = False


@dataclass(frozen=True)
class Quit:
    """Close the window."""

    discard: bool = False


@dataclass(frozen=True)
class CopyCamera:
    """The camera of the acting view, as text, to the clipboard."""


@dataclass(frozen=True)
class PasteCamera:
    """The clipboard's camera to the acting view."""


@dataclass(frozen=True)
class ResetLayout:
    """All panels back to their places; the layout itself does it, which alone knows the dock."""


Request = ReadScene | WriteScene | BrowseFiles | Quit | CopyCamera | PasteCamera | ResetLayout
Outcome = Action | Request
