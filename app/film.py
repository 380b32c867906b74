"""A demo as a film: its pictures one after the other, and its captions as subtitles.

What is seen in a picture depends on the demo, the size and the options alone: two runs give the same pictures.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from engine.hulls import qhull

from .actions.performing import advanced, opening
from .demo import TICKS, Demo
from .demos.file import heads
from .figure import FigureRenderer
from .panels.caption import spoken
from .state import State

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Look:
    """How a film looks: `size` in pixels, `finer` so many times as fine before it is reduced to that size."""

    size: tuple[int, int]
    finer: int = 1
    panels: bool = False
    captions: bool = True


class Frame(NamedTuple):
    number: int
    tick: int
    state: State
    diverged: tuple[int, ...]  # ticks so far at which the demo was not as recorded


def frame_count(demo: Demo, fps: int) -> int:
    """How many pictures the film has: at least one."""
    return max(ceil(demo.length * fps / TICKS), 1)


def frames(demo: Demo, fps: int) -> Iterator[Frame]:
    """What is to be seen in each picture; the last one shows the demo's end."""
    head = opening(demo)
    count = frame_count(demo, fps)
    for number in range(count):
        tick = number * TICKS // fps if number < count - 1 else demo.length
        while head.tick < tick:
            head = advanced(demo, head)
        yield Frame(number, head.tick, head.state, head.diverged)


class FilmRenderer:
    """Draws the pictures of a film.  A context manager; raises `NoGraphics` when there is nothing to draw with."""

    def __init__(self, look: Look) -> None:
        qhull()  # a window draws its first frame without it
        width, height = (side * look.finer for side in look.size)
        self._look = look
        self._figure = FigureRenderer((width, height), side=max(width, height))  # in one: tiles would take longer
        self._last: tuple[State, Pixels] | None = None

    def render(self, state: State) -> Pixels:
        """The picture as (height, width, 3) bytes, top row first; while nothing changes it is the same one."""
        shown = state if self._look.panels else replace(state, lecture=True)  # it is seen from the last row, too
        if not self._look.captions:
            shown = replace(shown, caption=None)
        if self._last is None or self._last[0] != shown:
            draw = self._figure.render_window if self._look.panels else self._figure.render_film
            self._last = (shown, reduced(draw(shown), self._look.finer))
        return self._last[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._figure.__exit__(*exception)


def reduced(pixels: Pixels, times: int) -> Pixels:
    """The picture made smaller, each pixel the mean of a square of them."""
    if times == 1:
        return pixels
    from PIL import Image

    return np.asarray(Image.fromarray(np.ascontiguousarray(pixels)).reduce(times))


def subtitles(demo: Demo) -> str:
    """The captions as SubRip text: when each is there to be read, and what it says."""
    entries: list[tuple[int, int, str]] = []  # the first tick, the tick after the last, the words
    for head in heads(demo):
        caption = head.state.caption
        if caption is None or caption.leaving:
            continue
        said, end = re.sub(r"\n\s*\n", "\n", spoken(caption.text)), min(head.tick + 1, demo.length)
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
