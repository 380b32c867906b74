"""The bar of a presentation, which appears while the pointer is at the bottom edge, and the black screen."""

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from gjkscope.app.state.actions import (
    Action,
    ChooseInkColor,
    ClearInk,
    Present,
    ShowBlack,
    ShowNotes,
    UndoStroke,
)
from gjkscope.app.state.model import InkColor, InkTool, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands.presenting import next_stop, previous_stop, toggle_tool
from gjkscope.app.view.panels.presenting.briefing import briefing, elapsed_words
from gjkscope.app.view.panels.presenting.ink import ink_color
from gjkscope.app.view.panels.requests import Outcome, RecallPlace
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import player_button, tool_tip

HEIGHT = 44.0  # pixels at 100 % scale, as are the sizes below
GROUP = 18.0  # distance between groups of buttons
TOOLS = (
    (icons.ICON_FA_BULLSEYE, InkTool.LASER, "Laser pointer (hold L)"),
    (icons.ICON_FA_PEN, InkTool.PEN, "Pen (P)"),
    (icons.ICON_FA_ERASER, InkTool.ERASER, "Eraser (E)"),
)
FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_focus_on_appearing
)


def draw_presenter_bar(state: State, ui: Ui) -> list[Outcome]:
    """Draws the bar over the bottom edge of the views, if the pointer is there."""
    area, mouse = imgui.get_main_viewport(), imgui.get_mouse_pos()
    top = area.pos.y + area.size.y - HEIGHT * ui.scale
    is_there = top <= mouse.y <= area.pos.y + area.size.y and area.pos.x <= mouse.x <= area.pos.x + area.size.x
    drags = imgui.is_mouse_dragging(imgui.MouseButton_.left) and not is_there
    if not state.presenting.on or not is_there or drags:
        return []
    imgui.set_next_window_pos(ImVec2(area.pos.x, top))
    imgui.set_next_window_size(ImVec2(area.size.x, HEIGHT * ui.scale))
    imgui.push_style_color(imgui.Col_.window_bg, theme.rgba(tones.POPUP))
    imgui.begin("##presenter", None, FLAGS)
    imgui.pop_style_color()
    window = imgui.internal.get_current_window()
    imgui.internal.bring_window_to_display_front(window)
    outcomes = [*_moving(state, ui), *_ink(state, ui), *_others(state, ui)]
    imgui.end()
    return outcomes


def _moving(state: State, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    if player_button(icons.ICON_FA_BACKWARD_STEP, "previous stop", "Previous stop (Page up)"):
        outcomes.append(previous_stop(state))
    imgui.same_line()
    if player_button(icons.ICON_FA_FORWARD_STEP, "next stop", "Next stop (Page down)"):
        outcomes.append(next_stop(state))
    shown = briefing(state)
    imgui.same_line()
    imgui.text(f"{shown.number} / {shown.of}" if shown.of else "")
    imgui.same_line(0, GROUP * ui.scale)
    imgui.text_disabled(elapsed_words(state.presenting.seconds))
    tool_tip("Time since the presentation began")
    imgui.same_line(0, GROUP * ui.scale)
    return outcomes


def _ink(state: State, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for icon, tool, tip in TOOLS:
        if _toggle(icon, tool.value, tip, state.presenting.tool is tool):
            outcomes.append(toggle_tool(state, tool))
        imgui.same_line()
    for color in InkColor:
        outcomes += _color(color, state, ui)
        imgui.same_line()
    outcomes += _button(icons.ICON_FA_ROTATE_LEFT, "undo stroke", "Undo stroke (Ctrl+Z)", UndoStroke())
    imgui.same_line()
    outcomes += _button(icons.ICON_FA_TRASH_CAN, "clear", "Clear strokes (C)", ClearInk())
    imgui.same_line(0, GROUP * ui.scale)
    return outcomes


def _color(color: InkColor, state: State, ui: Ui) -> list[Outcome]:
    """A disc of the colour, with a ring around the one in use."""
    side = imgui.get_frame_height()
    corner = imgui.get_cursor_screen_pos()
    pressed = imgui.invisible_button(f"ink {color}", ImVec2(side, side))
    tool_tip(f"{color.value.capitalize()} pen")
    canvas, middle = imgui.get_window_draw_list(), ImVec2(corner.x + side / 2, corner.y + side / 2)
    ink = pack_color(ink_color(color, state.appearance.theme))
    canvas.add_circle_filled(middle, 0.3 * side, ink)
    if state.presenting.color is color:
        canvas.add_circle(middle, 0.44 * side, pack_color(theme.rgba(tones.TEXT)), 0, 1.5 * ui.scale)
    return [ChooseInkColor(color)] if pressed else []


def _others(state: State, ui: Ui) -> list[Outcome]:
    outcomes = _button(icons.ICON_FA_DISPLAY, "black", "Black screen (B)", ShowBlack(not state.presenting.black))
    imgui.same_line()
    if _toggle(icons.ICON_FA_NOTE_STICKY, "notes", "Notes in a second window (N)", state.presenting.notes):
        outcomes.append(ShowNotes(not state.presenting.notes))
    for mark in state.presenting.places:
        imgui.same_line()
        outcomes += _button(str(mark.number), f"place {mark.number}", mark.name, RecallPlace(mark.number))
    words = f"{icons.ICON_FA_XMARK}  End (Esc)"
    room = imgui.calc_text_size(words).x + 2 * imgui.get_style().frame_padding.x + 12 * ui.scale
    imgui.same_line(imgui.get_window_width() - room)
    if imgui.button(words):
        outcomes.append(Present(on=False))
    tool_tip("Ends the presentation and shows the panels again")
    return outcomes


def _button(icon: str, name: str, tip: str, outcome: Outcome | Action) -> list[Outcome]:
    return [outcome] if player_button(icon, name, tip) else []


def _toggle(icon: str, name: str, tip: str, on: bool) -> bool:
    if on:
        imgui.push_style_color(imgui.Col_.button, theme.rgba(tones.ACCENT_GROUND))
    pressed = player_button(icon, name, tip)
    if on:
        imgui.pop_style_color()
    return pressed


def draw_black_screen(state: State) -> None:
    """Covers the window with black, if that is on."""
    if not state.presenting.black:
        return
    area = imgui.get_main_viewport()
    imgui.get_foreground_draw_list().add_rect_filled(
        area.pos, ImVec2(area.pos.x + area.size.x, area.pos.y + area.size.y), pack_color((0.0, 0.0, 0.0, 1.0))
    )
