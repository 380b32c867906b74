"""What every panel is given besides the state: typefaces, the renderer, and the scale of the user interface."""

from dataclasses import dataclass, field
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui

from app.later import Later
from app.news import News
from app.renderer.renderer import Background, Renderer
from app.state import State

from .theme import Fonts
from .tile import Rect as Rect
from .tile import Tile

# In lecture mode text grows by the first, and what is drawn in the views by both: seen from the last row of seats.
LECTURE_TEXT, LECTURE_MARKS = 1.25, 1.5

Size = tuple[float, float]
Pixel = tuple[float, float]  # x to the right, y down

LabelKey = tuple[int, int, Pixel]  # its number among those of a picture, its priority, on which side of a body it is


class Lying(NamedTuple):
    """How the labels of a picture lie while what they name is moved."""

    found: float  # when they last looked for places, seconds of Dear ImGui's clock
    corners: dict[LabelKey, tuple[float, float] | None]  # the upper left ones from their points; None: left out


Beside = dict[Rect, Lying]
"""By the place of the picture."""


@dataclass(frozen=True)
class Ui:
    fonts: Fonts
    renderer: Renderer
    scale: float = 1.0  # of the user interface: text and margins grow with it
    pixel_ratio: float = 1.0  # framebuffer pixels a unit of Dear ImGui's
    emphasis: float = 1.0  # of lines, points and labels in the views, times the scale
    detail: float = 1.0  # pixels of a view's picture a pixel of the framebuffer, to either side
    smooth: bool = True  # whether those have several samples
    later: Later = field(default_factory=Later)  # for what takes longer than a frame
    news: News = field(default_factory=News)  # what was told
    beside: Beside = field(default_factory=dict)  # in the frame before, while a body is moved
    heading: Size = (0.0, 0.0)  # what a title takes of a view's upper left corner, pixels: no label should lie there
    ground: Background | None = None  # behind the views; the theme's where there is none
    tile: Tile | None = None  # of a picture: all that is drawn of it now

    @property
    def mark_scale(self) -> float:
        """Of lines, points and labels in the views."""
        return self.scale * self.emphasis


def fitting(width: float, height: float, ui: Ui) -> ImVec2:
    """That size, in pixels at 100 %, or as much of it as a small window with large text has room for."""
    room = imgui.get_main_viewport().work_size
    return ImVec2(min(width * ui.scale, 0.9 * room.x), min(height * ui.scale, 0.4 * room.y))


def text_scale(state: State) -> float:
    """How much larger than the screen asks for the user interface is."""
    return state.ui_scale * (LECTURE_TEXT if state.lecture else 1.0)


def emphasis(state: State) -> float:
    return LECTURE_MARKS if state.lecture else 1.0
