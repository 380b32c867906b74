"""What opens over everything: file dialog, the question about unsaved changes, command palette, help.

Modal, drawn in the window, the same on every system.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from app import mesh_file
from app.actions import LARGEST_SCALE, CloseDialog, SetPicture, ShowDialog
from app.demos.file import SUFFIX, is_demo_file
from app.state import (
    PICTURE_SIZE,
    ExampleBrowser,
    FileDialog,
    HelpPage,
    Message,
    Palette,
    Picture,
    Purpose,
    StartPage,
    State,
    Then,
)

from . import command_palette, example_browser, help_window, start_page, theme
from .message import draw_kind, draw_progress
from .requests import BringBackLeft, DiscardLeft, Export, Outcome, Quit, ReadScene, WriteScene, resumed
from .ui import Ui, fitting

DEEDS = {
    Then.NEW: "begin anew",
    Then.READ: "open another",
    Then.LESSON: "open the lesson",
    Then.DEMO: "go on with the demo",
    Then.BROWSE: "open another",
    Then.QUIT: "quit",
}
TITLES = {
    Purpose.OPEN: "Open a scene or a mesh",
    Purpose.SAVE: "Save the scene",
    Purpose.PICTURE: "Export a picture",
    Purpose.SCENE: "Export the scene",
    Purpose.TRACE: "Export the trace",
    Purpose.TEST: "Export a test",
    Purpose.DEMO: "Save the demo",
}
SUFFIXES = {
    Purpose.OPEN: (".json", *mesh_file.SUFFIXES),
    Purpose.PICTURE: (".png",),
    Purpose.TEST: (".py",),
    Purpose.DEMO: (SUFFIX,),
}
FILES = (560.0, 320.0)  # width and height of the list of files, pixels at 100 %
JSON = (".json",)  # of all others


def draw_dialogs(state: State, ui: Ui) -> list[Outcome]:
    if state.dialog is not None:
        return _modal(TITLES[state.dialog.purpose], _file_dialog, state, ui)
    if state.unsaved is not None:
        return _modal("Unsaved changes", _unsaved, state, ui)
    if state.leaving:
        return _modal("Still writing", _leaving, state, ui)
    if state.left is not None:
        return _modal("Bring back changes", _left, state, ui)
    if isinstance(state.overlay, Palette):
        return _light(command_palette.TITLE, partial(command_palette.draw_palette, state, state.overlay, ui))
    if isinstance(state.overlay, ExampleBrowser):
        return _light(example_browser.TITLE, partial(example_browser.draw_example_browser, state, state.overlay, ui))
    if isinstance(state.overlay, StartPage):
        return _light(start_page.TITLE, partial(start_page.draw_start_page, state, ui))
    if isinstance(state.overlay, HelpPage):
        return _light(help_window.TITLE, partial(help_window.draw_help, state, state.overlay, ui))
    return []


def _modal(title: str, contents: Callable[[State, Ui], list[Outcome]], state: State, ui: Ui) -> list[Outcome]:
    if not imgui.is_popup_open(title):
        imgui.open_popup(title)
    center = imgui.get_main_viewport().get_center()
    imgui.set_next_window_pos(center, imgui.Cond_.appearing, ImVec2(0.5, 0.5))
    visible, stays = imgui.begin_popup_modal(title, True, MODAL_FLAGS)
    outcomes: list[Outcome] = [] if stays else [CloseDialog()]
    if visible:
        outcomes += contents(state, ui)
        imgui.end_popup()
    return outcomes


def _light(title: str, contents: Callable[[], list[Outcome]]) -> list[Outcome]:
    """A window without a frame near the top, that a click beside it closes."""
    if not imgui.is_popup_open(title):
        imgui.open_popup(title)
    area = imgui.get_main_viewport()
    top = ImVec2(area.get_center().x, area.work_pos.y + FROM_TOP * area.work_size.y)
    imgui.set_next_window_pos(top, imgui.Cond_.always, ImVec2(0.5, 0))
    if not imgui.begin_popup_modal(title, None, LIGHT_FLAGS)[0]:
        return []
    outcomes = contents()
    if imgui.is_mouse_clicked(imgui.MouseButton_.left) and not imgui.is_window_hovered(WITH_CHILDREN):
        outcomes = [CloseDialog()]
    if CloseDialog() in outcomes or imgui.is_key_pressed(imgui.Key.escape):
        imgui.close_current_popup()  # at once: the next key is for the panels again
    imgui.end_popup()
    return outcomes


def _file_dialog(state: State, ui: Ui) -> list[Outcome]:
    dialog = state.dialog
    assert dialog is not None
    outcomes: list[Outcome] = []
    folder = Path(dialog.folder)
    imgui.text(str(folder))
    imgui.begin_child("files", fitting(*FILES, ui), imgui.ChildFlags_.borders)
    outcomes += _listing(dialog, folder)
    imgui.end_child()
    outcomes += _name_field(dialog, ui)
    if dialog.purpose is Purpose.PICTURE:
        outcomes += _picture_options(state.picture)
    return outcomes + _dialog_buttons(dialog, state, ui)


def _name_field(dialog: FileDialog, ui: Ui) -> list[Outcome]:
    imgui.text_disabled(f"name ({', '.join(SUFFIXES.get(dialog.purpose, JSON))})")
    imgui.set_next_item_width(fitting(*FILES, ui).x)
    if imgui.is_window_appearing():
        imgui.set_keyboard_focus_here()
    entered, typed = imgui.input_text("##name", dialog.name, NAME_FLAGS)
    # Escape closes the dialog; what it also does to the field, bringing its old text back, must not reopen it.
    if typed != dialog.name and not imgui.is_key_pressed(imgui.Key.escape):
        dialog = _renamed(dialog, typed)
        if not entered:
            return [ShowDialog(dialog)]
    if not entered:
        return []
    imgui.set_keyboard_focus_here(-1)  # where the name cannot be taken it is put right at once
    return _confirmed(dialog)


def _picture_options(picture: Picture) -> list[Outcome]:
    scale = picture.scale
    for times in range(1, LARGEST_SCALE + 1):
        if imgui.radio_button(f"{times}×##scale", picture.scale == times):
            scale = times
        imgui.same_line()
    width, height = (side * picture.scale for side in PICTURE_SIZE)
    imgui.text_disabled(f"{width} × {height} pixels")
    _, transparent = imgui.checkbox("transparent", picture.transparent)
    imgui.same_line()
    _, words = imgui.checkbox("with verdict and sentence", picture.words)
    wanted = Picture(scale, transparent, words)
    return [SetPicture(wanted)] if wanted != picture else []


def _dialog_buttons(dialog: FileDialog, state: State, ui: Ui) -> list[Outcome]:
    size = ImVec2(100 * ui.scale, 0)
    if dialog.replacing:
        imgui.text_colored(theme.rgba(theme.WARNING), f"“{dialog.name}” is already there.")
    if dialog.fault:
        _draw_fault(dialog.fault, ui)
    if imgui.button("Cancel", size):
        return [CloseDialog()]
    imgui.same_line()
    imgui.begin_disabled(not dialog.name.strip())
    verb = "Open" if dialog.purpose is Purpose.OPEN else "Export" if dialog.purpose.is_export else "Save"
    confirm = "Replace" if dialog.replacing else verb
    confirmed = imgui.button(confirm, size)
    imgui.end_disabled()
    return _confirmed(dialog, state.path) if confirmed else []


def _draw_fault(fault: str, ui: Ui) -> None:
    draw_kind(Message(fault, is_error=True))
    imgui.push_text_wrap_pos(fitting(*FILES, ui).x)
    imgui.text_unformatted(fault)
    imgui.pop_text_wrap_pos()


def _listing(dialog: FileDialog, folder: Path) -> list[Outcome]:
    """The parent, the folders and the files that can be opened; a click on a file names it, a double click takes it."""
    outcomes: list[Outcome] = []
    outcomes += _folder_row(dialog, f"{icons_fontawesome_6.ICON_FA_ARROW_UP}  ..", folder.parent)
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name.lower())
    except OSError as fault:
        imgui.text_wrapped(f"This folder cannot be read: {fault.strerror}.")
        return outcomes
    entries = [entry for entry in entries if not entry.name.startswith(".")]
    folders = dict.fromkeys(filter(_is_folder, entries))
    for entry in folders:
        outcomes += _folder_row(dialog, f"{icons_fontawesome_6.ICON_FA_FOLDER}  {entry.name}", entry)
    for entry in entries:
        if entry.name.lower().endswith(SUFFIXES.get(dialog.purpose, JSON)) and entry not in folders:
            outcomes += _file_row(dialog, entry)
    return outcomes


def _folder_row(dialog: FileDialog, label: str, folder: Path) -> list[Outcome]:
    clicked, _ = imgui.selectable(label, False, KEEP_OPEN)
    # The second half of a double click would fall on whatever stands there in the folder that the first half opened.
    is_second = imgui.get_io().mouse_clicked_last_count[imgui.MouseButton_.left] > 1
    return [ShowDialog(_renamed(dialog, dialog.name, folder))] if clicked and not is_second else []


def _file_row(dialog: FileDialog, entry: Path) -> list[Outcome]:
    label = f"{icons_fontawesome_6.ICON_FA_FILE}  {entry.name}"
    flags = KEEP_OPEN | imgui.SelectableFlags_.allow_double_click
    if not imgui.selectable(label, entry.name == dialog.name, flags)[0]:
        return []
    if imgui.is_mouse_double_clicked(imgui.MouseButton_.left) and entry.name == dialog.name:
        return _confirmed(dialog)
    return [ShowDialog(_renamed(dialog, entry.name))]


def _confirmed(dialog: FileDialog, own_path: str | None = None) -> list[Outcome]:
    """What follows when the dialog's name is taken; another file than the scene's own is replaced on request only."""
    if not dialog.name.strip():
        return []
    path = Path(dialog.folder) / _from_home(dialog.name.strip())
    if _is_folder(path):
        return [ShowDialog(_renamed(dialog, "", path))]
    if dialog.purpose is Purpose.OPEN:
        return [ReadScene((str(path),), discard=True)]  # asked before the dialog opened
    path = _with_suffix(path, dialog.purpose)
    if _is_there(path) and not dialog.replacing and str(path) != own_path:
        return [ShowDialog(replace(_renamed(dialog, path.name, path.parent), replacing=True))]
    if dialog.purpose is Purpose.SAVE:
        return [WriteScene(str(path), dialog.then)]
    return [Export(dialog.purpose, str(path))]


def _with_suffix(path: Path, purpose: Purpose) -> Path:
    """The name with an end that tells what is in the file; a demo's is two words long."""
    usual = SUFFIXES.get(purpose, JSON)[0]
    if purpose is Purpose.DEMO:
        return path if is_demo_file(path) else path.with_name(path.name.removesuffix(JSON[0]) + usual)
    known = path.name.lower().endswith(SUFFIXES.get(purpose, JSON))
    return path if known else path.with_name(path.name + usual)


