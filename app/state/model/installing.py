"""The installation of an engine, as its card shows it."""

from enum import StrEnum

from msgspec import Struct


class InstallPhase(StrEnum):
    PLANNING = "planning"  # asks what would be fetched
    PLANNED = "planned"  # waits for the user
    RUNNING = "running"
    FAILED = "failed"


class Installing(Struct, frozen=True):
    """What is fetched, and how far that is."""

    engine: str  # NAME, then NAME@VERSION once the version is known
    title: str
    phase: InstallPhase
    fetched: tuple[str, ...] = ()  # a line for each package with its size: the engine, then the largest
    size: str = ""  # in total
    words: str = ""  # what happens now
    fraction: float | None = None  # of the present download, 0 … 1; None: unknown
    fault: str = ""  # one line
