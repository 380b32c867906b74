"""Bars along an edge of the window, and their buttons."""

from imgui_bundle import imgui

from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.tones import Tone

PADDING = 10.0  # pixels at 100 % scale, beside a title
GAP = 2.0  # between two buttons

PLAIN = (
    imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_scrollbar
    | imgui.WindowFlags_.no_scroll_with_mouse
    | imgui.WindowFlags_.no_decoration
)
WITHOUT_KEYS = PLAIN | imgui.WindowFlags_.no_nav_inputs


def begin_bar(name: str, side: imgui.Dir, height: float, ground: Tone, flags: int = WITHOUT_KEYS) -> bool:
    """Begins a bar of that height in pixels, and returns whether its contents must be drawn; `imgui.end` ends it."""
    imgui.push_style_color(imgui.Col_.window_bg, theme.rgba(ground))
    shown: bool = imgui.internal.begin_viewport_side_bar(name, imgui.get_main_viewport(), side, height, flags)
    imgui.pop_style_color()
    return shown


def begin_row(name: str, side: imgui.Dir, ui: Ui) -> bool:
    """Begins a bar of one row of buttons along an edge of the window; `imgui.end` ends it."""
    imgui.push_style_var(imgui.StyleVar_.window_padding, (GAP * ui.scale, 0.0))
    shown = begin_bar(name, side, imgui.get_frame_height(), tones.POPUP)
    imgui.pop_style_var()
    return shown


def bar_button(label: str, is_on: bool, ui: Ui) -> bool:
    """Draws a button of the bar; returns whether it was pressed."""
    imgui.push_style_color(imgui.Col_.button, theme.rgba(tones.ACCENT_GROUND if is_on else tones.CLEAR))
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.TEXT if is_on else tones.TEXT_DIM))
    imgui.push_style_var(imgui.StyleVar_.frame_padding, (PADDING * ui.scale, imgui.get_style().frame_padding.y))
    pressed: bool = imgui.button(label)
    imgui.pop_style_var()
    imgui.pop_style_color(2)
    return pressed
