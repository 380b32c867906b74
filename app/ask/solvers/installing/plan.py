"""What an installation fetches, and how its progress and its failures are reported."""

from collections.abc import Callable
from typing import NamedTuple


class InstallError(Exception):
    """An engine that cannot be installed or removed; the message is one line that says why."""


class Download(NamedTuple):
    """A package that an installation fetches."""

    name: str
    version: str
    size: int | None  # bytes; None: unknown


class Progress(NamedTuple):
    """How far an installation is."""

    words: str  # what happens now
    done: int = 0  # bytes of the present download
    total: int | None = None  # bytes; None: unknown


OnProgress = Callable[[Progress], None]


class InstallPlan(NamedTuple):
    """An installation that can be started."""

    engine: str  # the adapter's name
    version: str
    downloads: tuple[Download, ...]  # the engine itself first

    @property
    def name(self) -> str:
        """NAME@VERSION."""
        return f"{self.engine}@{self.version}"

    @property
    def words(self) -> str:
        """What is fetched, and how large it is: "mujoco 3.3.0 (6.6 MB), glfw 2.9.0 (0.2 MB)"."""
        return ", ".join(f"{item.name} {item.version} ({size_words(item.size)})" for item in self.downloads)

    @property
    def size(self) -> int | None:
        """Bytes in total; None if that of a package is unknown."""
        sizes = [item.size for item in self.downloads if item.size is not None]
        return sum(sizes) if len(sizes) == len(self.downloads) else None


MEGABYTE = 1_000_000


def size_words(size: int | None) -> str:
    """A size for people: "6.6 MB"."""
    if size is None:
        return "size unknown"
    return f"{size / MEGABYTE:.1f} MB" if size >= MEGABYTE / 10 else f"{max(round(size / 1000), 1)} kB"
