"""The keys of the commands, which work everywhere unless text is being entered."""

from functools import cache

from imgui_bundle import imgui

from gjkscope.app.actions import CloseDialog, Redo, Undo
from gjkscope.app.model import State
from gjkscope.app.panels.commands import COMMANDS, Command
from gjkscope.app.panels.commands.command import chord
from gjkscope.app.panels.requests import Outcome
from gjkscope.app.panels.toolkit.refresh import has_new_key
from gjkscope.app.panels.viewport.gizmo import gizmo_has_pointer, let_go_of_handles

CLAIMED = (imgui.Key.tab, imgui.Key.home, imgui.Key.end, imgui.Key.space)
OF_A_LESSON = (imgui.Key.page_up, imgui.Key.page_down)  # they scroll lists, and turn pages where there are any
OWNER = 1  # any number that is no widget's


def pressed_shortcuts(state: State) -> list[Outcome]:
    """What the keys pressed in this frame ask for; with a dialog open, only Escape, which closes it."""
    if any(
        open_ is not None for open_ in (state.shell.dialog, state.shell.unsaved, state.shell.left, state.shell.overlay)
    ):
        return [CloseDialog()] if imgui.is_key_pressed(imgui.Key.escape) else []
    if imgui.get_io().want_text_input or imgui.is_popup_open("", imgui.PopupFlags_.any_popup):
        return []
    _claim_keys((*CLAIMED, *OF_A_LESSON) if state.lesson is not None else CLAIMED)
    if not has_new_key():  # as in nearly all frames: there are many chords to ask about
        return []
    outcomes = [
        command.outcome(state)
        for pressed, command in _chords()
        if imgui.is_key_chord_pressed(pressed) and command.enabled(state)
    ]
    if imgui.is_key_pressed(imgui.Key.escape) and _is_held(state):
        outcomes.append(Undo())
    if any(isinstance(outcome, Undo | Redo) for outcome in outcomes):
        _let_go(state)
    return outcomes


def _is_held(state: State) -> bool:
    """A body is being moved: Escape puts it back."""
    return state.gesture.label is not None and (state.gesture.drag is not None or gizmo_has_pointer())


def _let_go(state: State) -> None:
    """The body is no longer held: the button that still is must not go on to orbit, nor handles to pull."""
    if state.gesture.drag is not None:
        imgui.internal.clear_active_id()
    let_go_of_handles()


def _claim_keys(keys: tuple[imgui.Key, ...]) -> None:
    """Dear ImGui leaves alone a key that has an owner: with these it would wander from widget to widget."""
    for key in keys:
        imgui.internal.set_key_owner(key, OWNER)


@cache
def _chords() -> tuple[tuple[int, Command], ...]:
    return tuple((chord(keys), command) for command in COMMANDS for keys in command.keys)
