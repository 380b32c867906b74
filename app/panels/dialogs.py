"""The file dialog and the question about unsaved changes: modal, drawn in the window, the same on every system."""

from pathlib import Path

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from app.actions import CloseDialog, ShowDialog
from app.state import FileDialog, Purpose, State, Then

from .requests import BrowseFiles, Outcome, Quit, ReadScene, WriteScene
from .ui import Ui

SUFFIXES = (".json", ".obj", ".stl", ".ply", ".off", ".glb")
TITLES = {Purpose.OPEN: "Open a scene or a mesh", Purpose.SAVE: "Save the scene"}


def draw_dialogs(state: State, ui: Ui) -> list[Outcome]:
    if state.dialog is not None:
        return _modal(TITLES[state.dialog.purpose], _file_dialog, state, ui)
    if state.unsaved is not None:
        return _modal("Unsaved changes", _unsaved, state, ui)
    return []


def _modal(title: str, contents: object, state: State, ui: Ui) -> list[Outcome]:
    if not imgui.is_popup_open(title):
        imgui.open_popup(title)
    center = imgui.get_main_viewport().get_center()
    imgui.set_next_window_pos(center, imgui.Cond_.appearing, ImVec2(0.5, 0.5))
    visible, stays = imgui.begin_popup_modal(title, True, MODAL_FLAGS)
    outcomes: list[Outcome] = [] if stays else [CloseDialog()]
    if visible:
        outcomes += contents(state, ui)  # type: ignore[operator]
        imgui.end_popup()
    return outcomes


def _file_dialog(state: State, ui: Ui) -> list[Outcome]:
    dialog = state.dialog
    assert dialog is not None
    outcomes: list[Outcome] = []
    folder = Path(dialog.folder)
    imgui.text(str(folder))
    imgui.begin_child("files", ImVec2(560 * ui.scale, 320 * ui.scale), imgui.ChildFlags_.borders)
    outcomes += _listing(dialog, folder)
    imgui.end_child()
    imgui.set_next_item_width(560 * ui.scale)
    if imgui.is_window_appearing():
        imgui.set_keyboard_focus_here()
    entered, name = imgui.input_text("##name", dialog.name, imgui.InputTextFlags_.enter_returns_true)
    _, typed = (True, name)
    # Escape closes the dialog; what it also does to the field, bringing its old text back, must not reopen it.
    if typed != dialog.name and not imgui.is_key_pressed(imgui.Key.escape):
        outcomes.append(ShowDialog(dialog.purpose, dialog.folder, typed))
    if imgui.button("Cancel", ImVec2(100 * ui.scale, 0)):
        outcomes.append(CloseDialog())
    imgui.same_line()
    imgui.begin_disabled(not typed.strip())
    confirmed = imgui.button("Open" if dialog.purpose is Purpose.OPEN else "Save", ImVec2(100 * ui.scale, 0))
    imgui.end_disabled()
    return outcomes + (_confirmed(dialog, typed) if (confirmed or entered) and typed.strip() else [])


def _listing(dialog: FileDialog, folder: Path) -> list[Outcome]:
    """The parent, the folders and the files that can be opened; a click on a file names it, a double click takes it."""
    outcomes: list[Outcome] = []
    outcomes += _folder_row(dialog, f"{icons_fontawesome_6.ICON_FA_ARROW_UP}  ..", folder.parent)
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: (not entry.is_dir(), entry.name.lower()))
    except OSError as fault:
        imgui.text_wrapped(f"This folder cannot be read: {fault.strerror}.")
        return outcomes
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            outcomes += _folder_row(dialog, f"{icons_fontawesome_6.ICON_FA_FOLDER}  {entry.name}", entry)
        elif entry.suffix.lower() in SUFFIXES:
            outcomes += _file_row(dialog, entry)
    return outcomes


def _folder_row(dialog: FileDialog, label: str, folder: Path) -> list[Outcome]:
    clicked, _ = imgui.selectable(label, False, KEEP_OPEN)
    # The second half of a double click would fall on whatever stands there in the folder that the first half opened.
    is_second = imgui.get_io().mouse_clicked_last_count[imgui.MouseButton_.left] > 1
    return [ShowDialog(dialog.purpose, str(folder), dialog.name)] if clicked and not is_second else []


def _file_row(dialog: FileDialog, entry: Path) -> list[Outcome]:
    label = f"{icons_fontawesome_6.ICON_FA_FILE}  {entry.name}"
    flags = KEEP_OPEN | imgui.SelectableFlags_.allow_double_click
    if not imgui.selectable(label, entry.name == dialog.name, flags)[0]:
        return []
    if imgui.is_mouse_double_clicked(imgui.MouseButton_.left) and entry.name == dialog.name:
        return _confirmed(dialog, entry.name)
    return [ShowDialog(dialog.purpose, dialog.folder, entry.name)]


def _confirmed(dialog: FileDialog, name: str) -> list[Outcome]:
    path = Path(dialog.folder) / name.strip()
    if path.is_dir():
        return [ShowDialog(dialog.purpose, str(path))]
    if dialog.purpose is Purpose.OPEN:
        return [CloseDialog(), ReadScene(str(path), discard=True)]  # asked before the dialog opened
    return [CloseDialog(), WriteScene(str(path if path.suffix else path.with_suffix(".json")))]


def _unsaved(state: State, ui: Ui) -> list[Outcome]:
    imgui.text(f"“{state.scene.name}” has changes that are not saved.")
    imgui.spacing()
    size = ImVec2(120 * ui.scale, 0)
    if imgui.button("Save", size):
        # Without a file the dialog for its name comes first, and what was waiting has to be asked for again.
        return [CloseDialog(), WriteScene(), *([_waiting(state, discard=False)] if state.path else [])]
    imgui.same_line()
    if imgui.button("Discard", size):
        return [CloseDialog(), _waiting(state, discard=True)]
    imgui.same_line()
    return [CloseDialog()] if imgui.button("Cancel", size) else []


def _waiting(state: State, discard: bool) -> Outcome:
    """What the user wanted when the question came up."""
    question = state.unsaved
    assert question is not None
    match question.then:
        case Then.QUIT:
            return Quit(discard)
        case Then.READ:
            return ReadScene(question.path, question.is_example, discard)
        case Then.BROWSE:
            return BrowseFiles(discard=discard)


KEEP_OPEN = imgui.SelectableFlags_.no_auto_close_popups
MODAL_FLAGS = imgui.WindowFlags_.always_auto_resize | imgui.WindowFlags_.no_saved_settings
