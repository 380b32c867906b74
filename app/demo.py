"""A demo as data: a first state, what happens when, and what the traces looked like when it was recorded.

Time goes by in ticks of equal length, so that a demo is the same whoever plays it and however fast: what is seen at a
tick depends on nothing but the demo.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

TICKS = 60  # a second
RATES = (0.25, 0.5, 1.0, 2.0, 4.0)  # at which a demo can be played

# The state and the actions stand above this module, which they need: hence `Any`.
Motion = Callable[[Any, float], Iterable[Any]]
"""The actions that bring a state to where it is after a part, 0 … 1, of the motion's time."""


class Cue(NamedTuple):
    """From the tick `start` on, for `length` ticks, the motion that `begin` makes of the state at the start."""

    start: int
    length: int
    begin: Callable[[Any], Motion]
    place: tuple[str | int, ...] = ()  # the keys that lead to its step in the file


@dataclass(frozen=True)
class Demo:
    """`cues` are in the order of their starts; `hashes` are those of the trace at the ticks when it changed."""

    name: str
    first: Any  # the state that it begins with
    cues: tuple[Cue, ...]
    length: int  # ticks
    marks: tuple[tuple[int, str], ...] = ()  # the ticks at which captions come up, for its timeline
    hashes: tuple[tuple[int, str], ...] = ()
    about: str | None = None
    document: Any = field(default=None, compare=False)  # the file that it was read from, or is written as

    @property
    def seconds(self) -> float:
        return self.length / TICKS

    def hash_at(self, tick: int) -> str | None:
        """That of the trace as it was recorded at this very tick."""
        return self._hashes.get(tick)

    @cached_property
    def _hashes(self) -> dict[int, str]:
        return dict(self.hashes)


@dataclass(frozen=True)
class WayBack:
    """From the cameras of somebody who had taken over, back to those of the demo, since `elapsed` seconds."""

    cameras: Any
    elapsed: float = 0.0


@dataclass(frozen=True)
class Show:
    """A demo that is being shown: how far it is, and whether it goes on."""

    demo: Demo
    path: str | None = None  # the file that it is in
    position: float = 0.0  # ticks since the beginning
    playing: bool = True
    rate: float = 1.0
    taken_over: bool = False  # somebody has changed what is seen: it is no longer what the demo shows
    way_back: WayBack | None = None
    diverged: tuple[int, ...] = ()  # ticks, as far as it was shown, at which the traces were not as recorded

    @property
    def tick(self) -> int:
        return int(self.position)

    @property
    def is_over(self) -> bool:
        return self.tick >= self.demo.length

    @property
    def animating(self) -> bool:
        """Whether it changes as time passes, while nobody has taken over."""
        return self.playing or self.way_back is not None


@dataclass(frozen=True)
class Caption:
    """Words over the views; they come and go softly."""

    text: str
    opacity: float = 0.0
    leaving: bool = False

    @property
    def changing(self) -> bool:
        return self.leaving or self.opacity < 1


def clock(tick: int) -> str:
    """A time in a demo as minutes and seconds: 1:05."""
    return f"{tick // TICKS // 60}:{tick // TICKS % 60:02d}"
