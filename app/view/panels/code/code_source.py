"""The source in the Code panel: executed rows are bright, with the values they computed beside them; others are dim.

    ▸  182  ×3  if tests[i].origin > 0:      ✓ tests[i].origin = 0.25

A bar at the left edge marks executed rows.  Clicking a row goes to the line that ran there; hovering a name shows its
value.
"""

import inspect
from collections.abc import Iterator
from typing import NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.ask.expressions.evaluator import ExpressionError
from gjkscope.app.ask.expressions.source_values import value_of
from gjkscope.app.ask.runs.source import TokenKind, path_at
from gjkscope.app.state.actions import Action, GoToLine
from gjkscope.app.view import tones
from gjkscope.app.view.panels.code.code_page import CodePage, Note, brief_value, line_to_show
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import keep_in_view, visible_rows
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.analysis.replay import Replay

# Columns in characters from the left edge: arrow, row number (right-aligned), count, text.
ARROW, NUMBER_END, COUNT, TEXT = 0.8, 5.5, 6, 9.5
NOTE_GAP = 3  # characters between the text and the notes
CUT = 2  # characters of the ellipsis where notes cover the end of the text, with a space
LEAST_TEXT = 40  # characters of a row that its notes never cover
UNSEEN = 0.45  # opacity of rows that did not run

CHECK, CROSS = icons_fontawesome_6.ICON_FA_CHECK, icons_fontawesome_6.ICON_FA_XMARK
HERE = icons_fontawesome_6.ICON_FA_CARET_RIGHT

COLORS = {
    TokenKind.PLAIN: tones.TEXT,
    TokenKind.KEYWORD: tones.CODE_KEYWORD,
    TokenKind.STRING: tones.CODE_STRING,
    TokenKind.COMMENT: tones.TEXT_DIM,
    TokenKind.NUMBER: tones.CODE_NUMBER,
    TokenKind.DEFINED: tones.CODE_DEFINED,
}


class Pen(NamedTuple):
    """Where a row is drawn."""

    canvas: imgui.ImDrawList
    left: float
    top: float
    advance: float  # pixels per character
    height: float

    def at(self, column: float) -> float:
        return self.left + column * self.advance

    def write(self, x: float, text: str, tone: tones.Tone, alpha: float = 1.0) -> float:
        """Writes from `x`; returns the x at which the text ends."""
        self.canvas.add_text(ImVec2(x, self.top), tone_color(tone, alpha), text)
        return x + (len(text) * self.advance if text.isascii() else imgui.calc_text_size(text).x)

    def band(self, left: float, right: float, tone: tones.Tone, alpha: float = 1.0) -> None:
        bottom = self.top + self.height
        self.canvas.add_rect_filled(ImVec2(left, self.top), ImVec2(right, bottom), tone_color(tone, alpha))


def draw_source(replayed: Replay, page: CodePage, line: int | None, step: int, ui: Ui) -> list[Action]:
    """Draws the file that contains the call, scrolled to the call's rows."""
    actions: list[Action] = []
    imgui.begin_child("source", ImVec2(0, 0), 0, imgui.WindowFlags_.horizontal_scrollbar)
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(0, 0))
    with imgui_ctx.push_font(ui.fonts.mono.font, theme.SMALL_SIZE):
        advance, height = imgui.calc_text_size("0").x, imgui.get_text_line_height() + 3 * ui.scale
        width = max(imgui.get_content_region_avail().x, (TEXT + max(map(len, page.source.lines))) * advance)
        for index in visible_rows(len(page.source.lines), page.row - 1):
            origin = imgui.get_cursor_screen_pos()
            clicked = imgui.invisible_button(f"##line {index + 1}", ImVec2(width, height))
            pen = Pen(imgui.get_window_draw_list(), origin.x, origin.y, advance, height)
            _row(pen, page, index + 1, width, ui)
            if index + 1 == page.row:
                _follow(page, line, step)
            if imgui.is_item_hovered():
                _tell(page, index, imgui.get_mouse_pos().x - origin.x, advance)
                there = line_to_show(replayed, page, line, index + 1)
                if clicked and there is not None:
                    actions.append(GoToLine(there))
    imgui.pop_style_var()
    imgui.end_child()
    return actions


