"""Code in the text of a lesson, with the lines of the beat that the views show on a lighter ground."""

from collections.abc import Sequence

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.state.inspection.beats import beat_words
from gjkscope.app.state.model import State
from gjkscope.app.teach.lessons.lit_code import CodeLine
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui

BAR = 3.0  # beside lines that are lit, pixels at 100 %
INDENT = 10.0


def draw_lit_code(lines: Sequence[CodeLine], state: State, ui: Ui) -> None:
    """Draws the lines at the cursor."""
    shown = beat_words(state)
    beat = shown[0] if shown is not None else None
    with imgui_ctx.push_font(*ui.fonts.mono), imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(0, 0)):
        for line in lines:
            _draw_line(line, line.beat == beat, ui)
    imgui.spacing()


def _draw_line(line: CodeLine, is_lit: bool, ui: Ui) -> None:
    corner, width, height = (
        imgui.get_cursor_screen_pos(),
        imgui.get_content_region_avail().x,
        imgui.get_text_line_height(),
    )
    canvas = imgui.get_window_draw_list()
    end = ImVec2(corner.x + width, corner.y + height)
    canvas.add_rect_filled(corner, end, pack_color(theme.rgba(tones.ACCENT_GROUND if is_lit else tones.RAISED)))
    if is_lit:
        bar = ImVec2(corner.x + BAR * ui.scale, end.y)
        canvas.add_rect_filled(corner, bar, pack_color(theme.rgba(tones.ACCENT)))
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + INDENT * ui.scale)
    is_name = line.text.lstrip().startswith("#")
    imgui.text_colored(theme.rgba(tones.TEXT_DIM if is_name and not is_lit else tones.TEXT), line.text)
