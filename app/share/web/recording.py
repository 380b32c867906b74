"""`PageRecording` collects what a page shows; `Content` is the result."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from gjkscope.app.share.web.arrays import ArrayStore
from gjkscope.app.share.web.stills import StillRecorder
from gjkscope.version import __version__

Progress = Callable[[float, float], None]
"""Receives the completed amount and the total."""

PROGRAM = f"gjkscope {__version__}"  # what wrote a page

Sentences = tuple[tuple[str, ...], ...]


class Content(Struct, frozen=True):
    """What a page shows: `payload` is for the player, the rest for readers without it."""

    title: str
    about: str  # Markdown
    source: str  # an address, or empty
    sentences: Sentences  # of each run, of each step
    payload: str  # base64
    live: int = 0  # the dimension of the engine that the page needs, as it answers pairs itself; 0: none


class PageRecording:
    """The arrays and looks that all runs and films of a page share."""

    def __init__(self) -> None:
        self.arrays = ArrayStore()
        self.stills = StillRecorder(self.arrays)

    def content(
        self,
        title: str,
        about: str,
        source: str,
        pair: tuple[str, ...],
        tracks: Mapping[str, Any],
        sentences: Sentences,
    ) -> Content:
        """Everything recorded, with the `runs` and `films` in `tracks`."""
        header = {
            "program": PROGRAM,
            "title": title,
            "pair": list(pair),
            **tracks,
            **self.stills.header,
        }
        live = tracks.get("live", {}).get("dimension", 0)
        return Content(title, about, source, sentences, self.arrays.payload(header), live)


def silent(_done: float, _whole: float) -> None:
    """Reports no progress."""
