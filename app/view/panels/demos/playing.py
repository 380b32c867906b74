"""Shared by the player and the editor: playback buttons, the rate, and the demo's status in words."""

from imgui_bundle import icons_fontawesome_6, imgui

from gjkscope.app.state.actions import LeaveDemo, PlayDemo, SetDemoRate
from gjkscope.app.state.model import DemoPlayback
from gjkscope.app.state.model.demo import RATES, format_time
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.requests import Outcome, ResumeDemo
from gjkscope.app.view.panels.toolkit.sideways import button_width
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import play_icon, player_button, tool_tip

EXIT = f"{icons_fontawesome_6.ICON_FA_XMARK}  Exit"


def draw_play_buttons(show: DemoPlayback, time: str, ui: Ui) -> list[Outcome]:
    """Draws the buttons to restart and play, the `time`, and the choice of the rate."""
    outcomes: list[Outcome] = []
    if player_button(icons_fontawesome_6.ICON_FA_BACKWARD_FAST, "beginning", "Restart"):
        outcomes.append(ResumeDemo(0))
    imgui.same_line()
    playing = show.playing
    if player_button(play_icon(playing), "Play", "Pause" if playing else _resume_words(show)):
        outcomes.append(PlayDemo(False) if playing else ResumeDemo())
    imgui.same_line()
    imgui.text(time)
    imgui.same_line()
    return outcomes + _rate(show, ui)


def draw_exit(show: DemoPlayback) -> list[Outcome]:
    outcomes: list[Outcome] = [LeaveDemo()] if imgui.button(EXIT) else []
    kept = " Unsaved edits are kept with the demo." if show.is_unsaved else ""
    where = "return to your scene" if show.before is not None else "keep its scene"
    tool_tip(f"Exit the demo and {where}.{kept}")
    return outcomes


def status(show: DemoPlayback) -> tuple[str, tones.Tone]:
    """The demo's status or name, and its colour."""
    if show.taken_over:
        return "you have control", tones.WARNING
    if show.diverged:
        return f"DIVERGED at {format_time(show.diverged[0])}", tones.BAD
    return show.demo.name, tones.TEXT_DIM


def room_for(*labels: str) -> float:
    """The width of buttons with these labels in a row, with the space before each."""
    return sum(button_width(label.partition("##")[0]) + imgui.get_style().item_spacing.x for label in labels)


def _resume_words(show: DemoPlayback) -> str:
    return "Resume the demo without your changes" if show.taken_over else hint("Play", "Play or pause demo")


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
