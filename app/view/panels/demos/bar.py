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
from gjkscope.app.view.panels.toolkit.bars import begin_bar
from gjkscope.app.view.panels.toolkit.ui import Ui

HEIGHT = 40.0  # pixels at 100 % scale


def draw_demo_bar(state: State, ui: Ui) -> list[Outcome]:
    """Draws the bar along the bottom edge of the window, or nothing if no demo is open or being recorded."""
    if state.shell.recording is not None:
        return _bar(HEIGHT * ui.scale, partial(draw_recorder_bar, state, state.shell.recording, ui))
    if state.show is None:
        return []
    if state.show.edits.open:
        choice = imgui.get_frame_height_with_spacing() if state.show.edits.inserted is not None else 0.0
        height = HEIGHT * ui.scale + choice + track_height(ui)
        return _bar(height, partial(draw_edit_bar, state, state.show, ui))
    return _bar(HEIGHT * ui.scale, partial(draw_player_bar, state.show, ui))


def _bar(height: float, contents: Callable[[], list[Outcome]]) -> list[Outcome]:
    open_ = begin_bar("##show", imgui.Dir.down, height, tones.POPUP)
    imgui.align_text_to_frame_padding()
    outcomes = contents() if open_ else []
    imgui.end()
    return outcomes