def _from_home(name: str) -> str:
    return os.path.expanduser(name)  # noqa: PTH111  pathlib's raises for a user that is not there


def _is_folder(path: Path) -> bool:
    return os.path.isdir(path)  # noqa: PTH112  pathlib's raises at a name too long and at a link into a closed folder


def _is_there(path: Path) -> bool:
    return os.path.exists(path)  # noqa: PTH110  as above


def _renamed(dialog: FileDialog, name: str, folder: Path | None = None) -> FileDialog:
    """With another name in it, or in another folder: what was said of the one before is over."""
    return replace(dialog, name=name, folder=str(folder or dialog.folder), replacing=False, fault="")


def _first_button(label: str, size: ImVec2) -> bool:
    """The one that loses nothing: Enter presses it, and the frame around it says so."""
    if imgui.is_window_appearing():
        imgui.set_nav_cursor_visible(True)
    pressed = imgui.button(label, size)
    imgui.set_item_default_focus()
    return pressed


def _unsaved(state: State, ui: Ui) -> list[Outcome]:
    imgui.text(f"“{state.scene.name}” has changes that are not saved.")
    imgui.spacing()
    waiting = state.unsaved
    assert waiting is not None
    discard = f"Discard and {DEEDS[waiting.then]}"
    size = ImVec2(max(150 * ui.scale, imgui.calc_text_size(discard).x + 2 * imgui.get_style().frame_padding.x), 0)
    if _first_button("Save", size):
        return [CloseDialog(), WriteScene(then=waiting)]
    imgui.same_line()
    if imgui.button(f"{discard}##discard", size):
        return [CloseDialog(), resumed(waiting, discard=True)]
    imgui.same_line()
    return [CloseDialog()] if imgui.button("Cancel", size) else []


