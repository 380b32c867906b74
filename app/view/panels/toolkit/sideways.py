"""Horizontal layout in narrow panels: contents scroll sideways or wrap to a new line."""

from collections.abc import Iterator
from contextlib import contextmanager

from imgui_bundle import ImVec2, imgui

from gjkscope.app.view.panels.toolkit.ui import Ui


@contextmanager
def minimum_width(width: float, ui: Ui) -> Iterator[None]:
    """Gives the contents at least `width` pixels at 100 % scale, with a horizontal scroll bar if necessary."""
    if imgui.get_content_region_avail().x >= width * ui.scale:
        yield
        return
    imgui.set_next_window_content_size(ImVec2(width * ui.scale, 0))
    imgui.begin_child("sideways", ImVec2(0, 0), imgui.ChildFlags_.none, imgui.WindowFlags_.horizontal_scrollbar)
    try:
        yield
    finally:
        imgui.end_child()


def same_line_if_fits(width: float, gap: float = -1.0) -> bool:
    """Puts the next item on the same line if `width` pixels are left after `gap`, and otherwise on a new line.

    Returns whether it is the same line.

    Without a gap, that of all items is used.
    """
    imgui.same_line(0, gap)
    fits: bool = imgui.get_content_region_avail().x >= width
    if not fits:
        imgui.new_line()
    return fits


def checkbox_width(words: str) -> float:
    """The width of a check box or radio button with its label, in pixels."""
    return imgui.get_frame_height() + imgui.get_style().item_inner_spacing.x + imgui.calc_text_size(words).x


def button_width(words: str) -> float:
    return imgui.calc_text_size(words).x + 2 * imgui.get_style().frame_padding.x
