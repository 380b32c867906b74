"""The caption of a demo in the lower third of the picture: large, centred, on a plate for contrast."""

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.model import Theme
from gjkscope.app.state.model.demo import Caption
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.panels.viewport.styled_text import Inks, draw_lines, lines_size, styled_lines

TEXT_HEIGHT = 0.042  # relative to the height of the picture
SMALLEST = 15.0  # pixels at 100 %
WIDEST = 0.72  # relative to the width
FOOT = 0.025  # margin below the plate, relative to the height
PADDING = (1.0, 0.55)  # horizontal and vertical, in text heights
BAND_WIDEST, SHRINK = 0.94, 0.92  # in a band: fraction of its width; factor by which the text shrinks to fit
# Over the views they are the same in both themes, like subtitles: captions must be readable over anything.
PLATE, INKS = (0.04, 0.045, 0.06, 0.82), Inks((0.98, 0.98, 0.99, 1.0), (1.0, 0.82, 0.55, 1.0))
# In a band of their own they follow the theme.
BAND_GROUND = {Theme.DARK: (0.04, 0.045, 0.06, 1.0), Theme.LIGHT: (0.985, 0.985, 0.99, 1.0)}
BAND_INKS = {Theme.DARK: INKS, Theme.LIGHT: Inks((0.075, 0.085, 0.10, 1.0), (0.48, 0.26, 0.0, 1.0))}

FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_background
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_inputs
)


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
    canvas.add_rect_filled(ImVec2(left, top), ImVec2(right, bottom), _plate(caption), 0.35 * size)
    lines = styled_lines(caption.text, WIDEST * rect[2], size, ui.fonts)
    draw_lines(canvas, lines, ((left + right) / 2, top + PADDING[1] * size), INKS.faded(caption.opacity), ui.fonts)


def caption_box(caption: Caption, rect: Rect, ui: Ui) -> LabelBox:
    """The plate of the caption over the picture at `rect`, which labels avoid."""
    left, top, width, height = rect
    size = _size(rect, ui)
    widest, high = lines_size(styled_lines(caption.text, WIDEST * width, size, ui.fonts), ui.fonts)
    aside, above = PADDING[0] * size, PADDING[1] * size
    foot, middle = top + height * (1 - FOOT), left + width / 2
    return LabelBox(middle - widest / 2 - aside, foot - high - 2 * above, middle + widest / 2 + aside, foot)


def _size(rect: Rect, ui: Ui) -> float:
    """The text height of a caption over a picture."""
    return max(TEXT_HEIGHT * rect[3], SMALLEST * ui.scale)


def draw_caption_in(canvas: imgui.ImDrawList, caption: Caption, rect: Rect, size: float, ui: Ui, inks: Inks) -> None:
    """Draws the caption inside its own rectangle, shrinking the text from `size` if it does not fit."""
    left, top, width, height = rect
    while lines_size(lines := styled_lines(caption.text, BAND_WIDEST * width, size, ui.fonts), ui.fonts)[1] > height:
        size *= SHRINK
    high = lines_size(lines, ui.fonts)[1]
    position = (left + width / 2, top + (height - high) / 2)
    draw_lines(canvas, lines, position, inks.faded(caption.opacity), ui.fonts)


def _plate(caption: Caption) -> int:
    return pack_color((*PLATE[:3], PLATE[3] * caption.opacity))
