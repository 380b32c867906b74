"""The caption of a demo in the lower third of the picture: large, centred, on a plate for contrast.

Supports the Markdown that captions need: **strong**, *emphasis*, `code`, line breaks, and # before a heading line.
"""

import re
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from imgui_bundle import ImVec2, ImVec4, imgui, imgui_ctx

from gjkscope.app.model import Theme
from gjkscope.app.model.demo import Caption
from gjkscope.app.panels.toolkit.labels import LabelBox
from gjkscope.app.panels.toolkit.overlay import packed_color
from gjkscope.app.panels.toolkit.theme import Fonts, Typeface, drawn_size
from gjkscope.app.panels.toolkit.ui import Rect, Ui

TEXT_HEIGHT = 0.042  # relative to the height of the picture
SMALLEST = 15.0  # pixels at 100 %
WIDEST = 0.72  # relative to the width
FOOT = 0.025  # margin below the plate, relative to the height
LEADING = 1.32  # line spacing, in text heights
PADDING = (1.0, 0.55)  # horizontal and vertical, in text heights
HEADING, HEADING_MARK = 1.4, "# "  # text height of a heading relative to other lines
BAND_WIDEST, SHRINK = 0.94, 0.92  # in a band: fraction of its width; factor by which the text shrinks to fit

_MARKS = re.compile(r"\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>.+?)\*|`(?P<code>[^`]+)`|(?P<plain>[^*`]+|.)", re.DOTALL)

Color = tuple[float, float, float, float]


class CaptionColors(NamedTuple):
    """The colours of a caption: what it lies on, its text, and `code` in it."""

    ground: Color
    ink: Color
    code: Color


# Over the views they are the same in both themes, like subtitles: captions must be readable over anything.
OVER_VIEWS = CaptionColors((0.04, 0.045, 0.06, 0.82), (0.98, 0.98, 0.99, 1.0), (1.0, 0.82, 0.55, 1.0))
# In a band of their own they follow the theme.
IN_BAND = {
    Theme.DARK: OVER_VIEWS._replace(ground=(0.04, 0.045, 0.06, 1.0)),
    Theme.LIGHT: CaptionColors((0.985, 0.985, 0.99, 1.0), (0.075, 0.085, 0.10, 1.0), (0.48, 0.26, 0.0, 1.0)),
}

FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_background
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_inputs
)


class StyledWord(NamedTuple):
    """A piece of text without spaces, in one style; `glued`: no space precedes it."""

    text: str
    style: str
    glued: bool


class TextLine(NamedTuple):
    """Words on one line, `size` pixels high."""

    words: list[StyledWord]
    size: float


def draw_caption_over(caption: Caption, rect: Rect, ui: Ui) -> None:
    """Draws the caption over the docked windows at `rect`, below menus and pop-ups."""
    imgui.set_next_window_pos(ImVec2(*rect[:2]))
    imgui.set_next_window_size(ImVec2(*rect[2:]))
    imgui.begin("##caption", None, FLAGS)
    draw_caption(imgui.get_window_draw_list(), caption, rect, ui)
    window, popups = imgui.internal.get_current_window(), imgui.get_current_context().open_popup_stack
    if popups.size() and popups[0].window is not None:
        imgui.internal.bring_window_to_display_behind(window, popups[0].window)
    imgui.end()


def draw_caption(canvas: imgui.ImDrawList, caption: Caption, rect: Rect, ui: Ui) -> None:
    """Draws the caption over the picture at `rect`."""
    size = _size(rect, ui)
    left, top, right, bottom = caption_box(caption, rect, ui)
    canvas.add_rect_filled(ImVec2(left, top), ImVec2(right, bottom), _faded(OVER_VIEWS.ground, caption), 0.35 * size)
    lines = _lines(caption.text, WIDEST * rect[2], size, ui.fonts)
    _draw_lines(canvas, lines, ((left + right) / 2, top + PADDING[1] * size), caption, ui.fonts, OVER_VIEWS)


def caption_box(caption: Caption, rect: Rect, ui: Ui) -> LabelBox:
    """The plate of the caption over the picture at `rect`, which labels avoid."""
    left, top, width, height = rect
    size = _size(rect, ui)
    lines = _lines(caption.text, WIDEST * width, size, ui.fonts)
    widest = max((_length(*line, ui.fonts) for line in lines), default=0.0)
    aside, above = PADDING[0] * size, PADDING[1] * size
    foot, middle = top + height * (1 - FOOT), left + width / 2
    return LabelBox(middle - widest / 2 - aside, foot - _height(lines) - 2 * above, middle + widest / 2 + aside, foot)


def _size(rect: Rect, ui: Ui) -> float:
    """The text height of a caption over a picture."""
    return max(TEXT_HEIGHT * rect[3], SMALLEST * ui.scale)


