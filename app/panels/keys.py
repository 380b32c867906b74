"""The keys of the commands, which work everywhere unless text is being entered."""

from functools import cache

from imgui_bundle import imgui

from app.actions import CloseDialog
from app.state import State

from .commands import COMMANDS, Command
from .commands.command import chord
from .requests import Outcome


def pressed_shortcuts(state: State) -> list[Outcome]:
    """What the keys pressed in this frame ask for; with a dialog open, only Escape, which closes it."""
    if state.dialog is not None or state.unsaved is not None:
        return [CloseDialog()] if imgui.is_key_pressed(imgui.Key.escape) else []
    if imgui.get_io().want_text_input or imgui.is_popup_open("", imgui.PopupFlags_.any_popup):
        return []
    return [
        command.outcome(state)
        for pressed, command in _chords()
        if imgui.is_key_chord_pressed(pressed) and command.enabled(state)
    ]


@cache
def _chords() -> tuple[tuple[int, Command], ...]:
    return tuple((chord(keys), command) for command in COMMANDS for keys in command.keys)