def _leaving(state: State, ui: Ui) -> list[Outcome]:
    imgui.text("The window closes as soon as this is done:")
    if state.task is not None:
        imgui.text_disabled(f"{state.task.words} … {state.task.seconds} s")
        draw_progress(state.task, ui)
    imgui.spacing()
    size = ImVec2(150 * ui.scale, 0)
    if _first_button("Stay", size):
        return [CloseDialog()]
    imgui.same_line()
    return [Quit(discard=True, at_once=True)] if imgui.button("Leave without it", size) else []


def _left(state: State, ui: Ui) -> list[Outcome]:
    left = state.left
    assert left is not None
    changes = "1 change" if left.changes == 1 else f"{left.changes} changes"
    imgui.text(f"gjkscope ended before {changes} to “{left.name}” of {left.when} could be saved.")
    imgui.spacing()
    size = ImVec2(150 * ui.scale, 0)
    if _first_button("Restore", size):
        return [CloseDialog(), BringBackLeft()]
    imgui.same_line()
    if imgui.button("Discard", size):
        return [CloseDialog(), DiscardLeft()]
    imgui.same_line()
    return [CloseDialog()] if imgui.button("Ask again later", size) else []


NAME_FLAGS = imgui.InputTextFlags_.enter_returns_true | imgui.InputTextFlags_.auto_select_all
KEEP_OPEN = imgui.SelectableFlags_.no_auto_close_popups
MODAL_FLAGS = imgui.WindowFlags_.always_auto_resize | imgui.WindowFlags_.no_saved_settings
FROM_TOP = 0.08  # of the height of the window: where palette and help begin
LIGHT_FLAGS = (
    imgui.WindowFlags_.no_title_bar
    | imgui.WindowFlags_.always_auto_resize
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav_inputs
)
WITH_CHILDREN = imgui.HoveredFlags_.child_windows | imgui.HoveredFlags_.allow_when_blocked_by_active_item
