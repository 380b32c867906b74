"""The beats of the step shown, as a strip of segments that fill while time passes.  Click one to go there."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.state.actions import Action, BeatBy, GoToBeat, SetBeatSeconds, ToggleBeats
from gjkscope.app.state.inspection.beats import is_complete, shown_beat, words_of_beats
from gjkscope.app.state.inspection.comparison import position
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.precision import in_page
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip

SEGMENT, THICKNESS, GAP = 26.0, 6.0, 4.0  # pixels at 100 %
TIP_WIDTH = 320.0
BEATS = f"{icons_fontawesome_6.ICON_FA_DRUM} Beats"
DURATIONS = (0.2, 0.3, 0.45, 0.6, 1.0, 2.0)  # seconds per beat


def draw_beat_switch(state: State, ui: Ui) -> list[Action]:
    """Draws the toggle of the animation and, while it is on, the duration of a beat."""
    beats = state.run.beats
    imgui.push_style_color(imgui.Col_.button, theme.rgba(tones.ACCENT_GROUND if beats.on else tones.RAISED))
    actions: list[Action] = [ToggleBeats()] if imgui.button(f"{BEATS}##beats") else []
    imgui.pop_style_color()
    tool_tip(f"{hint('Animate beats, the parts of a step', 'Animate beats')}: {'on' if beats.on else 'off'}")
    for icon, title, by in (
        (icons_fontawesome_6.ICON_FA_ANGLE_LEFT, "Previous beat", -1),
        (icons_fontawesome_6.ICON_FA_ANGLE_RIGHT, "Next beat", 1),
    ):
        imgui.same_line(0, GAP * ui.scale)
        if imgui.button(f"{icon}##beat {by}"):
            actions.append(BeatBy(by))
        tool_tip(hint(title, title))
    if not beats.on:
        return actions
    imgui.same_line()
    imgui.set_next_item_width(76 * ui.scale)
    if imgui.begin_combo("##beat seconds", f"{beats.seconds:g} s", imgui.ComboFlags_.height_largest):
        for seconds in DURATIONS:
            clicked, _ = imgui.selectable(f"{seconds:g} s", seconds == beats.seconds)
            if clicked:
                actions.append(SetBeatSeconds(seconds))
        imgui.end_combo()
    tool_tip("Duration of a beat")
    return actions


def draw_beat_strip(state: State, ui: Ui) -> list[Action]:
    """Draws a segment per beat, on the current line, and the title of the beat in progress."""
    beats, at, complete = words_of_beats(state), shown_beat(state), is_complete(state)
    actions: list[Action] = []
    title = ""
    for number, name, sentence in beats:
        imgui.same_line(0, GAP * ui.scale)
        is_now = at is not None and at.number == number
        passed = complete or (at is not None and number < at.number)
        filled = 1.0 if passed else at.progress if at is not None and is_now else 0.0
        if _segment(number, filled, is_now, ui):
            actions.append(GoToBeat(position(state), number))
        if imgui.is_item_hovered():
            _draw_tip(name, sentence, ui)
        title = name if is_now else title
    if title:
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text(title)
    return actions


def _segment(number: int, filled: float, is_now: bool, ui: Ui) -> bool:
    """Draws a segment, and returns whether it was pressed."""
    width, height = SEGMENT * ui.scale, imgui.get_frame_height()
    pressed: bool = imgui.invisible_button(f"beat {number}", ImVec2(width, height))
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    canvas, thickness = imgui.get_window_draw_list(), THICKNESS * ui.scale * (1.6 if is_now else 1.0)
    top = (low.y + high.y - thickness) / 2
    ground = tones.HOVERED if imgui.is_item_hovered() else tones.EDGE
    canvas.add_rect_filled(ImVec2(low.x, top), ImVec2(high.x, top + thickness), pack_color(theme.rgba(ground)))
    if filled > 0:
        end = ImVec2(low.x + filled * width, top + thickness)
        canvas.add_rect_filled(ImVec2(low.x, top), end, pack_color(theme.rgba(tones.ACCENT)))
    return pressed


def _draw_tip(title: str, sentence: str, ui: Ui) -> None:
    imgui.begin_tooltip()
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text(title)
    imgui.push_text_wrap_pos(TIP_WIDTH * ui.scale)
    imgui.text(in_page(sentence))
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()
