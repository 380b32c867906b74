"""Commands that prompt to save unsaved changes first: one record per command."""

from msgspec import Struct

from gjkscope.app.scenes.scene import Scene


class ThenNew(Struct, frozen=True):
    """Create a new scene, of dimension 3 or 2."""

    dimension: int = 3


class ThenBrowse(Struct, frozen=True):
    """Show the file dialog."""


class ThenRead(Struct, frozen=True):
    """Open these files."""

    paths: tuple[str, ...]
    is_example: bool = False


class ThenImport(Struct, frozen=True):
    """Open an imported scene."""

    scene: Scene
    z_up: bool | None = None  # as in `TakeImport`


class ThenDemo(Struct, frozen=True):
    """Resume the demo, from that tick or from its current position."""

    tick: int | None = None


class ThenQuit(Struct, frozen=True):
    """Close the window."""


Unsaved = ThenNew | ThenBrowse | ThenRead | ThenImport | ThenDemo | ThenQuit
