"""The caption of a demo, set in the lower third of what is shown: large, centred, on a plate that lets it be read.

Of Markdown it knows what a caption needs: **strong**, *emphasis*, `code`, a new line for a new line, and # before a
line that is a heading.
"""

import re
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from imgui_bundle import ImVec2, ImVec4, imgui, imgui_ctx

from gjkscope.app.model.demo import Caption
from gjkscope.app.panels.toolkit.overlay import packed
from gjkscope.app.panels.toolkit.theme import Face, Fonts
from gjkscope.app.panels.toolkit.ui import Rect, Ui

TEXT_HEIGHT = 0.042  # of the height of what is shown
SMALLEST = 15.0  # pixels at 100 %
WIDEST = 0.72  # of the width
FOOT = 0.025  # of the height, below the plate
LEADING = 1.32  # from line to line, in text heights
PADDING = (1.0, 0.55)  # in text heights, beside and above the words
HEADING, HEADING_MARK = 1.4, "# "  # a heading's text height is so many times that of the others
BAND_WIDEST, SHRINK = 0.94, 0.92  # in a band: of its width; a smaller text's height
# The same over the dark and the light theme, as captions are in films: they have to be read over anything.
PLATE, INK, CODE_INK = (0.04, 0.045, 0.06, 0.82), (0.98, 0.98, 0.99, 1.0), (1.0, 0.82, 0.55, 1.0)

_MARKS = re.compile(r"\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>.+?)\*|`(?P<code>[^`]+)`|(?P<plain>[^*`]+|.)", re.DOTALL)

Color = tuple[float, float, float, float]


FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_background
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_inputs
)


class Word(NamedTuple):
    """Text without a space in it, in one style; `glued`: no space stands before it."""

    text: str
    style: str
    glued: bool


class Line(NamedTuple):
    """Words beside one another, `size` pixels high."""

    words: list[Word]
    size: float


def draw_caption_over(caption: Caption, rect: Rect, ui: Ui) -> None:
    """The caption over the docked windows at `rect`, and below menus and whatever else has popped up."""
    imgui.set_next_window_pos(ImVec2(*rect[:2]))
    imgui.set_next_window_size(ImVec2(*rect[2:]))
    imgui.begin("##caption", None, FLAGS)
    draw_caption(imgui.get_window_draw_list(), caption, rect, ui)
    window, popups = imgui.internal.get_current_window(), imgui.get_current_context().open_popup_stack
    if popups.size() and popups[0].window is not None:
        imgui.internal.bring_window_to_display_behind(window, popups[0].window)
    imgui.end()


def draw_caption(canvas: imgui.ImDrawList, caption: Caption, rect: Rect, ui: Ui) -> None:
    """The caption over what is shown at `rect`."""
    left, top, width, height = rect
    size = max(TEXT_HEIGHT * height, SMALLEST * ui.scale)
    lines = _lines(caption.text, WIDEST * width, size, ui.fonts)
    widest = max((_length(*line, ui.fonts) for line in lines), default=0.0)
    aside, above = PADDING[0] * size, PADDING[1] * size
    foot, middle = top + height * (1 - FOOT), left + width / 2
    low = ImVec2(middle - widest / 2 - aside, foot - _height(lines) - 2 * above)
    canvas.add_rect_filled(low, ImVec2(middle + widest / 2 + aside, foot), _faded(PLATE, caption), 0.35 * size)
    _draw_lines(canvas, lines, (middle, low.y + above), caption, ui.fonts)


def draw_caption_in(canvas: imgui.ImDrawList, caption: Caption, rect: Rect, size: float, ui: Ui) -> None:
    """The caption in a place of its own, which it does not leave: one too long for text of that `size` is smaller."""
    left, top, width, height = rect
    lines = _lines(caption.text, BAND_WIDEST * width, size, ui.fonts)
    while _height(lines) > height:
        size *= SHRINK
        lines = _lines(caption.text, BAND_WIDEST * width, size, ui.fonts)
    _draw_lines(canvas, lines, (left + width / 2, top + (height - _height(lines)) / 2), caption, ui.fonts)


