"""A separating axis drawn as a number line, with both projections and their overlap or gap."""

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.view import tones
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.palette import LINE_CONTRAST
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.precision import in_page
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.words.axis_reading import GAP, AxisReading
from gjkscope.engine.text import number

WIDTH = 230.0  # pixels at 100 %, as all lengths here
MARGIN, BAR, TICK = 26.0, 9.0, 5.0


def draw_axis_line(axis: AxisReading, ui: Ui) -> None:
    """Fills the rest of the panel with the origin of the axis and the line; 0 is A's centre."""
    with imgui_ctx.begin_child("axis line"):
        imgui.text_wrapped(axis.name)
        if axis.reason:
            imgui.text_disabled(f"Not tested: {axis.reason}.")
            return
        with imgui_ctx.push_font(*ui.fonts.mono):
            for role, (low, high) in zip("AB", (axis.interval_a, axis.interval_b), strict=True):
                imgui.text_disabled(in_page(f"{role}  {number(low)} … {number(high)}"))
            color = tones.GOOD if axis.relation == GAP else tones.OVERLAP
            imgui.text_colored(theme.rgba(color), in_page(axis.words))
        _draw_line(axis, ui)


def _draw_line(axis: AxisReading, ui: Ui) -> None:
    canvas, (left, top) = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    room = max(imgui.get_content_region_avail().x - 2 * MARGIN * ui.scale, 1.0)
    low, high = min(axis.interval_a[0], axis.interval_b[0], 0.0), max(axis.interval_a[1], axis.interval_b[1], 0.0)
    pitch, line = room / max(high - low, 1e-300), imgui.get_text_line_height()
    ink, dim = (imgui.get_color_u32(theme.rgba(tone)) for tone in (tones.TEXT, tones.TEXT_DIM))

    def x(value: float) -> float:
        return left + MARGIN * ui.scale + (value - low) * pitch

    heights = [top + (0.6 + 1.2 * i) * line for i in range(2)]
    base = heights[1] + 1.1 * line
    shared = sorted((x(axis.interval_b[0]), x(axis.interval_a[1])))
    tone = tones.GOOD if axis.relation == GAP else tones.OVERLAP
    faint, strong = (imgui.get_color_u32(theme.rgba(tone, alpha)) for alpha in (0.25, 1.0))
    canvas.add_rect_filled(ImVec2(shared[0], top), ImVec2(shared[1], base), faint)
    for side in shared:
        canvas.add_line(ImVec2(side, top), ImVec2(side, base), strong, ui.scale)
    colors = (palette.A, palette.B)
    for y, interval, color, role in zip(heights, (axis.interval_a, axis.interval_b), colors, "AB", strict=True):
        bar = pack_color(theme.legible(color, LINE_CONTRAST))
        start, end = ImVec2(x(interval[0]), y), ImVec2(x(interval[1]), y)
        canvas.add_line(start, end, bar, BAR * ui.scale)
        for tip in (start, end):
            half = (BAR / 2 + 3) * ui.scale
            canvas.add_line(ImVec2(tip.x, y - half), ImVec2(tip.x, y + half), bar, 2 * ui.scale)
        canvas.add_text(ImVec2(left + 2 * ui.scale, y - line / 2), pack_color(theme.legible(color)), role)
    canvas.add_line(ImVec2(left, base), ImVec2(left + room + 2 * MARGIN * ui.scale, base), dim, ui.scale)
    for value in sorted({low, 0.0, high}):
        _tick(canvas, x(value), base, number(value, 3), ink, ui)
    imgui.dummy(ImVec2(1, base + 1.6 * line - top))


def _tick(canvas: imgui.ImDrawList, x: float, y: float, text: str, ink: int, ui: Ui) -> None:
    canvas.add_line(ImVec2(x, y - TICK * ui.scale), ImVec2(x, y + TICK * ui.scale), ink, ui.scale)
    half = imgui.calc_text_size(text).x / 2
    canvas.add_text(ImVec2(x - half, y + TICK * ui.scale), ink, text)
