"""Styled text over the views, of any size: the lines of captions, titles and cards.

Supports the Markdown that these need: **strong**, *emphasis*, `code`, line breaks, # before a heading line, and
- before an item of a list.
"""

from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.theme import Fonts, Typeface, drawn_size
from gjkscope.app.view.words.markup import HEADING_MARK, ITEM_MARK, NO_BREAK, STYLES, with_non_breaking_spaces
from gjkscope.app.view.words.subscripts import with_subscripts

LEADING = 1.32  # line spacing, in text heights
HEADING = 1.4  # text height of a heading relative to other lines
ITEM_INDENT, BULLET = 0.9, 0.12  # of an item of a list, and the radius of its bullet, in text heights


class StyledWord(NamedTuple):
    """A piece of text without spaces, in one style; `glued`: no space precedes it."""

    text: str
    style: str
    glued: bool


class TextLine(NamedTuple):
    """Words on one line, `size` pixels high; `indent` pixels from the left edge, and after a bullet or not."""

    words: list[StyledWord]
    size: float
    is_heading: bool = False
    indent: float = 0.0
    bullet: bool = False


class Inks(NamedTuple):
    """The colours of text."""

    text: Color
    code: Color

    def faded(self, opacity: float) -> "Inks":
        return Inks(*((*color[:3], color[3] * opacity) for color in self))


def styled_words(text: str) -> tuple[StyledWord, ...]:
    """The words of a line with their styles."""
    words = []
    glued = True
    for mark in STYLES.finditer(text):
        style = mark.lastgroup or "plain"
        for is_space, letters in groupby(mark[style], lambda letter: letter.isspace() and letter != NO_BREAK):
            if not is_space:
                words.append(StyledWord("".join(letters).replace(NO_BREAK, " "), style, glued))
            glued = not is_space
    return tuple(words)


@lru_cache(maxsize=64)  # the same text is drawn many times while it fades in and out
def styled_lines(text: str, width: float, size: float, fonts: Fonts) -> list[TextLine]:
    """Breaks the text into lines at most `width` pixels long."""
    lines = []
    for part in with_non_breaking_spaces(with_subscripts(text)).split("\n"):
        is_heading, is_item = part.startswith(HEADING_MARK), part.startswith(ITEM_MARK)
        high = HEADING * size if is_heading else size
        indent = ITEM_INDENT * size if is_item else 0.0
        words = styled_words(part.removeprefix(HEADING_MARK).removeprefix(ITEM_MARK))
        wrapped = _wrap(words, width - indent, high, fonts)
        lines += [TextLine(line, high, is_heading, indent, is_item and not i) for i, line in enumerate(wrapped)]
    return lines


def lines_size(lines: list[TextLine], fonts: Fonts) -> tuple[float, float]:
    """The width and height of the lines, pixels."""
    width = max((line.indent + _length(line.words, line.size, fonts) for line in lines), default=0.0)
    return width, LEADING * sum(line.size for line in lines)


def draw_lines(
    canvas: imgui.ImDrawList,
    lines: list[TextLine],
    position: tuple[float, float],
    inks: Inks,
    fonts: Fonts,
    centred: bool = True,
) -> None:
    """Draws the lines below `position`: the middle of their top edge, or its left end.  Lists are never centred."""
    left, y = position
    block = left - lines_size(lines, fonts)[0] / 2 if centred else left
    for line in lines:
        x, size = left, line.size
        if line.indent:
            x = block + line.indent
        elif centred:
            x -= _length(line.words, size, fonts) / 2
        if line.bullet:
            middle = ImVec2(block + line.indent / 2, y + LEADING * size / 2)
            canvas.add_circle_filled(middle, BULLET * size, pack_color(inks.text))
        for i, word in enumerate(line.words):
            if i and not word.glued:
                x += _extent(" ", "plain", size, fonts)
            color = pack_color(inks.code if word.style == "code" else inks.text)
            at = ImVec2(x, y + (LEADING - 1) * size / 2)
            canvas.add_text(_face(word.style, fonts).font, drawn_size(size), at, color, word.text)
            x += _extent(word.text, word.style, size, fonts)
        y += LEADING * size


def _wrap(line: tuple[StyledWord, ...], width: float, size: float, fonts: Fonts) -> list[list[StyledWord]]:
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


@lru_cache(maxsize=4096)
def _extent(text: str, style: str, size: float, fonts: Fonts) -> float:
    """The length of the text in pixels as drawn: letters snap to pixels, so it grows unevenly with the size."""
    with imgui_ctx.push_font(_face(style, fonts).font, drawn_size(size) / imgui.get_style().font_scale_dpi):
        return float(imgui.calc_text_size(text).x)


def _face(style: str, fonts: Fonts) -> Typeface:
    return {"strong": fonts.bold, "emphasis": fonts.italic, "code": fonts.mono}.get(style, fonts.regular)
