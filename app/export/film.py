"""Renders a demo as a film: a sequence of pictures, with the captions as subtitles.

Pictures depend only on the demo, the size and the options: two runs give identical pictures.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from gjkscope.app.actions.demo_playback import advanced_playhead, opening
from gjkscope.app.base.records import replace
from gjkscope.app.demos.file import playheads
from gjkscope.app.export.figure import FigureRenderer
from gjkscope.app.model import Demo, State
from gjkscope.app.model.demo import TICKS
from gjkscope.app.panels.viewport.caption import plain_text
from gjkscope.engine.shapes.hulls import qhull

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class FilmStyle:
    """How a film looks: `size` in pixels, and the supersampling factor `supersample`."""

    size: tuple[int, int]
    supersample: int = 1
    panels: bool = False
    captions: bool = True


class FilmFrame(NamedTuple):
    """A picture of the film: the state to show, and how far the demo has diverged."""

    number: int
    tick: int
    state: State
    diverged: tuple[int, ...]  # ticks so far at which the demo diverged from its recording


def frame_count(demo: Demo, fps: int) -> int:
    """Number of pictures in the film, at least one."""
    return max(ceil(demo.length * fps / TICKS), 1)


def frames(demo: Demo, fps: int) -> Iterator[FilmFrame]:
    """What each picture shows; the last one is the end of the demo."""
    head = opening(demo)
    count = frame_count(demo, fps)
    for number in range(count):
        tick = number * TICKS // fps if number < count - 1 else demo.length
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
        """The picture as (height, width, 3) bytes, top row first; while nothing changes it is the same one."""
        shown = state if self._look.captions else replace(state, display=replace(state.display, caption=None))
        if self._last is None or self._last[0] != shown:
            draw = self._figure.render_window if self._look.panels else self._figure.render_film
            self._last = (shown, downsampled(draw(shown), self._look.supersample))
        return self._last[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._figure.__exit__(*exception)


def downsampled(pixels: Pixels, times: int) -> Pixels:
    """Scales the picture down, averaging squares of pixels."""
    if times == 1:
        return pixels
    from PIL import Image

    return np.asarray(Image.fromarray(np.ascontiguousarray(pixels)).reduce(times))


def subtitles(demo: Demo) -> str:
    """The captions as SubRip text, with their times."""
    entries: list[tuple[int, int, str]] = []  # first tick, one past the last tick, text
    for head in playheads(demo):
        caption = head.state.display.caption
        if caption is None or caption.leaving:
            continue
        said, end = re.sub(r"\n\s*\n", "\n", plain_text(caption.text)), min(head.tick + 1, demo.length)
        if entries and entries[-1][1:] == (head.tick, said):
            entries[-1] = (entries[-1][0], end, said)
        else:
            entries.append((head.tick, end, said))
    return "\n".join(
        f"{number}\n{_clock(start)} --> {_clock(end)}\n{said}\n"
        for number, (start, end, said) in enumerate(entries, start=1)
    )


def _clock(tick: int) -> str:
    seconds, part = divmod(tick, TICKS)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d},{part * 1000 // TICKS:03d}"
