"""The caption of a demo, in a band of its own below the views: in the window, in presentations and in films.

In lecture mode, the band has the sentence of the step while there is no caption.
"""

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.model import State, Theme
from gjkscope.app.state.model.demo import Caption, MarkKind
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit.bars import WITHOUT_KEYS, begin_bar
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.panels.viewport.styled_text import LEADING, Inks, draw_lines, lines_size, styled_lines
from gjkscope.app.view.words.captions import sentence_below, visible_caption

# Text heights relative to the height of the window: 34 pixels at 720, the size in films, where nothing else is shown.
PRESENTED, BESIDE_PANELS = 34 / 720, 0.031
SMALLEST = 15.0  # pixels at 100 %
LINES = 2  # for which a band has room
PADDING = 0.25  # above and below the text, in text heights
WIDEST, SHRINK = 0.94, 0.96  # fraction of the width of a band; factor by which the text shrinks to fit
GROUND = {Theme.DARK: (0.04, 0.045, 0.06, 1.0), Theme.LIGHT: (0.985, 0.985, 0.99, 1.0)}
INKS = {
    Theme.DARK: Inks((0.98, 0.98, 0.99, 1.0), (1.0, 0.82, 0.55, 1.0)),
    Theme.LIGHT: Inks((0.075, 0.085, 0.10, 1.0), (0.48, 0.26, 0.0, 1.0)),
}

FLAGS = WITHOUT_KEYS | imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_focus_on_appearing


def draw_caption_bar(state: State, ui: Ui) -> None:
    """Draws the band along the lower edge of the window, if there is or will be a caption: views never jump."""
    lectures = state.appearance.lecture and not state.is_bare and state.shows_panels
    if not lectures and not _has_captions(state):
        return
    size, caption = text_size(state, ui), visible_caption(state)
    if begin_bar("##caption", imgui.Dir.down, band_height(size), tones.ABYSS, FLAGS):
        position, room = imgui.get_window_pos(), imgui.get_window_size()
        if caption is None and lectures and state.visible_steps is None:
            caption = Caption(sentence_below(state), 1.0)
        draw_band(state, caption, (*position, *room), size, ui)
    imgui.end()


def text_size(state: State, ui: Ui) -> float:
    """The text height of captions in the window, pixels."""
    share = PRESENTED if state.is_bare or not state.shows_panels else BESIDE_PANELS
    return max(share * imgui.get_main_viewport().size.y, SMALLEST * ui.scale)


def band_height(size: float) -> float:
    """The height of a band for captions of that text height, pixels."""
    return (LINES * LEADING + 2 * PADDING) * size


def draw_band(state: State, caption: Caption | None, rect: Rect, size: float, ui: Ui) -> None:
    """Draws the caption on its ground, shrinking the text from `size` if it does not fit."""
    canvas, (left, top, width, height) = imgui.get_window_draw_list(), rect
    canvas.add_rect_filled(ImVec2(left, top), ImVec2(left + width, top + height), pack_color(GROUND[_theme(state)]))
    if caption is None:
        return
    room = height - 2 * PADDING * size
    while lines_size(lines := styled_lines(caption.text, WIDEST * width, size, ui.fonts), ui.fonts)[1] > room:
        size *= SHRINK
    middle = left + width / 2, top + (height - lines_size(lines, ui.fonts)[1]) / 2
    draw_lines(canvas, lines, middle, INKS[_theme(state)].faded(caption.opacity), ui.fonts)


def _theme(state: State) -> Theme:
    return state.appearance.theme


def _has_captions(state: State) -> bool:
    is_written = state.shell.recording is not None or state.display.caption is not None
    return is_written or (state.show is not None and bool(state.show.demo.marks_of(MarkKind.CAPTION)))
