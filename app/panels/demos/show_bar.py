"""The bar at the bottom of the window while a demo is open (player) or being recorded (recorder)."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.actions import LeaveDemo, PlayDemo, Say, SetDemoRate
from gjkscope.app.model import DemoPlayback, State
from gjkscope.app.model.demo import RATES, TICKS, MarkKind, format_time
from gjkscope.app.panels.requests import Outcome, ResumeDemo, ToggleRecording
from gjkscope.app.panels.toolkit import theme
from gjkscope.app.panels.toolkit.overlay import packed_color
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.app.panels.toolkit.widgets import play_icon, player_button, tool_tip

HEIGHT = 40.0  # pixels at 100 % scale, as are the sizes below
CAPTION_WIDTH = 420.0
MARK_RADIUS = 3.0
TRACK_INSET = 6.0  # distance from the ends of the slider to the extreme positions of its grab


def draw_demo_bar(state: State, ui: Ui) -> list[Outcome]:
    """Draws the bar along the bottom edge of the window, or nothing if no demo is open or being recorded."""
    if state.shell.recording is not None:
        return _bar(ui, partial(_recorder, state.shell.recording, state, ui))
    if state.show is not None:
        return _bar(ui, partial(_player, state.show, ui))
    return []


def _bar(ui: Ui, contents: Callable[[], list[Outcome]]) -> list[Outcome]:
    imgui.push_style_color(imgui.Col_.window_bg, theme.rgba(theme.POPUP))
    open_ = imgui.internal.begin_viewport_side_bar(
        "##show", imgui.get_main_viewport(), imgui.Dir.down, HEIGHT * ui.scale, FLAGS
    )
    imgui.pop_style_color()
    imgui.align_text_to_frame_padding()
    outcomes = contents() if open_ else []
    imgui.end()
    return outcomes


def _player(show: DemoPlayback, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    if player_button(icons_fontawesome_6.ICON_FA_BACKWARD_FAST, "beginning", "Restart"):
        outcomes.append(ResumeDemo(0))
    imgui.same_line()
    playing = show.playing
    if player_button(play_icon(playing), "Play", "Pause" if playing else _go_on(show)):
        outcomes.append(PlayDemo(False) if playing else ResumeDemo())
    imgui.same_line()
    imgui.text(f"{format_time(show.tick)} / {format_time(show.demo.length)}")
    imgui.same_line()
    outcomes += _rate(show, ui)
    words, tone = _state_in_words(show)
    room = sum(imgui.calc_text_size(word).x for word in (words, RECORD_FROM_HERE, LEAVE)) + 110 * ui.scale
    imgui.same_line()
    outcomes += _track(show, max(imgui.get_content_region_avail().x - room, 80 * ui.scale), ui)
    if words:
        imgui.same_line()
        imgui.text_colored(theme.rgba(tone), words)
    imgui.same_line()
    if imgui.button(RECORD_FROM_HERE):
        outcomes.append(ToggleRecording(on=True))
    tool_tip("Exit the demo at this point and start recording")
    imgui.same_line()
    if imgui.button(LEAVE):
        outcomes.append(LeaveDemo())
    tool_tip("Exit the demo and keep its scene")
    return outcomes


def _go_on(show: DemoPlayback) -> str:
    return "Resume the demo without your changes" if show.taken_over else "Play"


def _state_in_words(show: DemoPlayback) -> tuple[str, theme.Tone]:
    """The demo's status or name, and its colour."""
    if show.taken_over:
        return "you have control", theme.WARNING
    if show.diverged:
        return f"DIVERGED at {format_time(show.diverged[0])}", theme.BAD
    return show.demo.name, theme.TEXT_DIM


def _rate(show: DemoPlayback, ui: Ui) -> list[Outcome]:
    imgui.set_next_item_width(70 * ui.scale)
    chosen: list[Outcome] = []
    if imgui.begin_combo("##demo rate", f"{show.rate:g}×"):
        for rate in RATES:
            clicked, _ = imgui.selectable(f"{rate:g}×", rate == show.rate)
            if clicked:
                chosen.append(SetDemoRate(rate))
        imgui.end_combo()
    tool_tip("Playback speed")
    return chosen


def _track(show: DemoPlayback, width: float, ui: Ui) -> list[Outcome]:
    """Draws the time slider, with marks at captions and where a trace diverged from the recording."""
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
    return [*(TrackMark(mark.tick, mark.text) for mark in show.demo.marks_of(MarkKind.CAPTION)), *diverged]


def _draw_mark(mark: TrackMark, x: float, top: float, foot: float, ui: Ui) -> None:
    """Draws a dot at the bottom of the track, or for an error a line across it."""
    canvas, radius = imgui.get_window_draw_list(), MARK_RADIUS * ui.scale
    if mark.is_bad:
        canvas.add_line(ImVec2(x, top), ImVec2(x, foot), packed_color(theme.rgba(theme.BAD)), radius)
    else:
        canvas.add_circle_filled(ImVec2(x, foot - 5 * ui.scale), radius, packed_color(theme.rgba(theme.ACCENT)))
    if imgui.is_item_hovered() and abs(imgui.get_mouse_pos().x - x) <= 2 * radius:
        imgui.set_tooltip(f"{format_time(mark.tick)}  {mark.text}")


def _recorder(seconds: int, state: State, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    imgui.text_colored(theme.rgba(theme.BAD), icons_fontawesome_6.ICON_FA_CIRCLE)
    imgui.same_line()
    imgui.text(f"Recording  {format_time(seconds * TICKS)}")
    imgui.same_line(0, 20 * ui.scale)
    imgui.set_next_item_width(CAPTION_WIDTH * ui.scale)
    entered, text = imgui.input_text_with_hint("##caption", CAPTION_HINT, "", imgui.InputTextFlags_.enter_returns_true)
    if entered:
        outcomes.append(Say(text.strip() or None))
    if state.display.caption is not None and not state.display.caption.leaving:
        imgui.same_line()
        if imgui.button(icons_fontawesome_6.ICON_FA_COMMENT_SLASH):
            outcomes.append(Say(None))
        tool_tip("Hide the caption")
    imgui.same_line()
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_STOP}  Stop"):
        outcomes.append(ToggleRecording(on=False))
    tool_tip("Stop and save the recording")
    return outcomes


RECORD_FROM_HERE = f"{icons_fontawesome_6.ICON_FA_CIRCLE}  Record from here"
LEAVE = f"{icons_fontawesome_6.ICON_FA_XMARK}  Exit"
CAPTION_HINT = "Caption: **bold**, *italic*, `code`; press Enter to show"
SEEKING = imgui.SliderFlags_.always_clamp | imgui.SliderFlags_.no_input
FLAGS = (
    imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_scrollbar
    | imgui.WindowFlags_.no_scroll_with_mouse
    | imgui.WindowFlags_.no_decoration
)
