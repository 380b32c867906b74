"""Commands that prompt to save unsaved changes first: one record per command."""

from dataclasses import dataclass

from gjkscope.app.scenes.scene import Scene


@dataclass(frozen=True)
class ThenNew:
    """Create a new scene."""


@dataclass(frozen=True)
class ThenBrowse:
    """Show the file dialog."""


@dataclass(frozen=True)
class ThenRead:
    """Open these files."""

    paths: tuple[str, ...]
    is_example: bool = False


@dataclass(frozen=True)
class ThenImport:
    """Open an imported scene."""

    scene: Scene
    z_up: bool | None = None  # as in `TakeImport`


@dataclass(frozen=True)
class ThenLesson:
    """Go to a page of a lesson."""

    name: str
    page: int = 0


@dataclass(frozen=True)
class ThenDemo:
    """Resume the demo, from that tick or from where it is."""

    tick: int | None = None


@dataclass(frozen=True)
class ThenQuit:
    """Close the window."""


Unsaved = ThenNew | ThenBrowse | ThenRead | ThenImport | ThenLesson | ThenDemo | ThenQuit
