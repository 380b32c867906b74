"""Draws the race of a demo above the views: the comparisons that broad phases need, as one bar each."""

from typing import NamedTuple

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.model import State
from gjkscope.app.state.model.direction import Race
from gjkscope.app.view import tones
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.panels.viewport.pointers import text_inks, tone
from gjkscope.app.view.panels.viewport.styled_text import LEADING, draw_lines, lines_size, styled_lines
from gjkscope.app.view.words.broad import RaceRow, race_rows

TEXT, SMALLEST = 0.042, 15.0  # height of the text relative to the shorter side, and the least in pixels at 100 %
MARGIN, PADDING = 0.8, 0.6  # around the plate and inside it, in text heights
APART = 0.7  # between the titles, the bars and the numbers, in text heights
THICKNESS = 0.62  # of a bar, in text heights
GROUND, TRACK = 0.9, 0.5  # opacity of the plate, and of the rest of a lane


class RaceColumns(NamedTuple):
    """The left edges of the titles and of the bars, and the right edges of the bars and of the numbers, pixels."""

    titles: float
    bars: float
    ends: float
    numbers: float


def race_box(race: Race, frame: Rect, ui: Ui) -> LabelBox:
    """The plate of the race over the picture at `frame`, along its upper edge."""
    left, top, width, height = frame
    size = _text_size(frame, ui)
    margin = MARGIN * size
    high = len(race.lanes) * LEADING * size + 2 * PADDING * size
    return LabelBox(left + margin, top + margin, left + width - margin, min(top + margin + high, top + height))


def draw_race(canvas: imgui.ImDrawList, state: State, race: Race, frame: Rect, ui: Ui) -> None:
    size, box = _text_size(frame, ui), race_box(race, frame, ui)
    plate, edge = (tone(of) for of in (tones.POPUP, tones.EDGE))
    corners = ImVec2(box.left, box.top), ImVec2(box.right, box.bottom)
    canvas.add_rect_filled(*corners, pack_color((*plate[:3], GROUND)), 0.35 * size)
    canvas.add_rect(*corners, pack_color(edge), 0.35 * size)
    rows = race_rows(state, race)
    columns = _columns(rows, box, size, ui)
    longest = max(row.total for row in rows)
    for i, row in enumerate(rows):
        _draw_row(canvas, row, box.top + (PADDING + i * LEADING) * size, longest, columns, size, ui)


def _text_size(frame: Rect, ui: Ui) -> float:
    return max(TEXT * min(frame[2:]), SMALLEST * ui.scale)


def _columns(rows: list[RaceRow], box: LabelBox, size: float, ui: Ui) -> RaceColumns:
    titles = max(_width(row.title, size, ui) for row in rows)
    numbers = max(_width(f"{row.total}", size, ui) for row in rows)
    first, last = box.left + PADDING * size, box.right - PADDING * size
    return RaceColumns(first, first + titles + APART * size, last - numbers - APART * size, last)


def _draw_row(
    canvas: imgui.ImDrawList, row: RaceRow, y: float, longest: int, columns: RaceColumns, size: float, ui: Ui
) -> None:
    _draw_text(canvas, row.title, (columns.titles, y), size, ui)
    middle, half = y + LEADING * size / 2, THICKNESS * size / 2
    span = columns.ends - columns.bars
    whole, made = (columns.bars + span * count / max(longest, 1) for count in (row.total, row.made))
    _draw_bar(canvas, (columns.bars, whole), (middle - half, middle + half), _faded(tone(tones.EDGE), TRACK))
    color = tone(tones.GOOD if row.done else tones.ACCENT)
    _draw_bar(canvas, (columns.bars, made), (middle - half, middle + half), color)
    words = f"{row.made}"
    _draw_text(canvas, words, (columns.numbers - _width(words, size, ui), y), size, ui)


def _draw_bar(canvas: imgui.ImDrawList, across: tuple[float, float], along: tuple[float, float], color: Color) -> None:
    canvas.add_rect_filled(ImVec2(across[0], along[0]), ImVec2(across[1], along[1]), pack_color(color))


def _faded(color: Color, opacity: float) -> Color:
    return (*color[:3], opacity)


def _draw_text(canvas: imgui.ImDrawList, text: str, at: tuple[float, float], size: float, ui: Ui) -> None:
    draw_lines(canvas, styled_lines(text, 1e6, size, ui.fonts), at, text_inks(), ui.fonts, centred=False)


def _width(text: str, size: float, ui: Ui) -> float:
    return lines_size(styled_lines(text, 1e6, size, ui.fonts), ui.fonts)[0]
