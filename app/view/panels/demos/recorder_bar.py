"""The recorder: the time recorded so far, the field for captions, and the buttons to pause and stop."""

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from gjkscope.app.state.actions import (
    InsertRecording,
    PauseRecording,
    PauseToType,
    Say,
    ShowVerdict,
    TypeCaption,
    WantCaption,
)
from gjkscope.app.state.model import PunchIn, Recording, State
from gjkscope.app.state.model.demo import TICKS, format_time
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import hint, key_of
from gjkscope.app.view.panels.demos.playing import room_for
from gjkscope.app.view.panels.requests import Outcome, ToggleRecording
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip

CAPTION_WIDTH, NARROWEST = 420.0, 120.0  # of the caption field, pixels at 100 %
PAUSE = f"{icons.ICON_FA_PAUSE}  Pause###pause recording"
RESUME = f"{icons.ICON_FA_CIRCLE}  Resume###pause recording"
STOP = f"{icons.ICON_FA_STOP}  Stop"
HIDE = icons.ICON_FA_COMMENT_SLASH
PAUSE_TO_TYPE = "Pause while typing"
SHOW_VERDICT = "Show the verdict"
INSERT = "Insert"
MARKDOWN = "**bold**, *italic*, `code`"


def draw_recorder_bar(state: State, recording: Recording, ui: Ui) -> list[Outcome]:
    """Draws the controls of the recording in progress."""
    _draw_time(recording, state.punch, ui)
    imgui.same_line(0, 20 * ui.scale)
    outcomes = _draw_pause(recording)
    imgui.same_line()
    outcomes += _draw_caption_field(state, recording, ui)
    if _has_caption(state):
        imgui.same_line()
        if imgui.button(HIDE):
            outcomes.append(Say(None))
        tool_tip("Hide the caption")
    imgui.same_line()
    changed, on = imgui.checkbox(PAUSE_TO_TYPE, state.preferences.pauses_to_type)
    tool_tip("The recording is paused while you type a caption")
    outcomes += [PauseToType(on)] if changed else []
    imgui.same_line()
    changed, on = imgui.checkbox(SHOW_VERDICT, state.direction.verdict)
    tool_tip("Show the verdict in the film from here on, so that the audience can guess before")
    outcomes += [ShowVerdict(on)] if changed else []
    if state.punch is not None and state.punch.last is None:
        imgui.same_line()
        changed, on = imgui.checkbox(INSERT, state.punch.inserts)
        tool_tip("Inserts the recording into the demo, instead of replacing as much time as it takes")
        outcomes += [InsertRecording(on)] if changed else []
    imgui.same_line()
    if imgui.button(STOP):
        outcomes.append(ToggleRecording(on=False))
    tool_tip(hint("Stop, save the recording and open it for editing", "Record"))
    return outcomes


def _draw_time(recording: Recording, punch: PunchIn | None, ui: Ui) -> None:
    words, tone = "Recording", tones.BAD
    if recording.held:
        words, tone = ("Paused" if recording.paused else "Paused to type"), tones.WARNING
    imgui.text_colored(theme.rgba(tone), icons.ICON_FA_PAUSE if recording.held else icons.ICON_FA_CIRCLE)
    imgui.same_line()
    imgui.text(f"{words}  {format_time(recording.seconds * TICKS)}")
    if punch is not None:
        imgui.same_line()
        imgui.text_disabled(f"into {_place(punch)}")


def _place(punch: PunchIn) -> str:
    first = format_time(punch.first)
    return first if punch.last is None else f"{first}–{format_time(punch.last)}"


def _draw_pause(recording: Recording) -> list[Outcome]:
    pressed = imgui.button(RESUME if recording.paused else PAUSE)
    words = "Resume the recording" if recording.paused else "Pause the recording: time stands still"
    tool_tip(hint(words, "Pause recording"))
    return [PauseRecording(not recording.paused)] if pressed else []


def _draw_caption_field(state: State, recording: Recording, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    imgui.set_next_item_width(_caption_room(state, ui))
    if state.shell.caption_wanted:
        imgui.set_keyboard_focus_here()
        outcomes.append(WantCaption(on=False))
    words = f"Caption ({key_of('Write caption')}), Enter to show: {MARKDOWN}"
    entered, text = imgui.input_text_with_hint("##caption", words, "", imgui.InputTextFlags_.enter_returns_true)
    is_left = imgui.is_item_deactivated() and bool(text.strip()) and not imgui.is_key_pressed(imgui.Key.escape)
    draft = text if imgui.is_item_active() and not entered else ""
    tool_tip(f"Type a caption, {MARKDOWN}; Enter shows it, Escape discards it, and then keys are shortcuts again")
    if entered or is_left:
        outcomes.append(Say(text.strip() or None))
    if draft != recording.draft:
        outcomes.append(TypeCaption(draft))
    return outcomes


def _caption_room(state: State, ui: Ui) -> float:
    """The width of the field: the room left by the controls after it."""
    labels = [STOP, *([HIDE] if _has_caption(state) else [])]
    boxes = [PAUSE_TO_TYPE, SHOW_VERDICT, *([INSERT] if state.punch is not None and state.punch.last is None else [])]
    needed = room_for(*labels, *boxes) + len(boxes) * imgui.get_frame_height()
    room = imgui.get_content_region_avail().x - needed - imgui.get_style().item_spacing.x
    return float(min(max(room, NARROWEST * ui.scale), CAPTION_WIDTH * ui.scale))


def _has_caption(state: State) -> bool:
    return state.display.caption is not None and not state.display.caption.leaving
