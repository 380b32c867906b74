"""Draws the number line of the separating axis test at the bottom of a view, above its caption.

The numbers are metres from A's centre.  The scale is the same for all axes of a run, so that projections of different
axes can be compared.
"""

from collections.abc import Iterator
from math import ceil, floor
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.model import Theme
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.number_line import NumberLine, ProjectedBody
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from gjkscope.app.view.panels.toolkit.overlay import PLATES, pack_color, round_length
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.panels.viewport.styled_text import Inks, draw_lines, lines_size, styled_lines
from gjkscope.engine.sat import Relation
from gjkscope.engine.text import number

TEXT_HEIGHT, SMALLEST = 0.036, 13.0  # relative to the height of the view, and pixels at 100 %
# Heights of the rows from top to bottom, in text heights: the axis and the tally, the gap or overlap, the two bars, and
# the numbers; the distance of each from the next.
HEADING, MEASURE, BAR, TICKS, PADDING, APART = 1.4, 1.4, 1.0, 1.45, 0.45, 0.12
HEIGHT = HEADING + MEASURE + 2 * (BAR + APART) + TICKS + 2 * PADDING
MARGIN = 0.5  # around the plate, in text heights
GROUND = 0.88  # opacity of the plate
UNSETTLED = 0.3  # opacity of a bar that is still at its place on the previous axis
SPACING = 4.0  # between numbers, at least; in text heights
MOST_DOTS, DOT, DOTS_APART = 30, 0.24, 0.72  # of the tally; radius and distance, in text heights
BAND = 0.3  # opacity of the strip from B's start to A's end


class Metres(NamedTuple):
    """The scale of the line: where its numbers are on the screen."""

    left: float  # pixels
    right: float
    low: float  # metres
    high: float

    def x(self, metres: float) -> float:
        return self.left + (metres - self.low) / (self.high - self.low) * (self.right - self.left)


def number_line_box(rect: Rect, ui: Ui) -> LabelBox:
    """The plate of the number line in the view at `rect`: above what covers its lower edge."""
    left, top, width, height = rect
    size = _text_size(rect, ui)
    foot = top + height - MARGIN * size
    box = LabelBox(left + MARGIN * size, foot - HEIGHT * size, left + width - MARGIN * size, foot)
    lift = max((box.bottom + MARGIN * size - plate.top for plate in ui.covered if plate.overlap(box) > 0), default=0.0)
    return box.shifted(0.0, -min(lift, box.top - top))


def draw_number_line(canvas: imgui.ImDrawList, line: NumberLine, rect: Rect, theme: Theme, ui: Ui) -> None:
    box, size = number_line_box(rect, ui), _text_size(rect, ui)
    plate = pack_color(palette.faded(PLATES[theme], GROUND))
    canvas.add_rect_filled(ImVec2(box.left, box.top), ImVec2(box.right, box.bottom), plate, 0.35 * size)
    inner = LabelBox(*(box.left + size, box.top + PADDING * size), *(box.right - size, box.bottom - PADDING * size))
    bars = inner.top + (HEADING + MEASURE) * size
    foot = bars + 2 * (BAR + APART) * size
    metres = Metres(inner.left + size, inner.right - size, *line.extent)  # with room for the outermost numbers
    _draw_heading(canvas, line, inner, size, theme, ui)
    _draw_ticks(canvas, line, metres, foot, size, theme, ui)
    for body, color, y in ((line.a, palette.A, bars), (line.b, palette.B, bars + (BAR + APART) * size)):
        _draw_bar(canvas, body, color, metres, y, size, ui)
    if line.measured > 0:
        _draw_measure(canvas, line, metres, (bars, foot), size, theme, ui)


def _text_size(rect: Rect, ui: Ui) -> float:
    return max(TEXT_HEIGHT * rect[3], SMALLEST * ui.scale)


def _draw_heading(
    canvas: imgui.ImDrawList, line: NumberLine, inner: LabelBox, size: float, theme: Theme, ui: Ui
) -> None:
    """Draws the name of the axis and, if there is room, the results of the axes tested so far."""
    ink = _ink(palette.TEXT, theme)
    name = _draw_text(canvas, line.name, (inner.left, inner.top), size, ink, ui, centred=False)
    current = next((i for i, axis in enumerate(line.tally) if axis.is_current), 0)
    words = f"**{current + 1}** of {len(line.tally)}"
    length = _length(words, size, ui)
    if name + length + size > inner.right - inner.left:
        return
    _draw_text(canvas, words, (inner.right - length, inner.top), size, ink, ui, centred=False)
    step = DOTS_APART * size
    left = inner.right - length - step * (len(line.tally) + 0.5)
    if len(line.tally) > MOST_DOTS or left < inner.left + name + size:
        return
    for i, axis in enumerate(line.tally):
        color = ink if axis.relation is None else _found_color(axis.relation is Relation.GAP, theme)
        center = ImVec2(left + (i + 0.5) * step, inner.top + 0.66 * size)
        if axis.relation is None:
            canvas.add_circle_filled(center, 0.35 * DOT * size, pack_color(palette.faded(color, 0.5)))
        elif axis.relation is Relation.GAP:
            canvas.add_circle(center, DOT * size, pack_color(color), 0, 0.12 * size)
        else:
            canvas.add_circle_filled(center, DOT * size, pack_color(color))
        if axis.is_current:
            canvas.add_circle(center, 1.75 * DOT * size, pack_color(ink), 0, max(0.06 * size, 1.0))