def draw_caption_in(
    canvas: imgui.ImDrawList, caption: Caption, rect: Rect, size: float, ui: Ui, colors: CaptionColors
) -> None:
    """Draws the caption inside its own rectangle, shrinking the text from `size` if it does not fit."""
    left, top, width, height = rect
    lines = _lines(caption.text, BAND_WIDEST * width, size, ui.fonts)
    while _height(lines) > height:
        size *= SHRINK
        lines = _lines(caption.text, BAND_WIDEST * width, size, ui.fonts)
    _draw_lines(canvas, lines, (left + width / 2, top + (height - _height(lines)) / 2), caption, ui.fonts, colors)


def styled_words(text: str) -> tuple[StyledWord, ...]:
    """The words of a line with their styles."""
    found = []
    glued = True
    for mark in _MARKS.finditer(text):
        style = mark.lastgroup or "plain"
        for is_space, letters in groupby(mark[style], str.isspace):
            if not is_space:
                found.append(StyledWord("".join(letters), style, glued))
            glued = not is_space
    return tuple(found)


def plain_text(text: str) -> str:
    """The text without markup, for subtitles."""
    return "\n".join(
        "".join(mark[mark.lastgroup or "plain"] for mark in _MARKS.finditer(line.removeprefix(HEADING_MARK)))
        for line in text.split("\n")
    )


@lru_cache(maxsize=64)  # the same caption is drawn many times while it fades in and out
def _lines(text: str, width: float, size: float, fonts: Fonts) -> list[TextLine]:
    """Breaks the text into lines at most `width` pixels long."""
    lines = []
    for part in text.split("\n"):
        is_heading = part.startswith(HEADING_MARK)
        high = HEADING * size if is_heading else size
        lines += [
            TextLine(line, high) for line in _wrapped(styled_words(part.removeprefix(HEADING_MARK)), width, high, fonts)
        ]
    return lines


def _height(lines: list[TextLine]) -> float:
    return LEADING * sum(line.size for line in lines)


def _wrapped(line: tuple[StyledWord, ...], width: float, size: float, fonts: Fonts) -> list[list[StyledWord]]:
    """Wraps the line into lines of about equal length, to avoid a single word on the last one."""
    count = len(_broken(line, width, size, fonts))
    low, high = width / max(count, 1), width
    for _ in range(12):
        middle = (low + high) / 2
        if len(_broken(line, middle, size, fonts)) > count:
            low = middle
        else:
            high = middle
    return _broken(line, high, size, fonts)


def _broken(line: tuple[StyledWord, ...], width: float, size: float, fonts: Fonts) -> list[list[StyledWord]]:
    lines: list[list[StyledWord]] = [[]]
    for word in line:
        if lines[-1] and not word.glued and _length([*lines[-1], word], size, fonts) > width:
            lines.append([])
        lines[-1].append(word)
    return lines


def _length(line: list[StyledWord], size: float, fonts: Fonts) -> float:
    spaces = sum(not word.glued for word in line[1:]) * _extent(" ", "plain", size, fonts)
    return sum(_extent(word.text, word.style, size, fonts) for word in line) + spaces


def _draw_lines(
    canvas: imgui.ImDrawList,
    lines: list[TextLine],
    head: tuple[float, float],
    caption: Caption,
    fonts: Fonts,
    colors: CaptionColors,
) -> None:
    """Draws the lines centred below `head`, the middle of their top edge."""
    middle, y = head
    for line in lines:
        x, size = middle - _length(*line, fonts) / 2, line.size
        for i, word in enumerate(line.words):
            if i and not word.glued:
                x += _extent(" ", "plain", size, fonts)
            color = _faded(colors.code if word.style == "code" else colors.ink, caption)
            place = ImVec2(x, y + (LEADING - 1) * size / 2)
            canvas.add_text(_face(word.style, fonts).font, drawn_size(size), place, color, word.text)
            x += _extent(word.text, word.style, size, fonts)
        y += LEADING * size


@lru_cache(maxsize=4096)
def _extent(text: str, style: str, size: float, fonts: Fonts) -> float:
    """The length of the text in pixels as drawn: letters snap to pixels, so it grows unevenly with the size."""
    with imgui_ctx.push_font(_face(style, fonts).font, drawn_size(size) / imgui.get_style().font_scale_dpi):
        return float(imgui.calc_text_size(text).x)


def _face(style: str, fonts: Fonts) -> Typeface:
    return {"strong": fonts.bold, "emphasis": fonts.italic, "code": fonts.mono}.get(style, fonts.regular)


def _faded(color: Color, caption: Caption) -> int:
    return packed_color(ImVec4(*color[:3], color[3] * caption.opacity))
