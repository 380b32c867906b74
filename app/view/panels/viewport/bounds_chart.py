"""Draws the chart of bounds at the bottom of the first view, above its caption.

The band between the curves is where the distance, or the depth, can still be: it narrows with each step.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.model import Theme
from gjkscope.app.view import tones
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.bounds_chart import BoundsChart, ChartPoint
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.panels.toolkit import theme as theme_colors
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from gjkscope.app.view.panels.toolkit.overlay import PLATES, pack_color
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.panels.viewport.styled_text import LEADING, Inks, draw_lines, lines_size, styled_lines
from gjkscope.app.view.tones import Tone
from gjkscope.engine.text import number

TEXT_HEIGHT, SMALLEST = 0.04, 13.0  # relative to the shorter side of the view, and pixels at 100 %
HEIGHT, WIDEST = 9.0, 18.5  # of the plate, in text heights; a wider view leaves room beside it
MARGIN, PADDING = 0.5, 0.6  # around the plate, and inside it, in text heights
HEADING, TICKS, LEGEND = 1.5, 1.4, 8.2  # rows above and below the curves, and room on their right, in text heights
GROUND = 0.9  # opacity of the plate
BAND = 0.22  # opacity between the curves
LINE, DOT = 0.16, 0.26  # width of the curves and radius of their points, in text heights
DIGITS = 4  # of the last values
MOST_STEPS = 12  # numbered on the axis
VALUE, CLOSE = 0.85, 1.15  # height of the values at the ends of the curves, and their least distance, in text heights
BOTH = 2  # curves


class ChartRoom(NamedTuple):
    """Where the curves are on the screen, and their axes."""

    box: LabelBox
    last: int
    low: float  # metres
    high: float

    def at(self, point: ChartPoint) -> ImVec2:
        step, metres = point
        x = self.box.left + (step / self.last if self.last else 0.5) * (self.box.right - self.box.left)
        y = self.box.bottom - (metres - self.low) / (self.high - self.low) * (self.box.bottom - self.box.top)
        return ImVec2(x, y)


def bounds_chart_box(rect: Rect, ui: Ui) -> LabelBox:
    """The plate of the chart in the view at `rect`: above what covers its lower edge."""
    left, top, width, height = rect
    size = _text_size(rect, ui)
    foot, margin = top + height - MARGIN * size, MARGIN * size
    right = left + min(width - margin, margin + WIDEST * size)
    box = LabelBox(left + margin, foot - HEIGHT * size, right, foot)
    lift = max((box.bottom + margin - plate.top for plate in ui.covered if plate.overlap(box) > 0), default=0.0)
    return box.shifted(0.0, -min(lift, box.top - top))


def draw_bounds_chart(canvas: imgui.ImDrawList, chart: BoundsChart, rect: Rect, theme: Theme, ui: Ui) -> None:
    box, size = bounds_chart_box(rect, ui), _text_size(rect, ui)
    plate = pack_color(palette.faded(PLATES[theme], GROUND))
    canvas.add_rect_filled(ImVec2(box.left, box.top), ImVec2(box.right, box.bottom), plate, 0.35 * size)
    inner = box.left + PADDING * size, box.top + PADDING * size / 2
    _write(canvas, f"Bounds on the **{chart.quantity}**, by step", inner, size, _color(tones.TEXT), ui)
    room = ChartRoom(
        LabelBox(
            box.left + 2 * PADDING * size,
            box.top + (HEADING + PADDING) * size,
            box.right - LEGEND * size,
            box.bottom - (TICKS + PADDING / 2) * size,
        ),
        chart.last,
        *chart.extent,
    )
    _draw_steps(canvas, room, size, ui)
    _draw_band(canvas, chart, room)
    upper, lower = _color(tones.UPPER_BOUND), _color(tones.LOWER_BOUND)
    for points, color in ((chart.upper, upper), (chart.lower, lower)):
        _draw_curve(canvas, points, room, color, size)
    _draw_values(canvas, chart, room, (upper, lower), size, ui)


def _text_size(rect: Rect, ui: Ui) -> float:
    return max(TEXT_HEIGHT * min(rect[2:]), SMALLEST * ui.scale * ui.emphasis)


def _draw_steps(canvas: imgui.ImDrawList, room: ChartRoom, size: float, ui: Ui) -> None:
    """Draws the axis of the steps with their numbers."""
    ink, (left, _, right, foot) = _color(tones.TEXT_DIM), room.box
    canvas.add_line(ImVec2(left, foot), ImVec2(right, foot), pack_color(ink), max(0.06 * size, 1.0))
    for step in range(0, room.last + 1, -(-(room.last + 1) // MOST_STEPS)):
        middle = room.at((step, room.low)).x - _length(str(step), VALUE * size, ui) / 2
        _write(canvas, str(step), (middle, foot + 0.1 * size), VALUE * size, ink, ui)


def _draw_band(canvas: imgui.ImDrawList, chart: BoundsChart, room: ChartRoom) -> None:
    """Fills what lies between the curves where both are known."""
    color = pack_color(palette.faded(_color(tones.TEXT), BAND))
    known = dict(chart.upper)
    both = [(step, low, known[step]) for step, low in chart.lower if step in known]
    for (first, low, high), (then, next_low, next_high) in pairwise(both):
        left, right = (
            (room.at((first, low)), room.at((first, high))),
            (room.at((then, next_high)), room.at((then, next_low))),
        )
        canvas.add_quad_filled(*left, *right, color)


def _draw_curve(
    canvas: imgui.ImDrawList, points: Sequence[ChartPoint], room: ChartRoom, color: Color, size: float
) -> None:
    """Draws the points, joined by lines; the end on the way to the next step has no dot."""
    ink = pack_color(color)
    for one, other in pairwise(points):
        canvas.add_line(room.at(one), room.at(other), ink, LINE * size)
    for point in points:
        if point[0].is_integer():
            canvas.add_circle_filled(room.at(point), DOT * size, ink)


def _draw_values(
    canvas: imgui.ImDrawList, chart: BoundsChart, room: ChartRoom, inks: tuple[Color, Color], size: float, ui: Ui
) -> None:
    """Writes what the last complete step has proved at the ends of the curves; they stay apart from each other."""
    curves = zip((chart.upper, chart.lower), ("at most", "at least"), inks, strict=True)
    ends = [(points, words, ink) for points, words, ink in curves if points]
    heights = [room.at(points[-1]).y for points, _, _ in ends]
    if len(ends) == BOTH:
        apart = max(CLOSE * size - (heights[1] - heights[0]), 0.0) / 2
        heights = [heights[0] - apart, heights[1] + apart]
    left = room.box.right + 0.6 * size
    for (points, words, ink), y in zip(ends, heights, strict=True):
        proved = next(metres for step, metres in reversed(points) if step.is_integer())
        text = f"{words} **{number(proved, DIGITS)} m**"
        _write(canvas, text, (left, y - VALUE * LEADING * size / 2), VALUE * size, ink, ui)


def _color(tone: Tone) -> Color:
    ink = theme_colors.rgba(tone)
    return ink.x, ink.y, ink.z, ink.w


def _length(text: str, size: float, ui: Ui) -> float:
    return lines_size(styled_lines(text, float("inf"), size, ui.fonts), ui.fonts)[0]


def _write(canvas: imgui.ImDrawList, text: str, position: tuple[float, float], size: float, ink: Color, ui: Ui) -> None:
    """Writes a line of text below and right of `position`."""
    draw_lines(canvas, styled_lines(text, float("inf"), size, ui.fonts), position, Inks(ink, ink), ui.fonts, False)
