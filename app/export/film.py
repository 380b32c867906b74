"""Renders a demo as a film: a sequence of pictures.

Pictures depend only on the demo, the size and the options: two runs give identical pictures.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from math import ceil
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from gjkscope.app.actions.demo_playback import advanced_playhead, opening
from gjkscope.app.base.records import replace
from gjkscope.app.export.figure import FigureRenderer
from gjkscope.app.model import Demo, State
from gjkscope.app.model.demo import TICKS
from gjkscope.engine.shapes.hulls import qhull

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class FilmStyle:
    """How a film looks: `size` in pixels, and the supersampling factor `supersample`."""

    size: tuple[int, int]
    supersample: int = 1
    panels: bool = False
    captions: bool = True
    transparent: bool = False  # without the background; pictures then have a fourth channel, opacity

    @property
    def channels(self) -> int:
        return 4 if self.transparent else 3


class FilmFrame(NamedTuple):
    """A picture of the film: the state to show, and how far the demo has diverged."""

    number: int
    tick: int
    state: State
    diverged: tuple[int, ...]  # ticks so far at which the demo diverged from its recording


class FilmSpan(NamedTuple):
    """The part of a demo that a film shows, in ticks."""

    first: int
    last: int


def whole_span(demo: Demo) -> FilmSpan:
    return FilmSpan(0, demo.length)


def frame_count(span: FilmSpan, fps: int) -> int:
    """Number of pictures in the film, at least one."""
    return max(ceil((span.last - span.first) * fps / TICKS), 1)


def frames(demo: Demo, fps: int, span: FilmSpan) -> Iterator[FilmFrame]:
    """What each picture shows; the last one is the end of the span."""
    count = frame_count(span, fps)
    ticks = (span.first + number * TICKS // fps for number in range(count - 1))
    return shots(demo, chain(ticks, (span.last,)))


def shots(demo: Demo, ticks: Iterable[int]) -> Iterator[FilmFrame]:
    """What pictures at these ticks show, which ascend."""
    head = opening(demo)
    for number, tick in enumerate(ticks):
        while head.tick < tick:
            head = advanced_playhead(demo, head)
        yield FilmFrame(number, head.tick, head.state, head.diverged)


class FilmRenderer:
    """Renders the pictures of a film.  A context manager; raises `NoGraphics` if rendering is not available."""

    def __init__(self, look: FilmStyle) -> None:
        qhull()  # loaded before the first picture, unlike in a window
        width, height = (side * look.supersample for side in look.size)
        self._look = look
        self._figure = FigureRenderer((width, height), side=max(width, height))  # a single tile is faster
        self._last: tuple[State, Pixels] | None = None

    def render(self, state: State) -> Pixels:
        """The picture, (height, width, 3 or 4) bytes, top row first; while nothing changes it is the same one."""
        shown = self.shown(state)
        if self._last is None or self._last[0] != shown:
            self._last = (shown, downsampled(self._drawn(shown), self._look.supersample))
        return self._last[1]

    def shown(self, state: State) -> State:
        """The state as the film shows it: equal ones look the same."""
        return state if self._look.captions else replace(state, display=replace(state.display, caption=None))

    def _drawn(self, state: State) -> Pixels:
        if self._look.panels:
            return self._figure.render_window(state)
        return self._figure.render_film(state, self._look.transparent)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._figure.__exit__(*exception)


def downsampled(pixels: Pixels, times: int) -> Pixels:
    """Scales the picture down, averaging squares of pixels; colours count in proportion to their opacity."""
    if times == 1:
        return pixels
    from PIL import Image

    picture = Image.fromarray(np.ascontiguousarray(pixels))
    if picture.mode == "RGBA":
        return np.asarray(picture.convert("RGBa").reduce(times).convert("RGBA"))
    return np.asarray(picture.reduce(times))
