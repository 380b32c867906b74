"""Keyboard shortcuts.  They work in every panel; while text is being entered, only those that cannot be part of it."""

from functools import cache

from imgui_bundle import imgui

from gjkscope.app.state.actions import CloseDialog, Redo, Undo
from gjkscope.app.state.model import StartPage, State
from gjkscope.app.view.panels.commands import FIXED, Command, key_of
from gjkscope.app.view.panels.commands.command import chord
from gjkscope.app.view.panels.presenting.keys import CLAIMED as OF_A_PRESENTATION
from gjkscope.app.view.panels.presenting.keys import handle_presentation_keys
from gjkscope.app.view.panels.requests import Outcome, PasteText
from gjkscope.app.view.panels.shell.answer_keys import handle_answer_keys
from gjkscope.app.view.panels.toolkit.refresh import has_new_key
from gjkscope.app.view.panels.viewport.gizmo import gizmo_has_pointer, release_handles

ARROWS = (
    *(imgui.Key.left_arrow, imgui.Key.right_arrow, imgui.Key.up_arrow, imgui.Key.down_arrow),
    *(imgui.Key.page_up, imgui.Key.page_down),
)  # with Ctrl or Alt they move and turn bodies; alone they move the keyboard focus
CLAIMED = (imgui.Key.tab, imgui.Key.home, imgui.Key.end, imgui.Key.space)
OF_A_NUDGE = (*ARROWS, imgui.Key.mod_alt)  # Alt alone would open the menus when it is released
OF_A_LESSON = (imgui.Key.page_up, imgui.Key.page_down)  # turn pages in a lesson; otherwise they scroll lists
PASTE = key_of("Paste pair")
EDITING = ("File", "Edit", "Record", "View/Workspace", "View/Views")  # menus
PRESENTABLE = ("Present", "Play or pause demo", "Quit")
OWNER = 1  # an ID that no widget uses


def handle_shortcuts(state: State) -> list[Outcome]:
    """The outcomes of the shortcuts pressed in this frame.

    While a dialog is open, only Escape works and closes it.  On the start page, a pair can be pasted, too: new users
    may arrive with one in the clipboard.
    """
    modal = any(open_ is not None for open_ in (state.shell.dialog, state.shell.unsaved, state.shell.recovery))
    if not modal and isinstance(state.shell.overlay, StartPage) and imgui.is_key_chord_pressed(chord(PASTE)):
        return [PasteText()]
    if modal or state.shell.overlay is not None:
        return [CloseDialog()] if imgui.is_key_pressed(imgui.Key.escape) else []
    if imgui.is_popup_open("", imgui.PopupFlags_.any_popup):
        return []
    if imgui.get_io().want_text_input:
        return _handle_typing_keys(state)
    _claim_keys(_claimed_keys(state))
    if not has_new_key():  # skip the check of every chord, which few frames need
        return []
    if answers := handle_answer_keys(state):
        return answers
    if state.presenting.on and (outcomes := handle_presentation_keys(state)):
        return outcomes
    outcomes = [
        command.outcome(state)
        for pressed, command in _chords()
        if imgui.is_key_chord_pressed(pressed)
        and command.shown(state)
        and command.enabled(state)
        and not (state.presenting.on and _edits(command))
    ]
    if imgui.is_key_pressed(imgui.Key.escape) and _is_held(state):
        outcomes.append(Undo())
    if any(isinstance(outcome, Undo | Redo) for outcome in outcomes):
        _let_go(state)
    return outcomes


def _claimed_keys(state: State) -> tuple[imgui.Key, ...]:
    claimed = (*CLAIMED, *OF_A_NUDGE) if _nudges() else CLAIMED
    if state.presenting.on:
        return (*claimed, *OF_A_PRESENTATION)
    return (*claimed, *OF_A_LESSON) if state.lesson is not None else claimed


def _nudges() -> bool:
    """Whether an arrow key is held together with Ctrl or Alt."""
    keys = imgui.get_io()
    return (keys.key_ctrl or keys.key_alt) and any(map(imgui.is_key_down, ARROWS))


def _handle_typing_keys(state: State) -> list[Outcome]:
    """The outcomes of shortcuts with function keys, which enter no text."""
    if not has_new_key():
        return []
    return [
        command.outcome(state)
        for pressed, command in _chords()
        if command.while_typing and imgui.is_key_chord_pressed(pressed) and command.enabled(state)
    ]


def _edits(command: Command) -> bool:
    """Whether the command changes files, bodies or panels, which must not happen by accident before an audience."""
    return command.menu.startswith(EDITING) and command.title not in PRESENTABLE


def _is_held(state: State) -> bool:
    """Whether a body or the origin is being moved, so that Escape cancels the move."""
    drags = state.gesture.drags
    return state.gesture.label is not None and (drags or gizmo_has_pointer())


def _let_go(state: State) -> None:
    """Ends the drag, so that the mouse button, which is still down, neither orbits the camera nor moves the gizmo."""
    if state.gesture.drags:
        imgui.internal.clear_active_id()
    release_handles()


def _claim_keys(keys: tuple[imgui.Key, ...]) -> None:
    """Takes ownership of `keys`, so that Dear ImGui does not use them for keyboard navigation."""
    for key in keys:
        imgui.internal.set_key_owner(key, OWNER)


@cache
def _chords() -> tuple[tuple[int, Command], ...]:
    return tuple((chord(keys), command) for command in FIXED for keys in command.keys)