def words(text: str) -> tuple[Word, ...]:
    """The words of a line, each in its style."""
    found = []
    glued = True
    for mark in _MARKS.finditer(text):
        style = mark.lastgroup or "plain"
        for is_space, letters in groupby(mark[style], str.isspace):
            if not is_space:
                found.append(Word("".join(letters), style, glued))
            glued = not is_space
    return tuple(found)


def spoken(text: str) -> str:
    """The words alone, without their marks, as a file of subtitles has them."""
    return "\n".join(
        "".join(mark[mark.lastgroup or "plain"] for mark in _MARKS.finditer(line.removeprefix(HEADING_MARK)))
        for line in text.split("\n")
    )


@lru_cache(maxsize=64)  # while a caption comes and goes it is drawn again and again
def _lines(text: str, width: float, size: float, fonts: Fonts) -> list[Line]:
    """The text broken into lines no longer than `width` pixels."""
    lines = []
    for part in text.split("\n"):
        is_heading = part.startswith(HEADING_MARK)
        high = HEADING * size if is_heading else size
        lines += [Line(line, high) for line in _wrapped(words(part.removeprefix(HEADING_MARK)), width, high, fonts)]
    return lines


def _height(lines: list[Line]) -> float:
    return LEADING * sum(line.size for line in lines)


def _wrapped(line: tuple[Word, ...], width: float, size: float, fonts: Fonts) -> list[list[Word]]:
    """The line in as many as it takes, of about the same length: a last line of one word looks torn off."""
    count = len(_broken(line, width, size, fonts))
    low, high = width / max(count, 1), width
    for _ in range(12):
        middle = (low + high) / 2
        if len(_broken(line, middle, size, fonts)) > count:
            low = middle
        else:
            high = middle
    return _broken(line, high, size, fonts)


def _broken(line: tuple[Word, ...], width: float, size: float, fonts: Fonts) -> list[list[Word]]:
    lines: list[list[Word]] = [[]]
    for word in line:
        if lines[-1] and not word.glued and _length([*lines[-1], word], size, fonts) > width:
            lines.append([])
        lines[-1].append(word)
    return lines


def _length(line: list[Word], size: float, fonts: Fonts) -> float:
    spaces = sum(not word.glued for word in line[1:]) * _extent(" ", "plain", size, fonts)
    return sum(_extent(word.text, word.style, size, fonts) for word in line) + spaces


def _draw_lines(
    canvas: imgui.ImDrawList, lines: list[Line], head: tuple[float, float], caption: Caption, fonts: Fonts
) -> None:
    """The lines centred below `head`, the middle of their upper edge."""
    middle, y = head
    for line in lines:
        x, size = middle - _length(*line, fonts) / 2, line.size
        for i, word in enumerate(line.words):
            if i and not word.glued:
                x += _extent(" ", "plain", size, fonts)
            color = _faded(CODE_INK if word.style == "code" else INK, caption)
            place = ImVec2(x, y + (LEADING - 1) * size / 2)
            canvas.add_text(_face(word.style, fonts).font, size, place, color, word.text)
            x += _extent(word.text, word.style, size, fonts)
        y += LEADING * size


@lru_cache(maxsize=4096)
def _extent(text: str, style: str, size: float, fonts: Fonts) -> float:
    """How long the text is at just that size, pixels: letters stand on whole pixels, and so grow unevenly with it."""
    with imgui_ctx.push_font(_face(style, fonts).font, size / imgui.get_style().font_scale_dpi):
        return float(imgui.calc_text_size(text).x)


def _face(style: str, fonts: Fonts) -> Face:
    return {"strong": fonts.bold, "emphasis": fonts.italic, "code": fonts.mono}.get(style, fonts.regular)


def _faded(color: Color, caption: Caption) -> int:
    return packed(ImVec4(*color[:3], color[3] * caption.opacity))
