"""What waits until the user has decided about unsaved changes: one record for each thing that asks first."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ThenNew:
    """A new scene."""


@dataclass(frozen=True)
class ThenBrowse:
    """The file dialog."""


@dataclass(frozen=True)
class ThenRead:
    """Files to open."""

    paths: tuple[str, ...]
    is_example: bool = False


@dataclass(frozen=True)
class ThenLesson:
    """A page of a lesson."""

    name: str
    page: int = 0


@dataclass(frozen=True)
class ThenDemo:
    """Resume the demo, from that tick or from where it is."""

    tick: int | None = None


@dataclass(frozen=True)
class ThenQuit:
    """The window closes."""


Unsaved = ThenNew | ThenBrowse | ThenRead | ThenLesson | ThenDemo | ThenQuit
