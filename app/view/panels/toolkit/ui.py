"""The context that every panel receives besides the state: fonts, renderer, UI scale, background jobs."""

from typing import NamedTuple

from imgui_bundle import ImVec2, imgui
from msgspec import Struct, field

from gjkscope.app.base.jobs import JobQueue, JobQueues
from gjkscope.app.state.model import State
from gjkscope.app.state.model.notifications import NotificationLog
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from gjkscope.app.view.panels.toolkit.previews import Previews
from gjkscope.app.view.panels.toolkit.theme import Fonts
from gjkscope.app.view.panels.toolkit.tile import Rect as Rect
from gjkscope.app.view.panels.toolkit.tile import Tile
from gjkscope.app.view.renderer.renderer import Background, Renderer
from gjkscope.app.view.renderer.view import ViewImage

# Lecture mode scales text by the first factor, and marks in the views by both.
LECTURE_TEXT, LECTURE_MARKS = 1.25, 1.5

Size = tuple[float, float]
Pixel = tuple[float, float]  # x to the right, y down


class Backdrop(NamedTuple):
    """The image of a view that lies below everything that Dear ImGui draws; the corner is its lower left one, y up."""

    image: ViewImage
    corner: tuple[int, int]  # pixels


LabelKey = tuple[int, int, Pixel]  # index of the label in its view, priority, side of the body it names


class LabelPlacement(NamedTuple):
    """Label placement of a view while a body is being moved."""

    found: float  # time of the last placement, seconds on Dear ImGui's clock
    corners: dict[LabelKey, tuple[float, float] | None]  # upper left corner relative to the anchor; None: not shown


LabelPlacements = dict[Rect, LabelPlacement]
"""Label placements by the rectangle of the view."""


class Ui(Struct, frozen=True):
    """The drawing context of the panels."""

    fonts: Fonts
    renderer: Renderer
    scale: float = 1.0  # scale of text and margins
    pixel_ratio: float = 1.0  # framebuffer pixels per Dear ImGui unit
    emphasis: float = 1.0  # extra scale of lines, points and labels in the views
    detail: float = 1.0  # resolution of a view relative to the framebuffer, per axis
    smooth: bool = True  # whether views are multisampled
    jobs: JobQueue = field(default_factory=JobQueue)  # runs work that takes longer than a frame
    engines: JobQueues = field(default_factory=JobQueues)  # asks other engines, each in a thread of its own
    notifications: NotificationLog = field(default_factory=NotificationLog)  # messages and log
    beside: LabelPlacements = field(
        default_factory=dict
    )  # label placements of the previous frame, while a body is being moved
    previews: Previews = field(default_factory=Previews)  # whether what the pointer rests on is previewed
    heading: Size = (0.0, 0.0)  # size of the title in a view's upper left corner, pixels; labels avoid it
    covered: tuple[LabelBox, ...] = ()  # what lies over the views, such as a caption; labels avoid it
    plain: bool = False  # without proofs and notes on who found an answer, as on most pages of lessons
    ground: Background | None = None  # background of the views; None: the theme's
    tile: Tile | None = None  # the part of a large picture that is being drawn; None: all of it
    backdrops: list[Backdrop] | None = None  # collects the images of the views; None: Dear ImGui draws them
    corners: float = 1.0  # extra scale of what is in the corners of the views: scale bar, axes, names

    @property
    def mark_scale(self) -> float:
        """The scale of lines, points and labels in the views."""
        return self.scale * self.emphasis

    @property
    def corner_scale(self) -> float:
        """The scale of what is in the corners of the views."""
        return self.scale * self.corners


def fit_size(width: float, height: float, ui: Ui) -> ImVec2:
    """Scales a size in pixels at 100 % scale, and limits it to 90 % of the window's width and 40 % of its height."""
    room = imgui.get_main_viewport().work_size
    return ImVec2(min(width * ui.scale, 0.9 * room.x), min(height * ui.scale, 0.4 * room.y))


def room_below() -> float:
    """The height from the cursor to the bottom of the application's window, for a dialog that scrolls only its list."""
    area = imgui.get_main_viewport()
    top = imgui.get_window_pos().y + imgui.get_cursor_pos_y()
    margin = imgui.get_style().window_padding.y + 2  # the border, and rounding
    return area.work_pos.y + area.work_size.y - top - margin


def text_scale(state: State) -> float:
    """The scale of text relative to the display's own scale."""
    return state.preferences.ui_scale * (LECTURE_TEXT if state.large_type else 1.0)


def emphasis(state: State) -> float:
    return LECTURE_MARKS if state.large_type else 1.0
