"""Styled text over the views, of any size: the lines of captions, titles and cards.

Supports the Markdown that these need: **strong**, *emphasis*, `code`, $formulas$, line breaks, # before a heading line,
and - before an item of a list.
"""

from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.base.formulas import Formula, is_valid, typeset
from gjkscope.app.base.system_fonts import needs_shaping, runs_right_to_left
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.panels.toolkit.fallback_fonts import cover
from gjkscope.app.view.panels.toolkit.formulas import draw_formula, formula_em, formula_width
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.shaped_text import draw_shaped, is_shaped, shaped_width
from gjkscope.app.view.panels.toolkit.theme import Fonts, Typeface, drawn_size
from gjkscope.app.view.words.markup import HEADING_MARK, ITEM_MARK, NO_BREAK, STYLES, with_non_breaking_spaces
from gjkscope.app.view.words.subscripts import with_subscripts

LEADING = 1.32  # line spacing, in text heights
HEADING = 1.4  # text height of a heading relative to other lines
FORMULA_ALONE = 1.2  # text height of a formula on a line of its own relative to other lines
FORMULA_ROOM = 0.12  # above and below a formula that is higher than its line, in text heights
DISPLAY = "display"  # the style of a formula on a line of its own
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
    raised: float = 0.0  # room above, and
    lowered: float = 0.0  # below for formulas that are higher than the line, pixels

    @property
    def height(self) -> float:
        return LEADING * self.size + self.raised + self.lowered


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
        if style == "formula" and not is_valid(mark[style]):
            words.append(StyledWord(mark[0], "plain", glued))
            glued = True
            continue
        if style == "formula":
            words.append(StyledWord(mark[style], DISPLAY if mark[0] == text.strip() else style, glued))
            glued = True
            continue
        for is_space, letters in groupby(mark[style], lambda letter: letter.isspace() and letter != NO_BREAK):
            if not is_space:
                words.append(StyledWord("".join(letters).replace(NO_BREAK, " "), style, glued))
            glued = not is_space
    return tuple(words)


@lru_cache(maxsize=64)  # the same text is drawn many times while it fades in and out
def styled_lines(text: str, width: float, size: float, fonts: Fonts) -> list[TextLine]:
    """Breaks the text into lines at most `width` pixels long."""
    cover(text, fonts)
    lines = []
    for part in with_non_breaking_spaces(with_subscripts(text)).split("\n"):
        is_heading, is_item = part.startswith(HEADING_MARK), part.startswith(ITEM_MARK)
        indent = ITEM_INDENT * size if is_item else 0.0
        words = styled_words(part.removeprefix(HEADING_MARK).removeprefix(ITEM_MARK))
        is_formula = len(words) == 1 and words[0].style == DISPLAY
        high = (HEADING if is_heading else FORMULA_ALONE if is_formula else 1.0) * size
        wrapped = _wrap(words, width - indent, high, fonts)
        lines += [
            TextLine(
                in_visual_order(line), high, is_heading, indent, is_item and not i, *_extra_room(line, high, fonts)
            )
            for i, line in enumerate(wrapped)
        ]
    return lines


def in_visual_order(line: list[StyledWord]) -> list[StyledWord]:
    """The words of a line from left to right: those of scripts that run from right to left are reversed.

    The line runs in the direction of its first letter.  Letters within a word are ordered when it is shaped.
    """
    if not any(needs_shaping(word.text) for word in line):
        return line
    backwards = runs_right_to_left("".join(word.text for word in line))
    order: list[int] = []
    for is_reversed, run in groupby(range(len(line)), lambda i: runs_right_to_left(line[i].text)):
        part = list(run)
        part = part[::-1] if is_reversed else part
        order = part + order if backwards else order + part
    return [
        line[i]._replace(glued=k == 0 or (abs(i - order[k - 1]) == 1 and line[max(i, order[k - 1])].glued))
        for k, i in enumerate(order)
    ]


def lines_size(lines: list[TextLine], fonts: Fonts) -> tuple[float, float]:
    """The width and height of the lines, pixels."""
    width = max((line.indent + _length(line.words, line.size, fonts) for line in lines), default=0.0)
    return width, sum(line.height for line in lines)


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
        y += line.raised
        if not centred and not line.indent and runs_right_to_left("".join(word.text for word in reversed(line.words))):
            x = left + lines_size(lines, fonts)[0] - _length(line.words, size, fonts)  # to the right edge
        elif line.indent:
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
            if (formula := _formula(word)) is not None:
                draw_formula(canvas, formula, ImVec2(x, at.y + _ascent(size, fonts)), drawn_size(size), color)
            elif is_shaped(word.text):
                draw_shaped(canvas, word.text, ImVec2(x, at.y + _ascent(size, fonts)), drawn_size(size), color)
            else:
                canvas.add_text(_face(word.style, fonts).font, drawn_size(size), at, color, word.text)
            x += _extent(word.text, word.style, size, fonts)
        y += line.height - line.raised


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
    if (formula := _formula(StyledWord(text, style, False))) is not None:
        return formula_width(formula, drawn_size(size))
    if is_shaped(text):
        return shaped_width(text, drawn_size(size))
    with imgui_ctx.push_font(_face(style, fonts).font, drawn_size(size) / imgui.get_style().font_scale_dpi):
        return float(imgui.calc_text_size(text).x)


def _formula(word: StyledWord) -> Formula | None:
    return typeset(word.text, word.style == DISPLAY) if word.style in ("formula", DISPLAY) else None


def _ascent(size: float, fonts: Fonts) -> float:
    """How far the baseline is below the top of text of this height."""
    return float(fonts.regular.font.get_font_baked(drawn_size(size)).ascent)


def _extra_room(line: list[StyledWord], size: float, fonts: Fonts) -> tuple[float, float]:
    """The room above and below the line that its formulas need."""
    above = below = 0.0
    baseline = _ascent(size, fonts) + (LEADING - 1) * size / 2
    for formula in filter(None, map(_formula, line)):
        em = formula_em(drawn_size(size))
        above = max(above, FORMULA_ROOM * size - formula.top * em - baseline)
        below = max(below, FORMULA_ROOM * size + formula.depth * em - (LEADING * size - baseline))
    return above, below


def _face(style: str, fonts: Fonts) -> Typeface:
    return {"strong": fonts.bold, "emphasis": fonts.italic, "code": fonts.mono}.get(style, fonts.regular)
