"""Demos as data: an initial state, timed cues, and hashes of the traces at the time of recording.

Time advances in ticks of equal length, so a demo plays identically at any speed and on any machine: the state at a
tick depends on the demo alone.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

TICKS = 60  # per second
RATES = (0.25, 0.5, 1.0, 2.0, 4.0)  # playback speeds

# `Any`, because the modules of the state and the actions import this one.
Motion = Callable[[Any, float], Iterable[Any]]
"""Maps a state and the elapsed fraction, 0 … 1, of the motion to the actions that produce that moment."""


class Cue(NamedTuple):
    """A motion of `length` ticks from tick `start` on; `begin` creates it from the state at that time."""

    start: int
    length: int
    begin: Callable[[Any], Motion]
    place: tuple[str | int, ...] = ()  # the keys of its step in the demo file


@dataclass(frozen=True)
class Demo:
    """A demo; `cues` are sorted by start, and `hashes` are trace hashes at the ticks when the trace changed."""

    name: str
    first: Any  # the initial state
    cues: tuple[Cue, ...]
    length: int  # ticks
    marks: tuple[tuple[int, str], ...] = ()  # ticks at which captions appear, for the timeline
    hashes: tuple[tuple[int, str], ...] = ()
    about: str | None = None
    document: Any = field(default=None, compare=False)  # the JSON document that it is read from or written to

    @property
    def seconds(self) -> float:
        return self.length / TICKS

    def hash_at(self, tick: int) -> str | None:
        """The recorded trace hash at exactly this tick, if any."""
        return self._hashes.get(tick)

    @cached_property
    def _hashes(self) -> dict[int, str]:
        return dict(self.hashes)


@dataclass(frozen=True)
class CameraReturn:
    """A camera transition from those of a user who had taken over back to the demo's; `elapsed` is in seconds."""

    cameras: Any
    elapsed: float = 0.0


@dataclass(frozen=True)
class DemoPlayback:
    """Playback of a demo: its position and speed, and whether the user has taken over."""

    demo: Demo
    path: str | None = None  # the demo file
    position: float = 0.0  # ticks since the start
    playing: bool = True
    rate: float = 1.0
    taken_over: bool = False  # the user has changed the state, which is no longer the demo's
    way_back: CameraReturn | None = None
    diverged: tuple[int, ...] = ()  # ticks played so far at which the trace differed from the recording

    @property
    def tick(self) -> int:
        return int(self.position)

    @property
    def is_over(self) -> bool:
        return self.tick >= self.demo.length

    @property
    def animating(self) -> bool:
        """Whether it advances with time; false once the user has taken over."""
        return self.playing or self.way_back is not None


@dataclass(frozen=True)
class Caption:
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
