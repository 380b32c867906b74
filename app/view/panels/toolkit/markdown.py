"""Markdown in our fonts, drawn by imgui-bundle's `rich_md`: text can be selected and copied; links become requests.

Formulas are typeset as in captions, because `rich_md` renders LaTeX only with HelloImGui: each becomes an element that
the renderer leaves to us.
"""

import re
from collections.abc import Sequence
from textwrap import fill

from imgui_bundle import ImVec2, imgui, rich_md

from gjkscope.app.base.formulas import Formula, split_formulas, typeset
from gjkscope.app.view.panels.requests import OpenLink
from gjkscope.app.view.panels.toolkit.fallback_fonts import cover_markdown
from gjkscope.app.view.panels.toolkit.formulas import draw_formula, formula_em, formula_width
from gjkscope.app.view.panels.toolkit.theme import FONT_ASSETS, TEXT_SIZE
from gjkscope.app.view.words.markup import with_non_breaking_spaces
from gjkscope.app.view.words.subscripts import DROP, SIZE, markdown_with_subscripts

# Fallback fonts for glyphs missing in Roboto, as in `theme.load_fonts`.
MERGED = ("fonts/Inconsolata-Medium.ttf", "fonts/latex/latinmodern-math.otf")


FORMULA_ELEMENT = re.compile(r"f(\d+)")  # with the number of the formula, as elements have no other contents
FORMULA_ALONE = 1.15  # size of a formula on a line of its own relative to text
NOTED, LOWERED = "dfn", "sub"  # the HTML elements of words that have a note, and of subscripts
NOTE_WIDTH = 50  # characters
DOTS = 3.0  # distance of the dots below them, pixels at 100 %

_notes: list[tuple[str, str]] = []  # the words still to be drawn, and their tool tips
_noted_from: list[ImVec2] = []  # where the words being drawn begin
_formulas: list[Formula] = []  # of the text being drawn
_followed: list[str] = []  # URLs of clicked links that have not been returned yet


def create_markdown() -> rich_md.Context:
    """Creates a Markdown context for the current Dear ImGui context; fonts are loaded when text is first drawn."""
    rich_md.set_assets_folder(str(FONT_ASSETS))
    options = rich_md.MarkdownOptions()
    options.font_options.regular_size = TEXT_SIZE
    options.font_options.merge_fonts = list(MERGED)
    options.callbacks.on_open_link = _followed.append
    options.callbacks.on_html_span = _draw_element
    return rich_md.create_context(options)


def draw_markdown(text: str, notes: Sequence[tuple[str, str]] = ()) -> list[OpenLink]:
    """Draws the text at the cursor, wrapped to the available width; returns the links that were clicked.

    `notes` are the words in <dfn> elements, in their order, each with its tool tip.
    """
    _notes[:] = notes
    _formulas.clear()
    cover_markdown(text)
    rich_md.render_raw(with_non_breaking_spaces(_with_formula_elements(markdown_with_subscripts(text))))
    links = [OpenLink(address) for address in _followed]
    _followed.clear()
    return links


def _draw_element(element: str, begins: bool) -> bool:
    """Draws the elements of HTML that texts have: words with notes, and subscripts."""
    if element == NOTED:
        return _draw_note(begins)
    if is_formula := FORMULA_ELEMENT.fullmatch(element):
        if begins:
            _draw_formula(_formulas[int(is_formula[1])])
        return True
    if element != LOWERED:
        return False
    size = imgui.get_style().font_size_base
    if begins:
        imgui.push_font(None, SIZE * size)
        imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + DROP * imgui.get_font_size() / SIZE)  # font size: now SIZE
    else:
        imgui.pop_font()  # what follows on the line returns to its height by itself
    return True


def _with_formula_elements(text: str) -> str:
    """The text with an element for each formula, which is added to `_formulas`."""
    parts = []
    for part in split_formulas(text):
        if isinstance(part, str):
            parts.append(part)
        else:
            parts.append(f"<f{len(_formulas)}></f{len(_formulas)}>")
            _formulas.append(typeset(*part))
    return "".join(parts)


def _draw_formula(formula: Formula) -> None:
    """Draws the formula where the text stands, or on the next line if there is no room for it."""
    size, start = imgui.get_font_size(), imgui.get_cursor_screen_pos()
    width = formula_width(formula, size)
    if width > imgui.get_content_region_avail().x:
        imgui.new_line()
        start = imgui.get_cursor_screen_pos()
    baseline = start.y + imgui.get_font_baked().ascent
    above = max(-formula.top * formula_em(size) - (baseline - start.y), 0.0) if formula.is_display else 0.0
    place = ImVec2(start.x, baseline + above)
    draw_formula(imgui.get_window_draw_list(), formula, place, size, imgui.get_color_u32(imgui.Col_.text))
    imgui.dummy(ImVec2(width, max(above + formula.depth * formula_em(size) + baseline - start.y, size)))
    imgui.same_line(0, 0)


def _draw_note(begins: bool) -> bool:
    """Underlines the words of a <dfn> element with dots, and shows their note under the pointer."""
    if begins:
        _noted_from.append(imgui.get_cursor_screen_pos())
        return True
    start, end = _noted_from.pop(), imgui.get_cursor_screen_pos()
    words, note = _notes.pop(0) if _notes else ("", "")
    high = imgui.get_text_line_height()
    lines = [(start, end.x)]
    if end.y > start.y + high / 2:  # the words are on two lines
        room = imgui.get_window_pos().x + imgui.get_window_size().x - start.x
        above, below = _broken(words, room)
        lines = [(start, start.x + _width(above)), (ImVec2(end.x - _width(below), end.y), end.x)]
    for corner, right in lines:
        _draw_dots(corner.x, right, corner.y + high)
        if note and imgui.is_mouse_hovering_rect(corner, ImVec2(right, corner.y + high)) and imgui.is_window_hovered():
            imgui.set_tooltip(fill(note, NOTE_WIDTH))
    return True


def _broken(text: str, room: float) -> tuple[str, str]:
    """As many words of the text as fit into `room` pixels, and the words of the next line."""
    words = text.split()
    counts = range(len(words) - 1, 0, -1)
    count = next((count for count in counts if _width(" ".join(words[:count])) <= room), 0)
    return " ".join(words[:count]), " ".join(words[count:])


def _width(text: str) -> float:
    return imgui.calc_text_size(text).x


def _draw_dots(left: float, right: float, y: float) -> None:
    canvas, ink = imgui.get_window_draw_list(), imgui.get_color_u32(imgui.Col_.text_disabled)
    step = DOTS * imgui.get_style().font_scale_dpi
    for i in range(int((right - left) / step)):
        canvas.add_circle_filled(ImVec2(left + (i + 0.5) * step, y), step / 4, ink)
