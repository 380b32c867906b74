"""The left half of the import dialog: the text, with what was read from it highlighted.

Short texts can be edited.  Long ones, and those with characters that a text field cannot hold, are only shown: Dear
ImGui lays out the whole contents of a field in each frame.

Highlights are translucent and drawn over the text, after its window has been scrolled, so that they never lag behind.
"""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.bring.notations.reading import Span
from gjkscope.app.view import tones
from gjkscope.app.view.panels.importing.interpreting import TextLines, lines_of
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui

FIELD = "##text to import"
LONGEST_EDITED = 50_000  # characters
LONGEST_LINE = 1_000  # characters shown of a line that cannot be edited
MOST_BOXES = 2_000  # highlights drawn in a frame
LINES_ABOVE = 3  # kept in view above a line that is scrolled to


class Mark(Enum):
    """Why a part of the text is highlighted."""

    FACT = auto()  # a value was read from it
    QUESTION = auto()  # something about it is in question
    POINTED = auto()
    FAULT = auto()


class Highlight(NamedTuple):
    span: Span
    mark: Mark


COLORS = {
    Mark.FACT: (tones.ACCENT, 0.24),
    Mark.QUESTION: (tones.WARNING, 0.30),
    Mark.POINTED: (tones.ACCENT, 0.45),
    Mark.FAULT: (tones.BAD, 0.45),
}


class TextEvents(NamedTuple):
    """What the user did in the pane."""

    text: str  # as edited
    pointed: int | None  # the offset under the pointer
    focused: bool  # whether keys go to the text


class Page(NamedTuple):
    """Where the text is on the screen, pixels."""

    window: imgui.internal.Window  # the one that scrolls
    left: float  # of the first column
    top: float  # of the first line
    line_height: float


def draw_text_pane(
    text: str, highlights: Sequence[Highlight], scroll_to: int | None, focus: bool, ui: Ui, size: ImVec2
) -> TextEvents:
    """Draws the text, scrolled to the offset `scroll_to` if given; `focus` moves the keyboard focus to it."""
    known = ui.jobs.request("import lines", lines_of, text) if len(text) > LONGEST_EDITED else None
    if len(text) > LONGEST_EDITED and (known is None or not known.current):
        imgui.begin_child("long text", size, imgui.ChildFlags_.borders)
        imgui.text_disabled("Reading…")
        imgui.end_child()
        return TextEvents(text, None, False)
    lines: TextLines = lines_of(text) if known is None else known.value
    with imgui_ctx.push_font(*ui.fonts.mono):
        typed, focused, page = _field(text, focus, size) if _can_be_edited(text) else _listing(lines, size)
        if page is None or typed != lines.text:  # the lines of an edit follow in the next frame
            return TextEvents(typed, None, focused)
        if scroll_to is not None:
            _scroll_to(page, lines.place(scroll_to)[0])
        _draw_highlights(highlights, lines, page)
        return TextEvents(typed, _offset_under_pointer(lines, page), focused)


def _can_be_edited(text: str) -> bool:
    return len(text) <= LONGEST_EDITED and "\0" not in text


def _field(text: str, focus: bool, size: ImVec2) -> tuple[str, bool, Page | None]:
    if focus:
        imgui.set_keyboard_focus_here()
    _, typed = imgui.input_text_multiline(FIELD, text, size, imgui.InputTextFlags_.allow_tab_input)
    focused = imgui.is_item_active()
    if not text:
        _draw_hint()
    parent = imgui.internal.get_current_window().name
    window = imgui.internal.find_window_by_name(f"{parent}/{FIELD}_{imgui.get_id(FIELD):08X}")
    if window is None or not window.active:  # where the dialog has no room for the field, its draw list has no memory
        return typed, focused, None
    padding = imgui.get_style().frame_padding
    state = imgui.internal.get_input_text_state(imgui.get_id(FIELD))
    across = state.scroll.x if focused and state is not None else 0.0
    left, top = window.pos.x + padding.x - across, window.pos.y + padding.y - window.scroll.y
    return typed, focused, Page(window, left, top, imgui.get_font_size())


def _draw_hint() -> None:
    low, padding = imgui.get_item_rect_min(), imgui.get_style().frame_padding
    canvas, color = imgui.get_window_draw_list(), imgui.get_color_u32(imgui.Col_.text_disabled)
    for number, line in enumerate(HINT):
        top = low.y + padding.y + (number + 1) * imgui.get_text_line_height()
        canvas.add_text(ImVec2(low.x + 2 * padding.x, top), color, line)


