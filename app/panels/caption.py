"""The caption of a demo, set in the lower third of what is shown: large, centred, on a plate that lets it be read.

Of Markdown it knows what a caption needs: **strong**, *emphasis*, `code`, and a new line for a new line.
"""

import re
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from imgui_bundle import ImVec2, ImVec4, imgui, imgui_ctx

from app.demo import Caption

from .overlay import packed
from .theme import Face
from .ui import Ui

TEXT_HEIGHT = 0.042  # of the height of what is shown
SMALLEST = 15.0  # pixels at 100 %
WIDEST = 0.72  # of the width
FOOT = 0.07  # of the height, below the plate
LEADING = 1.32  # from line to line, in text heights
PADDING = (1.0, 0.55)  # in text heights, beside and above the words
# The same over the dark and the light theme, as captions are in films: they have to be read over anything.
PLATE, INK, CODE_INK = (0.04, 0.045, 0.06, 0.82), (0.98, 0.98, 0.99, 1.0), (1.0, 0.82, 0.55, 1.0)

_MARKS = re.compile(r"\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>.+?)\*|`(?P<code>[^`]+)`|(?P<plain>[^*`]+|.)", re.DOTALL)

Rect = tuple[float, float, float, float]  # left, top, width, height
Color = tuple[float, float, float, float]


class Word(NamedTuple):
    """Text without a space in it, in one style; `glued`: no space stands before it."""

    text: str
    style: str
    glued: bool


def draw_caption(canvas: imgui.ImDrawList, caption: Caption, rect: Rect, ui: Ui) -> None:
    """The caption over what is shown at `rect`."""
    left, top, width, height = rect
    size = max(TEXT_HEIGHT * height, SMALLEST * ui.scale)
    lines = [line for part in caption.text.split("\n") for line in _wrapped(words(part), WIDEST * width, size, ui)]
    widest = max((_length(line, size, ui) for line in lines), default=0.0)
    aside, above = PADDING[0] * size, PADDING[1] * size
    tall = LEADING * size * len(lines)
    foot = top + height * (1 - FOOT)
    middle = left + width / 2
    low, high = ImVec2(middle - widest / 2 - aside, foot - tall - 2 * above), ImVec2(middle + widest / 2 + aside, foot)
    canvas.add_rect_filled(low, high, _faded(PLATE, caption), 0.35 * size)
    y = low.y + above + (LEADING - 1) * size / 2
    for line in lines:
        _draw_line(canvas, line, middle - _length(line, size, ui) / 2, y, size, caption, ui)
        y += LEADING * size


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
        "".join(mark[mark.lastgroup or "plain"] for mark in _MARKS.finditer(line)) for line in text.split("\n")
    )


def _wrapped(line: tuple[Word, ...], width: float, size: float, ui: Ui) -> list[list[Word]]:
    """The line in as many as it takes, of about the same length: a last line of one word looks torn off."""
    count = len(_broken(line, width, size, ui))
    low, high = width / max(count, 1), width
    for _ in range(12):
        middle = (low + high) / 2
        if len(_broken(line, middle, size, ui)) > count:
            low = middle
        else:
            high = middle
    return _broken(line, high, size, ui)


def _broken(line: tuple[Word, ...], width: float, size: float, ui: Ui) -> list[list[Word]]:
    lines: list[list[Word]] = [[]]
    for word in line:
        if lines[-1] and not word.glued and _length([*lines[-1], word], size, ui) > width:
            lines.append([])
        lines[-1].append(word)
    return lines


def _length(line: list[Word], size: float, ui: Ui) -> float:
    spaces = sum(not word.glued for word in line[1:]) * _extent(" ", "plain", size, ui)
    return sum(_extent(word.text, word.style, size, ui) for word in line) + spaces


def _draw_line(
    canvas: imgui.ImDrawList, line: list[Word], x: float, y: float, size: float, caption: Caption, ui: Ui
) -> None:
    for i, word in enumerate(line):
        if i and not word.glued:
            x += _extent(" ", "plain", size, ui)
        ink = _faded(CODE_INK if word.style == "code" else INK, caption)
        canvas.add_text(_face(word.style, ui).font, size, ImVec2(x, y), ink, word.text)
        x += _extent(word.text, word.style, size, ui)


def _extent(text: str, style: str, size: float, ui: Ui) -> float:
    return size * _width(text, _face(style, ui))


@lru_cache(maxsize=4096)
def _width(text: str, face: Face) -> float:
    """How long the text is, in text heights."""
    with imgui_ctx.push_font(*face):
        return float(imgui.calc_text_size(text).x / imgui.get_font_size())


def _face(style: str, ui: Ui) -> Face:
    fonts = ui.fonts
    return {"strong": fonts.bold, "emphasis": fonts.italic, "code": fonts.mono}.get(style, fonts.regular)


def _faded(color: Color, caption: Caption) -> int:
    return packed(ImVec4(*color[:3], color[3] * caption.opacity))
