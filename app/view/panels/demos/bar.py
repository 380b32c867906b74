"""The bar at the bottom of the window while a demo is open (player and editor) or being recorded (recorder)."""

from collections.abc import Callable
from functools import partial

from imgui_bundle import imgui

from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.demos.edit_bar import draw_edit_bar
from gjkscope.app.view.panels.demos.edit_track import track_height
from gjkscope.app.view.panels.demos.player_bar import draw_player_bar
from gjkscope.app.view.panels.demos.recorder_bar import draw_recorder_bar
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui

HEIGHT = 40.0  # pixels at 100 % scale


def draw_demo_bar(state: State, ui: Ui) -> list[Outcome]:
    """Draws the bar along the bottom edge of the window, or nothing if no demo is open or being recorded."""
    if state.shell.recording is not None:
        return _bar(HEIGHT * ui.scale, partial(draw_recorder_bar, state, state.shell.recording, ui))
    if state.show is None:
        return []
    if state.show.edits.open:
        return _bar(HEIGHT * ui.scale + track_height(ui), partial(draw_edit_bar, state, state.show, ui))
    return _bar(HEIGHT * ui.scale, partial(draw_player_bar, state.show, ui))


def _bar(height: float, contents: Callable[[], list[Outcome]]) -> list[Outcome]:
    imgui.push_style_color(imgui.Col_.window_bg, theme.rgba(tones.POPUP))
    open_ = imgui.internal.begin_viewport_side_bar("##show", imgui.get_main_viewport(), imgui.Dir.down, height, FLAGS)
    imgui.pop_style_color()
    imgui.align_text_to_frame_padding()
    outcomes = contents() if open_ else []
    imgui.end()
    return outcomes


FLAGS = (
    imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_scrollbar
    | imgui.WindowFlags_.no_scroll_with_mouse
    | imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_nav_inputs
)
