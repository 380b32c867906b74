"""The player: buttons, and a time slider with marks at captions and where a trace differs from the recording."""

from typing import NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.state.actions import Present, ShowEditing
from gjkscope.app.state.model import DemoPlayback
from gjkscope.app.state.model.demo import MarkKind, format_time
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.demos.playing import EXIT, draw_exit, draw_play_buttons, room_for, status
from gjkscope.app.view.panels.requests import Outcome, ResumeDemo, ToggleRecording
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.words.markup import plain_text

MARK_RADIUS = 3.0  # pixels at 100 % scale
TRACK_INSET = 6.0  # distance from the ends of the slider to the extreme positions of its grab
NARROWEST = 80.0  # of the slider

EDIT = f"{icons_fontawesome_6.ICON_FA_PEN}  Edit"
RECORD_FROM_HERE = f"{icons_fontawesome_6.ICON_FA_CIRCLE}  Record from here"
PRESENT = f"{icons_fontawesome_6.ICON_FA_DISPLAY}  Present"
RECORD_TIP = "Record into the demo from this point on: what comes after the recording is kept"
SEEKING = imgui.SliderFlags_.always_clamp | imgui.SliderFlags_.no_input


def draw_player_bar(show: DemoPlayback, ui: Ui) -> list[Outcome]:
    """Draws the player of the open demo."""
    outcomes = draw_play_buttons(show, f"{format_time(show.tick)} / {format_time(show.demo.length)}", ui)
    words, tone = status(show)
    room = room_for(words, PRESENT, EDIT, RECORD_FROM_HERE, EXIT) + 3 * imgui.get_style().item_spacing.x
    imgui.same_line()
    outcomes += _slider(show, max(imgui.get_content_region_avail().x - room, NARROWEST * ui.scale), ui)
    if words:
        imgui.same_line()
        imgui.text_colored(theme.rgba(tone), words)
    imgui.same_line()
    if imgui.button(PRESENT):
        outcomes.append(Present(on=True))
    tool_tip(hint("Full screen, in large type, driven by a clicker", "Present"))
    imgui.same_line()
    if imgui.button(EDIT):
        outcomes.append(ShowEditing(on=True))
    tool_tip(hint("Cut, change captions and timing, record over a part", "Edit demo"))
    imgui.same_line()
    if imgui.button(RECORD_FROM_HERE):
        outcomes.append(ToggleRecording(on=True))
    tool_tip(RECORD_TIP)
    imgui.same_line()
    return outcomes + draw_exit(show)


def _slider(show: DemoPlayback, width: float, ui: Ui) -> list[Outcome]:
    imgui.set_next_item_width(width)
    length = max(show.demo.length, 1)
    changed, tick = imgui.slider_int("##seek", show.tick, 0, length, "", SEEKING)
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    inset = TRACK_INSET * ui.scale
    for mark in marks(show):
        _draw_mark(mark, low.x + inset + (high.x - low.x - 2 * inset) * mark.tick / length, low.y, high.y, ui)
    return [ResumeDemo(tick)] if changed else []


class TrackMark(NamedTuple):
    """A mark on the time slider: its tick, its text, and whether it reports an error."""

    tick: int
    text: str
    is_bad: bool = False


def marks(show: DemoPlayback) -> list[TrackMark]:
    """The marks in drawing order; divergences are drawn last, on top."""
    diverged = [TrackMark(tick, "DIVERGED: the trace differs from the recording", True) for tick in show.diverged]
    captions = show.demo.marks_of(MarkKind.CAPTION)
    return [*(TrackMark(mark.tick, plain_text(mark.text)) for mark in captions), *diverged]


def _draw_mark(mark: TrackMark, x: float, top: float, foot: float, ui: Ui) -> None:
    """Draws a dot at the bottom of the track, or for an error a line across it."""
    canvas, radius = imgui.get_window_draw_list(), MARK_RADIUS * ui.scale
    if mark.is_bad:
        canvas.add_line(ImVec2(x, top), ImVec2(x, foot), pack_color(theme.rgba(tones.BAD)), radius)
    else:
        canvas.add_circle_filled(ImVec2(x, foot - 5 * ui.scale), radius, pack_color(theme.rgba(tones.ACCENT)))
    if imgui.is_item_hovered() and abs(imgui.get_mouse_pos().x - x) <= 2 * radius:
        imgui.set_tooltip(f"{format_time(mark.tick)}  {mark.text}")