def _listing(lines: TextLines, size: ImVec2) -> tuple[str, bool, Page | None]:
    """Draws the visible lines of a long text."""
    imgui.begin_child("long text", size, imgui.ChildFlags_.borders, imgui.WindowFlags_.horizontal_scrollbar)
    window = imgui.internal.get_current_window()
    corner, height = imgui.get_cursor_screen_pos(), imgui.get_font_size()
    width = min(lines.longest, LONGEST_LINE) * imgui.calc_text_size("0").x
    first = max(int(imgui.get_scroll_y() / height), 0)
    last = min(first + int(size.y / height) + 2, len(lines))
    canvas, color = imgui.get_window_draw_list(), imgui.get_color_u32(imgui.Col_.text)
    for number in range(first, last):
        canvas.add_text(ImVec2(corner.x, corner.y + number * height), color, _shown_text(lines.line(number)))
    imgui.dummy(ImVec2(width, len(lines) * height))
    page = Page(window, corner.x, corner.y, height)
    imgui.end_child()
    return lines.text, False, page


def _shown_text(line: str) -> str:
    """The start of the line, with a sign for each character that cannot be displayed."""
    return line[:LONGEST_LINE].replace("\0", "�")


def _scroll_to(page: Page, line: int) -> None:
    """Scrolls the line into view if it is not."""
    top = line * page.line_height
    if not page.window.scroll.y <= top <= page.window.scroll.y + page.window.size.y - 2 * page.line_height:
        imgui.internal.set_scroll_y(page.window, max(top - LINES_ABOVE * page.line_height, 0.0))


def _draw_highlights(highlights: Sequence[Highlight], lines: TextLines, page: Page) -> None:
    canvas, clip = page.window.draw_list, page.window.inner_clip_rect
    canvas.push_clip_rect(clip.min, clip.max)
    boxes = 0
    visible = _visible_lines(lines, page)
    low_offset, high_offset = int(lines.starts[visible.start]), int(lines.starts[visible[-1]]) + LONGEST_LINE
    for highlight in highlights:
        if highlight.span.end < low_offset or highlight.span.start > high_offset:
            continue
        tone, alpha = COLORS[highlight.mark]
        for number, start, end in _parts(highlight.span, lines, visible):
            line, y = lines.line(number)[:LONGEST_LINE], page.top + number * page.line_height
            low, high = (page.left + imgui.calc_text_size(line[:column]).x for column in (start, end))
            at = ImVec2(low, y), ImVec2(max(high, low + 2), y + page.line_height)
            canvas.add_rect_filled(*at, pack_color(theme.rgba(tone, alpha)), ROUNDING)
            boxes += 1
        if boxes > MOST_BOXES:
            break
    canvas.pop_clip_rect()


def _visible_lines(lines: TextLines, page: Page) -> range:
    """The lines on the screen, at least one."""
    above = page.window.inner_clip_rect.min.y - page.top
    first = min(max(int(above / page.line_height), 0), len(lines) - 1)
    return range(first, min(first + int(page.window.size.y / page.line_height) + 2, len(lines)))


def _parts(span: Span, lines: TextLines, visible: range) -> Iterator[tuple[int, int, int]]:
    """The visible parts of a span: line, first column, and the column after the last."""
    (first, start), (last, end) = lines.place(span.start), lines.place(span.end)
    for number in range(max(first, visible.start), min(last, visible[-1]) + 1):
        line = lines.line(number)
        indent = len(line) - len(line.lstrip())
        yield number, start if number == first else indent, end if number == last else len(line)


def _offset_under_pointer(lines: TextLines, page: Page) -> int | None:
    pointer, clip = imgui.get_mouse_pos(), page.window.inner_clip_rect
    inside = clip.min.x <= pointer.x <= clip.max.x and clip.min.y <= pointer.y <= clip.max.y
    number = int((pointer.y - page.top) // page.line_height)
    if not inside or not 0 <= number < len(lines) or not _is_hovered(page.window):
        return None
    line = lines.line(number)[:LONGEST_LINE]
    # The font is monospaced but for a few symbols, so that the estimate is exact or off by a column.
    column = int((pointer.x - page.left) / max(imgui.calc_text_size("0").x, 1.0))
    while column > 0 and imgui.calc_text_size(line[:column]).x > pointer.x - page.left:
        column -= 1
    return int(lines.starts[number]) + column if column < len(line) else None


def _is_hovered(window: imgui.internal.Window) -> bool:
    hovered = imgui.get_current_context().hovered_window
    return hovered is not None and hovered.name == window.name


HINT = (
    "Paste or type a pair of shapes:",
    "",
    "FCL or Drake error text, MJCF, URDF, SDF,",
    "C++, C#, Rust or Python code, JSON, .tscn,",
    "a debugger watch, a table of numbers …",
)
ROUNDING = 2.0