def _draw_ticks(
    canvas: imgui.ImDrawList, line: NumberLine, metres: Metres, y: float, size: float, theme: Theme, ui: Ui
) -> None:
    """Draws the line, which grows from its middle, and its numbers."""
    ink = _ink(palette.TEXT, theme)
    middle, half = (metres.left + metres.right) / 2, line.grown * (metres.right - metres.left) / 2
    width = max(0.08 * size, 1.0)
    canvas.add_line(ImVec2(middle - half, y), ImVec2(middle + half, y), pack_color(ink), width)
    for metre, is_last in _ticks(metres, size):
        if abs(metres.x(metre) - middle) <= half:
            x = metres.x(metre)
            canvas.add_line(ImVec2(x, y - 0.2 * size), ImVec2(x, y + 0.2 * size), pack_color(ink), width)
            words = f"{number(metre)} m" if is_last else number(metre)
            _draw_text(canvas, words, (x, y + 0.2 * size), 0.9 * size, ink, ui)


def _ticks(metres: Metres, size: float) -> Iterator[tuple[float, bool]]:
    """The numbers on the line, and whether each is the last one."""
    step = round_length(SPACING * size * (metres.high - metres.low) / (metres.right - metres.left))
    first, last = ceil(metres.low / step), floor(metres.high / step)
    return ((i * step, i == last) for i in range(first, last + 1))


def _draw_bar(
    canvas: imgui.ImDrawList, body: ProjectedBody, color: Color, metres: Metres, y: float, size: float, ui: Ui
) -> None:
    if body.interval is None:
        return
    low, high = (metres.x(end) for end in body.interval)
    shown = UNSETTLED + (1 - UNSETTLED) * min(3 * body.settled, 1.0)
    corners = ImVec2(low, y), ImVec2(high, y + BAR * size)
    canvas.add_rect_filled(*corners, pack_color(palette.faded(color, shown)), 0.15 * size)
    if _length(body.name, 0.85 * size, ui) < high - low:
        position = ((low + high) / 2, y - 0.06 * size)
        _draw_text(canvas, f"**{body.name}**", position, 0.85 * size, palette.faded(palette.BLACK, shown), ui)


def _draw_measure(
    canvas: imgui.ImDrawList,
    line: NumberLine,
    metres: Metres,
    rows: tuple[float, float],
    size: float,
    theme: Theme,
    ui: Ui,
) -> None:
    """Draws the strip from B's start to A's end, and its length over it."""
    start, end = (metres.x(edge) for edge in line.between)
    end = start + (end - start) * line.measured
    top, foot = rows
    color, (left, right) = _found_color(line.is_gap, theme), sorted((start, end))
    head = top - 0.25 * size
    canvas.add_rect_filled(ImVec2(left, head), ImVec2(right, foot), pack_color(palette.faded(color, BAND)))
    for x in (left, right):
        canvas.add_line(ImVec2(x, head), ImVec2(x, foot), pack_color(color), max(0.08 * size, 1.0))
    canvas.add_line(ImVec2(left, head), ImVec2(right, head), pack_color(color), 0.14 * size)
    if line.measured == 1:
        half = _length(f"**{line.words}**", size, ui) / 2
        middle = min(max((left + right) / 2, metres.left + half), metres.right - half)
        ink = palette.legible_on(color, theme, palette.TEXT_CONTRAST)
        _draw_text(canvas, f"**{line.words}**", (middle, head - 1.3 * size), size, ink, ui)


def _found_color(is_gap: bool, theme: Theme) -> Color:
    """Of gaps and of overlaps."""
    color = palette.DIFFERENCE if is_gap else palette.inked(palette.OVERLAP, theme)
    return palette.legible_on(color, theme, palette.LINE_CONTRAST)


def _ink(color: Color, theme: Theme) -> Color:
    return palette.inked(color, theme)


def _length(text: str, size: float, ui: Ui) -> float:
    return lines_size(styled_lines(text, float("inf"), size, ui.fonts), ui.fonts)[0]


def _draw_text(
    canvas: imgui.ImDrawList,
    text: str,
    position: tuple[float, float],
    size: float,
    ink: Color,
    ui: Ui,
    centred: bool = True,
) -> float:
    """Draws a line of text below `position`, the middle of its top edge or its left end; returns its length."""
    lines = styled_lines(text, float("inf"), size, ui.fonts)
    draw_lines(canvas, lines, position, Inks(ink, ink), ui.fonts, centred)
    return lines_size(lines, ui.fonts)[0]
