"""Time, captions and camera transitions of demos.  Demos themselves contain states and are defined in `state`.

Time advances in ticks of equal length, so a demo plays identically at any speed and on any machine: the state at a
tick depends on the demo alone.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from gjkscope.app.state.model.view import Cameras

TICKS = 60  # per second
RATES = (0.25, 0.5, 1.0, 2.0, 4.0)  # playback speeds


class MarkKind(StrEnum):
    CAPTION = "caption"
    CHAPTER = "chapter"
    PAUSE = "pause"  # the presenter continues from here with a key; a film does not stop
    NOTES = "notes"  # for the presenter only
    TITLE = "title"
    CARD = "card"
    SOUND = "sound"
    POSTER = "poster"  # the picture that represents the demo's film


Spans = tuple[tuple[int, int], ...]
"""Spans of ticks, in order and apart from each other."""


class DemoMark(NamedTuple):
    """A part of a demo that belongs to a time rather than to the state."""

    tick: int
    text: str = ""  # of a sound: the path of its file
    kind: MarkKind = MarkKind.CAPTION
    length: int = 0  # ticks: of a sound, without what it skips, and of a title or card that disappears
    skips: Spans = ()  # of a sound's own time, which are not heard


def without_spans(tick: int, spans: Spans) -> int:
    """The tick on a time line from which the spans have been removed."""
    return tick - sum(min(tick, last) - first for first, last in spans if first < tick)


def with_spans(tick: int, spans: Spans) -> int:
    """The tick before the spans were removed: the inverse of `without_spans`, at the end of a removed span."""
    for first, last in spans:
        tick += last - first if first <= tick else 0
    return tick


def join_spans(spans: Iterable[tuple[int, int]]) -> Spans:
    """The spans in order, with those that overlap or touch joined."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(span for span in spans if span[0] < span[1]):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return tuple(joined)


class CameraReturn(Struct, frozen=True):
    """A camera transition from those of a user who had taken over back to the demo's; `elapsed` is in seconds."""

    cameras: Cameras
    elapsed: float = 0.0


class Caption(Struct, frozen=True):
    """Text over the views, which fades in and out."""

    text: str
    opacity: float = 0.0
    leaving: bool = False

    @property
    def changing(self) -> bool:
        return self.leaving or self.opacity < 1


def format_time(tick: int) -> str:
    """A tick as minutes and seconds, such as 1:05."""
    return f"{tick // TICKS // 60}:{tick // TICKS % 60:02d}"
