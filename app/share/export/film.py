"""Renders a demo as a film: a sequence of pictures.

Pictures depend only on the demo, the size and the options: two runs give identical pictures.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.records import replace
from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.state.model import State, Theme
from gjkscope.engine.shapes.qhull import load_qhull

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class FilmStyle:
    """How a film looks: `size` in pixels, and the supersampling factor `supersample`."""

    size: tuple[int, int]
    supersample: int = 1
    panels: bool = False
    captions: bool = True
    transparent: bool = False  # without the background; pictures then have a fourth channel, opacity
    theme: Theme | None = None  # None: that of the demo

    @property
    def channels(self) -> int:
        return 4 if self.transparent else 3


class FilmRenderer:
    """Renders the pictures of a film.  A context manager; raises `NoGraphics` if rendering is not available."""

    def __init__(self, look: FilmStyle) -> None:
        load_qhull()  # before the first picture, unlike in a window
        width, height = (side * look.supersample for side in look.size)
        self._look = look
        self._figure = FigureRenderer((width, height), side=max(width, height))  # a single tile is faster
        self._last: tuple[State, Pixels] | None = None

    def render(self, state: State) -> Pixels:
        """The picture, (height, width, 3 or 4) bytes, top row first; the same object while nothing changes."""
        shown = self.shown(state)
        if self._last is None or self._last[0] != shown:
            self._last = (shown, downsample(self._draw(shown), self._look.supersample))
        return self._last[1]

    def shown(self, state: State) -> State:
        """The state as the film shows it: equal ones look the same."""
        if not self._look.captions:
            state = replace(state, display=replace(state.display, caption=None))
        return state if self._look.theme is None else _themed(state, self._look.theme)

    def _draw(self, state: State) -> Pixels:
        if self._look.panels:
            return self._figure.render_window(state)
        return self._figure.render_film(state, self._look.transparent)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._figure.__exit__(*exception)


def _themed(state: State, theme: Theme) -> State:
    """The state in this theme, with the views that fade out."""
    earlier = state.earlier
    if earlier is not None:
        state = replace(state, earlier=replace(earlier, state=_themed(earlier.state, theme)))
    if state.appearance.theme is theme:
        return state
    return replace(state, appearance=replace(state.appearance, theme=theme))


def downsample(pixels: Pixels, times: int) -> Pixels:
    """Scales the picture down, averaging squares of pixels; colours count in proportion to their opacity."""
    if times == 1:
        return pixels
    from PIL import Image

    picture = Image.fromarray(np.ascontiguousarray(pixels))
    if picture.mode == "RGBA":
        return np.asarray(picture.convert("RGBa").reduce(times).convert("RGBA"))
    return np.asarray(picture.reduce(times))
