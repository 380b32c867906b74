"""The keys of a presentation, which come before all other shortcuts; clickers send some of them."""

from imgui_bundle import imgui

from gjkscope.app.state.actions import ClearInk, PlayDemo, PointLaser, ShowBlack, ShowNotes, StorePlace, UndoStroke
from gjkscope.app.state.model import InkTool, State
from gjkscope.app.state.model.presenting import BOOKMARKS
from gjkscope.app.view.panels.commands.presenting import left_presentation, next_stop, previous_stop, toggle_tool
from gjkscope.app.view.panels.presenting.ink import LASER_KEY
from gjkscope.app.view.panels.requests import Outcome, RecallPlace

FORWARD = (
    *(imgui.Key.page_down, imgui.Key.right_arrow, imgui.Key.down_arrow),
    *(imgui.Key.space, imgui.Key.enter, imgui.Key.keypad_enter),
)
BACK = (imgui.Key.page_up, imgui.Key.left_arrow, imgui.Key.up_arrow, imgui.Key.backspace)
BLACK = (imgui.Key.b, imgui.Key.period)
TOOLS = {imgui.Key.p: InkTool.PEN, imgui.Key.e: InkTool.ERASER}
CLEAR, NOTES = imgui.Key.c, imgui.Key.n
DIGITS = {number: getattr(imgui.Key, f"_{number}") for number in BOOKMARKS}
CLAIMED = (*FORWARD, *BACK)


def handle_presentation_keys(state: State) -> list[Outcome]:
    """The effects on the presentation of the keys pressed in this frame; empty for other keys."""
    io = imgui.get_io()
    if io.key_alt or io.key_super or io.key_shift:
        return []
    return _with_ctrl(state) if io.key_ctrl else _alone(state)


def _with_ctrl(state: State) -> list[Outcome]:
    if state.presenting.tool is not None and _is_pressed(imgui.Key.z, repeat=True):
        return [UndoStroke()]
    return [StorePlace(number) for number, key in DIGITS.items() if _is_pressed(key)]


def _alone(state: State) -> list[Outcome]:
    if any(map(_is_pressed, FORWARD)):
        return [next_stop(state)]
    if any(map(_is_pressed, BACK)):
        return [previous_stop(state)]
    if any(map(_is_pressed, BLACK)):
        return [PlayDemo(playing=False), ShowBlack(not state.presenting.black)]
    if _is_pressed(imgui.Key.escape):
        return [*left_presentation(state)]
    for key, tool in TOOLS.items():
        if _is_pressed(key):
            return [toggle_tool(state, tool)]
    if _is_pressed(LASER_KEY):  # it shines while it is held: see `laser_actions`
        return [PointLaser(None)]
    if _is_pressed(CLEAR):
        return [ClearInk()]
    if _is_pressed(NOTES):
        return [ShowNotes(not state.presenting.notes)]
    return [RecallPlace(number) for number, key in DIGITS.items() if _is_pressed(key)]


def _is_pressed(key: imgui.Key, repeat: bool = False) -> bool:
    return bool(imgui.is_key_pressed(key, repeat))
