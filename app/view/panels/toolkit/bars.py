"""Bars along an edge of the window."""

from imgui_bundle import imgui

from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.tones import Tone

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