def tone_color(tone: tones.Tone, alpha: float = 1.0) -> int:
    return imgui.get_color_u32(theme.rgba(tone, alpha))


def _follow(page: CodePage, line: int | None, step: int) -> None:
    """Scrolls to the row if it, or the page, has changed since the last frame."""
    keep_in_view(page.source.file, page.call_number, step, page.row if line is None else line)


def _row(pen: Pen, page: CodePage, row: int, width: float, ui: Ui) -> None:
    count = page.seen.get(row, 0)
    is_current = page.current is not None and page.current.number <= row <= page.current.last
    if is_current:
        pen.band(pen.left, pen.left + width, tones.ACCENT_GROUND)
    elif imgui.is_item_hovered():
        pen.band(pen.left, pen.left + width, tones.RAISED, 0.6)
    if count or row in page.elsewhere:
        pen.band(pen.left, pen.left + 3 * ui.scale, tones.GOOD, 1.0 if count else UNSEEN)
    if is_current and page.current is not None and row == page.current.number:
        pen.write(pen.at(ARROW), HERE, tones.CHOSEN)
    alpha = 1.0 if count or row in page.elsewhere or row == page.call.first else UNSEEN
    pen.write(pen.at(NUMBER_END - len(str(row))), str(row), tones.TEXT_DIM, alpha)
    if count > 1:
        pen.write(pen.at(COUNT), f"×{count}", tones.WARNING)
    end = _text(pen, page, row, alpha)
    if notes := page.notes.get(row):
        _notes(pen, end, notes, tones.ACCENT_GROUND if is_current else tones.BACKGROUND)


def _text(pen: Pen, page: CodePage, row: int, alpha: float) -> float:
    line, end = page.source.lines[row - 1], pen.at(TEXT)
    for word in page.source.words[row - 1]:
        before = line[: word.column]
        x = pen.at(TEXT + word.column) if before.isascii() else pen.at(TEXT) + imgui.calc_text_size(before).x
        is_text = word.kind in (TokenKind.STRING, TokenKind.COMMENT)  # readable whether it ran or not
        end = pen.write(x, word.text, COLORS[word.kind], max(alpha, 0.8) if is_text else alpha)
    return end


def _notes(pen: Pen, end: float, notes: list[Note], ground: tones.Tone) -> None:
    """Draws the notes beside the text; if there is no room, over its end, unless the pointer is on the row."""
    x = end + NOTE_GAP * pen.advance
    right = imgui.get_window_pos().x + imgui.get_window_width() - imgui.get_style().scrollbar_size
    gaps = (len(notes) - 1) * NOTE_GAP * pen.advance
    width = gaps + sum(imgui.calc_text_size(_mark(note)).x for note in notes)
    if x + width > right and not imgui.is_item_hovered():
        x = max(right - width, pen.at(TEXT + LEAST_TEXT))
        pen.band(x - CUT * pen.advance, right, ground)
        if end > x - CUT * pen.advance:
            pen.write(x - CUT * pen.advance, "…", tones.TEXT_DIM)
    for note in notes:
        tone = tones.NEW if note.holds is None else tones.GOOD if note.holds else tones.BAD
        x = pen.write(x, _mark(note), tone) + NOTE_GAP * pen.advance


def _mark(note: Note) -> str:
    if note.holds is None:
        return note.text
    return f"{CHECK if note.holds else CROSS} {note.text}"


def _tell(page: CodePage, index: int, x: float, advance: float) -> None:
    """Shows the value of the name under the pointer as a tool tip."""
    column = int(x / advance - TEXT)
    path = path_at(page.source.lines[index], column) if column >= 0 else ""
    if not path or not _is_of_call(page, index + 1):
        return
    try:
        value = value_of(path, page.surroundings)
    except ExpressionError:
        return
    imgui.set_tooltip("\n".join(_value_words(path, value)))


def _is_of_call(page: CodePage, row: int) -> bool:
    return page.call.first <= row <= page.call.last


def _value_words(path: str, value: object) -> Iterator[str]:
    if inspect.isfunction(value) or inspect.isclass(value):
        yield path
        yield (inspect.getdoc(value) or "").partition("\n")[0]
        return
    yield f"{path} = {brief_value(value)}"
    if isinstance(value, float) or (isinstance(value, tuple) and brief_value(value).startswith("(")):
        yield repr(value)
