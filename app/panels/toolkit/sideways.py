"""Room for what stands side by side, also in a narrower panel: it is scrolled sideways, or goes on in a new line."""

from collections.abc import Iterator
from contextlib import contextmanager

from imgui_bundle import ImVec2, imgui

from gjkscope.app.panels.toolkit.ui import Ui


@contextmanager
def at_least(width: float, ui: Ui) -> Iterator[None]:
    """What is drawn inside has so much room or more, pixels at 100 %."""
    if imgui.get_content_region_avail().x >= width * ui.scale:
        yield
        return
    imgui.set_next_window_content_size(ImVec2(width * ui.scale, 0))
    imgui.begin_child("sideways", ImVec2(0, 0), imgui.ChildFlags_.none, imgui.WindowFlags_.horizontal_scrollbar)
    try:
        yield
    finally:
        imgui.end_child()


def beside(width: float) -> None:
    """What comes next stands beside the last item where there is so much room, pixels, and else below it."""
    imgui.same_line()
    if imgui.get_content_region_avail().x < width:
        imgui.new_line()


def tick_width(words: str) -> float:
    """Of a box to tick, or a round one, with words beside it."""
    return imgui.get_frame_height() + imgui.get_style().item_inner_spacing.x + imgui.calc_text_size(words).x


def button_width(words: str) -> float:
    return imgui.calc_text_size(words).x + 2 * imgui.get_style().frame_padding.x
