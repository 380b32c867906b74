"""The keys that work everywhere, unless text is being entered."""

from imgui_bundle import imgui

from app.actions import (
    ChooseGizmo,
    CloseDialog,
    Frame,
    GoToLast,
    GoToStep,
    Redo,
    StepBy,
    TogglePlay,
    Undo,
)
from app.state import Gizmo

from .requests import BrowseFiles, Outcome, Quit, WriteScene

Key = imgui.Key
CTRL, SHIFT = int(Key.mod_ctrl), int(Key.mod_shift)

SHORTCUTS: tuple[tuple[int, Outcome], ...] = (
    (int(Key.comma), StepBy(-1)),
    (int(Key.period), StepBy(1)),
    (int(Key.space), TogglePlay()),
    (int(Key.home), GoToStep(0)),
    (int(Key.end), GoToLast()),
    (int(Key.r), GoToStep(0)),
    (int(Key.w), ChooseGizmo(Gizmo.MOVE)),
    (int(Key.e), ChooseGizmo(Gizmo.ROTATE)),
    (int(Key.f), Frame()),
    (CTRL | int(Key.z), Undo()),
    (CTRL | SHIFT | int(Key.z), Redo()),
    (CTRL | int(Key.y), Redo()),
    (CTRL | int(Key.o), BrowseFiles()),
    (CTRL | int(Key.s), WriteScene()),
    (CTRL | SHIFT | int(Key.s), BrowseFiles(save=True)),
    (CTRL | int(Key.q), Quit()),
)


def pressed_shortcuts(dialog_open: bool) -> list[Outcome]:
    """What the keys pressed in this frame ask for; with a dialog open, only Escape, which closes it."""
    if dialog_open:
        return [CloseDialog()] if imgui.is_key_pressed(Key.escape) else []
    if imgui.get_io().want_text_input or imgui.is_popup_open("", imgui.PopupFlags_.any_popup):
        return []
    return [outcome for chord, outcome in SHORTCUTS if imgui.is_key_chord_pressed(chord)]
